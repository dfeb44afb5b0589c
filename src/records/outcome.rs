//! Whether a game has ended, who won, and why. Plain data: [`ending`](super::ending) is the judge.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_with::serde_as;
use thiserror::Error;

use super::serde_text::WinnerText;
use super::verdict::Verdict;
use tengen_engine::types::Color;

/// The state of a game. In JSON these keys of the record:
/// `"verdict":"forbidden","reason":"overline","winner":"white"`, or `"verdict":"unfinished"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "OutcomeText", try_from = "OutcomeText")]
pub enum GameOutcome {
    /// It was left before its end.
    #[default]
    Unfinished,
    Ended {
        /// Who won, `None` for a draw.
        winner: Option<Color>,
        verdict: Verdict,
    },
}

impl GameOutcome {
    /// The outcome according to a file or a person, or else to the board. `winner` is `None` if the file does
    /// not say, `Some(None)` for a draw. A game that has ended otherwise according to the file than to
    /// the board, without a verdict that fits its result, was adjudicated.
    pub fn said(winner: Option<Option<Color>>, verdict: Option<Verdict>, on_board: Self) -> Self {
        match (winner, verdict) {
            (Some(winner), Some(verdict)) if verdict.fits(winner) => {
                Self::Ended { winner, verdict }
            }
            (Some(winner), _) => match on_board {
                Self::Ended { winner: of_board, .. } if of_board == winner => on_board,
                _ => Self::Ended { winner, verdict: Verdict::Adjudicated },
            },
            (None, _) => on_board,
        }
    }

    /// The outcome of a game as its result in one word ([`GameOutcome::result`]) and its reason,
    /// the text of a verdict, which an unfinished game does not have.
    ///
    /// # Errors
    /// With the wrong one of `result` and `reason`, and what it should be.
    pub fn read(result: &str, reason: &str) -> Result<Self, (&'static str, &'static str)> {
        let winner = match result {
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            "draw" => None,
            UNFINISHED if reason.is_empty() => return Ok(Self::Unfinished),
            UNFINISHED => return Err(("reason", "nothing, as the game is unfinished")),
            _ => return Err(("result", "black, white, draw or unfinished")),
        };
        let verdict = Verdict::parse(reason).ok_or((
            "reason",
            "a reason such as five, forbidden (overline), draw (full-board), timeout or resigned",
        ))?;
        match verdict.fits(winner) {
            true => Ok(Self::Ended { winner, verdict }),
            false => Err(("reason", "a reason that fits the result")),
        }
    }

    /// Who won, if the game has ended and was not drawn.
    pub fn winner(&self) -> Option<Color> {
        match *self {
            Self::Unfinished => None,
            Self::Ended { winner, .. } => winner,
        }
    }

    /// Why the game ended, if it did.
    pub fn verdict(&self) -> Option<Verdict> {
        match *self {
            Self::Unfinished => None,
            Self::Ended { verdict, .. } => Some(verdict),
        }
    }

    /// The result in one word: `black`, `white`, `draw` or `unfinished`.
    pub fn result(&self) -> &'static str {
        match self {
            Self::Unfinished => UNFINISHED,
            Self::Ended { winner: None, .. } => "draw",
            Self::Ended { winner: Some(Color::Black), .. } => "black",
            Self::Ended { winner: Some(Color::White), .. } => "white",
        }
    }
}

/// `black wins: five`, `draw: full-board`, `unfinished`.
impl fmt::Display for GameOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfinished => f.write_str(UNFINISHED),
            Self::Ended { winner: Some(winner), verdict } => write!(f, "{winner} wins: {verdict}"),
            Self::Ended { winner: None, verdict: Verdict::Draw(reason) } => {
                write!(f, "draw: {}", reason.name())
            }
            Self::Ended { winner: None, verdict } => write!(f, "draw: {verdict}"),
        }
    }
}

/// The verdict of a game without one.
const UNFINISHED: &str = "unfinished";

/// The keys of an outcome in JSON.
#[serde_as]
#[derive(Serialize, Deserialize)]
struct OutcomeText {
    verdict: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde_as(as = "WinnerText")]
    winner: Option<Color>,
}

impl From<GameOutcome> for OutcomeText {
    fn from(outcome: GameOutcome) -> Self {
        let verdict = outcome.verdict();
        let reason = match verdict {
            Some(Verdict::Forbidden(kind)) => Some(kind.name()),
            Some(Verdict::Draw(reason)) => Some(reason.name()),
            _ => None,
        };
        OutcomeText {
            verdict: verdict.map_or(UNFINISHED, Verdict::word).to_owned(),
            reason: reason.map(str::to_owned),
            winner: outcome.winner(),
        }
    }
}

/// Words that do not name an outcome.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown verdict '{verdict}' with reason '{reason}'")]
pub struct OutcomeError {
    pub verdict: String,
    /// The reason, empty if there was none.
    pub reason: String,
}

impl TryFrom<OutcomeText> for GameOutcome {
    type Error = OutcomeError;

    fn try_from(text: OutcomeText) -> Result<Self, OutcomeError> {
        let all = Verdict::all().map(|verdict| Self::Ended { winner: text.winner, verdict });
        let known = |outcome: &Self| {
            let own = OutcomeText::from(*outcome);
            own.verdict == text.verdict && own.reason == text.reason && own.winner == text.winner
        };
        all.chain([Self::Unfinished]).find(known).ok_or_else(|| OutcomeError {
            verdict: text.verdict.clone(),
            reason: text.reason.clone().unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_come_back_from_json() {
        let unfinished = serde_json::to_string(&GameOutcome::Unfinished).unwrap();
        assert_eq!(unfinished, r#"{"verdict":"unfinished","winner":"none"}"#);
        let ended = Verdict::all().map(|verdict| GameOutcome::Ended { winner: None, verdict });
        for outcome in ended.chain([GameOutcome::Unfinished]) {
            let text = serde_json::to_string(&outcome).unwrap();
            assert_eq!(serde_json::from_str::<GameOutcome>(&text).unwrap(), outcome, "{text}");
        }
        for wrong in [
            r#"{"verdict":"luck","winner":"black"}"#,
            r#"{"verdict":"five","reason":"overline","winner":"black"}"#,
            r#"{"verdict":"unfinished","winner":"black"}"#,
        ] {
            assert!(serde_json::from_str::<GameOutcome>(wrong).is_err(), "{wrong}");
        }
    }
}
