//! How a game ended. Plain data: who decides stands in the arena, who wins stands in the record.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::types::ForbiddenKind;

/// Why nobody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// No empty point is left.
    FullBoard,
    /// So few empty points are left that the judge ends the game (25 under renju).
    FewEmpty,
    /// The match allows no more moves.
    MoveLimit,
}

impl DrawReason {
    /// All reasons.
    pub const ALL: [DrawReason; 3] =
        [DrawReason::FullBoard, DrawReason::FewEmpty, DrawReason::MoveLimit];

    /// The word used in files: `full-board`, `few-empty`, `move-limit`.
    pub const fn name(self) -> &'static str {
        match self {
            DrawReason::FullBoard => "full-board",
            DrawReason::FewEmpty => "few-empty",
            DrawReason::MoveLimit => "move-limit",
        }
    }
}

/// The end of a game. In JSON two keys of the record: `"verdict":"forbidden","reason":"overline"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "VerdictText", try_from = "VerdictText")]
pub enum Verdict {
    /// The winner completed a winning line.
    Five,
    /// Black played a forbidden point.
    Forbidden(ForbiddenKind),
    /// The loser named an occupied point, a point off the board, or no point where one was due.
    Illegal,
    /// The loser exceeded its time (plus the tolerance).
    Timeout,
    /// The loser's process ended or closed its output.
    Crash,
    /// The loser exceeded its memory.
    Memory,
    /// The loser could not be started or did not answer OK to START.
    Refused,
    /// Nobody won.
    Draw(DrawReason),
    /// The arena ended the game because both players agreed about its value.
    Adjudicated,
}

impl Verdict {
    /// The word of the command line's output, one of `five`, `forbidden`, `illegal`, `timeout`,
    /// `crash`, `memory`, `refused`, `draw`, `adjudicated`.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Five => "five",
            Verdict::Forbidden(_) => "forbidden",
            Verdict::Illegal => "illegal",
            Verdict::Timeout => "timeout",
            Verdict::Crash => "crash",
            Verdict::Memory => "memory",
            Verdict::Refused => "refused",
            Verdict::Draw(_) => "draw",
            Verdict::Adjudicated => "adjudicated",
        }
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
        ];
        plain.into_iter().chain(forbidden).chain(draws)
    }

    /// Reads what its `Display` writes, such as `forbidden (overline)`.
    pub fn parse(text: &str) -> Option<Verdict> {
        Self::all().find(|verdict| verdict.to_string() == text)
    }

    /// Whether the loser's program is to blame rather than its play.
    pub const fn is_fault(self) -> bool {
        match self {
            Verdict::Illegal
            | Verdict::Timeout
            | Verdict::Crash
            | Verdict::Memory
            | Verdict::Refused => true,
            Verdict::Five | Verdict::Forbidden(_) | Verdict::Draw(_) | Verdict::Adjudicated => {
                false
            }
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

/// The two keys of a verdict in JSON.
#[derive(Serialize, Deserialize)]
struct VerdictText {
    verdict: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl From<Verdict> for VerdictText {
    fn from(verdict: Verdict) -> Self {
        let reason = match verdict {
            Verdict::Forbidden(kind) => Some(kind.name()),
            Verdict::Draw(reason) => Some(reason.name()),
            _ => None,
        };
        VerdictText { verdict: verdict.word().to_owned(), reason: reason.map(str::to_owned) }
    }
}

/// VerdictText that name no verdict.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown verdict '{verdict}' with reason '{reason}'")]
pub struct VerdictError {
    /// The verdict that was read.
    pub verdict: String,
    /// The reason that was read, empty if there was none.
    pub reason: String,
}

impl TryFrom<VerdictText> for Verdict {
    type Error = VerdictError;

    fn try_from(words: VerdictText) -> Result<Self, VerdictError> {
        Verdict::all()
            .find(|&verdict| {
                let known = VerdictText::from(verdict);
                known.verdict == words.verdict && known.reason == words.reason
            })
            .ok_or_else(|| VerdictError {
                verdict: words.verdict,
                reason: words.reason.unwrap_or_default(),
            })
    }
}
