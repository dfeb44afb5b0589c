//! What the user of a text or a file that was read should know, as a code with what belongs to it.

use std::fmt::Display;

use schemars::JsonSchema;
use serde::Serialize;

use super::reading_fault::ReadingFault;
use tengen_records::game_format::{GameFormat, ReadLosses};
use tengen_records::read_loss::ReadLoss;
use tengen_records::read_note::{IgnoredWords, ReadNote};
use tengen_records::unread::{PartLost, UnreadPart};

/// What the user of a text or a file should know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReadingNote {
    /// `go`: it has the number of Go and is read as five in a row; `cut`: of a game only what stands
    /// before the fault is read; `skipped`: a game, or a part between games, is not read; `ignored`:
    /// words that are no moves are left out; `assumed`: what it does not name of board and rule
    /// was taken; `marked`, `guessed`: the code page, by the first bytes or as a guess; `tail`: end
    /// marks after the text; `properties`: of SGF, that are left out; `small-letters`, `date-cut`,
    /// `opening-name`, `other-result`: what is read otherwise than SGF says it; `to-move`: who is taken
    /// to be next; `beyond`: a board that is taken as stones lie beyond the usual one; `lib-occupied`,
    /// `lib-after-text`, `lib-remarks`, `lib-zeros`: moves, remarks and bytes of a library that are
    /// left out; `rows`, `games`: more of them that cannot be read; `other`: anything else, which only
    /// the sentence says.
    pub note: &'static str,
    /// The same in English.
    pub text: String,
    /// The number of the game in the file (`cut`, `skipped`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// What is wrong (`cut`, `skipped`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<ReadingFault>,
    /// What was seen: a code page, a date, a result, an opening rule (`marked`, `guessed`, `date-cut`,
    /// `other-result`, `opening-name`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// How many there are (`properties`, `lib-…`, `rows`, `games`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The side to move (`to-move`), or the winner on the board or `draw` (`other-result`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// How many black and white stones there are (`to-move`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stones: Option<[u64; 2]>,
    /// The words (`ignored`), or the first names (`properties`).
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// How many more there are (`ignored`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<u64>,
    /// The rule that was taken (`go`, `assumed`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The columns and rows of the board that was taken (`assumed`, `beyond`).
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
        let others = losses.lost.iter().map(Self::of_loss);
        let first = notes().filter(is_go).map(Self::of_note);
        let rest = notes().filter(|note| !is_go(note)).map(Self::of_note);
        first.chain(rows).chain(parts).chain(others).chain(rest).collect()
    }

    fn new(note: &'static str, text: String) -> Self {
        Self { note, text, ..Self::default() }
    }

    fn of_part(format: GameFormat, part: &UnreadPart) -> Self {
        let (sentence, fault, so) = match part {
            UnreadPart::Damage { sentence, fault, so } => (sentence, fault, so),
            UnreadPart::More(count) => {
                return Self { count: Some(*count), ..Self::new("games", part.to_string()) };
            }
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

    fn of_loss(loss: &ReadLoss) -> Self {
        let new = |note| Self::new(note, loss.to_string());
        let seen = |note, seen: &dyn Display| Self { seen: Some(seen.to_string()), ..new(note) };
        let counted = |note, count: usize| Self { count: Some(count as u64), ..new(note) };
        match loss {
            ReadLoss::Marked(page) => seen("marked", page),
            ReadLoss::Guessed(page) => seen("guessed", page),
            ReadLoss::Tail(signs) => counted("tail", *signs),
            ReadLoss::Properties { total, names } => {
                Self { words: names.clone(), ..counted("properties", *total) }
            }
            ReadLoss::SmallLetters => new("small-letters"),
            ReadLoss::DateCut(date) => seen("date-cut", date),
            ReadLoss::OpeningName(rule) => seen("opening-name", rule),
            ReadLoss::OtherResult { seen: result, board } => {
                let color = board.map_or("draw".to_owned(), |winner| winner.to_string());
                Self { color: Some(color), ..seen("other-result", result) }
            }
            ReadLoss::ToMove { black, white, next } => Self {
                stones: Some([*black as u64, *white as u64]),
                color: Some(next.to_string()),
                ..new("to-move")
            },
            ReadLoss::Beyond { taken, .. } => {
                Self { board: Some([taken.width(), taken.height()]), ..new("beyond") }
            }
            ReadLoss::Occupied(count) => counted("lib-occupied", *count),
            ReadLoss::AfterText(count) => counted("lib-after-text", *count),
            ReadLoss::Remarks(count) => counted("lib-remarks", *count),
            ReadLoss::Padding(bytes) => counted("lib-zeros", *bytes),
            ReadLoss::Rows(count) => Self { count: Some(*count), ..new("rows") },
            ReadLoss::Said(_) => new("other"),
        }
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
                board: size.map(|size| [size.width(), size.height()]),
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
        let skipped =
            r#"{"note":"properties","text":"skipped 1 property: FOO","count":1,"words":["FOO"]}"#;
        assert!(place(r#"{"note":"cut""#) < place(skipped));
        assert_eq!(notes(GameFormat::SGF, "(;GM[4];B[hh])"), "[]");
        let drawing =
            notes(GameFormat::DRAWING, "X X X . .\nO O O O .\n. . . . .\n. . . . .\n. . . . .\n");
        assert!(
            drawing.contains(r#""note":"to-move""#) && drawing.contains(r#""color":"black""#),
            "{drawing}"
        );
        assert!(drawing.contains(r#""stones":[3,4]"#), "{drawing}");
    }
}
