//! A file in which a person has saved the game, to be recognized later.

use serde::{Deserialize, Serialize};

/// A file in which a person has saved the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedFile {
    /// Its absolute path.
    pub path: String,
    /// Whether it holds the variations and the comments, too.
    #[serde(rename = "whole")]
    pub is_whole: bool,
    /// The CRC-32 of its contents; `None` for a library of games.
    pub checksum: Option<u32>,
}
