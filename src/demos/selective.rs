//! Two ideas of early programs for games too large to be searched completely, each of which can be
//! switched on and off: *order* the moves by a shallower search, and keep only the best *width* of
//! them.
//!
//! ```text
//!   a node to be searched 5 plies deep, and its moves
//!
//!   as generated        order: rated by a            width 3: only the best
//!                       search two plies shallower   three are searched
//!     m1                  m4   +90                     m4
//!     m2                  m2   +10                     m2
//!     m3                  m5     0                     m5
//!     m4                  m1   -20                     x  never searched:
//!     m5                  m3  -400                     x  what if m3 was a sacrifice that wins?
//! ```
//!
//! *Order* loses nothing: alpha-beta finds the same value, and the better the first move, the more
//! of the others it cuts off. It must only cost less than it saves. *Width* saves far more and can
//! lose everything: a move that looks bad two plies early but is good at full depth is never
//! searched. `xiangqi::compare` counts both side by side and shows a position in which width misses
//! a win.
//!
//! Imports `game` and `observer` of this module.
//!
//! CITE: C. Shannon, "Programming a computer for playing chess", 1950 (his strategy of type B),
//! <https://www.chessprogramming.org/Type_B_Strategy>.

use std::num::NonZeroUsize;

use super::game::{DemoGame, INFINITY};
use super::observer::{Bounds, SearchObserver, Why};

/// Moves are rated only at nodes that are to be searched at least this deep; nearer to the leaves,
/// two plies less would leave no search.
pub const RATED_DEPTH: u32 = 3;

/// Which of the two ideas are switched on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ideas {
    /// Rate moves by a search two plies shallower than their own, and try the best first. Without
    /// it they are tried as generated, or, if a width asks for a rating, in the order of the
    /// estimate right after them.
    pub order: bool,
    /// Search only this many moves per node.
    pub width: Option<NonZeroUsize>,
}

/// What a search found: the value in the view of the player to move, and the moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M> {
    pub value: i32,
    /// The best play of both sides as far as it was searched.
    pub moves: Vec<M>,
}

/// Alpha-beta over the given moves of the position (those that the rules allow; deeper down
/// [`DemoGame::moves`] decides), `depth` plies deep, at least 1.
pub fn choose<G: DemoGame, W: SearchObserver<G::Move>>(
    game: &mut G,
    moves: Vec<G::Move>,
    depth: u32,
    ideas: Ideas,
    observer: &mut W,
) -> Variation<G::Move> {
    observer.enter(game.to_move(), Bounds::OPEN);
    let mut search = Selective { game, ideas, observer };
    search.best_of(moves, depth.max(1), Bounds::OPEN)
}

struct Selective<'a, G: DemoGame, W> {
    game: &'a mut G,
    ideas: Ideas,
    observer: &'a mut W,
}

impl<G: DemoGame, W: SearchObserver<G::Move>> Selective<'_, G, W> {
    fn line(&mut self, depth: u32, bounds: Bounds) -> Variation<G::Move> {
        let to_move = self.game.to_move();
        self.observer.enter(to_move, bounds);
        let (value, why) = if let Some(outcome) = self.game.outcome() {
            (outcome, Why::End)
        } else if depth == 0 {
            (self.game.estimate(), Why::Depth)
        } else {
            let moves = self.game.moves();
            return self.best_of(moves, depth, bounds);
        };
        let value = value * to_move.sign();
        self.observer.leave(value, why);
        Variation { value, moves: Vec::new() }
    }

    /// Steps 2 to 4 of `alphabeta.rs`, also returning the line of best play.
    fn best_of(&mut self, moves: Vec<G::Move>, depth: u32, bounds: Bounds) -> Variation<G::Move> {
        let moves = self.worth_searching(moves, depth);
        let mut best = Variation { value: -INFINITY, moves: Vec::new() };
        let mut alpha = bounds.alpha;
        for (index, &chosen) in moves.iter().enumerate() {
            let window = Bounds { alpha, beta: bounds.beta };
            let behind = self.after(chosen, depth - 1, window);
            if behind.value > best.value {
                let line = std::iter::once(chosen).chain(behind.moves).collect();
                best = Variation { value: behind.value, moves: line };
                alpha = alpha.max(best.value);
            }
            if best.value >= bounds.beta {
                self.observer.cut(&moves[index + 1..]);
                break;
            }
        }
        self.observer.leave(best.value, Why::Moves);
        best
    }

    /// What a move leads to, in the view of the player who makes it.
    fn after(&mut self, chosen: G::Move, depth: u32, window: Bounds) -> Variation<G::Move> {
        self.observer.step(chosen);
        self.game.place(chosen);
        let Variation { value, moves } = self.line(depth, window.turned());
        self.game.undo();
        Variation { value: -value, moves }
    }

    /// The two ideas: the moves in the order to try them, limited to the width.
    fn worth_searching(&mut self, moves: Vec<G::Move>, depth: u32) -> Vec<G::Move> {
        if depth < RATED_DEPTH || self.ideas == Ideas::default() {
            return moves;
        }
        // A move is searched `depth - 1` plies deep, and rated two plies shallower. Every rating is
        // exact, because moves are compared with each other and not with a window.
        let rating_depth = if self.ideas.order { depth - RATED_DEPTH } else { 0 };
        let mut rated: Vec<(i32, G::Move)> = moves
            .into_iter()
            .map(|chosen| (self.after(chosen, rating_depth, Bounds::OPEN).value, chosen))
            .collect();
        // Stable, so equal moves stay as generated and every run is the same.
        rated.sort_by_key(|&(rating, _)| -rating);
        let width = self.ideas.width.map_or(usize::MAX, NonZeroUsize::get);
        rated.into_iter().take(width).map(|(_, chosen)| chosen).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::SearchCounts;
    use crate::tictactoe::TicTacToe;

    fn value(depth: u32, ideas: Ideas) -> (i32, u64) {
        let mut game = TicTacToe::default();
        let (moves, mut counts) = (game.moves(), SearchCounts::default());
        (choose(&mut game, moves, depth, ideas, &mut counts).value, counts.nodes)
    }

    #[test]
    fn ordering_changes_no_value_and_the_line_leads_to_it() {
        for depth in 1..=9 {
            let plain = value(depth, Ideas::default()).0;
            assert_eq!(plain, value(depth, Ideas { order: true, width: None }).0, "depth {depth}");
        }
        let mut game = TicTacToe::default();
        let moves = game.moves();
        let line = choose(&mut game, moves, 9, Ideas { order: true, width: None }, &mut ());
        for &chosen in &line.moves {
            game.place(chosen);
        }
        assert_eq!((line.moves.len(), game.outcome()), (9, Some(line.value)));
    }

    #[test]
    fn a_narrow_width_visits_fewer_nodes() {
        let width = NonZeroUsize::new(2);
        let (_, narrow) = value(9, Ideas { order: false, width });
        let (_, wide) = value(9, Ideas::default());
        assert!(narrow < wide, "{narrow} {wide}");
    }
}
