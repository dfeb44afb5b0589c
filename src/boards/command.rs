//! The commands of a person at the board, and the parser for them.

use std::path::Path;

use thiserror::Error;

use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Color, Coord, Stone};
use tengen_records::move_text;
use tengen_util::excerpt::excerpt;

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
    /// Put the cursor on a point.
    Point(Coord),
    /// Give up the turn.
    Pass,
    /// Take back moves until a person is to move.
    Undo,
    /// Replay moves taken back until a person is to move.
    Redo,
    /// Ask the engine for a hint.
    Hint,
    /// Go to the first position of the game.
    First,
    /// Go to the last position of this line.
    Last,
    /// Go to the next alternative to the last move.
    Variation,
    /// Make this line the main line.
    Promote,
    /// Set the comment on the last move; empty removes it.
    Comment(String),
    /// Show or hide the points forbidden to black.
    Forbidden,
    /// Show or hide the threats of both sides.
    Threats,
    /// Explain why the best move is good.
    Explain,
    /// Review the game: comments on its mistakes, better moves as variations.
    Review,
    /// Go to the next mistake of the review.
    Mistake,
    /// Show or hide the numbers of the moves.
    Numbers,
    /// Begin or end the analysis.
    Analyze,
    Resign,
    /// Begin to set up stones, or play the position that was set up.
    Edit,
    /// Discard the position that was set up.
    Cancel,
    /// Place stones while setting up, or remove them.
    Stones(Option<Stone>, Vec<Coord>),
    /// Set the side to move while setting up, or change it.
    Turn(Option<Color>),
    /// Make the engine move now: in place of the person, or at once if it is thinking.
    Go,
    /// Make a choice of the opening: a color, `two`, `ten`, a number.
    Choose(String),
    /// Swap the players' colors.
    Swap,
    /// Report the engine's level, or set it.
    Level(String),
    /// Pause or resume the engines.
    Pause,
    /// Start a new game.
    New,
    /// Print the board.
    Show,
    /// Play on a game of a file: the one with this number, or the last.
    Open(String, Option<u64>),
    /// Save the game, in the file if one is given; whether to replace an existing file.
    Save(Option<String>, bool),
    /// List the commands.
    Help,
    /// Leave. The game stays in its file, or is dropped.
    Quit {
        /// Whether it is dropped.
        drops: bool,
    },
}

impl TableCommand {
    /// Leave; the game stays in its file.
    pub(crate) const QUIT: Self = Self::Quit { drops: false };

    /// Whether it ends a search for something other than a move. What brings the board elsewhere says
    /// so itself: the next mistake is waited for while a review runs.
    pub(crate) fn changes_game(&self) -> bool {
        !matches!(
            self,
            Self::Move { .. }
                | Self::Point(_)
                | Self::Help
                | Self::Show
                | Self::Forbidden
                | Self::Numbers
                | Self::Threats
                | Self::Save(..)
                | Self::Comment(_)
                | Self::Promote
                | Self::Mistake
                | Self::Level(_)
        )
    }
}

/// Text that is not a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum CommandError {
    /// Neither a command nor a point.
    #[error(
        "'{seen}' is neither a command nor a point of a {size} board, expected a point like {} or {}, or help",
        notation::name(size.center(), *size), size.center()
    )]
    Unknown {
        /// What was typed.
        seen: String,
        size: BoardSize,
    },
    /// A command for points without one, or with something else.
    #[error("{word}: seen '{seen}', expected points of a {size} board like {} or {}",
        notation::name(size.center(), *size), size.center())]
    Point {
        /// The command.
        word: String,
        /// What was typed instead of a point.
        seen: String,
        size: BoardSize,
    },
    /// A line that was typed and is too long.
    #[error("seen a line of over {limit} bytes, expected a shorter one")]
    TooLong {
        /// The most bytes of a line.
        limit: usize,
    },
    /// A command with something unknown after it.
    #[error("{word}: seen '{seen}', expected {expected}")]
    Rest {
        /// The command.
        word: String,
        /// What was typed after it.
        seen: String,
        /// What can stand there.
        expected: &'static str,
    },
}

/// Foreign text as a message shows it.
fn shown(text: &str) -> String {
    excerpt(text, 40)
}

/// The commands that [`parse`] reads, each with what it does.
pub(crate) const HELP: &[(&str, &str)] = &[
    (
        "h8 or 7,7",
        "place a stone: letters from the left and numbers from the bottom, or column,row from 0 at \
         the top left",
    ),
    ("pass", "give up the turn, also --"),
    ("undo", "take back"),
    ("redo", "replay what was taken back"),
    ("first", "go to the start of the line"),
    ("last", "go to the end of the line"),
    ("hint", "the engine's hint"),
    ("go", "the engine moves now"),
    ("analyze", "begin or end an analysis"),
    ("explain", "why the best move is good"),
    ("review", "find the mistakes of this game: comments, and better moves as variations"),
    ("mistake", "go to the next mistake of the review"),
    ("threats", "threats of both sides"),
    ("forbidden", "points forbidden to black, and why"),
    ("numbers", "numbers of the moves"),
    ("board", "print the board"),
    ("level [1-10]", "report or set the engine's level"),
    ("pause", "pause or resume the engine"),
    ("swap", "swap the colors"),
    ("variation", "the next other move here"),
    ("promote", "make this line the main line"),
    ("comment TEXT", "set the comment on this move; without text, remove it"),
    ("resign", "give up the game"),
    (
        "edit",
        "set up stones: then black h8 i9, white g7, remove h8, turn white; edit again starts play \
         from it",
    ),
    ("cancel", "discard the position being set up"),
    ("black, white", "answer the opening's question: a color, swap, keep, two, ten or a number"),
    (
        "save [FILE]",
        "save the game: .sgf (also without an ending) and .lib with variations, .psq, .pgn, .sav, \
         .pos, .rec, .txt; .csv is appended to",
    ),
    ("save! FILE", "the same, replacing a file"),
    (
        "open FILE",
        "continue a game from a file of any format of `tengen games convert`: the last one, or its \
         third with open FILE 3",
    ),
    ("new", "a new game"),
    ("help", "this list"),
    ("quit", "leave; the game stays in its file, quit! drops it"),
];

/// Parses a line. `None` for an empty line.
///
/// # Errors
/// If it is neither a command nor a point of the board.
pub(crate) fn parse(text: &str, size: BoardSize) -> Result<Option<TableCommand>, CommandError> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
    if word.is_empty() {
        return Ok(None);
    }
    if let Some(coord) = move_text::point(text, size) {
        return Ok(Some(TableCommand::Put(coord)));
    }
    let command = match rest {
        "" => word_alone(&word),
        _ => with_more(&word, rest, size)?,
    };
    let unknown = || match word.as_str() {
        "remove" => CommandError::Point { word: word.clone(), seen: String::new(), size },
        _ if !rest.is_empty() && word_alone(&word).is_some() => {
            CommandError::Rest { word: word.clone(), seen: shown(rest), expected: "nothing" }
        }
        _ => CommandError::Unknown { seen: shown(text), size },
    };
    command.map(Some).ok_or_else(unknown)
}

/// A command of one word.
fn word_alone(word: &str) -> Option<TableCommand> {
    Some(match word {
        "save" | "save!" => TableCommand::Save(None, word.ends_with('!')),
        "black" | "white" | "keep" | "two" | "ten" => TableCommand::Choose(word.to_owned()),
        number if number.len() < 3 && number.parse::<u8>().is_ok() => {
            TableCommand::Choose(number.to_owned())
        }
        "comment" => TableCommand::Comment(String::new()),
        "open" => TableCommand::Open(String::new(), None),
        "turn" => TableCommand::Turn(None),
        "level" => TableCommand::Level(String::new()),
        "edit" => TableCommand::Edit,
        "cancel" => TableCommand::Cancel,
        "first" => TableCommand::First,
        "last" => TableCommand::Last,
        "variation" => TableCommand::Variation,
        "promote" => TableCommand::Promote,
        "threats" => TableCommand::Threats,
        "explain" => TableCommand::Explain,
        "review" => TableCommand::Review,
        "mistake" => TableCommand::Mistake,
        "numbers" => TableCommand::Numbers,
        "analyze" => TableCommand::Analyze,
        "resign" => TableCommand::Resign,
        "pass" | notation::PASS => TableCommand::Pass,
        "undo" | "u" => TableCommand::Undo,
        "redo" | "r" => TableCommand::Redo,
        "hint" => TableCommand::Hint,
        "forbidden" => TableCommand::Forbidden,
        "go" => TableCommand::Go,
        "swap" => TableCommand::Swap,
        "pause" => TableCommand::Pause,
        "new" => TableCommand::New,
        "board" => TableCommand::Show,
        "help" | "?" => TableCommand::Help,
        "quit" | "exit" | "q" => TableCommand::QUIT,
        "quit!" | "q!" => TableCommand::Quit { drops: true },
        _ => return None,
    })
}

/// A command with something after its word; `None` if no such command takes anything.
fn with_more(
    word: &str,
    rest: &str,
    size: BoardSize,
) -> Result<Option<TableCommand>, CommandError> {
    let points = || -> Result<Vec<Coord>, CommandError> {
        let of = |name: &str| {
            let wrong = || CommandError::Point { word: word.to_owned(), seen: shown(name), size };
            move_text::point(name, size).ok_or_else(wrong)
        };
        // Pairs of numbers are no list.
        let list = move_text::points(rest, size);
        list.or_else(|_| rest.split_whitespace().map(of).collect())
    };
    Ok(Some(match (word, rest.to_ascii_lowercase().as_str()) {
        ("save" | "save!", _) => TableCommand::Save(Some(with_ending(rest)), word.ends_with('!')),
        ("open", _) => open(rest),
        ("level", _) => TableCommand::Level(rest.to_owned()),
        ("comment", _) => TableCommand::Comment(rest.to_owned()),
        ("black", _) => TableCommand::Stones(Some(Stone::Black), points()?),
        ("white", _) => TableCommand::Stones(Some(Stone::White), points()?),
        ("remove", _) => TableCommand::Stones(None, points()?),
        ("turn", "black") => TableCommand::Turn(Some(Color::Black)),
        ("turn", "white") => TableCommand::Turn(Some(Color::White)),
        ("turn", _) => {
            let (word, seen) = (word.to_owned(), shown(rest));
            return Err(CommandError::Rest { word, seen, expected: "black or white" });
        }
        _ => return Ok(None),
    }))
}

/// The name of a file to save: one without an ending gets `.sgf`, which holds all of a game.
fn with_ending(file: &str) -> String {
    // A folder such as .. or a/ is refused later.
    let path = Path::new(file);
    let is_folder = path.file_name().is_none() || file.ends_with(['/', std::path::MAIN_SEPARATOR]);
    let has_ending = path.extension().is_some() || is_folder;
    format!("{file}{}", if has_ending { "" } else { ".sgf" })
}

/// A file and, if there are two words, the number of a game in it.
fn open(text: &str) -> TableCommand {
    let numbered = text.rsplit_once(char::is_whitespace);
    let numbered = numbered.and_then(|(file, number)| Some((file.trim(), number.parse().ok()?)));
    match numbered {
        Some((file, number)) => TableCommand::Open(file.to_owned(), Some(number)),
        None => TableCommand::Open(text.to_owned(), None),
    }
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
        for (command, what) in HELP {
            let word = command.split([' ', ',']).next().unwrap_or_default();
            assert!(matches!(parsed(word), Ok(Some(_))), "{command}: {what}");
        }
        for word in "pass undo redo first last hint go analyze explain review mistake threats forbidden numbers board \
                     pause swap variation promote comment resign edit cancel save open new help quit level"
            .split_whitespace()
        {
            assert!(HELP.iter().any(|(command, _)| command.starts_with(word)), "{word}");
        }
        assert_eq!(
            parsed("save my games.csv"),
            Ok(Some(TableCommand::Save(Some("my games.csv".into()), false)))
        );
        assert_eq!(parsed("save a"), Ok(Some(TableCommand::Save(Some("a.sgf".into()), false))));
        for folder in ["..", "/", "a/"] {
            let expected = TableCommand::Save(Some(folder.to_owned()), false);
            assert_eq!(parsed(&format!("save {folder}")), Ok(Some(expected)));
        }
        assert_eq!(parsed("save! a.sgf"), Ok(Some(TableCommand::Save(Some("a.sgf".into()), true))));
        assert_eq!(
            parsed("white h8 7,6"),
            Ok(Some(TableCommand::Stones(
                Some(Stone::White),
                vec![Coord::new(7, 7), Coord::new(7, 6)]
            )))
        );
        let open = |file: &str, number| Ok(Some(TableCommand::Open(file.to_owned(), number)));
        assert_eq!(parsed("open my games.csv"), open("my games.csv", None));
        assert_eq!(parsed("open my games.csv  3"), open("my games.csv", Some(3)));
        assert_eq!(parsed("open 3"), open("3", None));
        assert_eq!(parsed("quit!"), Ok(Some(TableCommand::Quit { drops: true })));
        assert_eq!(parsed("turn white"), Ok(Some(TableCommand::Turn(Some(Color::White)))));
        assert_eq!(parsed("  "), Ok(None));
    }

    #[test]
    fn parse_errors_say_what_was_expected() {
        let refused = |text: &str| parsed(text).unwrap_err().to_string();
        for text in ["p8", "15,0", "-1,3", "hello\u{7}", "h8 i9"] {
            let error = refused(text);
            assert!(error.contains("expected a point like h8 or 7,7, or help"), "{error}");
            assert!(!error.contains('\u{7}'));
        }
        assert_eq!(refused("undo it"), "undo: seen 'it', expected nothing");
        assert_eq!(refused("turn x"), "turn: seen 'x', expected black or white");
        let points = "expected points of a 15x15 board like h8 or 7,7";
        assert_eq!(refused("white h8 p9"), format!("white: seen 'p9', {points}"));
        assert_eq!(refused("remove"), format!("remove: seen '', {points}"));
    }
}
