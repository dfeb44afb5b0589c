//! The text of a file's bytes: in which code page it is, and what stands after its end.
//!
//! A mark at the start or the user names the code page, else the file itself does (SGF's `CA`).
//! Bytes that are valid UTF-8 are UTF-8; for all others the page is guessed, and said.

use std::borrow::Cow;

use super::read_loss::ReadLoss;
use tengen_util::charset::Charset;

/// A text and what is worth saying about it.
#[derive(Debug)]
pub(crate) struct FileText<'a> {
    /// The text, without the mark of its code page.
    pub text: Cow<'a, str>,
    pub notes: Vec<ReadLoss>,
}

/// Decodes the bytes of a file. `asked` is the code page that the user names, `declared` the one
/// that the file names.
pub(crate) fn file_text<'a>(
    bytes: &'a [u8],
    asked: Option<Charset>,
    declared: Option<Charset>,
) -> FileText<'a> {
    let mut notes = Vec::new();
    let text = match Charset::marked(bytes) {
        Some((marked, rest)) => {
            if marked != Charset::UTF_8 {
                notes.push(ReadLoss::Marked(marked));
            }
            marked.decode(rest)
        }
        None => {
            let is_utf_8 = || str::from_utf8(bytes).is_ok();
            // A program that writes its own code page may still name UTF-8.
            let declared = declared.filter(|&page| page != Charset::UTF_8);
            let known = asked.or(declared).or_else(|| is_utf_8().then_some(Charset::UTF_8));
            let charset = known.unwrap_or_else(|| {
                let guessed = Charset::guess([bytes]);
                notes.push(ReadLoss::Guessed(guessed));
                guessed
            });
            charset.decode(bytes)
        }
    };
    let (text, after) = without_tail(text);
    notes.extend(after);
    FileText { text, notes }
}

/// The text without the signs with which old programs end a file, NUL and Ctrl-Z, and whether there
/// are any.
fn without_tail(text: Cow<'_, str>) -> (Cow<'_, str>, Option<ReadLoss>) {
    let is_end = |c: char| matches!(c, '\0' | '\u{1a}');
    let kept = text.trim_end_matches(|c: char| is_end(c) || c.is_whitespace()).len();
    if !text[kept..].contains(is_end) {
        return (text, None);
    }
    let count = text[kept..].chars().filter(|&c| is_end(c)).count();
    let note = ReadLoss::Tail(count);
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[..kept]),
        Cow::Owned(mut text) => {
            text.truncate(kept);
            Cow::Owned(text)
        }
    };
    (text, Some(note))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], asked: Option<&str>) -> (String, Vec<String>) {
        let asked = asked.map(|name| name.parse().unwrap());
        let FileText { text, notes } = file_text(bytes, asked, None);
        (text.into_owned(), notes.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_code_page_is_named_marked_or_guessed() {
        let bytes = |name: &str, text: &str| -> Vec<u8> {
            name.parse::<Charset>().unwrap().encode(text).unwrap().into_owned()
        };
        for (name, text) in [
            ("GBK", "白棋防守，黑棋进攻，黑胜。"),
            ("Shift_JIS", "黒の勝ち。これは五目並べです。"),
            ("EUC-KR", "흑이 이겼습니다. 오목 대국입니다."),
            ("Big5", "黑棋進攻，白棋防守，這是五子棋。"),
            ("windows-1251", "Белые выиграли партию, чёрные сдались"),
        ] {
            let (read, notes) = read(&bytes(name, text), None);
            assert_eq!(read, text, "{name}");
            assert!(notes[0].contains(name), "{notes:?}");
        }
        assert_eq!(read(b"J\xF6rg", None).0, "Jörg");
        assert_eq!(read("黑".as_bytes(), None), ("黑".to_owned(), Vec::new()));
        assert_eq!(read(b"\xBA\xDA", Some("gbk")), ("黑".to_owned(), Vec::new()));
    }

    #[test]
    fn a_mark_at_the_start_names_the_code_page() {
        assert_eq!(read(b"\xef\xbb\xbfh8", Some("gbk")), ("h8".to_owned(), Vec::new()));
        let (text, notes) = read(b"\xff\xfeh\08\0\xd1\x9e", None);
        assert_eq!((text.as_str(), notes[0].contains("UTF-16LE")), ("h8黑", true));
        assert_eq!(read(b"\xfe\xff\0h\08", None).0, "h8");
    }

    #[test]
    fn old_signs_for_the_end_of_a_file_are_ignored() {
        assert_eq!(read(b"h8\r\n\x1a", None).1, ["1 sign NUL or Ctrl-Z after the text, ignored"]);
        let (text, notes) = read(b"h8\0\0\r\n", None);
        assert_eq!((text.as_str(), notes.len()), ("h8", 1));
        assert_eq!(read(b"h8\r\n", None), ("h8\r\n".to_owned(), Vec::new()));
    }
}
