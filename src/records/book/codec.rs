//! A record as bytes in a store. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 1 | version, now 1 |
//! | 1, 1, 1 | label, trust, bound, see [`record`](super::record) |
//! | 2 | value; -32,768 if unknown |
//! | 2 | depth |
//! | 2 | best move (column, row); 255, 255 if unknown |
//! | 8 | nodes |
//! | 4, 4, 4 | games won, drawn, lost |
//! | 4, n | length of the engine's name, and the name; the same for the comment |
//! | 4 | number of texts, and for each: column, row, 4 bytes of length, the text |
//! | 4 | CRC-32 of the key and of everything before |
//!
//! Texts are UTF-8. The checksum covers the key, so that a record under a wrong key is detected as
//! well.

use super::record::{Bound, Label, Record, Results, Trust};
use tengen_engine::types::Coord;

const VERSION: u8 = 1;
const NO_VALUE: i16 = i16::MIN;
const NO_POINT: [u8; 2] = [255, 255];

/// The record of the position with this key as bytes.
pub fn encode(key: &[u8], record: &Record) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(64);
    bytes.extend([VERSION, record.label as u8, record.trust as u8, record.bound as u8]);
    bytes.extend(record.value.unwrap_or(NO_VALUE).to_le_bytes());
    bytes.extend(record.depth.to_le_bytes());
    bytes.extend(record.best.map_or(NO_POINT, |Coord { x, y }| [x, y]));
    bytes.extend(record.nodes.to_le_bytes());
    let Results { won, drawn, lost } = record.results;
    bytes.extend([won, drawn, lost].into_iter().flat_map(u32::to_le_bytes));
    put_text(&mut bytes, &record.engine);
    put_text(&mut bytes, &record.comment);
    put_length(&mut bytes, record.texts.len());
    for (coord, text) in &record.texts {
        bytes.extend([coord.x, coord.y]);
        put_text(&mut bytes, text);
    }
    let sum = checksum(key, &bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_length(bytes, text.len());
    bytes.extend(text.as_bytes());
}

fn put_length(bytes: &mut Vec<u8>, length: usize) {
    // A store refuses records of more than 3 GiB.
    bytes.extend((length as u32).to_le_bytes());
}

fn checksum(key: &[u8], bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(key);
    hasher.update(bytes);
    hasher.finalize()
}

/// Why bytes are not the record of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The checksum is wrong, or the bytes contradict themselves.
    Damaged,
    /// A newer version.
    Version(u8),
}

/// The record of the position with this key.
///
/// # Errors
/// If the bytes are damaged or of an unknown version.
pub fn decode(key: &[u8], bytes: &[u8]) -> Result<Record, DecodeError> {
    let body = bytes.len().checked_sub(4).ok_or(DecodeError::Damaged)?;
    let (body, sum) = bytes.split_at(body);
    if checksum(key, body).to_le_bytes() != sum {
        return Err(DecodeError::Damaged);
    }
    match body.first() {
        Some(&VERSION) => fields(&mut Cursor(&body[1..])).ok_or(DecodeError::Damaged),
        Some(&other) => Err(DecodeError::Version(other)),
        None => Err(DecodeError::Damaged),
    }
}

fn fields(cursor: &mut Cursor<'_>) -> Option<Record> {
    let [label, trust, bound] = cursor.array()?;
    let value = i16::from_le_bytes(cursor.array()?);
    let depth = i16::from_le_bytes(cursor.array()?);
    let best: [u8; 2] = cursor.array()?;
    let nodes = u64::from_le_bytes(cursor.array()?);
    let mut count = || Some(u32::from_le_bytes(cursor.array()?));
    let results = Results { won: count()?, drawn: count()?, lost: count()? };
    let (engine, comment) = (cursor.text()?, cursor.text()?);
    let mut texts = Vec::new();
    for _ in 0..cursor.length()? {
        let [x, y] = cursor.array()?;
        texts.push((Coord::new(x, y), cursor.text()?));
    }
    let record = Record {
        label: Label::from_number(label)?,
        value: (value != NO_VALUE).then_some(value),
        bound: Bound::from_number(bound)?,
        depth,
        best: (best != NO_POINT).then_some(Coord::new(best[0], best[1])),
        nodes,
        trust: Trust::from_number(trust)?,
        engine,
        results,
        comment,
        texts,
    };
    cursor.0.is_empty().then_some(record)
}

/// The bytes that are not read yet.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn length(&mut self) -> Option<usize> {
        usize::try_from(u32::from_le_bytes(self.array()?)).ok()
    }

    fn text(&mut self) -> Option<String> {
        let length = self.length()?;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::book::sample::records;

    proptest! {
        #[test]
        fn records_come_back_from_their_bytes(record in records(15), key in any::<[u8; 12]>()) {
            let bytes = encode(&key, &record);
            prop_assert_eq!(decode(&key, &bytes), Ok(record));
            let mut other = key;
            other[3] ^= 1;
            prop_assert_eq!(decode(&other, &bytes), Err(DecodeError::Damaged));
        }
    }

    #[test]
    fn every_damaged_byte_is_noticed() {
        let record = Record { comment: "a remark".to_owned(), nodes: 77, ..Record::default() };
        let bytes = encode(b"key", &record);
        for index in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[index] ^= 1 << bit;
                assert_eq!(decode(b"key", &damaged), Err(DecodeError::Damaged));
            }
            assert_eq!(decode(b"key", &bytes[..index]), Err(DecodeError::Damaged));
        }
    }

    #[test]
    fn a_later_version_is_named() {
        let mut bytes = encode(b"key", &Record::default());
        bytes.truncate(bytes.len() - 4);
        bytes[0] = 2;
        let sum = checksum(b"key", &bytes);
        bytes.extend(sum.to_le_bytes());
        assert_eq!(decode(b"key", &bytes), Err(DecodeError::Version(2)));
    }
}
