//! What earlier cutoffs say about moves: the more often a move refuted something, the sooner it is
//! tried again.

use crate::types::{ByColor, Color, Point};

/// Largest magnitude of an entry.
const LIMIT: i32 = 8192;

/// Whether a move makes a threat. Attacks and quiet moves earn separately, because an attack refutes
/// far more often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It makes at least an open three.
    Attack = 0,
    /// It does not.
    Quiet = 1,
}

/// Scores by player, kind and cell, within ±8192, and the counter-move to each move.
#[derive(Clone, Debug)]
pub struct History {
    scores: ByColor<Box<[[i16; Point::COUNT]; 2]>>,
    counters: ByColor<Box<[Option<Point>; Point::COUNT]>>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            scores: ByColor::from_fn(|_| Box::new([[0; Point::COUNT]; 2])),
            counters: ByColor::from_fn(|_| Box::new([None; Point::COUNT])),
        }
    }
}

impl History {
    /// The score of a move of `color`.
    #[inline]
    pub fn score(&self, color: Color, kind: Kind, point: Point) -> i32 {
        i32::from(self.scores[color][kind as usize][point.index()])
    }

    /// Rewards (or, if negative, punishes) a move. The nearer an entry is to its limit, the less it
    /// moves towards it, so recent results weigh most.
    pub fn update(&mut self, color: Color, kind: Kind, point: Point, bonus: i32) {
        let entry = &mut self.scores[color][kind as usize][point.index()];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / LIMIT).clamp(-LIMIT, LIMIT) as i16;
    }

    /// The move that last refuted the opponent's move `last`, for `color`.
    #[inline]
    pub fn counter(&self, color: Color, last: Option<Point>) -> Option<Point> {
        last.and_then(|last| self.counters[color][last.index()])
    }

    /// Notes that `point` refuted `last`.
    pub fn set_counter(&mut self, color: Color, last: Option<Point>, point: Point) {
        if let Some(last) = last {
            self.counters[color][last.index()] = Some(point);
        }
    }

    /// Lets old experience fade before the next search.
    pub fn fade(&mut self) {
        for scores in &mut self.scores.0 {
            scores.iter_mut().flatten().for_each(|score| *score /= 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Coord;

    #[test]
    fn scores_stay_within_their_limit_and_forget() {
        let mut history = History::default();
        let point = Point::from_coord(Coord::new(3, 3));
        for _ in 0..100 {
            history.update(Color::White, Kind::Quiet, point, 2000);
        }
        let high = history.score(Color::White, Kind::Quiet, point);
        assert!(high > 7000 && high <= LIMIT, "{high}");
        history.update(Color::White, Kind::Quiet, point, -2000);
        assert!(history.score(Color::White, Kind::Quiet, point) < high - 3000);
        assert_eq!(history.score(Color::Black, Kind::Quiet, point), 0);
        history.fade();
        assert!(history.score(Color::White, Kind::Quiet, point) < high / 2);
    }
}
