//! How much of a win the check plays out.

use serde::{Deserialize, Serialize};

/// Which replies are played out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Replay {
    /// Every one, at every move of a win.
    #[default]
    Full,
    /// Replies that can matter. The same as `Full` under renju, where every stone can matter
    /// because of forbidden points, and on boards over 22×22.
    Local,
}
