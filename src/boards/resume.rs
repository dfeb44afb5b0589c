//! The data that continues an interrupted game, besides its moves: the engine's strength, the state
//! of the opening, the line on the board and a position that is being set up. It is written down with
//! the game, as JSON.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_with::{DefaultOnError, serde_as};

use super::engine_thread::Strength;
use super::game::LiveGame;
use tengen_engine::engine::Level;
use tengen_engine::search::Limits;
use tengen_engine::types::Color;
use tengen_records::positions::PositionSpec;
use tengen_records::serde_text::ColorText;
use tengen_records::unfinished::{PersonClock, UnfinishedOpening};

/// How a game continues. Missing or invalid text leaves the settings unchanged.
#[serde_as]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Resume {
    #[serde(skip_serializing_if = "Option::is_none")]
    strength: Option<ResumedStrength>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) opening: Option<UnfinishedOpening>,
    /// Whether the game comes from a file.
    #[serde(rename = "opened", skip_serializing_if = "std::ops::Not::not")]
    pub is_opened: bool,
    /// The position that is being set up.
    #[serde_as(deserialize_as = "DefaultOnError")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub editor: Option<PositionSpec>,
    /// The clock of the persons.
    #[serde(rename = "person_clock", skip_serializing_if = "is_no_clock")]
    pub(super) clock: PersonClock,
    /// Where in the game somebody resigned, or was late.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) resignations: Vec<ResumedResignation>,
    /// Whether the engines are paused.
    #[serde(rename = "paused", skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_paused: bool,
    /// The line through the board: which of the variations each move is, counted from 0, up to the
    /// last one that is not the first. Empty for the main line.
    #[serde(rename = "choices", skip_serializing_if = "Vec::is_empty")]
    pub(super) line: Vec<usize>,
    /// How many moves of that line are taken back.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) undone: usize,
    /// The time of black's and of white's player in an opening that is over.
    #[serde(skip_serializing_if = "is_none_of_both")]
    pub(super) opening_ms: [u64; 2],
    /// How many stones they placed in it.
    #[serde(skip_serializing_if = "is_none_of_both")]
    pub(super) opening_stones: [u64; 2],
}

#[serde_as]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ResumedResignation {
    /// The position, as in [`Resume::line`]; here to its last move.
    pub choices: Vec<usize>,
    /// Who resigned.
    #[serde_as(as = "ColorText")]
    pub by: Color,
    /// Whether by the clock.
    #[serde(default, rename = "late", skip_serializing_if = "std::ops::Not::not")]
    pub is_late: bool,
}

/// Level and limits of the engine; times in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct ResumedStrength {
    level: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    match_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

impl Resume {
    /// The data to continue a game with this strength.
    pub fn new(strength: &Strength, game: &LiveGame) -> Self {
        let strength = ResumedStrength {
            level: strength.options.level.name().to_owned(),
            turn_ms: strength.limits.turn.map(millis),
            match_ms: strength.game.map(millis),
            depth: strength.limits.depth,
            nodes: strength.limits.nodes,
        };
        let (line, undone) = game.resumed_line();
        Self {
            strength: Some(strength),
            opening: game.resumed_opening(),
            is_opened: game.is_opened(),
            editor: game.edited().map(PositionSpec::from),
            clock: game.clock(),
            resignations: game.resumed_resignations(),
            // Where it analyzes it must not move at once.
            is_paused: game.is_paused() || game.is_analyzing(),
            line,
            undone,
            opening_ms: game.opening_ms(),
            opening_stones: game.opening_stones(),
        }
    }

    /// The text that is saved with the game.
    pub fn text(&self) -> String {
        // Text and numbers can always be serialized.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads [`Resume::text`].
    pub fn read(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The settings of an engine with the original strength of the game; threads and memory stay.
    /// `None` if the strength is unknown.
    pub fn strength(&self, now: &Strength) -> Option<Strength> {
        let noted = self.strength.as_ref()?;
        let mut options = now.options.clone();
        options.level = noted.level.parse::<Level>().ok()?;
        let limits = Limits {
            turn: noted.turn_ms.map(Duration::from_millis),
            depth: noted.depth,
            nodes: noted.nodes,
            ..now.limits.clone()
        };
        let game = noted.match_ms.map(Duration::from_millis);
        Some(Strength { options, limits, game, book: now.book.clone() })
    }
}

fn is_none_of_both(numbers: &[u64; 2]) -> bool {
    *numbers == [0; 2]
}

fn is_no_clock(clock: &PersonClock) -> bool {
    *clock == PersonClock::default()
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::game::{LiveGameSetup, Mover};
    use super::*;
    use tengen_engine::engine::Options;

    fn strength(level: &str, nodes: Option<u64>) -> Strength {
        let options = Options { level: level.parse().unwrap(), threads: 2, ..Options::default() };
        let limits = Limits { nodes, ..Limits::default() };
        Strength { options, limits, game: Some(Duration::from_secs(60)), book: None }
    }

    fn game() -> LiveGame {
        let setup = LiveGameSetup::small(Mover::Person, Mover::Person);
        LiveGame::new(setup, 0)
    }

    #[test]
    fn strength_comes_back_and_threads_stay() {
        let then = strength("3", Some(500));
        let text = Resume::new(&then, &game()).text();
        assert_eq!(text, r#"{"strength":{"level":"3","match_ms":60000,"nodes":500}}"#);
        let mut now = strength("full", None);
        now.options.threads = 1;
        now.limits.turn = Some(Duration::from_secs(1));
        let back = Resume::read(&text).strength(&now).unwrap();
        assert_eq!(back.options.threads, 1);
        assert_eq!(Strength { options: then.options.clone(), ..back }, then);
    }

    #[test]
    fn text_that_is_not_understood_changes_nothing() {
        let text = r#"{"strength":{"level":"3"},"editor":{"more":1},"line":"h8"}"#;
        assert!(Resume::read(text).strength(&strength("4", None)).is_some(), "of another version");
        for text in ["", "{", r#"{"strength":{"level":"master"}}"#, r#"{"strength":7}"#, "{}"] {
            assert_eq!(Resume::read(text).strength(&strength("4", None)), None, "{text}");
        }
    }

    #[test]
    fn what_an_earlier_version_noted_besides_is_skipped() {
        let text = r#"{"strength":{"level":"3"},"in_store":true,"unchanged":true,"opened":true,
            "file":{"path":"a.sgf","whole":true,"checksum":7},"choices":[0,1],"undone":1}"#;
        let resume = Resume::read(text);
        assert!(resume.is_opened && resume.strength.is_some());
        assert_eq!((resume.line, resume.undone), (vec![0, 1], 1));
    }
}
