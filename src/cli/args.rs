//! Arguments that several commands share, beside those of the brain.

use std::path::PathBuf;

use anyhow::{Context, Result};

pub(super) use tengen_brain::command::args::{
    BrainArgs, BrainOption, HashArgs, PlayedBookArgs, TrainedArgs, brain_words, option_of,
};
use tengen_records::book::open_book::BookFile;

/// The book that the engine plays from, that solvers consult and that is shown; it is only read.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct ReadBookArgs {
    /// Play from this book, a store of `tengen book` or a sealed one, at full strength, find the
    /// wins that it proves, and show what it knows about a position and the moves from it;
    /// `built-in` is the book inside the program, for 15x15: black's win in freestyle and standard,
    /// and lines of renju.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

impl ReadBookArgs {
    /// The book.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn open(&self) -> Result<Option<BookFile>> {
        self.book.as_deref().map(BookFile::open).transpose().context("--book")
    }
}

/// The random seed, the threads, and the player that searches.
#[derive(Debug, clap::Args)]
pub(super) struct DrawnArgs {
    /// Random seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Threads; apart from times, the result does not depend on their number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
    #[command(flatten)]
    pub trained: TrainedArgs,
}
