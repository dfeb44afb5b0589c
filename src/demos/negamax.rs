//! Negamax: minimax with one function instead of two.
//!
//! What is good for one player is exactly as bad for the other. So every node returns its value in
//! the view of *the player to move there*. Then the value of a move is minus the value of the node
//! after it, and both players do the same: take the largest.
//!
//! ```text
//!          to move: Max   value  1 = max(-(-1), -(1)) = max(1, -1)
//!          /           \
//!     Min: -1          Min: 1       each in the view of the player to move there
//! ```
//!
//! It visits exactly the nodes that minimax visits, in the same order. Before: `minimax.rs`; next:
//! `alphabeta.rs`, which visits far fewer.
//!
//! Imports `game`, `settings`, `transposition_table` and `observer` of this module.
//!
//! CITE: D. Knuth and R. Moore, "An analysis of alpha-beta pruning", 1975 (section 2),
//! <https://www.chessprogramming.org/Negamax>.

use super::game::{DemoGame, INFINITY};
use super::observer::{Bounds, SearchObserver, Why};
use super::settings::{DemoResult, SearchSettings};
use super::transposition_table::TranspositionTable;

/// The value of the position in the view of the player to move, and the move that reaches it.
pub(crate) fn negamax<G: DemoGame, W: SearchObserver<G::Move>>(
    game: &mut G,
    settings: SearchSettings,
    observer: &mut W,
) -> DemoResult<G::Move> {
    Negamax { game, settings, table: TranspositionTable::new(settings.table), observer }
        .value(settings.depth)
}

struct Negamax<'a, G: DemoGame, W> {
    game: &'a mut G,
    settings: SearchSettings,
    table: TranspositionTable<G::Key>,
    observer: &'a mut W,
}

impl<G: DemoGame, W: SearchObserver<G::Move>> Negamax<'_, G, W> {
    fn value(&mut self, depth: u32) -> DemoResult<G::Move> {
        // 1. Is there nothing to search? Then the value is known at once.
        if let Some(value) = self.value_at_once(depth) {
            return DemoResult { value, best: None };
        }
        // 2. Try every move; the opponent's gain after it is our loss.
        let mut found = DemoResult { value: -INFINITY, best: None };
        let moves = self.game.moves();
        for (index, &chosen) in moves.iter().enumerate() {
            self.observer.step(chosen);
            self.game.place(chosen);
            let value = -self.value(depth - 1).value;
            self.game.undo();
            if value > found.value {
                found = DemoResult { value, best: Some(chosen) };
            }
            // 3. Nothing beats a win: the branch ends early.
            if self.settings.stop_at_best && value == G::BEST {
                self.observer.cut(&moves[index + 1..]);
                break;
            }
        }
        // 4. Store it for the next time this position comes up.
        self.table.store(self.game.key(), depth, Bounds::OPEN, found.value);
        self.observer.leave(found.value, Why::Moves);
        found
    }

    /// The value of a node that needs no search: game over, depth used up, or seen before.
    fn value_at_once(&mut self, depth: u32) -> Option<i32> {
        let to_move = self.game.to_move();
        self.observer.enter(to_move, Bounds::OPEN);
        // The game's values are in Max's view, negamax needs the mover's: hence the sign.
        let (value, why) = if let Some(outcome) = self.game.outcome() {
            (outcome * to_move.sign(), Why::End)
        } else if depth == 0 {
            (self.game.estimate() * to_move.sign(), Why::Depth)
        } else {
            (self.table.find(self.game.key(), depth, Bounds::OPEN)?, Why::Table)
        };
        self.observer.leave(value, why);
        Some(value)
    }
}
