//! Sealed books of checked proofs, made without a map from keys to records.

use super::{RECORD, SealedBook, hash_of, record_of, row_of};
use crate::book::key::Canonical;
use crate::book::proved::{Verdicts, nearness};
use crate::book::record::Record;
use tengen_engine::board::Position;

/// What checked proofs say, as records of a sealed book: much faster than
/// [`ProvedRecords`](crate::book::proved::ProvedRecords), but positions that share a hash are one
/// here.
#[derive(Debug, Default)]
pub(crate) struct ProvedRows {
    rows: Vec<[u8; RECORD]>,
}

impl Verdicts for ProvedRows {
    fn enter(&mut self, position: &Position, record: Record) {
        let canonical = Canonical::of(position);
        self.rows.push(row_of(canonical.key.hash(), &record.image(&canonical)));
    }
}

impl SealedBook {
    /// Seals what proofs say.
    pub(crate) fn of_proofs(provenance: String, proved: ProvedRows) -> Self {
        let mut records = proved.rows;
        // Stable: of equally near results of one position the first counts.
        records.sort_by_key(hash_of);
        records.dedup_by(|other, kept| {
            let nearness = |row: &[u8; RECORD]| record_of(row).and_then(|record| nearness(&record));
            let is_same = hash_of(other) == hash_of(kept);
            if is_same && nearness(other) > nearness(kept) {
                *kept = *other;
            }
            is_same
        });
        Self { provenance, records, openings: Vec::new() }
    }
}
