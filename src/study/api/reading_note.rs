//! What the user of a text or a file that was read should know, as a code with what belongs to it.

use schemars::JsonSchema;
use serde::Serialize;

use super::reading_fault::ReadingFault;
use tengen_records::game_format::{GameFormat, ReadLosses};
use tengen_records::read_note::{IgnoredWords, ReadNote};
use tengen_records::unread::{PartLost, UnreadPart};

/// What the user of a text or a file should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReadingNote {
    /// `go`: it has the number of Go and is read as five in a row; `cut`: of a game only what stands
    /// before the fault is read; `skipped`: a game, or a part between games, is not read; `ignored`:
    /// words that are no moves are left out; `assumed`: it names neither board nor rule, and these
    /// were taken; `other`: anything else, which only the sentence says.
    pub note: &'static str,
    /// The same in English.
    pub text: String,
    /// The number of the game in the file (`cut`, `skipped`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// What is wrong (`cut`, `skipped`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<ReadingFault>,
    /// The words (`ignored`).
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// How many more there are (`ignored`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<u64>,
    /// The rule that was taken (`go`, `assumed`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The columns and rows of the board that was taken (`assumed`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<[u8; 2]>,
}

impl ReadingNote {
    /// All notes about a file, the most serious first.
    pub(super) fn all(format: GameFormat, losses: &ReadLosses) -> Vec<Self> {
        let is_go = |note: &&ReadNote| matches!(note, ReadNote::Go(_));
        let notes = || losses.notes.iter();
        let rows = losses.skipped.iter().map(|row| Self::new("skipped", row.to_string()));
        let parts = losses.unread.iter().map(|part| Self::of_part(format, part));
        let others = losses.lost.iter().map(|lost| Self::new("other", lost.clone()));
        let first = notes().filter(is_go).map(Self::of_note);
        let rest = notes().filter(|note| !is_go(note)).map(Self::of_note);
        first.chain(rows).chain(parts).chain(others).chain(rest).collect()
    }

    fn new(note: &'static str, text: String) -> Self {
        let (words, game, fault, more, rule, board) = (Vec::new(), None, None, None, None, None);
        Self { note, text, game, fault, words, more, rule, board }
    }

    fn of_part(format: GameFormat, part: &UnreadPart) -> Self {
        let UnreadPart::Damage { sentence, fault, so } = part else {
            return Self::new("other", part.to_string());
        };
        let (note, game) = match so {
            PartLost::Game(game) => ("skipped", Some(*game)),
            PartLost::Between => ("skipped", None),
            PartLost::RestOf(game) => ("cut", Some(*game)),
            PartLost::Rest => ("cut", None),
        };
        let fault = Some(ReadingFault::new(format, fault));
        Self { game, fault, ..Self::new(note, sentence.clone()) }
    }

    fn of_note(note: &ReadNote) -> Self {
        let text = note.to_string();
        match note {
            ReadNote::Go(rule) => Self { rule: Some(rule.to_string()), ..Self::new("go", text) },
            ReadNote::Ignored(IgnoredWords { words, more }) => Self {
                words: words.clone(),
                more: (*more > 0).then_some(*more),
                ..Self::new("ignored", text)
            },
            ReadNote::Assumed { size, rule } => Self {
                rule: rule.map(|rule| rule.to_string()),
                board: Some([size.width(), size.height()]),
                ..Self::new("assumed", text)
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use tengen_engine::types::{BoardSize, Rule};
    use tengen_records::game_format::ReadDefaults;

    #[test]
    fn the_most_serious_note_comes_first() {
        let notes = |format: GameFormat, text: &str| {
            let size = BoardSize::square(15).unwrap();
            let defaults = ReadDefaults { rule: Rule::Renju.into(), size, charset: None };
            let read = format.each(text.as_bytes(), defaults, |_, _| ControlFlow::Continue(()));
            let notes = ReadingNote::all(format, &read.unwrap());
            serde_json::to_string(&notes).unwrap()
        };
        let list = notes(GameFormat::TXT, "nice h8 i9\nh8h8\n");
        assert!(
            list.starts_with(r#"[{"note":"skipped","text":"line 2: point h8 is occ"#),
            "{list}"
        );
        let place = |part: &str| list.find(part).unwrap_or_else(|| panic!("{part} in {list}"));
        place(r#""game":2,"fault":{"reason":"occupied","format":"txt","line":2,"seen":"h8"}}"#);
        let ignored =
            r#"{"note":"ignored","text":"ignored, as they are no moves: nice","words":["nice"]}"#;
        assert!(place(ignored) < place(r#"{"note":"assumed","text":"the text names"#));
        assert!(list.ends_with(r#""rule":"renju","board":[15,15]}]"#), "{list}");
        let go = notes(GameFormat::SGF, "(;GM[1]FOO[x];B[hh]");
        assert!(go.starts_with(r#"[{"note":"go","text":"GM[1] is"#), "{go}");
        let place = |part: &str| go.find(part).unwrap_or_else(|| panic!("{part} in {go}"));
        assert!(place(r#"{"note":"cut""#) < place(r#"{"note":"other""#));
        assert_eq!(notes(GameFormat::SGF, "(;GM[4];B[hh])"), "[]");
    }
}
