//! Game files of Piskvork (`.psq`): written as in its tournaments, read as it reads
//! them.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0      size, strengths of both players (0 = human), who began
//! 8,8,120                        column, row (from 1, from the top left), milliseconds
//! 9,8,97
//! pbrain-one.exe                 the players' names, the one who began first if the flag is 0
//! pbrain-two.exe
//! 0                              how it ended, see `code`
//! ```
//!
//! Piskvork's own files hold neither the rule nor the winner. The judge of Gomocup adds a line to
//! them, `1,Renju_1`: the player who won, counted in the order of the names (0 for a draw), and the
//! league, which tells the rule. Other programs leave out the levels or the flag, or separate them
//! by other signs, and some write several games into a file. Text in, text out, no files.
//!
//! CITE: the files of Gomocup's results, <https://gomocup.org/results/>.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use thiserror::Error;

use super::ending::GameEnd;
use super::fault::{Fault, FaultKind, FormatFault};
use super::file_format::{
    FileFormat, GameFormatError, GameWriter, Holds, ReadLosses, Several, each_record, first_text,
    main_line,
};
use super::game::{GameRecord, PlayedMove};
use super::game_tree::GameTree;
use super::located::Located;
use super::outcome::GameOutcome;
use super::unread::Unread;
use super::verdict::Verdict;
use super::words::rule::{GivenRule, league};
use tengen_engine::board::{PlaceError, Position};
use tengen_engine::types::{BoardSize, Color, Coord, Rule, SizeError};
use tengen_util::excerpt::excerpt;

/// Piskvork's files in the table of formats.
pub const FORMAT: FileFormat = FileFormat {
    name: "psq",
    extensions: &["psq"],
    title: "Piskvork's files",
    is_text: true,
    names_board: true,
    header: String::new,
    several: Several::Apart,
    sniff: |bytes| {
        let text = first_text(bytes);
        text.get(..HEAD.len()).is_some_and(|first| first.eq_ignore_ascii_case(HEAD))
    },
    read: |input, take| {
        let (text, rule) = (input.text(), input.defaults.rule);
        let unread = each_record(take, |each_game| {
            let numbered = |number, game| each_game(GameRecord { game: number, ..game });
            each(&text, rule, numbered).map_err(GameFormatError::of)
        })?;
        Ok(ReadLosses::of(unread))
    },
    write: Some(GameWriter::Line(|game, _| Ok(write(game, None).into_bytes()))),
    // That there is no date is not worth a warning at every conversion.
    holds: Holds {
        rule: false,
        passes: false,
        date: false,
        result: is_outcome_held,
        is_silent_about: &["date"],
        ..Holds::ALL
    },
};

/// The first word of a file.
const HEAD: &str = "Piskvork";

/// Whether a file tells how the game ended: it has codes for some ends.
fn is_outcome_held(game: &GameTree) -> bool {
    let written = main_line(game).map(|line| write(&line, None));
    let read = written.and_then(|text| read(&text, game.head().rule).ok());
    read.is_some_and(|read| read.outcome == game.head().outcome)
}

/// Text that is not a psq file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PsqError {
    /// The first line is not Piskvork's.
    #[error(
        "'{seen}' is not the head of a psq file, expected one like 'Piskvorky 15x15, 11:11, 0'"
    )]
    Head {
        /// The line that was seen.
        seen: String,
    },
    /// No such board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A line between moves that is not a move.
    #[error("'{seen}' is not a move, expected column,row,milliseconds")]
    Move {
        /// The line.
        seen: String,
    },
    /// A column or row of 0, or beyond the board.
    #[error("move {x},{y} is off the {size} board, expected columns and rows from 1")]
    OffBoard {
        /// The column that was named.
        x: i64,
        /// The row that was named.
        y: i64,
        size: BoardSize,
    },
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] PlaceError),
    /// The file ends inside a move.
    #[error("the file ends inside the move '{seen}', expected column,row,milliseconds")]
    Cut {
        /// What is there of it.
        seen: String,
    },
    /// The names of the players or how the game ended are not there, or not whole.
    #[error("the game ends {}, expected two names and a code after its moves", ends_after(*.moves, .seen))]
    End {
        /// The moves before it.
        moves: usize,
        /// The last line after them; empty if there is none.
        seen: String,
    },
    /// A line after the end of the game.
    #[error("'{seen}' after the end of the game, expected another game or nothing")]
    After {
        /// The line.
        seen: String,
    },
    /// A result whose league names no rule that is known here, and nobody named another.
    #[error(
        "'{seen}' names a league of unknown rule, expected Freestyle, Standard, Renju or Caro; with a rule (--rule) it is read under that one"
    )]
    League {
        /// The line.
        seen: String,
    },
}

impl FormatFault for PsqError {
    fn fault(&self) -> Fault {
        match self {
            Self::Head { seen } => Fault::of(FaultKind::NotFormat).seen(seen.as_str()),
            Self::Size(error) => error.fault(),
            Self::Move { seen } => Fault::of(FaultKind::Point).seen(seen.as_str()),
            Self::OffBoard { x, y, .. } => Fault::of(FaultKind::OffBoard).seen(format!("{x},{y}")),
            Self::Stone(error) => error.fault(),
            Self::Cut { seen } | Self::End { seen, .. } => {
                Fault::of(FaultKind::Cut).seen(seen.as_str())
            }
            Self::After { seen } => Fault::of(FaultKind::AfterResult).seen(seen.as_str()),
            Self::League { seen } => Fault::of(FaultKind::Rule).seen(seen.as_str()),
        }
    }
}

/// Where a game ends: `after move 12`, `with 'pbrain-o' after move 12`.
fn ends_after(moves: usize, seen: &str) -> String {
    let after = if moves == 0 { "its head".to_owned() } else { format!("move {moves}") };
    if seen.is_empty() { format!("after {after}") } else { format!("with '{seen}' after {after}") }
}

/// Time per move in milliseconds of Piskvork's levels 1 to 11.
const LEVELS_MS: [u64; 11] =
    [100, 300, 600, 1000, 1500, 2500, 5000, 10_000, 15_000, 30_000, 60_000];

/// The longest name that Piskvork's reader can hold.
const NAME_MAX: usize = 250;

/// Piskvork's number for the end of a game: 0 regular, 15 timeout, 16 memory, 7 illegal move, -2
/// anything else.
pub const fn code(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Five
        | Verdict::Forbidden(_)
        | Verdict::Draw(_)
        | Verdict::Adjudicated
        | Verdict::Resigned => 0,
        Verdict::Timeout => 15,
        Verdict::Memory => 16,
        Verdict::Illegal => 7,
        Verdict::Crash | Verdict::Refused => -2,
    }
}

/// The game as Piskvork writes it, black as the first player. `turn_ms`, the limit for a move,
/// selects the level in the head; without it the highest is written. A stone without a time gets 0.
///
/// Piskvork's reader takes a name that begins with a number for a move, so such names (and empty
/// ones) get the usual prefix of brains, `pbrain-`; line breaks become blanks. The format has no
/// passes: they are left out, so callers refuse a game that has some, as
/// [`GameFormat`](super::game_format::GameFormat) does.
pub fn write(game: &GameRecord, turn_ms: Option<u64>) -> String {
    let level = match turn_ms {
        Some(ms) => LEVELS_MS.iter().filter(|&&level| level <= ms).count().max(1),
        None => LEVELS_MS.len(),
    };
    let mut text = format!("Piskvorky {}, {level}:{level}, 0\r\n", game.size);
    for played in game.all_moves() {
        let Some(Coord { x, y }) = played.point else { continue };
        let time_ms = played.time_ms;
        let (x, y, time_ms) = (u32::from(x) + 1, u32::from(y) + 1, time_ms.unwrap_or(0));
        let _ = write!(text, "{x},{y},{time_ms}\r\n");
    }
    for name in [&game.black.name, &game.white.name] {
        text.push_str(&readable_name(name));
        text.push_str("\r\n");
    }
    let _ = write!(text, "{}\r\n", game.verdict().map_or(0, code));
    text
}

pub(crate) fn readable_name(name: &str) -> String {
    let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let name = name.trim();
    let is_number = name.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+');
    let prefix = if name.is_empty() || is_number { "pbrain-" } else { "" };
    let mut end = name.len().min(NAME_MAX - prefix.len());
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    format!("{prefix}{}", name[..end].trim_end())
}

/// Reads the first game of what Piskvork or another program wrote. `rule` is that of a game that
/// does not name its league. Unless the file names a result, the board decides the outcome.
///
/// # Errors
/// If the head is not Piskvork's, the board does not exist, a move cannot be played, the end is missing
/// or lines follow it; [`each`] reads the moves before a missing end.
pub fn read(text: &str, rule: impl Into<GivenRule>) -> Result<GameRecord, Located<PsqError>> {
    let mut first = None;
    let unread = each(text, rule, |_, game| {
        first = Some(game);
        ControlFlow::Break(())
    })?;
    match (unread.first, first) {
        (None, Some(game)) => Ok(game),
        (Some(error), _) => Err(error),
        (None, None) => Err(no_head("", 0)),
    }
}

/// Reads all games of a file: passes one after the other with its number to `take`, until that
/// breaks. Games that cannot be read are left out; of one that is cut, the whole moves are read, if it
/// has some.
///
/// # Errors
/// As [`read`], if no game can be read.
pub fn each(
    text: &str,
    rule: impl Into<GivenRule>,
    mut take: impl FnMut(u64, GameRecord) -> ControlFlow<()>,
) -> Result<Unread<Located<PsqError>>, Located<PsqError>> {
    let rule = rule.into();
    let mut unread = Unread::default();
    let mut rest = text.trim_start_matches('\u{feff}');
    let (mut line, mut number, mut read) = (0, 0, 0);
    loop {
        let game = &rest[..next_head(rest)];
        number += 1;
        match read_game(game, line, rule) {
            Ok((record, cut)) => {
                read += 1;
                if let Some(error) = cut {
                    unread.cut(number, || error);
                }
                if take(number, record).is_break() {
                    break;
                }
            }
            Err(error) => unread.skip(number, || error),
        }
        line += game.matches('\n').count();
        rest = &rest[game.len()..];
        if rest.is_empty() {
            break;
        }
    }
    match unread.first.take() {
        Some(error) if read == 0 => Err(error),
        first => Ok(Unread { first, ..unread }),
    }
}

/// The byte where the head of the next game begins, or the length.
fn next_head(text: &str) -> usize {
    let mut starts = text.match_indices('\n').map(|(at, _)| at + 1);
    starts.find(|&at| is_head(&text[at..])).unwrap_or(text.len())
}

fn is_head(text: &str) -> bool {
    let word = text.trim_start_matches([' ', '\t']).get(..HEAD.len());
    word.is_some_and(|word| word.eq_ignore_ascii_case(HEAD))
        && text.lines().next().is_some_and(|line| head(line).is_some())
}

fn no_head(line: &str, number: usize) -> Located<PsqError> {
    let error = PsqError::Head { seen: excerpt(line, SEEN_CHARS) };
    Located { line: number + 1, column: 1, error }
}

/// The most characters of a line in an error.
const SEEN_CHARS: usize = 60;

/// Reads a game whose text begins in line `before` (from 0) of its file, and why its end is missing.
fn read_game(
    text: &str,
    before: usize,
    given: GivenRule,
) -> Result<(GameRecord, Option<Located<PsqError>>), Located<PsqError>> {
    // Line by line: a list of all would take many times the size of a file of empty lines.
    let mut lines = text.lines().enumerate().peekable();
    let fail = |line: usize, error| Located { line: before + line + 1, column: 1, error };
    let (_, first) = lines.next().unwrap_or_default();
    let PsqHead { width, height, is_first_black } =
        head(first).ok_or_else(|| no_head(first, before))?;
    let size = BoardSize::new(width, height).map_err(|error| fail(0, error.into()))?;
    let result = result(text);
    let rule = rule(result.as_ref(), given).map_err(|(line, error)| fail(line, error))?;
    let mut position = Position::new(rule, size);
    let mut game = GameRecord::new(rule, size);
    let is_of_game = |at: usize| result.as_ref().is_none_or(|result| at < result.line.0);
    let is_move = |&(at, line): &(usize, &str)| {
        is_of_game(at) && (line.trim().is_empty() || stone(line).is_some())
    };
    let is_open = !text.ends_with('\n');
    let (mut last, mut cut) = (0, None);
    while let Some((at, line)) = lines.next_if(is_move) {
        let Some((x, y, time_ms)) = stone(line) else { continue };
        last = at;
        let has_times = game.moves.iter().any(|played| played.time_ms.is_some());
        if is_open && time_ms.is_none() && has_times && lines.peek().is_none() {
            // The row may go on, as the others have a time.
            cut = Some((at, PsqError::Cut { seen: excerpt(line.trim(), SEEN_CHARS) }));
            break;
        }
        let coord = on_board(x, y, size).ok_or(PsqError::OffBoard { x, y, size });
        let coord = coord.map_err(|error| fail(at, error))?;
        position.play(coord).map_err(|error| fail(at, error.into()))?;
        game.moves.push(PlayedMove::new(coord, time_ms));
    }
    let mut after = lines.filter(|&(at, _)| is_of_game(at)).peekable();
    if cut.is_none() {
        cut = begun_move(after.clone(), is_open).map_err(|(at, error)| fail(at, error))?;
        after.next_if(|_| cut.is_some());
    }
    let GameTail { names: (first, second), code, fault } = tail(after);
    if result.is_none() {
        let moves = game.moves.len();
        cut = cut.or_else(|| fault.map(|(at, fault)| (at.unwrap_or(last), fault.error(moves))));
    }
    let cut = cut.map(|(at, error)| fail(at, error));
    let is_lost = |cut: &Located<PsqError>| !matches!(cut.error, PsqError::After { .. });
    if game.moves.is_empty()
        && let Some(error) = cut.clone().filter(is_lost)
    {
        return Err(error);
    }
    let (black, white) = if is_first_black { (first, second) } else { (second, first) };
    game.set_names(black.unwrap_or_default(), white.unwrap_or_default());
    game.outcome = GameEnd::of_stones(&position).outcome;
    game.outcome = outcome(code, &game);
    if let Some(GomocupResult { winner, .. }) = result {
        let first = if is_first_black { Color::Black } else { Color::White };
        game.outcome =
            judged(winner.map(|is_first| if is_first { first } else { !first }), game.outcome);
    }
    Ok((game, cut))
}

/// The rule of the league, else the given one; or the line that names a league of unknown rule.
fn rule(result: Option<&GomocupResult<'_>>, given: GivenRule) -> Result<Rule, (usize, PsqError)> {
    match result {
        Some(GomocupResult { line, rule: None, .. }) if given.asked().is_none() => {
            Err((line.0, PsqError::League { seen: excerpt(line.1, SEEN_CHARS) }))
        }
        Some(GomocupResult { rule: Some(rule), .. }) => Ok(*rule),
        _ => Ok(given.rule()),
    }
}

/// The outcome that the board and the code give if the winner is this one; else somebody judged.
fn judged(winner: Option<Color>, seen: GameOutcome) -> GameOutcome {
    match seen {
        GameOutcome::Ended { winner: of_board, .. } if of_board == winner => seen,
        _ => GameOutcome::Ended { winner, verdict: Verdict::Adjudicated },
    }
}

/// A line such as `1,Renju_1` at the end of a file of Gomocup.
struct GomocupResult<'a> {
    /// Its number from 0 and its text.
    line: (usize, &'a str),
    /// Whether the first player won; `None` for a draw.
    winner: Option<bool>,
    /// The rule of the league, if it is known.
    rule: Option<Rule>,
}

/// The result in the last line that is not empty.
fn result(text: &str) -> Option<GomocupResult<'_>> {
    let last = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).last()?;
    let (winner, name) = last.1.split_once(',')?;
    let winner = match winner.trim() {
        "0" => None,
        "1" => Some(true),
        "2" => Some(false),
        _ => return None,
    };
    let is_league = name.trim().starts_with(|first: char| first.is_alphabetic());
    is_league.then(|| GomocupResult { line: last, winner, rule: league(name) })
}

/// The begun move in the first of the lines after the moves, if no other line follows.
///
/// # Errors
/// If moves follow: names do not look like moves, so the line is a damaged one.
fn begun_move<'a>(
    mut lines: impl Iterator<Item = (usize, &'a str)>,
    is_open: bool,
) -> Result<Option<(usize, PsqError)>, (usize, PsqError)> {
    let Some((at, first)) = lines.next() else { return Ok(None) };
    let seen = excerpt(first.trim(), SEEN_CHARS);
    let mut is_last = true;
    for (_, line) in lines {
        if stone(line).is_some() {
            return Err((at, PsqError::Move { seen }));
        }
        is_last &= line.trim().is_empty();
    }
    Ok((is_last && is_begun_move(first, is_open)).then_some((at, PsqError::Cut { seen })))
}

/// Whether a line is the beginning of a move: `8,` is, and where no line break follows also `8`: a code
/// ends its line, or is none of the numbers of columns.
fn is_begun_move(line: &str, is_open: bool) -> bool {
    leading_number(line).is_some_and(|(number, rest)| match rest.trim() {
        "" => is_open && number > 0,
        rest => matches!(rest, "," | ",-" | ",+"),
    })
}

/// The outcome that a code means after the moves of a game, which has the outcome of the board.
/// Without a result the file does not name the winner: the loser by a fault is the player who should
/// have moved.
pub(crate) fn outcome(seen: Option<i32>, game: &GameRecord) -> GameOutcome {
    let faults = [Verdict::Timeout, Verdict::Memory, Verdict::Illegal, Verdict::Crash];
    match faults.into_iter().find(|&verdict| seen == Some(code(verdict))) {
        Some(verdict) => {
            GameOutcome::Ended { winner: Some(!game.mover(game.moves.len())), verdict }
        }
        None => game.outcome,
    }
}

/// What the first line says.
struct PsqHead {
    width: u64,
    height: u64,
    /// Whether the player who is named first began.
    is_first_black: bool,
}

/// `Piskvorky WxH, a:b, flag`: the sides and the flag, which is 0 or 1. Only the sides must be there;
/// what stands in the place of the flag counts as one only after levels as Piskvork writes them.
fn head(line: &str) -> Option<PsqHead> {
    let line = line.trim_start().to_ascii_lowercase();
    let rest = line.strip_prefix(&HEAD.to_ascii_lowercase())?;
    let rest = rest.trim_start_matches(|c: char| c.is_alphabetic());
    let rest =
        rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';' | '-'));
    let (width, rest) = leading_number(rest)?;
    let rest = rest.trim_start().strip_prefix(['x', '*', '×'])?;
    let (height, rest) = leading_number(rest)?;
    let flag = levels(rest).map(|after| match leading_number(after) {
        Some((flag, rest)) if rest.trim().is_empty() => Some(flag),
        _ => None,
    });
    let is_first_black = match flag {
        Some(Some(1)) => false,
        Some(Some(0)) | None => true,
        Some(_) => return None,
    };
    let side = |n: i64| u64::try_from(n).ok();
    Some(PsqHead { width: side(width)?, height: side(height)?, is_first_black })
}

/// The text after `, a:b,`; `None` if there is none.
fn levels(text: &str) -> Option<&str> {
    let (_, rest) = leading_number(text.trim_start().strip_prefix(',')?)?;
    let (_, rest) = leading_number(rest.trim_start().strip_prefix(':')?)?;
    rest.trim_start().strip_prefix(',')
}

/// `x,y` or `x,y,ms` as Piskvork scans it: numbers after optional blanks, whatever follows ignored.
pub(crate) fn stone(line: &str) -> Option<(i64, i64, Option<u64>)> {
    let (x, rest) = leading_number(line)?;
    let (y, rest) = leading_number(rest.strip_prefix(',')?)?;
    let time = rest.strip_prefix(',').and_then(leading_number);
    Some((x, y, time.map(|(time, _)| u64::try_from(time).unwrap_or(0))))
}

fn leading_number(text: &str) -> Option<(i64, &str)> {
    let text = text.trim_start();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let sign = text.len() - digits.len();
    let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let (number, rest) = text.split_at(sign + length);
    Some((number.parse().ok()?, rest))
}

fn on_board(x: i64, y: i64, size: BoardSize) -> Option<Coord> {
    let zero_based = |n: i64| u8::try_from(n.checked_sub(1)?).ok();
    Some(Coord::new(zero_based(x)?, zero_based(y)?)).filter(|&coord| size.contains(coord))
}

/// The code in a line, which has nothing else.
pub(crate) fn code_of(line: &str) -> Option<i32> {
    let (code, rest) = leading_number(line)?;
    i32::try_from(code).ok().filter(|_| rest.trim().is_empty())
}

/// What follows the moves of a game.
struct GameTail<'a> {
    /// The players, in the order of the file.
    names: (Option<&'a str>, Option<&'a str>),
    /// How the game ended.
    code: Option<i32>,
    /// What is wrong with it, with its line.
    fault: Option<(Option<usize>, TailFault)>,
}

/// What is wrong with what follows the moves.
enum TailFault {
    /// A line that is neither the code nor the last before it; empty if there is no line.
    End(String),
    After(String),
}

impl TailFault {
    /// The error after this many moves.
    fn error(self, moves: usize) -> PsqError {
        match self {
            Self::End(seen) => PsqError::End { moves, seen },
            Self::After(seen) => PsqError::After { seen },
        }
    }
}

/// The names and the code after the moves: a single line is a code, more begin with the names.
fn tail<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> GameTail<'a> {
    let lines = lines.map(|(at, line)| (at, line.trim())).filter(|(_, line)| !line.is_empty());
    let mut lines = lines.peekable();
    let first = lines.next();
    let is_alone = lines.peek().is_none();
    if let Some(code) = first.filter(|_| is_alone).and_then(|(_, line)| code_of(line)) {
        return GameTail { names: (None, None), code: Some(code), fault: None };
    }
    let (second, third) = (lines.next(), lines.next());
    let code = third.and_then(|(_, line)| code_of(line));
    let seen = |line: &str| excerpt(line, SEEN_CHARS);
    let last = third.or(second).or(first);
    let fault = match (code, lines.next()) {
        (Some(_), None) => None,
        (Some(_), Some((at, line))) => Some((Some(at), TailFault::After(seen(line)))),
        (None, _) => Some((
            last.map(|(at, _)| at),
            TailFault::End(last.map_or_else(String::new, |(_, line)| seen(line))),
        )),
    };
    let name = |line: Option<(usize, &'a str)>| line.map(|(_, name)| name);
    GameTail { names: (name(first), name(second)), code, fault }
}

#[cfg(test)]
mod tests;
