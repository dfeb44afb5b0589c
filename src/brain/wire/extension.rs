//! The commands of Yixin and Rapfi that are whole on their line, and those with a file.
//!
//! Yixin's have no other description than [Yixin-Board's
//! source](https://github.com/accreator/Yixin-Board/blob/master/main.c), Rapfi's than [its
//! own](https://github.com/dhbloo/rapfi/blob/master/Rapfi/command/gomocup.cpp).

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::error::ParseError;
use super::lexer::{excerpt, number};
use super::point::NumberPair;
use tengen_util::text::WordCursor;

/// A command that is whole on its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extension {
    /// `YXSHOWINFO`: list capabilities; Yixin-Board's dialect from here on.
    ShowInfo,
    /// `YXSHOWFORBID`: list the forbidden points.
    ShowForbid,
    /// `YXHASHCLEAR`: clear the transposition table.
    HashClear,
    /// `YXSHOWHASHUSAGE`: say how full it is.
    HashUsage,
    /// `YXSEARCHDEFEND`: search with every move as a variation.
    SearchDefend,
    /// `YXBLOCKRESET`: every point may be played again.
    BlockReset,
    /// `YXBLOCKPATHRESET`: every path may be followed again.
    BlockPathReset,
    /// `YXDRAW`: the opponent offers a draw.
    Draw,
    /// `YXRESIGN`: the opponent resigns.
    Resign,
    /// `TRACEBOARD`: show rule, board and side to move to the user.
    TraceBoard,
    /// `TRACESEARCH` or `YXPRINTFEATURE`: show what is thought of the position without a search.
    TraceSearch,
    /// `BENCH`: search fixed positions and say how fast that was.
    Bench,
    /// `YXNBEST n`: search with n variations.
    NBest(i64),
    /// `YXBALANCEONE bias`: one move that makes the value closest to the bias.
    BalanceOne(i64),
    /// `YXBALANCETWO bias`: two moves that do so.
    BalanceTwo(i64),
    /// `YXFORBID add y x side`, `YXFORBID del y x side`: a point that a side may not play.
    Forbid {
        /// Whether it may no longer, or again.
        adds: bool,
        /// The point.
        pair: NumberPair,
        /// 0 black, 1 white.
        side: i64,
    },
}

/// Makes a command of its number.
type OfNumber = fn(i64) -> Extension;

impl Extension {
    /// Those without arguments, with their words. Where several words mean the same, the first is
    /// printed.
    pub(super) const BARE: [(&'static str, Self); 13] = [
        ("YXSHOWINFO", Self::ShowInfo),
        ("YXSHOWFORBID", Self::ShowForbid),
        ("YXHASHCLEAR", Self::HashClear),
        ("YXSHOWHASHUSAGE", Self::HashUsage),
        ("YXSEARCHDEFEND", Self::SearchDefend),
        ("YXBLOCKRESET", Self::BlockReset),
        ("YXBLOCKPATHRESET", Self::BlockPathReset),
        ("YXDRAW", Self::Draw),
        ("YXRESIGN", Self::Resign),
        ("TRACEBOARD", Self::TraceBoard),
        ("TRACESEARCH", Self::TraceSearch),
        ("YXPRINTFEATURE", Self::TraceSearch),
        ("BENCH", Self::Bench),
    ];

    /// Those with a number, with their words and what the number is.
    pub(super) const COUNTED: [(&'static str, &'static str, OfNumber); 3] = [
        ("YXNBEST", "a number", Self::NBest),
        ("YXBALANCEONE", "a bias", Self::BalanceOne),
        ("YXBALANCETWO", "a bias", Self::BalanceTwo),
    ];

    /// The command of a word in upper case and what follows it; `None` if it is no such word.
    pub(super) fn parse(word: &str, rest: &str) -> Option<Result<Self, ParseError>> {
        if let Some((_, command)) = Self::BARE.iter().find(|(known, _)| *known == word) {
            return Some(Ok(command.clone()));
        }
        let wrong = |command, expected| {
            Err(ParseError::Arguments { command, seen: excerpt(rest), expected })
        };
        let mut words = WordCursor::new(rest);
        if let Some(&(command, expected, make)) =
            Self::COUNTED.iter().find(|(known, ..)| *known == word)
        {
            return Some(match (words.next().and_then(number), words.next()) {
                (Some(count), None) => Ok(make(count)),
                _ => wrong(command, expected),
            });
        }
        let expected = "add or del, a point and a side, such as add 7 7 0";
        (word == "YXFORBID")
            .then(|| forbid(&mut words).map_or_else(|| wrong("YXFORBID", expected), Ok))
    }

    /// The word and its numbers.
    pub(super) fn text(&self) -> String {
        match self {
            Self::NBest(number) => format!("YXNBEST {number}"),
            Self::BalanceOne(number) => format!("YXBALANCEONE {number}"),
            Self::BalanceTwo(number) => format!("YXBALANCETWO {number}"),
            Self::Forbid { adds, pair: NumberPair { first, second }, side } => {
                let what = if *adds { "add" } else { "del" };
                format!("YXFORBID {what} {first} {second} {side}")
            }
            bare => {
                let known = Self::BARE.iter().find(|(_, command)| command == bare);
                known.map_or_else(String::new, |&(word, _)| word.to_owned())
            }
        }
    }

    /// Whether no program that is written for Gomocup sends it, nor a person to find a fault.
    pub(super) fn is_of_yixin(&self) -> bool {
        !matches!(self, Self::TraceBoard | Self::TraceSearch | Self::Bench)
    }
}

fn forbid(words: &mut WordCursor<'_>) -> Option<Extension> {
    let what = words.next()?.to_ascii_uppercase();
    let adds = match what.as_str() {
        "ADD" => true,
        "DEL" => false,
        _ => return None,
    };
    let (first, second) = (number(words.next()?)?, number(words.next()?)?);
    let side = number(words.next()?).filter(|side| [0, 1].contains(side))?;
    let pair = NumberPair { first, second };
    words.next().is_none().then_some(Extension::Forbid { adds, pair, side })
}

/// A command with a file: its path follows on the line or on the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
pub enum FileWord {
    /// `YXHASHDUMP`: write the transposition table.
    #[strum(serialize = "YXHASHDUMP")]
    HashDump,
    /// `YXHASHLOAD`: read one.
    #[strum(serialize = "YXHASHLOAD")]
    HashLoad,
    /// `LOADMODEL`: read weights.
    #[strum(serialize = "LOADMODEL")]
    LoadModel,
    /// `EXPORTMODEL`: write them.
    #[strum(serialize = "EXPORTMODEL")]
    ExportModel,
}

impl FileWord {
    pub fn word(self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Option<Result<String, String>> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let read = Extension::parse(word, rest)?;
        Some(read.map(|command| command.text()).map_err(|error| error.to_string()))
    }

    #[test]
    fn commands_are_read_and_printed() {
        for line in ["YXSHOWINFO", "YXNBEST 3", "YXFORBID add 7 8 1", "YXFORBID del 0 14 0"] {
            assert_eq!(parsed(line), Some(Ok(line.to_owned())));
        }
        assert_eq!(parsed("YXPRINTFEATURE all"), Some(Ok("TRACESEARCH".to_owned())));
        assert_eq!(parsed("YXFORBID Add 7,8,1"), Some(Ok("YXFORBID add 7 8 1".to_owned())));
        assert_eq!(parsed("YXNONSENSE"), None);
        for wrong in ["add 7 7", "add 7 7 2", "put 7 7 0", "del 7 7 0 9", ""] {
            let error = parsed(&format!("YXFORBID {wrong}")).unwrap().unwrap_err();
            assert!(error.contains("expected add or del, a point and a side"), "{error}");
        }
        let error = parsed("YXNBEST x").unwrap().unwrap_err();
        assert_eq!(error, "YXNBEST: seen 'x', expected a number");
    }
}
