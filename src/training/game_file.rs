//! Games of the engine against itself with what it thought of every position, in a compact file.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `TGSP` |
//! | 4 | version, now 1 |
//! | 4, n | length of the setting, and the setting as JSON ([`Setting`](super::selfplay::Setting), or that of `tengen tune leaves`) |
//!
//! Then game after game, in the order of their numbers from 0 on:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | length of the rest of the game in bytes: 6 + 4 a move |
//! | 1 | rule: 0 freestyle, 1 standard, 4 renju, 8 caro, 9 caro-exact |
//! | 1, 1 | width, height |
//! | 1 | result: 0 white won, 1 drawn, 2 black won |
//! | 2 | stones of the opening, drawn and not chosen |
//! | 2, 2 a move | point (y · width + x); value of the position before the move for the side that made it, in units of [`Score`](crate::types::Score); −32768 in the opening |
//!
//! The positions of `tengen tune leaves` are games of one move, whose opening is all that leads to them.
//!
//! A file whose last game is torn (the program was killed) is read up to it.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::types::{BoardSize, Color, Coord, Rule};

const MAGIC: &[u8; 4] = b"TGSP";
const VERSION: u32 = 1;
/// The value of a position that was not searched.
const UNKNOWN: i16 = i16::MIN;
/// Bytes of a game without its moves.
const HEAD: usize = 6;

/// A game of the engine against itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfGame {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// The moves, black's first.
    pub moves: Vec<Coord>,
    /// How many of them are the opening.
    pub opening: usize,
    /// For each move after the opening what the search thought, for the side that made it.
    pub values: Vec<i16>,
}

impl SelfGame {
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
        let size = BoardSize::new(head[1].into(), head[2].into()).ok()?;
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
        values.drain(..opening);
        Some(Self { rule, size, winner, moves: coords, opening, values })
    }
}

/// Why a file of games cannot be read or written.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// The system refuses.
    #[error("cannot use '{}': {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The beginning is not that of such a file.
    #[error("'{}' is no file of self-play games, expected TGSP and version {VERSION}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A game whose bytes make no sense.
    #[error("'{}': game {game} (counted from 0) is damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which game.
        game: usize,
    },
}

/// A file of games as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// How the games were made, as JSON.
    pub setting: String,
    /// The games.
    pub games: Vec<SelfGame>,
    /// Length of what was read in bytes; less than the file's if its last game is torn.
    pub length: u64,
}

/// Reads a file of games.
///
/// # Errors
/// If it cannot be read, is another kind of file, or holds a game that makes no sense.
pub fn read(path: &Path) -> Result<GameFile, GameFileError> {
    let path_buf = || path.to_path_buf();
    let io_error = |error| GameFileError::Io { path: path_buf(), error };
    let mut input = BufReader::new(File::open(path).map_err(io_error)?);
    let foreign = || GameFileError::Foreign { path: path_buf() };
    let head = exactly(&mut input, 8).map_err(io_error)?.ok_or_else(foreign)?;
    if head[..4] != *MAGIC || head[4..] != VERSION.to_le_bytes() {
        return Err(foreign());
    }
    let setting = block(&mut input).map_err(io_error)?.ok_or_else(foreign)?;
    let setting = String::from_utf8(setting).map_err(|_| foreign())?;
    let mut length = (8 + 4 + setting.len()) as u64;
    let mut games = Vec::new();
    while let Some(bytes) = block(&mut input).map_err(io_error)? {
        let damaged = || GameFileError::Damaged { path: path_buf(), game: games.len() };
        let game = SelfGame::from_bytes(&bytes).ok_or_else(damaged)?;
        length += 4 + bytes.len() as u64;
        games.push(game);
    }
    Ok(GameFile { setting, games, length })
}

/// A length and so many bytes; `None` if the input ends before.
fn block(input: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let Some(length) = exactly(input, 4)? else { return Ok(None) };
    let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
    exactly(input, length as usize)
}

fn exactly(input: &mut impl Read, length: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    input.take(length as u64).read_to_end(&mut bytes)?;
    Ok((bytes.len() == length).then_some(bytes))
}

/// Writes games one after the other.
#[derive(Debug)]
pub struct GameFileWriter {
    path: PathBuf,
    file: File,
}

impl GameFileWriter {
    /// Begins a file, which must not exist yet.
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
        let file = open().map_err(|error| GameFileError::Io { path: path.into(), error })?;
        Ok(Self { path: path.into(), file })
    }

    /// Goes on with a file after its last whole game, which ends at `length`.
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
    use super::*;

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
    fn games_come_back_and_a_torn_one_is_dropped() {
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
        std::fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
        let torn = read(&path).unwrap();
        assert_eq!(torn.games, games[..2]);
        GameFileWriter::resume(&path, torn.length).unwrap().write(&games[2]).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn other_files_and_damaged_games_are_named() {
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
}
