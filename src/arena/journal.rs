//! The folder of a match: its definition, and every finished game, written and synced before it
//! counts.
//!
//! `match.json` is the definition; `games.jsonl` has one record per line, in the order in which the
//! games ended. If the program is killed, at most the last line is incomplete; it is removed when
//! the match is resumed, and its game is played again. All other files of the folder can be written
//! again from these two.
//!
//! Both files have checksums, and what is read is [audited](super::audit) before it counts. A
//! journal of an earlier version has no checksums: it is read, but not resumed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::audit::seal::{Checksum, FILE, LINE, SealedText};
use super::audit::{self, Flaw, JournalLines};
use super::config::{Identity, UNSEALED_VERSION, VERSION};
use super::schedule::openings::MatchOpenings;
use tengen_records::{GameRecord, json, jsonl};
use tengen_util::files;
use tengen_util::journal_file::{JournalFault, JournalFile};

/// The file with the definition of the match.
pub(crate) const MATCH_FILE: &str = "match.json";
/// The file of what the players answer to ABOUT.
pub(crate) const ABOUT_FILE: &str = "about.txt";
/// The file of the finished games.
pub(crate) const GAMES_FILE: &str = "games.jsonl";

/// Why a match folder cannot be used.
#[derive(Debug, Error)]
pub enum MatchJournalError {
    /// The system refuses to read or write a file of the folder.
    #[error("cannot {doing} {}: {error}", path.display())]
    Io {
        /// What was tried, as a verb: `read`, `write`.
        doing: &'static str,
        /// The file or the folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The folder contains a match already, which could be continued, and nobody asked for that.
    #[error("{} contains a match already, expected an empty folder, or --resume to continue it", path.display())]
    Occupied {
        /// The folder that was given for a new match.
        path: PathBuf,
    },
    /// The folder for the whole match, joined from its parts, contains one already: joining adds to
    /// nothing.
    #[error("{} contains a match already, expected an empty folder", path.display())]
    Taken {
        /// The folder that was given for the whole match.
        path: PathBuf,
    },
    /// The folder has no `match.json`: no match was begun there.
    #[error("{} contains no match", path.display())]
    Nothing {
        /// The folder that was to be read.
        path: PathBuf,
    },
    /// Another process is playing the match: it holds the lock of the journal.
    #[error("another process is playing the match in {}", path.display())]
    Busy {
        /// The folder of the match.
        path: PathBuf,
    },
    /// A line is not what was written there, or cannot have happened in this match.
    #[error("{}:{line}: {problem}", path.display())]
    Corrupt {
        /// `match.json` or `games.jsonl`.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What was seen there and what was expected.
        problem: String,
    },
    /// The games have no checksums: an earlier version wrote them, and games with checksums cannot
    /// follow.
    #[error(
        "{} was written by an earlier version and has no checksums: it cannot be resumed, expected a new folder \
         (match report still reads it)",
        path.display()
    )]
    Unsealed {
        /// The journal, `games.jsonl`.
        path: PathBuf,
    },
    /// The folder contains a match with other settings; its games would not be those of this one.
    #[error("{} contains a match with other settings, {key}: {seen}, expected {expected}", path.display())]
    Different {
        /// The folder of that match.
        path: PathBuf,
        /// The first setting that differs, by its key in `match.json`.
        key: String,
        /// Its value there.
        seen: String,
        /// Its value now.
        expected: String,
    },
}

fn io_error(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> MatchJournalError {
    let path = path.to_owned();
    move |error| MatchJournalError::Io { doing, path, error }
}

fn corrupt(path: &Path) -> impl FnOnce(Flaw) -> MatchJournalError {
    let path = path.to_owned();
    move |Flaw { line, problem }| MatchJournalError::Corrupt { path, line, problem }
}

/// The open journal of a match.
#[derive(Debug)]
pub struct MatchJournal {
    folder: PathBuf,
    file: JournalFile,
    /// The checksum of all lines.
    sum: Checksum,
}

/// The contents of a match folder.
#[derive(Clone, Debug)]
pub struct MatchFolder {
    /// The definition of the match.
    pub identity: Identity,
    /// Its finished games by number.
    pub games: Vec<GameRecord>,
    /// Where each of them is.
    pub places: Vec<GamePlace>,
    /// Whether the games have no checksums, as in the journals of an earlier version.
    pub is_unsealed: bool,
    /// The line that a killed program has left incomplete; its game is not among them.
    pub torn: Option<GamePlace>,
}

/// A line of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePlace {
    /// Path of the file.
    pub path: PathBuf,
    /// The line, counted from 1.
    pub line: usize,
}

impl MatchJournal {
    /// Starts the journal of a new match in a folder, which is created if necessary.
    ///
    /// # Errors
    /// If the folder contains a match or cannot be written.
    pub fn create(folder: &Path, identity: &Identity) -> Result<Self, MatchJournalError> {
        fs::create_dir_all(folder).map_err(io_error("make the folder", folder))?;
        let path = folder.join(GAMES_FILE);
        let has_games = fs::metadata(&path).is_ok_and(|file| file.is_file() && file.len() > 0);
        if has_games || folder.join(MATCH_FILE).exists() {
            return Err(MatchJournalError::Occupied { path: folder.to_owned() });
        }
        let journal = Self::open(folder)?;
        write_identity(folder, identity)?;
        Ok(journal)
    }

    /// Opens the journal of a match that was started before, and returns its games. Their openings
    /// must be those of the list `openings`.
    ///
    /// # Errors
    /// If there is none, if it belongs to another match, if it has no checksums, or if it is damaged
    /// other than by an incomplete last line.
    pub fn resume(
        folder: &Path,
        identity: &Identity,
        openings: &MatchOpenings,
    ) -> Result<(Self, Vec<GameRecord>), MatchJournalError> {
        let before = read_identity(folder)?;
        let mut journal = Self::open(folder)?;
        let (length, lines) = journal.read()?;
        check_version(folder, &before, &lines)?;
        // Before the settings: an earlier version has fewer of them, and to change them is no help.
        if lines.is_unsealed {
            return Err(MatchJournalError::Unsealed { path: journal.file.path().to_owned() });
        }
        let different = |key: String, seen, expected| {
            Err(MatchJournalError::Different { path: folder.to_owned(), key, seen, expected })
        };
        if let Some((key, seen, expected)) = before.difference(identity) {
            return different(key, seen, expected);
        }
        if before.shard != identity.shard {
            let (seen, expected) = (before.shard.to_string(), identity.shard.to_string());
            return different("shard".to_owned(), seen, expected);
        }
        let (path, whole) = (journal.file.path(), lines.length);
        let MatchFolder { games, .. } = audited(path, before.clone(), Some(openings), lines)?;
        if whole < length {
            journal.cut(whole)?;
        }
        // A match that was planned longer keeps the games that it has.
        let has_more = games.last().is_some_and(|game| game.game > identity.total_games);
        let is_new = (before.games, before.version) != (identity.games, identity.version);
        if is_new && !has_more {
            write_identity(folder, identity)?;
        }
        Ok((journal, games))
    }

    fn open(folder: &Path) -> Result<Self, MatchJournalError> {
        let path = folder.join(GAMES_FILE);
        let file = JournalFile::open(&path).map_err(|fault| journal_error(fault, folder, &path))?;
        Ok(Self { folder: folder.to_owned(), file, sum: Checksum::default() })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Appends a game and waits until it is on disk.
    ///
    /// # Errors
    /// If it cannot be written, for example because the disk is full.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), MatchJournalError> {
        let (line, sum) = self.sum.seal(LINE, &jsonl::write(game));
        let appended = self.file.append(&line);
        appended.map_err(|fault| self.error(fault))?;
        self.sum = sum;
        Ok(())
    }

    /// Reads all lines; the next one is appended to them.
    fn read(&mut self) -> Result<(usize, JournalLines), MatchJournalError> {
        let read = self.file.read();
        let bytes = read.map_err(|fault| self.error(fault))?;
        let lines = JournalLines::read(&bytes).map_err(corrupt(self.file.path()))?;
        self.sum = lines.sum;
        Ok((bytes.len(), lines))
    }

    /// Cuts off an incomplete last line, after `length` bytes.
    fn cut(&mut self, length: usize) -> Result<(), MatchJournalError> {
        log::warn!(
            "the last line of {} is incomplete; its game is played again",
            self.file.path().display()
        );
        let cut = self.file.cut(length);
        cut.map_err(|fault| self.error(fault))
    }

    fn error(&self, fault: JournalFault) -> MatchJournalError {
        journal_error(fault, &self.folder, self.file.path())
    }
}

/// The games of these lines by number, after an audit. `path` is the journal's.
fn audited(
    path: &Path,
    mut identity: Identity,
    openings: Option<&MatchOpenings>,
    lines: JournalLines,
) -> Result<MatchFolder, MatchJournalError> {
    let JournalLines { mut games, is_unsealed, torn, .. } = lines;
    games.sort_by_key(|numbered| numbered.game.game);
    let place = |line: usize| GamePlace { path: path.to_owned(), line };
    let places: Vec<GamePlace> = games.iter().map(|numbered| place(numbered.line)).collect();
    let games: Vec<GameRecord> = games.into_iter().map(|numbered| numbered.game).collect();
    audit_games(&identity, openings, &games, &places)?;
    if is_unsealed {
        identity.version = UNSEALED_VERSION;
    }
    Ok(MatchFolder { identity, games, places, is_unsealed, torn: torn.map(place) })
}

/// Audits games that are at these places.
///
/// # Errors
/// With the first game that is wrong.
pub(crate) fn audit_games(
    identity: &Identity,
    openings: Option<&MatchOpenings>,
    games: &[GameRecord],
    places: &[GamePlace],
) -> Result<(), MatchJournalError> {
    let checked = audit::check_games(identity, openings, games);
    checked.map_err(|(index, problem)| {
        let (path, line) = match places.get(index) {
            Some(place) => (place.path.clone(), place.line),
            None => (PathBuf::from(GAMES_FILE), 0),
        };
        MatchJournalError::Corrupt { path, line, problem }
    })
}

/// Writes the journal of a match that is already played into a folder, which is created if
/// necessary. Games that have no checksums where they come from get none here.
///
/// # Errors
/// If the folder contains a match or cannot be written.
pub fn write_all(
    folder: &Path,
    identity: &Identity,
    games: &[GameRecord],
    is_unsealed: bool,
) -> Result<(), MatchJournalError> {
    let version = if is_unsealed { UNSEALED_VERSION } else { VERSION };
    let identity = Identity { version, ..identity.clone() };
    let created = MatchJournal::create(folder, &identity).map_err(|error| match error {
        MatchJournalError::Occupied { path } => MatchJournalError::Taken { path },
        other => other,
    });
    drop(created?);
    let (mut lines, mut sum) = (String::new(), Checksum::default());
    for game in games {
        let line = jsonl::write(game);
        let sealed = if is_unsealed { (line, sum) } else { sum.seal(LINE, &line) };
        lines += &sealed.0;
        sum = sealed.1;
    }
    write_whole(&folder.join(GAMES_FILE), lines.as_bytes())
}

/// The definition and the finished games of a match folder, which is not changed.
///
/// # Errors
/// If there is no match, or its journal is not what was played.
pub fn read(folder: &Path) -> Result<MatchFolder, MatchJournalError> {
    let identity = read_identity(folder)?;
    let path = folder.join(GAMES_FILE);
    let bytes = fs::read(&path).map_err(io_error("read", &path))?;
    let lines = JournalLines::read(&bytes).map_err(corrupt(&path))?;
    check_version(folder, &identity, &lines)?;
    audited(&path, identity, None, lines)
}

/// Games with checksums do not come from a version whose matches have none.
fn check_version(
    folder: &Path,
    identity: &Identity,
    lines: &JournalLines,
) -> Result<(), MatchJournalError> {
    let has_checksums = !lines.is_unsealed && !lines.games.is_empty();
    if !has_checksums || identity.version != UNSEALED_VERSION {
        return Ok(());
    }
    let problem =
        format!("version {UNSEALED_VERSION}, expected {VERSION}, as the games have checksums");
    Err(MatchJournalError::Corrupt { path: folder.join(MATCH_FILE), line: 1, problem })
}

fn read_identity(folder: &Path) -> Result<Identity, MatchJournalError> {
    let path = folder.join(MATCH_FILE);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(MatchJournalError::Nothing { path: folder.to_owned() });
        }
        Err(error) => return Err(io_error("read", &path)(error)),
    };
    let sealed = SealedText::split(FILE, text.as_bytes());
    // Without its last key, the text has the same lines.
    let plain = sealed.as_ref().map(SealedText::text).and_then(|text| String::from_utf8(text).ok());
    let plain = plain.as_deref().unwrap_or(&text);
    let wrong = |line: usize, problem: String| corrupt(&path)(Flaw { line, problem });
    let identity: Identity = json::parse(plain).map_err(|error| {
        // Errors of that parser name the key or the column, but not the line.
        let line = serde_json::from_str::<Identity>(plain).err().map_or(1, |error| error.line());
        wrong(line, error.to_string())
    })?;
    let last = text.lines().count().saturating_sub(1);
    match sealed {
        Some(sealed) => sealed.verify(Checksum::default()).map(|_| identity),
        None if identity.version == UNSEALED_VERSION => Ok(identity),
        None => Err("no checksum, expected one as the last key".to_owned()),
    }
    .map_err(|problem| wrong(last, problem))
}

fn write_identity(folder: &Path, identity: &Identity) -> Result<(), MatchJournalError> {
    let path = folder.join(MATCH_FILE);
    let text = serde_json::to_string_pretty(identity).map_err(io::Error::other);
    let text = text.map_err(io_error("write", &path))? + "\n";
    let text = match identity.version {
        UNSEALED_VERSION => text,
        _ => Checksum::default().seal(FILE, &text).0,
    };
    write_whole(&path, text.as_bytes())
}

/// Writes a file atomically.
///
/// # Errors
/// If the system refuses.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), MatchJournalError> {
    files::write_whole(path, bytes).map_err(io_error("write", path))
}

fn journal_error(fault: JournalFault, folder: &Path, path: &Path) -> MatchJournalError {
    match fault {
        JournalFault::Busy => MatchJournalError::Busy { path: folder.to_owned() },
        JournalFault::Io { doing, error } => io_error(doing, path)(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn identity(games: u64) -> Identity {
        Identity { games, total_games: 3 * games, ..sample::identity() }
    }

    fn written(folder: &Path) -> Vec<GameRecord> {
        let mut journal = MatchJournal::create(folder, &identity(2)).unwrap();
        let games = sample::games();
        games.iter().for_each(|game| journal.append(game).unwrap());
        games
    }

    #[test]
    fn appended_games_are_read_back_and_the_folder_is_occupied() {
        let folder = tempfile::tempdir().unwrap();
        let games = written(folder.path());
        assert_eq!(read(folder.path()).unwrap().games, games);
        let error = MatchJournal::create(folder.path(), &identity(2)).unwrap_err();
        assert!(matches!(error, MatchJournalError::Occupied { .. }));
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
            let (mut journal, read) =
                MatchJournal::resume(folder.path(), &identity(2), &sample::openings()).unwrap();
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
        let error = MatchJournal::resume(folder.path(), &identity(2), &sample::openings())
            .unwrap_err()
            .to_string();
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
        let error =
            MatchJournal::resume(folder.path(), &identity(2), &sample::openings()).unwrap_err();
        assert!(matches!(error, MatchJournalError::Nothing { .. }));
        written(folder.path());
        let mut other = identity(2);
        other.players[0] = "another".to_owned();
        let error = MatchJournal::resume(folder.path(), &other, &sample::openings())
            .unwrap_err()
            .to_string();
        assert!(error.contains("other settings, engine: tengen, "), "{error}");
        let more = MatchJournal::resume(folder.path(), &identity(4), &sample::openings()).unwrap();
        assert_eq!(more.1.len(), 6);
        drop(more);
        assert_eq!(read(folder.path()).unwrap().identity.games, 4);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn two_processes_never_write_one_journal_and_a_full_disk_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let journal = MatchJournal::create(folder.path(), &identity(2)).unwrap();
        let error =
            MatchJournal::resume(folder.path(), &identity(2), &sample::openings()).unwrap_err();
        assert!(matches!(error, MatchJournalError::Busy { .. }), "{error}");
        drop(journal);
        let full = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/dev/full", full.path().join(GAMES_FILE)).unwrap();
        let mut journal = MatchJournal::create(full.path(), &identity(2)).unwrap();
        let error = journal.append(&sample::games()[0]).unwrap_err();
        assert!(error.to_string().contains("No space left"), "{error}");
    }
}
