//! Code pages of old files, named as in the WHATWG Encoding Standard,
//! <https://encoding.spec.whatwg.org/#names-and-labels>.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, GBK, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use thiserror::Error;

/// A code page in which ASCII is ASCII, or UTF-16 if a file is marked as that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charset(&'static Encoding);

/// A name that is not a code page, or names one in which text may contain zero bytes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seen '{seen}', expected a code page such as utf-8, gbk, windows-1251 or shift_jis")]
pub struct CharsetError {
    seen: String,
}

impl FromStr for Charset {
    type Err = CharsetError;

    fn from_str(text: &str) -> Result<Self, CharsetError> {
        let encoding = Encoding::for_label_no_replacement(text.as_bytes());
        let encoding = encoding.filter(|encoding| encoding.is_ascii_compatible());
        encoding.map(Self).ok_or_else(|| CharsetError { seen: text.to_owned() })
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl Charset {
    /// UTF-8, the default for writing.
    pub const UTF_8: Self = Self(UTF_8);
    /// The code page of Western Europe, in which every byte is valid.
    pub const WINDOWS_1252: Self = Self(WINDOWS_1252);
    /// The code page of China.
    pub const GBK: Self = Self(GBK);

    /// The code page that a mark at the start of the bytes names, and the bytes after the mark.
    pub fn marked(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (encoding, length) = Encoding::for_bom(bytes)?;
        let is_wide = encoding == UTF_16LE || encoding == UTF_16BE;
        (encoding == UTF_8 || is_wide).then(|| (Self(encoding), &bytes[length..]))
    }

    /// The code page that texts seem to have, by the frequency of their characters. Short texts
    /// are often guessed wrong.
    pub fn guess<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        for text in texts {
            detector.feed(text, false);
            detector.feed(b"\n", false);
        }
        detector.feed(b"", true);
        Self(detector.guess(None, Utf8Detection::Allow))
    }

    /// Decodes bytes; what is not a character of the code page becomes U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        self.0.decode_without_bom_handling(bytes).0
    }

    /// Encodes a text.
    ///
    /// # Errors
    /// The first character that the code page lacks.
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, char> {
        let (bytes, _, has_unmappable) = self.0.encode(text);
        if !has_unmappable {
            return Ok(bytes);
        }
        let missing = text.chars().find(|c| self.0.encode(c.encode_utf8(&mut [0; 4])).2);
        Err(missing.unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_or_the_missing_character_is_named() {
        for (name, text) in
            [("utf-8", "黑 ä"), ("gbk", "黑胜"), ("cp1251", "ход"), ("SJIS", "五連")]
        {
            let charset: Charset = name.parse().unwrap();
            assert_eq!(charset.decode(&charset.encode(text).unwrap()), text);
        }
        assert_eq!(Charset::WINDOWS_1252.encode("a黑b"), Err('黑'));
        assert_eq!(Charset::GBK.decode(b"\xBA\xDA"), "黑");
        let error = "utf-16".parse::<Charset>().unwrap_err().to_string();
        assert!(error.starts_with("seen 'utf-16', expected a code page such as utf-8"), "{error}");
    }
}
