//! The store: a file of positions and records that is read and written.
//!
//! The file is a database of [redb](https://www.redb.org): copy on write, so that a process killed
//! at any moment leaves the state after its last finished transaction. Table `positions` maps
//! [keys](super::key) to [records](super::codec); tables `games` and `cut games` have the
//! checksums of the games that were counted, table `about` the version of the format and what
//! the store [remembers](Batch::remember).
//!
//! Either one process writes or several read; others wait for a while, then get an error. Every
//! record has a checksum, which is checked whenever it is read. [`verify`] checks the whole file.

mod games;
mod merge;

use std::fs;
use std::io::{self, Read};
use std::panic::{self, AssertUnwindSafe, Location, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use redb::backends::InMemoryBackend;
use redb::{
    Builder, Database, DatabaseError, ReadableDatabase, ReadableTable, ReadableTableMetadata,
    StorageBackend, TableDefinition, TableError,
};

pub use super::PATIENCE;
use super::built_in;
use super::codec::{self, DecodeError};
use super::error::BookError;
use super::key::Key;
use super::overwrite::{Overwrite, StoreOutcome, joined};
use super::record::Record;
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Rule};
use tengen_util::files;

const POSITIONS: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("positions");
/// Checksums of the games that were counted to their end, see [`games`].
const GAMES: TableDefinition<'_, u64, ()> = TableDefinition::new("games");
/// The games that were counted up to some move, and up to which.
const CUT_GAMES: TableDefinition<'_, u64, u32> = TableDefinition::new("cut games");
const ABOUT: TableDefinition<'_, &str, &str> = TableDefinition::new("about");

/// The version of the format, under `format` in the table `about`.
const FORMAT: u32 = 1;

/// The first bytes of a store.
pub(super) const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// Pause between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// Memory for pages that were read or will be written.
const CACHE_BYTES: usize = 256 << 20;

/// A file up to this size is checked completely before it is written: a tenth of a second.
const CHECKED_BYTES: u64 = 64 << 20;

/// A store that this process may write; no other process has it open.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    db: Database,
}

impl Store {
    /// Creates an empty store.
    ///
    /// # Errors
    /// If there is a file already, the name is that of the built-in book, or the system refuses.
    pub fn create(path: &Path) -> Result<Self, BookError> {
        if built_in::is_meant(path) {
            return Err(BookError::BuiltIn);
        }
        if path.exists() {
            return Err(BookError::Exists { path: path.to_owned() });
        }
        // Created under another name, so that an incomplete store is never visible.
        files::remove_leftovers(files::folder_of(path));
        let new = files::new_beside(path);
        let created = guarded(path, || {
            let db = builder().create(&new).map_err(|error| opening(path, error))?;
            let store = Self { path: path.to_owned(), db };
            store.describe()
        });
        let placed = created.and_then(|()| {
            fs::rename(&new, path).map_err(BookError::system("cannot create", path))
        });
        if placed.is_err() {
            let _ = fs::remove_file(&new);
        }
        placed?;
        Self::open(path, PATIENCE)
    }

    /// Opens a store to write. A small file is verified first.
    ///
    /// # Errors
    /// If it cannot be opened within the time, is not a store, or is damaged.
    pub fn open(path: &Path, patience: Duration) -> Result<Self, BookError> {
        check_kind(path, StoreUse::Write)?;
        let reader = Snapshot::open(path, patience)?;
        let length = fs::metadata(path).map_err(BookError::system("cannot read", path))?.len();
        if length <= CHECKED_BYTES {
            verify(path)?;
        }
        // There was no writer while it was open.
        drop(reader);
        Self::open_unchecked(path, patience)
    }

    /// Opens a store for writing and reads only its first pages.
    ///
    /// # Errors
    /// If it cannot be opened within the time, is not a store, or is damaged.
    pub fn open_unchecked(path: &Path, patience: Duration) -> Result<Self, BookError> {
        check_kind(path, StoreUse::Write)?;
        let db = patiently(path, patience, || builder().open(path))?;
        let store = Self { path: path.to_owned(), db };
        store.snapshot()?;
        Ok(store)
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs `work` in one transaction: all of it is stored, or nothing if it fails or the process
    /// is killed.
    ///
    /// # Errors
    /// The error of `work`, or if the system refuses.
    pub fn write<T, E: From<BookError>>(
        &self,
        work: impl FnOnce(&mut Batch<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let path = &self.path;
        guarded(path, || {
            let mut transaction = self.db.begin_write().map_err(|error| fault(path, error))?;
            // The state of the allocator is written as well, so that opening after a crash needs no
            // repair.
            transaction.set_quick_repair(true);
            let table = transaction.open_table(POSITIONS).map_err(|error| fault(path, error))?;
            let games = transaction.open_table(GAMES).map_err(|error| fault(path, error))?;
            let cut_games =
                transaction.open_table(CUT_GAMES).map_err(|error| fault(path, error))?;
            let mut batch = Batch { path, transaction: &transaction, table, games, cut_games };
            let done = work(&mut batch)?;
            drop(batch);
            transaction.commit().map_err(|error| fault(path, error))?;
            Ok(done)
        })
    }

    fn describe(&self) -> Result<(), BookError> {
        self.write(|batch| {
            batch.remember("format", &FORMAT.to_string())?;
            batch.remember("created-by", &super::engine_name())
        })
    }

    /// The state after the last transaction.
    ///
    /// # Errors
    /// If the system refuses, or the store is damaged or of a later version.
    pub fn snapshot(&self) -> Result<Snapshot, BookError> {
        guarded(&self.path, || Snapshot::of(&self.path, &self.db))
    }
}

/// The records within a transaction.
pub struct Batch<'a> {
    path: &'a Path,
    transaction: &'a redb::WriteTransaction,
    table: redb::Table<'a, &'static [u8], &'static [u8]>,
    games: redb::Table<'a, u64, ()>,
    cut_games: redb::Table<'a, u64, u32>,
}

impl Batch<'_> {
    /// What is known about the position.
    ///
    /// # Errors
    /// If the system refuses or the record is damaged.
    pub fn get(&self, key: &Key) -> Result<Option<Record>, BookError> {
        let found = self.table.get(key.bytes()).map_err(|error| fault(self.path, error))?;
        found.map(|bytes| decoded(self.path, key.bytes(), bytes.value())).transpose()
    }

    /// Merges a record with the known one, see [`overwrite`](super::overwrite).
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn put(
        &mut self,
        key: &Key,
        said: Record,
        overwrite: Overwrite,
    ) -> Result<StoreOutcome, BookError> {
        let (record, outcome) = joined(self.get(key)?, said.reconciled(), overwrite);
        if outcome.is_change() {
            self.set(key, &record)?;
        }
        Ok(outcome)
    }

    /// Replaces any known record.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn set(&mut self, key: &Key, record: &Record) -> Result<(), BookError> {
        let bytes = codec::encode(key.bytes(), record);
        let put = self.table.insert(key.bytes(), bytes.as_slice());
        put.map(drop).map_err(|error| fault(self.path, error))
    }

    /// Replaces any known record; one that says nothing removes it.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn replace(&mut self, key: &Key, record: &Record) -> Result<(), BookError> {
        match record.is_empty() {
            true => self.remove(key).map(drop),
            false => self.set(key, record),
        }
    }

    /// Sets a value about the whole store, in the table `about`.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remember(&mut self, name: &str, value: &str) -> Result<(), BookError> {
        let about = self.transaction.open_table(ABOUT);
        let mut about = about.map_err(|error| fault(self.path, error))?;
        let set = about.insert(name, value);
        set.map(drop).map_err(|error| fault(self.path, error))
    }

    /// Deletes the position; returns whether anything was known.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remove(&mut self, key: &Key) -> Result<bool, BookError> {
        let removed = self.table.remove(key.bytes()).map_err(|error| fault(self.path, error))?;
        Ok(removed.is_some())
    }
}

/// A state of a store, to read.
pub struct Snapshot {
    path: PathBuf,
    about: redb::ReadOnlyTable<&'static str, &'static str>,
    games: redb::ReadOnlyTable<u64, ()>,
    /// A store of an older version may lack it.
    cut_games: Option<redb::ReadOnlyTable<u64, u32>>,
    table: redb::ReadOnlyTable<&'static [u8], &'static [u8]>,
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snapshot").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Snapshot {
    /// Opens a store to read; other processes may read it at the same time.
    ///
    /// # Errors
    /// If it cannot be opened within the time, is not a store, or is damaged.
    pub fn open(path: &Path, patience: Duration) -> Result<Self, BookError> {
        check_kind(path, StoreUse::Read)?;
        let read = || match builder().open_read_only(path) {
            // It was not closed: a writer was killed. Opening it for writing recovers it.
            Err(DatabaseError::RepairAborted) => {
                drop(builder().open(path)?);
                builder().open_read_only(path)
            }
            other => other,
        };
        let db = patiently(path, patience, read)?;
        guarded(path, || Self::of(path, &db))
    }

    fn of(path: &Path, db: &impl ReadableDatabase) -> Result<Self, BookError> {
        let transaction = db.begin_read().map_err(|error| fault(path, error))?;
        let about = transaction.open_table(ABOUT).map_err(|error| fault(path, error))?;
        let format = about.get("format").map_err(|error| fault(path, error))?;
        let format = format.map_or_else(String::new, |format| format.value().to_owned());
        if format != FORMAT.to_string() {
            let path = path.to_owned();
            return Err(BookError::Version { path, seen: format, expected: FORMAT });
        }
        let table = transaction.open_table(POSITIONS).map_err(|error| fault(path, error))?;
        let games = transaction.open_table(GAMES).map_err(|error| fault(path, error))?;
        let cut_games = match transaction.open_table(CUT_GAMES) {
            Err(TableError::TableDoesNotExist(_)) => None,
            table => Some(table.map_err(|error| fault(path, error))?),
        };
        Ok(Self { path: path.to_owned(), about, games, cut_games, table })
    }

    /// The value of a name that the store [remembers](Batch::remember), if it was ever set.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remembered(&self, name: &str) -> Result<Option<String>, BookError> {
        guarded(&self.path, || {
            let found = self.about.get(name).map_err(|error| fault(&self.path, error))?;
            Ok(found.map(|value| value.value().to_owned()))
        })
    }

    /// How many positions there are.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn len(&self) -> Result<u64, BookError> {
        guarded(&self.path, || self.table.len().map_err(|error| fault(&self.path, error)))
    }

    /// What is known about the position with this key, for its canonical image.
    ///
    /// # Errors
    /// If the system refuses or the record is damaged.
    pub fn get(&self, key: &Key) -> Result<Option<Record>, BookError> {
        guarded(&self.path, || {
            let found = self.table.get(key.bytes()).map_err(|error| fault(&self.path, error))?;
            found.map(|bytes| decoded(&self.path, key.bytes(), bytes.value())).transpose()
        })
    }

    /// The first keys that begin with these bytes, at most `most`, and their records, in order.
    ///
    /// # Errors
    /// If the system refuses or a record is damaged.
    pub(crate) fn beginning_with(
        &self,
        start: &[u8],
        most: usize,
    ) -> Result<Vec<(Vec<u8>, Record)>, BookError> {
        guarded(&self.path, || {
            let rows = self.table.range(start..).map_err(|error| fault(&self.path, error))?;
            let mut found = Vec::new();
            for row in rows.take(most) {
                let (key, bytes) = row.map_err(|error| fault(&self.path, error))?;
                if !key.value().starts_with(start) {
                    break;
                }
                let record = decoded(&self.path, key.value(), bytes.value())?;
                found.push((key.value().to_vec(), record));
            }
            Ok(found)
        })
    }

    /// The rules and boards of the stored positions, in the order of the keys.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn boards(&self) -> Result<Vec<(Rule, BoardSize)>, BookError> {
        guarded(&self.path, || {
            let mut boards = Vec::new();
            let mut start = Vec::new();
            loop {
                let rows = self.table.range(start.as_slice()..);
                let first = rows.map_err(|error| fault(&self.path, error))?.next();
                let Some(row) = first else { return Ok(boards) };
                let (key, _) = row.map_err(|error| fault(&self.path, error))?;
                let position = stored_position(&self.path, key.value())?;
                boards.push((position.rule(), position.size()));
                // Beyond all keys that begin with the same rule, width and height.
                start = key.value().get(..3).unwrap_or_default().to_vec();
                start.extend([u8::MAX; 2]);
            }
        })
    }

    /// Passes every position, as its canonical image, and its record to `each`, in the order of the
    /// keys.
    ///
    /// # Errors
    /// The error of `each`, or if the system refuses or a position or record is damaged.
    pub fn each<E: From<BookError>>(
        &self,
        mut each: impl FnMut(Position, Record) -> Result<(), E>,
    ) -> Result<(), E> {
        let path = &self.path;
        let mut rows = guarded(path, || self.table.iter().map_err(|error| fault(path, error)))?;
        let mut next = || {
            guarded(path, || {
                let Some(row) = rows.next() else { return Ok(None) };
                let (key, bytes) = row.map_err(|error| fault(path, error))?;
                let record = decoded(path, key.value(), bytes.value())?;
                Ok::<_, BookError>(Some((stored_position(path, key.value())?, record)))
            })
        };
        while let Some((position, record)) = next()? {
            each(position, record)?;
        }
        Ok(())
    }
}

/// Checks a whole store and returns the number of its positions. The file is only read, even if it
/// was not closed, and is held in memory during the check.
///
/// # Errors
/// If it is not a store, or anything in it is damaged.
pub fn verify(path: &Path) -> Result<u64, BookError> {
    check_kind(path, StoreUse::Read)?;
    let bytes = files::read_regular(path).map_err(BookError::system("cannot read", path))?;
    guarded(path, || {
        let copy = InMemoryBackend::new();
        let copied = copy.set_len(bytes.len() as u64).and_then(|()| copy.write(0, &bytes));
        copied.map_err(BookError::system("cannot copy", path))?;
        drop(bytes);
        let db = Builder::new().create_with_backend(copy);
        let mut db = db.map_err(|error| opening(path, error))?;
        match db.check_integrity() {
            // After a transaction that failed or was cut, the list of free pages is not exact; a
            // page with a wrong checksum is an error, since every commit has two phases.
            Ok(_) => {}
            Err(error) => return Err(opening(path, error)),
        }
        let snapshot = Snapshot::of(path, &db)?;
        let mut count = 0;
        snapshot.each(|_, _| {
            count += 1;
            Ok::<_, BookError>(())
        })?;
        match snapshot.len()? {
            length if length == count => Ok(count),
            length => {
                let what = format!("{count} positions found, expected {length}");
                Err(BookError::damaged(path, what))
            }
        }
    })
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

/// What a store is needed for.
#[derive(Clone, Copy)]
enum StoreUse {
    Read,
    Write,
}

/// Checks that a file begins as a store does. A sealed book can be neither changed nor listed.
fn check_kind(path: &Path, needed: StoreUse) -> Result<(), BookError> {
    let seen = match needed {
        StoreUse::Read => "sealed book, which has hashes instead of positions",
        StoreUse::Write => "sealed book, which is only read",
    };
    let sealed = || BookError::Kind { path: path.to_owned(), seen, expected: "store" };
    if built_in::is_meant(path) {
        return Err(match needed {
            StoreUse::Read => sealed(),
            StoreUse::Write => BookError::BuiltIn,
        });
    }
    let mut head = Vec::new();
    let file = files::open_regular(path).map_err(BookError::system("cannot read", path));
    let file = file.map_err(built_in::or_misspelled)?;
    if file.take(MAGIC.len() as u64).read_to_end(&mut head).is_err() {
        // On Windows, a file that another process writes cannot be read; opening it reports that.
        return Ok(());
    }
    match head.as_slice() {
        MAGIC => Ok(()),
        head if head.starts_with(super::sealed::MAGIC) => Err(sealed()),
        _ => Err(BookError::Foreign { path: path.to_owned() }),
    }
}

/// Retries until it succeeds, an error other than a lock occurs, or the time is over.
fn patiently<T>(
    path: &Path,
    patience: Duration,
    open: impl Fn() -> Result<T, DatabaseError>,
) -> Result<T, BookError> {
    let start = Instant::now();
    guarded(path, || {
        loop {
            match open() {
                Err(DatabaseError::DatabaseAlreadyOpen) if start.elapsed() < patience => {
                    thread::sleep(PAUSE);
                }
                Err(DatabaseError::DatabaseAlreadyOpen) => {
                    return Err(BookError::InUse { path: path.to_owned(), waited: patience });
                }
                other => return other.map_err(|error| opening(path, error)),
            }
        }
    })
}

/// Runs a call to the database. The database panics on some damaged files; here this becomes an
/// ordinary error.
fn guarded<T, E: From<BookError>>(
    path: &Path,
    work: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(BookError::damaged(path, "it is cut short, or its pages contradict each other").into())
    })
}

/// Lets panics of the database, which become errors here, go to the log instead of stderr.
pub fn log_panics() {
    let earlier = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let is_of_database = |place: &Location<'_>| {
            Path::new(place.file()).iter().any(|part| part.to_string_lossy().starts_with("redb-"))
        };
        if panic.location().is_some_and(is_of_database) {
            log::error!("{panic}");
        } else {
            earlier(panic);
        }
    }));
}

fn stored_position(path: &Path, key: &[u8]) -> Result<Position, BookError> {
    let position = Key::position_of(key);
    position.ok_or_else(|| BookError::damaged(path, "a key does not encode a position"))
}

fn opening(path: &Path, error: DatabaseError) -> BookError {
    match error {
        DatabaseError::UpgradeRequired(version) => BookError::Version {
            path: path.to_owned(),
            seen: format!("{version} of its pages"),
            expected: FORMAT,
        },
        other => fault(path, other),
    }
}

fn fault(path: &Path, error: impl Into<redb::Error>) -> BookError {
    match error.into() {
        redb::Error::Io(error) if !is_of_contents(&error) => {
            BookError::system("cannot read or write", path)(error)
        }
        // All other errors are about damaged files.
        other => BookError::damaged(path, other.to_string()),
    }
}

/// Whether an error comes of what is in the file: it ends early, or names a page beyond its end,
/// which the database reads as invalid input.
fn is_of_contents(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

fn decoded(path: &Path, key: &[u8], bytes: &[u8]) -> Result<Record, BookError> {
    codec::decode(key, bytes).map_err(|error| match error {
        DecodeError::Damaged => BookError::damaged(path, "the checksum of a record is wrong"),
        DecodeError::Version(seen) => BookError::Version {
            path: path.to_owned(),
            seen: format!("{seen} of a record"),
            expected: FORMAT,
        },
    })
}

#[cfg(test)]
mod tests;
