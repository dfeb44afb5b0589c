//! The database of RenjuNet (`.rif`), an XML document with lists of players, tournaments, openings,
//! rules and games, <https://www.renju.net/game/>. No public description is known; this is what its
//! files hold:
//!
//! ```text
//! <database>
//!   <rules><rule id="1" name="RIF"/></rules>
//!   <tournaments><tournament id="2" name="Open" start="2025-08-01"/></tournaments>
//!   <players><player id="1" name="Ann" surname="Lee"/></players>
//!   <games><game id="7" tournament="2" round="1" rule="1" black="1" white="2" bresult="1"
//!     btime="30" wtime="20" opening="3" alt="i10" swap="--"><move>h8 i9 j10</move></game></games>
//! </database>
//! ```
//!
//! Points are letters, `i` included, and numbers, from the lower left of 15×15. `bresult` is 1, 0.5
//! or 0 for black. The lists stand before the games, which are read one after the other. What a game
//! here has no place for is in its comment: the event, the number of the rule, the opening and the
//! fifth stones that were offered (`alt`), who swapped (`swap`), the times in minutes.

mod lists;

use std::fmt::Write as _;

use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use thiserror::Error;

use self::lists::{Lists, attribute};
use super::fault::{Fault, FaultKind, FormatFault};
use super::file_format::{
    FileFormat, GameBytes, GameFormatError, Holds, ReadLosses, Several, TakeGame, first_text,
    record_of_text, tree_of,
};
use super::game::GameRecord;
use super::game_tree::GameTree;
use super::located::Located;
use super::move_text::PlayTextError;
use super::outcome::GameOutcome;
use super::unread::{PartLost, Unread};
use tengen_engine::types::{BoardSize, Color, Rule};

/// The database in the table of formats.
pub const FORMAT: FileFormat = FileFormat {
    name: "rif",
    extensions: &["rif", "xml"],
    title: "RenjuNet's database of games",
    is_text: true,
    names_board: true,
    header: String::new,
    several: Several::Together,
    sniff: |bytes| {
        let text = first_text(bytes);
        text.starts_with('<') && (text.contains("<database") || text.contains("<game "))
    },
    read: read_games,
    write: None,
    holds: Holds::ALL,
};

/// The side of the board.
const SIDE: u64 = 15;

/// The most tags inside of each other; a database has five.
const DEEPEST: usize = 100;

/// What is wrong with a database, or a game of it.
#[derive(Debug, Error)]
pub enum RifError {
    /// Not XML.
    #[error("not well-formed XML: {0}")]
    Xml(#[from] quick_xml::Error),
    /// Too many tags inside of each other.
    #[error("more than {DEEPEST} tags inside of each other")]
    Deep,
    /// The text ends inside of a game.
    #[error("the file ends inside of a game, expected </game>")]
    Cut,
    /// The text ends before its last tag: games may be missing.
    #[error("the file ends before {0} of its tags, expected </database>")]
    Open(usize),
    /// Not moves that can be played.
    #[error(transparent)]
    Moves(#[from] PlayTextError),
}

impl FormatFault for RifError {
    fn fault(&self) -> Fault {
        match self {
            Self::Moves(error) => error.fault(),
            Self::Cut | Self::Open(_) => Fault::of(FaultKind::Cut),
            Self::Xml(_) | Self::Deep => Fault::of(FaultKind::Damaged),
        }
    }
}

/// Reads all games; one that cannot be read is named, and the others are read.
fn read_games(
    input: &GameBytes<'_>,
    take: &mut TakeGame<'_>,
) -> Result<ReadLosses, GameFormatError> {
    let text = input.text();
    let mut events = Events { reader: Reader::from_str(&text), depth: 0 };
    let mut lists = Lists::new(&text);
    let mut unread = Unread::default();
    let (mut number, mut read) = (0, 0);
    loop {
        let byte = events.position();
        let event = match events.next() {
            Ok(event) => event,
            Err(error) => {
                unread.add(|| Located::byte(&text, byte, error), PartLost::Rest);
                break;
            }
        };
        let game = match event {
            Event::Eof => {
                if events.depth > 0 {
                    let error = || Located::byte(&text, byte, RifError::Open(events.depth));
                    unread.add(error, PartLost::Rest);
                }
                break;
            }
            Event::Start(start) if start.name().0 == "game" => match Body::read(&mut events) {
                Ok(body) => Some((start, body)),
                Err(error) => {
                    unread.skip(number + 1, || Located::byte(&text, byte, error));
                    break;
                }
            },
            Event::Empty(start) if start.name().0 == "game" => Some((start, Body::default())),
            Event::Start(start) | Event::Empty(start) => {
                lists.add(&start, byte);
                None
            }
            _ => None,
        };
        let Some((start, body)) = game else { continue };
        number += 1;
        match game_of(&start, &body, &lists, input.defaults.rule.rule()) {
            Ok(game) => {
                read += 1;
                if take(number, game?).is_break() {
                    break;
                }
            }
            Err(error) => unread.skip(number, || Located::byte(&text, byte, error)),
        }
    }
    match unread.first.take() {
        Some(error) if read == 0 => Err(GameFormatError::of(error)),
        first => Ok(ReadLosses::of(Unread { first, ..unread })),
    }
}

/// The tags and texts of a document.
struct Events<'t> {
    reader: Reader<&'t [u8]>,
    /// How many tags are open.
    depth: usize,
}

impl<'t> Events<'t> {
    fn next(&mut self) -> Result<Event<'t>, RifError> {
        let event = self.reader.read_event()?;
        match event {
            Event::Start(_) => self.depth += 1,
            Event::End(_) => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        // The reader keeps the name of each open tag.
        if self.depth > DEEPEST { Err(RifError::Deep) } else { Ok(event) }
    }

    /// The byte after what was read.
    fn position(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }
}

/// What stands between the tags of a game.
#[derive(Default)]
struct Body {
    moves: String,
    info: String,
}

impl Body {
    fn read(events: &mut Events<'_>) -> Result<Self, RifError> {
        let mut body = Self::default();
        let mut inside = String::new();
        loop {
            match events.next()? {
                Event::Start(start) => inside = start.name().0.to_owned(),
                Event::Text(text) => match inside.as_str() {
                    "move" => body.moves.push_str(&text.xml10_content()),
                    "info" => body.info.push_str(&text.xml10_content()),
                    _ => {}
                },
                Event::End(end) if end.name().0 == "game" => return Ok(body),
                Event::End(_) => inside.clear(),
                Event::Eof => return Err(RifError::Cut),
                _ => {}
            }
        }
    }
}

fn game_of(
    start: &BytesStart<'_>,
    body: &Body,
    lists: &Lists<'_>,
    default: Rule,
) -> Result<Result<GameTree, GameFormatError>, RifError> {
    let size = BoardSize::square(SIDE).expect("15×15 is a board");
    let value = |name: &str| attribute(start, name);
    let rule_name = lists.name("rule", &value("rule"));
    // RenjuNet has games of renju, and a few that their rule calls Gomoku.
    let is_other = rule_name.to_ascii_lowercase().contains("gomoku");
    let rule = if is_other { default } else { Rule::Renju };
    let mut game = record_of_text(&body.moves, rule, size)?;
    let name = |color: &str| lists.player(&value(color));
    game.set_names(&name("black"), &name("white"));
    game.outcome = GameOutcome::said(winner(&value("bresult")), None, game.outcome);
    game.round = value("round").parse().unwrap_or(game.round);
    game.started_ms = lists.started_ms(&value("tournament"));
    game.opening.name = opening(&value("opening"), lists);
    Ok(with_remarks(&game, &remarks(start, body, lists, &rule_name)))
}

fn with_remarks(game: &GameRecord, remarks: &str) -> Result<GameTree, GameFormatError> {
    let mut tree = tree_of(game)?;
    if !remarks.is_empty() {
        tree.set_comment(GameTree::ROOT, remarks);
    }
    Ok(tree)
}

/// What black's result means: `None` if it is unknown.
fn winner(result: &str) -> Option<Option<Color>> {
    match result.trim() {
        "1" | "1.0" => Some(Some(Color::Black)),
        "0" | "0.0" => Some(Some(Color::White)),
        "0.5" | "1/2" | ".5" => Some(None),
        _ => None,
    }
}

/// The name of an opening, or its number.
fn opening(id: &str, lists: &Lists<'_>) -> String {
    let name = lists.name("opening", id);
    if name.is_empty() { id.trim().to_owned() } else { name }
}

/// What a game has no other place for, one line each.
fn remarks(start: &BytesStart<'_>, body: &Body, lists: &Lists<'_>, rule_name: &str) -> String {
    let value = |name: &str| attribute(start, name).trim().to_owned();
    let tournament = value("tournament");
    let event = lists.name("tournament", &tournament);
    let event = if event.is_empty() { tournament } else { event };
    let rule = [value("rule"), rule_name.to_owned()].join(" ").trim().to_owned();
    let [black, white] = ["btime", "wtime"].map(value);
    let times = [black, white].join(" and ");
    let times = if times == " and " { String::new() } else { format!("{times} minutes") };
    let swap = value("swap");
    let parts = [
        ("Game of RenjuNet", value("id")),
        ("Tournament", event),
        ("Rule", rule),
        ("Opening", opening(&value("opening"), lists)),
        ("Fifth stones offered", value("alt")),
        ("Swaps", if swap.chars().all(|c| c == '-') { String::new() } else { swap }),
        ("Times of black and white", times),
        ("Remark", body.info.trim().to_owned()),
    ];
    let mut text = String::new();
    for (what, value) in parts.into_iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "{what}: {value}");
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use proptest::prelude::*;

    use super::*;
    use crate::file_format::{ReadDefaults, main_line};
    use crate::sample::{any_changes, any_text, changed};
    use tengen_util::date::Date;

    const TEXT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<database>
<rules><rule id="1" name="RIF"/><rule id="9" name="Gomoku"/></rules>
<tournaments><tournament id="2" name="Open &amp; more" start="2025-08-01"/></tournaments>
<openings><opening id="3" name="D3" abbr="3d"/></openings>
<players><player id="1" name="Ann" surname="A"/><player id="2" name="Bo" surname="B"/></players>
<games>
<game id="1" tournament="2" rule="1" round="4" black="1" white="2" bresult="1" btime="30" wtime="20" opening="3" alt="i10" swap="w-"><move>h8 i9 j10 i8</move><info>nice</info></game>
<game id="2" rule="9" black="2" white="1" bresult="0.5" alt="" swap="--"><move>h8 h9
 i10</move></game>
</games>
</database>
"#;

    fn games(text: &str) -> Result<(Vec<GameTree>, Vec<String>), String> {
        let size = BoardSize::square(15).unwrap();
        let defaults = ReadDefaults { rule: Rule::Standard.into(), size, charset: None };
        let mut games = Vec::new();
        let input = GameBytes::new(text.as_bytes(), defaults);
        let read = read_games(&input, &mut |_, tree| {
            games.push(tree);
            ControlFlow::Continue(())
        });
        read.map(|losses| (games, losses.unread.iter().map(ToString::to_string).collect()))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn all_that_a_database_says_about_a_game_is_kept() {
        let (games, lost) = games(TEXT).unwrap();
        assert_eq!((games.len(), lost.len()), (2, 0));
        let line = main_line(&games[0]).unwrap();
        assert_eq!(line.coords().count(), 4);
        assert_eq!([&*line.black.name, &*line.white.name], ["Ann A", "Bo B"]);
        assert_eq!((line.rule, line.round), (Rule::Renju, 4));
        assert_eq!(line.outcome.to_string(), "black wins: adjudicated");
        assert_eq!(Date::from_unix_ms(line.started_ms.unwrap()).day('-'), "2025-08-01");
        assert_eq!(line.opening.name, "D3");
        assert_eq!(
            games[0].node(GameTree::ROOT).comment,
            "Game of RenjuNet: 1\nTournament: Open & more\nRule: 1 RIF\nOpening: D3\n\
             Fifth stones offered: i10\nSwaps: w-\nTimes of black and white: 30 and 20 minutes\n\
             Remark: nice"
        );
        let other = main_line(&games[1]).unwrap();
        assert_eq!((other.rule, other.length()), (Rule::Standard, 3));
        assert_eq!(other.outcome.winner(), None);
        assert_ne!(other.outcome, GameOutcome::Unfinished);
    }

    #[test]
    fn a_game_that_cannot_be_read_is_named_and_the_others_are_read() {
        let (read, lost) = games(&TEXT.replace("h8 i9 j10 i8", "h8 i9 h8")).unwrap();
        assert_eq!(read.len(), 1);
        assert!(lost[0].starts_with("line 8, column 1: move 3: "), "{lost:?}");
        let (passed, _) = games(&TEXT.replace("i9 j10", "-- j10")).unwrap();
        assert!(main_line(&passed[0]).unwrap().has_pass());
        let cut = games(&TEXT[..TEXT.find("</move>").unwrap()]).unwrap_err();
        assert!(cut.starts_with("line 8, column 1: "), "{cut}");
        // Cut between two games, it has lost no part of one.
        let (read, lost) = games(&TEXT[..TEXT.find("</game>").unwrap() + 7]).unwrap();
        assert_eq!(read.len(), 1);
        assert!(lost[0].contains("the file ends before 2 of its tags"), "{lost:?}");
        let wrong = games("<database><games></database>").unwrap_err();
        assert!(wrong.contains("not well-formed XML"), "{wrong}");
    }

    proptest! {
        #[test]
        fn changed_files_are_read_or_refused(changes in any_changes(), text in any_text("<game move=\"1\">/h8&;")) {
            let _ = games(&changed(TEXT, &changes));
            let _ = games(&text);
        }
    }
}
