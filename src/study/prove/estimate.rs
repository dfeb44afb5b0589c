//! Initial estimates of the cost of a proof, in expansions.
//!
//! Only their relative size matters. In 15×15 freestyle, of 1,376 positions with four stones, the
//! attacker to move, the search saw a mate in 1,153, and after nearly all of its moves 0 to 2
//! replies were left to expand; so a position with three stones and its 222 replies takes about
//! 1,300 expansions.

use tengen_engine::types::Score;

/// The cost behind a move of the attacker that the search believes to mate.
pub(super) const MATE: u32 = 3;
/// The cost behind any other move, by the stones after it. The search sees a mate in nearly every
/// position of a proof, so other positions are expensive, especially if it searched long for a
/// mate. With 10 to 30 here, the first search of 15×15 got lost at 40 stones: each position looked
/// as if one more expansion would suffice; with 200, another one preferred a move with a reply that
/// has no mate after 400 million nodes to a move that mates after every reply. The values decrease
/// from the third stone on, so that a wrong turn is abandoned near its end first (2026-11-25).
const fn quiet(stones: usize) -> f64 {
    match stones {
        0..=1 => 100_000.0,
        2..=3 => 5000.0,
        4..=5 => 4000.0,
        6..=7 => 1600.0,
        8..=9 => 640.0,
        _ => 256.0,
    }
}

/// A position with this number of stones, the defender to move, and the value for the attacker.
pub(super) fn after_move(stones: usize, value: Score) -> u32 {
    if value.0 >= Score::MATE_THRESHOLD {
        return MATE;
    }
    let doubt = 0.5 + 3.0 * (1.0 - value.win_rate());
    // A value that means a certain loss is a hint, not a proof.
    let doubt = if value.0 <= -Score::MATE_THRESHOLD { 50.0 } else { doubt };
    (quiet(stones) * doubt) as u32
}

/// The cost of trying moves other than an advised one, by the stones after it.
pub(super) fn without_advice(stones: usize) -> u32 {
    (quiet(stones) * 1.25) as u32
}

/// The move of this rank, counted from 0, where the best one costs `best`.
pub(super) fn of_rank(best: u32, rank: usize) -> u32 {
    best.saturating_add(best.saturating_mul(rank as u32) / 2)
}

/// A position with this number of stones, the attacker to move, that the solver's first attempt did
/// not win.
pub(super) fn after_reply(stones: usize) -> u32 {
    match stones {
        0..=2 => 1300,
        3..=4 => 6,
        5..=6 => 4,
        _ => 3,
    }
}

/// The cost after a reply on which the solver was not tried.
pub(super) fn untried(stones: usize) -> u32 {
    (after_reply(stones) / 3).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_values_and_more_stones_cost_less() {
        for stones in 1..12 {
            assert!(after_move(stones, Score(300)) < after_move(stones, Score(-300)));
            assert!(after_move(stones, Score(Score::MATE)) < after_move(stones, Score(6000)));
            assert!(after_move(stones + 1, Score(0)) <= after_move(stones, Score(0)));
            assert!(after_reply(stones + 1) <= after_reply(stones));
            assert!((1..=after_reply(stones)).contains(&untried(stones)));
        }
        assert!(of_rank(10, 3) > of_rank(10, 0));
        assert_eq!(of_rank(u32::MAX, 3), u32::MAX);
    }
}
