//! What every search of this module takes and returns. Imports nothing.

/// What a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// Plies to look ahead; [`SearchSettings::TO_THE_END`] for all.
    pub depth: u32,
    /// End a branch as soon as the best possible ending is found in it.
    pub stop_at_best: bool,
    /// Use a table of seen positions. Only for games whose value does not depend on how a position
    /// was reached.
    pub table: bool,
}

impl SearchSettings {
    /// A depth that none of these games reaches.
    pub(crate) const TO_THE_END: u32 = u32::MAX;
}

impl Default for SearchSettings {
    /// The whole tree, nothing left out.
    fn default() -> Self {
        Self { depth: Self::TO_THE_END, stop_at_best: false, table: false }
    }
}

/// What a search found, in the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoResult<M> {
    pub value: i32,
    /// The first move that reaches it; `None` if nothing was searched.
    pub best: Option<M>,
}
