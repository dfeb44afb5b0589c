//! What a manager can say, as a value. The parser is total: every line of bytes becomes a command or
//! an error, and nothing panics. It knows no state; whether a command makes sense now is the
//! session's affair.

use super::axes::NumberPair;
use super::error::ParseError;
use super::info::{Info, InfoError};
use super::lexer::{excerpt, number, split_word, text};
use crate::util::text::Words;

/// A block of rows that ends with `DONE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// `BOARD`: a position to play on.
    Board,
    /// `YXBOARD`: a position to keep.
    YxBoard,
    /// `SWAP2BOARD`: an opening to decide on.
    Swap2,
    /// `YXBLOCK`: points that may not be played.
    YxBlock,
    /// `YXBLOCKUNDO`: points that may be played again.
    YxBlockUndo,
    /// A block of an unsupported command, swallowed.
    Ignored,
}

impl BlockKind {
    /// The word that opens the block.
    pub const fn word(self) -> &'static str {
        match self {
            BlockKind::Board => "BOARD",
            BlockKind::YxBoard => "YXBOARD",
            BlockKind::Swap2 => "SWAP2BOARD",
            BlockKind::YxBlock => "YXBLOCK",
            BlockKind::YxBlockUndo => "YXBLOCKUNDO",
            BlockKind::Ignored => "block",
        }
    }

    /// How many numbers a row has; 0: rows are not looked at.
    pub const fn arity(self) -> usize {
        match self {
            BlockKind::Board | BlockKind::YxBoard => 3,
            BlockKind::Swap2 | BlockKind::YxBlock | BlockKind::YxBlockUndo => 2,
            BlockKind::Ignored => 0,
        }
    }

    /// The shape of a row, for error texts.
    pub const fn row_shape(self) -> &'static str {
        match self {
            BlockKind::Board | BlockKind::YxBoard => "x,y,owner",
            _ => "x,y",
        }
    }
}

/// What follows a command that is known by name and not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Nothing.
    None,
    /// The next line is a path.
    Line,
    /// Rows up to `DONE`.
    Block,
}

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
    /// `PLAY x,y`: our own move as the manager wants it.
    Play(NumberPair),
    /// `TAKEBACK x,y`: remove a stone.
    Takeback(NumberPair),
    /// A command with rows; what stood on its own line after the word.
    Open(BlockKind, String),
    /// `DONE` outside a block.
    Done,
    /// `INFO key value`, or why it says nothing.
    Info(Result<Info, InfoError>),
    /// `ABOUT`.
    About,
    /// `STOP` or `YXSTOP`: end the search.
    Stop,
    /// `END`: exit.
    End,
    /// `YXSHOWINFO`: speak to Yixin-Board from here on.
    YxShowInfo,
    /// `YXSHOWFORBID`: list the forbidden points.
    YxShowForbid,
    /// `YXHASHCLEAR`: forget earlier searches.
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
    /// Known to exist, not supported here.
    Unsupported {
        /// Its name.
        word: &'static str,
        /// What must be swallowed after it.
        tail: Tail,
    },
}

/// Commands of the Yixin extension that need a database, and what follows each, so that a path or a
/// row is never taken for a command.
const UNSUPPORTED: &[(&str, Tail)] = &[
    ("YXHASHDUMP", Tail::Line),
    ("YXHASHLOAD", Tail::Line),
    ("YXSHOWHASHUSAGE", Tail::None),
    ("YXBLOCKPATH", Tail::Block),
    ("YXBLOCKPATHUNDO", Tail::Block),
    ("YXBLOCKPATHRESET", Tail::None),
    ("YXFORBID", Tail::None),
    ("YXSWAP2STEP1", Tail::None),
    ("YXSWAP2STEP2", Tail::None),
    ("YXSWAP2STEP3", Tail::None),
    ("YXSOOSORVSTEP1", Tail::None),
    ("YXSOOSORVSTEP2", Tail::Block),
    ("YXSOOSORVSTEP3", Tail::Block),
    ("YXSOOSORVSTEP4", Tail::None),
    ("YXSOOSORVSTEP5", Tail::None),
    ("YXSOOSORVSTEP6", Tail::Block),
    ("YXDRAW", Tail::None),
    ("YXRESIGN", Tail::None),
    ("YXPRINTFEATURE", Tail::None),
    ("YXSETDATABASE", Tail::Line),
    ("YXSAVEDATABASE", Tail::None),
    ("YXQUERYDATABASEALL", Tail::Block),
    ("YXQUERYDATABASEONE", Tail::Block),
    ("YXQUERYDATABASETEXT", Tail::Block),
    ("YXQUERYDATABASEALLT", Tail::Block),
    ("YXEDITTVDDATABASE", Tail::Block),
    ("YXEDITTEXTDATABASE", Tail::Block),
    ("YXEDITLABELDATABASE", Tail::Block),
    ("YXDELETEDATABASEONE", Tail::Block),
    ("YXDELETEDATABASEALL", Tail::Block),
    ("YXSETBESTMOVEDATABASE", Tail::Block),
    ("YXCLEARBESTMOVEDATABASE", Tail::Block),
    ("YXDBTOTXT", Tail::Line),
    ("YXDBTOTXTALL", Tail::Line),
    ("YXDBTOPOS", Tail::Line),
    ("YXTXTTODB", Tail::Line),
    ("YXLIBTODB", Tail::Line),
    ("YXDBTOLIB", Tail::Line),
    ("YXDBSPLIT", Tail::Line),
    ("YXDBMERGE", Tail::Line),
    ("YXDBCHECK", Tail::None),
    ("YXDBFIX", Tail::None),
];

impl Command {
    /// Reads one line.
    ///
    /// # Errors
    /// If the first word is unknown or its arguments are wrong.
    pub fn parse(line: &[u8]) -> Result<Command, ParseError> {
        let (word, rest) = split_word(line);
        let word = text(word).to_ascii_uppercase();
        if word == "INFO" {
            return Ok(Command::Info(Info::parse(rest)));
        }
        let rest = text(rest);
        match word.as_str() {
            "START" => start(&rest),
            "RECTSTART" => pair("RECTSTART", &rest, "width,height").map(Command::Start),
            "TURN" => pair("TURN", &rest, "x,y").map(Command::Turn),
            "PLAY" => pair("PLAY", &rest, "x,y").map(Command::Play),
            "TAKEBACK" => pair("TAKEBACK", &rest, "x,y").map(Command::Takeback),
            "BOARD" => Ok(Command::Open(BlockKind::Board, rest)),
            "YXBOARD" => Ok(Command::Open(BlockKind::YxBoard, rest)),
            "SWAP2BOARD" => Ok(Command::Open(BlockKind::Swap2, rest)),
            "YXBLOCK" => Ok(Command::Open(BlockKind::YxBlock, rest)),
            "YXBLOCKUNDO" => Ok(Command::Open(BlockKind::YxBlockUndo, rest)),
            "YXNBEST" => one("YXNBEST", &rest, "a number").map(Command::YxNBest),
            "YXBALANCEONE" => one("YXBALANCEONE", &rest, "a bias").map(Command::YxBalanceOne),
            "YXBALANCETWO" => one("YXBALANCETWO", &rest, "a bias").map(Command::YxBalanceTwo),
            word => bare(word, &rest).ok_or_else(|| unknown(line)),
        }
    }
}

/// Commands whose arguments, if any, are not looked at.
fn bare(word: &str, rest: &str) -> Option<Command> {
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
        _ => return unsupported(word, rest),
    })
}

fn unsupported(word: &str, rest: &str) -> Option<Command> {
    let &(word, tail) = UNSUPPORTED.iter().find(|(known, _)| *known == word)?;
    // All of it may stand on the line of the command; then nothing follows.
    let mut words = rest.split_ascii_whitespace();
    let is_whole = match tail {
        Tail::Line => words.next().is_some(),
        Tail::Block | Tail::None => words.any(|word| word.eq_ignore_ascii_case("DONE")),
    };
    let tail = if is_whole { Tail::None } else { tail };
    Some(Command::Unsupported { word, tail })
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

/// The words as numbers, one more at most than any command takes; `None` if one of them is none.
fn numbers(rest: &str) -> Option<Vec<i64>> {
    const MOST: usize = 3;
    Words::new(rest).take(MOST).map(number).collect()
}

/// The same, and `None` if one of them is too large to be told again as it was said.
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
    fn a_block_keeps_what_stands_on_its_line() {
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
    fn info_is_never_an_error() {
        assert!(matches!(parse("INFO"), Ok(Command::Info(Err(_)))));
        assert!(matches!(parse("INFO timeout_turn abc"), Ok(Command::Info(Err(_)))));
        assert_eq!(parse("info rule 4"), Ok(Command::Info(Ok(Info::Rule(4)))));
    }

    #[test]
    fn unsupported_commands_say_what_follows_them() {
        let tail = |line| match parse(line) {
            Ok(Command::Unsupported { tail, .. }) => tail,
            other => panic!("{other:?}"),
        };
        assert_eq!(tail("yxsetdatabase"), Tail::Line);
        assert_eq!(tail("yxsetdatabase games.db"), Tail::None);
        assert_eq!(tail("YXQUERYDATABASEALL"), Tail::Block);
        assert_eq!(tail("YXQUERYDATABASEALL 7,7 DONE"), Tail::None);
    }
}
