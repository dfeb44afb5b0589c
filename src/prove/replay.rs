//! How much of a win a check plays out.

use serde::{Deserialize, Serialize};

/// Which replies are played out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Replay {
    /// Every one, at every move of a win.
    #[default]
    Full,
    /// Those that can matter. Under renju, whose forbidden points make every stone matter, and on
    /// boards over 22×22, the same as `Full`.
    Local,
}
