//! Games as JSON, one object a line: the format of the journal, from which all others are made.

use thiserror::Error;

use super::game::GameRecord;
use super::located::{self, Located};

/// A line that holds no game.
#[derive(Debug, Error)]
#[error("{message}, expected one game as a JSON object")]
pub struct JsonError {
    /// What the parser said.
    pub message: String,
}

/// The game as one line, with its line break.
pub fn write(game: &GameRecord) -> String {
    // A record is a plain tree of numbers and text: no value of it can fail to be written.
    let mut line = serde_json::to_string(game).unwrap_or_default();
    line.push('\n');
    line
}

/// Reads one line, without its line break; `number` counts lines from 1 for the error.
///
/// # Errors
/// If the line is no JSON or not of a game.
pub fn read_line(line: &str, number: usize) -> Result<GameRecord, Located<JsonError>> {
    serde_json::from_str(line).map_err(|error| {
        let message = located::without_place(&error);
        Located { line: number, column: error.column().max(1), error: JsonError { message } }
    })
}

/// Reads all games of a text; empty lines are skipped.
///
/// # Errors
/// At the first line that is no game.
pub fn read(text: &str) -> Result<Vec<GameRecord>, Located<JsonError>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(index, line)| read_line(line, index + 1)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::records::sample::{any_game, game};

    #[test]
    fn wrong_lines_are_told_with_their_place() {
        let text = format!("{}\n{{\"game\":1}}\n", write(&game()));
        let error = read(&text).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 3, column 10: missing field `round`, expected one game as a JSON object"
        );
        assert!(read("nonsense").unwrap_err().to_string().starts_with("line 1, column 2: "));
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
