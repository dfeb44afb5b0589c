//! Minimax, as in every textbook: a function for Max, a function for Min.
//!
//! ```text
//!            Max to move            Max picks the largest value below: 1
//!           /           \
//!     Min: -1           Min: 1      Min picks the smallest value below
//!     /     \           /    \
//!   -1       1         2      1     the values of finished games, in Max's view
//! ```
//!
//! Max looks at all of its moves, asks Min what each leads to, and keeps the largest answer. Min
//! does the same with the smallest. The two functions call each other until the game is over, so
//! the recursion visits the whole tree of the game. Next: `negamax.rs`, the same with one function.
//!
//! Imports `game`, `settings`, `transposition_table` and `observer` of this module.
//!
//! CITE: J. von Neumann, "Zur Theorie der Gesellschaftsspiele", 1928 (the value of such a game),
//! <https://www.chessprogramming.org/Minimax>.

use super::game::{DemoGame, INFINITY, Player};
use super::observer::{Bounds, SearchObserver, Why};
use super::settings::{DemoResult, SearchSettings};
use super::transposition_table::TranspositionTable;

/// The value of the position in the view of the player to move, and the move that reaches it.
pub(crate) fn minimax<G: DemoGame, W: SearchObserver<G::Move>>(
    game: &mut G,
    settings: SearchSettings,
    observer: &mut W,
) -> DemoResult<G::Move> {
    let to_move = game.to_move();
    let mut search =
        Minimax { game, settings, table: TranspositionTable::new(settings.table), observer };
    let found = match to_move {
        Player::Max => search.max_value(settings.depth),
        Player::Min => search.min_value(settings.depth),
    };
    DemoResult { value: found.value * to_move.sign(), best: found.best }
}

struct Minimax<'a, G: DemoGame, W> {
    game: &'a mut G,
    settings: SearchSettings,
    table: TranspositionTable<G::Key>,
    observer: &'a mut W,
}

// Internally, every value is in Max's view.
impl<G: DemoGame, W: SearchObserver<G::Move>> Minimax<'_, G, W> {
    /// The largest value that Max can reach from here.
    fn max_value(&mut self, depth: u32) -> DemoResult<G::Move> {
        // 1. Is there nothing to search? Then the value is known at once.
        if let Some(value) = self.value_at_once(depth) {
            return DemoResult { value, best: None };
        }
        // 2. Try every move, let Min answer, keep the largest.
        let mut found = DemoResult { value: -INFINITY, best: None };
        let moves = self.game.moves();
        for (index, &chosen) in moves.iter().enumerate() {
            self.observer.step(chosen);
            self.game.place(chosen);
            let value = self.min_value(depth - 1).value;
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
        self.remember(depth, found)
    }

    /// The smallest value that Min can reach from here: the mirror image of `max_value`.
    fn min_value(&mut self, depth: u32) -> DemoResult<G::Move> {
        if let Some(value) = self.value_at_once(depth) {
            return DemoResult { value, best: None };
        }
        let mut found = DemoResult { value: INFINITY, best: None };
        let moves = self.game.moves();
        for (index, &chosen) in moves.iter().enumerate() {
            self.observer.step(chosen);
            self.game.place(chosen);
            let value = self.max_value(depth - 1).value;
            self.game.undo();
            if value < found.value {
                found = DemoResult { value, best: Some(chosen) };
            }
            if self.settings.stop_at_best && value == -G::BEST {
                self.observer.cut(&moves[index + 1..]);
                break;
            }
        }
        self.remember(depth, found)
    }

    /// The value of a node that needs no search: game over, depth used up, or seen before.
    fn value_at_once(&mut self, depth: u32) -> Option<i32> {
        self.observer.enter(self.game.to_move(), Bounds::OPEN);
        let (value, why) = if let Some(outcome) = self.game.outcome() {
            (outcome, Why::End)
        } else if depth == 0 {
            (self.game.estimate(), Why::Depth)
        } else {
            (self.table.find(self.game.key(), depth, Bounds::OPEN)?, Why::Table)
        };
        self.observer.leave(value * self.game.to_move().sign(), why);
        Some(value)
    }

    /// Writes the value into the table on the way out.
    fn remember(&mut self, depth: u32, found: DemoResult<G::Move>) -> DemoResult<G::Move> {
        self.table.store(self.game.key(), depth, Bounds::OPEN, found.value);
        self.observer.leave(found.value * self.game.to_move().sign(), Why::Moves);
        found
    }
}
