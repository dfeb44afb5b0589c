//! The ground on which positions have their keys.

use crate::board::Position;
use crate::types::{BoardSize, Coord, Rule, Stone};

/// What position keys do not contain. Table entries are valid for one ground only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    pub(super) rule: Rule,
    pub(super) size: BoardSize,
    /// Blocked points, in order.
    pub(super) blocked: Vec<Coord>,
}

impl Ground {
    pub(super) fn of(position: &Position) -> Self {
        let stones = position.stones().iter();
        let mut blocked: Vec<Coord> =
            stones.filter(|(_, stone)| *stone == Stone::Blocked).map(|&(coord, _)| coord).collect();
        blocked.sort_unstable();
        Self { rule: position.rule(), size: position.size(), blocked }
    }
}
