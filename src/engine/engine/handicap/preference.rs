//! Which of nearly equal moves a player prefers.

use crate::board::Position;
use crate::types::{Coord, Score};
use crate::util::rng::Rng;

/// Preferences in one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Preference {
    /// Depends on the seed and the set of stones, not on their order.
    key: u64,
    /// Their weight: the standard deviation, in values of the search or in percent.
    noise: i32,
}

impl Preference {
    /// The preference for a position.
    pub(super) fn of(position: &Position, noise: i32, seed: u64) -> Self {
        let stone_key = |&(coord, stone): &(Coord, crate::types::Stone)| {
            let place = u64::from(coord.x) << 16 | u64::from(coord.y) << 8 | stone as u64;
            Rng::stream(seed, place).next_u64()
        };
        let key = position.stones().iter().map(stone_key).fold(seed, |key, one| key ^ one);
        Self { key, noise }
    }

    /// A preference: about normally distributed with deviation 1000.
    fn of_move(self, coord: Coord) -> i64 {
        let mut rng = Rng::stream(self.key, u64::from(coord.x) << 8 | u64::from(coord.y));
        // The sum of twelve uniform numbers has variance 1.
        (0..12).map(|_| rng.below(1001) as i64).sum::<i64>() - 6000
    }

    /// The preferred move of a search. A win is played; a loss only if there is nothing else.
    pub(super) fn search(self, lines: Vec<(Coord, i32)>) -> Option<(Coord, i32)> {
        let best = lines.iter().map(|&(_, value)| value).max()?;
        let is_even = best.abs() < Score::MATE_THRESHOLD;
        let preference = |&(coord, value): &(Coord, i32)| {
            let is_lost = value <= -Score::MATE_THRESHOLD;
            let extra = if is_even && !is_lost {
                self.of_move(coord) * i64::from(self.noise) / 1000
            } else {
                0
            };
            i64::from(value) + extra
        };
        lines.into_iter().max_by_key(preference)
    }

    /// The preferred point of a glance.
    pub(super) fn glance(self, points: Vec<(Coord, i32)>) -> Option<Coord> {
        let preference = |&(coord, value): &(Coord, i32)| {
            i64::from(value) * (100_000 + self.of_move(coord) * i64::from(self.noise))
        };
        points.into_iter().max_by_key(preference).map(|(coord, _)| coord)
    }
}
