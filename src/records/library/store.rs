//! The file of kept games on the disk: whole games are added at its end, and deleting puts a new file
//! in the place of the old one in one step. Several programs may do both at once: whoever writes
//! holds the lock of `FILE.lock` beside it, an empty file that stays there. Readers need no lock, as
//! rows only ever appear at the end, and the file is replaced whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::KeptGame;
use super::rows::{self, LibraryContents};
use crate::util::files;

/// What can go wrong with the file.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The system refuses.
    #[error("{action} {path}: {error}", path = path.display())]
    System {
        /// What was tried: `cannot read` …
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A file of something else, which games must not be added to.
    #[error("{path} is no file of kept games, expected its first line to be {}", rows::header().trim_end(), path = path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A game that is not there.
    #[error("{path} has no game {number}, expected one of its {games} games (see tengen games list)", path = path.display())]
    NoGame {
        /// The file.
        path: PathBuf,
        /// The number that was asked for.
        number: u64,
        /// How many games it has.
        games: usize,
    },
}

/// Reads the file.
///
/// # Errors
/// If it cannot be read. Damaged rows are no error, see [`LibraryContents::damages`].
pub fn read(path: &Path) -> Result<LibraryContents, StoreError> {
    fs::read(path).map(|bytes| rows::read(&bytes)).map_err(system("cannot read", path))
}

/// Adds games at the end, making the file if there is none; the numbers they got. The rows of a call
/// go out in one piece. A last line without line break, left by a program that was killed, is
/// ended first, so that rows never mix.
///
/// # Errors
/// If the file cannot be read or written, or holds something else.
pub fn append(path: &Path, games: &[KeptGame]) -> Result<Vec<u64>, StoreError> {
    let _lock = lock(path)?;
    let failed = |error| system("cannot write", path)(error);
    let mut options = OpenOptions::new();
    let mut file =
        options.read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(system("cannot read", path))?;
    if !bytes.is_empty() && !rows::has_header(&bytes) {
        return Err(StoreError::Foreign { path: path.to_owned() });
    }
    let mut text = String::new();
    match bytes.last() {
        None => text.push_str(&rows::header()),
        Some(b'\n') => {}
        Some(_) => text.push('\n'),
    }
    let first = highest_number(&bytes) + 1;
    let numbers: Vec<u64> = (first..).take(games.len()).collect();
    for (&number, game) in numbers.iter().zip(games) {
        text.push_str(&rows::write(number, game));
    }
    file.seek(SeekFrom::End(0)).map_err(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
    Ok(numbers)
}

/// Removes the rows of the games; every other line, damaged ones among them, stays as it is.
///
/// # Errors
/// If a game is not there or the file cannot be replaced; it is unchanged then.
pub fn delete(path: &Path, numbers: &[u64]) -> Result<(), StoreError> {
    let _lock = lock(path)?;
    let bytes = fs::read(path).map_err(system("cannot read", path))?;
    let contents = rows::read(&bytes);
    let mut gone = Vec::new();
    for &number in numbers {
        let entry = contents.games.iter().find(|entry| entry.number == number);
        let games = contents.games.len();
        let entry =
            entry.ok_or_else(|| StoreError::NoGame { path: path.to_owned(), number, games })?;
        gone.extend_from_slice(&entry.lines);
    }
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').zip(1..);
    let kept: Vec<u8> = lines
        .filter(|(_, line)| !gone.contains(line))
        .flat_map(|(text, _)| text)
        .copied()
        .collect();
    replace(path, &kept)
}

/// Puts `bytes` in the place of the file: whoever looks sees the old one or the new one.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    // A link stays a link: its target is replaced.
    let target = fs::canonicalize(path).map_err(system("cannot find", path))?;
    let replaced = files::make_whole(&target, |file| -> io::Result<()> {
        if let Ok(old) = fs::metadata(&target) {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(bytes)
    });
    replaced.map_err(system("cannot replace", path))
}

/// The highest number in the first column, readable rows or not: no number stands twice
/// in the file.
fn highest_number(bytes: &[u8]) -> u64 {
    let lines = bytes.split(|&byte| byte == b'\n');
    let numbers = lines.filter_map(|line| {
        let cell = line.split(|&byte| byte == b',').next()?;
        // Spreadsheets may put quotation marks around it.
        std::str::from_utf8(cell).ok()?.trim_matches('"').parse().ok()
    });
    // A damaged number must not use up all that are left.
    numbers.filter(|&number: &u64| number < u64::MAX / 2).max().unwrap_or(0)
}

/// Waits until no other program writes. The lock goes with the value.
fn lock(path: &Path) -> Result<File, StoreError> {
    let path = beside(path, ".lock");
    let mut options = OpenOptions::new();
    let file = options.write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(system("cannot write", &path))?;
    file.lock().map_err(system("cannot lock", &path))?;
    Ok(file)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn system(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    move |error| StoreError::System { action, path: path.to_owned(), error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::sample::game;

    fn kept(black: &str) -> KeptGame {
        KeptGame { black: black.into(), ..KeptGame::try_from(&game()).unwrap() }
    }

    fn names(path: &Path) -> Vec<(u64, String)> {
        let games = read(path).unwrap().games;
        games.into_iter().map(|entry| (entry.number, entry.game.black)).collect()
    }

    #[test]
    fn games_are_added_and_numbers_are_not_given_twice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        assert_eq!(append(&path, &[kept("a"), kept("b")]).unwrap(), [1, 2]);
        assert_eq!(append(&path, &[kept("c")]).unwrap(), [3]);
        delete(&path, &[1]).unwrap();
        assert_eq!(append(&path, &[kept("d")]).unwrap(), [4]);
        assert_eq!(names(&path), [(2, "b".into()), (3, "c".into()), (4, "d".into())]);
        assert!(fs::read_to_string(&path).unwrap().starts_with(&rows::header()));
    }

    #[test]
    fn deleting_keeps_damaged_rows_and_torn_tails_byte_by_byte() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        append(&path, &[kept("a"), kept("b")]).unwrap();
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend_from_slice(b"7,\xff damaged\r\n\n8,torn");
        fs::write(&path, &bytes).unwrap();
        delete(&path, &[1]).unwrap();
        let text = fs::read(&path).unwrap();
        let mut expected = (rows::header() + &rows::write(2, &kept("b"))).into_bytes();
        expected.extend_from_slice(b"7,\xff damaged\r\n\n8,torn");
        assert_eq!(text, expected);
        assert_eq!(append(&path, &[kept("c")]).unwrap(), [9], "the torn row has a number as well");
        assert_eq!(names(&path), [(2, "b".into()), (9, "c".into())]);
        assert_eq!(read(&path).unwrap().damages.len(), 2);
    }

    #[test]
    fn files_of_others_stay_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        fs::write(&path, "(;GM[4]SZ[15])\n").unwrap();
        let error = append(&path, &[kept("a")]).unwrap_err().to_string();
        assert!(error.contains("is no file of kept games, expected its first line"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "(;GM[4]SZ[15])\n");
        // Saved again by a spreadsheet: quotation marks, a byte order mark.
        let quoted = rows::write(7, &kept("a")).replacen('7', "\"7\"", 1);
        fs::write(&path, format!("\u{feff}{}{quoted}", rows::header())).unwrap();
        assert_eq!(append(&path, &[kept("b")]).unwrap(), [8]);
    }

    #[test]
    fn a_game_that_is_not_there_leaves_the_file_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        append(&path, &[kept("a")]).unwrap();
        let before = fs::read(&path).unwrap();
        let error = delete(&path, &[1, 5]).unwrap_err().to_string();
        assert!(error.contains("has no game 5, expected one of its 1 games"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), before);
        let error = read(&folder.path().join("none.csv")).unwrap_err().to_string();
        assert!(error.starts_with("cannot read "), "{error}");
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().collect();
        assert_eq!(left.len(), 2, "the file and its lock: {left:?}");
    }

    #[test]
    fn many_writers_at_once_mix_no_rows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..5 {
                        append(path, &[kept(&format!("w{writer}"))]).unwrap();
                    }
                });
            }
        });
        let contents = read(&path).unwrap();
        assert_eq!(contents.damages, []);
        let numbers: Vec<u64> = contents.games.iter().map(|entry| entry.number).collect();
        assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
        assert!(contents.games.iter().all(|entry| entry.game.moves.len() == 3));
    }
}
