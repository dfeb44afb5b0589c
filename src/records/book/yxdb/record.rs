//! What a database says about a position.

use super::error::YxdbWriteError;
use super::key::YxdbKey;

/// The labels that have a meaning, all for the side that just moved. Other printable characters are
/// an author's own marks.
pub mod label {
    /// Nothing is known: the record is only there.
    pub(crate) const NULL: i8 = 0;
    /// Known, but not decided.
    pub const NONE: i8 = -1;
    /// The side that just moved wins.
    pub const WIN: i8 = b'w'.cast_signed();
    pub const LOSS: i8 = b'l'.cast_signed();
    pub const DRAW: i8 = b'd'.cast_signed();
    /// The move to this position must be played.
    pub(crate) const FORCED: i8 = b'!'.cast_signed();
    /// The move to this position is not to be considered.
    pub(crate) const BLOCKED: i8 = b'x'.cast_signed();
}

/// How the value relates to the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum YxdbBound {
    /// Nothing.
    #[default]
    None,
    /// It is at least the true one.
    Upper,
    /// It is at most the true one.
    Lower,
    /// It is the true one.
    Exact,
}

impl YxdbBound {
    const ALL: [Self; 4] = [Self::None, Self::Upper, Self::Lower, Self::Exact];
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YxdbRecord {
    /// The position.
    pub key: YxdbKey,
    /// See [`label`]: for the side that just moved.
    pub label: i8,
    /// For the side to move; a win in `n` plies is 30,000 − `n`.
    pub value: i16,
    /// The depth of the search in plies, −8192 to 8191.
    pub depth: i16,
    /// The kind of value.
    pub bound: YxdbBound,
    /// As in the file; [`YxdbText`](super::YxdbText) takes it apart.
    pub text: String,
}

/// The bytes before the text.
const HEAD: usize = 5;

impl YxdbRecord {
    /// A record of which only the position is known.
    pub const fn new(key: YxdbKey) -> Self {
        let text = String::new();
        Self { key, label: label::NULL, value: 0, depth: 0, bound: YxdbBound::None, text }
    }

    /// Whether nothing but the position is known.
    pub fn is_null(&self) -> bool {
        self.label == label::NULL
    }

    /// The record of these contents, without its text, and the bytes of the text. What is missing
    /// at the end is 0. Old programs wrote zeros after the text, which are dropped.
    pub(super) fn from_bytes(key: YxdbKey, bytes: &[u8]) -> (Self, &[u8]) {
        let mut head = [0; HEAD];
        let length = match bytes.len() {
            1..=2 => 1,
            3..=4 => 3,
            many => many.min(HEAD),
        };
        head[..length].copy_from_slice(&bytes[..length]);
        let [label, value_low, value_high, depth_low, depth_high] = head;
        let depth_and_bound = i16::from_le_bytes([depth_low, depth_high]);
        let record = Self {
            label: label.cast_signed(),
            value: i16::from_le_bytes([value_low, value_high]),
            depth: depth_and_bound >> 2,
            bound: YxdbBound::ALL[usize::from(depth_low & 3)],
            ..Self::new(key)
        };
        let text = bytes.get(HEAD..).unwrap_or_default();
        let end = text.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        (record, &text[..end])
    }

    /// The contents; none if nothing is known.
    ///
    /// # Errors
    /// If the text is longer than 65,530 bytes.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, YxdbWriteError> {
        let most = usize::from(u16::MAX) - HEAD;
        if self.text.len() > most {
            return Err(YxdbWriteError::Text { seen: self.text.len(), most });
        }
        if self.is_null() {
            return Ok(Vec::new());
        }
        let depth_and_bound = self.depth << 2 | self.bound as i16;
        let mut bytes = vec![self.label.cast_unsigned()];
        bytes.extend(self.value.to_le_bytes());
        bytes.extend(depth_and_bound.to_le_bytes());
        bytes.extend(self.text.as_bytes());
        Ok(bytes)
    }
}
