//! What a book knows about swap2.
//!
//! The first player offers three stones: black, white, black. White is to move then. The second
//! player takes white, takes black, or places two more stones, white and black, and leaves the
//! choice of color to the first. So the record of the position after three stones has the value of
//! the first two choices, and the records of those after five, which are three stones and two more, have the
//! value of the third. Everything is in ordinary records; a sealed book lists their keys as well,
//! since it cannot be searched for positions of three stones.

use super::choice::claimed;
use super::error::BookError;
use super::key::Key;
use super::reader::Session;
use super::record::{Label, Record};
use crate::board::{Position, Symmetry};
use crate::types::{BoardSize, Color, Coord, Rule, Stone};
use crate::util::rng::Rng;

/// Values this close to zero are search noise: about 2.5 % of win chance.
pub(crate) const EVEN: i32 = 20;

/// Stones of each color on the board, white to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Three stones.
    Three,
    /// Five stones.
    Five,
}

impl Stage {
    /// The stage of a position that a choice of colors follows.
    pub(crate) fn of(position: &Position) -> Option<Self> {
        let is_of = |stage: &Self| {
            let (blacks, whites) = stage.counts();
            (position.count(Color::Black), position.count(Color::White)) == (blacks, whites)
                && position.stones().len() == blacks + whites
        };
        let stage = [Self::Three, Self::Five].into_iter().find(is_of);
        stage.filter(|_| position.to_move() == Color::White)
    }

    const fn counts(self) -> (usize, usize) {
        match self {
            Self::Three => (2, 1),
            Self::Five => (3, 2),
        }
    }

    /// How the keys of such positions begin.
    pub(super) fn prefix(self, rule: Rule, size: BoardSize) -> [u8; Key::HEAD] {
        let (blacks, whites) = self.counts();
        Key::head(rule, size, Color::White, (blacks as u16, whites as u16))
    }
}

/// What is known about the choices after three or five stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Swap2Choices {
    /// The value for white, who is to move.
    pub value: i32,
    /// Two more stones after three.
    pub pairs: Vec<Swap2Pair>,
}

/// Two more stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Swap2Pair {
    /// The white stone and the black one.
    pub stones: [Coord; 2],
    /// The value for white, who is to move then.
    pub value: i32,
}

/// Whether a record says that neither side is better, and nobody advises against the position.
pub(crate) fn is_even(record: &Record) -> bool {
    record.label != Label::Blocked && claimed(record).is_some_and(|value| value.abs() <= EVEN)
}

/// The two stones that lead from three to five, on the board of the three; of several ways that a
/// symmetry of the three makes equal, one.
pub(crate) fn pair_between(three: &Position, five: &Position) -> Option<[Coord; 2]> {
    let size = three.size();
    if (five.rule(), five.size()) != (three.rule(), size) {
        return None;
    }
    let holds = |symmetry: &Symmetry| {
        let back = symmetry.inverse();
        three
            .stones()
            .iter()
            .all(|&(coord, stone)| five.stone_at(back.apply(coord, size)) == Some(stone))
    };
    let symmetry = Symmetry::all(size).find(holds)?;
    let more = |wanted: Stone| {
        let stones = five.stones().iter().filter(move |(_, stone)| *stone == wanted);
        let mut images = stones.map(|&(coord, _)| symmetry.apply(coord, size));
        images.find(|&coord| three.is_empty_at(coord))
    };
    Some([more(Stone::White)?, more(Stone::Black)?])
}

/// Three stones for the first player to offer, in playing order: of those that are known to be even,
/// and of their images, one by chance.
///
/// # Errors
/// If the book cannot be read.
pub(crate) fn offer(
    session: &Session,
    rule: Rule,
    size: BoardSize,
    rng: &mut Rng,
) -> Result<Option<Vec<Coord>>, BookError> {
    let mut even = session.at_stage(Stage::Three, rule, size)?;
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
pub(crate) fn choices(
    session: &Session,
    position: &Position,
) -> Result<Option<Swap2Choices>, BookError> {
    let Some(stage) = Stage::of(position) else { return Ok(None) };
    let Some(value) = session.get(position)?.as_ref().and_then(claimed) else { return Ok(None) };
    let pairs = match stage {
        Stage::Three => pairs_after(session, position)?,
        Stage::Five => Vec::new(),
    };
    Ok(Some(Swap2Choices { value, pairs }))
}

/// Two more stones, the most even first; those that a record advises against are left out.
fn pairs_after(session: &Session, three: &Position) -> Result<Vec<Swap2Pair>, BookError> {
    let fives = session.at_stage(Stage::Five, three.rule(), three.size())?;
    let known = fives.iter().filter(|(_, record)| record.label != Label::Blocked);
    let pair = |(five, record): &(Position, Record)| {
        let stones = pair_between(three, five)?;
        Some(Swap2Pair { stones, value: claimed(record)? })
    };
    let mut pairs: Vec<Swap2Pair> = known.filter_map(pair).collect();
    pairs.sort_by_key(|pair| pair.value.abs());
    Ok(pairs)
}

/// The keys that a sealed book lists: even positions of three stones, and even ones of five that
/// continue them.
pub(super) fn listed<'a>(rows: impl Iterator<Item = (&'a Key, &'a Record)>) -> Vec<Key> {
    let even = rows.filter(|(_, record)| is_even(record));
    let (mut threes, mut fives) = (Vec::new(), Vec::new());
    for (key, _) in even {
        let Some(position) = Key::position_of(key.bytes()) else { continue };
        match Stage::of(&position) {
            Some(Stage::Three) => threes.push((key.clone(), position)),
            Some(Stage::Five) => fives.push((key.clone(), position)),
            None => {}
        }
    }
    fives.retain(|(_, five)| threes.iter().any(|(_, three)| pair_between(three, five).is_some()));
    let mut keys: Vec<Key> = threes.into_iter().chain(fives).map(|(key, _)| key).collect();
    keys.sort_unstable();
    keys
}

#[cfg(all(test, feature = "tools"))]
mod tests;
