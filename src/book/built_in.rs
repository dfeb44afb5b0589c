//! The built-in book: the proofs that black wins 15×15 in freestyle and standard.
//!
//! It is read once, on first use.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::error::BookError;
use super::packed;
use super::sealed::Sealed;
use super::sealed::proofs::ProvedRows;

/// The name of this book where a file is expected; a file of that name is `./built-in`.
pub(crate) const NAME: &str = "built-in";

/// Whether the path names this book, not a file.
pub(crate) fn is_meant(path: &Path) -> bool {
    path.as_os_str() == NAME
}

/// The packed proofs; the README has the commands that wrote them.
pub(crate) const PROOFS: [&[u8]; 2] =
    [include_bytes!("built_in/freestyle-15.packed"), include_bytes!("built_in/standard-15.packed")];

/// The book.
///
/// # Errors
/// If its bytes are damaged.
pub(super) fn open() -> Result<Arc<Sealed>, BookError> {
    static OPENED: OnceLock<Arc<Sealed>> = OnceLock::new();
    if let Some(opened) = OPENED.get() {
        return Ok(Arc::clone(opened));
    }
    let read = Arc::new(read()?);
    Ok(Arc::clone(OPENED.get_or_init(|| read)))
}

fn read() -> Result<Sealed, BookError> {
    let path = Path::new(NAME);
    let mut rows = ProvedRows::default();
    let of = PROOFS.iter().map(|proof| packed::read(proof, path, &mut rows));
    let provenance = of.collect::<Result<Vec<_>, _>>()?.join("; ");
    Ok(Sealed::of_proofs(provenance, rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::proved::ProvedRecords;

    /// The other book is built by exact keys, so this shows too that no two positions share a hash.
    #[test]
    fn the_book_is_that_of_the_records_of_the_proofs() {
        let path = Path::new(NAME);
        let mut records = ProvedRecords::default();
        let of = PROOFS.iter().map(|proof| packed::read(proof, path, &mut records).unwrap());
        let provenance = of.collect::<Vec<_>>().join("; ");
        assert_eq!(Sealed::new(provenance, records).unwrap(), *open().unwrap());
    }
}
