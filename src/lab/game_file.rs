//! A compact file of self-play games with the value of every position.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `TGSP` |
//! | 4 | version, now 1 |
//! | 4, n | length of the setting, and the setting as JSON: [`SelfplaySetting`], or that of `tune leaves` |
//!
//! Then the games in the order of their numbers, from 0:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | length of the rest of the game in bytes: 6 + 4 per move |
//! | 1 | rule: its number, [`Rule::wire`] |
//! | 1, 1 | width, height |
//! | 1 | result: 0 white won, 1 drawn, 2 black won |
//! | 2 | stones of the opening, drawn and not chosen |
//! | 2, 2 per move | point (y · width + x); value of the position before it, as [`Score`] |
//!
//! A value is for the side that moved; in the opening it is −32768.
//!
//! The positions of `tengen tune leaves` are games of one move, whose opening leads to them.
//!
//! A file whose last game is incomplete (the program was killed) is read up to that game.
//!
//! [`SelfplaySetting`]: super::selfplay::SelfplaySetting
//! [`Score`]: tengen_engine::types::Score

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use tengen_engine::types::{BoardSize, Color, Coord, Rule};
use tengen_records::GameRecord;

const MAGIC: &[u8; 4] = b"TGSP";
const VERSION: u32 = 1;
/// The value of a position that was not searched.
const UNKNOWN: i16 = i16::MIN;
/// Bytes of a game without its moves.
const HEAD: usize = 6;

/// A game of the engine against itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfGame {
    pub rule: Rule,
    /// Size of the board.
    pub size: BoardSize,
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// The moves, black's first.
    pub moves: Vec<Coord>,
    /// How many of them are the opening.
    pub opening: usize,
    /// For each move after the opening the value of the search, for the side that moved.
    pub values: Vec<i16>,
}

impl SelfGame {
    /// A game of a match with the values that its players reported, 0 where there is none. `None`
    /// if the board is too large for the engine.
    pub fn of_match(game: &GameRecord) -> Option<Self> {
        let values = game.moves.iter().map(|it| it.value.unwrap_or(0));
        let most = i32::from(i16::MAX);
        game.size.is_fast().then(|| Self {
            rule: game.rule,
            size: game.size,
            winner: game.winner(),
            moves: game.coords().collect(),
            opening: game.opening.moves.len(),
            values: values.map(|value| value.clamp(-most, most) as i16).collect(),
        })
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.rule.wire() as u8, self.size.width(), self.size.height()];
        bytes.push(match self.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        });
        bytes.extend((self.opening as u16).to_le_bytes());
        let unknown = std::iter::repeat_n(UNKNOWN, self.opening);
        for (coord, value) in self.moves.iter().zip(unknown.chain(self.values.iter().copied())) {
            let point = u16::from(coord.y) * u16::from(self.size.width()) + u16::from(coord.x);
            bytes.extend(point.to_le_bytes());
            bytes.extend(value.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (head, moves) = bytes.split_at_checked(HEAD)?;
        let rule = Rule::from_wire(u32::from(head[0]))?;
        let size =
            BoardSize::new(head[1].into(), head[2].into()).ok().filter(|size| size.is_fast())?;
        let winner = match head[3] {
            0 => Some(Color::White),
            1 => None,
            2 => Some(Color::Black),
            _ => return None,
        };
        let opening = usize::from(u16::from_le_bytes([head[4], head[5]]));
        let width = usize::from(size.width());
        let (mut coords, mut values) = (Vec::new(), Vec::new());
        for bytes in moves.chunks(4) {
            let &[a, b, c, d] = bytes else { return None };
            let point = usize::from(u16::from_le_bytes([a, b]));
            if point >= size.area() {
                return None;
            }
            coords.push(Coord::new((point % width) as u8, (point / width) as u8));
            values.push(i16::from_le_bytes([c, d]));
        }
        if opening > coords.len() || values[..opening].iter().any(|&value| value != UNKNOWN) {
            return None;
        }
        let distinct: HashSet<Coord> = coords.iter().copied().collect();
        if distinct.len() != coords.len() {
            return None;
        }
        values.drain(..opening);
        Some(Self { rule, size, winner, moves: coords, opening, values })
    }
}

/// Why a file of games cannot be read or written.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// An I/O error.
    #[error("cannot use '{}': {error}", path.display())]
    Io {
        /// Path of the file.
        path: PathBuf,
        error: io::Error,
    },
    /// A new file has the name of one that exists.
    #[error("'{}' exists, expected a new file (selfplay --resume continues one)", path.display())]
    Exists {
        /// Path of the file.
        path: PathBuf,
    },
    /// The file has another format or version.
    #[error("'{}' is not a file of self-play games, expected TGSP and version {VERSION}", path.display())]
    Foreign {
        /// Path of the file.
        path: PathBuf,
    },
    /// The file ends before its first game.
    #[error(
        "'{}' is cut: it ends at byte {length}, within its head, expected a whole head and games; delete it and play the games again",
        path.display()
    )]
    Cut {
        /// Path of the file.
        path: PathBuf,
        /// Its length in bytes.
        length: usize,
    },
    /// A game that is not valid.
    #[error("'{}': game {game} (counted from 0) is damaged", path.display())]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        game: usize,
    },
}

/// The contents of a file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// The setting of the games, as JSON.
    pub setting: String,
    pub games: Vec<SelfGame>,
    /// Bytes read; less than the length of the file if its last game is incomplete.
    pub length: u64,
    /// Whether the last game is incomplete.
    pub is_cut: bool,
}

impl GameFile {
    /// What to report of a file whose last game is incomplete.
    pub fn warning(&self, path: &Path) -> Option<String> {
        let (path, game, byte) = (path.display(), self.games.len(), self.length);
        self.is_cut.then(|| {
            format!(
                "'{path}' is cut: it ends within game {game} (counted from 0), which begins at byte {byte}; only the games before it are used"
            )
        })
    }
}

/// Reads a file of games.
///
/// # Errors
/// If it cannot be read, has another format, is cut before its first game, or contains an invalid
/// game.
pub fn read(path: &Path) -> Result<GameFile, GameFileError> {
    let io_error = |error| GameFileError::Io { path: path.to_path_buf(), error };
    read_from(&mut BufReader::new(File::open(path).map_err(io_error)?), path)
}

/// Reads games from a stream; `path` is for errors.
///
/// # Errors
/// As [`read`].
pub fn read_from(input: &mut impl Read, path: &Path) -> Result<GameFile, GameFileError> {
    let path_buf = || path.to_path_buf();
    let io_error = |error| GameFileError::Io { path: path_buf(), error };
    let foreign = || GameFileError::Foreign { path: path_buf() };
    let cut = |length| GameFileError::Cut { path: path_buf(), length };
    let expected = [&MAGIC[..], &VERSION.to_le_bytes()].concat();
    let head = at_most(input, expected.len()).map_err(io_error)?;
    if !expected.starts_with(&head) {
        return Err(foreign());
    }
    if head.len() < expected.len() {
        return Err(cut(head.len()));
    }
    let setting = match block(input).map_err(io_error)? {
        Block::Whole(bytes) => bytes,
        Block::Cut(length) => return Err(cut(head.len() + length)),
        Block::None => return Err(cut(head.len())),
    };
    let setting = String::from_utf8(setting).map_err(|_| foreign())?;
    let mut length = (8 + 4 + setting.len()) as u64;
    let mut games = Vec::new();
    let is_cut = loop {
        let bytes = match block(input).map_err(io_error)? {
            Block::Whole(bytes) => bytes,
            Block::Cut(_) => break true,
            Block::None => break false,
        };
        let damaged = || GameFileError::Damaged { path: path_buf(), game: games.len() };
        let game = SelfGame::from_bytes(&bytes).ok_or_else(damaged)?;
        length += 4 + bytes.len() as u64;
        games.push(game);
    };
    Ok(GameFile { setting, games, length, is_cut })
}

/// What comes next in a file.
enum Block {
    /// These bytes, after their length.
    Whole(Vec<u8>),
    /// Only this many bytes: a part of the length, or the length and fewer than it says.
    Cut(usize),
    /// Nothing.
    None,
}

fn block(input: &mut impl Read) -> io::Result<Block> {
    let length = at_most(input, 4)?;
    let &[a, b, c, d] = &length[..] else {
        return Ok(if length.is_empty() { Block::None } else { Block::Cut(length.len()) });
    };
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    let bytes = at_most(input, length)?;
    Ok(if bytes.len() == length { Block::Whole(bytes) } else { Block::Cut(4 + bytes.len()) })
}

/// The next bytes; fewer than `length` if the input ends before.
fn at_most(input: &mut impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes games one after the other.
#[derive(Debug)]
pub struct GameFileWriter {
    path: PathBuf,
    file: File,
}

impl GameFileWriter {
    /// Creates the file, which must not exist yet.
    ///
    /// # Errors
    /// If it exists or cannot be written.
    pub fn create(path: &Path, setting: &str) -> Result<Self, GameFileError> {
        let open = || -> io::Result<File> {
            let mut file = File::create_new(path)?;
            file.write_all(&[&MAGIC[..], &VERSION.to_le_bytes()].concat())?;
            file.write_all(&with_length(setting.as_bytes()))?;
            Ok(file)
        };
        let file = open().map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => GameFileError::Exists { path: path.into() },
            _ => GameFileError::Io { path: path.into(), error },
        })?;
        Ok(Self { path: path.into(), file })
    }

    /// Continues a file after its last complete game, which ends at `length`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn resume(path: &Path, length: u64) -> Result<Self, GameFileError> {
        let open = || -> io::Result<File> {
            let mut file = File::options().write(true).open(path)?;
            file.set_len(length)?;
            file.seek(io::SeekFrom::End(0))?;
            Ok(file)
        };
        let file = open().map_err(|error| GameFileError::Io { path: path.into(), error })?;
        Ok(Self { path: path.into(), file })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, game: &SelfGame) -> Result<(), GameFileError> {
        self.file
            .write_all(&with_length(&game.to_bytes()))
            .map_err(|error| GameFileError::Io { path: self.path.clone(), error })
    }
}

fn with_length(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_le_bytes()[..], bytes].concat()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use tengen_engine::board::Position;

    fn game(moves: &[(u8, u8)], winner: Option<Color>) -> SelfGame {
        SelfGame {
            rule: Rule::Renju,
            size: BoardSize::new(15, 12).unwrap(),
            winner,
            moves: moves.iter().map(|&(x, y)| Coord::new(x, y)).collect(),
            opening: 1,
            values: (1..moves.len()).map(|n| n as i16 * -300).collect(),
        }
    }

    #[test]
    fn game_file_round_trips_and_an_incomplete_game_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let games = [
            game(&[(7, 7), (14, 11), (0, 3)], Some(Color::Black)),
            game(&[(7, 7)], None),
            game(&[(7, 7), (3, 3)], Some(Color::White)),
        ];
        let mut writer = GameFileWriter::create(&path, "{\"a\":1}").unwrap();
        games.iter().for_each(|game| writer.write(game).unwrap());
        assert!(GameFileWriter::create(&path, "").is_err());
        let whole = read(&path).unwrap();
        assert_eq!((whole.setting.as_str(), &whole.games[..]), ("{\"a\":1}", &games[..]));
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(whole.length, bytes.len() as u64);
        assert_eq!(whole.warning(&path), None);
        // Within the last game, and within its length.
        for missing in [3, 4 + HEAD + 2 * 4 - 1] {
            std::fs::write(&path, &bytes[..bytes.len() - missing]).unwrap();
            let torn = read(&path).unwrap();
            assert_eq!(torn.games, games[..2]);
            let warning = torn.warning(Path::new("a.tgs")).unwrap();
            let expected = format!(
                "'a.tgs' is cut: it ends within game 2 (counted from 0), which begins at byte {}; only the games before it are used",
                bytes.len() - (4 + HEAD + 2 * 4)
            );
            assert_eq!(warning, expected);
        }
        let torn = read(&path).unwrap();
        GameFileWriter::resume(&path, torn.length).unwrap().write(&games[2]).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn a_game_of_a_match_keeps_its_opening_and_the_values_of_its_players() {
        let line = r#"{"game":1,"round":1,"pair":1,"black":{"player":0,"name":"a"},"white":{"player":1,"name":"b"},"rule":"renju","width":15,"height":12,"opening":{"name":"","moves":[[7,7],[8,7]]},"moves":[{"x":9,"y":5,"value":-40},{"x":9,"y":6},{"x":0,"y":0,"value":29995}],"winner":"white","verdict":"timeout","duration_ms":9}"#;
        let record = tengen_records::jsonl::read_line(line, 1).unwrap();
        let game = SelfGame::of_match(&record).unwrap();
        assert_eq!(
            (game.rule, game.size, game.winner),
            (Rule::Renju, record.size, Some(Color::White))
        );
        assert_eq!((game.opening, game.moves.len()), (2, 5));
        assert_eq!(game.moves[2], Coord::new(9, 5));
        assert_eq!(game.values, [-40, 0, 29_995]);
    }

    #[test]
    fn game_file_read_reports_other_files_and_damaged_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        std::fs::write(&path, "hello").unwrap();
        assert!(matches!(read(&path), Err(GameFileError::Foreign { .. })));
        drop(std::fs::remove_file(&path));
        let mut writer = GameFileWriter::create(&path, "").unwrap();
        writer.write(&game(&[(7, 7)], None)).unwrap();
        writer.write(&game(&[(7, 7), (1, 1)], None)).unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        let last = bytes.len() - 3;
        bytes[last] = 200;
        std::fs::write(&path, &bytes).unwrap();
        assert!(matches!(read(&path), Err(GameFileError::Damaged { game: 1, .. })));
    }

    #[test]
    fn game_file_read_reports_a_file_that_ends_before_its_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        drop(GameFileWriter::create(&path, "{\"a\":1}").unwrap());
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(read(&path).unwrap().games, []);
        // Within the magic, the version, the length and the setting.
        for length in [0, 3, 6, 8, 10, bytes.len() - 1] {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let error = read(&path).unwrap_err();
            let is_cut = matches!(error, GameFileError::Cut { length: seen, .. } if seen == length);
            assert!(is_cut, "{length}: {error}");
        }
        std::fs::write(&path, b"TGSP\x02").unwrap();
        assert!(matches!(read(&path), Err(GameFileError::Foreign { .. })));
    }

    fn any_game() -> impl Strategy<Value = SelfGame> {
        let size = (5u64..=22, 5u64..=22);
        let moves = proptest::collection::vec((any::<Index>(), -30_000i16..=30_000), 0..40);
        (0..5usize, size, 0..3usize, moves, any::<Index>()).prop_map(
            |(rule, (width, height), winner, moves, opening)| {
                let size = BoardSize::new(width, height).unwrap();
                let coords: Vec<Coord> = size.coords().collect();
                let mut game = SelfGame {
                    rule: Rule::ALL[rule],
                    size,
                    winner: [None, Some(Color::Black), Some(Color::White)][winner],
                    moves: Vec::new(),
                    opening: 0,
                    values: Vec::new(),
                };
                for (place, value) in moves {
                    let coord = coords[place.index(coords.len())];
                    if !game.moves.contains(&coord) {
                        game.moves.push(coord);
                        game.values.push(value);
                    }
                }
                game.opening = opening.index(game.moves.len() + 1);
                game.values.drain(..game.opening);
                game
            },
        )
    }

    /// Every game that is read can be played on a board of the search.
    fn is_playable(game: &SelfGame) -> bool {
        let mut position = Position::new(game.rule, game.size);
        game.size.is_fast()
            && game.opening + game.values.len() == game.moves.len()
            && game.moves.iter().all(|&coord| position.play(coord).is_ok())
    }

    proptest! {
        #[test]
        fn self_game_round_trips(game in any_game()) {
            prop_assert_eq!(SelfGame::from_bytes(&game.to_bytes()), Some(game));
        }

        #[test]
        fn self_game_from_any_bytes_is_playable(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            prop_assert!(SelfGame::from_bytes(&bytes).is_none_or(|game| is_playable(&game)));
        }

        #[test]
        fn self_game_from_changed_bytes_is_playable(
            game in any_game(),
            changes in proptest::collection::vec((any::<Index>(), any::<u8>()), 1..5),
        ) {
            let mut bytes = game.to_bytes();
            for (place, byte) in changes {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            prop_assert!(SelfGame::from_bytes(&bytes).is_none_or(|game| is_playable(&game)));
        }

        #[test]
        fn game_file_read_survives_any_bytes(
            head in 0..3usize,
            bytes in proptest::collection::vec(any::<u8>(), 0..200),
        ) {
            let head: &[u8] = [&b""[..], b"TGSP\x01\0\0\0", b"TGSP\x01\0\0\0\0\0\0\0"][head];
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), [head, &bytes].concat()).unwrap();
            if let Ok(contents) = read(file.path()) {
                prop_assert!(contents.games.iter().all(is_playable));
                prop_assert!(contents.length <= (head.len() + bytes.len()) as u64);
            }
        }
    }
}
