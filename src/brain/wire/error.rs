//! Why a line is not a command.

use thiserror::Error;

use super::MAX_LINE_BYTES;
use super::info::InfoError;

/// A line that is not a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The first word is not a command.
    #[error("command '{seen}'")]
    Unknown {
        /// The beginning of the line.
        seen: String,
    },
    /// A known command with wrong arguments.
    #[error("{command}: seen '{seen}', expected {expected}")]
    Arguments {
        command: &'static str,
        /// What followed it.
        seen: String,
        /// What should have followed it.
        expected: &'static str,
    },
    /// A line that was cut.
    #[error("line of {length} bytes, expected at most {MAX_LINE_BYTES}")]
    TooLong {
        /// The length of the line.
        length: usize,
    },
    /// In place of lines that were not kept: more were waiting than a brain keeps, and no answer was
    /// taken.
    #[error("{lines} lines dropped: too many wait for their answers, expected answers to be read")]
    Dropped {
        /// How many.
        lines: u64,
    },
    /// An `INFO` line that cannot be read; it is never answered.
    #[error(transparent)]
    Info(#[from] InfoError),
}
