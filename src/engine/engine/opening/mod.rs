//! The engine's choices in an opening: where the first stones go, which color to take, how many
//! fifth stones to ask for, which to offer and which to pick.
//!
//! Most opening rules let one participant *divide* (place a stone) and the other *choose* (a
//! color). The divider wants a position worth 0, which the search finds by its balance goals; the
//! chooser takes the side with the positive value. Where a participant divides again before the
//! last choice of colors, the chooser's role is never the worse one: the engine takes it, unless
//! the position can be divided evenly; then the roles are equal and the seed decides.
//!
//! `n` offered fifth stones are worth the `n`-th best of them to black, since white picks.

mod advisor;
mod fifth;
#[cfg(test)]
mod tests;

use self::advisor::Advisor;
use super::Engine;
use crate::engine::level::Level;
use crate::rules::opening::{OpeningChoice, OpeningPhase};
use crate::search::{Limits, StopFlag};
use crate::util::clock::Clock;
use crate::util::rng::Rng;

/// Nodes for one turn in an opening if the limits set no bound.
const NODES: u64 = 200_000;

impl Engine {
    /// Makes all choices of the participant who is to choose, until the other one is or the opening
    /// is over; empty only if the opening is over. They are legal in this order.
    ///
    /// All searches together stay within the limits (200,000 nodes if those set none). Every level
    /// chooses by the full search on boards that it supports; on larger boards the seed decides.
    /// The same opening, node limit and `seed` give the same choices to a new engine.
    pub fn choose_opening(
        &mut self,
        opening: &OpeningPhase,
        limits: &Limits,
        stop: &StopFlag,
        seed: u64,
    ) -> Vec<OpeningChoice> {
        self.advise(opening, limits, stop, seed, usize::MAX)
    }

    /// Makes the next choice, and those that belong to it: for callers who ask again for what
    /// follows a color.
    pub fn choose_next(
        &mut self,
        opening: &OpeningPhase,
        limits: &Limits,
        stop: &StopFlag,
        seed: u64,
    ) -> Vec<OpeningChoice> {
        self.advise(opening, limits, stop, seed, 1)
    }

    /// Choices of the participant who is to choose, until there are `enough`.
    fn advise(
        &mut self,
        opening: &OpeningPhase,
        limits: &Limits,
        stop: &StopFlag,
        seed: u64,
        enough: usize,
    ) -> Vec<OpeningChoice> {
        let before = self.options.clone();
        // Only the full level plays from a book.
        self.options.book = before.book.clone().filter(|_| before.level.is_full());
        self.options.level = Level::Full;
        let mut limits = limits.clone();
        let is_bounded = limits.turn.is_some() || limits.left.is_some() || limits.depth.is_some();
        if !is_bounded && limits.nodes.is_none() {
            limits.nodes = Some(NODES);
        }
        let mut opening = opening.clone();
        let mut made = Vec::new();
        if let Some(own) = opening.chooser() {
            // Later choices of one turn draw other numbers.
            let rng = Rng::stream(seed, opening.history().len() as u64);
            let start = self.clock.now();
            let mut advisor =
                Advisor { engine: self, limits: &limits, stop, seed, start, nodes: 0, rng };
            while opening.chooser() == Some(own) && made.len() < enough {
                advisor.advance(&mut opening, &mut made);
            }
        }
        self.options = before;
        made
    }
}
