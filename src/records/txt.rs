//! Games as plain lists of moves, one game per line: `h8i9j10`, or as books print them,
//! `1. h8 i9, 2. j10`, which may continue in the next lines: a game with numbers ends where the
//! next one begins with 1, or before a line without a number after an empty line. The numbers count
//! moves or pairs of moves; `1... i9` is white's move of the first pair. [`move_text`] has all
//! spellings. A result at the end counts where the board does not decide. Words, addresses, remarks and
//! judgments that people paste with a list are left out and named, see [`super::pasted`], unless more words
//! than moves stand among the moves: then it is no list. In a chat, where each line has a move and who
//! says it or when, the lines are one game.
//!
//! Such a list need not contain the rule or the board, so the caller provides both; words before the
//! moves may name them (`Renju, 15x15:`), for all games up to the next such words. Text in, text
//! out, no files.

use std::ops::ControlFlow;

use thiserror::Error;

use super::fault::{Fault, FaultKind, FormatFault};
use super::file_format::{
    FileFormat, GameFormatError, GameWriter, Holds, NamedInText, ReadLosses, Several, each_record,
};
use super::game::{GameRecord, PlayedMove};
use super::listed_line::ListedLine;
use super::move_text::{self, MoveList, MoveTextError};
use super::other_text::OtherText;
use super::outcome::GameOutcome;
use super::pasted_heading::Heading;
use super::read_note::{IgnoredWords, ReadNote};
use super::unread::Unread;
use super::verdict::Verdict;
use tengen_engine::board::notation::{self, NotationError};
use tengen_engine::board::{PlaceError, Position};
use tengen_engine::types::{BoardSize, Rule};

/// Lists of moves in the table of formats: any text may be one. What such a list lacks, everyone
/// knows: only what makes it another game is a loss.
pub const FORMAT: FileFormat = FileFormat {
    name: "txt",
    extensions: &["txt", "pos"],
    title: "Lists of moves such as h8i9j10",
    is_text: true,
    names_board: false,
    header: String::new,
    several: Several::Together,
    sniff: |_| true,
    read: |input, take| {
        let (text, defaults) = (input.text(), input.defaults);
        let read = each_record(take, |each_game| {
            let rule = defaults.rule.rule();
            each(&text, rule, defaults.size, each_game).map_err(GameFormatError::of)
        })?;
        let (notes, named) = (read.ignored().into_iter().collect(), read.named);
        Ok(ReadLosses { notes, named, ..ReadLosses::of(read.unread) })
    },
    write: Some(GameWriter::Line(|game, _| Ok(write(game).into_bytes()))),
    holds: Holds { rule: false, board: false, ..Holds::ALL },
};

/// A line that is not a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub struct TxtError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: TxtFault,
}

/// What is wrong with a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TxtFault {
    /// Something other than moves.
    #[error(transparent)]
    Moves(#[from] MoveTextError),
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] PlaceError),
    /// Numbers and signs alone.
    #[error("'{seen}' has no move, expected points like h8i9")]
    NoMove {
        /// The line.
        seen: String,
    },
    /// Another text, which may hold a game, but no list of moves.
    #[error(transparent)]
    Other(#[from] OtherText),
}

impl FormatFault for TxtError {
    fn fault(&self) -> Fault {
        let fault = match &self.error {
            TxtFault::Moves(error) => error.fault(),
            TxtFault::Stone(error) => error.fault(),
            TxtFault::NoMove { seen } => Fault::of(FaultKind::NoMove).seen(seen.as_str()),
            TxtFault::Other(_) => Fault::default(),
        };
        fault.at(self.line)
    }
}

/// What is not read of a text beside its games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TxtLosses {
    /// The games that are left out, or not read to their end.
    pub unread: Unread<TxtError>,
    /// The words that are left out.
    pub ignored: IgnoredWords,
    /// What all games name.
    pub named: NamedInText,
}

impl TxtLosses {
    /// The note about the words.
    fn ignored(&self) -> Option<ReadNote> {
        (!self.ignored.is_empty()).then(|| ReadNote::Ignored(self.ignored.clone()))
    }
}

/// Reads the games; empty lines and those that begin with `#` are skipped. The board decides the
/// outcome.
///
/// # Errors
/// At the first line that contains anything else.
pub fn read(text: &str, rule: Rule, size: BoardSize) -> Result<Vec<GameRecord>, TxtError> {
    let mut games = Vec::new();
    let lost = each(text, rule, size, |game| {
        games.push(game);
        ControlFlow::Continue(())
    })?;
    lost.unread.first.map_or(Ok(games), Err)
}

/// Passes one game after the other to `take`, until that breaks. Games with a line that contains
/// anything else are left out.
///
/// # Errors
/// The first of those lines, if no game can be read, or if the whole text is [another](OtherText).
pub fn each(
    text: &str,
    rule: Rule,
    size: BoardSize,
    mut take: impl FnMut(GameRecord) -> ControlFlow<()>,
) -> Result<TxtLosses, TxtError> {
    let mut open: Option<ListedGame> = None;
    let mut lost = TxtLosses::default();
    let (mut number, mut read) = (0, 0);
    let mut finish = |mut game: ListedGame, lost: &mut TxtLosses| {
        number += 1;
        if let Some(error) = game.fault() {
            if !game.is_cut {
                lost.unread.skip(number, || error);
                return ControlFlow::Continue(());
            }
            lost.unread.cut(number, || error);
        }
        lost.ignored.join(&game.ignored);
        read += 1;
        let named = (game.heading.size.is_some(), game.heading.rule.is_some());
        lost.named = match read {
            1 => NamedInText { board: named.0, rule: named.1 },
            _ => {
                NamedInText { board: lost.named.board && named.0, rule: lost.named.rule && named.1 }
            }
        };
        take(game.record(number))
    };
    let mut is_after_gap = false;
    let ends_in_line = !text.ends_with('\n');
    let all = text.trim_start_matches('\u{feff}');
    let mut lines = all.lines().map(str::trim).zip(1..).peekable();
    let mut is_first = true;
    // The first line of words alone: an error if there is no game.
    let mut words = None;
    let mut heading = Heading::default();
    while let Some((text, line)) = lines.next() {
        if text.is_empty() || text.starts_with('#') {
            is_after_gap |= text.is_empty();
            continue;
        }
        if std::mem::take(&mut is_first)
            && let Some(other) = OtherText::seen(all, text)
        {
            return Err(TxtError { line, error: other.into() });
        }
        let is_last = ends_in_line && lines.peek().is_none();
        let seen = ListedLine::read(text, is_last, (heading, size), |line| {
            open.as_ref().is_some_and(|game| game.continues_in(line, is_after_gap))
        });
        heading = seen.heading;
        if seen.pasted.is_empty() {
            let word = seen.pasted.first_word.unwrap_or_else(|| text.to_owned());
            words.get_or_insert_with(|| no_point(word, line, seen.size));
            lost.ignored.join(&seen.pasted.ignored);
            continue;
        }
        if let Some(game) = open.take_if(|_| !seen.continues)
            && finish(game, &mut lost).is_break()
        {
            return Ok(lost);
        }
        is_after_gap = false;
        open.get_or_insert_with(|| ListedGame::new(rule, &seen)).add(seen, line);
    }
    let _ = open.map(|game| finish(game, &mut lost));
    match lost.unread.first.take().or_else(|| words.filter(|_| read == 0)) {
        Some(error) if read == 0 => Err(error),
        first => {
            lost.unread.first = first;
            Ok(lost)
        }
    }
}

/// The error about a word in a line.
fn no_point(seen: String, line: usize, size: BoardSize) -> TxtError {
    let error = MoveTextError::Point(NotationError::Point { seen, size }).into();
    TxtError { line, error }
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
}

/// A game that is being read.
struct ListedGame {
    position: Position,
    /// What the words before it name.
    heading: Heading,
    list: MoveList,
    is_numbered: bool,
    /// Whether each line has one move, and who says it or when.
    is_spoken: bool,
    /// What is wrong with it.
    error: Option<TxtError>,
    /// Whether that is the end of the file inside a move.
    is_cut: bool,
    /// What was left out.
    ignored: IgnoredWords,
    /// How many words are among that, and the error about the first.
    words: usize,
    first_word: Option<TxtError>,
    /// How many of them stand before the moves, and how many behind them.
    aside: usize,
    tail: usize,
}

impl ListedGame {
    /// The game that begins with a line, without its moves.
    fn new(rule: Rule, line: &ListedLine<'_>) -> Self {
        Self {
            position: Position::new(line.heading.rule.unwrap_or(rule), line.size),
            heading: line.heading,
            list: MoveList::new(line.size),
            is_numbered: starts_with_digit(line.moves()),
            is_spoken: line.is_spoken,
            error: None,
            is_cut: false,
            ignored: IgnoredWords::default(),
            words: 0,
            first_word: None,
            aside: 0,
            tail: 0,
        }
    }

    /// Adds the moves of a line, as far as they can be read.
    fn add(&mut self, line: ListedLine<'_>, number: usize) {
        let (size, pasted) = (line.size, &line.pasted);
        if self.error.is_none() {
            self.ignored.join(&pasted.ignored);
            // An introduction is none among the moves, and neither is who says a move.
            let is_aside = self.list.moves.is_empty() || line.is_spoken;
            self.aside += if is_aside { pasted.lead.len() } else { 0 };
            self.words += pasted.words;
            self.tail = pasted.tail;
            if let Some(word) = &pasted.first_word {
                self.first_word.get_or_insert_with(|| no_point(word.clone(), number, size));
            }
            self.error =
                self.read(line.moves()).err().map(|error| TxtError { line: number, error });
        }
        if let (None, Some(letters)) = (&self.error, line.cut) {
            self.is_cut = true;
            self.error = Some(no_point(letters.to_owned(), number, size));
        }
    }

    /// Whether a line belongs to this game: `1.` begins another one, `1... i9` does not, and after the
    /// result whatever has no number does. In a chat each line has a move.
    fn continues_in(&self, line: &ListedLine<'_>, is_after_gap: bool) -> bool {
        let (line, is_spoken) = (line.moves(), line.is_spoken);
        let is_dot = |c: &char| *c == '.';
        let signs = |rest: &str| {
            rest.chars().take_while(|c| is_dot(c) || c.is_whitespace()).filter(is_dot).count()
        };
        let begins = match line.strip_prefix('1') {
            Some(_) if move_text::is_result(line) => false,
            Some(rest) if !starts_with_digit(rest) => signs(rest) < 2,
            _ => (is_after_gap || self.list.result.is_some()) && !starts_with_digit(line),
        };
        let speaks_on = self.is_spoken && is_spoken && self.list.result.is_none();
        if self.is_numbered { !begins } else { speaks_on }
    }

    /// What is wrong with the whole of it: more words than moves are a text, of which some words look
    /// like moves. Of several moves, and in a chat, those before and behind them do not count.
    fn fault(&mut self) -> Option<TxtError> {
        /// The fewest moves that are no chance.
        const SEVERAL: usize = 3;
        let moves = self.list.moves.len();
        let is_chat = self.is_spoken && moves > 1;
        let aside = if moves < SEVERAL && !is_chat { 0 } else { self.aside + self.tail };
        let is_text = self.words.saturating_sub(aside) > moves;
        match self.first_word.take().filter(|_| is_text) {
            Some(error) => {
                self.is_cut = false;
                Some(error)
            }
            None => self.error.take(),
        }
    }

    fn read(&mut self, line: &str) -> Result<(), TxtFault> {
        let before = self.list.moves.len();
        self.list.read(line)?;
        for &point in &self.list.moves[before..] {
            self.position.play_or_pass(point)?;
        }
        match self.list.moves.len() == before && self.list.result.is_none() {
            true => Err(TxtFault::NoMove { seen: line.to_owned() }),
            false => Ok(()),
        }
    }

    fn record(self, number: u64) -> GameRecord {
        let moves = self.list.moves.into_iter().map(|point| PlayedMove::plain(point, None));
        let mut record = GameRecord::new(self.position.rule(), self.position.size());
        (record.game, record.moves) = (number, moves.collect());
        record.outcome = match (record.end_on_board().outcome, self.list.result) {
            (GameOutcome::Unfinished, Some(winner)) => {
                GameOutcome::Ended { winner, verdict: Verdict::Adjudicated }
            }
            (on_board, _) => on_board,
        };
        record
    }
}

/// The game as a line, `h8i9j10`, with its line break.
pub fn write(game: &GameRecord) -> String {
    let moves: String = game.points().map(|point| notation::move_name(point, game.size)).collect();
    moves + "\n"
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sample::{any_changes, any_game_with_passes, any_text, changed};

    const LINE: &str = "h8a1i8a2j8a3k8a4l8";

    fn read(text: &str) -> Result<Vec<GameRecord>, TxtError> {
        super::read(text, Rule::Renju, BoardSize::square(15).unwrap())
    }

    #[test]
    fn the_board_decides_the_outcome_of_a_list_of_moves() {
        let games = read(&format!("\u{feff}# two games\n{LINE}\n\nh8i9\n")).unwrap();
        assert_eq!(games[0].outcome.to_string(), "black wins: five");
        assert_eq!((games[1].outcome, games[1].game), (GameOutcome::Unfinished, 2));
    }

    #[test]
    fn games_with_numbers_continue_until_the_next_begins() {
        let games = |text: &str| read(text).unwrap().iter().map(write).collect::<Vec<_>>();
        assert_eq!(games("1. h8 i9, 2.j10\n4) g7;a1\n"), ["h8i9j10g7a1\n"]);
        assert_eq!(games("1. h8 i9\n2. j10 g7\n3. a1\n"), ["h8i9j10g7a1\n"]);
        assert_eq!(games("1. h8\n  i9\n2. j10\n4.g7\n"), ["h8i9j10g7\n"]);
        assert_eq!(games("1. h8\n1... i9\n2. j10\n2... g7\n"), ["h8i9j10g7\n"]);
        assert_eq!(games("1. h8\n1. ... i9\n2. j10\n2. .. g7\n"), ["h8i9j10g7\n"]);
        assert_eq!(games("1. h8 i9\n\nj10k11\n"), ["h8i9\n", "j10k11\n"]);
        assert_eq!(games("1. h8 i9\n\n2. j10\n"), ["h8i9j10\n"]);
        assert_eq!(
            games("1. h8 i9 1-0\nj10k11\n1. a1 0-1\nb2"),
            ["h8i9\n", "j10k11\n", "a1\n", "b2\n"]
        );
        assert!(read("1. h8 i9 1-0\n2. j10").is_err());
        assert_eq!(games("h8i9\n1. a1b2\n1) c3\n"), ["h8i9\n", "a1b2\n", "c3\n"]);
    }

    #[test]
    fn a_chat_is_one_game() {
        let games = |text: &str| read(text).unwrap().iter().map(write).collect::<Vec<_>>();
        let chat = "[12:01] anna: h8\n[12:01] bob: i9\n[12:02] bob: good luck\n[12:03] anna: j10\n";
        assert_eq!(games(chat), ["h8i9j10\n"]);
        assert_eq!(games("Anna: h8\n\nBob: i9\n"), ["h8i9\n"]);
        assert_eq!(games("Anna Bell: h8\nBob Cole: i9\nAnna Bell: j10"), ["h8i9j10\n"]);
        let ended = read("Anna: h8\nBob: i9\nAnna: 1-0\nBob: again\nBob: j10\n").unwrap();
        let ends: Vec<_> = ended.iter().map(|game| game.outcome.to_string()).collect();
        assert_eq!(ends, ["black wins: adjudicated", "unfinished"]);
        // Lists with names are games of their own.
        assert_eq!(games("first: h8i9\nsecond: j10k11\n"), ["h8i9\n", "j10k11\n"]);
        assert_eq!(games("h8\ni9\n"), ["h8\n", "i9\n"]);
    }

    #[test]
    fn words_around_the_moves_are_no_text() {
        let games = |text: &str| read(text).unwrap().iter().map(write).collect::<Vec<_>>();
        assert_eq!(games("hey, look at my game: h8 g9 g8 i8"), ["h8g9g8i8\n"]);
        assert_eq!(games("h8 g9 g8 i8 and then he resigned lol"), ["h8g9g8i8\n"]);
        let error = |text: &str| read(text).unwrap_err().to_string();
        for text in
            ["see you in room b12 at nine", "h8 is better than i9 and so is j10 or even k11"]
        {
            assert!(error(text).contains("is not a point"), "{text}");
        }
    }

    #[test]
    fn the_rule_and_the_board_may_be_named_before_the_moves() {
        let games = |text: &str| {
            let all = read(text).unwrap();
            let said =
                |game: &GameRecord| format!("{} {} {}", game.rule, game.size, write(game).trim());
            all.iter().map(said).collect::<Vec<_>>()
        };
        assert_eq!(games("freestyle h8 i9"), ["freestyle 15x15 h8i9"]);
        assert_eq!(games("Freestyle, 19x19: 1. h8 i9\n2. j10"), ["freestyle 19x19 h8i9j10"]);
        // Who says a move has a name.
        assert_eq!(games("Caro: h8\nFrei: i9\n"), ["renju 15x15 h8i9"]);
        assert_eq!(games("Freestyle, 19x19: 1. h8\n2. q16"), ["freestyle 19x19 h8q16"]);
        assert_eq!(
            games("Standard, 19x19:\nh8i9\nq16s19\nRenju\n1. h8 i9\n2. j10 renju\n\na1b2\n"),
            [
                "standard 19x19 h8i9",
                "standard 19x19 q16s19",
                "renju 19x19 h8i9j10",
                "renju 19x19 a1b2"
            ]
        );
        let size = BoardSize::square(15).unwrap();
        let lost =
            |text: &str| each(text, Rule::Freestyle, size, |_| ControlFlow::Continue(())).unwrap();
        let NamedInText { board, rule } = lost("my renju 15x15 game h8 i9").named;
        assert!(board && rule);
        assert_eq!(lost("my renju game h8 i9").ignored.words, ["my", "game"]);
        assert_eq!(lost("h8 i9\nrenju h8 i9").named, NamedInText::default());
    }

    #[test]
    fn a_result_counts_where_the_board_does_not_decide() {
        let games = |text: &str| {
            let all = read(text).unwrap();
            all.iter().map(|game| game.outcome.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(games("1. h8 i9\n2. j10\n1-0\n"), ["black wins: adjudicated"]);
        assert_eq!(
            games("1. h8 i9 1/2-1/2\n1. h8 0-1"),
            ["draw: adjudicated", "white wins: adjudicated"]
        );
        assert_eq!(games(&format!("{LINE} 0-1")), ["black wins: five"]);
    }

    #[test]
    fn numbers_must_follow_from_the_stones() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(error("1. h8\n2. h8"), "line 2: point h8 is occupied, expected an empty one");
        assert_eq!(error("1. h8 i9\n4. g7"), "line 2: number 4 after 2 moves, expected 2 or 3");
        assert_eq!(error("1. h8 i9 5. g7"), "line 1: number 5 after 2 moves, expected 2 or 3");
        assert_eq!(
            error("1. h8 i9\n2... g7"),
            "line 2: number 2... after 2 moves, expected 2 or 3"
        );
        assert_eq!(error("1... h8"), "line 1: number 1... after 0 moves, expected 1");
        assert_eq!(error("2. h8"), "line 1: number 2 after 0 moves, expected 1");
        assert!(error("1. h8 99999999999999999999. g7").contains("after 1 move, expected 1 or 2"));
        assert!(error("1 8").starts_with("line 1: '1' is not a point"));
        assert_eq!(error("h8\n1. ..."), "line 2: '1. ...' has no move, expected points like h8i9");
    }

    #[test]
    fn a_damaged_game_does_not_spoil_the_others() {
        let mut games = Vec::new();
        let text = "h8i9\nh8h8\n1. j10 k11\n2. x\n3. a1\n\ng7\n";
        let lost = each(text, Rule::Renju, BoardSize::square(15).unwrap(), |game| {
            games.push((game.game, write(&game)));
            ControlFlow::Continue(())
        });
        assert_eq!(games, [(1, "h8i9\n".to_owned()), (4, "g7\n".to_owned())]);
        let sentences = lost.unwrap().unread.all_sentences();
        assert!(sentences[0].starts_with("line 2: point h8 is occupied"), "{sentences:?}");
        assert!(
            sentences[1].starts_with("line 4: ") && sentences[1].ends_with("; game 3 is skipped")
        );
    }

    #[test]
    fn of_a_list_that_is_cut_the_whole_moves_are_read() {
        let games = |text: &str| {
            let mut games = Vec::new();
            let lost = each(text, Rule::Renju, BoardSize::square(15).unwrap(), |game| {
                games.push(write(&game));
                ControlFlow::Continue(())
            });
            (
                games,
                lost.map_or_else(
                    |error| error.to_string(),
                    |it| it.unread.all_sentences().concat(),
                ),
            )
        };
        let (read, cut) = games("h8i9\nh8i9j");
        assert_eq!(read, ["h8i9\n", "h8i9\n"]);
        assert!(cut.starts_with("line 2: 'j' is not a point"), "{cut}");
        assert!(cut.ends_with("; of game 2 what stands before it is read"), "{cut}");
        assert_eq!(games("h8i9j\n").0, [""; 0]);
        assert_eq!(games("h8i9.hello"), (vec!["h8i9\n".to_owned()], String::new()));
    }

    #[test]
    fn what_people_paste_with_a_list_is_left_out_and_named() {
        let size = BoardSize::square(15).unwrap();
        let read = |text: &str| {
            let mut games = String::new();
            let lost = each(text, Rule::Renju, size, |game| {
                games += &write(&game);
                ControlFlow::Continue(())
            });
            match lost {
                Ok(lost) => (games, lost.ignored().map_or(String::new(), |note| note.to_string())),
                Err(error) => (games, error.to_string()),
            }
        };
        for (text, moves, ignored) in [
            ("https://example.org/g7\n1. h8 i9\n2. j10\n", "h8i9j10", "https://example.org/g7"),
            ("1. h8 {nice} i9 2. j10 {?}\n", "h8i9j10", "{nice} {?}"),
            ("①h8②i9③j10\n", "h8i9j10", ""),
            ("1 h8\n2 i9\n3 j10\n", "h8i9j10", ""),
            ("h8!? i9 j10??\n", "h8i9j10", "!? ??"),
            ("Look at this:\nh8 i9 j10\nBye!\n", "h8i9j10", "Look at this Bye !"),
            ("1. h8 i9\ngood move\n2. j10\n", "h8i9j10", "good move"),
            ("h8 i9 j10 black resigned", "h8i9j10", "black resigned"),
            ("黑h8 白i9 黑j10\n", "h8i9j10", "黑 白"),
            (
                "Bob [21:04]: gg, here is our game\n1. h8 i9…\n",
                "h8i9",
                "Bob [21:04] gg here is our (1 more word)",
            ),
            ("1. h8 i9 2. h10 h9 - here I was happy\n", "h8i9h10h9", "- here I was happy"),
            ("Schwarz: h8, Weiß: i9\n", "h8i9", "Schwarz Weiß"),
            ("1 h8 0:12\n2 i9 0:03\n", "h8i9", "0:12 0:03"),
            ("1 h8 0:12 / 2 i9 0:03\n", "h8i9", "0:12 0:03"),
            ("8H 9I", "h8i9", ""),
            ("1. Н8 i9\n", "h8i9", ""),
            ("1. h8 1… i9\n", "h8i9", ""),
        ] {
            let said = match ignored {
                "" => String::new(),
                words => format!("ignored, as they are no moves: {words}"),
            };
            assert_eq!(read(text), (format!("{moves}\n"), said), "{text}");
        }
        // What is not clear is no list of moves.
        for (text, seen) in [
            ("Dear Anna, how are you?\n", "line 1: 'Dear' is not a point"),
            ("Then after h8 white played i9 and won\n", "line 1: 'Then' is not a point"),
            ("hello\nh8 i9 p9\n", "line 2: 'p9' is not a point"),
            ("h8 i j10\n", "line 1: 'i' is not a point"),
            ("!?\n", "line 1: '!?' is not a point"),
            ("h8 I j10\n", "line 1: 'I' is not a point"),
            ("1… h8\n", "line 1: number 1... after 0 moves, expected 1"),
            ("Н8 О9\n", "line 1: 'Н' is not a point"),
            ("# mine\n{\"rule\":\"renju\",\"moves\":[\"h8\"]}\n", "line 2: this is JSON"),
            ("[\n {\"moves\": \"h8i9\"}]\n", "line 1: this is JSON"),
            ("15/15/15/15/15/15/15/7x7/15 w\n", "line 1: '15/15/15/15/15/…' lists rows"),
            ("3 h8 4 i9\n", "line 1: number 3 after 0 moves, expected 1"),
        ] {
            let (games, error) = read(text);
            assert!(games.is_empty() && error.starts_with(seen), "{text}: {games}{error}");
        }
    }

    #[test]
    fn txt_errors_name_the_line() {
        assert_eq!(
            read("h8\nh8h8").unwrap_err().to_string(),
            "line 2: point h8 is occupied, expected an empty one"
        );
        let error = read("h8z99").unwrap_err().to_string();
        assert!(error.starts_with("line 1: 'z99' is n"), "{error}");
    }

    proptest! {
        #[test]
        fn txt_games_come_back(game in any_game_with_passes()) {
            let text = write(&game);
            let back = super::read(&text, game.rule, game.size).unwrap();
            prop_assert_eq!(back.len(), usize::from(game.length() > 0));
            for back in back {
                prop_assert_eq!(back.points().collect::<Vec<_>>(), game.points().collect::<Vec<_>>());
                prop_assert_eq!(write(&back), text.clone());
            }
        }

        #[test]
        fn txt_read_survives_changed_files(changes in any_changes()) {
            let _ = read(&changed(&format!("{LINE}\nh8\n"), &changes));
        }

        #[test]
        fn txt_read_survives_any_text(text in any_text("abcdefghzAZ0123456789#.,;)\n ")) {
            let _ = read(&text);
        }
    }
}
