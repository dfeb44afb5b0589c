//! Games as JSON, one object per line: the format of the journal, which loses nothing.

use thiserror::Error;

use super::game::GameRecord;
use super::json::{self, JsonError};

/// A line that is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {error}, expected one game as a JSON object")]
pub struct GameLineError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: JsonError,
}

/// The game as one line, with its line break.
pub fn write(game: &GameRecord) -> String {
    // A record is a plain tree of numbers and text: serialization cannot fail.
    let mut line = serde_json::to_string(game).unwrap_or_default();
    line.push('\n');
    line
}

/// Reads one line, without its line break; `line` counts from 1 for the error.
///
/// # Errors
/// If the text is not the JSON of a game.
pub fn read_line(text: &str, line: usize) -> Result<GameRecord, GameLineError> {
    json::parse(text).map_err(|error| GameLineError { line, error })
}

/// Reads all games of a text; empty lines are skipped.
///
/// # Errors
/// At the first line that is not a game.
pub fn read(text: &str) -> Result<Vec<GameRecord>, GameLineError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(index, line)| read_line(line, index + 1)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sample::{any_game, game};

    #[test]
    fn jsonl_errors_name_the_line() {
        let text = format!("{}\n{{\"game\":1}}\n", write(&game()));
        let error = read(&text).unwrap_err();
        assert_eq!(error.to_string(), "line 3: round: missing, expected one game as a JSON object");
        assert!(
            read("nonsense").unwrap_err().to_string().starts_with("line 1: not JSON at column 2: ")
        );
    }

    proptest! {
        #[test]
        fn games_come_back(games in proptest::collection::vec(any_game(), 0..4)) {
            let text: String = games.iter().map(write).collect();
            prop_assert_eq!(text.lines().count(), games.len());
            prop_assert_eq!(read(&text).unwrap(), games);
        }
    }
}
