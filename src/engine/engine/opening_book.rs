//! What an engine asks of an opening book.
//!
//! The engine does no I/O: a program that has a book hands it in with
//! [`Options::book`](super::Options::book). `tengen-records` reads books from files.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::board::Position;
use crate::search::known::KnownLine;
use crate::types::{BoardSize, Coord, Rule};
use crate::util::rng::Rng;

use super::Choice;

/// Why a book could not answer. The engine logs it and searches instead.
pub type BookFault = Box<dyn Error + Send + Sync>;

/// What is known about positions. Several engines may share a book, so it is read behind `&self`.
///
/// Only [`best_move`](OpeningBook::best_move) is required: a book of moves needs nothing else.
pub trait OpeningBook: fmt::Debug + Send + Sync {
    /// The move to play in a position, if the book has one that is not among `excluded`. `rng`
    /// decides between equal moves.
    ///
    /// # Errors
    /// If the book cannot be read.
    fn best_move(
        &self,
        position: &Position,
        excluded: &[Coord],
        rng: &mut Rng,
    ) -> Result<Option<BookMove>, BookFault>;

    /// Values of the position and of positions a few plies later, for the search. The moves of at
    /// most `expanded` positions are looked up.
    ///
    /// # Errors
    /// If the book cannot be read.
    fn known_lines(
        &self,
        _position: &Position,
        _expanded: usize,
    ) -> Result<Vec<KnownLine>, BookFault> {
        Ok(Vec::new())
    }

    /// Three stones for the first player of swap2 to offer, in playing order.
    ///
    /// # Errors
    /// If the book cannot be read.
    fn swap2_offer(
        &self,
        _rule: Rule,
        _size: BoardSize,
        _rng: &mut Rng,
    ) -> Result<Option<Vec<Coord>>, BookFault> {
        Ok(None)
    }

    /// What is known about the choices after three or five stones of swap2.
    ///
    /// # Errors
    /// If the book cannot be read.
    fn swap2_choices(&self, _position: &Position) -> Result<Option<Swap2Choices>, BookFault> {
        Ok(None)
    }

    /// Takes the result of a finished search, if [`Options::book_learning`](super::Options) is set.
    ///
    /// # Errors
    /// If it cannot be written.
    fn learn(&self, _position: &Position, _choice: &Choice) -> Result<(), BookFault> {
        Ok(())
    }

    /// Opens the book before the first move needs it.
    fn prepare(&self) {}

    /// A new game begins: a book that could not be read may be readable now.
    fn retry(&self) {}

    /// Why the book could not be opened; once.
    fn take_failure(&self) -> Option<String> {
        None
    }
}

/// A book that engines share. Clones of a handle are equal, two handles of one file are not.
#[derive(Clone, Debug)]
pub struct BookHandle(Arc<dyn OpeningBook>);

impl BookHandle {
    /// A handle of a book.
    pub fn new(book: impl OpeningBook + 'static) -> Self {
        Self(Arc::new(book))
    }
}

impl std::ops::Deref for BookHandle {
    type Target = dyn OpeningBook;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl PartialEq for BookHandle {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for BookHandle {}

/// A move from a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub coord: Coord,
    /// Its value for the player who moves, see [`Score`](crate::types::Score).
    pub value: i32,
    /// Whether it is a proved win.
    pub is_proved: bool,
}

/// What is known about the choices after three or five stones of swap2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swap2Choices {
    /// The value for white, who is to move.
    pub value: i32,
    /// Two more stones after three, the most even pair first.
    pub pairs: Vec<Swap2Pair>,
}

/// Two more stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap2Pair {
    /// The white stone and the black one.
    pub stones: [Coord; 2],
    /// The value for white, who is to move then.
    pub value: i32,
}
