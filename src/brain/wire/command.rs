//! What a manager can send, as a value. The parser is total: every line of bytes becomes a command
//! or an error, and nothing panics.

use std::fmt;

use super::block::BlockKind;
use super::database::DatabaseWord;
use super::error::ParseError;
use super::extension::{Extension, FileWord};
use super::info::{Info, InfoError};
use super::lexer::{excerpt, number, split_word, text};
use super::line::WireLine;
use super::point::NumberPair;
use super::step::YxStep;
use tengen_util::text::WordCursor;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n`, `START w h` or `RECTSTART w,h`: a new game on an empty board.
    Start(NumberPair),
    /// `RESTART`: a new game on the same board.
    Restart,
    /// `BEGIN`: open the game.
    Begin,
    /// `TURN x,y`: the opponent's move.
    Turn(NumberPair),
    /// `PLAY x,y`: the brain's own move, chosen by the manager.
    Play(NumberPair),
    /// `TAKEBACK x,y`: remove a stone.
    Takeback(NumberPair),
    /// The first line of a block, with what follows the word on the same line.
    Open(BlockKind, String),
    /// `DONE`: the end of a block.
    Done,
    /// `INFO key value`.
    Info(Info),
    /// `ABOUT`: ask for name and version.
    About,
    /// `STOP` or `YXSTOP`: end the search.
    Stop,
    /// `END`: exit.
    End,
    /// A command of Yixin or Rapfi that is whole on its line.
    Extension(Extension),
    /// Another one with a file, and what follows the word on its line.
    File(FileWord, String),
    /// `RELOADCONFIG path`: a file of Rapfi, which has no meaning to others.
    ReloadConfig(String),
    /// A step of an opening that Yixin-Board plays, with what follows the word on its line.
    YxStep {
        step: YxStep,
        /// A number of fifth stones, or rows.
        rest: String,
    },
    /// A command of Yixin-Board's position database, with what follows the word on its line.
    Database(DatabaseWord, String),
}

/// A line and the command on it. Each line is parsed once, when it arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedLine {
    pub line: WireLine,
    /// The command, or why it is not one.
    pub command: Result<Command, ParseError>,
}

impl ParsedLine {
    /// Parses a line.
    pub fn new(line: WireLine) -> Self {
        let command =
            if line.is_cut() { Err(too_long(&line)) } else { Command::parse(line.bytes()) };
        Self { line, command }
    }
}

fn too_long(line: &WireLine) -> ParseError {
    let (word, _) = split_word(line.bytes());
    let length = line.length();
    match word.eq_ignore_ascii_case(b"INFO") {
        true => InfoError::TooLong { length }.into(),
        false => ParseError::TooLong { length },
    }
}

impl Command {
    /// Whether only programs for Yixin or Rapfi send it. `YXSTOP` does not count: c-gomoku-cli sends
    /// it to every brain.
    pub(crate) fn is_extension(&self) -> bool {
        match self {
            Command::Open(kind, _) => kind.word().starts_with("YX"),
            Command::Extension(command) => command.is_of_yixin(),
            Command::File(word, _) => word.word().starts_with("YX"),
            Command::ReloadConfig(_) | Command::YxStep { .. } | Command::Database(..) => true,
            _ => false,
        }
    }

    /// Reads one line.
    ///
    /// # Errors
    /// If the first word is unknown or its arguments are wrong.
    pub fn parse(line: &[u8]) -> Result<Command, ParseError> {
        let (word, rest) = split_word(line);
        let word = text(word).to_ascii_uppercase();
        if word == "INFO" {
            return Ok(Command::Info(Info::parse(rest)?));
        }
        let rest = text(rest);
        match word.as_str() {
            "START" => start(&rest),
            "RECTSTART" => pair("RECTSTART", &rest, "width,height").map(Command::Start),
            "TURN" => pair("TURN", &rest, "x,y").map(Command::Turn),
            "PLAY" => pair("PLAY", &rest, "x,y").map(Command::Play),
            "TAKEBACK" => pair("TAKEBACK", &rest, "x,y").map(Command::Takeback),
            word => match (BlockKind::from_word(word), Extension::parse(word, &rest)) {
                (Some(kind), _) => Ok(Command::Open(kind, rest)),
                (None, Some(command)) => command.map(Command::Extension),
                (None, None) => bare(word, rest).ok_or_else(|| unknown(line)),
            },
        }
    }
}

/// Commands whose arguments, if any, are ignored.
fn bare(word: &str, rest: String) -> Option<Command> {
    Some(match word {
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "DONE" => Command::Done,
        "ABOUT" => Command::About,
        "END" => Command::End,
        "STOP" | "YXSTOP" => Command::Stop,
        "RELOADCONFIG" => Command::ReloadConfig(rest),
        _ => {
            if let Ok(step) = word.parse() {
                return Some(Command::YxStep { step, rest });
            }
            if let Ok(word) = word.parse() {
                return Some(Command::File(word, rest));
            }
            Command::Database(word.parse().ok()?, rest)
        }
    })
}

/// The line, without its end.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Start(NumberPair { first, second }) if first == second => {
                write!(f, "START {first}")
            }
            Command::Start(sides) => write!(f, "RECTSTART {sides}"),
            Command::Restart => f.write_str("RESTART"),
            Command::Begin => f.write_str("BEGIN"),
            Command::Turn(point) => write!(f, "TURN {point}"),
            Command::Play(point) => write!(f, "PLAY {point}"),
            Command::Takeback(point) => write!(f, "TAKEBACK {point}"),
            Command::Open(kind, rest) => words(f, kind.word(), rest),
            Command::Done => f.write_str("DONE"),
            Command::Info(info) => write!(f, "INFO {info}"),
            Command::About => f.write_str("ABOUT"),
            Command::Stop => f.write_str("STOP"),
            Command::End => f.write_str("END"),
            Command::Extension(command) => f.write_str(&command.text()),
            Command::File(word, rest) => words(f, word.word(), rest),
            Command::ReloadConfig(path) => words(f, "RELOADCONFIG", path),
            Command::YxStep { step, rest } => words(f, step.word(), rest),
            Command::Database(command, rest) => words(f, command.word(), rest),
        }
    }
}

fn words(f: &mut fmt::Formatter<'_>, word: &str, rest: &str) -> fmt::Result {
    match rest {
        "" => f.write_str(word),
        _ => write!(f, "{word} {rest}"),
    }
}

fn unknown(line: &[u8]) -> ParseError {
    ParseError::Unknown { seen: excerpt(&text(line)) }
}

fn start(rest: &str) -> Result<Command, ParseError> {
    let error = || ParseError::Arguments {
        command: "START",
        seen: excerpt(rest),
        expected: "a board size from 5 to 181, for example 15 or 20",
    };
    match exact_numbers(rest).as_deref() {
        Some(&[side]) => Ok(Command::Start(NumberPair { first: side, second: side })),
        Some(&[first, second]) => Ok(Command::Start(NumberPair { first, second })),
        _ => Err(error()),
    }
}

fn pair(
    command: &'static str,
    rest: &str,
    expected: &'static str,
) -> Result<NumberPair, ParseError> {
    match exact_numbers(rest).as_deref() {
        Some(&[first, second]) => Ok(NumberPair { first, second }),
        _ => Err(ParseError::Arguments { command, seen: excerpt(rest), expected }),
    }
}

/// The words as numbers, at most one more than any command takes; `None` if one is not a number.
fn numbers(rest: &str) -> Option<Vec<i64>> {
    const MAX_NUMBERS: usize = 3;
    WordCursor::new(rest).take(MAX_NUMBERS).map(number).collect()
}

/// The numbers, or `None` if one saturated, so that an error never quotes another number than
/// the one that was sent.
fn exact_numbers(rest: &str) -> Option<Vec<i64>> {
    numbers(rest).filter(|numbers| !numbers.iter().any(|n| [i64::MIN, i64::MAX].contains(n)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, ParseError> {
        Command::parse(line.as_bytes())
    }

    const fn at(first: i64, second: i64) -> NumberPair {
        NumberPair { first, second }
    }

    #[test]
    fn commands_are_read_in_any_case_and_spacing() {
        assert_eq!(parse("START 15"), Ok(Command::Start(at(15, 15))));
        assert_eq!(parse("start 20 20"), Ok(Command::Start(at(20, 20))));
        assert_eq!(parse("RectStart 10,7"), Ok(Command::Start(at(10, 7))));
        assert_eq!(parse("\tTurn 7 , 8 "), Ok(Command::Turn(at(7, 8))));
        assert_eq!(parse("takeback 0,0"), Ok(Command::Takeback(at(0, 0))));
        assert_eq!(parse("yxStop"), Ok(Command::Stop));
        assert_eq!(parse("end"), Ok(Command::End));
    }

    #[test]
    fn a_block_command_carries_the_rest_of_its_line() {
        let expected = Command::Open(BlockKind::YxBoard, "7,7,1 8,8,2 DONE".to_owned());
        assert_eq!(parse("YXBOARD 7,7,1 8,8,2 DONE"), Ok(expected));
    }

    #[test]
    fn wrong_arguments_say_what_was_seen_and_expected() {
        for line in ["START", "START x", "START 15 15 15", "START 15.0"] {
            let text = parse(line).unwrap_err().to_string();
            assert!(text.contains("expected a board size from 5 to 181"), "{text}");
        }
        for line in ["TURN", "TURN 7", "TURN 7,7,7", "TURN h8", "PLAY ,", "RECTSTART 15"] {
            assert!(matches!(parse(line), Err(ParseError::Arguments { .. })), "{line}");
        }
        assert_eq!(parse("TURN 7,x").unwrap_err().to_string(), "TURN: seen '7,x', expected x,y");
        // Not as the largest number that fits.
        let text = parse("START 99999999999999999999").unwrap_err().to_string();
        assert!(text.contains("seen '99999999999999999999'"), "{text}");
    }

    #[test]
    fn everything_else_is_unknown() {
        for line in ["", "hello", "START15", "7,7", "TURN\0 7,7", "\u{feff}END"] {
            assert!(matches!(parse(line), Err(ParseError::Unknown { .. })), "{line}");
        }
        assert!(matches!(Command::parse(b"\xff\xfe"), Err(ParseError::Unknown { .. })));
    }

    #[test]
    fn commands_with_a_file_have_its_path() {
        let database = Command::Database(DatabaseWord::Set, "games.db".to_owned());
        assert_eq!(parse("yxsetdatabase games.db"), Ok(database));
        let dump = Command::File(FileWord::HashDump, "my table".to_owned());
        assert_eq!(parse("yxhashdump my table"), Ok(dump));
        assert_eq!(parse("loadmodel"), Ok(Command::File(FileWord::LoadModel, String::new())));
    }

    #[test]
    fn a_cut_line_is_an_error_and_never_a_command() {
        let parsed = |text: &str| {
            let line = format!("{text}{}", "x".repeat(10_000));
            ParsedLine::new(WireLine::new(line.as_bytes())).command
        };
        let length = 10_004;
        assert_eq!(parsed("END "), Err(ParseError::TooLong { length }));
        let length = 10_005;
        assert_eq!(parsed("info "), Err(ParseError::Info(InfoError::TooLong { length })));
    }
}
