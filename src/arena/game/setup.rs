//! What a game is played with: the setup that all games of a match share, and one pairing of the
//! schedule.

use super::adjudication::Adjudication;
use super::referee::GameRules;
use crate::player::{ManagerOptions, PlayerSpec};
use tengen_records::Opening;

/// What all games of a match have in common.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// The manager's options.
    pub manager: ManagerOptions,
    /// Rule, board and ends of games.
    pub rules: GameRules,
    /// Whether the players choose their opening by swap2.
    pub swap2: bool,
    /// The rules for ending games early.
    pub adjudication: Adjudication,
    /// Whether processes are reused for all games; otherwise each game starts new ones.
    pub reuses_processes: bool,
    /// Whether raw dialogues are saved.
    pub keeps_dialogues: bool,
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
    /// The opening.
    pub opening: Opening,
}
