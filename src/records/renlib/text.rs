//! The texts of a library: bytes in a code page that the file does not name, its author's own.
//!
//! Unless a reader names one, the texts are UTF-8 if all of them are valid UTF-8, else
//! windows-1252, which never fails. Chinese libraries are mostly in GBK, Russian ones in
//! windows-1251, Japanese ones in Shift_JIS.

use std::borrow::Cow;

use super::node::{LibComment, LibNode};
use tengen_util::charset::Charset;

/// The code page that the texts of the nodes seem to have.
pub(super) fn guess<'a>(mut nodes: impl Iterator<Item = LibNode<'a>>) -> Charset {
    let is_utf_8 = |bytes: Option<&[u8]>| bytes.is_none_or(|bytes| str::from_utf8(bytes).is_ok());
    let is_all_utf_8 = nodes.all(|node| {
        let comment = match node.comment {
            Some(LibComment::Bytes(bytes)) => Some(bytes),
            Some(LibComment::Old(_)) | None => None,
        };
        is_utf_8(comment) && is_utf_8(node.text)
    });
    if is_all_utf_8 { Charset::UTF_8 } else { Charset::WINDOWS_1252 }
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
