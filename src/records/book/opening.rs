//! Positions before a choice of colors in swap2: three stones, or five that continue them.

use super::key::Key;
use super::record::{Label, Record};
use tengen_engine::board::{Position, Symmetry};
use tengen_engine::engine::swap2::TOSS_UP;
use tengen_engine::types::{BoardSize, Color, Coord, Rule, Stone};

/// Values this close to zero are search noise.
pub const EVEN: i32 = TOSS_UP;

/// Stones of each color on the board, white to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Three stones.
    Three,
    /// Five stones.
    Five,
}

impl Stage {
    /// The stage of a position before a choice of colors.
    pub fn of(position: &Position) -> Option<Self> {
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

    /// The first bytes of the keys of such positions.
    pub(super) fn prefix(self, rule: Rule, size: BoardSize) -> [u8; Key::HEAD] {
        let (blacks, whites) = self.counts();
        Key::head(rule, size, Color::White, (blacks as u16, whites as u16))
    }
}

/// Whether a record says that neither side is better, without advising against the position.
pub fn is_even(record: &Record) -> bool {
    record.label != Label::Blocked && record.claimed().is_some_and(|value| value.abs() <= EVEN)
}

/// The two stones that lead from three to five, on the board of the three; one pair of several that
/// a symmetry of the three makes equal.
pub fn pair_between(three: &Position, five: &Position) -> Option<[Coord; 2]> {
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

/// The keys that a sealed book lists: even positions with three stones, and even ones with five
/// that continue them.
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
