//! Commands with a file.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use thiserror::Error;

use super::error::DatabaseError;
use super::{DatabaseRequest, line, remark};
use crate::wire::Reply;
use tengen_engine::board::Position;
use tengen_records::book::BookError;
use tengen_records::book::key::Canonical;
use tengen_records::book::overwrite::{Overwrite, StoreOutcome};
use tengen_records::book::reader::{Book, BookSession};
use tengen_records::book::store::{self, Batch, PATIENCE, Snapshot, Store};
use tengen_records::book::{GameResults, Record, SHORT_PATIENCE, Trust};
use tengen_records::book_formats::databases::{self, DatabaseTally};
use tengen_records::book_formats::rows::{self, BookRowError, RowWriter};
use tengen_records::book_formats::trees::BookTreeBuilder;
use tengen_records::book_formats::{BookEntry, libraries};
use tengen_records::renlib::{self, LibRead};
use tengen_util::charset::Charset;
use tengen_util::count::counted;
use tengen_util::files;

/// The suffix of a store that a database of Yixin is read into.
const STORE_ENDING: &str = ".tgbook";

/// The name under which a store remembers the [stamp] of its database, as it was when the store
/// last read or wrote it.
const STAMP: &str = "database";
/// The stamp of a database that does not exist.
const NO_FILE: &str = "none";

fn file_error(path: &Path, error: impl std::fmt::Display) -> DatabaseError {
    DatabaseError::File { path: path.display().to_string(), what: error.to_string() }
}

/// Whether a file name is that of a Yixin database.
fn is_database(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("db"))
}

/// The store of `x.db` is `x.db.tgbook`.
fn store_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(STORE_ENDING);
    path.with_file_name(name)
}

/// The reverse; `None` for a store that belongs to no database.
fn database_of(store: &Path) -> Option<PathBuf> {
    let name = store.file_name()?.to_str()?.strip_suffix(STORE_ENDING)?;
    Some(store.with_file_name(name)).filter(|path| is_database(path))
}

/// Opens or creates a database; its store is used from now on.
pub(super) fn set(
    request: &DatabaseRequest,
    replies: &mut Vec<Reply>,
) -> Result<PathBuf, DatabaseError> {
    let path = request.path()?;
    replies.push(line(format_args!("LOAD START {}", path.display())));
    let opened = open(path, replies);
    // The front end shows a window until this line.
    replies.push(line("LOAD DONE"));
    let opened = opened.and_then(|store| Ok((length(&store)?, store)));
    let (count, store) = opened.map_err(|error| DatabaseError::NotOpened {
        book: request.book.clone(),
        error: Box::new(error),
    })?;
    replies.push(remark(format!("{} in {}", counted(count, "record"), store.display())));
    Ok(store)
}

/// The number of records in a book.
fn length(book: &Path) -> Result<u64, BookError> {
    Book::open(book)?.session()?.len()
}

fn open(path: &Path, replies: &mut Vec<Reply>) -> Result<PathBuf, DatabaseError> {
    // A store, a sealed book or the built-in one.
    if Book::open(path).is_ok() {
        return Ok(path.to_owned());
    }
    if !is_database(path) {
        if !path.exists() {
            create(path, path, replies)?;
        }
        return Ok(path.to_owned());
    }
    let store = store_of(path);
    match (path.exists(), store.exists()) {
        (false, true) => replies.push(missing(path, &store)),
        (false, false) => remember(&create(path, &store, replies)?, NO_FILE)?,
        (true, false) => read_into(path, &store)?,
        (true, true) if is_changed(path, &store)? => take_changes(path, &store, replies)?,
        (true, true) => replies.push(unchanged(path, &store)),
    }
    Ok(store)
}

/// What is said about a database that only its store may have left behind.
fn unchanged(path: &Path, store: &Path) -> Reply {
    let (file, name) = (path.display(), store.display());
    let used = format!("{name} is used, yxsavedatabase writes it back");
    remark(format!("{file} has not changed since it was last read or written; {used}"))
}

/// What is said about a database of which only the store is there.
fn missing(path: &Path, store: &Path) -> Reply {
    let (file, name) = (path.display(), store.display());
    remark(format!("there is no {file}; {name} is used, yxsavedatabase creates {file}"))
}

/// Creates the store for a file that does not exist, and says so: the name may be misspelled.
fn create(path: &Path, store: &Path, replies: &mut Vec<Reply>) -> Result<Store, DatabaseError> {
    let created = Store::create(store)?;
    let (file, name) = (path.display(), store.display());
    replies.push(remark(format!("there was no {file}; the empty store {name} is created")));
    Ok(created)
}

/// What shows that another program has changed a database: its length, and the time of the last
/// change in nanoseconds since 1970.
fn stamp(path: &Path) -> Result<String, DatabaseError> {
    let about = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(NO_FILE.to_owned()),
        about => about.map_err(|error| file_error(path, error))?,
    };
    let changed = about.modified().map_err(|error| file_error(path, error))?;
    let nanos = changed.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
    Ok(format!("{} {nanos}", about.len()))
}

fn remember(store: &Store, stamp: &str) -> Result<(), DatabaseError> {
    store.write(|batch| Ok(batch.remember(STAMP, stamp)?))
}

/// Whether another program has changed a database since its store last read or wrote it. A store
/// of an older version, which does not know when that was, remembers it from now on.
fn is_changed(path: &Path, store: &Path) -> Result<bool, DatabaseError> {
    let changed = |path: &Path| fs::metadata(path).and_then(|about| about.modified()).ok();
    // Before the store is opened: a repair changes its time.
    let is_newer = changed(path) > changed(store);
    let stamp = stamp(path)?;
    let remembered = Snapshot::open(store, PATIENCE)?.remembered(STAMP)?;
    if let Some(remembered) = remembered {
        return Ok(remembered != stamp);
    }
    // An older tengen wrote the store. From now on it remembers, if it can be written.
    if !is_newer && let Ok(store) = Store::open_unchecked(store, PATIENCE) {
        remember(&store, &stamp)?;
    }
    Ok(is_newer)
}

/// Takes into a store what another program has changed in its database.
fn take_changes(path: &Path, store: &Path, replies: &mut Vec<Reply>) -> Result<(), DatabaseError> {
    let DatabaseTally { read, taken } = import_newer(path, &Store::open(store, PATIENCE)?)?;
    let (all, file, name) = (counted(read, "record"), path.display(), store.display());
    replies.push(remark(format!("{file} has changed: {taken} of {all} taken into {name}")));
    Ok(())
}

/// Puts the records of a database into a store.
fn import(path: &Path, store: &Store) -> Result<DatabaseTally, DatabaseError> {
    store.write(|batch| import_into(path, batch))
}

fn import_into(path: &Path, batch: &mut Batch<'_>) -> Result<DatabaseTally, DatabaseError> {
    let imported = databases::import(path, batch, Overwrite::Better);
    imported.map_err(|error| file_error(path, error))
}

/// Puts the records of a database into its own store, which remembers it.
fn import_own(path: &Path, batch: &mut Batch<'_>) -> Result<DatabaseTally, DatabaseError> {
    // Before it is read: if it changes during that, it is read again later.
    let stamp = stamp(path)?;
    let tally = import_into(path, batch)?;
    batch.remember(STAMP, &stamp)?;
    Ok(tally)
}

/// Puts the records of a database that another program has changed into its store. What a person
/// claimed there was perhaps never written back: it stays, although a file has more trust. Comments
/// and texts are joined.
fn import_newer(path: &Path, store: &Store) -> Result<DatabaseTally, DatabaseError> {
    let mut own = Vec::new();
    store.snapshot()?.each(|position, record| {
        if record.trust == Trust::Person && record.claims_something() {
            let claim = Record {
                comment: String::new(),
                texts: Vec::new(),
                results: GameResults::default(),
                ..record
            };
            own.push((Canonical::of(&position).key, claim));
        }
        Ok::<_, DatabaseError>(())
    })?;
    // One step: a program that is killed leaves all of it or nothing.
    store.write(|batch| {
        let tally = import_own(path, batch)?;
        for (key, record) in own {
            batch.put(&key, record, Overwrite::Always)?;
        }
        Ok(tally)
    })
}

/// Puts the records of a store into another one.
fn import_store(other: &Snapshot, store: &Store) -> Result<DatabaseTally, DatabaseError> {
    let mut tally = DatabaseTally::default();
    store
        .write(|batch| batch.merge(other, Overwrite::Better, |_, outcome| tally.count(outcome)))?;
    Ok(tally)
}

/// Reads a database into a new store, which is there only once it is complete.
fn read_into(path: &Path, store: &Path) -> Result<(), DatabaseError> {
    let new = files::new_beside(store);
    let created = Store::create(&new)?;
    let read = created.write(|batch| import_own(path, batch));
    drop(created);
    let placed =
        read.and_then(|_| fs::rename(&new, store).map_err(|error| file_error(store, error)));
    if placed.is_err() {
        let _ = fs::remove_file(&new);
    }
    placed
}

/// A store is always up to date on disk; one that was read from a Yixin database is written back to
/// it, with what another program has changed there. A sealed book has nothing to save.
pub(super) fn save(
    request: &DatabaseRequest,
    replies: &mut Vec<Reply>,
) -> Result<(), DatabaseError> {
    let store = request.writable()?;
    let target = database_of(store);
    let shown = target.as_deref().unwrap_or(store).display();
    replies.push(line(format_args!("SAVE START {shown}")));
    let saved = match target.as_deref() {
        Some(path) => write_database(store, path, replies).map(others_left),
        None => nothing_to_write(store).map_err(not_written(store)),
    };
    replies.push(line("SAVE DONE"));
    replies.extend(saved?);
    Ok(())
}

/// What is said about a book that belongs to no database and is therefore not written now.
fn nothing_to_write(book: &Path) -> Result<Option<Reply>, DatabaseError> {
    let is_sealed = match Book::open_within(book, SHORT_PATIENCE) {
        // Only a store has writers.
        Err(BookError::InUse { .. }) => false,
        opened => matches!(opened?, Book::Sealed(_)),
    };
    let name = book.display();
    let text = format!("{name} is a sealed book, which is only read; nothing is written");
    Ok(is_sealed.then(|| remark(text)))
}

/// The error of a database that is not written because of another one.
fn not_written(path: &Path) -> impl FnOnce(DatabaseError) -> DatabaseError {
    move |error| DatabaseError::NotWritten { path: path.to_owned(), error: Box::new(error) }
}

/// What is said about the records that a database cannot hold.
fn others_left(count: u64) -> Option<Reply> {
    let text = format!("records of other rules or boards that are only in the store: {count}");
    (count > 0).then(|| remark(text))
}

/// Writes a store to its database; returns the number of records that the database cannot hold.
fn write_database(
    store: &Path,
    path: &Path,
    replies: &mut Vec<Reply>,
) -> Result<u64, DatabaseError> {
    let others = write_records(store, path, replies).map_err(not_written(path))?;
    remember_written(store, path).map_err(|error| DatabaseError::NotNoted {
        path: path.to_owned(),
        error: Box::new(error),
    })?;
    Ok(others)
}

/// Notes in a store that its database was written now.
fn remember_written(store: &Path, path: &Path) -> Result<(), DatabaseError> {
    // Before waiting for the store: what changes later is noticed.
    let stamp = stamp(path)?;
    // Every record was read: the store is not damaged.
    remember(&Store::open_unchecked(store, PATIENCE)?, &stamp)
}

fn write_records(
    store: &Path,
    path: &Path,
    replies: &mut Vec<Reply>,
) -> Result<u64, DatabaseError> {
    if path.exists() && is_changed(path, store)? {
        take_changes(path, store, replies)?;
    }
    let snapshot = Snapshot::open(store, PATIENCE)?;
    let (mut records, others) =
        databases::records_of(&snapshot).map_err(|error| file_error(path, error))?;
    drop(snapshot);
    databases::write_sorted(path, &mut records).map_err(|error| file_error(path, error))?;
    Ok(others)
}

/// Takes the records of another database or store.
pub(super) fn merge(
    request: &DatabaseRequest,
    replies: &mut Vec<Reply>,
) -> Result<(), DatabaseError> {
    let (path, target) = (request.path()?, Store::open(request.writable()?, PATIENCE)?);
    let DatabaseTally { read, taken } = match Book::open(path) {
        Ok(_) => import_store(&Snapshot::open(path, PATIENCE)?, &target)?,
        Err(_) => import(path, &target)?,
    };
    let all = counted(read, "record");
    replies.push(remark(format!("{taken} of {all} taken from {}", path.display())));
    Ok(())
}

/// Writes what comes after the game's position, and the positions that lead to it, into a new file.
pub(super) fn split(
    request: &DatabaseRequest,
    replies: &mut Vec<Reply>,
) -> Result<(), DatabaseError> {
    let path = request.path()?;
    if path.exists() {
        return Err(BookError::Exists { path: path.to_owned() }.into());
    }
    let entries = branch(&request.session()?, request.position()?)?;
    let mut written = entries.len();
    if is_database(path) {
        let mut records: Vec<_> = entries.iter().filter_map(databases::held).collect();
        databases::write_sorted(path, &mut records).map_err(|error| file_error(path, error))?;
        written = records.len();
    } else {
        let store = Store::create(path)?;
        store.write(|batch| {
            entries.iter().try_for_each(|BookEntry { position, record }| {
                let canonical = Canonical::of(position);
                batch.set(&canonical.key, &record.clone().image(&canonical))
            })
        })?;
    }
    let count = counted(written as u64, "record");
    replies.push(remark(format!("{count} written to {}", path.display())));
    replies.extend(others_left((entries.len() - written) as u64));
    Ok(())
}

/// The known positions that lead to this one and that follow it, each once.
fn branch(session: &BookSession, position: &Position) -> Result<Vec<BookEntry>, BookError> {
    let mut entries = Vec::new();
    let mut before = Position::new(position.rule(), position.size());
    for &(coord, stone) in position.stones() {
        if let Some(record) = session.get(&before)? {
            entries.push(BookEntry { position: before.clone(), record });
        }
        // The stones come from a position, so they can be placed.
        let _ = before.put(coord, stone);
        before.set_to_move(stone.color().map_or(before.to_move(), |color| !color));
    }
    let mut seen = std::collections::HashSet::new();
    let mut left = vec![position.clone()];
    while let Some(position) = left.pop() {
        for child in session.children(&position)? {
            let mut after = position.clone();
            if after.play(child.coord).is_ok() && seen.insert(Canonical::of(&after).key) {
                left.push(after);
            }
        }
        if let Some(record) = session.get(&position)? {
            entries.push(BookEntry { position, record });
        }
    }
    Ok(entries)
}

/// Writes records as CSV: those of the game's rule and board, or all.
pub(super) fn to_table(
    request: &DatabaseRequest,
    replies: &mut Vec<Reply>,
    is_filtered: bool,
) -> Result<(), DatabaseError> {
    let (path, game) = (request.path()?, request.position()?);
    let snapshot = Snapshot::open(request.store()?, store::PATIENCE)?;
    let mut count = 0;
    files::make_whole(path, |file| {
        let mut writer = RowWriter::new(file).map_err(|error| file_error(path, error))?;
        snapshot.each(|position, record| {
            let is_same = (position.rule(), position.size()) == (game.rule(), game.size());
            if is_same || !is_filtered {
                count += 1;
                let written = writer.write(&BookEntry { position, record });
                written.map_err(|error| file_error(path, error))?;
            }
            Ok::<_, DatabaseError>(())
        })?;
        writer.finish().map(drop).map_err(|error| file_error(path, error))
    })?;
    let count = counted(count, "record");
    replies.push(remark(format!("{count} written to {}", path.display())));
    Ok(())
}

/// Reads records from a table such as [`to_table`] writes. What it says is a claim. All are taken or
/// none.
pub(super) fn from_table(
    request: &DatabaseRequest,
    replies: &mut Vec<Reply>,
) -> Result<(), DatabaseError> {
    let path = request.path()?;
    let bytes = files::read_regular(path).map_err(|error| file_error(path, error))?;
    let store = Store::open(request.writable()?, PATIENCE)?;
    let (mut read, mut taken) = (0, 0);
    let stored = store.write(|batch| {
        rows::read(&bytes, |BookEntry { position, record }| {
            read += 1;
            let canonical = Canonical::of(&position);
            let record = record.as_claim().image(&canonical);
            let outcome = batch.put(&canonical.key, record, Overwrite::Better)?;
            taken += u64::from(outcome != StoreOutcome::Kept);
            Ok::<_, TableError>(())
        })
    });
    stored.map_err(|error| match error {
        TableError::Book(error) => error.into(),
        TableError::Row(error) => file_error(path, error),
    })?;
    let all = counted(read, "record");
    replies.push(remark(format!("{taken} of {all} taken from {}", path.display())));
    Ok(())
}

/// Why a table cannot be read into a store.
#[derive(Debug, Error)]
enum TableError {
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    Row(#[from] BookRowError),
}

/// Looks for damage in the book in use. There is nothing to repair: a store is complete after every
/// command, and what is damaged on the disk is in its last copy only.
pub(super) fn check(
    request: &DatabaseRequest,
    replies: &mut Vec<Reply>,
) -> Result<(), DatabaseError> {
    let book = request.store()?;
    // Opening a sealed book reads all of it.
    let count = match Book::open(book)? {
        Book::Sealed(sealed) => sealed.len() as u64,
        Book::Store(path) => store::verify(&path)?,
    };
    replies.push(remark(format!("{}: {}, undamaged", book.display(), counted(count, "record"))));
    Ok(())
}

/// Reads a library of RenLib under the game's rule.
pub(super) fn from_lib(
    request: &DatabaseRequest,
    replies: &mut Vec<Reply>,
) -> Result<(), DatabaseError> {
    let (path, rule) = (request.path()?, request.position()?.rule());
    let bytes = files::read_regular(path).map_err(|error| file_error(path, error))?;
    let read = renlib::read(&bytes, rule, None).and_then(LibRead::whole);
    let read = read.map_err(|error| file_error(path, error))?;
    let store = Store::open(request.writable()?, PATIENCE)?;
    let mut count = 0;
    store.write(|batch| {
        libraries::each(&read.tree, |BookEntry { position, record }| {
            count += 1;
            let canonical = Canonical::of(&position);
            batch.put(&canonical.key, record.image(&canonical), Overwrite::Better).map(drop)
        })
    })?;
    let count = counted(count, "position");
    replies.push(remark(format!("{count} read from {}", path.display())));
    let lost = read.notes.into_iter().chain(read.lost.losses());
    replies.extend(lost.map(|loss| remark(loss.to_string())));
    Ok(())
}

/// Writes the positions of the game's rule as a library of RenLib, from the empty board on.
pub(super) fn to_lib(
    request: &DatabaseRequest,
    replies: &mut Vec<Reply>,
) -> Result<(), DatabaseError> {
    let (path, game) = (request.path()?, request.position()?);
    let mut builder = BookTreeBuilder::new(game.rule(), game.size());
    Snapshot::open(request.store()?, store::PATIENCE)?.each(|position, record| {
        builder.add(&position, record);
        Ok::<_, DatabaseError>(())
    })?;
    let tree = libraries::draw(builder.finish());
    let bytes = renlib::write(&tree, Charset::UTF_8).map_err(|error| file_error(path, error))?;
    files::write_whole(path, &bytes).map_err(|error| file_error(path, error))?;
    let count = counted(tree.len() as u64, "move");
    replies.push(remark(format!("{count} written to {}", path.display())));
    Ok(())
}

impl DatabaseRequest {
    /// The file that the command names.
    fn path(&self) -> Result<&Path, DatabaseError> {
        match self.arguments.as_str() {
            "" => Err(self.wrong("a path")),
            path => Ok(Path::new(path)),
        }
    }
}
