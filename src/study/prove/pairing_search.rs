//! Proves that a side cannot win: whatever it plays, a reply leads to a pairing that stops every
//! five.
//!
//! An exhaustive search over all moves of the attacker, to a small depth; for the defender some
//! replies are tried. It proves that small boards cannot be won. Sound under every rule, because it
//! counts any five consecutive stones as a win for the attacker.

use std::collections::HashMap;

use super::pairing::{self, cells};
use super::runs::Runs;
use tengen_engine::board::Position;
use tengen_engine::search::StopFlag;
use tengen_engine::types::Color;

/// Replies of the defender that are tried.
const WIDTH: usize = 8;
/// Tries for each pairing.
const STEPS: u64 = 300;
/// Most moves of the attacker before a pairing.
const DEPTH: u32 = 5;

/// Whether the attacker cannot win, as far as `positions` positions show.
pub(crate) fn holds(position: &Position, attacker: Color, positions: u64, stop: &StopFlag) -> bool {
    let Some(runs) = Runs::of(position, attacker) else { return false };
    if position.rule().forbids(!attacker) || runs.masks.contains(&0) {
        return false;
    }
    let known = HashMap::new();
    let mut search = PairingSearch { runs: &runs.masks, known, left: positions, stop };
    (1..=DEPTH).any(|depth| match position.to_move() == attacker {
        true => search.attack(0, 0, depth),
        false => search.defend(0, 0, depth),
    })
}

struct PairingSearch<'a> {
    runs: &'a [u128],
    /// Positions with the attacker to move, by their stones: whether the defender is safe there,
    /// and the depth of the search that found out.
    known: HashMap<(u128, u128), (bool, u32)>,
    left: u64,
    stop: &'a StopFlag,
}

impl PairingSearch<'_> {
    /// The runs without a stone of the defender.
    fn open(&self, defender: u128) -> impl Iterator<Item = u128> {
        self.runs.iter().copied().filter(move |run| run & defender == 0)
    }

    /// The attacker to move; the masks are the stones placed since the beginning.
    fn attack(&mut self, attacker: u128, defender: u128, depth: u32) -> bool {
        match self.known.get(&(attacker, defender)) {
            Some((true, _)) => return true,
            Some(&(false, searched)) if searched >= depth => return false,
            _ => {}
        }
        if self.left == 0 || self.stop.is_set() {
            return false;
        }
        self.left -= 1;
        let is_held = self.search(attacker, defender, depth);
        // An interrupted search shows nothing.
        if is_held || (self.left > 0 && !self.stop.is_set()) {
            self.known.insert((attacker, defender), (is_held, depth));
        }
        is_held
    }

    /// Searches an unknown position with the attacker to move.
    fn search(&mut self, attacker: u128, defender: u128, depth: u32) -> bool {
        let open: Vec<u128> = self.open(defender).map(|run| run & !attacker).collect();
        if open.iter().any(|run| run.count_ones() < 2) {
            return false;
        }
        let free = open.iter().fold(0u128, |all, run| all | run);
        if pairing::cover_all(open, STEPS).is_some() {
            return true;
        }
        // A move outside all open runs is a pass, and any other move is better than a pass.
        depth > 0 && cells(free).all(|play| self.defend(attacker | play, defender, depth - 1))
    }

    /// The defender to move.
    fn defend(&mut self, attacker: u128, defender: u128, depth: u32) -> bool {
        let open: Vec<u128> = self.open(defender).map(|run| run & !attacker).collect();
        if open.contains(&0) {
            return false;
        }
        let fives =
            open.iter().filter(|run| run.count_ones() == 1).fold(0u128, |all, run| all | run);
        let free = if fives == 0 { open.iter().fold(0u128, |all, run| all | run) } else { fives };
        if fives.count_ones() > 1 {
            return false;
        }
        let weight = |cell: u128| -> u64 {
            let through = open.iter().filter(|&run| run & cell != 0);
            through.map(|run| 1u64 << (2 * (5 - run.count_ones()))).sum()
        };
        let mut replies: Vec<u128> = cells(free).collect();
        replies.sort_by_key(|&reply| std::cmp::Reverse(weight(reply)));
        // Without an open run every reply holds.
        replies.is_empty()
            || replies
                .into_iter()
                .take(WIDTH)
                .any(|reply| self.attack(attacker, defender | reply, depth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::notation::parse_picture;
    use tengen_engine::types::{BoardSize, Rule};

    fn held(position: &Position) -> bool {
        holds(position, Color::Black, 20_000, &StopFlag::new())
    }

    #[test]
    fn the_board_of_six_is_held_and_that_of_fifteen_is_not() {
        let empty = |side| Position::new(Rule::Freestyle, BoardSize::square(side).unwrap());
        assert!(held(&empty(6)));
        assert!(!held(&empty(15)));
    }

    #[test]
    fn an_open_three_is_not_held_by_the_side_to_wait_and_a_lone_four_is() {
        let three = "
            . . . . . . .
            . . X X X . .
            . . . . . . .
            . O . O . O .
            . . . . . . .";
        let mut position = parse_picture(Rule::Freestyle, three).unwrap();
        position.set_to_move(Color::Black);
        assert!(!held(&position));
        let four = "
            O X X X X .
            . . . . . .
            . O . . O .
            . . . . . .
            . . O . . .";
        let mut position = parse_picture(Rule::Freestyle, four).unwrap();
        position.set_to_move(Color::White);
        assert!(held(&position));
        position.set_to_move(Color::Black);
        assert!(!held(&position));
    }
}
