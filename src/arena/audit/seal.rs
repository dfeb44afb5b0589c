//! Checksums of the files of a match. The last key of a JSON object, `checksum`, has eight digits:
//! the CRC-32 of the text without that key.
//!
//! In `games.jsonl` it covers every line from the first to its own, so that a line that was
//! changed, removed, added or moved is noticed. `sed 's/,"checksum":"[0-9a-f]*"//' games.jsonl`
//! shows the text that the last checksum is of.

use crc32fast::Hasher;

/// Where an object has its checksum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// Before the digits.
    before: &'static str,
    /// After them; all but the first character belongs to the text without the checksum.
    after: &'static str,
}

/// A line with one object.
pub(crate) const LINE: Form = Form { before: ",\"checksum\":\"", after: "\"}\n" };
/// A file with one object over several lines.
pub(crate) const FILE: Form = Form { before: ",\n  \"checksum\": \"", after: "\"\n}\n" };

/// The number of digits.
const DIGITS: usize = 8;

/// The checksum of everything so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Checksum(u32);

impl Checksum {
    /// The checksum with a further text.
    fn and(self, texts: [&[u8]; 2]) -> Self {
        let mut hasher = Hasher::new_with_initial(self.0);
        texts.into_iter().for_each(|text| hasher.update(text));
        Self(hasher.finalize())
    }

    fn digits(self) -> String {
        format!("{:08x}", self.0)
    }

    /// A text with its checksum, and the checksum of everything up to there. A text of another form
    /// stays as it is.
    pub(crate) fn seal(self, form: Form, text: &str) -> (String, Self) {
        let end = &form.after[1..];
        let Some(head) = text.strip_suffix(end) else { return (text.to_owned(), self) };
        let sum = self.and([head.as_bytes(), end.as_bytes()]);
        (format!("{head}{}{}{}", form.before, sum.digits(), form.after), sum)
    }
}

/// A text with a checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SealedText<'a> {
    head: &'a [u8],
    end: &'static [u8],
    seen: &'a [u8],
}

impl<'a> SealedText<'a> {
    /// The text with its checksum; `None` without one.
    pub(crate) fn split(form: Form, text: &'a [u8]) -> Option<Self> {
        let rest = text.strip_suffix(form.after.as_bytes())?;
        let (rest, seen) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
        let head = rest.strip_suffix(form.before.as_bytes())?;
        let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let end = form.after.as_bytes().get(1..)?;
        seen.iter().all(is_digit).then_some(Self { head, end, seen })
    }

    /// The text without the checksum.
    pub(crate) fn text(&self) -> Vec<u8> {
        [self.head, self.end].concat()
    }

    /// Compares the checksum with the text, after everything `before` it. Returns the checksum of
    /// everything up to there.
    ///
    /// # Errors
    /// With what was seen and what was expected.
    pub(crate) fn verify(&self, before: Checksum) -> Result<Checksum, String> {
        let sum = before.and([self.head, self.end]);
        let (seen, expected) = (String::from_utf8_lossy(self.seen), sum.digits());
        if seen == expected {
            return Ok(sum);
        }
        Err(format!("checksum {seen}, expected {expected} for the text up to here"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_bit_of_sealed_text_is_noticed() {
        let before = Checksum(7);
        for (form, text) in [(LINE, "{\"a\":[1,2]}\n"), (FILE, "{\n  \"a\": [\n    1\n  ]\n}\n")] {
            let (sealed, sum) = before.seal(form, text);
            let split = SealedText::split(form, sealed.as_bytes()).unwrap();
            assert_eq!((split.text(), split.verify(before)), (text.as_bytes().to_vec(), Ok(sum)));
            assert!(split.verify(Checksum(8)).is_err());
            for bit in 0..sealed.len() * 8 {
                let mut bytes = sealed.clone().into_bytes();
                bytes[bit / 8] ^= 1 << (bit % 8);
                let is_good = SealedText::split(form, &bytes)
                    .is_some_and(|split| split.verify(before).is_ok());
                assert!(!is_good, "bit {bit}");
            }
        }
    }

    #[test]
    fn the_checksum_is_the_crc_32_of_all_lines_without_checksums() {
        let (one, sum) = Checksum::default().seal(LINE, "{\"a\":1}\n");
        let (two, _) = sum.seal(LINE, "{\"a\":2}\n");
        let digits = |text: &str| format!("{:08x}", crc32fast::hash(text.as_bytes()));
        assert_eq!(one, format!("{{\"a\":1,\"checksum\":\"{}\"}}\n", digits("{\"a\":1}\n")));
        assert!(two.contains(&digits("{\"a\":1}\n{\"a\":2}\n")), "{two}");
        assert!(SealedText::split(LINE, b"{\"a\":1}\n").is_none());
    }
}
