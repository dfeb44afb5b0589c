//! The sealed book: a small sorted file that is only read. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `TGBK` |
//! | 4 | version: 1 without openings, 2 with them; 3 and 4: the same with a mark |
//! | 4 | number of records |
//! | 4, n | length of the provenance, and the provenance as text |
//! | 16 each | the records, sorted by hash |
//! | 4 | version 2, 4: number of openings |
//! | 14 or 18 each | version 2, 4: the keys of even [openings](super::opening) of three and five stones, sorted |
//! | 16 | version 3, 4: the [mark](super::here) of everything before, made where the results were proved |
//! | 4 | CRC-32 of everything before |
//!
//! Without a valid mark, the proofs of a book are read as [claims](Record::as_claim).
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
//! Comments, texts, results of games and names of engines stay in the store. The probability that
//! two of n positions share a hash is n²/2⁶⁵; [`SealedBook::new`] refuses such books, and a test says that
//! the built-in one is none.

mod joined;
pub(crate) mod proofs;

use std::path::Path;

use super::error::BookError;
use super::here::{self, HereMark};
use super::key::Key;
use super::opening;
use super::record::{Bound, Label, Record, Trust};
use tengen_engine::types::Coord;
use tengen_util::files;

/// The first bytes of a sealed book.
pub(super) const MAGIC: &[u8] = b"TGBK";
/// The version of a book without openings, and of one with them.
const PLAIN: u32 = 1;
const WITH_OPENINGS: u32 = 2;
/// What the version grows by if there is a mark.
const MARKED: u32 = 2;
/// What is marked.
const KIND: &str = "sealed book";
/// Bytes before the provenance.
const HEAD: usize = 16;
const RECORD: usize = 16;
const NO_VALUE: i16 = i16::MIN;
const NO_POINT: [u8; 2] = [255, 255];

/// A sealed book in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedBook {
    provenance: String,
    records: Vec<[u8; RECORD]>,
    /// Keys of even openings.
    openings: Vec<Key>,
}

impl SealedBook {
    /// Seals records of canonical images. Only what a player needs is kept; records without a claim
    /// are left out.
    ///
    /// # Errors
    /// The hash, if two keys share one.
    pub fn new(
        provenance: String,
        records: impl IntoIterator<Item = (Key, Record)>,
    ) -> Result<Self, u64> {
        let rows: Vec<(Key, Record)> =
            records.into_iter().filter(|(_, record)| record.claims_something()).collect();
        let openings = opening::listed(rows.iter().map(|(key, record)| (key, record)));
        let mut records: Vec<_> =
            rows.iter().map(|(key, record)| row_of(key.hash(), record)).collect();
        records.sort_unstable_by_key(hash_of);
        match records.windows(2).find(|pair| hash_of(&pair[0]) == hash_of(&pair[1])) {
            Some(pair) => Err(hash_of(&pair[0])),
            None => Ok(Self { provenance, records, openings }),
        }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// The provenance of the book.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// What is known about the position with this key, for its canonical image.
    pub fn get(&self, key: &Key) -> Option<Record> {
        let index = self.records.binary_search_by_key(&key.hash(), hash_of).ok()?;
        self.records.get(index).and_then(record_of)
    }

    /// The keys of even openings that begin with these bytes, and their records.
    pub(super) fn openings(&self, start: &[u8]) -> Vec<(Vec<u8>, Record)> {
        let keys = self.openings.iter().filter(|key| key.bytes().starts_with(start));
        keys.filter_map(|key| Some((key.bytes().to_vec(), self.get(key)?))).collect()
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let plain = if self.openings.is_empty() { PLAIN } else { WITH_OPENINGS };
        let is_checked = |row: &[u8; RECORD]| record_of(row).is_some_and(|row| row.is_checked());
        let is_marked = self.records.iter().any(is_checked);
        let version = if is_marked { plain + MARKED } else { plain };
        bytes.extend(version.to_le_bytes());
        bytes.extend((self.records.len() as u32).to_le_bytes());
        bytes.extend((self.provenance.len() as u32).to_le_bytes());
        bytes.extend(self.provenance.as_bytes());
        bytes.extend(self.records.as_flattened());
        if plain == WITH_OPENINGS {
            bytes.extend((self.openings.len() as u32).to_le_bytes());
            bytes.extend(self.openings.iter().flat_map(|key| key.bytes()));
        }
        if is_marked {
            let mark = here::mark(KIND, &[&bytes]);
            bytes.extend(mark);
        }
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, is not a sealed book, has a later version, or is damaged.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let bytes = files::read_regular(path).map_err(BookError::system("cannot read", path))?;
        Self::read(&bytes, path)
    }

    /// Reads the bytes of a file; `path` is for errors. Proofs without a mark made here are read as
    /// claims.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn read(bytes: &[u8], path: &Path) -> Result<Self, BookError> {
        let (mut sealed, is_checked_here) = Self::contents(bytes, path)?;
        if !is_checked_here {
            sealed.records.iter_mut().for_each(claim);
        }
        Ok(sealed)
    }

    /// Reads a book that belongs to the program: its proofs need no mark.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub(super) fn read_own(bytes: &[u8], path: &Path) -> Result<Self, BookError> {
        Self::contents(bytes, path).map(|(sealed, _)| sealed)
    }

    /// The book, and whether it has a mark made here.
    fn contents(bytes: &[u8], path: &Path) -> Result<(Self, bool), BookError> {
        if !bytes.starts_with(MAGIC) {
            return Err(BookError::Foreign { path: path.to_owned() });
        }
        let short = || BookError::damaged(path, format!("it ends after {} bytes", bytes.len()));
        let version = number(bytes, 4).ok_or_else(short)?;
        if !(PLAIN..=WITH_OPENINGS + MARKED).contains(&version) {
            let (path, seen) = (path.to_owned(), version.to_string());
            return Err(BookError::Version { path, seen, expected: WITH_OPENINGS + MARKED });
        }
        let has_mark = version > MARKED;
        let has_openings = matches!(version, WITH_OPENINGS) || version == WITH_OPENINGS + MARKED;
        let after = if has_mark { size_of::<HereMark>() + 4 } else { 4 };
        let count = number(bytes, 8).ok_or_else(short)? as usize;
        let text = number(bytes, 12).ok_or_else(short)? as usize;
        let least = count.saturating_mul(RECORD).saturating_add(text).saturating_add(HEAD + after);
        if bytes.len() < least || !has_openings && bytes.len() > least {
            let what = format!("{} bytes, expected {least}", bytes.len());
            return Err(BookError::damaged(path, what));
        }
        let (body, sum) = bytes.split_at(bytes.len() - 4);
        if crc32fast::hash(body).to_le_bytes() != sum {
            return Err(BookError::damaged(path, "its checksum is wrong"));
        }
        let (body, mark) = match body.split_last_chunk().filter(|_| has_mark) {
            Some((body, mark)) => (body, Some(mark)),
            None => (body, None),
        };
        let is_here = mark.is_some_and(|mark| here::is_marked(KIND, &[body], mark));
        let (provenance, rest) = body[HEAD..].split_at(text);
        let (records, rest) = rest.split_at(count * RECORD);
        let contents = Self {
            provenance: String::from_utf8_lossy(provenance).into_owned(),
            records: records.as_chunks::<RECORD>().0.to_vec(),
            openings: Vec::new(),
        };
        let openings = if has_openings { listed_keys(rest) } else { Some(Vec::new()) };
        match openings {
            Some(openings) if contents.is_sound(&openings) => {
                Ok((Self { openings, ..contents }, is_here))
            }
            _ => Err(BookError::damaged(path, "a record contradicts the format")),
        }
    }

    /// Whether the records are those of a book and the openings are known positions.
    fn is_sound(&self, openings: &[Key]) -> bool {
        self.records.windows(2).all(|pair| hash_of(&pair[0]) < hash_of(&pair[1]))
            && self.records.iter().all(|record| record_of(record).is_some())
            && openings.is_sorted()
            && openings.iter().all(|key| self.get(key).is_some())
    }
}

/// The number at this place.
fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The keys of openings after their count; they must fill the bytes.
fn listed_keys(bytes: &[u8]) -> Option<Vec<Key>> {
    let (count, mut rest) = (number(bytes, 0)?, bytes.get(4..)?);
    let mut keys = Vec::new();
    for _ in 0..count {
        let (key, after) = Key::read(rest)?;
        keys.push(key);
        rest = after;
    }
    rest.is_empty().then_some(keys)
}

fn hash_of(record: &[u8; RECORD]) -> u64 {
    u64::from_le_bytes(*record.first_chunk().unwrap_or(&[0; 8]))
}

/// Makes a row a [claim](Record::as_claim).
fn claim(row: &mut [u8; RECORD]) {
    if let Some(record) = record_of(row) {
        row[12] = record.label as u8 | (record.as_claim().trust as u8) << 4;
    }
}

fn row_of(hash: u64, record: &Record) -> [u8; RECORD] {
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

fn record_of(bytes: &[u8; RECORD]) -> Option<Record> {
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

    /// The part of a record that a sealed book keeps.
    fn kept(record: &Record) -> Record {
        Record {
            engine: String::new(),
            comment: String::new(),
            texts: Vec::new(),
            results: super::super::record::GameResults::default(),
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
            let sealed = SealedBook::new("a test".to_owned(), rows.clone()).unwrap();
            let read = SealedBook::read(&sealed.bytes(), path()).unwrap();
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
        let position = tengen_engine::board::Position::new(
            tengen_engine::types::Rule::Renju,
            tengen_engine::types::BoardSize::square(15).unwrap(),
        );
        let key = Canonical::of(&position).key;
        let record = Record { value: Some(12), nodes: 900, ..Record::default() };
        let bytes = SealedBook::new("by hand".to_owned(), [(key, record)]).unwrap().bytes();
        assert!(SealedBook::read(&bytes, path()).is_ok());
        for index in 0..bytes.len() {
            assert!(SealedBook::read(&bytes[..index], path()).is_err(), "cut at {index}");
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[index] ^= 1 << bit;
                let error = SealedBook::read(&damaged, path()).unwrap_err().to_string();
                assert!(error.starts_with("'a.book' ") && error.lines().count() == 1, "{error}");
            }
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(SealedBook::read(&longer, path()).is_err());
    }

    #[test]
    fn proofs_without_a_mark_made_here_are_claims() {
        let position = tengen_engine::board::Position::new(
            tengen_engine::types::Rule::Freestyle,
            tengen_engine::types::BoardSize::square(15).unwrap(),
        );
        let key = Canonical::of(&position).key;
        let record = Record {
            label: Label::Win,
            trust: Trust::Checker,
            best: Some(Coord::new(0, 0)),
            value: Some(29_991),
            ..Record::default()
        };
        let bytes = SealedBook::new("by hand".to_owned(), [(key.clone(), record)]).unwrap().bytes();
        let trust = |body: &[u8]| {
            let sum = crc32fast::hash(body).to_le_bytes();
            let read = SealedBook::read(&[body, &sum].concat(), path()).unwrap();
            read.get(&key).unwrap().trust
        };
        let body = &bytes[..bytes.len() - 4];
        assert_eq!(trust(body), Trust::Checker);
        let at_mark = body.len() - size_of::<HereMark>();
        // Of the version before, which anyone can write.
        let mut plain = body[..at_mark].to_vec();
        plain[4] = 1;
        assert_eq!(trust(&plain), Trust::Import);
        for at in at_mark..body.len() {
            let mut forged = body.to_vec();
            forged[at] ^= 1;
            assert_eq!(trust(&forged), Trust::Import, "byte {at}");
        }
        let mut edited = body.to_vec();
        // The provenance is marked, too.
        edited[16] ^= 1;
        assert_eq!(trust(&edited), Trust::Import);
    }

    #[test]
    fn two_positions_with_one_hash_are_refused() {
        let position = tengen_engine::board::Position::new(
            tengen_engine::types::Rule::Caro,
            tengen_engine::types::BoardSize::square(9).unwrap(),
        );
        let key = Canonical::of(&position).key;
        let record = Record { value: Some(1), ..Record::default() };
        let twice = [(key.clone(), record.clone()), (key.clone(), record)];
        assert_eq!(SealedBook::new(String::new(), twice), Err(key.hash()));
    }
}
