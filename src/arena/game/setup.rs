//! What a game is played with: the setup that all games of a match share, and one pairing of the
//! schedule.

use super::adjudication::Adjudication;
use super::referee::GameRules;
use crate::player::{ManagerOptions, Order, PlayerSpec};
use tengen_engine::types::Color;
use tengen_engine::util::rng::Rng;
use tengen_records::Opening;

/// What all games of a match have in common.
#[derive(Clone, Debug)]
pub struct MatchGames {
    pub players: Vec<PlayerSpec>,
    pub manager: ManagerOptions,
    /// Rule, board and ends of games.
    pub rules: GameRules,
    /// Whether the players choose their opening by swap2.
    pub swap2: bool,
    /// The rules for ending games early.
    pub adjudication: Adjudication,
    /// What the players' seeds follow from; `None`: they draw their own.
    pub seed: Option<u64>,
    /// Whether processes are reused for all games; otherwise each game starts new ones.
    pub reuses_processes: bool,
    /// Whether raw dialogues are saved.
    pub keeps_dialogues: bool,
}

impl MatchGames {
    /// What the seeds that players are sent follow from. The judge sends none, and a strict manager
    /// nothing beyond the protocol that was not asked for.
    pub(crate) fn sent_seed(&self) -> Option<u64> {
        let sends = self.manager.order == Order::Gui && !self.manager.is_strict;
        self.seed.filter(|_| sends)
    }

    /// The memory in bytes at which players without a limit are ended.
    pub fn memory_cap(&self) -> Option<u64> {
        self.players.iter().filter_map(|player| player.limits.memory_cap).min()
    }

    /// The seed that a player is sent before a game. It follows from the game alone, so that a match
    /// in parts is the same as in one.
    pub(super) fn seed_of(&self, game: u64, color: Color) -> Option<u32> {
        let seed = self.sent_seed()?;
        let number = game.wrapping_mul(2).wrapping_add(color.index() as u64);
        // Positive in 32 bits: players may read no more.
        Some((Rng::stream(seed, number).next_u64() >> 33) as u32)
    }
}

/// One game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number, counted from 1.
    pub game: u64,
    /// Its round, counted from 1.
    pub round: u64,
    /// Its pair of games with swapped colors, counted from 1.
    pub pair: u64,
    /// The player of the black stones (under swap2 the one who proposes).
    pub black: usize,
    /// The other player.
    pub white: usize,
    pub opening: Opening,
}
