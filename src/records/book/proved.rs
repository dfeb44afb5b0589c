//! Records of positions that a proof decides.

use std::collections::BTreeMap;

use super::key::{Canonical, Key};
use super::record::{Bound, Label, Record, Trust};
use tengen_engine::board::Position;
use tengen_engine::types::{Coord, Score};

/// Collects the verdicts of a checked proof.
pub trait Verdicts {
    /// Enters a record. Of two records of one position the result nearer to the end of the game
    /// counts, of equal ones the first.
    fn enter(&mut self, position: &Position, record: Record);

    /// Enters a position that the side to move wins with `play` in at most `plies` plies.
    fn won(&mut self, position: &Position, play: Coord, plies: u32) {
        self.enter(position, Record { best: Some(play), ..record(Label::Win, plies) });
    }

    /// Enters a position that the side to move loses in at most `plies` plies.
    fn lost(&mut self, position: &Position, plies: u32) {
        self.enter(position, record(Label::Loss, plies));
    }
}

/// What a checked proof says, as records.
#[derive(Debug, Default)]
pub struct ProvedRecords {
    records: BTreeMap<Key, Record>,
}

impl Verdicts for ProvedRecords {
    fn enter(&mut self, position: &Position, record: Record) {
        let canonical = Canonical::of(position);
        let record = record.image(&canonical);
        let is_better = self
            .records
            .get(&canonical.key)
            .is_none_or(|known| nearness(&record) > nearness(known));
        if is_better {
            self.records.insert(canonical.key, record);
        }
    }
}

impl IntoIterator for ProvedRecords {
    type Item = (Key, Record);
    type IntoIter = std::collections::btree_map::IntoIter<Key, Record>;

    fn into_iter(self) -> Self::IntoIter {
        self.records.into_iter()
    }
}

/// How near a proved result is to the end of the game: the greater, the nearer.
pub(super) fn nearness(record: &Record) -> Option<u16> {
    record.value.map(i16::unsigned_abs)
}

fn record(label: Label, plies: u32) -> Record {
    let mate = Score::MATE.saturating_sub(i32::try_from(plies).unwrap_or(i32::MAX)) as i16;
    let (value, bound) = match label {
        Label::Loss => (-mate, Bound::Upper),
        _ => (mate, Bound::Lower),
    };
    Record { label, trust: Trust::Checker, value: Some(value), bound, ..Record::default() }
}
