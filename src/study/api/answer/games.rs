//! Answers about games as text and about the library.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::base64::Base64;
use serde_with::serde_as;

use crate::api::reading_note::ReadingNote;
use tengen_records::game_format::GameFormat;
use tengen_records::game_json::GameSpec;

/// The result of `import`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Imported {
    /// The format that was read.
    pub format: GameFormat,
    /// How many games the file contains.
    pub total: usize,
    /// The games; the last thousand if there are more.
    pub games: Vec<GameSpec>,
    /// The places in `games`, from 0, of those that name no rule known here: they have the one of the
    /// request. Without it there was no time to find out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleless: Option<Vec<usize>>,
    /// Lines or parts that were skipped, and why: the sentences of `notes`, without `assumed`.
    pub skipped: Vec<String>,
    /// What the user should know, the most serious first.
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<ReadingNote>,
}

/// The result of `export`.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Exported {
    /// The format.
    pub format: GameFormat,
    /// The contents of the file, if the format is text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The bytes of the file in base64, if it is not.
    #[serde_as(as = "Option<Base64>")]
    #[schemars(with = "Option<String>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Vec<u8>>,
    /// What the format cannot store.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<String>,
}

/// The result of `games`, by its `action`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "action", rename_all = "lowercase")]
pub enum GamesReport {
    /// The games, the newest first.
    List(GamesList),
    /// A game.
    Load {
        /// Its number.
        number: u64,
        /// The game.
        game: Box<GameSpec>,
    },
    /// The game is saved.
    Save {
        /// Its number.
        number: u64,
        /// The file of the library.
        file: String,
        /// What the library cannot store.
        #[serde(skip_serializing_if = "Option::is_none")]
        lost: Option<String>,
    },
    /// The games are deleted.
    Delete {
        /// The numbers of the games.
        numbers: Vec<u64>,
    },
}

/// The games of the library, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GamesList {
    /// The file of the library.
    pub file: String,
    /// How many games the library contains.
    pub total: usize,
    /// The games requested.
    pub games: Vec<GameHead>,
    /// Lines that were skipped, and why.
    pub skipped: Vec<String>,
}

/// A game of the library without its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameHead {
    /// Its number.
    pub number: u64,
    /// When it began, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The player of the black stones.
    pub black: String,
    /// The player of the white stones.
    pub white: String,
    /// The rule.
    pub rule: String,
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// How many stones were placed.
    pub moves: usize,
    /// `black`, `white`, `draw` or `unfinished`; of a game that was saved without one, the board's.
    pub result: String,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The number of a newer game with the same moves, rule, board, players and end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<u64>,
}
