//! The built-in book for 15×15: the proofs that black wins in freestyle and standard, and lines of
//! renju.
//!
//! It is read once, on first use.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use once_cell::sync::OnceCell;

use super::error::BookError;
use super::packed;
use super::sealed::SealedBook;
use super::sealed::proofs::ProvedRows;
use tengen_util::spelling::nearest;

/// The name of this book where a file is expected; a file of that name is `./built-in`.
pub const NAME: &str = "built-in";

/// Whether the path names this book, not a file.
pub fn is_meant(path: &Path) -> bool {
    path.as_os_str() == NAME
}

/// The error, or that the name of this book is meant, if there is no file and it is spelled almost
/// like that.
pub(super) fn or_misspelled(error: BookError) -> BookError {
    let is_almost =
        |path: &Path| path.to_str().is_some_and(|name| nearest(name, &[NAME]).is_some());
    match error {
        BookError::System { path, error, .. }
            if error.kind() == ErrorKind::NotFound && is_almost(&path) =>
        {
            BookError::Misspelled { path }
        }
        error => error,
    }
}

/// The packed proofs; the README has the commands that wrote them.
pub const PROOFS: [&[u8]; 2] =
    [include_bytes!("built_in/freestyle-15.packed"), include_bytes!("built_in/standard-15.packed")];

/// The lines of renju, sealed; the README has the commands that grew them.
const RENJU: &[u8] = include_bytes!("built_in/renju-15.book");

/// The book.
///
/// # Errors
/// If its bytes are damaged.
pub(super) fn open() -> Result<Arc<SealedBook>, BookError> {
    static OPENED: OnceCell<Arc<SealedBook>> = OnceCell::new();
    OPENED.get_or_try_init(|| read().map(Arc::new)).cloned()
}

fn read() -> Result<SealedBook, BookError> {
    let path = Path::new(NAME);
    let mut rows = ProvedRows::default();
    let of = PROOFS.iter().map(|proof| packed::read(proof, path, &mut rows));
    let provenance = of.collect::<Result<Vec<_>, _>>()?.join("; ");
    let proved = SealedBook::of_proofs(provenance, rows);
    Ok(proved.joined(SealedBook::read_own(RENJU, path)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::choice;
    use crate::book::proved::ProvedRecords;
    use crate::book::reader::BookSession;
    use tengen_engine::board::Position;
    use tengen_engine::types::{BoardSize, Rule};
    use tengen_engine::util::rng::Rng;

    /// The other book is built by exact keys, so this shows too that no two positions share a hash.
    #[test]
    fn the_book_is_that_of_the_records_of_the_proofs() {
        let path = Path::new(NAME);
        let mut records = ProvedRecords::default();
        let of = PROOFS.iter().map(|proof| packed::read(proof, path, &mut records).unwrap());
        let provenance = of.collect::<Vec<_>>().join("; ");
        let proved = SealedBook::new(provenance, records).unwrap();
        let renju = SealedBook::read_own(RENJU, path).unwrap();
        let count = proved.len() + renju.len();
        let book = proved.joined(renju);
        assert_eq!((&book, book.len()), (&*open().unwrap(), count));
    }

    #[test]
    fn renju_begins_with_known_moves() {
        let session = BookSession::Sealed(open().unwrap());
        let mut position = Position::new(Rule::Renju, BoardSize::square(15).unwrap());
        for count in 0..6 {
            let played = choice::choose(&session, &position, &[], &mut Rng::new(1)).unwrap();
            // After black's best moves white leaves the book, but its moves are known.
            let own = session.get(&position).unwrap().and_then(|own| own.best);
            let coord = played.map(|played| played.coord).or(own);
            position.play(coord.unwrap_or_else(|| panic!("after {count} moves"))).unwrap();
        }
    }
}
