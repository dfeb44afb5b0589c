//! A proof as a sealed book: the attacker plays it, and both sides see who wins and how soon.

use std::collections::BTreeMap;

use super::certificate::Certificate;
use super::checker::Report;
use super::key::Frame;
use crate::board::Position;
use crate::book::key::{Canonical, Key};
use crate::book::record::{Bound, Label, Record, Trust};
use crate::book::sealed::Sealed;
use crate::types::Score;

/// The book of what the checker verified: each entry as a win, and the position after its move as a
/// loss, in at most so many plies. Positions after replies that lose to threats are not in it: the
/// engine finds those wins itself.
///
/// # Errors
/// The hash, if two positions share one.
pub(crate) fn sealed(
    certificate: &Certificate,
    report: &Report,
    provenance: String,
) -> Result<Sealed, u64> {
    let Ok(root) = certificate.position() else { return Sealed::new(provenance, []) };
    let frame = Frame::of(&root);
    let mut records: BTreeMap<Key, Record> = BTreeMap::new();
    for (key, &plies) in &report.distances {
        let Some(&play) = certificate.entries.get(key) else { continue };
        let mut position = frame.position(key);
        let won = Record { best: Some(play), ..record(Label::Win, plies) };
        enter(&mut records, &position, won);
        // The checker has played it.
        let _ = position.play(play);
        enter(&mut records, &position, record(Label::Loss, plies - 1));
    }
    Sealed::new(provenance, records)
}

fn record(label: Label, plies: u64) -> Record {
    let mate = Score::MATE.saturating_sub(i32::try_from(plies).unwrap_or(i32::MAX)) as i16;
    let (value, bound) = match label {
        Label::Loss => (-mate, Bound::Upper),
        _ => (mate, Bound::Lower),
    };
    Record { label, trust: Trust::Checker, value: Some(value), bound, ..Record::default() }
}

/// Adds what is known of a position; of two entries that lead to it the shorter win counts.
fn enter(records: &mut BTreeMap<Key, Record>, position: &Position, record: Record) {
    let canonical = Canonical::of(position);
    let record = record.image(&canonical);
    let is_better = records.get(&canonical.key).is_none_or(|known| {
        let nearness = |record: &Record| record.value.map(i16::unsigned_abs);
        nearness(&record) > nearness(known)
    });
    if is_better {
        records.insert(canonical.key, record);
    }
}
