//! Where a game is saved while it is being played: `games.unfinished-1.sgf` beside the library
//! `games.csv`. A lock beside it shows that a program is playing this game; the system releases it
//! when the program ends, for whatever reason. Without locks a game that is being played is offered
//! to other programs, too.

use std::cmp::Reverse;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use tengen_util::file_lock::try_lock;
use tengen_util::files;

/// How many games may be unfinished at once.
const PLACES: u32 = 99;

/// A place that this program holds until the value is dropped.
#[derive(Debug)]
pub(super) struct AutosaveSlot {
    /// The file of the game.
    pub path: PathBuf,
    lock_path: PathBuf,
    /// The lock, held as long as the file is open.
    _lock: File,
}

impl AutosaveSlot {
    /// The first place without a game.
    ///
    /// # Errors
    /// If no file can be created there, or all places are taken.
    pub(super) fn free(library: &Path) -> io::Result<Self> {
        for number in 1..=PLACES {
            if let Some(place) = Self::take(library, number)? {
                if !place.path.exists() {
                    return Ok(place);
                }
                place.leave();
            }
        }
        let all = format!(
            "{PLACES} unfinished games, expected fewer: delete {}",
            path(library, 1).display()
        );
        Err(io::Error::other(all))
    }

    /// The place, unless another program holds it.
    fn take(library: &Path, number: u32) -> io::Result<Option<Self>> {
        let path = path(library, number);
        let lock_path = path.with_extension("lock");
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&lock_path)?;
        if !try_lock(&lock) {
            return Ok(None);
        }
        // The last holder may have removed the file between the two steps: the lock of a removed
        // file protects nothing.
        let is_current = is_same_file(&lock, &lock_path);
        Ok(is_current.then_some(Self { path, lock_path, _lock: lock }))
    }

    /// Writes the game, in one step.
    ///
    /// # Errors
    /// If the system refuses; the game written before is unchanged then.
    pub(super) fn write(&self, text: &str) -> io::Result<()> {
        files::write_whole(&self.path, text.as_bytes())
    }

    /// When the game was written, in milliseconds since 1970.
    pub(super) fn written_ms(&self) -> Option<u64> {
        let modified = fs::metadata(&self.path).ok()?.modified().ok()?;
        u64::try_from(modified.duration_since(UNIX_EPOCH).ok()?.as_millis()).ok()
    }

    /// Removes the game and releases the place.
    pub(super) fn delete(self) {
        // A game that cannot be removed is offered again.
        let _ = fs::remove_file(&self.path);
        self.leave();
    }

    /// Releases the place; the game stays.
    pub(super) fn leave(self) {
        // Removed while it is locked, so that no other program's lock is removed.
        let _ = fs::remove_file(&self.lock_path);
    }
}

/// `games.unfinished-1.sgf` for `games.csv`.
fn path(library: &Path, number: u32) -> PathBuf {
    let stem = library.file_stem().unwrap_or_default().to_string_lossy();
    library.with_file_name(format!("{stem}.unfinished-{number}.sgf"))
}

/// The places of games that no program is playing, the most recently written first. They are held
/// until dropped.
pub(super) fn interrupted(library: &Path) -> Vec<AutosaveSlot> {
    let numbers = (1..=PLACES).filter(|&number| path(library, number).exists());
    let mut places: Vec<AutosaveSlot> =
        numbers.filter_map(|number| AutosaveSlot::take(library, number).ok().flatten()).collect();
    places.sort_by_key(|place| Reverse(place.written_ms()));
    places
}

#[cfg(unix)]
fn is_same_file(open: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (open.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(found)) => (open.dev(), open.ino()) == (found.dev(), found.ino()),
        _ => false,
    }
}

/// On other systems an open file cannot be removed.
#[cfg(not(unix))]
fn is_same_file(_open: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_belongs_to_one_program_and_its_game_outlives_it() {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("my.csv");
        let first = AutosaveSlot::free(&library).unwrap();
        first.write("one").unwrap();
        let second = AutosaveSlot::free(&library).unwrap();
        assert_ne!(first.path, second.path);
        assert!(interrupted(&library).is_empty(), "both are being played");
        drop(first);
        let found = interrupted(&library).remove(0);
        assert_eq!(found.path, folder.path().join("my.unfinished-1.sgf"));
        assert!(interrupted(&library).is_empty(), "it is held now");
        found.delete();
        second.delete();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_an_error() {
        assert!(AutosaveSlot::free(Path::new("/nonexistent/games.csv")).is_err());
    }
}
