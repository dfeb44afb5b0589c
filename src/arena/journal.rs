//! The folder of a match: its definition, and every finished game, written and synced before it
//! counts.
//!
//! `match.json` is the definition; `games.jsonl` has one record per line, in the order in which the
//! games ended. If the program is killed, at most the last line is incomplete; it is removed when
//! the match is resumed, and its game is played again. All other files of the folder can be written
//! again from these two.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::config::Identity;
use tengen_records::{GameRecord, json, jsonl};
use tengen_util::files;
use tengen_util::journal_file::{JournalFault, JournalFile, whole_lines};

/// The file with the definition of the match.
pub(crate) const MATCH_FILE: &str = "match.json";
/// The file of what the players answer to ABOUT.
pub(crate) const ABOUT_FILE: &str = "about.txt";
/// The file of the finished games.
pub(crate) const GAMES_FILE: &str = "games.jsonl";

/// Why a match folder cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The system refuses.
    #[error("cannot {doing} {}: {error}", path.display())]
    Io {
        /// What was tried.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// Why it failed.
        error: io::Error,
    },
    /// The folder contains a match already.
    #[error("{} contains a match already, expected an empty folder, or --resume to continue it", path.display())]
    Occupied {
        /// The folder.
        path: PathBuf,
    },
    /// The folder of a whole match contains one already.
    #[error("{} contains a match already, expected an empty folder", path.display())]
    Taken {
        /// The folder.
        path: PathBuf,
    },
    /// The folder does not contain a match.
    #[error("{} contains no match", path.display())]
    Nothing {
        /// The folder.
        path: PathBuf,
    },
    /// Another process is playing the match.
    #[error("another process is playing the match in {}", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// A line before the last is not a record.
    #[error("{}:{line}: {problem}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The problem.
        problem: String,
    },
    /// The folder contains another match.
    #[error("{} contains a match with other settings, {key}: {seen}, expected {expected}", path.display())]
    Different {
        /// The folder.
        path: PathBuf,
        /// The setting that differs.
        key: String,
        /// Its value there.
        seen: String,
        /// Its value now.
        expected: String,
    },
}

fn io_error(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> JournalError {
    let path = path.to_owned();
    move |error| JournalError::Io { doing, path, error }
}

/// The open journal of a match.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    file: JournalFile,
}

impl Journal {
    /// Starts the journal of a new match in a folder, which is created if necessary.
    ///
    /// # Errors
    /// If the folder contains a match or cannot be written.
    pub fn create(folder: &Path, identity: &Identity) -> Result<Self, JournalError> {
        fs::create_dir_all(folder).map_err(io_error("make the folder", folder))?;
        let path = folder.join(GAMES_FILE);
        let has_games = fs::metadata(&path).is_ok_and(|file| file.is_file() && file.len() > 0);
        if has_games || folder.join(MATCH_FILE).exists() {
            return Err(JournalError::Occupied { path: folder.to_owned() });
        }
        let journal = Self::open(folder)?;
        write_identity(folder, identity)?;
        Ok(journal)
    }

    /// Opens the journal of a match that was started before, and returns its games.
    ///
    /// # Errors
    /// If there is none, if it belongs to another match, or if it is damaged other than by an
    /// incomplete last line.
    pub fn resume(
        folder: &Path,
        identity: &Identity,
    ) -> Result<(Self, Vec<GameRecord>), JournalError> {
        let before = read_identity(folder)?;
        let different = |key: String, seen, expected| {
            Err(JournalError::Different { path: folder.to_owned(), key, seen, expected })
        };
        if let Some((key, seen, expected)) = before.difference(identity) {
            return different(key, seen, expected);
        }
        if before.shard != identity.shard {
            let (seen, expected) = (before.shard.to_string(), identity.shard.to_string());
            return different("shard".to_owned(), seen, expected);
        }
        let mut journal = Self::open(folder)?;
        let games = journal.read_and_repair()?;
        if before.games != identity.games {
            write_identity(folder, identity)?;
        }
        Ok((journal, games))
    }

    fn open(folder: &Path) -> Result<Self, JournalError> {
        let path = folder.join(GAMES_FILE);
        let file = JournalFile::open(&path).map_err(|fault| journal_error(fault, folder, &path))?;
        Ok(Self { folder: folder.to_owned(), file })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Appends a game and waits until it is on disk.
    ///
    /// # Errors
    /// If it cannot be written, for example because the disk is full.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        let appended = self.file.append(&jsonl::write(game));
        appended.map_err(|fault| self.error(fault))
    }

    /// Reads all games and cuts off an incomplete last line.
    fn read_and_repair(&mut self) -> Result<Vec<GameRecord>, JournalError> {
        let read = self.file.read();
        let bytes = read.map_err(|fault| self.error(fault))?;
        let (games, length) = whole_games(&bytes, self.file.path())?;
        if length < bytes.len() {
            log::warn!(
                "the last line of {} is incomplete; its game is played again",
                self.file.path().display()
            );
            let cut = self.file.cut(length);
            cut.map_err(|fault| self.error(fault))?;
        }
        Ok(games)
    }

    fn error(&self, fault: JournalFault) -> JournalError {
        journal_error(fault, &self.folder, self.file.path())
    }
}

/// The games of a journal in the order of their numbers, each once, and the length of their lines:
/// the last line may be incomplete, or complete but not a record. `path` is for errors.
///
/// # Errors
/// If a line before the last is not a record.
pub fn whole_games(bytes: &[u8], path: &Path) -> Result<(Vec<GameRecord>, usize), JournalError> {
    let lines = whole_lines(bytes);
    let mut games: Vec<GameRecord> = Vec::new();
    let mut start = 0;
    for (index, line) in lines.split_inclusive(|&byte| byte == b'\n').enumerate() {
        match game_of(line) {
            Ok(game) => games.push(game),
            Err(_) if start + line.len() == lines.len() => break,
            Err(problem) => {
                let path = path.to_owned();
                return Err(JournalError::Corrupt { path, line: index + 1, problem });
            }
        }
        start += line.len();
    }
    games.sort_by_key(|game| game.game);
    games.dedup_by_key(|game| game.game);
    Ok((games, start))
}

/// The game of a line, or what is wrong with it.
fn game_of(line: &[u8]) -> Result<GameRecord, String> {
    let text = std::str::from_utf8(line)
        .map_err(|error| format!("not UTF-8 at byte {}", error.valid_up_to() + 1))?;
    // The place of the line is known to the caller.
    jsonl::read_line(text, 1).map_err(|error| error.error.to_string())
}

/// Writes the journal of a match that is already played into a folder, which is created if
/// necessary.
///
/// # Errors
/// If the folder contains a match or cannot be written.
pub fn write_all(
    folder: &Path,
    identity: &Identity,
    games: &[GameRecord],
) -> Result<(), JournalError> {
    let created = Journal::create(folder, identity).map_err(|error| match error {
        JournalError::Occupied { path } => JournalError::Taken { path },
        other => other,
    });
    drop(created?);
    let lines: String = games.iter().map(jsonl::write).collect();
    write_whole(&folder.join(GAMES_FILE), lines.as_bytes())
}

/// The definition and the finished games of a match folder, which is not changed.
///
/// # Errors
/// If there is no match or its journal is damaged.
pub fn read(folder: &Path) -> Result<(Identity, Vec<GameRecord>), JournalError> {
    let identity = read_identity(folder)?;
    let path = folder.join(GAMES_FILE);
    let bytes = fs::read(&path).map_err(io_error("read", &path))?;
    let (games, _) = whole_games(&bytes, &path)?;
    Ok((identity, games))
}

fn read_identity(folder: &Path) -> Result<Identity, JournalError> {
    let path = folder.join(MATCH_FILE);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(JournalError::Nothing { path: folder.to_owned() });
        }
        Err(error) => return Err(io_error("read", &path)(error)),
    };
    json::parse(&text).map_err(|error| {
        // Errors of that parser name the key or the column, but not the line.
        let line = serde_json::from_str::<Identity>(&text).err().map_or(1, |error| error.line());
        JournalError::Corrupt { path, line, problem: error.to_string() }
    })
}

fn write_identity(folder: &Path, identity: &Identity) -> Result<(), JournalError> {
    let path = folder.join(MATCH_FILE);
    let text = serde_json::to_string_pretty(identity).map_err(io::Error::other);
    let text = text.map_err(io_error("write", &path))? + "\n";
    write_whole(&path, text.as_bytes())
}

/// Writes a file atomically.
///
/// # Errors
/// If the system refuses.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), JournalError> {
    files::write_whole(path, bytes).map_err(io_error("write", path))
}

fn journal_error(fault: JournalFault, folder: &Path, path: &Path) -> JournalError {
    match fault {
        JournalFault::Busy => JournalError::Busy { path: folder.to_owned() },
        JournalFault::Io { doing, error } => io_error(doing, path)(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn identity(games: u64) -> Identity {
        Identity { games, total_games: games, ..sample::identity() }
    }

    fn written(folder: &Path) -> Vec<GameRecord> {
        let mut journal = Journal::create(folder, &identity(6)).unwrap();
        let games = sample::games();
        games.iter().for_each(|game| journal.append(game).unwrap());
        games
    }

    #[test]
    fn appended_games_are_read_back_and_the_folder_is_occupied() {
        let folder = tempfile::tempdir().unwrap();
        let games = written(folder.path());
        assert_eq!(read(folder.path()).unwrap().1, games);
        let error = Journal::create(folder.path(), &identity(6)).unwrap_err();
        assert!(matches!(error, JournalError::Occupied { .. }));
    }

    #[test]
    fn an_incomplete_last_line_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let games = written(folder.path());
        let path = folder.path().join(GAMES_FILE);
        let bytes = fs::read(&path).unwrap();
        let last = bytes[..bytes.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
        for length in [last + 1, last + 40, bytes.len() - 1] {
            fs::write(&path, &bytes[..length]).unwrap();
            let (mut journal, read) = Journal::resume(folder.path(), &identity(6)).unwrap();
            assert_eq!(read, games[..games.len() - 1]);
            journal.append(&games[games.len() - 1]).unwrap();
            drop(journal);
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }

    #[test]
    fn damage_in_the_middle_is_reported_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        written(folder.path());
        let path = folder.path().join(GAMES_FILE);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replacen("\"game\":2", "\"game\":", 1)).unwrap();
        let error = Journal::resume(folder.path(), &identity(6)).unwrap_err().to_string();
        assert!(error.contains("games.jsonl:2: not JSON at column "), "{error}");
        assert!(!error.contains("at line"), "{error}");
        fs::write(&path, text.replacen("\"round\":1,", "", 1)).unwrap();
        let error = read(folder.path()).unwrap_err().to_string();
        assert!(error.ends_with("games.jsonl:1: round: missing"), "{error}");
    }

    #[test]
    fn damage_of_the_definition_is_reported_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        written(folder.path());
        let path = folder.path().join(MATCH_FILE);
        let text = fs::read_to_string(&path).unwrap();
        let line = text.lines().position(|line| line.contains("\"total_games\"")).unwrap() + 1;
        let problem = |damaged: &str| {
            fs::write(&path, damaged).unwrap();
            read(folder.path()).unwrap_err().to_string()
        };
        let wrong = problem(&text.replacen("\"total_games\": 6", "\"total_games\": true", 1));
        let place = format!("match.json:{line}: total_games: seen ");
        assert!(wrong.contains(&place) && !wrong.contains("at line"), "{wrong}");
        let broken = problem(&text.replacen("\"total_games\": 6", "\"total_games\": ", 1));
        let place = format!("match.json:{line}: not JSON at column ");
        assert!(broken.contains(&place) && !broken.contains("at line"), "{broken}");
    }

    #[test]
    fn only_the_same_match_is_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let error = Journal::resume(folder.path(), &identity(6)).unwrap_err();
        assert!(matches!(error, JournalError::Nothing { .. }));
        written(folder.path());
        let mut other = identity(6);
        other.players[0] = "another".to_owned();
        let error = Journal::resume(folder.path(), &other).unwrap_err().to_string();
        assert!(error.contains("other settings, engine: tengen, "), "{error}");
        let more = Journal::resume(folder.path(), &identity(12)).unwrap();
        assert_eq!(more.1.len(), 6);
        drop(more);
        assert_eq!(read(folder.path()).unwrap().0.games, 12);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn two_processes_never_write_one_journal_and_a_full_disk_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::create(folder.path(), &identity(6)).unwrap();
        let error = Journal::resume(folder.path(), &identity(6)).unwrap_err();
        assert!(matches!(error, JournalError::Busy { .. }), "{error}");
        drop(journal);
        let full = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/dev/full", full.path().join(GAMES_FILE)).unwrap();
        let mut journal = Journal::create(full.path(), &identity(6)).unwrap();
        let error = journal.append(&sample::games()[0]).unwrap_err();
        assert!(error.to_string().contains("No space left"), "{error}");
    }
}
