//! What a player sees of a board.

use super::params::LevelParams;
use crate::board::Position;
use crate::rules::legality;
use crate::types::{Color, Coord};
use crate::util::rng::Rng;

/// Number of last stones that attention is on.
const FOCUS: usize = 3;
/// Up to this distance from them a stone is near.
const NEAR: u8 = 2;
/// From this distance on a stone is far.
const FAR: u8 = 7;

/// A position as a player sees it.
pub(super) struct Attention<'a> {
    /// The position.
    pub position: &'a Position,
    /// The position without the overlooked stones.
    pub seen: Position,
    params: &'a LevelParams,
    seed: u64,
}

impl<'a> Attention<'a> {
    /// The view of the side to move.
    pub(super) fn of(position: &'a Position, params: &'a LevelParams, seed: u64) -> Self {
        let empty = Position::new(position.rule(), position.size());
        let mut view = Self { position, seen: empty, params, seed };
        for &(coord, stone) in position.stones() {
            let is_seen = stone.color().is_none_or(|color| view.sees(coord, color));
            // A stone of a position fits on an empty board of its size.
            if is_seen && view.seen.put(coord, stone).is_err() {
                debug_assert!(false, "{coord} twice");
            }
        }
        view.seen.set_to_move(position.to_move());
        view
    }

    /// Whether a stone is seen: always the last few, else by its distance and the seed.
    fn sees(&self, coord: Coord, color: Color) -> bool {
        let distance = self.distance(coord);
        let LevelParams { near, far, own, .. } = *self.params;
        let (span, steps) = (u32::from(FAR - NEAR), distance.clamp(NEAR, FAR) - NEAR);
        let chance = near + far.saturating_sub(near) * u32::from(steps) / span;
        let is_own = color == self.position.to_move();
        let chance = if is_own { chance * own / 100 } else { chance };
        distance == 0 || self.draw(coord, color) >= chance
    }

    /// Whether a four that ends on this point is noticed: always near the last moves, elsewhere
    /// not always at some levels.
    pub(super) fn notices(&self, coord: Coord) -> bool {
        let color = !self.position.to_move();
        self.distance(coord) <= NEAR || self.draw(coord, color) >= self.params.missed_four
    }

    /// The distance from the stones in focus, in king moves.
    fn distance(&self, coord: Coord) -> u8 {
        let last = self.position.stones().iter().rev().take(FOCUS);
        let distances =
            last.map(|(last, _)| last.x.abs_diff(coord.x).max(last.y.abs_diff(coord.y)));
        distances.min().unwrap_or(0)
    }

    /// A number from 0 to 999, fixed for a point and a color during the whole game.
    fn draw(&self, coord: Coord, color: Color) -> u32 {
        let place = u64::from(coord.x) << 16 | u64::from(coord.y) << 8 | color.index() as u64;
        Rng::stream(self.seed, place).below(1000) as u32
    }

    /// The points that look playable but are not, and those excluded.
    pub(super) fn unplayable(&self, excluded: &[Coord]) -> Vec<Coord> {
        let is_restrained = self.position.rule().forbids(self.position.to_move());
        let forbidden = |coord: &Coord| match is_restrained {
            true => !legality::is_legal(self.position, *coord),
            false => !self.position.is_empty_at(*coord),
        };
        let mut points: Vec<Coord> = self.seen.empty_coords().filter(forbidden).collect();
        points.extend(excluded);
        points
    }
}
