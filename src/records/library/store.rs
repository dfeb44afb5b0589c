//! The library on disk: games are appended; deleting a game, or changing the rows of one that is
//! being played, replaces the whole file in one step.
//!
//! Several programs may write at once: a writer locks `FILE.lock` beside the library, if the file
//! system has locks. That file is never deleted. It also stores the last number assigned and
//! the length of the library at that time, so that appending reads only the first and the last
//! bytes; if the library was edited since, it is scanned once. Readers need no lock: in a file that
//! they have open, rows are only added at the end.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::rows::{self, LibraryContents, LibraryDamages, StoredGame};
use crate::game::GameRecord;
use tengen_util::count::counted;
use tengen_util::date::Date;
use tengen_util::file_lock::{try_lock, wait_for_lock};
use tengen_util::files;

/// The default library.
pub const DEFAULT_FILE: &str = "games.csv";

/// What can go wrong with a library.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The system refused.
    #[error("{action} '{path}': {error}", path = path.display())]
    System {
        /// What was tried: `cannot read` …
        action: &'static str,
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Something that is no regular file.
    #[error("'{path}' is a device or a pipe, expected a file", path = path.display())]
    Special { path: PathBuf },
    /// A file of something else.
    #[error("'{path}' is not a library of games, expected its first line to be {}", rows::header().trim_end(), path = path.display())]
    Foreign { path: PathBuf },
    /// A game that the library does not have.
    #[error("'{path}' has no game {number}, the file has {} (see tengen games list)", counted(*games as u64, "game"), path = path.display())]
    NoGame {
        path: PathBuf,
        /// The number of the game.
        number: u64,
        /// The number of games in the library.
        games: usize,
    },
}

/// Reads a library, all games of which then are in memory; see [`each`].
///
/// # Errors
/// As [`each`].
pub fn read(path: &Path) -> Result<LibraryContents, StoreError> {
    let mut games = Vec::new();
    let damages = each(path, |stored| {
        games.push(stored);
        ControlFlow::Continue(())
    })?;
    Ok(LibraryContents { games, damages: damages.rows })
}

/// Passes the games of a library to `take`, one at a time, until that breaks.
///
/// # Errors
/// If it cannot be read. Damaged rows are not an error; they are returned.
pub fn each(
    path: &Path,
    mut take: impl FnMut(StoredGame) -> ControlFlow<()>,
) -> Result<LibraryDamages, StoreError> {
    let bytes = bytes_of(path)?;
    let mut has_games = false;
    let damages = rows::each(&bytes, |stored| {
        has_games = true;
        take(stored)
    });
    // One damaged row does not spoil a library, but this is none.
    if !has_games && !damages.rows.is_empty() && !rows::has_header(&bytes) {
        return Err(StoreError::Foreign { path: path.to_owned() });
    }
    Ok(damages)
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, StoreError> {
    files::read_regular(path).map_err(system("cannot read", path))
}

/// Appends games, creating the library if there is none, and returns their numbers in it. A last
/// line without a line break, left by a killed program, is ended first, so that rows never mix.
///
/// # Errors
/// If the file cannot be read or written, or holds something else.
pub fn append(path: &Path, games: &[GameRecord]) -> Result<Vec<u64>, StoreError> {
    append_each(path, |library| games.iter().map(|game| library.add(game)).collect())
}

/// Appends games that `fill` adds one after the other; all or none of them.
///
/// # Errors
/// As [`append`], or the error of `fill`; then the library is as before.
pub fn append_each<T, E: From<StoreError>>(
    path: &Path,
    fill: impl FnOnce(&mut Appending<'_>) -> Result<T, E>,
) -> Result<T, E> {
    check_file(path)?;
    let mut lock = WriteLock::take(path)?;
    let mut file = open(path)?;
    let text = beginning(&mut file, path)?;
    let length = file.seek(SeekFrom::End(0)).map_err(system("cannot read", path))?;
    let last_number = match lock.last_number(length) {
        Some(number) => number,
        None => last_number_in(path)?,
    };
    let mut library = Appending { path, file, text, last_number };
    let filled = fill(&mut library).and_then(|filled| {
        library.write()?;
        library.file.sync_all().map_err(system("cannot write", path))?;
        Ok(filled)
    });
    if filled.is_err() {
        // If that fails, too, whole rows stay.
        let _ = library.file.set_len(length);
        return filled;
    }
    let end = library.file.stream_position().map_err(system("cannot write", path))?;
    lock.remember(end, library.last_number);
    filled
}

/// A library to which games are being added.
#[derive(Debug)]
pub struct Appending<'a> {
    path: &'a Path,
    file: File,
    /// Rows that are not written yet.
    text: String,
    last_number: u64,
}

impl Appending<'_> {
    /// Rows are written together, up to this many bytes.
    const BUFFER_BYTES: usize = 1 << 20;

    /// Adds a game and returns its number.
    ///
    /// # Errors
    /// If the library cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> Result<u64, StoreError> {
        self.last_number += 1;
        self.text.push_str(&rows::write(self.last_number, game));
        if self.text.len() >= Self::BUFFER_BYTES {
            self.write()?;
        }
        Ok(self.last_number)
    }

    fn write(&mut self) -> Result<(), StoreError> {
        let written = self.file.write_all(self.text.as_bytes());
        written.map_err(system("cannot write", self.path))?;
        self.text.clear();
        Ok(())
    }
}

/// The library, to be read and written; created if there is none.
pub(super) fn open(path: &Path) -> Result<File, StoreError> {
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).create(true).truncate(false).open(path);
    file.map_err(system("cannot write", path))
}

/// The highest number in the library.
pub(super) fn last_number_in(path: &Path) -> Result<u64, StoreError> {
    Ok(highest_number(&bytes_of(path)?))
}

/// The number of a game that the library may hold already, with the same start (to the second),
/// players, rule, board, result and moves; the last one. `None` if its start is not known or the
/// library does not exist.
///
/// # Errors
/// If the library cannot be read.
pub fn number_of(path: &Path, game: &GameRecord) -> Result<Option<u64>, StoreError> {
    // Reading all games of a large library takes a second; looking for the date does not.
    if !game.started_ms.is_some_and(|start| has_game_of(path, start)) {
        return Ok(None);
    }
    let wanted = rows::write(0, game);
    let mut found = None;
    each(path, |stored| {
        if rows::write(0, &stored.game) == wanted {
            found = Some(stored.game.game);
        }
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// Whether a library can be read and has a game that began then, to the second.
fn has_game_of(path: &Path, started_ms: u64) -> bool {
    let cell = format!(",{},", Date::from_unix_ms(started_ms));
    bytes_of(path).is_ok_and(|bytes| bytes.windows(cell.len()).any(|part| part == cell.as_bytes()))
}

/// Bytes that suffice to recognize the first line, even with a byte order mark and quotation marks.
const HEAD_BYTES: u64 = 256;

/// Checks that games can be added to this file: it does not exist, is empty, or is a library.
///
/// # Errors
/// If it is something else, or cannot be read.
pub fn check(path: &Path) -> Result<(), StoreError> {
    check_file(path)?;
    if !path.exists() {
        return Ok(());
    }
    let mut file = files::open_regular(path).map_err(system("cannot read", path))?;
    beginning(&mut file, path).map(drop)
}

/// Checks that the path does not name a pipe or a device, which would wait or have no end.
fn check_file(path: &Path) -> Result<(), StoreError> {
    match files::is_special(path) {
        true => Err(StoreError::Special { path: path.to_owned() }),
        false => Ok(()),
    }
}

/// What must be written before the first row: the header of a new file, or the end of an incomplete
/// line.
pub(super) fn beginning(file: &mut File, path: &Path) -> Result<String, StoreError> {
    let failed = |error| system("cannot read", path)(error);
    let mut head = Vec::new();
    (&mut *file).take(HEAD_BYTES).read_to_end(&mut head).map_err(failed)?;
    if head.is_empty() {
        return Ok(rows::header());
    }
    if !rows::has_header(&head) {
        return Err(StoreError::Foreign { path: path.to_owned() });
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).map_err(failed)?;
    Ok(if last == *b"\n" { String::new() } else { "\n".to_owned() })
}

/// Removes the rows of the games; every other line, even a damaged one, stays as it is.
///
/// # Errors
/// If the library lacks one of the games or cannot be replaced; it is unchanged then.
pub fn delete(path: &Path, numbers: &[u64]) -> Result<(), StoreError> {
    let mut lock = WriteLock::take(path)?;
    let bytes = bytes_of(path)?;
    let last_number = lock.last_number(bytes.len() as u64);
    let last_number = last_number.unwrap_or_else(|| highest_number(&bytes));
    let wanted: HashSet<u64> = numbers.iter().copied().collect();
    let (mut games, mut found, mut deleted) = (0, HashSet::new(), Vec::new());
    rows::each(&bytes, |stored| {
        games += 1;
        if wanted.contains(&stored.game.game) {
            found.insert(stored.game.game);
            deleted.extend(stored.lines);
        }
        ControlFlow::Continue(())
    });
    if let Some(&number) = numbers.iter().find(|number| !found.contains(number)) {
        return Err(StoreError::NoGame { path: path.to_owned(), number, games });
    }
    deleted.sort_unstable();
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').zip(1..);
    let kept = lines.filter(|(_, line)| deleted.binary_search(line).is_err());
    let mut rest = Vec::with_capacity(bytes.len());
    kept.for_each(|(text, _)| rest.extend_from_slice(text));
    replace(path, &rest)?;
    // The number of a deleted game is not given again.
    lock.remember(rest.len() as u64, last_number);
    Ok(())
}

/// Replaces the file by `bytes` in one step: readers see the old one or the new one.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    files::write_whole(path, bytes).map_err(system("cannot replace", path))
}

/// The highest number in the first column, including unreadable rows, so that no two games get the
/// same number.
fn highest_number(bytes: &[u8]) -> u64 {
    let lines = bytes.split(|&byte| byte == b'\n');
    let numbers = lines.filter_map(|line| {
        let cell = line.split(|&byte| byte == b',').next()?;
        // Spreadsheets may put quotation marks around it.
        std::str::from_utf8(cell).ok()?.trim_matches('"').parse().ok()
    });
    // A damaged number must not exhaust the numbers.
    numbers.filter(|&number: &u64| number < u64::MAX / 2).max().unwrap_or(0)
}

/// The right to write, held until dropped, and the notes of the last writer: the length of the
/// library and the last number assigned.
pub(super) struct WriteLock(File);

impl WriteLock {
    /// Waits until no other program writes.
    pub(super) fn take(path: &Path) -> Result<Self, StoreError> {
        let path = beside(path, ".lock");
        let file = open(&path)?;
        wait_for_lock(&file).map_err(system("cannot lock", &path))?;
        Ok(Self(file))
    }

    /// Takes it unless another program writes.
    pub(super) fn try_take(path: &Path) -> Result<Option<Self>, StoreError> {
        let file = open(&beside(path, ".lock"))?;
        Ok(try_lock(&file).then_some(Self(file)))
    }

    /// The last number assigned, if the library still has this length.
    pub(super) fn last_number(&mut self, length: u64) -> Option<u64> {
        let mut note = String::new();
        (&self.0).take(64).read_to_string(&mut note).ok()?;
        let (noted, number) = note.trim_end().split_once(' ')?;
        (noted.parse() == Ok(length)).then(|| number.parse().ok())?
    }

    /// Stores both. Without them the next writer scans the library, so a failure costs only time.
    pub(super) fn remember(&mut self, length: u64, last_number: u64) {
        let note = format!("{length} {last_number}\n");
        let noted = self.0.set_len(0).and_then(|()| self.0.seek(SeekFrom::Start(0)));
        let noted = noted.and_then(|_| self.0.write_all(note.as_bytes()));
        if let Err(error) = noted {
            log::debug!("the number of the last game is not noted: {error}");
        }
    }
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

pub(super) fn system(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    move |error| StoreError::System { action, path: path.to_owned(), error }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::sample::game;

    fn by(black: &str) -> GameRecord {
        let mut game = game();
        game.set_names(black, "white");
        game
    }

    fn names(path: &Path) -> Vec<(u64, String)> {
        let games = read(path).unwrap().games;
        games.into_iter().map(|entry| (entry.game.game, entry.game.black.name)).collect()
    }

    #[test]
    fn append_never_gives_a_number_twice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        assert_eq!(append(&path, &[by("a"), by("b")]).unwrap(), [1, 2]);
        assert_eq!(append(&path, &[by("c")]).unwrap(), [3]);
        delete(&path, &[1]).unwrap();
        assert_eq!(append(&path, &[by("d")]).unwrap(), [4]);
        assert_eq!(names(&path), [(2, "b".into()), (3, "c".into()), (4, "d".into())]);
        delete(&path, &[4]).unwrap();
        assert_eq!(append(&path, &[by("e")]).unwrap(), [5]);
        assert!(fs::read_to_string(&path).unwrap().starts_with(&rows::header()));
    }

    /// The index in the lock file is valid only while no other process changes the library.
    #[test]
    fn append_scans_a_library_that_was_edited() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        append(&path, &[by("a")]).unwrap();
        let mut text = fs::read_to_string(&path).unwrap();
        text.push_str(&rows::write(40, &by("b")));
        text.push_str(&rows::write(7, &by("c")));
        fs::write(&path, text).unwrap();
        assert_eq!(append(&path, &[by("d")]).unwrap(), [41]);
        assert_eq!(append(&path, &[by("e")]).unwrap(), [42]);
        fs::write(folder.path().join("games.csv.lock"), "nonsense").unwrap();
        assert_eq!(append(&path, &[by("f")]).unwrap(), [43]);
        fs::remove_file(&path).unwrap();
        assert_eq!(append(&path, &[by("g")]).unwrap(), [1]);
    }

    #[test]
    fn delete_keeps_damaged_rows_and_torn_tails_byte_by_byte() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        append(&path, &[by("a"), by("b")]).unwrap();
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend_from_slice(b"7,\xff damaged\r\n\n8,torn");
        fs::write(&path, &bytes).unwrap();
        delete(&path, &[1]).unwrap();
        let text = fs::read(&path).unwrap();
        let mut expected = (rows::header() + &rows::write(2, &by("b"))).into_bytes();
        expected.extend_from_slice(b"7,\xff damaged\r\n\n8,torn");
        assert_eq!(text, expected);
        assert_eq!(append(&path, &[by("c")]).unwrap(), [9], "the torn row has a number as well");
        assert_eq!(names(&path), [(2, "b".into()), (9, "c".into())]);
        assert_eq!(read(&path).unwrap().damages.len(), 2);
    }

    #[test]
    fn a_game_is_found_by_its_date_and_its_moves() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let at = |name: &str, started_ms| GameRecord { started_ms, ..by(name) };
        let game = at("b", Some(1_700_000_000_123));
        assert_eq!(number_of(&path, &game).unwrap(), None, "there is no library");
        let earlier = at("b", Some(1_600_000_000_000));
        append(&path, &[earlier, game.clone(), at("b", None)]).unwrap();
        assert_eq!(number_of(&path, &game).unwrap(), Some(2));
        let mut longer = game.clone();
        longer.moves.pop();
        for other in [longer, at("c", game.started_ms), at("b", None), at("b", Some(1))] {
            assert_eq!(number_of(&path, &other).unwrap(), None, "{other:?}");
        }
        delete(&path, &[2]).unwrap();
        assert_eq!(number_of(&path, &game).unwrap(), None);
    }

    #[test]
    fn append_leaves_other_files_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        fs::write(&path, "(;GM[4]SZ[15])\n").unwrap();
        assert!(check(&path).is_err());
        let error = append(&path, &[by("a")]).unwrap_err().to_string();
        assert!(error.contains("is not a library of games, expected its first line"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "(;GM[4]SZ[15])\n");
        assert_eq!(read(&path).unwrap_err().to_string(), error);
        // Saved again by a spreadsheet: quotation marks, a byte order mark.
        let quoted = rows::write(7, &by("a")).replacen('7', "\"7\"", 1);
        fs::write(&path, format!("\u{feff}{}{quoted}", rows::header())).unwrap();
        assert_eq!(append(&path, &[by("b")]).unwrap(), [8]);
    }

    #[test]
    fn delete_of_a_missing_game_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        append(&path, &[by("a")]).unwrap();
        let before = fs::read(&path).unwrap();
        let error = delete(&path, &[1, 5]).unwrap_err().to_string();
        assert!(error.contains("has no game 5, the file has 1 game ("), "{error}");
        assert_eq!(fs::read(&path).unwrap(), before);
        let error = read(&folder.path().join("none.csv")).unwrap_err().to_string();
        assert!(error.starts_with("cannot read "), "{error}");
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().collect();
        assert_eq!(left.len(), 2, "the file and its lock: {left:?}");
    }

    #[test]
    fn append_by_many_writers_at_once_mixes_no_rows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..5 {
                        append(path, &[by(&format!("w{writer}"))]).unwrap();
                    }
                });
            }
        });
        let contents = read(&path).unwrap();
        assert_eq!(contents.damages, []);
        let numbers: Vec<u64> = contents.games.iter().map(|entry| entry.game.game).collect();
        assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
        assert!(contents.games.iter().all(|entry| entry.game.moves.len() == 3));
    }
}
