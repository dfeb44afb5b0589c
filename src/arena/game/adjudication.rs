//! Ends a game early when both players agree about its value. Off by default.

use serde::{Deserialize, Serialize};

use tengen_engine::types::Color;
use tengen_records::PlayedMove;

/// When to believe the players. Values are as reported by them, from their own view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// When to believe in a win, if at all.
    pub win: Option<WinBelief>,
    /// When to believe in a draw, if at all.
    pub draw: Option<DrawBelief>,
}

/// Both players report a value of at least `value` for the same side, for `moves` moves each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinBelief {
    /// The least value reported by the winner, and by the loser with its sign reversed.
    pub value: i32,
    /// Moves of each player in a row.
    pub moves: usize,
}

/// Both players report values between `-value` and `value` for `moves` moves each, after `from`
/// stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawBelief {
    /// The largest value either may report, in absolute terms.
    pub value: i32,
    /// Moves of each player in a row.
    pub moves: usize,
    /// Stones on the board before it applies.
    pub from: usize,
}

/// The adjudicated result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Belief {
    /// This player has won.
    Win(Color),
    Draw,
}

impl Adjudication {
    /// The result that the last moves agree on, if any. `mover` made the last of `moves`; there are
    /// `stones` stones on the board.
    pub fn judge(&self, moves: &[PlayedMove], mover: Color, stones: usize) -> Option<Belief> {
        self.win
            .and_then(|win| win.judge(moves, mover))
            .or_else(|| self.draw.and_then(|draw| draw.judge(moves, stones)))
    }
}

/// The values of the last `moves` moves of each player as the last mover sees them, newest first;
/// `None` if there are fewer, or a value is missing.
fn mover_view(moves: &[PlayedMove], count: usize) -> Option<Vec<i32>> {
    let last = moves.len().checked_sub(count.checked_mul(2)?)?;
    let values = moves.get(last..)?.iter().rev().enumerate();
    values
        .map(|(back, played)| {
            let value = played.value?;
            Some(if back.is_multiple_of(2) { value } else { value.saturating_neg() })
        })
        .collect()
}

impl WinBelief {
    fn judge(self, moves: &[PlayedMove], mover: Color) -> Option<Belief> {
        let values = mover_view(moves, self.moves.max(1))?;
        if values.iter().all(|&value| value >= self.value) {
            Some(Belief::Win(mover))
        } else if values.iter().all(|&value| value <= -self.value) {
            Some(Belief::Win(!mover))
        } else {
            None
        }
    }
}

impl DrawBelief {
    fn judge(self, moves: &[PlayedMove], stones: usize) -> Option<Belief> {
        let values = mover_view(moves, self.moves.max(1))?;
        let is_level = values.iter().all(|value| value.saturating_abs() <= self.value);
        (stones >= self.from && is_level).then_some(Belief::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(values: &[Option<i32>]) -> Vec<PlayedMove> {
        let played = |&value| PlayedMove { value, ..PlayedMove::plain(None, None) };
        values.iter().map(played).collect()
    }

    #[test]
    fn a_win_needs_both_players() {
        let rules = Adjudication { win: Some(WinBelief { value: 900, moves: 2 }), draw: None };
        let judge = |values: &[Option<i32>]| rules.judge(&moves(values), Color::White, 30);
        let (up, down) = (Some(950), Some(-1000));
        assert_eq!(judge(&[up, down, up, down]), Some(Belief::Win(Color::Black)));
        assert_eq!(judge(&[down, up, down, up]), Some(Belief::Win(Color::White)));
        assert_eq!(judge(&[up, Some(-899), up, down]), None);
        assert_eq!(judge(&[up, down, None, down]), None);
        assert_eq!(judge(&[down, up, down]), None);
        assert_eq!(Adjudication::default().judge(&moves(&[up, down]), Color::White, 30), None);
    }

    #[test]
    fn a_draw_needs_a_level_game_of_some_length() {
        let draw = Some(DrawBelief { value: 10, moves: 1, from: 100 });
        let rules = Adjudication { win: None, draw };
        let level = moves(&[Some(900), Some(3), Some(-10)]);
        assert_eq!(rules.judge(&level, Color::Black, 99), None);
        assert_eq!(rules.judge(&level, Color::Black, 100), Some(Belief::Draw));
        assert_eq!(rules.judge(&moves(&[Some(3), Some(11)]), Color::Black, 100), None);
    }
}
