//! RenLib's libraries in the table of formats.

use thiserror::Error;

use super::is_library;
use super::read::read;
use super::write::{RenlibWriteError, write};
use crate::fault::FormatFault;
use crate::file_format::{
    FileFormat, GameFormatError, GameWriter, Holds, Several, is_outcome_of_board,
};

/// RenLib's libraries in the table of formats.
pub const FORMAT: FileFormat = FileFormat {
    name: "lib",
    extensions: &["lib"],
    title: "RenLib's binary libraries, with variations, comments and texts on the board",
    is_text: false,
    names_board: true,
    header: String::new,
    several: Several::Apart,
    sniff: is_library,
    read: |input, take| {
        let read = read(input.bytes, input.defaults.rule.rule(), input.defaults.charset);
        let read = read.map_err(GameFormatError::of)?;
        let losses = read.losses();
        let _ = take(1, read.tree);
        Ok(losses)
    },
    write: Some(GameWriter::Tree(|game, charset| {
        write(game, charset).map_err(|error| GameFormatError::of(NotHeld(error)))
    })),
    holds: Holds {
        rule: false,
        players: false,
        date: false,
        result: is_outcome_of_board,
        ..Holds::ALL
    },
};

/// A game that a library cannot hold.
#[derive(Debug, Error)]
#[error("{0}; sgf has no such limit")]
struct NotHeld(RenlibWriteError);

impl FormatFault for NotHeld {}
