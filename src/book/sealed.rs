//! The sealed book: a small sorted file that is only read. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `TGBK` |
//! | 4 | version, now 1 |
//! | 4 | number of records |
//! | 4, n | length of the provenance, and the provenance as text |
//! | 16 each | the records, sorted by hash |
//! | 4 | CRC-32 of everything before |
//!
//! A record:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [hash](super::key::Key::hash) of the key |
//! | 2 | best move of the canonical image (column, row); 255, 255 if unknown |
//! | 2 | value; -32,768 if unknown |
//! | 1 | label (low four bits) and trust, see [`record`](super::record) |
//! | 1 | depth, at most 255 |
//! | 1 | bit length of the number of nodes |
//! | 1 | bound |
//!
//! Comments, texts, results of games and names of engines stay in the store. Two positions with the
//! same hash have probability n²/2⁶⁵ in a book of n: sealing refuses them.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::BookError;
use super::key::Key;
use super::record::{Bound, Label, Record, Trust};
use crate::types::Coord;

/// How a sealed book begins.
pub(super) const MAGIC: &[u8] = b"TGBK";
const VERSION: u32 = 1;
/// Bytes before the provenance.
const HEAD: usize = 16;
const RECORD: usize = 16;
const NO_VALUE: i16 = i16::MIN;
const NO_POINT: [u8; 2] = [255, 255];

/// A sealed book in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sealed {
    provenance: String,
    records: Vec<[u8; RECORD]>,
}

impl Sealed {
    /// Seals records of canonical images. Of each only what a player needs is kept; a record without
    /// a claim is left out.
    ///
    /// # Errors
    /// The hash, if two keys share one.
    pub(crate) fn new(
        provenance: String,
        records: impl IntoIterator<Item = (Key, Record)>,
    ) -> Result<Self, u64> {
        let claims = |record: &Record| {
            record.label != Label::None || record.value.is_some() || record.best.is_some()
        };
        let records = records.into_iter().filter(|(_, record)| claims(record));
        let mut records: Vec<_> =
            records.map(|(key, record)| packed(key.hash(), &record)).collect();
        records.sort_unstable_by_key(hash_of);
        match records.windows(2).find(|pair| hash_of(&pair[0]) == hash_of(&pair[1])) {
            Some(pair) => Err(hash_of(&pair[0])),
            None => Ok(Self { provenance, records }),
        }
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// Where the book comes from.
    pub(crate) fn provenance(&self) -> &str {
        &self.provenance
    }

    /// What is known about the position with this key, for its canonical image.
    pub(crate) fn get(&self, key: &Key) -> Option<Record> {
        let index = self.records.binary_search_by_key(&key.hash(), hash_of).ok()?;
        self.records.get(index).and_then(unpacked)
    }

    /// The file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.records.len() as u32).to_le_bytes());
        bytes.extend((self.provenance.len() as u32).to_le_bytes());
        bytes.extend(self.provenance.as_bytes());
        bytes.extend(self.records.as_flattened());
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, is no sealed book, of a later version, or damaged.
    pub(crate) fn open(path: &Path) -> Result<Self, BookError> {
        let bytes = fs::read(path).map_err(BookError::system("cannot read", path))?;
        Self::read(&bytes, path)
    }

    /// Reads the bytes of a file; `path` is for errors.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub(crate) fn read(bytes: &[u8], path: &Path) -> Result<Self, BookError> {
        let path: PathBuf = path.to_owned();
        if !bytes.starts_with(MAGIC) {
            return Err(BookError::Foreign { path });
        }
        let number = |at: usize| -> Option<u32> {
            Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
        };
        let short = || BookError::damaged(&path, format!("it ends after {} bytes", bytes.len()));
        let version = number(4).ok_or_else(short)?;
        if version != VERSION {
            let seen = version.to_string();
            return Err(BookError::Version { path, seen, expected: VERSION });
        }
        let count = number(8).ok_or_else(short)? as usize;
        let text = number(12).ok_or_else(short)? as usize;
        let expected = count.saturating_mul(RECORD).saturating_add(text).saturating_add(HEAD + 4);
        if bytes.len() != expected {
            let what = format!("{} bytes, expected {expected}", bytes.len());
            return Err(BookError::damaged(&path, what));
        }
        let (body, sum) = bytes.split_at(bytes.len() - 4);
        if crc32fast::hash(body).to_le_bytes() != sum {
            return Err(BookError::damaged(&path, "its checksum is wrong"));
        }
        let (provenance, records) = body[HEAD..].split_at(text);
        let (records, _) = records.as_chunks::<RECORD>();
        let is_sorted = records.windows(2).all(|pair| hash_of(&pair[0]) < hash_of(&pair[1]));
        if !is_sorted || records.iter().any(|record| unpacked(record).is_none()) {
            return Err(BookError::damaged(&path, "a record contradicts the format"));
        }
        let provenance = String::from_utf8_lossy(provenance).into_owned();
        Ok(Self { provenance, records: records.to_vec() })
    }
}

fn hash_of(record: &[u8; RECORD]) -> u64 {
    u64::from_le_bytes(*record.first_chunk().unwrap_or(&[0; 8]))
}

fn packed(hash: u64, record: &Record) -> [u8; RECORD] {
    let mut bytes = [0; RECORD];
    bytes[..8].copy_from_slice(&hash.to_le_bytes());
    bytes[8..10].copy_from_slice(&record.best.map_or(NO_POINT, |Coord { x, y }| [x, y]));
    bytes[10..12].copy_from_slice(&record.value.unwrap_or(NO_VALUE).to_le_bytes());
    bytes[12] = record.label as u8 | (record.trust as u8) << 4;
    bytes[13] = record.depth.clamp(0, 255) as u8;
    bytes[14] = (u64::BITS - record.nodes.leading_zeros()) as u8;
    bytes[15] = record.bound as u8;
    bytes
}

fn unpacked(bytes: &[u8; RECORD]) -> Option<Record> {
    let [_, _, _, _, _, _, _, _, x, y, low, high, label, depth, nodes, bound] = *bytes;
    let value = i16::from_le_bytes([low, high]);
    Some(Record {
        label: Label::from_number(label & 15)?,
        trust: Trust::from_number(label >> 4)?,
        bound: Bound::from_number(bound)?,
        value: (value != NO_VALUE).then_some(value),
        depth: depth.into(),
        best: ([x, y] != NO_POINT).then_some(Coord::new(x, y)),
        nodes: u32::from(nodes).checked_sub(1).map_or(0, |bits| 1 << bits.min(63)),
        ..Record::default()
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::book::key::Canonical;
    use crate::book::sample::{positions, records};

    /// What a sealed book keeps of a record.
    fn kept(record: &Record) -> Record {
        Record {
            engine: String::new(),
            comment: String::new(),
            texts: Vec::new(),
            results: super::super::record::Results::default(),
            depth: record.depth.clamp(0, 255),
            nodes: match record.nodes {
                0 => 0,
                nodes => 1 << nodes.ilog2(),
            },
            ..record.clone()
        }
    }

    fn path() -> &'static Path {
        Path::new("a.book")
    }

    proptest! {
        #[test]
        fn claims_come_back(rows in proptest::collection::vec((positions(), records(9)), 0..20)) {
            let rows: std::collections::BTreeMap<Key, Record> = rows
                .into_iter()
                .map(|(position, record)| (Canonical::of(&position).key, record))
                .collect();
            let sealed = Sealed::new("a test".to_owned(), rows.clone()).unwrap();
            let read = Sealed::read(&sealed.bytes(), path()).unwrap();
            prop_assert_eq!(&read, &sealed);
            prop_assert_eq!(read.provenance(), "a test");
            for (key, record) in rows {
                let claims = record.label != Label::None
                    || record.value.is_some()
                    || record.best.is_some();
                prop_assert_eq!(read.get(&key), claims.then(|| kept(&record)));
            }
        }
    }

    #[test]
    fn every_damaged_byte_and_every_cut_is_an_error() {
        let position = crate::board::Position::new(
            crate::types::Rule::Renju,
            crate::types::BoardSize::square(15).unwrap(),
        );
        let key = Canonical::of(&position).key;
        let record = Record { value: Some(12), nodes: 900, ..Record::default() };
        let bytes = Sealed::new("by hand".to_owned(), [(key, record)]).unwrap().bytes();
        assert!(Sealed::read(&bytes, path()).is_ok());
        for index in 0..bytes.len() {
            assert!(Sealed::read(&bytes[..index], path()).is_err(), "cut at {index}");
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[index] ^= 1 << bit;
                let error = Sealed::read(&damaged, path()).unwrap_err().to_string();
                assert!(error.starts_with("'a.book' ") && error.lines().count() == 1, "{error}");
            }
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(Sealed::read(&longer, path()).is_err());
    }

    #[test]
    fn two_positions_with_one_hash_are_refused() {
        let position = crate::board::Position::new(
            crate::types::Rule::Caro,
            crate::types::BoardSize::square(9).unwrap(),
        );
        let key = Canonical::of(&position).key;
        let record = Record { value: Some(1), ..Record::default() };
        let twice = [(key.clone(), record.clone()), (key.clone(), record)];
        assert_eq!(Sealed::new(String::new(), twice), Err(key.hash()));
    }
}
