//! What a thread learns in one search and carries over to the next.

use super::correction::Correction;
use super::history::History;

/// Experience with moves and with evaluations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Experience {
    /// Which moves caused cutoffs.
    pub history: History,
    /// Where the static evaluation errs.
    pub correction: Correction,
}

impl Experience {
    /// Halves everything learned before the next search.
    pub(crate) fn fade(&mut self) {
        self.history.fade();
        self.correction.fade();
    }
}
