//! The store that a command changes, which it creates if there is none.

use std::fs;
use std::path::Path;

use anyhow::Result;

use tengen_records::book::BookError;
use tengen_records::book::store::{PATIENCE, Store};

/// Changes a store, a new one if there is none. If that fails and nothing is in the new one, no
/// file is left.
///
/// # Errors
/// The error of `change`, or if the store cannot be opened.
pub(super) fn fill<T>(path: &Path, change: impl FnOnce(&Store) -> Result<T>) -> Result<T> {
    let (store, is_new) = open_or_create(path)?;
    let done = change(&store);
    if done.is_err() && is_new {
        discard_empty(store);
    }
    done
}

/// A store opened for writing, and whether it was created now.
fn open_or_create(path: &Path) -> Result<(Store, bool)> {
    match Store::create(path) {
        Ok(store) => Ok((store, true)),
        Err(BookError::Exists { .. }) if path.exists() => Ok((Store::open(path, PATIENCE)?, false)),
        Err(error) => Err(error.into()),
    }
}

/// Removes the file of a store without records. It stays if that fails: the error that led here
/// matters more. It is removed while it is open, so that no other process writes to it meanwhile.
fn discard_empty(store: Store) {
    if matches!(store.snapshot().and_then(|snapshot| snapshot.len()), Ok(0)) {
        let _ = fs::remove_file(store.path());
    }
    drop(store);
}
