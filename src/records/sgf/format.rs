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
    let GameBytes { bytes, defaults } = *input;
    let charset = defaults.charset.or_else(|| charset(bytes)).unwrap_or(Charset::UTF_8);
    let mut number = 0;
    let lost = each_tree(&charset.decode(bytes), defaults.rule, |game| {
        number += 1;
        take(number, game)
    });
    let lost = lost.map_err(GameFormatError::of)?.sentence();
    Ok(ReadLosses { lost: lost.into_iter().collect(), ..ReadLosses::default() })
}

/// The code page that an SGF file names, if it is known and the file does not begin with the mark
/// of UTF-8. A file that names none that is known, and is not UTF-8, is in Latin-1, the
/// default of FF\[4\].
fn charset(bytes: &[u8]) -> Option<Charset> {
    /// The property stands in the first node.
    const HEAD: usize = 4096;
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return None;
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let latin_1 = || std::str::from_utf8(bytes).is_err().then_some(Charset::WINDOWS_1252);
    let is_name = |at: usize| !head[..at].ends_with(|c: char| c.is_ascii_uppercase());
    let Some((at, _)) = head.match_indices("CA[").find(|&(at, _)| is_name(at)) else {
        return latin_1();
    };
    let (name, _) = head[at + "CA[".len()..].split_once(']')?;
    name.trim().parse().ok().or_else(latin_1)
}
