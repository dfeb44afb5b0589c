//! SGF in the table of formats.

use super::tree;
use super::variations::{each_tree, write_tree};
use crate::file_format::{
    FileFormat, GameBytes, GameFormatError, GameWriter, Holds, ReadLosses, Several, TakeGame,
    first_text,
};
use tengen_util::charset::Charset;

/// SGF in the table of formats.
pub const FORMAT: FileFormat = FileFormat {
    name: "sgf",
    extensions: &["sgf"],
    title: "The Smart Game Format, with variations and comments",
    is_text: true,
    names_board: true,
    header: String::new,
    several: Several::Either,
    sniff: |bytes| tree::tree_start(&first_text(bytes)).is_some(),
    read: read_games,
    write: Some(GameWriter::Tree(|game, _| Ok(write_tree(game).into_bytes()))),
    holds: Holds::ALL,
};

fn read_games(
    input: &GameBytes<'_>,
    take: &mut TakeGame<'_>,
) -> Result<ReadLosses, GameFormatError> {
    let text = input.text_in(charset(input.bytes));
    let read = each_tree(&text, input.defaults.rule, take).map_err(GameFormatError::of)?;
    let (lost, notes) = (read.losses().collect(), read.notes());
    Ok(ReadLosses { lost, notes, ..ReadLosses::of(read.unread) })
}

/// The code page that an SGF file names, if it is known.
fn charset(bytes: &[u8]) -> Option<Charset> {
    /// The property stands in the first node.
    const HEAD: usize = 4096;
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let is_name = |at: usize| !head[..at].ends_with(|c: char| c.is_ascii_uppercase());
    let (at, _) = head.match_indices("CA[").find(|&(at, _)| is_name(at))?;
    let (name, _) = head[at + "CA[".len()..].split_once(']')?;
    name.trim().parse().ok()
}
