//! A proof in a few bytes, for the built-in book.

use std::collections::BTreeSet;

use super::certificate::Certificate;
use super::checker::CheckReport;
use super::key::{ProofFrame, ProofKey};
use tengen_engine::board::Position;
use tengen_engine::rules::legality;
use tengen_records::book::packed::{PackError, Packer};

/// Packs the moves of the certificate, from the claim on, with the plies that the checker found.
///
/// # Errors
/// If the proof does not fit the format, or not all of it was checked.
pub fn packed(
    certificate: &Certificate,
    report: &CheckReport,
    provenance: &str,
) -> Result<Vec<u8>, PackError> {
    let root = certificate.position().map_err(|_| PackError::Gap)?;
    let (packer, first) = Packer::new(&root, provenance)?;
    let frame = ProofFrame::of(&root);
    let mut walk = Walk { certificate, report, frame, packer, written: BTreeSet::new() };
    walk.tree(&first)?;
    Ok(walk.packer.finish())
}

struct Walk<'a> {
    certificate: &'a Certificate,
    report: &'a CheckReport,
    frame: ProofFrame,
    packer: Packer,
    written: BTreeSet<ProofKey>,
}

impl Walk<'_> {
    /// Writes the tree of a position. The recursion is not deep: each level adds two stones.
    fn tree(&mut self, position: &Position) -> Result<(), PackError> {
        let (key, by) = self.frame.canonical(position);
        let entry = self.certificate.entries.get(&key).zip(self.report.distances.get(&key));
        let (&play, &plies) = entry.ok_or(PackError::Gap)?;
        let play = by.inverse().apply(play, self.frame.size());
        self.packer.win(play, plies)?;
        self.written.insert(key);
        let mut moved = position.clone();
        // The checker has played this move.
        let _ = moved.play(play);
        for reply in legality::legal_moves(&moved) {
            let mut after = moved.clone();
            let _ = after.play(reply);
            let (key, _) = self.frame.canonical(&after);
            if self.certificate.entries.contains_key(&key) && !self.written.contains(&key) {
                self.packer.reply(reply);
                self.tree(&after)?;
            }
        }
        self.packer.end();
        Ok(())
    }
}
