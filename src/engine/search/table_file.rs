//! The transposition table as a file: what a long analysis found outlives its process.
//!
//! | bytes | little-endian |
//! |---|---|
//! | 4 | `TGTT` |
//! | 1 | the version, 1 |
//! | 1, 1, 1 | the rule as the protocol numbers it, width, height |
//! | 2, 2 each | how many points are blocked; their columns and rows |
//! | 8 | how many entries follow |
//! | 15 each | key (8), value (2), depth (2), bound (1: upper, lower, exact), best move (column and row, or 255 255) |
//! | 4 | CRC-32 of all bytes before |
//!
//! A file is a claim: wins and losses of other programs are not taken from it, and its best moves
//! only order moves. Static evaluations are not in it: other weights have others.

use std::io::{self, Read, Seek, SeekFrom, Write};

use thiserror::Error;

use super::entry::{Entry, ScoreBound};
use super::ground::Ground;
use super::tt::{SearchTable, SharedTable};
use crate::types::{BoardSize, Coord, Point, Rule, Score};

const MAGIC: &[u8; 4] = b"TGTT";
const VERSION: u8 = 1;
/// Bytes of an entry.
const ENTRY: usize = 15;
/// Column and row of no point.
const NONE: u8 = u8::MAX;

/// Why a file of a table was refused.
#[derive(Debug, Error)]
pub enum TableFileError {
    /// The system.
    #[error(transparent)]
    System(#[from] io::Error),
    /// A file of something else, or of a later version.
    #[error("not a transposition table of this version, expected a file that begins with TGTT")]
    Foreign,
    /// A table of another game.
    #[error("a table of {seen}, expected {expected} with the same blocked points")]
    Other {
        /// Rule and board of the file.
        seen: String,
        /// Those of the game.
        expected: String,
    },
    /// A file that is damaged or cut.
    #[error("damaged: {0}")]
    Damaged(&'static str),
    /// More entries than the table has.
    #[error("{seen} entries, expected at most the {most} of the table; a larger table holds them")]
    Large {
        /// Entries of the file.
        seen: u64,
        /// Entries of the table.
        most: u64,
    },
}

/// Writes the entries of a table; returns how many they are.
pub(super) fn write(
    table: SharedTable<'_>,
    ground: &Ground,
    out: &mut dyn Write,
) -> io::Result<u64> {
    let count = table.entries().count() as u64;
    let mut out = Summed { inner: out, sum: crc32fast::Hasher::new() };
    out.write_all(&header(ground))?;
    out.write_all(&count.to_le_bytes())?;
    for (key, entry) in table.entries() {
        out.write_all(&bytes_of(key, &entry))?;
    }
    let Summed { inner, sum } = out;
    inner.write_all(&sum.finalize().to_le_bytes())?;
    inner.flush()?;
    Ok(count)
}

/// Puts the entries of a file into a table; returns how many were taken. Nothing is taken from a
/// file that is refused.
pub(super) fn read(
    table: &mut SearchTable,
    ground: &Ground,
    input: &mut (impl Read + Seek),
) -> Result<u64, TableFileError> {
    let header = header(ground);
    let mut first = vec![0; MAGIC.len() + 4];
    let is_whole = input.read_exact(&mut first).is_ok();
    if !is_whole || !first.starts_with(MAGIC) || first[MAGIC.len()] != VERSION {
        return Err(TableFileError::Foreign);
    }
    let mut rest = vec![0; header.len() - first.len()];
    input.read_exact(&mut rest).map_err(|_| TableFileError::Damaged("it ends in its head"))?;
    if [first.as_slice(), &rest].concat() != header {
        let (expected, seen) = (game(&header), game(&first));
        return Err(TableFileError::Other { seen, expected });
    }
    check(&header, input)?;
    let mut count = [0; 8];
    input.seek(SeekFrom::Start(header.len() as u64))?;
    input.read_exact(&mut count)?;
    let table = table.begin_search(None, || true);
    let (seen, most) = (u64::from_le_bytes(count), table.capacity());
    if seen > most {
        return Err(TableFileError::Large { seen, most });
    }
    let (mut taken, mut bytes) = (0, [0; ENTRY]);
    for _ in 0..seen {
        input.read_exact(&mut bytes)?;
        if let Some((key, entry)) = entry_of(&bytes, ground.size) {
            table.store(key, entry);
            taken += 1;
        }
    }
    Ok(taken)
}

/// Checks length and sum of a file whose head is this.
fn check(header: &[u8], input: &mut (impl Read + Seek)) -> Result<(), TableFileError> {
    let mut count = [0; 8];
    input.read_exact(&mut count).map_err(|_| TableFileError::Damaged("it ends in its head"))?;
    let length = input.seek(SeekFrom::End(0))?;
    let head = header.len() as u64 + 8;
    let body = u64::from_le_bytes(count).checked_mul(ENTRY as u64);
    let expected = body.and_then(|body| body.checked_add(head + 4));
    if expected != Some(length) {
        return Err(TableFileError::Damaged("its length is not that of its entries"));
    }
    input.seek(SeekFrom::Start(0))?;
    let mut sum = crc32fast::Hasher::new();
    let (mut left, mut buffer) = (length - 4, vec![0; 1 << 16]);
    while left > 0 {
        let part = left.min(buffer.len() as u64) as usize;
        input.read_exact(&mut buffer[..part])?;
        sum.update(&buffer[..part]);
        left -= part as u64;
    }
    let mut seen = [0; 4];
    input.read_exact(&mut seen)?;
    match u32::from_le_bytes(seen) == sum.finalize() {
        true => Ok(()),
        false => Err(TableFileError::Damaged("its checksum is not that of its bytes")),
    }
}

fn header(ground: &Ground) -> Vec<u8> {
    let size = ground.size;
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, ground.rule.wire() as u8, size.width(), size.height()]);
    bytes.extend((ground.blocked.len() as u16).to_le_bytes());
    bytes.extend(ground.blocked.iter().flat_map(|coord| [coord.x, coord.y]));
    bytes
}

/// Rule and board of a head.
fn game(header: &[u8]) -> String {
    let &[_, _, _, _, _, rule, width, height, ..] = header else { return String::new() };
    let known = Rule::from_wire(rule.into());
    let rule = known.map_or_else(|| format!("rule {rule}"), |rule| rule.to_string());
    format!("{rule} {width}x{height}")
}

fn bytes_of(key: u64, entry: &Entry) -> [u8; ENTRY] {
    let best = entry.best.map(Point::coord).map_or([NONE, NONE], |best| [best.x, best.y]);
    let mut bytes = [0; ENTRY];
    bytes[..8].copy_from_slice(&key.to_le_bytes());
    bytes[8..10].copy_from_slice(&(entry.value as i16).to_le_bytes());
    bytes[10..12].copy_from_slice(&(entry.depth as i16).to_le_bytes());
    bytes[12] = entry.bound as u8;
    bytes[13..].copy_from_slice(&best);
    bytes
}

/// The entry; `None` if it claims a win or a loss, or is none.
fn entry_of(bytes: &[u8; ENTRY], size: BoardSize) -> Option<(u64, Entry)> {
    let (key, rest) = bytes.split_first_chunk()?;
    let &[low, high, depth, deep, bound, x, y] = rest else { return None };
    let value = i32::from(i16::from_le_bytes([low, high]));
    if Score::is_decided(value) {
        return None;
    }
    let bound =
        [ScoreBound::Upper, ScoreBound::Lower, ScoreBound::Exact].into_iter().nth(bound.into())?;
    let best = Coord::new(x, y);
    let best = size.contains(best).then(|| Point::from_coord(best));
    let depth = i32::from(i16::from_le_bytes([depth, deep]));
    Some((u64::from_le_bytes(*key), Entry { value, eval: None, best, depth, bound }))
}

/// A writer that sums what it writes.
struct Summed<'a> {
    inner: &'a mut dyn Write,
    sum: crc32fast::Hasher,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::board::Position;

    fn ground(rule: Rule) -> Ground {
        Ground::of(&Position::new(rule, BoardSize::square(15).unwrap()))
    }

    fn entry(value: i32) -> Entry {
        let best = Some(Point::from_coord(Coord::new(3, 14)));
        Entry { value, eval: Some(9), best, depth: -3, bound: ScoreBound::Lower }
    }

    /// A file with the entries of these values, under the keys 1, 2, …
    fn file(values: &[i32]) -> Vec<u8> {
        let mut table = SearchTable::new(1 << 12);
        let shared = table.begin_search(None, || true);
        (1..).zip(values).for_each(|(key, &value)| shared.store(key << 60, entry(value)));
        let mut bytes = Vec::new();
        let count = write(shared, &ground(Rule::Renju), &mut bytes).unwrap();
        assert_eq!(count, values.len() as u64);
        bytes
    }

    fn taken(bytes: &[u8], table: &mut SearchTable, rule: Rule) -> Result<u64, String> {
        let read = read(table, &ground(rule), &mut Cursor::new(bytes));
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn entries_come_back_without_claims_of_wins() {
        let bytes = file(&[20, -450, Score::win_in(7), Score::loss_in(4)]);
        let mut table = SearchTable::new(1 << 13);
        assert_eq!(taken(&bytes, &mut table, Rule::Renju), Ok(2));
        let shared = table.share();
        for (key, value) in [(1, Some(20)), (2, Some(-450)), (3, None), (4, None)] {
            let expected = value.map(|value| Entry { eval: None, ..entry(value) });
            assert_eq!(shared.probe(key << 60), expected);
        }
    }

    #[test]
    fn nothing_is_taken_from_a_file_that_is_damaged_or_of_another_game() {
        let bytes = file(&[20, 30]);
        let mut table = SearchTable::new(1 << 12);
        for cut in 0..bytes.len() {
            assert!(taken(&bytes[..cut], &mut table, Rule::Renju).is_err(), "{cut}");
        }
        for place in 0..bytes.len() {
            let mut other = bytes.clone();
            other[place] ^= 1;
            assert!(taken(&other, &mut table, Rule::Renju).is_err(), "{place}");
        }
        let error = taken(&bytes, &mut table, Rule::Caro).unwrap_err();
        assert_eq!(
            error,
            "a table of renju 15x15, expected caro 15x15 with the same blocked points"
        );
        let error = taken(b"(;GM[4])", &mut table, Rule::Caro).unwrap_err();
        assert!(error.contains("begins with TGTT"), "{error}");
        let many = file(&[1; 9]);
        let error = taken(&many, &mut SearchTable::new(64), Rule::Renju).unwrap_err();
        assert!(error.starts_with("9 entries, expected at most the 4 of the table"), "{error}");
        assert_eq!(table.share().entries().count(), 0);
    }
}
