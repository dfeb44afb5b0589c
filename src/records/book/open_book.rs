//! A book of a file, as an engine uses it: opened when it is first needed.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_engine::board::Position;
use tengen_engine::engine::Choice;
use tengen_engine::engine::opening_book::{
    BookFault, BookHandle, BookMove, OpeningBook, Swap2Choices,
};
use tengen_engine::search::known::KnownLine;
use tengen_engine::types::{BoardSize, Coord, Rule};
use tengen_engine::util::rng::Rng;

use super::reader::{Book, BookSession, Child};
use super::{BookError, Record, SHORT_PATIENCE, choice, swap2};

/// Plies from the root up to which the book is looked up.
const PLIES: usize = 3;

/// A book in a file. It is opened at the first use; a failure is remembered until the next game, and
/// the engine plays without the book.
#[derive(Debug)]
pub struct OpenBook {
    path: PathBuf,
    state: Mutex<BookState>,
}

#[derive(Debug, Default)]
struct BookState {
    /// The book once it was opened, `None` in it if it could not be read.
    opened: Option<Option<Book>>,
    /// Why it could not be read, until somebody asks.
    failure: Option<String>,
}

impl OpenBook {
    /// The book in this file, which is not opened yet.
    pub fn handle(path: &Path) -> BookHandle {
        BookHandle::new(Self { path: path.to_owned(), state: Mutex::default() })
    }

    /// A book that is open.
    pub fn of(path: &Path, book: Book) -> BookHandle {
        let state = BookState { opened: Some(Some(book)), failure: None };
        BookHandle::new(Self { path: path.to_owned(), state: Mutex::new(state) })
    }

    fn state(&self) -> MutexGuard<'_, BookState> {
        // A reader that panicked leaves the state whole: each change is one assignment.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The book, unless it could not be read.
    fn book(&self) -> Option<Book> {
        let BookState { opened, failure } = &mut *self.state();
        let open = || match Book::open_within(&self.path, SHORT_PATIENCE) {
            Ok(book) => {
                *failure = None;
                Some(book)
            }
            Err(error) => {
                let why = format!("{error}; playing without it");
                log::error!("{why}");
                *failure = Some(why);
                None
            }
        };
        opened.get_or_insert_with(open).clone()
    }

    /// What the open book answers; `T`'s default without a book.
    fn look_up<T: Default>(
        &self,
        question: impl FnOnce(&BookSession) -> Result<T, BookError>,
    ) -> Result<T, BookFault> {
        let Some(book) = self.book() else { return Ok(T::default()) };
        Ok(question(&book.session()?)?)
    }
}

impl OpeningBook for OpenBook {
    fn best_move(
        &self,
        position: &Position,
        excluded: &[Coord],
        rng: &mut Rng,
    ) -> Result<Option<BookMove>, BookFault> {
        self.look_up(|session| choice::choose(session, position, excluded, rng))
    }

    fn known_lines(
        &self,
        position: &Position,
        expanded: usize,
    ) -> Result<Vec<KnownLine>, BookFault> {
        self.look_up(|session| lines(session, position, expanded))
    }

    fn swap2_offer(
        &self,
        rule: Rule,
        size: BoardSize,
        rng: &mut Rng,
    ) -> Result<Option<Vec<Coord>>, BookFault> {
        self.look_up(|session| swap2::offer(session, rule, size, rng))
    }

    fn swap2_choices(&self, position: &Position) -> Result<Option<Swap2Choices>, BookFault> {
        self.look_up(|session| swap2::choices(session, position))
    }

    fn learn(&self, position: &Position, choice: &Choice) -> Result<(), BookFault> {
        if let (Some(book), Some(&best)) = (self.book(), choice.moves.first()) {
            let record = Record::searched(choice.score, choice.depth, choice.nodes, best);
            book.merge(position, record)?;
        }
        Ok(())
    }

    fn prepare(&self) {
        self.book();
    }

    fn retry(&self) {
        self.state().opened.take_if(|book| book.is_none());
    }

    fn take_failure(&self) -> Option<String> {
        self.state().failure.take()
    }
}

/// A book that many readers share, and its file. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFile {
    path: Arc<Path>,
    book: Book,
    handle: BookHandle,
}

impl BookFile {
    /// Opens a file.
    ///
    /// # Errors
    /// As [`Book::open`].
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let book = Book::open(path)?;
        let handle = OpenBook::of(path, book.clone());
        Ok(Self { path: path.into(), book, handle })
    }

    /// The path of the book.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn book(&self) -> &Book {
        &self.book
    }

    /// The book as engines use it.
    pub fn handle(&self) -> BookHandle {
        self.handle.clone()
    }
}

/// Lines to known positions, those with fewer moves first; the moves of at most `most` positions
/// are looked up.
fn lines(
    session: &BookSession,
    position: &Position,
    most: usize,
) -> Result<Vec<KnownLine>, BookError> {
    let mut known = Vec::new();
    known.extend(session.get(position)?.and_then(|record| line(Vec::new(), &record)));
    let mut open = VecDeque::from([(Vec::new(), position.clone())]);
    let mut expanded = 0;
    while let Some((moves, at)) = open.pop_front().filter(|_| expanded < most) {
        expanded += 1;
        for Child { coord, record } in session.children(&at)? {
            let moves = [&moves[..], &[coord]].concat();
            known.extend(line(moves.clone(), &record));
            let mut after = at.clone();
            if moves.len() < PLIES && after.play(coord).is_ok() {
                open.push_back((moves, after));
            }
        }
    }
    Ok(known)
}

fn line(moves: Vec<Coord>, record: &Record) -> Option<KnownLine> {
    let is_proved = record.is_proved();
    Some(KnownLine { moves, value: record.claimed()?, best: record.best, is_proved })
}

#[cfg(test)]
mod tests;
