//! A proof in about four bytes per position: the winner's moves, as a tree. Numbers are
//! little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `TGPP` |
//! | 4 | version: 1 |
//! | 4, n | length of the provenance, and the provenance as text |
//! | 8 or more | the [key](super::key) of the first position, without blocked points; the winner is to move |
//! | n | the tree |
//! | 4 | CRC-32 of everything before |
//!
//! A tree is the winner's move, the upper bound of the plies to the five, then for each reply that
//! leads to a position not yet written the reply and the tree after it, then 255. Moves are cells,
//! `y · width + x`, one byte each. A position that several lines reach, or that is an image of
//! another, is written once. Every other reply leads to a position that is written elsewhere, or to
//! an image of one, or loses to threats, which the engine finds.

use std::path::Path;

use thiserror::Error;

use super::error::BookError;
use super::key::{Canonical, Key};
use super::proved::Verdicts;
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Coord};

const MAGIC: &[u8] = b"TGPP";
const VERSION: u32 = 1;
/// Bytes before the provenance.
const HEAD: usize = 12;
/// No more replies.
const END: u8 = 255;

/// A proof that does not fit the format.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum PackError {
    /// A cell that does not fit a byte.
    #[error("seen a {size} board, expected at most {END} points")]
    Board { size: BoardSize },
    /// A win that does not fit a byte.
    #[error("seen a win in {plies} plies, expected at most {}", u8::MAX)]
    Plies { plies: u64 },
    /// The board has blocked points.
    #[error("seen a board with blocked points, expected one without")]
    Blocked,
    /// No move for a position, or not all replies checked.
    #[error(
        "seen a position without a checked move, expected a whole proof that the side to move wins"
    )]
    Gap,
}

/// Writes a proof, move by move.
#[derive(Debug)]
pub struct Packer {
    bytes: Vec<u8>,
    size: BoardSize,
}

impl Packer {
    /// Begins a proof that the side to move wins a position, with its provenance and the image of
    /// the position that the moves refer to.
    ///
    /// # Errors
    /// If the board is too large or has blocked points.
    pub fn new(first: &Position, provenance: &str) -> Result<(Self, Position), PackError> {
        let size = first.size();
        if size.area() > usize::from(END) {
            return Err(PackError::Board { size });
        }
        if first.stones().iter().any(|(_, stone)| stone.color().is_none()) {
            return Err(PackError::Blocked);
        }
        let mut bytes = [MAGIC, &VERSION.to_le_bytes()].concat();
        bytes.extend((provenance.len() as u32).to_le_bytes());
        bytes.extend(provenance.as_bytes());
        let key = Canonical::of(first).key;
        bytes.extend(key.bytes());
        let image = Key::position_of(key.bytes()).unwrap_or_else(|| first.clone());
        Ok((Self { bytes, size }, image))
    }

    /// Begins a tree.
    ///
    /// # Errors
    /// If the win takes too long.
    pub fn win(&mut self, play: Coord, plies: u64) -> Result<(), PackError> {
        let byte = u8::try_from(plies).map_err(|_| PackError::Plies { plies })?;
        self.reply(play);
        self.bytes.push(byte);
        Ok(())
    }

    /// A reply; its tree follows.
    pub fn reply(&mut self, reply: Coord) {
        // At most 255 cells.
        self.bytes.push(reply.y * self.size.width() + reply.x);
    }

    /// Ends a tree.
    pub fn end(&mut self) {
        self.bytes.push(END);
    }

    /// The whole proof.
    pub fn finish(mut self) -> Vec<u8> {
        let sum = crc32fast::hash(&self.bytes);
        self.bytes.extend(sum.to_le_bytes());
        self.bytes
    }
}

/// Reads a proof and returns its provenance; `path` is for errors.
///
/// # Errors
/// If it is of a later version or damaged.
pub fn read(bytes: &[u8], path: &Path, verdicts: &mut impl Verdicts) -> Result<String, BookError> {
    let damaged = || BookError::damaged(path, "its bytes are not those of a packed proof");
    let (body, sum) = bytes.split_last_chunk::<4>().ok_or_else(damaged)?;
    if !body.starts_with(MAGIC) || crc32fast::hash(body).to_le_bytes() != *sum {
        return Err(damaged());
    }
    let number = |at: usize| Some(u32::from_le_bytes(*body.get(at..)?.first_chunk()?));
    let version = number(4).ok_or_else(damaged)?;
    if version != VERSION {
        let (path, seen) = (path.to_owned(), version.to_string());
        return Err(BookError::Version { path, seen, expected: VERSION });
    }
    let length = number(8).ok_or_else(damaged)? as usize;
    let (provenance, rest) = body[HEAD..].split_at_checked(length).ok_or_else(damaged)?;
    let (first, tree) = Key::read(rest).ok_or_else(damaged)?;
    let position = Key::position_of(first.bytes()).ok_or_else(damaged)?;
    let mut reader = TreeReader { bytes: tree, position, verdicts };
    let tree = reader.tree().filter(|()| reader.bytes.is_empty());
    tree.ok_or_else(damaged)?;
    Ok(String::from_utf8_lossy(provenance).into_owned())
}

/// A reader that plays the moves it reads.
struct TreeReader<'a, V> {
    bytes: &'a [u8],
    position: Position,
    verdicts: &'a mut V,
}

impl<V: Verdicts> TreeReader<'_, V> {
    /// Reads a tree; `None` if it is cut off or a move is impossible. The recursion is not deep:
    /// each level adds two stones.
    fn tree(&mut self) -> Option<()> {
        let play = self.coord()?;
        let plies = u32::from(self.byte()?);
        self.verdicts.won(&self.position, play, plies);
        self.position.play(play).ok()?;
        self.verdicts.lost(&self.position, plies.checked_sub(1)?);
        while *self.bytes.first()? != END {
            let reply = self.coord()?;
            self.position.play(reply).ok()?;
            self.tree()?;
            self.take_back(reply)?;
        }
        self.byte()?;
        self.take_back(play)
    }

    fn take_back(&mut self, coord: Coord) -> Option<()> {
        self.position.remove(coord).ok()?;
        self.position.set_to_move(!self.position.to_move());
        Some(())
    }

    /// A point of the board.
    fn coord(&mut self) -> Option<Coord> {
        let (cell, size) = (self.byte()?, self.position.size());
        let coord = Coord::new(cell % size.width(), cell / size.width());
        size.contains(coord).then_some(coord)
    }

    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(byte)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::book::proved::ProvedRecords;
    use crate::book::record::{Label, Record};
    use crate::book::sealed::SealedBook;
    use crate::book::sealed::proofs::ProvedRows;
    use tengen_engine::types::Rule;

    fn path() -> &'static Path {
        Path::new("a.packed")
    }

    fn empty(side: u64) -> Position {
        Position::new(Rule::Freestyle, BoardSize::square(side).unwrap())
    }

    /// A made-up proof: c3 wins in 9 plies, after the replies a1 and b2 with two more moves.
    fn small() -> Vec<u8> {
        let (mut packer, _) = Packer::new(&empty(5), "by hand").unwrap();
        packer.win(Coord::new(2, 2), 9).unwrap();
        for (reply, play, plies) in [((0, 4), (1, 2), 7), ((1, 3), (3, 2), 5)] {
            packer.reply(Coord::new(reply.0, reply.1));
            packer.win(Coord::new(play.0, play.1), plies).unwrap();
            packer.end();
        }
        packer.end();
        packer.finish()
    }

    /// The label, the value and the best move of each record, by the stones of its position.
    fn rows(bytes: &[u8]) -> Result<Vec<(Position, Record)>, BookError> {
        let mut records = ProvedRecords::default();
        read(bytes, path(), &mut records)?;
        let position = |key: Key| Key::position_of(key.bytes()).unwrap();
        Ok(records.into_iter().map(|(key, record)| (position(key), record)).collect())
    }

    #[test]
    fn a_tree_is_read_as_wins_and_losses() {
        let rows = rows(&small()).unwrap();
        let mut seen: Vec<_> = rows
            .iter()
            .map(|(position, record)| (position.stones().len(), record.label, record.value))
            .collect();
        seen.sort_unstable();
        let expected = [
            (0, Label::Win, Some(29_991)),
            (1, Label::Loss, Some(-29_992)),
            (2, Label::Win, Some(29_993)),
            (2, Label::Win, Some(29_995)),
            (3, Label::Loss, Some(-29_996)),
            (3, Label::Loss, Some(-29_994)),
        ];
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(seen, expected);
        for (position, record) in rows.iter().filter(|(_, record)| record.label == Label::Win) {
            let mut after = position.clone();
            after.play(record.best.unwrap()).unwrap();
            let key = Canonical::of(&after).key;
            assert!(
                rows.iter().any(|(other, record)| record.label == Label::Loss
                    && Canonical::of(other).key == key)
            );
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let size = BoardSize::square(16).unwrap();
        assert_eq!(Packer::new(&empty(16), "").unwrap_err(), PackError::Board { size });
        let mut blocked = empty(9);
        blocked.put(Coord::new(0, 0), tengen_engine::types::Stone::Blocked).unwrap();
        assert_eq!(Packer::new(&blocked, "").unwrap_err(), PackError::Blocked);
        let (mut packer, _) = Packer::new(&empty(9), "").unwrap();
        let long = packer.win(Coord::new(0, 0), 256);
        assert_eq!(long, Err(PackError::Plies { plies: 256 }));
    }

    #[test]
    fn every_damaged_byte_and_every_cut_is_an_error() {
        let bytes = small();
        for index in 0..bytes.len() {
            assert!(rows(&bytes[..index]).is_err(), "cut at {index}");
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[index] ^= 1 << bit;
                let error = rows(&damaged).unwrap_err().to_string();
                assert!(error.starts_with("'a.packed' "), "{error}");
            }
        }
    }

    /// Cells, ends, and bytes that are neither on 5x5.
    fn bytes_of_trees() -> impl Strategy<Value = u8> {
        prop_oneof![4 => 0u8..25, 2 => Just(END), 1 => any::<u8>()]
    }

    proptest! {
        /// With a valid checksum, so that the tree itself is parsed.
        #[test]
        fn no_tree_is_too_wild(tree in proptest::collection::vec(bytes_of_trees(), 0..300)) {
            let (mut packer, _) = Packer::new(&empty(5), "").unwrap();
            packer.bytes.extend(&tree);
            let bytes = packer.finish();
            let (mut records, mut quick) = (ProvedRecords::default(), ProvedRows::default());
            let provenance = read(&bytes, path(), &mut records);
            prop_assert!(tree.last() == Some(&END) || provenance.is_err());
            prop_assert_eq!(read(&bytes, path(), &mut quick).ok(), provenance.ok());
            let expected = SealedBook::new(String::new(), records).unwrap();
            prop_assert_eq!(SealedBook::of_proofs(String::new(), quick), expected);
        }
    }
}
