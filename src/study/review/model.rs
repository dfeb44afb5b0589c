//! What a review consists of.

use std::fmt;

use serde::Serialize;

use super::game::ReviewedGame;
use super::known::Searched;
use crate::explain::{MoveReasons, Reason};
use crate::puzzle::{self, PuzzleGoal};
use tengen_engine::board::Position;
use tengen_engine::threats::ForcedWin;
use tengen_engine::types::{Color, Coord, Score};

/// What a review reports while it runs.
#[derive(Clone, Copy, Debug)]
pub enum ReviewProgress<'a> {
    /// The next position of the first pass is assessed: positions done, and the total.
    Position(usize, usize),
    /// The next position of the second pass is assessed: positions done, and how many are known to
    /// need it.
    Again(usize, usize),
    /// A search has ended.
    Searched(&'a Searched),
    /// A move was judged, or the second pass has changed the judgment.
    Move(&'a ReviewedMove),
}

/// A move with the findings about it. Scores are from the mover's view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// Who moved.
    pub color: Color,
    /// The move; `None` for a pass.
    pub played: Option<Coord>,
    /// The value of the best move.
    pub before: Score,
    /// The value of the move that was played.
    pub after: Score,
    /// The best line of the position before the move.
    pub best: Vec<Coord>,
    /// The opponent's best line after the move.
    pub reply: Vec<Coord>,
    /// The forced win that the mover had.
    pub win: Option<ForcedWin>,
    /// The forced win that the opponent has after the move.
    pub allowed: Option<ForcedWin>,
    /// The judgment.
    pub verdict: MoveVerdict,
    /// The reasons, where the move deserves a remark.
    pub reasons: Reasons,
}

/// Least loss of win chance of an inaccuracy that is worth an exercise.
pub(super) const LEAST_EXERCISE: f64 = 0.1;

/// Why a move was not the best.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasons {
    /// What the better move makes and stops.
    pub better: Option<MoveReasons>,
    /// Why the move is forbidden; else how the opponent wins after it, or what its reply makes and stops.
    pub worse: Option<MoveReasons>,
}

impl ReviewedMove {
    /// The win chance that the move lost, in 0..=1.
    pub fn loss(&self) -> f64 {
        (self.before.win_rate() - self.after.win_rate()).max(0.0)
    }

    /// Black's win chance after the move.
    pub(crate) fn black_chance(&self) -> f64 {
        match self.color {
            Color::Black => self.after.win_rate(),
            Color::White => 1.0 - self.after.win_rate(),
        }
    }

    /// Whether the opponent wins for certain after the move: the win is proved, or the search has seen
    /// it to its end.
    pub(super) fn is_lost(&self) -> bool {
        is_loss(self.after, self.allowed.as_ref())
    }

    /// Whether the opponent surely wins after the move.
    pub(super) fn is_surely_lost(&self) -> bool {
        is_sure_loss(self.after, self.allowed.as_ref())
    }

    /// What the move is as an exercise: a mistake, or an inaccuracy that cost a tenth of a game.
    pub fn exercise(&self) -> Option<PuzzleGoal> {
        if self.best.is_empty() || self.best.first() == self.played.as_ref() {
            return None;
        }
        match self.verdict {
            MoveVerdict::Good | MoveVerdict::Detour => None,
            MoveVerdict::Inaccuracy if self.loss() < LEAST_EXERCISE => None,
            MoveVerdict::MissedWin if self.win.is_some() => Some(PuzzleGoal::Win),
            _ if self.stopped_win().is_some() => Some(PuzzleGoal::Defend),
            _ => Some(PuzzleGoal::Better),
        }
    }

    /// The name of that exercise, see [`puzzle::id_of`].
    pub(super) fn puzzle(&self, game: &ReviewedGame) -> Option<String> {
        Some(puzzle::id_of(&game.position_before(self.number), self.exercise()?))
    }

    /// The opponent's forced win that the better move stops for sure.
    pub(super) fn stopped_win(&self) -> Option<&ForcedWin> {
        let mut why = self.reasons.better.iter().flat_map(|why| &why.reasons);
        why.find_map(|reason| match reason {
            Reason::StopsWin(path) => path.win.as_ref(),
            _ => None,
        })
    }

    /// Whether the move deserves a remark.
    pub(crate) fn is_remarkable(&self) -> bool {
        self.verdict > MoveVerdict::Good
    }
}

/// Whether a value, and what is proved about it, is a certain loss.
pub(super) fn is_loss(value: Score, proved: Option<&ForcedWin>) -> bool {
    proved.is_some() || value.mate_plies().is_some_and(|plies| plies < 0)
}

/// Whether a loss is proved, or seen within a few plies. Of longer ends that only the search has seen, one
/// of 36 plies was not seen by ten times its nodes.
pub(super) fn is_sure_loss(value: Score, proved: Option<&ForcedWin>) -> bool {
    const MOST_PLIES: i32 = 15;
    let is_near = |plies: i32| (-MOST_PLIES..0).contains(&plies);
    proved.is_some() || value.mate_plies().is_some_and(is_near)
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The game.
    pub game: ReviewedGame,
    /// Its moves after the opening, up to the first five, in order; only the first ones after a
    /// stop.
    pub moves: Vec<ReviewedMove>,
    /// Whether all of these were reviewed.
    pub is_complete: bool,
}

impl Review {
    /// The board before a move.
    pub(crate) fn position_before(&self, reviewed: &ReviewedMove) -> Position {
        self.game.position_before(reviewed.number)
    }

    /// How many moves of a side have this verdict.
    pub fn count(&self, color: Color, verdict: MoveVerdict) -> usize {
        let is_counted =
            |reviewed: &&ReviewedMove| reviewed.color == color && reviewed.verdict == verdict;
        self.moves.iter().filter(is_counted).count()
    }

    /// The mean win chance that a side lost per move.
    pub(crate) fn mean_loss(&self, color: Color) -> f64 {
        let losses = self.moves.iter().filter(|reviewed| reviewed.color == color);
        let (count, sum) =
            losses.fold((0, 0.0), |(count, sum), reviewed| (count + 1, sum + reviewed.loss()));
        sum / f64::from(count.max(1))
    }
}

/// The verdict on a move, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MoveVerdict {
    /// It lost less than 8 % of win chance.
    Good,
    /// It missed a proved forced win, but lost less than 15 % of win chance.
    Detour,
    /// It lost 8 % of win chance or more.
    Inaccuracy,
    /// It lost 15 % of win chance or more, or 8 % and with it the game for certain.
    Mistake,
    /// It lost 30 % of win chance or more, or 20 % and with it the game for certain.
    Blunder,
    /// It missed a proved forced win and lost 15 % of win chance or more.
    MissedWin,
}

impl MoveVerdict {
    /// The verdicts that deserve a remark, worst first.
    pub(crate) const REMARKABLE: [MoveVerdict; 5] =
        [Self::MissedWin, Self::Blunder, Self::Mistake, Self::Inaccuracy, Self::Detour];

    /// Least loss of win chance for an inaccuracy, a mistake and a blunder.
    const LIMITS: [f64; 3] = [0.08, 0.15, 0.30];
    /// Least loss for a mistake and a blunder after which the opponent wins for certain. Below the
    /// first the game was as good as lost before, and the summary says from which move on it was.
    pub(super) const LOST_LIMITS: [f64; 2] = [0.08, 0.20];

    /// The verdict on a loss of win chance, and whether the game `is_lost` for certain after it.
    pub(super) fn of_loss(loss: f64, is_lost: bool) -> Self {
        let [inaccuracy, mistake, blunder] = Self::LIMITS;
        let [mistake, blunder] = if is_lost { Self::LOST_LIMITS } else { [mistake, blunder] };
        match loss {
            _ if loss >= blunder => Self::Blunder,
            _ if loss >= mistake => Self::Mistake,
            _ if loss >= inaccuracy => Self::Inaccuracy,
            _ => Self::Good,
        }
    }

    /// The sign in every form of a review; empty for a good move.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Good => "",
            Self::Detour => "↝",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
            Self::MissedWin => "✗",
        }
    }

    /// The name in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Detour => "detour",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
            Self::MissedWin => "missed win",
        }
    }
}

impl fmt::Display for MoveVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::threats::ThreatKind;

    #[test]
    fn verdicts_follow_from_the_loss() {
        for (loss, verdict, of_lost) in [
            (0.0, MoveVerdict::Good, MoveVerdict::Good),
            (0.079, MoveVerdict::Good, MoveVerdict::Good),
            (0.08, MoveVerdict::Inaccuracy, MoveVerdict::Mistake),
            (0.15, MoveVerdict::Mistake, MoveVerdict::Mistake),
            (0.2, MoveVerdict::Mistake, MoveVerdict::Blunder),
            (0.3, MoveVerdict::Blunder, MoveVerdict::Blunder),
            (1.0, MoveVerdict::Blunder, MoveVerdict::Blunder),
        ] {
            assert_eq!(MoveVerdict::of_loss(loss, false), verdict, "{loss}");
            assert_eq!(MoveVerdict::of_loss(loss, true), of_lost, "{loss}");
        }
    }

    #[test]
    fn a_long_end_that_only_the_search_sees_is_no_sure_loss() {
        assert!(is_sure_loss(Score(Score::loss_in(14)), None));
        assert!(!is_sure_loss(Score(Score::loss_in(36)), None));
        assert!(!is_sure_loss(Score(Score::win_in(5)), None));
        assert!(!is_sure_loss(Score(-5000), None));
        let win = ForcedWin { kind: ThreatKind::Vct, plies: 57, line: Vec::new() };
        assert!(is_sure_loss(Score(-300), Some(&win)));
    }
}
