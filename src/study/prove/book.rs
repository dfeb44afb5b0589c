//! A proof as a sealed book: the attacker plays it, and both sides see who wins and how soon.

use super::certificate::Certificate;
use super::checker::CheckReport;
use super::key::ProofFrame;
use tengen_records::book::engine_name;
use tengen_records::book::proved::{ProvedRecords, Verdicts};
use tengen_records::book::sealed::SealedBook;

/// The provenance of the book.
pub fn provenance(certificate: &Certificate) -> String {
    let (claim, sum) = (&certificate.claim, certificate.checksum());
    format!("proof that {claim}, certificate with CRC-32 {sum}, by {}", engine_name())
}

/// The book of what the checker verified: each entry as a win, and the position after its move as a
/// loss, both with an upper bound of the plies. Positions after replies that lose to threats are
/// not in it: the engine finds those wins itself.
///
/// # Errors
/// The hash, if two positions share one.
pub fn sealed(
    certificate: &Certificate,
    report: &CheckReport,
    provenance: String,
) -> Result<SealedBook, u64> {
    let Ok(root) = certificate.position() else { return SealedBook::new(provenance, []) };
    let frame = ProofFrame::of(&root);
    let mut records = ProvedRecords::default();
    for (key, &plies) in &report.distances {
        let Some(&play) = certificate.entries.get(key) else { continue };
        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
        let mut position = frame.position(key);
        records.won(&position, play, plies);
        // The checker has played this move.
        let _ = position.play(play);
        records.lost(&position, plies.saturating_sub(1));
    }
    SealedBook::new(provenance, records)
}
