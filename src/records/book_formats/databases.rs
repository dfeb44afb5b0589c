//! Databases of Yixin and Rapfi ([`yxdb`](crate::book::yxdb)) as files: into a store, and out of
//! it.

use std::io::{BufWriter, Write as _};
use std::path::Path;

use thiserror::Error;

use super::{BookEntry, yxdb};
use crate::book::BookError;
use crate::book::key::Canonical;
use crate::book::overwrite::{Overwrite, StoreOutcome};
use crate::book::store::{Batch, Snapshot};
use crate::book::yxdb::{YxdbError, YxdbReader, YxdbRecord, YxdbWriteError, YxdbWriter};
use tengen_engine::board::{Position, notation};
use tengen_util::charset::Charset;
use tengen_util::files;

/// A database that cannot be read or written.
#[derive(Debug, Error)]
pub enum DatabaseFileError {
    /// The file cannot be opened or created.
    #[error(transparent)]
    System(#[from] std::io::Error),
    /// It is not a database, or damaged.
    #[error(transparent)]
    Read(#[from] YxdbError),
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] YxdbWriteError),
    /// A record does not fit.
    #[error("{position}: {error}")]
    Record {
        /// Its position, such as `the position with the stones h8 i9`.
        position: String,
        /// What does not fit.
        error: YxdbWriteError,
    },
    /// The store.
    #[error(transparent)]
    Book(#[from] BookError),
    /// More records than the format can count.
    #[error("{seen} records, expected at most {}", u32::MAX)]
    Many {
        /// How many there are.
        seen: usize,
    },
}

/// What became of the records of a database or of another store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DatabaseTally {
    /// Records of positions.
    pub read: u64,
    /// Records that changed the store.
    pub taken: u64,
}

impl DatabaseTally {
    /// Counts a record that was put into the store.
    pub fn count(&mut self, outcome: StoreOutcome) {
        self.read += 1;
        self.taken += u64::from(outcome.is_change());
    }
}

/// Puts the records of a database into a store.
///
/// # Errors
/// If the file cannot be read or the store cannot be written.
pub fn import(
    path: &Path,
    batch: &mut Batch<'_>,
    overwrite: Overwrite,
) -> Result<DatabaseTally, DatabaseFileError> {
    let mut tally = DatabaseTally::default();
    each(path, |BookEntry { position, record }| {
        let canonical = Canonical::of(&position);
        tally.count(batch.put(&canonical.key, record.image(&canonical), overwrite)?);
        Ok::<_, DatabaseFileError>(())
    })?;
    Ok(tally)
}

/// Passes every non-empty record of a database to `put`. Texts of files that do not declare UTF-8
/// are read as GBK, which most authors used.
///
/// # Errors
/// If the file cannot be read, or the error of `put`.
pub fn each<E: From<DatabaseFileError>>(
    path: &Path,
    mut put: impl FnMut(BookEntry) -> Result<(), E>,
) -> Result<(), E> {
    let file = files::open_regular(path).map_err(DatabaseFileError::from)?;
    for record in YxdbReader::new(file, Charset::GBK).map_err(DatabaseFileError::from)? {
        // A store has no empty records.
        if let Some(entry) = yxdb::entry(&record.map_err(DatabaseFileError::from)?) {
            put(entry)?;
        }
    }
    Ok(())
}

/// The records of a store that a database can hold, and how many others there are.
///
/// # Errors
/// If the store cannot be read.
pub fn records_of(snapshot: &Snapshot) -> Result<(Vec<YxdbRecord>, u64), DatabaseFileError> {
    let (mut records, mut others) = (Vec::new(), 0);
    snapshot.each(|position, record| {
        match held(&BookEntry { position, record }) {
            Some(record) => records.push(record),
            None => others += 1,
        }
        Ok::<_, BookError>(())
    })?;
    Ok((records, others))
}

/// The record for a database; `None` if that has no such position: another rule, blocked
/// points, a side over 22.
pub fn held(entry: &BookEntry) -> Option<YxdbRecord> {
    let (rule, size) = (entry.position.rule(), entry.position.size());
    let is_held = crate::book::yxdb::has_rule(rule) && size.is_fast();
    yxdb::record(entry).ok().filter(|_| is_held)
}

/// The error of a record that was not written.
fn unfit(record: &YxdbRecord, error: YxdbWriteError) -> DatabaseFileError {
    match (error, yxdb::entry(record)) {
        (error @ YxdbWriteError::Text { .. }, Some(BookEntry { position, .. })) => {
            DatabaseFileError::Record { position: described(&position), error }
        }
        (error, _) => DatabaseFileError::Write(error),
    }
}

/// A position in words: its stones in the order of the key.
fn described(position: &Position) -> String {
    let stones = position.stones().iter();
    let stones: Vec<String> =
        stones.map(|&(coord, _)| notation::name(coord, position.size())).collect();
    match stones.as_slice() {
        [] => "the empty board".to_owned(),
        stones => format!("the position with the stones {}", stones.join(" ")),
    }
}

/// Sorts the records and writes them atomically as a compressed database: the old file stays until
/// the new one is complete.
///
/// # Errors
/// If the system refuses or a record does not fit.
pub fn write_sorted(path: &Path, records: &mut [YxdbRecord]) -> Result<(), DatabaseFileError> {
    records.sort_unstable_by(|one, other| one.key.cmp(&other.key));
    let count = u32::try_from(records.len());
    let count = count.map_err(|_| DatabaseFileError::Many { seen: records.len() })?;
    files::make_whole(path, |file| {
        let mut writer = YxdbWriter::new(BufWriter::new(file), count, true)?;
        for record in &*records {
            writer.write(record).map_err(|error| unfit(record, error))?;
        }
        Ok(writer.finish()?.flush()?)
    })
}
