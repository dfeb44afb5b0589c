//! Moves to try first where the search knows nothing better: those of a certificate of the same
//! position under another rule. Most wins of freestyle are wins of the other rules too.
//!
//! Advice proves nothing and is not written to the journal.

use std::collections::HashMap;

use super::certificate::Certificate;
use super::key::Key;
use crate::types::Coord;

/// The attacker's moves by position; points of the canonical position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Advice(HashMap<Key, Coord>);

impl Advice {
    /// Takes over the moves of a certificate. Of two moves for a position the first stays.
    pub(crate) fn add(&mut self, certificate: Certificate) {
        for (key, play) in certificate.entries {
            self.0.entry(key).or_insert(play);
        }
    }

    /// The move for a position.
    pub(crate) fn get(&self, key: &Key) -> Option<Coord> {
        self.0.get(key).copied()
    }
}
