//! The file of each game of `tengen play`: `games-1.sgf` beside the library `games.csv`, written while
//! the game is played. A lock beside it shows that a program is playing this game; the system releases
//! it when the program ends, for whatever reason. Without locks a game that is being played is offered
//! to other programs, too.

use std::cmp::Reverse;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use tengen_util::file_lock::try_lock;
use tengen_util::files;

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
    /// If no file can be created there.
    pub(super) fn free(library: &Path) -> io::Result<Self> {
        for number in 1_u32.. {
            let path = library.with_file_name(format!("{}-{number}.sgf", stem(library)));
            if path.exists() {
                continue;
            }
            if let Some(place) = Self::take(path)? {
                if !place.path.exists() {
                    return Ok(place);
                }
                place.leave();
            }
        }
        Err(io::Error::other("all numbers of files are taken"))
    }

    /// The place, unless another program holds it.
    ///
    /// # Errors
    /// If its lock cannot be created.
    pub(super) fn take(path: PathBuf) -> io::Result<Option<Self>> {
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

    /// Whether a path names the file of the game, which need not be there yet.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        place_of(path) == place_of(&self.path)
    }

    /// Writes the game, in one step.
    ///
    /// # Errors
    /// If the system refuses; the game written before is unchanged then.
    pub(super) fn write(&self, text: &str) -> io::Result<()> {
        files::write_whole(&self.path, text.as_bytes())
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

/// Whether a program is playing the game of a file.
pub(super) fn is_held(path: &Path) -> bool {
    let path = place_of(path);
    let lock = OpenOptions::new().write(true).open(path.with_extension("lock"));
    path.extension().is_some_and(|ending| ending == "sgf")
        && lock.is_ok_and(|lock| !try_lock(&lock))
}

/// Where a file is, or will be: links followed, and words such as `..` resolved.
fn place_of(path: &Path) -> PathBuf {
    let real = files::real_path(path);
    let folder = real.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
    match (folder, real.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => real,
    }
}

fn stem(library: &Path) -> String {
    library.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The files of games beside the library, the most recently written first, with that time in
/// milliseconds since 1970. Earlier versions called them `games.unfinished-1.sgf`.
pub(super) fn games(library: &Path) -> Vec<(u64, PathBuf)> {
    let stem = stem(library);
    let folder = library.parent().filter(|folder| !folder.as_os_str().is_empty());
    let files = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let mut games: Vec<(u64, PathBuf)> = files
        .filter_map(|file| {
            let name = file.file_name().into_string().ok()?;
            let rest = name.strip_prefix(&stem)?.strip_suffix(".sgf")?;
            let number = rest.strip_prefix('-').or_else(|| rest.strip_prefix(".unfinished-"))?;
            number.parse::<u32>().ok()?;
            let written = file.metadata().ok()?.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
            Some((u64::try_from(written.as_millis()).ok()?, library.with_file_name(name)))
        })
        .collect();
    games.sort_by_key(|(written_ms, _)| Reverse(*written_ms));
    games
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
        assert!(AutosaveSlot::take(first.path.clone()).unwrap().is_none(), "it is being played");
        assert!(is_held(&first.path) && !is_held(&library));
        assert!(!is_held(&first.path.with_extension("lib")), "another file beside it");
        assert!(first.is_at(&folder.path().join(".").join("my-1.sgf")));
        assert!(second.is_at(&second.path) && !second.is_at(&first.path));
        let path = first.path.clone();
        drop(first);
        assert!(!is_held(&path));
        let [(_, path)] = &games(&library)[..] else { panic!("one game was written") };
        assert_eq!(*path, folder.path().join("my-1.sgf"));
        let found = AutosaveSlot::take(path.clone()).unwrap().unwrap();
        assert!(AutosaveSlot::take(path.clone()).unwrap().is_none(), "it is held now");
        found.delete();
        second.delete();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    }

    #[test]
    fn only_files_of_games_are_found_and_those_of_earlier_versions() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["my-2.sgf", "my.unfinished-1.sgf", "my-a.sgf", "my-1.lock", "his-1.sgf"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let mut found: Vec<_> = games(&folder.path().join("my.csv")).into_iter().collect();
        found.sort_by(|one, other| one.1.cmp(&other.1));
        let names = found.iter().map(|(_, path)| path.file_name().unwrap().to_str().unwrap());
        assert_eq!(names.collect::<Vec<_>>(), ["my-2.sgf", "my.unfinished-1.sgf"]);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_an_error() {
        assert!(AutosaveSlot::free(Path::new("/nonexistent/games.csv")).is_err());
    }
}
