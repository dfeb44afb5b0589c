//! The limits of a person's clock: time per game, per move and added with each move, as on the page, but
//! nothing is added for the choices of an opening.

use serde::{Deserialize, Serialize};

/// The time of each person, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PersonClock {
    /// For all moves together, the choices of an opening included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_ms: Option<u64>,
    /// For each move or choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_ms: Option<u64>,
    /// Added to the time of the game after each move; not after the choices of an opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
}

impl PersonClock {
    /// Whether there is a limit.
    pub fn is_set(&self) -> bool {
        self.match_ms.is_some() || self.turn_ms.is_some()
    }

    /// What is left to a person who has used `used_ms` with `moves` moves before this turn, and
    /// `turn_ms` in it; `None` without a limit.
    pub(super) fn left_ms(&self, used_ms: u64, moves: u64, turn_ms: u64) -> Option<u64> {
        let added = self.increment_ms.unwrap_or(0).saturating_mul(moves);
        let of_game = self
            .match_ms
            .map(|all| all.saturating_add(added).saturating_sub(used_ms).saturating_sub(turn_ms));
        let of_turn = self.turn_ms.map(|all| all.saturating_sub(turn_ms));
        of_game.into_iter().chain(of_turn).min()
    }
}
