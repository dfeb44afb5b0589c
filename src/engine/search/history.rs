//! History heuristic: the more often a move caused a cutoff, the sooner it is tried again.
//!
//! <https://www.chessprogramming.org/History_Heuristic>,
//! <https://www.chessprogramming.org/Countermove_Heuristic>

use crate::types::{ByColor, Color, Point};

/// Largest magnitude of an entry.
const LIMIT: i32 = 8192;

/// Whether a move makes a threat. Attacks and quiet moves are scored apart, because attacks cause
/// far more cutoffs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveKind {
    /// It makes an open three or better.
    Attack = 0,
    /// Any other move.
    Quiet = 1,
}

/// Scores by player, kind and cell, within ±8192, and the counter-move to each move.
#[derive(Clone, Debug)]
pub(crate) struct History {
    scores: ByColor<Box<[[i16; Point::COUNT]; 2]>>,
    counters: ByColor<Box<[Option<Point>; Point::COUNT]>>,
}

/// One player's scores.
#[derive(Clone, Copy)]
pub(crate) struct PlayerScores<'a>(&'a [[i16; Point::COUNT]; 2]);

impl PlayerScores<'_> {
    /// The score of a move.
    #[inline]
    pub(crate) fn of(self, kind: MoveKind, point: Point) -> i32 {
        i32::from(self.0[kind as usize][point.index()])
    }
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
    /// The scores of the moves of `color`.
    #[inline]
    pub(crate) fn scores(&self, color: Color) -> PlayerScores<'_> {
        PlayerScores(&self.scores[color])
    }

    /// The score of a move of `color`.
    #[inline]
    pub(crate) fn score(&self, color: Color, kind: MoveKind, point: Point) -> i32 {
        self.scores(color).of(kind, point)
    }

    /// Adds a bonus (or a malus, if negative) to a move. The nearer an entry is to its limit, the
    /// less it moves, so that recent results weigh most. `bonus` is clamped to the limit.
    pub(crate) fn update(&mut self, color: Color, kind: MoveKind, point: Point, bonus: i32) {
        let entry = &mut self.scores[color][kind as usize][point.index()];
        let old = i32::from(*entry);
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        *entry = (old + bonus - old * bonus.abs() / LIMIT).clamp(-LIMIT, LIMIT) as i16;
    }

    /// The move that last refuted the opponent's move `last`, for `color`.
    #[inline]
    pub(crate) fn counter(&self, color: Color, last: Option<Point>) -> Option<Point> {
        last.and_then(|last| self.counters[color][last.index()])
    }

    /// Records that `point` refuted `last`.
    pub(crate) fn set_counter(&mut self, color: Color, last: Option<Point>, point: Point) {
        if let Some(last) = last {
            self.counters[color][last.index()] = Some(point);
        }
    }

    /// Halves all scores before the next search.
    pub(crate) fn fade(&mut self) {
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
            history.update(Color::White, MoveKind::Quiet, point, 2000);
        }
        let high = history.score(Color::White, MoveKind::Quiet, point);
        assert!(high > 7000 && high <= LIMIT, "{high}");
        history.update(Color::White, MoveKind::Quiet, point, -2000);
        assert!(history.score(Color::White, MoveKind::Quiet, point) < high - 3000);
        assert_eq!(history.score(Color::Black, MoveKind::Quiet, point), 0);
        history.fade();
        assert!(history.score(Color::White, MoveKind::Quiet, point) < high / 2);
    }
}
