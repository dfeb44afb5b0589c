//! The table of the game formats: a single entry point to all readers and writers. A new format is
//! a module that describes itself by a [`FileFormat`], and its line in [`GameFormat::ALL`].

use std::fmt;
use std::ops::ControlFlow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use super::file_format::{
    FileFormat, GameBytes, GameFormatError, GameWriter, Holds, NamedInText, ReadDefaults,
    ReadLosses, Several, main_line, tree_of,
};
use super::game::GameRecord;
use super::game_tree::GameTree;
use super::library::rows;
use super::read_note::ReadNote;
use super::words::rule::GivenRule;
use super::{drawing, link, pgn, psq, rec, renlib, rif, sgf, txt, yixin};
use tengen_engine::types::{BoardSize, Rule};
use tengen_util::charset::Charset;
use tengen_util::listed::listed;

/// A file format for games: a row of the table.
#[derive(Clone, Copy)]
pub struct GameFormat(&'static FileFormat);

/// The games of a file.
#[derive(Debug)]
pub struct GamesRead {
    /// The games in their order, each with its number: that of the library, else from 1.
    pub games: Vec<(u64, GameTree)>,
    /// What was lost in reading the file.
    pub losses: ReadLosses,
}

impl GameFormat {
    /// The library.
    pub const CSV: Self = Self(&rows::FORMAT);
    /// Boards drawn as text.
    pub const DRAWING: Self = Self(&drawing::FORMAT);
    /// RenLib's libraries.
    pub const LIB: Self = Self(&renlib::FORMAT);
    /// Links of gomocalc.com.
    pub const LINK: Self = Self(&link::FORMAT);
    /// PGN.
    pub const PGN: Self = Self(&pgn::FORMAT);
    /// Bytes that Yixin-Board reads.
    pub const POS: Self = Self(&yixin::POS);
    /// Piskvork's games.
    pub const PSQ: Self = Self(&psq::FORMAT);
    /// Records of Gomotur.
    pub const REC: Self = Self(&rec::FORMAT);
    /// RenjuNet's database.
    pub const RIF: Self = Self(&rif::FORMAT);
    /// Texts that Yixin-Board saves.
    pub const SAV: Self = Self(&yixin::SAV);
    /// The Smart Game Format.
    pub const SGF: Self = Self(&sgf::FORMAT);
    /// Lists of moves, which any text may be.
    pub const TXT: Self = Self(&txt::FORMAT);

    /// All formats, sorted by name but for lists of moves: the first that recognizes the bytes of a
    /// file is its format.
    pub const ALL: &'static [Self] = &[
        Self::CSV,
        Self::DRAWING,
        Self::LIB,
        Self::LINK,
        Self::PGN,
        Self::POS,
        Self::PSQ,
        Self::REC,
        Self::RIF,
        Self::SAV,
        Self::SGF,
        Self::TXT,
    ];

    /// Its description.
    pub const fn description(self) -> &'static FileFormat {
        self.0
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// The format with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// The format that the extension of a file name indicates.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        let is_of = |extension: &&str| ending.eq_ignore_ascii_case(extension);
        Self::ALL.iter().copied().find(|format| format.0.extensions.iter().any(is_of))
    }

    /// The format of a file with this name and these contents. An extension that several formats have
    /// leaves it to the contents, as `.txt` does; `None` if neither the name nor the contents show
    /// one.
    pub fn detect(name: &str, bytes: &[u8]) -> Option<Self> {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let is_of = |extension: &&str| ending.eq_ignore_ascii_case(extension);
        let named = Self::ALL.iter().copied().filter(|it| it.0.extensions.iter().any(is_of));
        let named: Vec<Self> = named.collect();
        let seen = named.iter().copied().find(|it| *it != Self::TXT && (it.0.sniff)(bytes));
        let content = || Some(Self::recognize(bytes));
        match () {
            () if seen.is_some() => seen,
            () if named.contains(&Self::TXT) => content(),
            () if !named.is_empty() => named.first().copied(),
            () => content().filter(|format| *format != Self::TXT),
        }
    }

    /// The usual extensions of all formats, `.csv, .lib or .txt`.
    pub fn endings(word: &str) -> String {
        Self::endings_of(word, |_| true)
    }

    /// Those of the formats that are written.
    pub fn written_endings(word: &str) -> String {
        Self::endings_of(word, |format| format.write.is_some())
    }

    fn endings_of(word: &str, which: impl Fn(&FileFormat) -> bool) -> String {
        let formats = Self::ALL.iter().filter(|format| which(format.0));
        let endings = formats.filter_map(|format| format.0.extensions.first());
        listed(&endings.map(|ending| format!(".{ending}")).collect::<Vec<_>>(), word)
    }

    /// Whether its files are text.
    pub const fn is_text(self) -> bool {
        self.0.is_text
    }

    /// Whether it holds variations and comments.
    pub const fn holds_trees(self) -> bool {
        matches!(self.0.write, Some(GameWriter::Tree(_)))
    }

    /// What stands before the first game of a file.
    pub fn header(self) -> String {
        (self.0.header)()
    }

    /// What becomes of several games.
    pub const fn several(self) -> Several {
        self.0.several
    }

    /// The format that the contents of a file seem to have.
    pub fn recognize(bytes: &[u8]) -> Self {
        let seen = Self::ALL.iter().copied().find(|format| (format.0.sniff)(bytes));
        seen.unwrap_or(Self::TXT)
    }

    /// Reads all games, which then are in memory together; see [`each`](Self::each).
    ///
    /// # Errors
    /// As [`each`](Self::each).
    pub fn read(
        self,
        bytes: &[u8],
        rule: impl Into<GivenRule>,
        size: BoardSize,
        charset: Option<Charset>,
    ) -> Result<GamesRead, GameFormatError> {
        let (rule, mut games) = (rule.into(), Vec::new());
        let losses = self.each(bytes, ReadDefaults { rule, size, charset }, |number, game| {
            games.push((number, game));
            ControlFlow::Continue(())
        })?;
        Ok(GamesRead { games, losses })
    }

    /// Reads the games one after the other and passes each with its number to `take`, until that
    /// breaks. Beside the bytes, only one game is in memory. Games that cannot be read are left out
    /// and named, and of one that is cut the whole moves are read.
    ///
    /// # Errors
    /// If the bytes have another format or none of the games can be read.
    pub fn each(
        self,
        bytes: &[u8],
        defaults: ReadDefaults,
        mut take: impl FnMut(u64, GameTree) -> ControlFlow<()>,
    ) -> Result<ReadLosses, GameFormatError> {
        let input = GameBytes::new(bytes, defaults);
        let mut first = None;
        let mut losses = (self.0.read)(&input, &mut |number, game| {
            first.get_or_insert((game.start().size(), game.start().rule()));
            take(number, game)
        })?;
        let NamedInText { board, rule } = losses.named;
        let is_list = !(self.0.names_board || board && rule);
        let assumed = first.filter(|_| is_list).map(|(of, by)| ReadNote::Assumed {
            size: (!board).then_some(of),
            rule: (!rule).then_some(by),
        });
        losses.notes.extend(assumed);
        losses.lost.splice(..0, input.into_notes());
        Ok(losses)
    }

    /// Writes a game as a whole file; formats that do not hold trees hold only its main line. Texts
    /// are UTF-8.
    ///
    /// # Errors
    /// If the format cannot hold the game's board or how it begins.
    pub fn write_file(self, game: &GameTree) -> Result<Vec<u8>, GameFormatError> {
        let mut file = self.header().into_bytes();
        file.extend(self.write(game, 1, Charset::UTF_8)?);
        Ok(file)
    }

    /// Writes a game with its number in a library, without [a header](Self::header). `charset` applies to
    /// RenLib's files; all others are UTF-8.
    ///
    /// # Errors
    /// As [`write_file`](Self::write_file), and if the code page lacks a character.
    pub fn write(
        self,
        game: &GameTree,
        number: u64,
        charset: Charset,
    ) -> Result<Vec<u8>, GameFormatError> {
        match self.0.write {
            Some(GameWriter::Tree(write)) => write(game, charset),
            Some(GameWriter::Line(write)) => write(&self.line_of(game)?, number),
            None => Err(GameFormatError::ReadOnly(self.0.name)),
        }
    }

    /// The main line of a game for this format.
    ///
    /// # Errors
    /// If the game begins with stones set up, its moves do not alternate, or it has a pass that the
    /// format cannot hold.
    pub fn line_of(self, game: &GameTree) -> Result<GameRecord, GameFormatError> {
        let line = main_line(game).ok_or(GameFormatError::Setup(self.0.name))?;
        self.check(&line).map(|()| line)
    }

    fn check(self, line: &GameRecord) -> Result<(), GameFormatError> {
        match line.has_pass() && !self.0.holds.passes {
            true => Err(GameFormatError::Pass(self.0.name)),
            false => Ok(()),
        }
    }

    /// Writes one line of a game as a whole file; `None` if the format holds trees or is only read.
    ///
    /// # Errors
    /// As [`write_file`](Self::write_file).
    pub fn write_line(self, line: &GameRecord) -> Option<Result<Vec<u8>, GameFormatError>> {
        let Some(GameWriter::Line(write)) = self.0.write else { return None };
        let written = self.check(line).and_then(|()| write(line, 1));
        Some(written.map(|text| [self.header().into_bytes(), text].concat()))
    }

    /// What the format cannot hold of the game, as a list of words, `rule and board`; `None` if it
    /// holds all of it.
    pub fn lost(self, game: &GameTree) -> Option<String> {
        let lost = self.loses(game);
        (!lost.is_empty()).then(|| listed(&lost, "and"))
    }

    /// What the format cannot hold of the game: `players`, `date`, `result`. Drawings count as
    /// comments. What is not worth a warning at every conversion is said only beside other losses.
    pub fn loses(self, game: &GameTree) -> Vec<&'static str> {
        let (head, holds) = (game.head(), &self.0.holds);
        let has_players = head.black.name != "black" || head.white.name != "white";
        let is_usual_board = (head.size.width(), head.size.height()) == (15, 15);
        let is_line = !self.holds_trees();
        // Columns for one moment do not hold them.
        let has_lost_dates = self != Self::SGF && head.dates.is_some();
        let parts = [
            (!holds.rule && head.rule != Rule::Freestyle, "rule"),
            (!holds.board && !is_usual_board, "board"),
            (!holds.players && has_players, "players"),
            (!holds.date && head.started_ms.is_some() || has_lost_dates, "date"),
            (!(holds.result)(game), "result"),
            (is_line && game.has_variations(), "variations"),
            (is_line && game.has_remarks(), "comments"),
        ];
        let lost = parts.into_iter().filter_map(|(is_lost, what)| is_lost.then_some(what));
        let lost: Vec<_> = lost.collect();
        let is_silent = lost.iter().all(|what| holds.is_silent_about.contains(what));
        if is_silent { Vec::new() } else { lost }
    }
}

impl PartialEq for GameFormat {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for GameFormat {}

impl fmt::Display for GameFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for GameFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for GameFormat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for GameFormat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seen = String::deserialize(deserializer)?;
        Self::named(&seen).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|format| format.name()).collect();
            D::Error::custom(format!("seen '{seen}', expected {}", listed(&names, "or")))
        })
    }
}

impl JsonSchema for GameFormat {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "GameFormat".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let each = Self::ALL.iter().map(|Self(format)| {
            json_schema!({
                "type": "string",
                "const": format.name,
                "description": format!("{}.", format.title),
            })
        });
        json_schema!({
            "oneOf": each.collect::<Vec<_>>(),
            "description": "A file format for games.",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameOutcome;
    use crate::game::PlayedMove;
    use crate::sample::game;
    use tengen_engine::types::Coord;

    #[test]
    fn what_is_written_is_recognized_and_read() {
        let tree = GameTree::from_record(&game()).unwrap();
        let written = GameFormat::ALL.iter().filter(|it| it.description().write.is_some());
        for &format in written {
            let text = format.write_file(&tree).unwrap();
            assert_eq!(GameFormat::recognize(&text), format);
            assert_eq!(
                GameFormat::detect("-", &text),
                Some(format).filter(|it| *it != GameFormat::TXT)
            );
            assert_eq!(GameFormat::detect("a.txt", &text), Some(format));
            assert_eq!(GameFormat::of_name(&format!("a.b.{format}")), Some(format));
            let head = tree.head();
            let read = format.read(&text, head.rule, head.size, None).unwrap();
            assert_eq!((read.games.len(), read.games[0].1.len()), (1, tree.len()), "{format}");
        }
    }

    #[test]
    fn a_pass_is_held_or_refused() {
        let mut record = game();
        record.moves.insert(1, PlayedMove::plain(None, None));
        let tree = GameTree::from_record(&record).unwrap();
        let points: Vec<_> = record.points().collect();
        for &format in GameFormat::ALL.iter().filter(|it| it.0.write.is_some()) {
            let written = format.write_file(&tree);
            if !format.0.holds.passes {
                let expected =
                    format!("a pass, which {format} cannot hold; use sgf, lib, csv or txt");
                assert_eq!(written.unwrap_err().to_string(), expected);
                assert!(format.write_line(&record).unwrap().is_err());
                continue;
            }
            let read = format.read(&written.unwrap(), record.rule, record.size, None).unwrap();
            let line = main_line(&read.games[0].1).unwrap();
            assert_eq!(line.points().collect::<Vec<_>>(), points, "{format}");
        }
    }

    #[test]
    fn blanks_may_follow_the_parenthesis_of_a_tree() {
        assert_eq!(GameFormat::recognize(b"( \r\n;GM[4];B[hh])"), GameFormat::SGF);
        assert_eq!(GameFormat::recognize(b"h8 (black) i9; j10"), GameFormat::TXT);
    }

    #[test]
    fn the_documentation_lists_all_formats() {
        let readme = include_str!("../cli/README.md");
        for format in GameFormat::ALL.iter().map(|format| format.description()) {
            let written = if format.write.is_some() { "yes" } else { "no" };
            let row = format!("| `{}` | {} | {written} |\n", format.name, format.title);
            assert!(readme.contains(&row), "src/cli/README.md lacks the row {row}");
        }
    }

    #[test]
    fn the_contents_decide_where_a_name_fits_several_formats() {
        assert_eq!(GameFormat::detect("a.pos", b"\x01\x70"), Some(GameFormat::POS));
        assert_eq!(GameFormat::detect("a.POS", b"h8i8h9\n"), Some(GameFormat::TXT));
        assert_eq!(GameFormat::detect("a.sgf", b"h8i8h9\n"), Some(GameFormat::SGF));
        assert_eq!(GameFormat::detect("a.txt", b"[Event \"?\"]\n"), Some(GameFormat::PGN));
        assert_eq!(GameFormat::detect("a", b"(;GM[4])"), Some(GameFormat::SGF));
        assert_eq!(GameFormat::detect("a.pdf", b"h8"), None);
        let error = GameFormat::RIF.write_file(&GameTree::from_record(&game()).unwrap());
        assert_eq!(error.unwrap_err().to_string(), "rif is read, not written; use sgf");
    }

    #[test]
    fn the_texts_of_sgf_are_in_the_code_page_that_it_names() {
        let name = |bytes: &[u8], charset| {
            let size = BoardSize::square(15).unwrap();
            let read = GameFormat::SGF.read(bytes, Rule::Freestyle, size, charset).unwrap();
            read.games[0].1.head().black.name.clone()
        };
        assert_eq!(name(b"(;GM[4]CA[GBK]PB[\xBA\xDA];B[hh])", None), "黑");
        assert_eq!(name(b"(;GM[4]PCA[x]PB[J\xF6rg]CA[ISO-8859-1];B[hh])", None), "Jörg");
        assert_eq!(name(b"(;GM[4]PB[J\xF6rg];B[hh])", None), "Jörg");
        assert_eq!(name("(;GM[4]PB[Jörg];B[hh])".as_bytes(), None), "Jörg");
        assert_eq!(name("(;GM[4]CA[?]PB[黑];B[hh])".as_bytes(), None), "黑");
        assert_eq!(name("(;GM[4]CA[GBK]PB[黑];B[hh])".as_bytes(), Some(Charset::UTF_8)), "黑");
        assert_eq!(name("\u{feff}(;GM[4]CA[GBK]PB[黑];B[hh])".as_bytes(), None), "黑");
    }

    #[test]
    fn formats_say_what_they_lose() {
        let tree = GameTree::from_record(&game()).unwrap();
        assert_eq!(GameFormat::PSQ.loses(&tree), ["rule", "date", "result"]);
        assert_eq!(GameFormat::LIB.loses(&tree), ["rule", "players", "date", "result"]);
        let outcome = GameOutcome::Unfinished;
        let plain = GameRecord { rule: Rule::Freestyle, outcome, ..game() };
        let mut tree = GameTree::from_record(&plain).unwrap();
        assert_eq!(GameFormat::PSQ.loses(&tree), [""; 0], "no warning at every conversion");
        assert_eq!(GameFormat::LIB.loses(&tree), ["players", "date"]);
        tree.set_comment(GameTree::ROOT, "a remark");
        assert_eq!(GameFormat::PSQ.loses(&tree), ["date", "comments"]);
        assert_eq!(GameFormat::CSV.loses(&tree), ["comments"]);
        assert_eq!(GameFormat::SGF.loses(&tree), [""; 0]);
        tree.set_comment(GameTree::ROOT, "");
        tree.play(GameTree::ROOT, PlayedMove::new(Coord::new(0, 0), None)).unwrap();
        assert_eq!(GameFormat::TXT.loses(&tree), ["variations"]);
    }

    #[test]
    fn a_list_says_if_it_is_read_as_another_game() {
        let lost = |format: GameFormat, rule, side| {
            let size = BoardSize::square(side).unwrap();
            format.loses(&GameTree::from_record(&GameRecord::new(rule, size)).unwrap())
        };
        assert_eq!(lost(GameFormat::TXT, Rule::Freestyle, 15), [""; 0]);
        assert_eq!(lost(GameFormat::TXT, Rule::Renju, 15), ["rule"]);
        assert_eq!(lost(GameFormat::TXT, Rule::Caro, 9), ["rule", "board"]);
        assert_eq!(lost(GameFormat::CSV, Rule::Caro, 9), [""; 0]);
    }
}
