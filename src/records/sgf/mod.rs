//! Games as SGF, the Smart Game Format FF\[4\] with game number 4 (Gomoku and Renju): written with all
//! that a record tells, read with tolerance. CITE: A. Hollosi, "SGF FF\[4\] official specification".
//!
//! Points are two letters, column and row from the top left (`hh` is the middle of 15×15; after `z`
//! comes `A`); boards with more than 52 columns or rows have no such letters, so there points are
//! named as in `board::notation` (`aa12`), and both are read everywhere. Stones are moves in order,
//! the opening among them.
//!
//! Private properties, which other programs skip: `OPENINGSTONES` how many first moves the opening
//! made, `VERDICT` how the game ended, and in moves `MSEC`, `DEPTH`, `VALUE`, `NODES`. Text in, text
//! out, no files; the tree's grammar stands in `tree`.

pub mod tree;

use std::fmt::Write as _;

use thiserror::Error;

use self::tree::{SgfNode, SgfValue, SyntaxError};
use crate::board::notation::{self, NotationError};
use crate::board::{PlaceError, Position};
use crate::records::game::{GameRecord, PlayedMove};
use crate::records::located::Located;
use crate::records::verdict::Verdict;
use crate::types::{BoardSize, Color, Coord, Rule, SizeError, Stone};
use crate::util::date::Date;

/// What the main line of an SGF file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfGame {
    /// The size of the board; 15×15 if the file does not say.
    pub size: BoardSize,
    /// The rule, if the file names one that is known here.
    pub rule: Option<Rule>,
    /// The name of black.
    pub black: Option<String>,
    /// The name of white.
    pub white: Option<String>,
    /// The winner: `None` if the file does not say, `Some(None)` for a draw.
    pub winner: Option<Option<Color>>,
    /// How it ended, in our words (`five`, `draw (full-board)`).
    pub verdict: Option<String>,
    /// Stones set up before the first move.
    pub setup: Vec<(Coord, Stone)>,
    /// How many of the moves are the opening's.
    pub opening_stones: usize,
    /// The moves.
    pub moves: Vec<SgfMove>,
}

/// A move and what is told about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SgfMove {
    /// Whose.
    pub color: Color,
    /// Where.
    pub coord: Coord,
    /// The time it took in milliseconds.
    pub time_ms: Option<u64>,
    /// The depth that the player told.
    pub depth: Option<u32>,
    /// The value that it told.
    pub value: Option<i32>,
    /// The nodes that it told.
    pub nodes: Option<u64>,
}

impl SgfGame {
    /// The position at the end of the main line, under the file's rule or else `rule`.
    pub fn final_position(&self, rule: Rule) -> Position {
        let mut position = Position::new(self.rule.unwrap_or(rule), self.size);
        // The reader has put them.
        for &(coord, stone) in &self.setup {
            let _ = position.put(coord, stone);
        }
        for played in &self.moves {
            position.set_to_move(played.color);
            let _ = position.play(played.coord);
        }
        position
    }
}

/// Text that is no game record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// Not SGF at all.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// Another game.
    #[error("game number GM[{seen}], expected 4 (Gomoku and Renju)")]
    OtherGame {
        /// The number that was seen.
        seen: String,
    },
    /// A size that is no number or pair of numbers.
    #[error("size SZ[{seen}], expected a number or two like 15:20")]
    SizeText {
        /// What was seen.
        seen: String,
    },
    /// No such board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Not a point of the board.
    #[error(transparent)]
    Point(#[from] NotationError),
    /// A stone cannot be put.
    #[error(transparent)]
    Stone(#[from] PlaceError),
}

/// The game as SGF, one move a line, ending with a line break.
pub fn write(game: &GameRecord) -> String {
    write_as(game, true)
}

/// As [`write()`] for a game that was left before its end: the result is unknown (`RE[?]`), whatever the
/// record says.
pub fn write_unfinished(game: &GameRecord) -> String {
    write_as(game, false)
}

fn write_as(game: &GameRecord, is_finished: bool) -> String {
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]AP[tengen:{}]", env!("CARGO_PKG_VERSION"));
    let _ = if game.width == game.height {
        write!(text, "SZ[{}]", game.width)
    } else {
        write!(text, "SZ[{}:{}]", game.width, game.height)
    };
    let mut put = |name: &str, value: &str| {
        let _ = write!(text, "{name}[{}]", escape(value));
    };
    put("RU", game.rule.name());
    put("PB", &game.black.name);
    put("PW", &game.white.name);
    put("RO", &game.round.to_string());
    // Nothing was played in 1970: 0 is a game whose date nobody knows.
    if game.started_ms > 0 {
        let date = Date::from_unix_ms(game.started_ms);
        put("DT", &format!("{:04}-{:02}-{:02}", date.year, date.month, date.day));
    }
    if !game.opening.name.is_empty() {
        put("ON", &game.opening.name);
    }
    put("OPENINGSTONES", &game.opening.moves.len().to_string());
    if is_finished {
        put("RE", result(game.verdict, game.winner));
        put("VERDICT", &game.verdict.to_string());
    } else {
        put("RE", "?");
    }
    if let Some(note) = &game.note {
        put("GC", note);
    }
    write_moves(&mut text, game);
    text.push_str(")\n");
    text
}

fn write_moves(text: &mut String, game: &GameRecord) {
    let opening = game.opening.moves.iter().map(|&coord| (coord, None));
    let played = game.moves.iter().map(|played| (played.coord(), Some(played)));
    for (index, (coord, played)) in opening.chain(played).enumerate() {
        let color = if index % 2 == 0 { 'B' } else { 'W' };
        let _ = write!(text, "\n;{color}[{}]", point_text(coord, game));
        let Some(PlayedMove { time_ms, depth, value, nodes, .. }) = played else { continue };
        let _ = write!(text, "MSEC[{time_ms}]");
        if let Some(depth) = depth {
            let _ = write!(text, "DEPTH[{depth}]");
        }
        if let Some(value) = value {
            let _ = write!(text, "VALUE[{value}]");
        }
        if let Some(nodes) = nodes {
            let _ = write!(text, "NODES[{nodes}]");
        }
    }
}

/// The result in SGF's own words: faults of a program are `F` (forfeit), time is `T`.
fn result(verdict: Verdict, winner: Option<Color>) -> &'static str {
    let kind = match verdict {
        Verdict::Timeout => 2,
        Verdict::Five | Verdict::Adjudicated | Verdict::Draw(_) => 0,
        Verdict::Forbidden(_)
        | Verdict::Illegal
        | Verdict::Crash
        | Verdict::Memory
        | Verdict::Refused => 1,
    };
    match winner {
        None => "0",
        Some(Color::Black) => ["B+", "B+F", "B+T"][kind],
        Some(Color::White) => ["W+", "W+F", "W+T"][kind],
    }
}

const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

fn point_text(coord: Coord, game: &GameRecord) -> String {
    let letter = |n: u8| LETTERS.get(usize::from(n)).map(|&letter| char::from(letter));
    let has_letters = game.width <= 52 && game.height <= 52;
    match (letter(coord.x), letter(coord.y)) {
        (Some(x), Some(y)) if has_letters => format!("{x}{y}"),
        // Only a record that lies about its size gets here without one.
        _ => game.size().map_or_else(|_| coord.to_string(), |size| notation::name(coord, size)),
    }
}

fn escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        if matches!(c, ']' | '\\' | ':') {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() && c != '\n' { ' ' } else { c });
    }
    escaped
}

/// Reads the main line of the first game of an SGF file. Unknown properties and side lines are
/// skipped; moves need not alternate.
///
/// # Errors
/// If the text is no SGF, is of another game, or a stone does not fit on the board.
pub fn read(text: &str) -> Result<SgfGame, Located<SgfError>> {
    game(text, &tree::main_line(text).map_err(syntax)?)
}

/// As [`read`], of all games of the file, at least one.
///
/// # Errors
/// If that is so of any of them.
pub fn read_all(text: &str) -> Result<Vec<SgfGame>, Located<SgfError>> {
    let lines = tree::main_lines(text).map_err(syntax)?;
    lines.iter().map(|nodes| game(text, nodes)).collect()
}

fn syntax(Located { line, column, error }: Located<SyntaxError>) -> Located<SgfError> {
    Located { line, column, error: error.into() }
}

/// The game of a main line of `text`.
fn game(text: &str, nodes: &[SgfNode]) -> Result<SgfGame, Located<SgfError>> {
    let none = SgfNode::default();
    let root = nodes.first().unwrap_or(&none);
    let value = |name: &str| root.get(name).map(|property| property.values[0].text.clone());
    let size = head(root).map_err(|(byte, error)| Located::byte(text, byte, error))?;
    let rule = value("RU").and_then(|rule| rule.trim().parse().ok());
    let board = Position::new(rule.unwrap_or(Rule::Freestyle), size);
    let mut stones = Stones { board, setup: Vec::new(), moves: Vec::new() };
    for node in nodes {
        stones.take(node).map_err(|(byte, error)| Located::byte(text, byte, error))?;
    }
    let opening_stones = value("OPENINGSTONES").and_then(|n| n.trim().parse().ok()).unwrap_or(0);
    Ok(SgfGame {
        size,
        rule,
        black: value("PB"),
        white: value("PW"),
        winner: value("RE").and_then(|result| parse_result(&result)),
        verdict: value("VERDICT"),
        setup: stones.setup,
        opening_stones: opening_stones.min(stones.moves.len()),
        moves: stones.moves,
    })
}

/// An error with the byte of the file where it stands.
type Spotted<T> = Result<T, (usize, SgfError)>;

/// Checks the game's number and returns the size of the board.
fn head(root: &SgfNode) -> Spotted<BoardSize> {
    if let Some(number) = root.get("GM") {
        let seen = number.values[0].text.trim().to_owned();
        if seen != "4" {
            return Err((number.byte, SgfError::OtherGame { seen }));
        }
    }
    match root.get("SZ") {
        Some(size) => parse_size(&size.values[0].text).map_err(|error| (size.byte, error)),
        None => parse_size("15").map_err(|error| (0, error)),
    }
}

/// The stones of the nodes read so far.
struct Stones {
    board: Position,
    setup: Vec<(Coord, Stone)>,
    moves: Vec<SgfMove>,
}

impl Stones {
    fn take(&mut self, node: &SgfNode) -> Spotted<()> {
        for property in &node.properties {
            let (color, is_move) = match property.name.as_str() {
                "AB" => (Color::Black, false),
                "AW" => (Color::White, false),
                "B" => (Color::Black, true),
                "W" => (Color::White, true),
                _ => continue,
            };
            for value in &property.values {
                let coord = self.put(value, color).map_err(|error| (value.byte, error))?;
                if is_move {
                    self.moves.push(told(node, color, coord));
                } else {
                    self.setup.push((coord, color.into()));
                }
            }
        }
        Ok(())
    }

    fn put(&mut self, value: &SgfValue, color: Color) -> Result<Coord, SgfError> {
        let coord = parse_point(&value.text, self.board.size())?;
        self.board.put(coord, color.into())?;
        Ok(coord)
    }
}

fn told(node: &SgfNode, color: Color, coord: Coord) -> SgfMove {
    fn number<T: std::str::FromStr>(node: &SgfNode, name: &str) -> Option<T> {
        node.get(name).and_then(|property| property.values[0].text.trim().parse().ok())
    }
    SgfMove {
        color,
        coord,
        time_ms: number(node, "MSEC"),
        depth: number(node, "DEPTH"),
        value: number(node, "VALUE"),
        nodes: number(node, "NODES"),
    }
}

/// `15` or `15:20`.
fn parse_size(text: &str) -> Result<BoardSize, SgfError> {
    let error = || SgfError::SizeText { seen: text.to_owned() };
    let number = |part: &str| part.trim().parse::<u64>().map_err(|_| error());
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    Ok(BoardSize::new(number(width)?, number(height)?)?)
}

/// Two letters from the top left, or letters and a number from the bottom left.
fn parse_point(text: &str, size: BoardSize) -> Result<Coord, SgfError> {
    let text = text.trim();
    let index = |letter: u8| LETTERS.iter().position(|&l| l == letter);
    if let &[x, y] = text.as_bytes()
        && let (Some(x), Some(y)) = (index(x), index(y))
        && let (Ok(x), Ok(y)) = (u8::try_from(x), u8::try_from(y))
        && size.contains(Coord::new(x, y))
    {
        return Ok(Coord::new(x, y));
    }
    Ok(notation::parse(text, size)?)
}

/// `B+…`, `W+…`, or a draw as `0` or `Draw`; anything else tells nothing.
fn parse_result(text: &str) -> Option<Option<Color>> {
    let text = text.trim().to_ascii_lowercase();
    match text.as_str() {
        "0" | "draw" => Some(None),
        _ if text.starts_with("b+") => Some(Some(Color::Black)),
        _ if text.starts_with("w+") => Some(Some(Color::White)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::records::sample::{any_game, game};

    #[test]
    fn the_text_is_readable_sgf() {
        assert_eq!(
            write(&game()).replace(concat!("tengen:", env!("CARGO_PKG_VERSION")), "X"),
            "(;FF[4]GM[4]CA[UTF-8]AP[X]SZ[15]RU[renju]PB[alpha]PW[beta]RO[2]DT[2023-11-14]ON[2]\
             OPENINGSTONES[1]RE[W+F]VERDICT[forbidden (double-three)]GC[played i7]\n\
             ;B[hh]\n;W[hi]MSEC[12]DEPTH[9]VALUE[-12]NODES[77]\n;B[ao]MSEC[345])\n"
        );
    }

    #[test]
    fn files_of_others_are_read() {
        let text = "junk (;GM[4] SZ [15:20] Player[x]C[a \\] b\\\nc]\n RE[Draw] AB[aa][bb] AW[cc]\n\
                    ;B [ hh ] LB[hh:1] (;W[h8] (;B[ot]N[x]) (;B[kk])) (;W[jj])) (;GM[1])";
        let game = read(text).unwrap();
        assert_eq!(game.size, BoardSize::new(15, 20).unwrap());
        assert_eq!(game.winner, Some(None));
        assert_eq!(game.setup.len(), 3);
        let coords: Vec<_> = game.moves.iter().map(|played| played.coord).collect();
        assert_eq!(coords, [Coord::new(7, 7), Coord::new(7, 12), Coord::new(14, 19)]);
        assert_eq!((game.rule, game.black), (None, None));
    }

    #[test]
    fn wrong_files_are_refused_with_their_place() {
        for (text, message) in [
            ("(;GM[1])", "line 1, column 3: game number GM[1], expected 4"),
            ("(;SZ[x])", "line 1, column 3: size SZ[x], expected"),
            ("(;SZ[4])", "line 1, column 3: board size 4x4 is outside"),
            ("(;SZ[15]\n;B[zz])", "line 2, column 4: 'zz' is no point of a 15x15 board"),
            ("(;SZ[15]\n;B[hh]\n;W[hh])", "line 3, column 4: point 7,7 is occupied"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    proptest! {
        #[test]
        fn games_come_back(game in any_game()) {
            let back = read(&write(&game)).unwrap();
            prop_assert_eq!(back.size, game.size().unwrap());
            prop_assert_eq!(back.rule, Some(game.rule));
            // SGF knows one kind of blank; line breaks of a name may come back as such.
            let plain = |name: &str| name.replace(|c: char| c.is_control(), " ");
            prop_assert_eq!(back.black.map(|name| plain(&name)), Some(plain(&game.black.name)));
            prop_assert_eq!(back.white.map(|name| plain(&name)), Some(plain(&game.white.name)));
            prop_assert_eq!(back.winner, Some(game.winner));
            prop_assert_eq!(back.verdict, Some(game.verdict.to_string()));
            prop_assert_eq!(back.opening_stones, game.opening.moves.len());
            prop_assert!(back.setup.is_empty());
            let coords: Vec<_> = back.moves.iter().map(|played| played.coord).collect();
            prop_assert_eq!(coords, game.coords().collect::<Vec<_>>());
            let (opening, played) = back.moves.split_at(back.opening_stones);
            prop_assert!(opening.iter().all(|played| played.time_ms.is_none()));
            for (back, played) in played.iter().zip(&game.moves) {
                let PlayedMove { time_ms, depth, value, nodes, .. } = *played;
                prop_assert_eq!(back.time_ms, Some(time_ms));
                prop_assert_eq!((back.depth, back.value, back.nodes), (depth, value, nodes));
            }
            for (index, played) in back.moves.iter().enumerate() {
                prop_assert_eq!(played.color.index(), index % 2);
            }
        }

        #[test]
        fn no_text_breaks_the_reader(text in "\\(;?[A-Za-z\\[\\]\\(\\);:\\\\ \n0-9é]{0,80}") {
            let _ = read(&text);
        }
    }
}
