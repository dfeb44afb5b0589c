//! What a person at the board can ask for, and the words for it.

use thiserror::Error;

use crate::board::notation;
use crate::types::{BoardSize, Coord};

/// Something a person asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCommand {
    /// Put a stone of the side to move.
    Put(Coord),
    /// Put it where the cursor stands.
    PutHere,
    /// Move the cursor by columns and rows.
    Move {
        /// Columns, positive to the right.
        right: i32,
        /// Rows, positive downward.
        down: i32,
    },
    /// Take back, until a person is to move.
    Undo,
    /// Put again what was taken back, until a person is to move.
    Redo,
    /// Ask the engine for advice.
    Hint,
    /// Show the points forbidden to black, or no longer.
    Forbidden,
    /// Let the engine move now: for the person to move, or at once if it is thinking.
    Go,
    /// Change seats.
    Swap,
    /// Stop the engines between moves, or let them go on.
    Pause,
    /// A new game.
    New,
    /// Show the board again.
    Show,
    /// Keep the game; in the file if one is named.
    Save(Option<String>),
    /// Tell the commands.
    Help,
    /// Leave.
    Quit,
}

/// Words that mean nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{seen}' is no command and no point of a {size} board, expected a point like h8 or 7,7, or help"
)]
pub struct CommandError {
    /// What was typed.
    pub seen: String,
    /// The board.
    pub size: BoardSize,
}

/// What [`parse`] understands, for people.
pub const HELP: &str = "\
h8 or 7,7    put a stone (letters from the left, numbers from the bottom; or column,row from 0
             at the top left)
undo  redo   take back, put again
hint         the engine's advice          forbidden  points forbidden to black
go           the engine moves now         swap       change seats
pause        stop and start engines       board      show the board
save [FILE]  keep the game                new        a new game
help         this                         quit       leave
";

/// Reads a line of words. `None` for an empty line.
///
/// # Errors
/// If it is neither a command nor a point of the board.
pub fn parse(text: &str, size: BoardSize) -> Result<Option<TableCommand>, CommandError> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let command = match (word.to_ascii_lowercase().as_str(), rest) {
        ("", _) => return Ok(None),
        ("save", "") => TableCommand::Save(None),
        ("save", file) => TableCommand::Save(Some(file.to_owned())),
        ("undo" | "u", "") => TableCommand::Undo,
        ("redo" | "r", "") => TableCommand::Redo,
        ("hint", "") => TableCommand::Hint,
        ("forbidden", "") => TableCommand::Forbidden,
        ("go", "") => TableCommand::Go,
        ("swap", "") => TableCommand::Swap,
        ("pause", "") => TableCommand::Pause,
        ("new", "") => TableCommand::New,
        ("board", "") => TableCommand::Show,
        ("help" | "?", "") => TableCommand::Help,
        ("quit" | "exit" | "q", "") => TableCommand::Quit,
        _ => match point(text, size) {
            Some(coord) => TableCommand::Put(coord),
            None => {
                let seen = text.chars().filter(|c| !c.is_control()).take(40).collect();
                return Err(CommandError { seen, size });
            }
        },
    };
    Ok(Some(command))
}

/// `h8`, `7,7` or `7 7`.
fn point(text: &str, size: BoardSize) -> Option<Coord> {
    if let Ok(coord) = notation::parse(text, size) {
        return Some(coord);
    }
    let (x, y) = text.split_once([',', ' '])?;
    let coord = Coord::new(x.trim().parse().ok()?, y.trim().parse().ok()?);
    Some(coord).filter(|&coord| size.contains(coord))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Option<TableCommand>, CommandError> {
        parse(text, BoardSize::square(15).unwrap())
    }

    #[test]
    fn points_are_read_in_both_spellings() {
        for text in ["h8", "H8", " 7,7 ", "7 7", "7, 7"] {
            assert_eq!(parsed(text), Ok(Some(TableCommand::Put(Coord::new(7, 7)))), "{text}");
        }
    }

    #[test]
    fn every_word_of_the_help_is_a_command() {
        for word in "undo redo hint forbidden go swap pause board save new help quit".split(' ') {
            assert!(HELP.contains(word), "{word}");
            assert!(matches!(parsed(word), Ok(Some(_))), "{word}");
        }
        assert_eq!(
            parsed("save my games.csv"),
            Ok(Some(TableCommand::Save(Some("my games.csv".into()))))
        );
        assert_eq!(parsed("  "), Ok(None));
    }

    #[test]
    fn anything_else_is_told_with_what_was_expected() {
        for text in ["p8", "15,0", "-1,3", "undo it", "hello\u{7}", "h8 i9"] {
            let error = parsed(text).unwrap_err().to_string();
            assert!(error.contains("expected a point like h8"), "{error}");
            assert!(!error.contains('\u{7}'));
        }
    }
}
