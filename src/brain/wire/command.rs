//! What a manager can send, as a value. The parser is total: every line of bytes becomes a command
//! or an error, and nothing panics.

use std::fmt;

use thiserror::Error;

use super::MAX_LINE_BYTES;
use super::block::BlockKind;
use super::database::DatabaseWord;
use super::info::{Info, InfoError};
use super::lexer::{excerpt, number, split_word, text};
use super::line::WireLine;
use super::point::NumberPair;
use super::step::YxStep;
use tengen_util::text::Words;

/// One command.
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
    /// `YXSHOWINFO`: list capabilities; Yixin-Board's dialect from here on.
    YxShowInfo,
    /// `YXSHOWFORBID`: list the forbidden points.
    YxShowForbid,
    /// `YXHASHCLEAR`: clear the transposition table.
    YxHashClear,
    /// `YXNBEST n`: search with n variations.
    YxNBest(i64),
    /// `YXSEARCHDEFEND`: search with every move as a variation.
    YxSearchDefend,
    /// `YXBALANCEONE bias`: one move that makes the value closest to the bias.
    YxBalanceOne(i64),
    /// `YXBALANCETWO bias`: two moves that do so.
    YxBalanceTwo(i64),
    /// `YXBLOCKRESET`: every point may be played again.
    YxBlockReset,
    /// `TRACEBOARD`: show rule, board and side to move to the user.
    TraceBoard,
    /// `RELOADCONFIG path`: a file of Rapfi, which has no meaning to others.
    ReloadConfig(String),
    /// A step of an opening that Yixin-Board plays, with what follows the word on its line.
    YxStep {
        /// The step.
        step: YxStep,
        /// A number of fifth stones, or rows.
        rest: String,
    },
    /// A command of Yixin-Board's position database, with what follows the word on its line.
    Database(DatabaseWord, String),
    /// A command of the Yixin extension that is known by name only.
    Unsupported {
        /// Its name.
        word: &'static str,
        /// What follows it on the line.
        arguments: String,
    },
}

/// A line that is not a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The first word is not a command.
    #[error("command '{seen}'")]
    Unknown {
        /// The beginning of the line.
        seen: String,
    },
    /// A known command with wrong arguments.
    #[error("{command}: seen '{seen}', expected {expected}")]
    Arguments {
        /// The command.
        command: &'static str,
        /// What followed it.
        seen: String,
        /// What should have followed it.
        expected: &'static str,
    },
    /// A line that was cut.
    #[error("line of {length} bytes, expected at most {MAX_LINE_BYTES}")]
    TooLong {
        /// The length of the line.
        length: usize,
    },
    /// In place of lines that were not kept: more were waiting than a brain keeps, and no answer was
    /// taken.
    #[error("{lines} lines dropped: too many wait for their answers, expected answers to be read")]
    Dropped {
        /// How many.
        lines: u64,
    },
    /// An `INFO` line that cannot be read; it is never answered.
    #[error(transparent)]
    Info(#[from] InfoError),
}

/// What must be skipped after an unsupported command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Nothing.
    None,
    /// The next line, which is a path.
    Line,
    /// Rows up to `DONE`.
    Block,
}

/// Unsupported commands of the Yixin extension and what follows each of them, so that a path or a
/// row is never mistaken for a command.
pub(super) const UNSUPPORTED: &[(&str, Tail)] = &[
    ("YXHASHDUMP", Tail::Line),
    ("YXHASHLOAD", Tail::Line),
    ("YXSHOWHASHUSAGE", Tail::None),
    ("YXBLOCKPATH", Tail::Block),
    ("YXBLOCKPATHUNDO", Tail::Block),
    ("YXBLOCKPATHRESET", Tail::None),
    ("YXFORBID", Tail::None),
    ("YXDRAW", Tail::None),
    ("YXRESIGN", Tail::None),
    ("YXPRINTFEATURE", Tail::None),
    ("YXSETBESTMOVEDATABASE", Tail::Block),
    ("YXCLEARBESTMOVEDATABASE", Tail::Block),
    ("YXDBTOPOS", Tail::Line),
    ("YXTXTTODB", Tail::Line),
    ("YXDBCHECK", Tail::None),
    ("YXDBFIX", Tail::None),
];

/// A line and the command on it. Each line is parsed once, when it arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedLine {
    /// The line.
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
            Command::YxShowInfo
            | Command::YxShowForbid
            | Command::YxHashClear
            | Command::YxNBest(_)
            | Command::YxSearchDefend
            | Command::YxBalanceOne(_)
            | Command::YxBalanceTwo(_)
            | Command::YxBlockReset
            | Command::ReloadConfig(_)
            | Command::YxStep { .. }
            | Command::Database(..)
            | Command::Unsupported { .. } => true,
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
            "YXNBEST" => one("YXNBEST", &rest, "a number").map(Command::YxNBest),
            "YXBALANCEONE" => one("YXBALANCEONE", &rest, "a bias").map(Command::YxBalanceOne),
            "YXBALANCETWO" => one("YXBALANCETWO", &rest, "a bias").map(Command::YxBalanceTwo),
            word => match BlockKind::from_word(word) {
                Some(kind) => Ok(Command::Open(kind, rest)),
                None => bare(word, rest).ok_or_else(|| unknown(line)),
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
        "YXSHOWINFO" => Command::YxShowInfo,
        "YXSHOWFORBID" => Command::YxShowForbid,
        "YXHASHCLEAR" => Command::YxHashClear,
        "YXSEARCHDEFEND" => Command::YxSearchDefend,
        "YXBLOCKRESET" => Command::YxBlockReset,
        "TRACEBOARD" => Command::TraceBoard,
        "RELOADCONFIG" => Command::ReloadConfig(rest),
        _ => {
            if let Some(step) = YxStep::from_word(word) {
                return Some(Command::YxStep { step, rest });
            }
            if let Some(command) = DatabaseWord::from_word(word) {
                return Some(Command::Database(command, rest));
            }
            let &(word, _) = UNSUPPORTED.iter().find(|(known, _)| *known == word)?;
            Command::Unsupported { word, arguments: rest }
        }
    })
}

/// What must be skipped after an unsupported command; nothing if its line has all of it.
pub(crate) fn unsupported_tail(word: &str, arguments: &str) -> Tail {
    let known = UNSUPPORTED.iter().find(|(known, _)| *known == word);
    let tail = known.map_or(Tail::None, |&(_, tail)| tail);
    let mut words = arguments.split_ascii_whitespace();
    let is_whole = match tail {
        Tail::Line => words.next().is_some(),
        Tail::Block | Tail::None => words.any(|word| word.eq_ignore_ascii_case("DONE")),
    };
    if is_whole { Tail::None } else { tail }
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
            Command::YxShowInfo => f.write_str("YXSHOWINFO"),
            Command::YxShowForbid => f.write_str("YXSHOWFORBID"),
            Command::YxHashClear => f.write_str("YXHASHCLEAR"),
            Command::YxNBest(count) => write!(f, "YXNBEST {count}"),
            Command::YxSearchDefend => f.write_str("YXSEARCHDEFEND"),
            Command::YxBalanceOne(bias) => write!(f, "YXBALANCEONE {bias}"),
            Command::YxBalanceTwo(bias) => write!(f, "YXBALANCETWO {bias}"),
            Command::YxBlockReset => f.write_str("YXBLOCKRESET"),
            Command::TraceBoard => f.write_str("TRACEBOARD"),
            Command::ReloadConfig(path) => words(f, "RELOADCONFIG", path),
            Command::YxStep { step, rest } => words(f, step.word(), rest),
            Command::Database(command, rest) => words(f, command.word(), rest),
            Command::Unsupported { word, arguments } => words(f, word, arguments),
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

fn one(command: &'static str, rest: &str, expected: &'static str) -> Result<i64, ParseError> {
    match numbers(rest).as_deref() {
        Some(&[value]) => Ok(value),
        _ => Err(ParseError::Arguments { command, seen: excerpt(rest), expected }),
    }
}

/// The words as numbers, at most one more than any command takes; `None` if one is not a number.
fn numbers(rest: &str) -> Option<Vec<i64>> {
    const MAX_NUMBERS: usize = 3;
    Words::new(rest).take(MAX_NUMBERS).map(number).collect()
}

/// The same, and `None` if a number saturated, so that an error never quotes another number than
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
    fn unsupported_commands_know_what_follows_them() {
        let tail = |line| match parse(line) {
            Ok(Command::Unsupported { word, arguments }) => unsupported_tail(word, &arguments),
            other => panic!("{other:?}"),
        };
        assert_eq!(tail("yxtxttodb"), Tail::Line);
        assert_eq!(tail("yxtxttodb games.txt"), Tail::None);
        assert_eq!(tail("YXSETBESTMOVEDATABASE"), Tail::Block);
        assert_eq!(tail("YXSETBESTMOVEDATABASE 7,7 DONE"), Tail::None);
        let database = Command::Database(DatabaseWord::Set, "games.db".to_owned());
        assert_eq!(parse("yxsetdatabase games.db"), Ok(database));
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
