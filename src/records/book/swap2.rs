//! What a book knows about swap2.
//!
//! The first player offers three stones: black, white, black. White is to move then. The second
//! player takes white, takes black, or places two more stones, white and black, and leaves the
//! choice of color to the first. So the record of the position after three stones has the value of
//! the first two choices, and the records of the positions after five stones have the value of the
//! third. Everything is in ordinary records; a sealed book lists their keys as well, since it
//! cannot be searched for positions of three stones.

use super::error::BookError;
use super::opening::{Stage, is_even, pair_between};
use super::reader::BookSession;
use super::record::{Label, Record};
use tengen_engine::board::{Position, Symmetry};
use tengen_engine::engine::opening_book::{Swap2Choices, Swap2Pair};
use tengen_engine::types::{BoardSize, Coord, Rule};
use tengen_engine::util::rng::Rng;

/// Most positions of a stage that a player reads: a tenth of a second. Opening books are much
/// smaller; with a store of millions of games, the search decides.
const MOST: usize = 50_000;

/// Three stones for the first player to offer, in playing order: a random one of the known even
/// triples and their images.
///
/// # Errors
/// If the book cannot be read.
pub fn offer(
    session: &BookSession,
    rule: Rule,
    size: BoardSize,
    rng: &mut Rng,
) -> Result<Option<Vec<Coord>>, BookError> {
    let mut even = session.at_stage(Stage::Three, (rule, size), MOST)?;
    even.retain(|(_, record)| is_even(record));
    let symmetries: Vec<Symmetry> = Symmetry::all(size).collect();
    let drawn = rng.choose(&even).zip(rng.choose(&symmetries).copied());
    Ok(drawn.map(|((position, _), symmetry)| {
        position.stones().iter().map(|&(coord, _)| symmetry.apply(coord, size)).collect()
    }))
}

/// What is known about the choices after three or five stones; `None` if nothing is, or for another
/// position.
///
/// # Errors
/// If the book cannot be read.
pub fn choices(
    session: &BookSession,
    position: &Position,
) -> Result<Option<Swap2Choices>, BookError> {
    let Some(stage) = Stage::of(position) else { return Ok(None) };
    let Some(value) = session.get(position)?.as_ref().and_then(Record::claimed) else {
        return Ok(None);
    };
    let pairs = match stage {
        Stage::Three => pairs_after(session, position)?,
        Stage::Five => Vec::new(),
    };
    Ok(Some(Swap2Choices { value, pairs }))
}

/// Two more stones, the most even pair first, without those that a record advises against.
fn pairs_after(session: &BookSession, three: &Position) -> Result<Vec<Swap2Pair>, BookError> {
    let fives = session.at_stage(Stage::Five, (three.rule(), three.size()), MOST)?;
    let known = fives.iter().filter(|(_, record)| record.label != Label::Blocked);
    let pair = |(five, record): &(Position, Record)| {
        let stones = pair_between(three, five)?;
        Some(Swap2Pair { stones, value: record.claimed()? })
    };
    let mut pairs: Vec<Swap2Pair> = known.filter_map(pair).collect();
    pairs.sort_by_key(|pair| pair.value.abs());
    Ok(pairs)
}

#[cfg(test)]
mod tests;
