//! The level *hard*: iterative deepening alpha-beta over the best looking points, with a table of
//! visited positions.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::grid::{Index, ShapeGrid};
use crate::types::Coord;

/// Value of a won position; a win that comes later is worth a little less.
pub(crate) const WIN: i32 = 1_000_000_000;
/// Values from here on are wins.
const WON: i32 = WIN - 1000;
/// The clock is read once per this many positions.
const POLL: u64 = 64;
/// Most positions in the table.
const MOST_SEEN: usize = 1 << 18;

/// A table entry: depth, value, and whether the value is exact, a lower bound (1) or an upper bound
/// (−1).
type StoredValue = (u32, i32, i8);

/// How far a player may look ahead.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Best looking points that are searched in each position.
    pub width: usize,
    /// Plies.
    pub depth: u32,
}

impl Default for Reach {
    /// Nine points, five plies.
    fn default() -> Self {
        Self { width: 9, depth: 5 }
    }
}

/// What the player decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassicMove {
    /// The move; `None` if there is no legal one.
    pub best: Option<Coord>,
    /// Value of the position for the mover on the player's own scale; 0 where nothing was searched.
    pub value: i32,
    /// Plies searched.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// A search of one position.
pub(crate) struct HardSearch<'a, 'g> {
    grid: &'a mut ShapeGrid<'g>,
    reach: Reach,
    is_over: &'a mut dyn FnMut() -> bool,
    seen: HashMap<u64, StoredValue>,
    nodes: u64,
    stopped: bool,
}

impl<'a, 'g> HardSearch<'a, 'g> {
    /// A search that `is_over` can end.
    pub(crate) fn new(
        grid: &'a mut ShapeGrid<'g>,
        reach: Reach,
        is_over: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        Self { grid, reach, is_over, seen: HashMap::new(), nodes: 0, stopped: false }
    }

    /// Searches depth by depth and returns the result of the last complete depth.
    pub(crate) fn run(mut self) -> ClassicMove {
        let mut moves = self.moves();
        let mut decision = ClassicMove { best: None, value: 0, depth: 0, nodes: 0 };
        for depth in 1..=self.reach.depth {
            let Some((value, best)) = self.root(&moves, depth) else { break };
            decision.best = Some(self.grid.coord(best));
            decision.value = value;
            decision.depth = depth;
            // The best move goes first at the next depth.
            if let Some(place) = moves.iter().position(|&index| index == best) {
                moves[..=place].rotate_right(1);
            }
            if value.abs() >= WON {
                break;
            }
        }
        decision.nodes = self.nodes;
        decision
    }

    fn root(&mut self, moves: &[Index], depth: u32) -> Option<(i32, Index)> {
        let mut found = None;
        let mut alpha = -WIN;
        for &index in moves {
            let value = self.after(index, -WIN, -alpha, depth, 1);
            if self.stopped {
                return None;
            }
            if found.is_none() || value > alpha {
                alpha = value;
                found = Some((value, index));
            }
        }
        found
    }

    /// The value of a move for the mover.
    fn after(&mut self, index: Index, alpha: i32, beta: i32, depth: u32, ply: i32) -> i32 {
        self.nodes += 1;
        self.stopped |= self.nodes.is_multiple_of(POLL) && (self.is_over)();
        if self.stopped {
            return 0;
        }
        if self.grid.makes_five(index, self.grid.to_move()) {
            return WIN - ply;
        }
        self.grid.place(index);
        let value = -self.value(alpha, beta, depth - 1, ply + 1);
        self.grid.undo(index);
        value
    }

    /// The value of the position for the side to move.
    fn value(&mut self, mut alpha: i32, beta: i32, depth: u32, ply: i32) -> i32 {
        if depth == 0 {
            return self.look();
        }
        let key = self.grid.key();
        if let Some(&(known, value, bound)) = self.seen.get(&key)
            && known >= depth
            && (bound == 0 || (bound > 0 && value >= beta) || (bound < 0 && value <= alpha))
        {
            return value;
        }
        let (first, mut best) = (alpha, -WIN);
        for index in self.moves() {
            let value = self.after(index, -beta, -alpha, depth, ply);
            if self.stopped {
                return 0;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        // A board without points near stones is drawn or empty.
        let best = if best == -WIN { 0 } else { best };
        let bound = i8::from(best >= beta) - i8::from(best <= first);
        if self.seen.len() < MOST_SEEN && best.abs() < WON {
            self.seen.insert(key, (depth, best, bound));
        }
        best
    }

    /// The static value: the worth of the best point to the mover, minus the worth of the
    /// opponent's best point to the opponent.
    fn look(&self) -> i32 {
        let own = self.grid.to_move();
        let (mut mine, mut theirs) = (0, 0);
        for index in self.grid.candidates() {
            mine = mine.max(self.grid.own_score(index, own));
            theirs = theirs.max(self.grid.own_score(index, !own));
        }
        // The mover is ahead by a tempo: a four of the mover comes before one of the opponent.
        mine - theirs / 2
    }

    /// The best looking points, best first.
    fn moves(&self) -> Vec<Index> {
        let own = self.grid.to_move();
        let mut points: Vec<(i32, Index)> =
            self.grid.candidates().map(|index| (self.grid.score(index, own), index)).collect();
        let order = |&(score, index): &(i32, Index)| (Reverse(score), index);
        if points.len() > self.reach.width {
            points.select_nth_unstable_by_key(self.reach.width - 1, order);
            points.truncate(self.reach.width);
        }
        points.sort_unstable_by_key(order);
        points.into_iter().map(|(_, index)| index).collect()
    }
}
