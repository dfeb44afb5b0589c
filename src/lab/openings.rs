//! Random openings near the middle, so that games differ.

use tengen_engine::board::Position;
use tengen_engine::rules::legality::{ending_after, legal_moves};
use tengen_engine::types::{BoardSize, Coord, Rule};
use tengen_engine::util::rng::Rng;

/// The form of a random opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningDrawing {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Farthest column or row from the middle.
    pub radius: u8,
}

impl OpeningDrawing {
    /// Random legal stones near the middle, each at most two king steps from another; under renju
    /// the first in the center. `None` if they end the game or do not fit.
    pub fn draw(&self, stones: usize, rng: &mut Rng) -> Option<Position> {
        let mut position = Position::new(self.rule, self.size);
        let center = self.size.center();
        for _ in 0..stones {
            let near = |coord: &Coord| {
                distance(*coord, center) <= self.radius
                    && (position.stones().is_empty()
                        || position.stones().iter().any(|(other, _)| distance(*coord, *other) <= 2))
            };
            let is_first = position.stones().is_empty() && self.rule == Rule::Renju;
            let choices: Vec<Coord> = if is_first {
                vec![center]
            } else {
                legal_moves(&position).into_iter().filter(near).collect()
            };
            let coord = *rng.choose(&choices)?;
            position.play(coord).ok()?;
            if ending_after(&position, coord).is_some() {
                return None;
            }
        }
        Some(position)
    }
}

/// The distance in king steps.
fn distance(a: Coord, b: Coord) -> u8 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))
}
