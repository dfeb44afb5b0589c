//! Alpha-beta: negamax without searching what cannot matter.
//!
//! Two bounds go down the tree, both in the view of the player to move:
//! * *alpha*: what I am already sure of, by a move searched before;
//! * *beta*: what the opponent is already sure to hold me down to, by a move of theirs, higher up.
//!
//! ```text
//!              a             after 2a, the player at a is sure of -1.
//!            /   \           At 2b the opponent's first answer is worth 2 to the opponent,
//!          2a     2b         that is -2 or less to the player at a, who has better already.
//!         /  \   / | \       Whatever the other two answers are worth: 2b will not be played.
//!       -1   1  2  x  x      They are cut off, unseen.
//! ```
//!
//! At 2b that reads: beta is 1, an answer worth 2 was found, 2 >= beta, so stop. The value at the
//! root is exactly the one that negamax finds. How much is saved depends on the order of the moves:
//! with the best move always first, about the square root of the nodes is left. Before:
//! `negamax.rs`; next: `selective.rs`, which orders the moves.
//!
//! Imports `game`, `settings`, `transposition_table` and `observer` of this module.
//!
//! CITE: D. Knuth and R. Moore, "An analysis of alpha-beta pruning", 1975,
//! <https://www.chessprogramming.org/Alpha-Beta>.

use super::game::{DemoGame, INFINITY};
use super::observer::{Bounds, SearchObserver, Why};
use super::settings::{DemoResult, SearchSettings};
use super::transposition_table::TranspositionTable;

/// The value of the position in the view of the player to move, and the move that reaches it.
pub fn alphabeta<G: DemoGame, W: SearchObserver<G::Move>>(
    game: &mut G,
    settings: SearchSettings,
    observer: &mut W,
) -> DemoResult<G::Move> {
    // Nothing beats a win: with the best value as beta, a win found cuts off the rest by itself.
    let best = if settings.stop_at_best { G::BEST } else { INFINITY };
    let bounds = Bounds { alpha: -best, beta: best };
    let mut search = AlphaBeta { game, table: TranspositionTable::new(settings.table), observer };
    search.value(settings.depth, bounds)
}

struct AlphaBeta<'a, G: DemoGame, W> {
    game: &'a mut G,
    table: TranspositionTable<G::Key>,
    observer: &'a mut W,
}

impl<G: DemoGame, W: SearchObserver<G::Move>> AlphaBeta<'_, G, W> {
    /// Exact if it lies between the bounds; at or below alpha it is an upper bound, at or above
    /// beta a lower bound. Neither needs to be more precise.
    fn value(&mut self, depth: u32, bounds: Bounds) -> DemoResult<G::Move> {
        // 1. Is there nothing to search? Then the value is known at once.
        if let Some(value) = self.value_at_once(depth, bounds) {
            return DemoResult { value, best: None };
        }
        let mut found = DemoResult { value: -INFINITY, best: None };
        let mut alpha = bounds.alpha;
        let moves = self.game.moves();
        for (index, &chosen) in moves.iter().enumerate() {
            // 2. The opponent searches with the same window, seen from the other side.
            let window = Bounds { alpha, beta: bounds.beta };
            self.observer.step(chosen);
            self.game.place(chosen);
            let value = -self.value(depth - 1, window.turned()).value;
            self.game.undo();
            // 3. Better than all before? Then it is what we are sure of now.
            if value > found.value {
                found = DemoResult { value, best: Some(chosen) };
                alpha = alpha.max(value);
            }
            // 4. More than the opponent will allow: this node will not be reached. Stop.
            if value >= bounds.beta {
                self.observer.cut(&moves[index + 1..]);
                break;
            }
        }
        // 5. Store it, with what the bounds say about it.
        self.table.store(self.game.key(), depth, bounds, found.value);
        self.observer.leave(found.value, Why::Moves);
        found
    }

    /// The value of a node that needs no search: game over, depth used up, or seen before.
    fn value_at_once(&mut self, depth: u32, bounds: Bounds) -> Option<i32> {
        let to_move = self.game.to_move();
        self.observer.enter(to_move, bounds);
        let (value, why) = if let Some(outcome) = self.game.outcome() {
            (outcome * to_move.sign(), Why::End)
        } else if depth == 0 {
            (self.game.estimate() * to_move.sign(), Why::Depth)
        } else {
            (self.table.find(self.game.key(), depth, bounds)?, Why::Table)
        };
        self.observer.leave(value, why);
        Some(value)
    }
}
