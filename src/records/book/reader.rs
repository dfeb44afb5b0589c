//! Reading books of both kinds: a store, or a sealed book.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::built_in;
use super::error::BookError;
use super::key::{Canonical, Key};
use super::opening::Stage;
use super::record::Record;
use super::sealed::{self, SealedBook};
use super::store::{self, Snapshot};
use super::{PATIENCE, SHORT_PATIENCE};
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Coord, Rule};
use tengen_util::files;

/// A readable book. A sealed one is in memory; a store is opened for each [`BookSession`], so that
/// other processes can write it in between. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Book {
    Sealed(Arc<SealedBook>),
    Store(PathBuf),
}

impl Book {
    /// The book in a file; its kind follows from the first bytes. `built-in` is the book inside the
    /// program.
    ///
    /// # Errors
    /// If it cannot be read, is not a book, or is damaged.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        Self::open_within(path, PATIENCE)
    }

    /// Opens a book, waiting at most `patience` for a process that writes it.
    ///
    /// # Errors
    /// As [`Book::open`].
    pub fn open_within(path: &Path, patience: Duration) -> Result<Self, BookError> {
        if built_in::is_meant(path) {
            return built_in::open().map(Self::Sealed);
        }
        let head = |path| head(path).map_err(built_in::or_misspelled);
        match head(path)?.as_slice() {
            bytes if bytes.starts_with(sealed::MAGIC) => {
                Ok(Self::Sealed(Arc::new(SealedBook::open(path)?)))
            }
            bytes if bytes.starts_with(store::MAGIC) => {
                Snapshot::open(path, patience)?;
                Ok(Self::Store(path.to_owned()))
            }
            _ => Err(BookError::Foreign { path: path.to_owned() }),
        }
    }

    /// Merges a new record into a store. A sealed book stays unchanged.
    ///
    /// # Errors
    /// If the store cannot be written soon, or is damaged.
    pub fn merge(&self, position: &Position, record: Record) -> Result<(), BookError> {
        let Self::Store(path) = self else { return Ok(()) };
        let canonical = Canonical::of(position);
        let record = record.image(&canonical);
        let store = store::Store::open_unchecked(path, SHORT_PATIENCE)?;
        store.write(|batch| {
            batch.put(&canonical.key, record, super::overwrite::Overwrite::Better).map(drop)
        })
    }

    /// Opens the book for some lookups.
    ///
    /// # Errors
    /// If a store cannot be opened soon, or is damaged.
    pub fn session(&self) -> Result<BookSession, BookError> {
        match self {
            Self::Sealed(sealed) => Ok(BookSession::Sealed(Arc::clone(sealed))),
            Self::Store(path) => {
                let snapshot = Snapshot::open(path, SHORT_PATIENCE)?;
                Ok(BookSession::Store(Box::new(snapshot)))
            }
        }
    }
}

/// The sealed book that a path names; `None` if the file is not one; it may be a store.
///
/// # Errors
/// If it cannot be read or is damaged.
pub fn sealed_book(path: &Path) -> Result<Option<Arc<SealedBook>>, BookError> {
    if built_in::is_meant(path) {
        return built_in::open().map(Some);
    }
    match SealedBook::open(path).map_err(built_in::or_misspelled) {
        Ok(sealed) => Ok(Some(Arc::new(sealed))),
        Err(BookError::Foreign { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The first bytes of a file.
fn head(path: &Path) -> Result<Vec<u8>, BookError> {
    let mut head = Vec::new();
    let file = files::open_regular(path).map_err(BookError::system("cannot read", path))?;
    let read = file.take(16).read_to_end(&mut head);
    read.map_err(BookError::system("cannot read", path))?;
    Ok(head)
}

/// A book that is open.
#[derive(Debug)]
pub enum BookSession {
    Sealed(Arc<SealedBook>),
    /// A store, locked against writers.
    Store(Box<Snapshot>),
}

impl BookSession {
    /// What is known about the position, its points as on this board.
    ///
    /// # Errors
    /// If a store cannot be read or the record is damaged.
    pub fn get(&self, position: &Position) -> Result<Option<Record>, BookError> {
        let canonical = Canonical::of(position);
        let found = match self {
            Self::Sealed(sealed) => sealed.get(&canonical.key),
            Self::Store(snapshot) => snapshot.get(&canonical.key)?,
        };
        Ok(found.map(|record| record.back(&canonical)))
    }

    /// What is known about the positions after each move, row by row from the top.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn children(&self, position: &Position) -> Result<Vec<Child>, BookError> {
        let mut children = Vec::new();
        for coord in position.empty_coords() {
            let mut after = position.clone();
            // The point is empty.
            if after.play(coord).is_ok()
                && let Some(record) = self.get(&after)?
            {
                children.push(Child { coord, record });
            }
        }
        Ok(children)
    }

    /// The positions of a swap2 stage, at most this many, in the order of their keys, each as its
    /// canonical image. A sealed book has the even ones only.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn at_stage(
        &self,
        stage: Stage,
        (rule, size): (Rule, BoardSize),
        most: usize,
    ) -> Result<Vec<(Position, Record)>, BookError> {
        let start = stage.prefix(rule, size);
        let rows = match self {
            Self::Sealed(sealed) => sealed.openings(&start),
            Self::Store(snapshot) => snapshot.beginning_with(&start, most)?,
        };
        // The key of a position with blocked points begins like one without.
        let at_stage = |(key, record): (Vec<u8>, Record)| {
            let position = Key::position_of(&key)?;
            (Stage::of(&position) == Some(stage)).then_some((position, record))
        };
        Ok(rows.into_iter().take(most).filter_map(at_stage).collect())
    }

    /// The rules and boards of a store; a sealed book does not contain them.
    ///
    /// # Errors
    /// If a store cannot be read.
    pub fn boards(&self) -> Result<Vec<(Rule, BoardSize)>, BookError> {
        match self {
            Self::Sealed(_) => Ok(Vec::new()),
            Self::Store(snapshot) => snapshot.boards(),
        }
    }

    /// The number of positions.
    ///
    /// # Errors
    /// If a store cannot be read.
    pub fn len(&self) -> Result<u64, BookError> {
        match self {
            Self::Sealed(sealed) => Ok(sealed.len() as u64),
            Self::Store(snapshot) => snapshot.len(),
        }
    }
}

/// A move, and what is known about the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// The move.
    pub coord: Coord,
    /// The record after it, for the opponent.
    pub record: Record,
}
