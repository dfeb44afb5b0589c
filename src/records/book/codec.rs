//! A record as bytes in a store. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 1 | version: 1, or 2 with a mark |
//! | 1, 1, 1 | label, trust, bound, see [`record`](super::record) |
//! | 2 | value; -32,768 if unknown |
//! | 2 | depth |
//! | 2 | best move (column, row); 255, 255 if unknown |
//! | 8 | nodes |
//! | 4, 4, 4 | games won, drawn, lost |
//! | 4, n | length of the engine's name, and the name; the same for the comment |
//! | 4 | number of texts, and for each: column, row, 4 bytes of length, the text |
//! | 16 | version 2: the [mark](super::here) of the key and everything before, made where the result was proved |
//! | 4 | CRC-32 of the key and of everything before |
//!
//! A record of a solver or the checker has version 2. Without a valid mark it is read as a
//! [claim](Record::as_claim).
//!
//! Texts are UTF-8. The checksum covers the key, so that a record under a wrong key is detected as
//! well.

use super::here;
use super::record::{Bound, GameResults, Label, Record, Trust};
use tengen_engine::types::Coord;

/// The version of a record without a mark, and of one with it.
const PLAIN: u8 = 1;
const MARKED: u8 = 2;
const NO_VALUE: i16 = i16::MIN;
/// What is marked.
const KIND: &str = "record of a store";
const NO_POINT: [u8; 2] = [255, 255];

/// The record of the position with this key as bytes.
pub fn encode(key: &[u8], record: &Record) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(64);
    let version = if record.is_checked() { MARKED } else { PLAIN };
    bytes.extend([version, record.label as u8, record.trust as u8, record.bound as u8]);
    bytes.extend(record.value.unwrap_or(NO_VALUE).to_le_bytes());
    bytes.extend(record.depth.to_le_bytes());
    bytes.extend(record.best.map_or(NO_POINT, |Coord { x, y }| [x, y]));
    bytes.extend(record.nodes.to_le_bytes());
    let GameResults { won, drawn, lost } = record.results;
    bytes.extend([won, drawn, lost].into_iter().flat_map(u32::to_le_bytes));
    put_text(&mut bytes, &record.engine);
    put_text(&mut bytes, &record.comment);
    put_length(&mut bytes, record.texts.len());
    for (coord, text) in &record.texts {
        bytes.extend([coord.x, coord.y]);
        put_text(&mut bytes, text);
    }
    if version == MARKED {
        let mark = here::mark(KIND, &[key, &bytes]);
        bytes.extend(mark);
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
        Some(&PLAIN) => fields(body).map(Record::as_claim).ok_or(DecodeError::Damaged),
        Some(&MARKED) => marked(key, body).ok_or(DecodeError::Damaged),
        Some(&other) => Err(DecodeError::Version(other)),
        None => Err(DecodeError::Damaged),
    }
}

/// A record with a mark.
fn marked(key: &[u8], body: &[u8]) -> Option<Record> {
    let (body, mark) = body.split_last_chunk()?;
    let record = fields(body)?;
    match here::is_marked(KIND, &[key, body], mark) {
        true => Some(record),
        false => Some(record.as_claim()),
    }
}

/// The fields after the version.
fn fields(body: &[u8]) -> Option<Record> {
    let cursor = &mut Cursor(body.get(1..)?);
    let [label, trust, bound] = cursor.array()?;
    let value = i16::from_le_bytes(cursor.array()?);
    let depth = i16::from_le_bytes(cursor.array()?);
    let best: [u8; 2] = cursor.array()?;
    let nodes = u64::from_le_bytes(cursor.array()?);
    let mut count = || Some(u32::from_le_bytes(cursor.array()?));
    let results = GameResults { won: count()?, drawn: count()?, lost: count()? };
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
        bytes[0] = 3;
        let bytes = summed(b"key", bytes);
        assert_eq!(decode(b"key", &bytes), Err(DecodeError::Version(3)));
    }

    fn summed(key: &[u8], mut bytes: Vec<u8>) -> Vec<u8> {
        let sum = checksum(key, &bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    fn won() -> Record {
        Record {
            label: Label::Win,
            trust: Trust::Checker,
            value: Some(29_991),
            ..Record::default()
        }
    }

    #[test]
    fn a_proof_without_a_mark_or_with_that_of_another_position_is_a_claim() {
        let bytes = encode(b"key", &won());
        assert_eq!(decode(b"key", &bytes), Ok(won()));
        let claim = Record { trust: Trust::Import, ..won() };
        let body = &bytes[..bytes.len() - 4];
        // Of a store that was written before there were marks, or by someone who leaves it out.
        let mut plain = body[..body.len() - here::LENGTH].to_vec();
        plain[0] = PLAIN;
        assert_eq!(decode(b"key", &summed(b"key", plain)), Ok(claim.clone()));
        for at in body.len() - here::LENGTH..body.len() {
            let mut forged = body.to_vec();
            forged[at] ^= 1;
            assert_eq!(decode(b"key", &summed(b"key", forged)), Ok(claim.clone()), "byte {at}");
        }
        // A real mark under another key, and with another value.
        assert_eq!(decode(b"yek", &summed(b"yek", body.to_vec())), Ok(claim.clone()));
        let mut edited = body.to_vec();
        edited[4] ^= 1;
        let read = decode(b"key", &summed(b"key", edited)).unwrap();
        assert_eq!((read.trust, read.is_proved()), (Trust::Import, false));
        assert_eq!(Record { value: won().value, ..read }, claim);
    }
}
