//! How the arena treats players: which order of commands, how strict, what is billed.

use std::time::Duration;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// Which manager's order of commands the arena follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// As GUIs and most managers do: the player is started before the game, START is answered with
    /// OK, the INFO lines follow, then BEGIN, TURN or BOARD.
    #[default]
    Gui,
    /// As the Gomocup judge does: the player is started at its own first move, START and the INFO
    /// lines are sent at once without waiting for OK, and the first request is BOARD even on an
    /// empty board. Start-up is billed to the first move.
    Judge,
}

/// The end of a line that is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum LineEnd {
    /// As on Windows.
    #[default]
    Crlf,
    /// As elsewhere.
    Lf,
}

impl LineEnd {
    /// The characters.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            LineEnd::Crlf => "\r\n",
            LineEnd::Lf => "\n",
        }
    }
}

/// The options of a match, the same for all players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManagerOptions {
    /// The order of commands.
    pub order: Order,
    /// Whether a line that is not an answer loses at once, as in Piskvork; otherwise it is ignored,
    /// as the judge and c-gomoku-cli do.
    pub is_strict: bool,
    /// Whether players are suspended while the opponent searches.
    pub suspends: bool,
    /// In the judge's order: how long the player stays suspended between its launch and its first
    /// move. The judge suspends it until the opponent has moved; zero: not suspended.
    pub freezes_start: Duration,
    /// Whether the time until OK is billed to the player's game clock, as Piskvork does.
    /// (Under [`Order::Judge`] start-up is part of the first move anyway.)
    pub bills_start: bool,
    /// The end of a line that is sent: CR LF as the protocol says, or LF.
    pub line_end: &'static str,
    /// The value of `INFO game_type`.
    pub game_type: u32,
    /// How long a player may take from START to OK.
    pub start_limit: Duration,
    /// How long a player may take from END to its exit before it is killed.
    pub end_grace: Duration,
}

impl Default for ManagerOptions {
    fn default() -> Self {
        Self {
            order: Order::Gui,
            is_strict: false,
            suspends: false,
            freezes_start: Duration::ZERO,
            bills_start: false,
            line_end: "\r\n",
            game_type: 2,
            start_limit: Duration::from_secs(10),
            end_grace: Duration::from_millis(500),
        }
    }
}
