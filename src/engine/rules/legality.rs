//! Which moves are legal, why others are not, and how a game ends.
//!
//! For referees, records and boards of every size; the search uses its own board. Not here: time
//! losses and false claims of a win. May import `board`, `types` and [`mod@reference`].

use thiserror::Error;

use super::reference;
use crate::board::Position;
use crate::types::{BoardSize, Color, Coord, ForbiddenKind};

/// Empty points at which the Gomocup judge calls a renju game drawn (after 200 moves on 15×15).
/// Piskvork does so under every rule. It is a rule of the manager, not of the game: pass it to
/// [`ending_with`] where it applies.
pub const JUDGE_DRAW_EMPTY: usize = 25;

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The point is off the board.
    #[error("point {coord} is off the {size} board")]
    OffBoard {
        /// The point.
        coord: Coord,
        /// The size of the board.
        size: BoardSize,
    },
    /// The point is not empty.
    #[error("point {coord} is occupied")]
    Occupied {
        /// The point.
        coord: Coord,
    },
    /// Renju forbids the point to black. A stone played there is a foul and loses.
    #[error("point {coord} is forbidden to black: {kind}")]
    Forbidden {
        /// The point.
        coord: Coord,
        /// What the stone would make.
        kind: ForbiddenKind,
    },
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A winning run.
    Win {
        /// The player who made it.
        color: Color,
        /// The run from end to end.
        line: Vec<Coord>,
    },
    /// Black played on a forbidden point and loses.
    Foul {
        /// What the stone made.
        kind: ForbiddenKind,
    },
    /// A draw.
    Draw(DrawCause),
}

impl Ending {
    /// The winner, `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Ending::Win { color, .. } => Some(*color),
            Ending::Foul { .. } => Some(Color::White),
            Ending::Draw(_) => None,
        }
    }
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawCause {
    /// The board is full.
    Full,
    /// The manager ends the game because few empty points are left, see [`ending_with`].
    FewEmpty,
    /// Both sides passed, one after the other; the stones do not show it.
    Passes,
}

/// Whether the side to move may play on the point. Does not check whether the game is over.
///
/// # Errors
/// The first reason why not: off the board, occupied, forbidden.
pub fn check(position: &Position, coord: Coord) -> Result<(), IllegalMove> {
    if !position.size().contains(coord) {
        return Err(IllegalMove::OffBoard { coord, size: position.size() });
    }
    if !position.is_empty_at(coord) {
        return Err(IllegalMove::Occupied { coord });
    }
    let is_restrained = position.rule().forbids(position.to_move());
    match is_restrained.then(|| reference::forbidden(position, coord)).flatten() {
        Some(kind) => Err(IllegalMove::Forbidden { coord, kind }),
        None => Ok(()),
    }
}

/// Whether [`check`] finds the move legal.
pub fn is_legal(position: &Position, coord: Coord) -> bool {
    check(position, coord).is_ok()
}

/// All legal moves of the side to move, row by row from the top. Empty on a full board, and if only
/// points forbidden to black are left.
pub fn legal_moves(position: &Position) -> Vec<Coord> {
    let is_restrained = position.rule().forbids(position.to_move());
    let forbidden = if is_restrained { reference::forbidden_points(position) } else { Vec::new() };
    position
        .empty_coords()
        .filter(|coord| forbidden.iter().all(|(other, _)| other != coord))
        .collect()
}

/// How the stone on `last`, already on the board, ended the game: by a win, a foul or the last
/// empty point. `None` if the game continues, or if there is no player's stone on `last`.
///
/// ```
/// use tengen_engine::board::Position;
/// use tengen_engine::rules::legality::{Ending, ending_after};
/// use tengen_engine::types::{BoardSize, Color, Coord, Rule};
/// let mut position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
/// for (x, y) in [(3, 3), (3, 4), (4, 3), (4, 4), (5, 3), (5, 4), (6, 3), (6, 4)] {
///     position.play(Coord::new(x, y)).unwrap();
///     assert_eq!(ending_after(&position, Coord::new(x, y)), None);
/// }
/// position.play(Coord::new(7, 3)).unwrap();
/// let ending = ending_after(&position, Coord::new(7, 3)).unwrap();
/// assert_eq!(ending.winner(), Some(Color::Black));
/// ```
pub fn ending_after(position: &Position, last: Coord) -> Option<Ending> {
    ending_with(position, last, 0)
}

/// Like [`ending_after`], for a manager that declares a draw once at most `drawn_at` points are
/// empty (0: only the full board), for example [`JUDGE_DRAW_EMPTY`].
pub fn ending_with(position: &Position, last: Coord, drawn_at: usize) -> Option<Ending> {
    let color = position.stone_at(last)?.color()?;
    if let Some(line) = reference::winning_line(position, last) {
        return Some(Ending::Win { color, line });
    }
    if let Some(kind) = foul(position, last, color) {
        return Some(Ending::Foul { kind });
    }
    if position.is_full() {
        return Some(Ending::Draw(DrawCause::Full));
    }
    let empty = position.size().area() - position.stones().len();
    (empty <= drawn_at).then_some(Ending::Draw(DrawCause::FewEmpty))
}

/// What the stone on `last` made, if its point was forbidden to its player.
fn foul(position: &Position, last: Coord, color: Color) -> Option<ForbiddenKind> {
    if !position.rule().forbids(color) {
        return None;
    }
    let mut before = position.clone();
    before.remove(last).ok()?;
    reference::forbidden(&before, last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::types::{Rule, Stone};

    const DOUBLE_THREE: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . X X . . . . .
        . . . . . . . . .
        . . . . . . . O .
        O O . . . . . . O
        . . . . . . . . .";

    #[test]
    fn check_names_every_reason_against_a_move() {
        let position = parse_picture(Rule::Renju, DOUBLE_THREE).unwrap();
        let size = position.size();
        let (off, taken, foul) = (Coord::new(9, 0), Coord::new(0, 7), Coord::new(4, 4));
        assert_eq!(check(&position, off), Err(IllegalMove::OffBoard { coord: off, size }));
        assert_eq!(check(&position, taken), Err(IllegalMove::Occupied { coord: taken }));
        let kind = ForbiddenKind::DoubleThree;
        let error = check(&position, foul).unwrap_err();
        assert_eq!(error, IllegalMove::Forbidden { coord: foul, kind });
        assert_eq!(error.to_string(), "point 4,4 is forbidden to black: double-three");
        assert_eq!(check(&position, Coord::new(0, 0)), Ok(()));
    }

    #[test]
    fn only_black_in_renju_has_forbidden_moves() {
        let mut position = parse_picture(Rule::Renju, DOUBLE_THREE).unwrap();
        let cross = Coord::new(4, 4);
        let empty = position.empty_coords().count();
        assert_eq!(legal_moves(&position).len(), empty - 1);
        assert!(!is_legal(&position, cross));
        position.set_to_move(Color::White);
        assert_eq!(legal_moves(&position).len(), empty);
        assert!(is_legal(&position, cross));
        position.set_to_move(Color::Black);
        position.set_rule(Rule::Standard);
        assert!(is_legal(&position, cross));
    }

    #[test]
    fn a_stone_on_a_forbidden_point_loses_unless_it_is_white() {
        let mut position = parse_picture(Rule::Renju, DOUBLE_THREE).unwrap();
        let cross = Coord::new(4, 4);
        position.put(cross, Stone::White).unwrap();
        assert_eq!(ending_after(&position, cross), None);
        position.remove(cross).unwrap();
        position.put(cross, Stone::Black).unwrap();
        let ending = ending_after(&position, cross);
        assert_eq!(ending, Some(Ending::Foul { kind: ForbiddenKind::DoubleThree }));
        assert_eq!(ending.and_then(|ending| ending.winner()), Some(Color::White));
    }

    #[test]
    fn the_last_point_can_win_and_else_draws() {
        let picture = "
            X X X X .
            O O O O X
            X X O X O
            O X X O O
            X O X O X";
        let mut position = parse_picture(Rule::Freestyle, picture).unwrap();
        let corner = Coord::new(4, 0);
        position.put(corner, Stone::White).unwrap();
        assert_eq!(ending_after(&position, corner), Some(Ending::Draw(DrawCause::Full)));
        assert_eq!(ending_with(&position, corner, 25), Some(Ending::Draw(DrawCause::Full)));
        assert_eq!(legal_moves(&position), []);
        position.remove(corner).unwrap();
        position.put(corner, Stone::Black).unwrap();
        let line = (0..5).map(|x| Coord::new(x, 0)).collect();
        let win = Some(Ending::Win { color: Color::Black, line });
        assert_eq!(ending_after(&position, corner), win);
    }

    #[test]
    fn a_manager_may_draw_before_the_board_is_full() {
        let position = parse_picture(Rule::Renju, DOUBLE_THREE).unwrap();
        let last = Coord::new(0, 7);
        let empty = position.empty_coords().count();
        assert_eq!(ending_with(&position, last, empty - 1), None);
        let drawn = Some(Ending::Draw(DrawCause::FewEmpty));
        assert_eq!(ending_with(&position, last, empty), drawn);
    }

    #[test]
    fn ending_after_a_point_without_a_stone_is_none() {
        let mut position = parse_picture(Rule::Renju, DOUBLE_THREE).unwrap();
        assert_eq!(ending_after(&position, Coord::new(4, 4)), None);
        position.put(Coord::new(4, 4), Stone::Blocked).unwrap();
        assert_eq!(ending_after(&position, Coord::new(4, 4)), None);
        assert_eq!(ending_after(&position, Coord::new(200, 0)), None);
    }
}
