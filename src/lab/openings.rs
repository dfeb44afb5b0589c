//! Random openings near the middle, so that games differ, and balanced ones among them.

use tengen_engine::board::Position;
use tengen_engine::rules::legality::{ending_after, legal_moves};
use tengen_engine::types::{BoardSize, Coord, Rule};
use tengen_engine::util::rng::Rng;

/// The form of a random opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningDrawing {
    pub rule: Rule,
    /// Size of the board.
    pub size: BoardSize,
    /// Farthest column or row from the middle.
    pub radius: u8,
}

impl OpeningDrawing {
    /// Openings within `radius` of the middle, or less on a small board.
    pub(crate) fn within(rule: Rule, size: BoardSize, radius: u8) -> Self {
        Self { rule, size, radius: radius.min(size.width().min(size.height()) / 2) }
    }

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

/// Openings that a search finds balanced.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BalancedDrawing {
    /// Their form.
    pub drawing: OpeningDrawing,
    /// Fewest and most stones.
    pub stones: (usize, usize),
    /// The largest value for either side.
    pub max_value: i32,
    /// Attempts. Boards on which the first move decides have no balanced opening: then the last
    /// one drawn is played.
    pub attempts: usize,
}

impl BalancedDrawing {
    /// Draws until `value`, that of the side to move, is small enough. An empty board if nothing
    /// can be drawn.
    pub(crate) fn draw(&self, rng: &mut Rng, mut value: impl FnMut(&Position) -> i32) -> Position {
        let (least, most) = self.stones;
        let mut last = None;
        for _ in 0..self.attempts {
            let stones = least + rng.below(most.saturating_sub(least) + 1);
            let Some(position) = self.drawing.draw(stones, rng) else { continue };
            if value(&position).abs() <= self.max_value {
                return position;
            }
            last = Some(position);
        }
        last.unwrap_or_else(|| Position::new(self.drawing.rule, self.drawing.size))
    }
}

/// The distance in king steps.
fn distance(a: Coord, b: Coord) -> u8 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_balanced_opening_is_taken_else_the_last_one() {
        let size = BoardSize::square(9).unwrap();
        let drawing = OpeningDrawing::within(Rule::Freestyle, size, 20);
        assert_eq!(drawing.radius, 4);
        let wanted = BalancedDrawing { drawing, stones: (2, 4), max_value: 50, attempts: 5 };
        let drawn = |values: [i32; 5], wanted: BalancedDrawing| {
            let (mut seen, mut values) = (Vec::new(), values.into_iter());
            let position = wanted.draw(&mut Rng::new(2), |position| {
                seen.push(position.stones().to_vec());
                values.next().unwrap()
            });
            (seen.len(), seen.last().is_some_and(|last| last == position.stones()))
        };
        assert_eq!(drawn([90, -51, -50, 0, 0], wanted), (3, true));
        assert_eq!(drawn([90; 5], wanted), (5, true));
        // Two stones do not fit on one point.
        let nowhere = OpeningDrawing { radius: 0, ..drawing };
        let none = BalancedDrawing { drawing: nowhere, ..wanted };
        assert!(none.draw(&mut Rng::new(1), |_| 0).stones().is_empty());
    }
}
