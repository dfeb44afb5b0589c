//! The position of a record.

use std::cmp::Ordering;

use super::MAX_SIDE;
use super::error::{YxdbFault, YxdbWriteError};
use tengen_engine::board::Symmetry;
use tengen_engine::types::{BoardSize, Color, Coord, Rule};

/// The bytes before the stones: rule, width, height.
const HEAD: usize = 3;
/// The pair of a pass.
const PASS: [u8; 2] = [0xFF, 0xFF];

/// A position: rule, board, stones without their order, and the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct YxdbKey {
    /// The rule; freestyle, standard or renju.
    pub rule: Rule,
    /// The board, at most 22×22.
    pub size: BoardSize,
    /// The side to move.
    pub to_move: Color,
    /// The black stones, sorted by column, then row.
    pub black: Vec<Coord>,
    /// The white stones, sorted in the same way.
    pub white: Vec<Coord>,
}

impl YxdbKey {
    /// The smallest of the images of the position under the symmetries of its board, in the order
    /// of the format, and the symmetry that leads to it. If there are several, the first in the
    /// order of [`Symmetry::all`] is used. The stones need not be sorted.
    pub fn canonical(&self) -> (Self, Symmetry) {
        let images = Symmetry::all(self.size).map(|symmetry| (self.image(symmetry), symmetry));
        let smallest = images.min_by(|(one, _), (other, _)| one.cmp_stones(other));
        smallest.expect("every board has the identity")
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        let image = |stones: &[Coord]| {
            let images = stones.iter().map(|&coord| symmetry.apply(coord, self.size));
            let mut images: Vec<Coord> = images.collect();
            images.sort_unstable();
            images
        };
        Self { black: image(&self.black), white: image(&self.white), ..*self }
    }

    fn cmp_stones(&self, other: &Self) -> Ordering {
        let stones = |key: &'_ Self| -> usize { key.black.len() + key.white.len() };
        let pairs = |key| Self::stones(key).map(|coord: Coord| (coord.x, coord.y));
        stones(self).cmp(&stones(other)).then_with(|| pairs(self).cmp(pairs(other)))
    }

    fn stones(&self) -> impl Iterator<Item = Coord> + '_ {
        self.black.iter().chain(&self.white).copied()
    }

    /// The position of a key's bytes.
    ///
    /// # Errors
    /// If they are not a position.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, YxdbFault> {
        let &[rule, width, height, ref stones @ ..] = bytes else {
            return Err(YxdbFault::KeyLength { seen: bytes.len() });
        };
        let (pairs, rest) = stones.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(YxdbFault::KeyLength { seen: bytes.len() });
        }
        let rule = rule_of(rule).ok_or(YxdbFault::Rule { seen: rule })?;
        let size = BoardSize::new(width.into(), height.into()).ok();
        let size = size.filter(|size| size.width().max(size.height()) <= MAX_SIDE);
        let size = size.ok_or(YxdbFault::Size { width, height })?;
        // Passes pad one side to the number of stones of the other.
        if pairs.len() > 2 * size.area() + 1 {
            return Err(YxdbFault::Stones { seen: pairs.len(), size });
        }
        let (black, white) = pairs.split_at(pairs.len().div_ceil(2));
        let to_move = if pairs.len() % 2 == 0 { Color::Black } else { Color::White };
        let mut occupied = [0_u32; MAX_SIDE as usize];
        let black = take_stones(black, size, &mut occupied)?;
        let white = take_stones(white, size, &mut occupied)?;
        Ok(Self { rule, size, to_move, black, white })
    }

    /// The bytes of the key.
    ///
    /// # Errors
    /// If the format has no such rule or board.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, YxdbWriteError> {
        let Self { rule, size, .. } = *self;
        let number = number_of(rule).ok_or(YxdbWriteError::Rule { seen: rule })?;
        if size.width().max(size.height()) > MAX_SIDE {
            return Err(YxdbWriteError::Size { seen: size });
        }
        // As many white pairs as black ones, or one less if white is to move.
        let more = usize::from(self.to_move == Color::White);
        let black = self.black.len().max(self.white.len() + more);
        let white = black - more;
        let mut bytes = Vec::with_capacity(HEAD + 2 * (black + white));
        bytes.extend([number, size.width(), size.height()]);
        for (stones, count) in [(&self.black, black), (&self.white, white)] {
            let mut stones = stones.clone();
            stones.sort_unstable();
            let passes = count - stones.len();
            bytes.extend(stones.iter().flat_map(|&Coord { x, y }| [x, y]));
            bytes.extend(PASS.repeat(passes));
        }
        Ok(bytes)
    }
}

/// The order of the format: rule, width, height, number of stones, stones, black to move before
/// white.
impl Ord for YxdbKey {
    fn cmp(&self, other: &Self) -> Ordering {
        let head = |key: &Self| (key.rule.index(), key.size.width(), key.size.height());
        let by_stones = head(self).cmp(&head(other)).then_with(|| self.cmp_stones(other));
        by_stones
            .then_with(|| self.to_move.index().cmp(&other.to_move.index()))
            .then_with(|| self.black.len().cmp(&other.black.len()))
    }
}

impl PartialOrd for YxdbKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The rules of the format, in the order of their numbers from 0.
const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

/// Whether the format has the rule.
pub fn has_rule(rule: Rule) -> bool {
    RULES.contains(&rule)
}

fn rule_of(number: u8) -> Option<Rule> {
    RULES.get(usize::from(number)).copied()
}

fn number_of(rule: Rule) -> Option<u8> {
    RULES.iter().zip(0..).find_map(|(&known, number)| (known == rule).then_some(number))
}

/// The stones of one side, sorted, without passes.
fn take_stones(
    pairs: &[[u8; 2]],
    size: BoardSize,
    occupied: &mut [u32; MAX_SIDE as usize],
) -> Result<Vec<Coord>, YxdbFault> {
    let mut stones = Vec::with_capacity(pairs.len());
    for &[x, y] in pairs.iter().filter(|&&pair| pair != PASS) {
        let coord = Coord::new(x, y);
        if !size.contains(coord) {
            return Err(YxdbFault::Point { x: x.cast_signed(), y: y.cast_signed(), size });
        }
        let row = &mut occupied[usize::from(y)];
        if *row & (1 << x) != 0 {
            return Err(YxdbFault::Twice { coord });
        }
        *row |= 1 << x;
        stones.push(coord);
    }
    stones.sort_unstable();
    Ok(stones)
}
