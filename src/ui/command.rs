//! The commands of a person at the board, and the parser for them.

use thiserror::Error;

use crate::board::notation;
use crate::types::{BoardSize, Coord};

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TableCommand {
    /// Place a stone of the side to move.
    Put(Coord),
    /// Place it at the cursor.
    PutHere,
    /// Move the cursor by columns and rows.
    Move {
        /// Columns, positive to the right.
        right: i32,
        /// Rows, positive downward.
        down: i32,
    },
    /// Take back moves until a person is to move.
    Undo,
    /// Replay moves taken back until a person is to move.
    Redo,
    /// Ask the engine for a hint.
    Hint,
    /// Show or hide the points forbidden to black.
    Forbidden,
    /// Make the engine move now: in place of the person, or at once if it is thinking.
    Go,
    /// Swap the players' colors.
    Swap,
    /// Pause or resume the engines.
    Pause,
    /// Start a new game.
    New,
    /// Print the board.
    Show,
    /// Save the game, in the file if one is given.
    Save(Option<String>),
    /// List the commands.
    Help,
    /// Quit.
    Quit,
}

/// Text that is not a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{seen}' is neither a command nor a point of a {size} board, expected a point like h8 or 7,7, or help"
)]
pub(crate) struct CommandError {
    /// What was typed.
    pub seen: String,
    /// The board.
    pub size: BoardSize,
}

/// The commands that [`parse`] reads.
pub(crate) const HELP: &str = "\
h8 or 7,7    place a stone (letters from the left, numbers from the bottom; or column,row from 0
             at the top left)
undo  redo   take back, replay
hint         the engine's hint            forbidden  points forbidden to black
go           the engine moves now         swap       swap the colors
pause        pause or resume engines      board      print the board
save [FILE]  save the game                new        a new game
help         this list                    quit       leave
";

/// Parses a line. `None` for an empty line.
///
/// # Errors
/// If it is neither a command nor a point of the board.
pub(crate) fn parse(text: &str, size: BoardSize) -> Result<Option<TableCommand>, CommandError> {
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
    fn parse_reads_points_in_both_notations() {
        for text in ["h8", "H8", " 7,7 ", "7 7", "7, 7"] {
            assert_eq!(parsed(text), Ok(Some(TableCommand::Put(Coord::new(7, 7)))), "{text}");
        }
    }

    #[test]
    fn parse_reads_every_command_of_the_help() {
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
    fn parse_errors_say_what_was_expected() {
        for text in ["p8", "15,0", "-1,3", "undo it", "hello\u{7}", "h8 i9"] {
            let error = parsed(text).unwrap_err().to_string();
            assert!(error.contains("expected a point like h8"), "{error}");
            assert!(!error.contains('\u{7}'));
        }
    }
}
