//! What a thread learns while it searches and keeps from one search to the next.

use super::correction::Correction;
use super::history::History;

/// Experience with moves and with evaluations.
#[derive(Clone, Debug, Default)]
pub struct Experience {
    /// Which moves refuted something.
    pub history: History,
    /// Where the static evaluation errs.
    pub correction: Correction,
}

impl Experience {
    /// Lets old experience fade before the next search.
    pub fn fade(&mut self) {
        self.history.fade();
        self.correction.fade();
    }
}
