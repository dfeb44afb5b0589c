//! The lines of `games.jsonl`: each is a game, with a checksum unless the journal was written by an
//! earlier version.

use serde_json::Value;

use super::Flaw;
use super::seal::{Checksum, LINE, SealedText};
use tengen_records::{GameRecord, jsonl};
use tengen_util::journal_file::whole_lines;

/// A game and its place in the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedGame {
    /// The line, counted from 1.
    pub line: usize,
    pub game: GameRecord,
}

/// The lines of a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JournalLines {
    /// The games in the order of the lines.
    pub games: Vec<NumberedGame>,
    /// How many bytes the complete lines have.
    pub length: usize,
    /// The number of an incomplete last line, which a killed program leaves.
    pub torn: Option<usize>,
    /// Whether there are lines without checksums, as an earlier version wrote them: then no line
    /// has one.
    pub is_unsealed: bool,
    /// The checksum of all lines.
    pub(crate) sum: Checksum,
}

impl JournalLines {
    /// Reads the contents of a journal.
    ///
    /// # Errors
    /// With the first line that is not a game, or that was changed.
    pub fn read(bytes: &[u8]) -> Result<Self, Flaw> {
        let whole = whole_lines(bytes);
        let split = whole.split_inclusive(|&byte| byte == b'\n');
        let split: Vec<&[u8]> = split.collect();
        let is_sealed = split.iter().any(|line| SealedText::split(LINE, line).is_some());
        let mut lines = Self { length: whole.len(), ..Self::default() };
        for (line, text) in (1..).zip(&split) {
            let read = if is_sealed { lines.sealed(text) } else { unsealed(text) };
            let game = read.map_err(|problem| Flaw { line, problem })?;
            lines.games.push(NumberedGame { line, game });
        }
        lines.is_unsealed = !is_sealed && !split.is_empty();
        let rest = &bytes[whole.len()..];
        if !rest.is_empty() {
            let line = split.len() + 1;
            check_torn(rest).map_err(|problem| Flaw { line, problem })?;
            lines.torn = Some(line);
        }
        Ok(lines)
    }

    /// The game of a line of a journal with checksums.
    fn sealed(&mut self, text: &[u8]) -> Result<GameRecord, String> {
        // What is wrong with the text says more than its checksum.
        let game = game_of(text)?;
        let sealed = SealedText::split(LINE, text);
        let sealed = sealed.ok_or("no checksum, expected one as in the other lines")?;
        self.sum = sealed.verify(self.sum)?;
        Ok(game)
    }
}

/// A journal with right checksums in all lines that have one. The fuzz tests need it, as a changed
/// line is otherwise refused for its checksum.
#[doc(hidden)]
pub fn with_right_checksums(bytes: &[u8]) -> Vec<u8> {
    let (mut all, mut sum) = (Vec::new(), Checksum::default());
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let text = SealedText::split(LINE, line).and_then(|it| String::from_utf8(it.text()).ok());
        match text {
            Some(text) => {
                let (sealed, next) = sum.seal(LINE, &text);
                all.extend(sealed.into_bytes());
                sum = next;
            }
            None => all.extend(line),
        }
    }
    all
}

/// The game of a line without a checksum. All that it says must belong to the game.
fn unsealed(text: &[u8]) -> Result<GameRecord, String> {
    let game = game_of(text)?;
    let (seen, read) = (serde_json::from_slice::<Value>(text), serde_json::to_value(&game));
    let (Ok(Value::Object(seen)), Ok(Value::Object(read))) = (seen, read) else {
        return Err("not an object, expected a game".to_owned());
    };
    match seen.iter().find(|&(key, value)| read.get(key) != Some(value)) {
        Some((key, value)) => {
            let expected = read.get(key).map_or_else(|| "no such key".to_owned(), Value::to_string);
            Err(format!("{key}: seen {value}, expected {expected}"))
        }
        None => Ok(game),
    }
}

/// The game of a line, or what is wrong with it.
fn game_of(line: &[u8]) -> Result<GameRecord, String> {
    let text = std::str::from_utf8(line)
        .map_err(|error| format!("not UTF-8 at byte {}", error.valid_up_to() + 1))?;
    // The place of the line is known to the caller.
    jsonl::read_line(text, 1).map_err(|error| error.error.to_string())
}

/// A line without its end is one that was not written to the end: nothing follows a whole object.
fn check_torn(rest: &[u8]) -> Result<(), String> {
    let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<Value>();
    match values.next() {
        Some(Ok(_)) if values.byte_offset() < rest.len() => {
            let more = String::from_utf8_lossy(&rest[values.byte_offset()..]);
            let more: String = more.chars().take(20).collect();
            Err(format!("{more:?} after the game, expected the end of the line"))
        }
        _ => Ok(()),
    }
}
