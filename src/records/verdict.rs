//! Why a game ended. Plain data: the arena decides, [`GameOutcome`](super::GameOutcome) names the
//! winner.

use std::fmt;

use strum::IntoStaticStr;

use tengen_engine::types::{Color, ForbiddenKind};

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum DrawReason {
    /// The board is full.
    FullBoard,
    /// Few empty points are left (25 under renju), so the judge ended the game.
    FewEmpty,
    /// The match allows no more moves.
    MoveLimit,
    /// Both sides passed, one after the other.
    Passes,
}

impl DrawReason {
    pub const ALL: [DrawReason; 4] =
        [DrawReason::FullBoard, DrawReason::FewEmpty, DrawReason::MoveLimit, DrawReason::Passes];

    /// The word used in files: `full-board`, `few-empty`, `move-limit`, `passes`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Verdict {
    /// The winner completed a winning line.
    Five,
    /// Black played a forbidden point.
    Forbidden(ForbiddenKind),
    /// The loser named an occupied point or one off the board, or gave no move.
    Illegal,
    /// The loser exceeded its time (plus the tolerance).
    Timeout,
    /// The loser's process ended or closed its output.
    Crash,
    /// The loser exceeded its memory.
    Memory,
    /// The loser could not be started or did not answer OK to START.
    Refused,
    /// Neither side won.
    Draw(DrawReason),
    /// The arena ended the game because both players agreed about its value.
    Adjudicated,
    /// The loser resigned.
    Resigned,
}

impl Verdict {
    /// The word of the command line's output, one of `five`, `forbidden`, `illegal`, `timeout`,
    /// `crash`, `memory`, `refused`, `draw`, `adjudicated`, `resigned`.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Every way in which a game can end.
    pub fn all() -> impl Iterator<Item = Verdict> {
        let forbidden = ForbiddenKind::ALL.into_iter().map(Verdict::Forbidden);
        let draws = DrawReason::ALL.into_iter().map(Verdict::Draw);
        let plain = [
            Verdict::Five,
            Verdict::Illegal,
            Verdict::Timeout,
            Verdict::Crash,
            Verdict::Memory,
            Verdict::Refused,
            Verdict::Adjudicated,
            Verdict::Resigned,
        ];
        plain.into_iter().chain(forbidden).chain(draws)
    }

    /// Reads its `Display` form, such as `forbidden (overline)`.
    pub fn parse(text: &str) -> Option<Verdict> {
        Self::all().find(|verdict| verdict.to_string() == text)
    }

    /// Whether a game won by `winner`, or drawn, can have ended in this way.
    pub const fn fits(self, winner: Option<Color>) -> bool {
        match self {
            Verdict::Five | Verdict::Forbidden(_) => winner.is_some(),
            Verdict::Draw(_) => winner.is_none(),
            _ => true,
        }
    }

    /// Whether the loser's program is to blame rather than its play.
    pub const fn is_fault(self) -> bool {
        match self {
            Verdict::Illegal
            | Verdict::Timeout
            | Verdict::Crash
            | Verdict::Memory
            | Verdict::Refused => true,
            Verdict::Five
            | Verdict::Forbidden(_)
            | Verdict::Draw(_)
            | Verdict::Adjudicated
            | Verdict::Resigned => false,
        }
    }
}

/// `five`, `forbidden (overline)`, `draw (full-board)`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Forbidden(kind) => write!(f, "forbidden ({kind})"),
            Verdict::Draw(reason) => write!(f, "draw ({})", reason.name()),
            verdict => f.write_str(verdict.word()),
        }
    }
}
