//! The leagues of Gomocup as its acceptance test plays them.
//!
//! CITE: GomocupJudge, test_zip_rules.py (May 2026), for times, memory and the value 8 of caro.

use std::fmt;
use std::time::Duration;

use tengen_engine::types::Rule;

/// The conditions of a league.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct League {
    /// The name on the command line.
    pub name: &'static str,
    pub rule: Rule,
    /// The side of the board.
    pub side: u8,
    /// Time for one move.
    pub turn: Duration,
    /// Time for a game.
    pub game: Duration,
}

impl League {
    /// Memory of a player and its children in bytes: 350 MiB.
    pub(crate) const MEMORY: u64 = 350 << 20;
    /// Most data that a player may keep in its folder, in bytes: 70 MiB.
    pub(crate) const FOLDER: u64 = 70 << 20;

    const fn new(name: &'static str, rule: Rule, side: u8, turn_s: u64, game_s: u64) -> Self {
        let (turn, game) = (Duration::from_secs(turn_s), Duration::from_secs(game_s));
        Self { name, rule, side, turn, game }
    }

    pub const ALL: [League; 6] = [
        League::new("freestyle20", Rule::Freestyle, 20, 30, 180),
        League::new("fastgame", Rule::Freestyle, 20, 5, 100),
        League::new("freestyle15", Rule::Freestyle, 15, 30, 180),
        League::new("standard15", Rule::Standard, 15, 30, 180),
        League::new("renju15", Rule::Renju, 15, 30, 180),
        League::new("caro15", Rule::Caro, 15, 30, 180),
    ];
}

impl fmt::Display for League {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
