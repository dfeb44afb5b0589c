//! The texts of a library: bytes in a code page that the file does not name, its author's own.
//!
//! Unless a reader names one, the texts are UTF-8 if all of them are valid UTF-8, else the code page
//! is guessed. Chinese libraries are mostly in GBK, Russian ones in windows-1251, Japanese ones in
//! Shift_JIS.

use std::borrow::Cow;

use super::node::LibComment;
use super::nodes::{RenlibError, read_nodes};
use tengen_util::charset::Charset;

/// The code page that the texts of a library seem to have.
///
/// # Errors
/// If the bytes are not a library.
pub(super) fn guess(bytes: &[u8]) -> Result<Charset, RenlibError> {
    let is_utf_8 = texts(bytes)?.all(|text| str::from_utf8(text).is_ok());
    if is_utf_8 { Ok(Charset::UTF_8) } else { Ok(Charset::guess(texts(bytes)?)) }
}

/// All comments and texts on the board, up to the first damage.
fn texts(bytes: &[u8]) -> Result<impl Iterator<Item = &[u8]>, RenlibError> {
    let nodes = read_nodes(bytes)?.map_while(Result::ok);
    Ok(nodes.flat_map(|(_, node)| {
        let comment = match node.comment {
            Some(LibComment::Bytes(bytes)) => Some(bytes),
            Some(LibComment::Old(_)) | None => None,
        };
        [comment, node.text].into_iter().flatten()
    }))
}

/// A comment as lines that end with `\n`: RenLib writes a byte 08 after the first line and `\r\n`
/// between the others.
pub(super) fn comment_text(comment: LibComment<'_>, charset: Charset) -> String {
    let text = match comment {
        LibComment::Bytes(bytes) => charset.decode(bytes),
        LibComment::Old(bytes) => Cow::Owned(bytes.iter().copied().map(old_char).collect()),
    };
    text.replace("\r\n", "\n").replace(['\r', '\u{8}'], "\n")
}

/// The reverse: the bytes of a comment, without the zero at their end.
///
/// # Errors
/// The first character that the code page lacks.
pub(super) fn comment_bytes(comment: &str, charset: Charset) -> Result<Vec<u8>, char> {
    let text = comment.replace('\0', " ").replacen('\n', "\u{8}", 1).replace('\n', "\r\n");
    Ok(charset.encode(&text)?.into_owned())
}

/// A character of an old comment: the six Nordic letters have the places of brackets.
fn old_char(byte: u8) -> char {
    match byte & 0x7F {
        b'}' => 'å',
        b'{' => 'ä',
        b'|' => 'ö',
        b']' => 'Å',
        b'[' => 'Ä',
        b'\\' => 'Ö',
        plain => char::from(plain),
    }
}
