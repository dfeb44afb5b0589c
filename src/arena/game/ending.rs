//! How a move ended its game: by the rules, or because both players agree about the result. The
//! game asks while it is played, the audit of a journal afterwards.

use super::adjudication::{Adjudication, Belief};
use super::referee::{Referee, RefereeEnd};
use tengen_engine::types::{Color, Coord};
use tengen_records::{PlayedMove, Verdict};

/// How the last of `moves` ended the game, if it did: the stone of `mover` on `last`, which the
/// referee has placed.
pub(crate) fn ending(
    referee: &Referee,
    adjudication: &Adjudication,
    moves: &[PlayedMove],
    (mover, last): (Color, Coord),
) -> Option<RefereeEnd> {
    referee.ending(last).or_else(|| {
        let stones = referee.position().stones().len();
        let winner = match adjudication.judge(moves, mover, stones)? {
            Belief::Win(color) => Some(color),
            Belief::Draw => None,
        };
        Some(RefereeEnd { verdict: Verdict::Adjudicated, winner, attempt: None, note: None })
    })
}
