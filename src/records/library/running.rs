//! A game that is written while it is played, so that a killed program loses none of its moves.
//!
//! A move is a row, so most moves are appended. When something else changes (a move was taken back,
//! the game has a result, which every row states), the library with the new rows replaces the old
//! one in one step. That takes as long as the library is large, so it waits while a clock is running.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::rows;
use super::store::{self, StoreError, WriteLock, system};
use crate::game::GameRecord;

/// What a writer may wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// For another program that writes, without limit, and for the file.
    Yes,
    /// For the file, which may be read and replaced as a whole, but for no other program.
    ForFile,
    /// For nothing: a clock is running, so that rows are appended or nothing is written.
    No,
}

/// A game in a library that may get more moves.
#[derive(Debug)]
pub struct OngoingGame {
    path: PathBuf,
    written: Option<Written>,
}

/// What the library has of the game.
#[derive(Debug)]
struct Written {
    number: u64,
    rows: String,
    /// The length of the library after the last row was written.
    length: u64,
}

impl OngoingGame {
    /// A game of which nothing is written yet.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), written: None }
    }

    /// Writes the game as it is now and returns its number in the library; `None` if that takes more
    /// waiting than allowed: nothing is written then. If the game was deleted meanwhile, it gets
    /// another number.
    ///
    /// The system has the rows when this returns, so that they survive the end of this process. That
    /// they are on the disk is known after [`Self::finish`].
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds something else. The next call tries again.
    pub fn write(&mut self, game: &GameRecord, wait: Wait) -> Result<Option<u64>, StoreError> {
        let Self { path, written } = self;
        let rows_of = |written: &Written| rows::write(written.number, game);
        if let Some(written) = written.as_ref().filter(|written| rows_of(written) == written.rows) {
            return Ok(Some(written.number));
        }
        let lock = match wait {
            Wait::Yes => Some(WriteLock::take(path)?),
            Wait::ForFile | Wait::No => WriteLock::try_take(path)?,
        };
        let Some(mut lock) = lock else { return Ok(None) };
        let mut file = store::open(path)?;
        let beginning = store::beginning(&mut file, path)?;
        let length = file.seek(SeekFrom::End(0)).map_err(system("cannot read", path))?;
        let last_number = lock.last_number(length).or((length == 0).then_some(0));
        let known = match written {
            Some(known) if known.length == length => Some(&*known),
            Some(_) if wait == Wait::No => return Ok(None),
            Some(known) => known.is_in(path)?.then_some(&*known),
            None => None,
        };
        let number = match (known, last_number) {
            (Some(known), _) => known.number,
            (None, Some(last)) => last + 1,
            (None, None) if wait == Wait::No => return Ok(None),
            (None, None) => store::last_number_in(path)? + 1,
        };
        let rows = rows::write(number, game);
        let old_rows = known.map_or("", |known| &known.rows);
        let length = match rows.strip_prefix(old_rows) {
            Some(new_rows) => {
                let text = beginning + new_rows;
                if let Err(error) = file.write_all(text.as_bytes()) {
                    // If that fails, too, whole rows stay.
                    let _ = file.set_len(length);
                    return Err(system("cannot write", path)(error));
                }
                length + text.len() as u64
            }
            None if wait == Wait::No => return Ok(None),
            None => {
                // Some systems do not replace an open file.
                drop(file);
                replace(path, old_rows, &rows)?
            }
        };
        // Without the note the next writer scans the library.
        if let Some(last) = last_number.or_else(|| known.is_none().then_some(number)) {
            lock.remember(length, last.max(number));
        }
        *written = Some(Written { number, rows, length });
        Ok(Some(number))
    }

    /// The game gets no more moves: waits until the disk has it.
    ///
    /// # Errors
    /// If the system cannot write it.
    pub fn finish(self) -> Result<(), StoreError> {
        if self.written.is_none() {
            return Ok(());
        }
        let synced =
            OpenOptions::new().append(true).open(&self.path).and_then(|file| file.sync_all());
        synced.map_err(system("cannot write", &self.path))
    }
}

impl Written {
    /// Whether the library still has all rows of the game.
    fn is_in(&self, path: &Path) -> Result<bool, StoreError> {
        let bytes = fs::read(path).map_err(system("cannot read", path))?;
        let lines: HashSet<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
        Ok(self.rows.split_inclusive('\n').all(|row| lines.contains(row.as_bytes())))
    }
}

/// Replaces the rows of a game, where the first of them stands, and returns the new length of the
/// library. Every other line stays as it is.
fn replace(path: &Path, old: &str, new: &str) -> Result<u64, StoreError> {
    let bytes = fs::read(path).map_err(system("cannot read", path))?;
    let old: HashSet<&[u8]> = old.split_inclusive('\n').map(str::as_bytes).collect();
    let mut changed = Vec::with_capacity(bytes.len() + new.len());
    let mut has_new = false;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if !old.contains(line) {
            changed.extend_from_slice(line);
        } else if !std::mem::replace(&mut has_new, true) {
            changed.extend_from_slice(new.as_bytes());
        }
    }
    store::replace(path, &changed)?;
    Ok(changed.len() as u64)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::library::store::{append, delete, read};
    use crate::outcome::GameOutcome;
    use crate::sample;

    /// The sample game, or while it is played its first one or two stones.
    fn game(stones: usize) -> GameRecord {
        let mut game = sample::game();
        if stones < game.length() {
            game.moves.truncate(stones - game.opening.moves.len());
            game.outcome = GameOutcome::Unfinished;
        }
        game
    }

    fn lengths(path: &Path) -> Vec<(u64, usize)> {
        let contents = read(path).unwrap();
        assert_eq!(contents.damages, []);
        contents.games.iter().map(|entry| (entry.game.game, entry.game.moves.len())).collect()
    }

    #[test]
    fn every_move_is_in_the_file_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        append(&path, &[game(3)]).unwrap();
        let mut running = OngoingGame::new(&path);
        for moves in [1, 2, 2, 1, 3] {
            assert_eq!(running.write(&game(moves), Wait::Yes).unwrap(), Some(2));
            assert_eq!(lengths(&path), [(1, 3), (2, moves)]);
        }
        running.finish().unwrap();
        // As if it had been written at its end.
        let whole = folder.path().join("whole.csv");
        append(&whole, &[game(3), game(3)]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), fs::read(&whole).unwrap());
    }

    #[test]
    fn two_programs_write_their_games_into_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let [mut first, mut second] = [(); 2].map(|()| OngoingGame::new(&path));
        for moves in [1, 2, 1, 3] {
            first.write(&game(moves), Wait::Yes).unwrap();
            second.write(&game(moves), Wait::Yes).unwrap();
            assert_eq!(lengths(&path), [(1, moves), (2, moves)]);
        }
        assert_eq!(append(&path, &[game(3)]).unwrap(), [3]);
    }

    #[test]
    fn a_game_that_was_deleted_gets_another_number_and_a_torn_row_costs_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let mut running = OngoingGame::new(&path);
        running.write(&game(2), Wait::Yes).unwrap();
        delete(&path, &[1]).unwrap();
        assert_eq!(running.write(&game(3), Wait::Yes).unwrap(), Some(2));
        assert_eq!(lengths(&path), [(2, 3)]);
        let mut running = OngoingGame::new(&path);
        running.write(&game(1), Wait::Yes).unwrap();
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend_from_slice(b"3,2026-11");
        fs::write(&path, &bytes).unwrap();
        running.write(&game(2), Wait::Yes).unwrap();
        let contents = read(&path).unwrap();
        assert_eq!((contents.damages.len(), contents.games.len()), (1, 2));
        assert_eq!(contents.games[1].game.moves.len(), 2);
    }

    #[test]
    fn nobody_waits_for_another_writer_while_a_clock_is_running() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let mut running = OngoingGame::new(&path);
        let other = WriteLock::take(&path).unwrap();
        assert_eq!(running.write(&game(1), Wait::No).unwrap(), None);
        drop(other);
        assert_eq!(running.write(&game(2), Wait::No).unwrap(), Some(1));
        assert_eq!(lengths(&path), [(1, 2)]);
    }

    #[test]
    fn while_a_clock_is_running_rows_are_only_appended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let mut running = OngoingGame::new(&path);
        let mut both = |stones: usize, on_the_clock: Option<u64>, number: u64| {
            let before = fs::read(&path).unwrap_or_default();
            assert_eq!(running.write(&game(stones), Wait::No).unwrap(), on_the_clock);
            if on_the_clock.is_none() {
                assert_eq!(fs::read(&path).unwrap(), before);
            }
            assert_eq!(running.write(&game(stones), Wait::ForFile).unwrap(), Some(number));
        };
        both(1, Some(1), 1);
        both(2, Some(1), 1);
        both(1, None, 1);
        append(&path, &[game(3)]).unwrap();
        both(2, None, 1);
        both(3, None, 1);
        assert_eq!(lengths(&path), [(1, 3), (2, 3)]);
        // The last number must be looked for.
        fs::remove_file(folder.path().join("games.csv.lock")).unwrap();
        running = OngoingGame::new(&path);
        assert_eq!(running.write(&game(1), Wait::No).unwrap(), None);
        assert_eq!(running.write(&game(1), Wait::ForFile).unwrap(), Some(3));
    }

    #[test]
    fn another_writer_is_not_waited_for_after_a_reply() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let mut running = OngoingGame::new(&path);
        let other = WriteLock::take(&path).unwrap();
        assert_eq!(running.write(&game(1), Wait::ForFile).unwrap(), None);
        drop(other);
        assert_eq!(running.write(&game(1), Wait::ForFile).unwrap(), Some(1));
    }

    /// The name is so long that there is none for the new file beside it.
    #[cfg(unix)]
    #[test]
    fn a_game_keeps_its_number_after_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g".repeat(250));
        let mut running = OngoingGame::new(&path);
        running.write(&game(2), Wait::Yes).unwrap();
        let before = fs::read(&path).unwrap();
        running.write(&game(1), Wait::Yes).unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), before);
        assert_eq!(running.write(&game(2), Wait::Yes).unwrap(), Some(1));
        assert_eq!(lengths(&path), [(1, 2)]);
    }

    /// Who reads while the rows of a game are replaced sees the library before or after. (Windows
    /// does not replace a file that another program has open.)
    #[cfg(unix)]
    #[test]
    fn a_large_library_is_replaced_in_one_step() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let games = vec![game(3); (4 << 20) / rows::write(1, &game(3)).len() + 1];
        append(&path, &games).unwrap();
        let mut running = OngoingGame::new(&path);
        running.write(&game(2), Wait::Yes).unwrap();
        let other = append(&path, &[game(3)]).unwrap()[0];
        let mut opened_before = fs::File::open(&path).unwrap();
        let before = fs::read(&path).unwrap();
        running.write(&game(1), Wait::Yes).unwrap();
        running.write(&game(3), Wait::Yes).unwrap();
        let mut seen = Vec::new();
        opened_before.read_to_end(&mut seen).unwrap();
        assert!(seen == before, "the old file was changed");
        let lengths = lengths(&path);
        assert_eq!(lengths.len(), games.len() + 2);
        assert_eq!(lengths[games.len()..], [(other - 1, 3), (other, 3)]);
    }
}
