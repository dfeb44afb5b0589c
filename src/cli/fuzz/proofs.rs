//! Proofs of whole games: certificates and journals.

use std::path::Path;

use tengen_engine::search::StopFlag;
use tengen_study::prove::certificate::Certificate;
use tengen_study::prove::checked_entries::CheckJournal;
use tengen_study::prove::checker::{self, Check};
use tengen_study::prove::claim::ProofClaim;
use tengen_study::prove::finding::ExpansionFinding;
use tengen_study::prove::graph::ProofGraph;
use tengen_study::prove::key::ProofFrame;
use tengen_study::prove::replay::Replay;
use tengen_study::prove::{extract, journal, picture, search};

/// Checks on boards with more points take too long.
const LARGEST: usize = 225;

/// The text with the correct checksum in its last line.
pub(super) fn sealed(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let body = text.strip_suffix('\n').unwrap_or(&text);
    let body = &body[..body.rfind('\n').map_or(0, |end| end + 1)];
    format!("{body}{{\"crc32\":\"{:08x}\"}}\n", crc32fast::hash(body.as_bytes())).into_bytes()
}

/// A certificate: writing it gives the same text, and it is checked as far as possible without a
/// search.
pub(super) fn certificate(text: &str) -> bool {
    let Ok(certificate) = Certificate::read(text) else { return false };
    let position = certificate.position().expect("the reader has looked at it");
    let again = Certificate::read(&certificate.write(&ProofFrame::of(&position)));
    assert_eq!(again.ok().as_ref(), Some(&certificate));
    if position.size().area() <= LARGEST {
        let (stop, request) =
            (StopFlag::new(), Check { reply: None, threads: 1, replay: Replay::Full });
        stop.set();
        // Whether it holds is not tested here.
        let _ = checker::check(&certificate, &request, None, &stop, &mut |_, _| {});
    }
    true
}

/// The journal of a proof: its findings build a graph, from which a position to expand, a picture
/// and a certificate are taken.
pub(super) fn findings(bytes: &[u8]) -> bool {
    let path = Path::new("win.jsonl");
    let head = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let Ok(claim) = serde_json::from_slice::<ProofClaim>(head) else { return false };
    let Ok(position) = claim.to_position() else { return false };
    let Ok((events, _)) = journal::parse::<ExpansionFinding, ProofClaim>(bytes, path, &claim)
    else {
        return false;
    };
    let frame = ProofFrame::of(&position);
    let (root, _) = frame.canonical(&position);
    let mut graph = ProofGraph::new(frame, root, claim.attacker);
    let is_whole = search::enter_findings(&mut graph, &events).is_ok();
    if let Some(id) = graph.pick(ProofGraph::ROOT) {
        graph.release(id);
    }
    let _ = picture::draw(&graph, "");
    if let Some(certificate) = extract::certificate(&graph, &claim) {
        let text = certificate.write(graph.frame());
        assert_eq!(Certificate::read(&text).ok().as_ref(), Some(&certificate));
    }
    is_whole && !events.is_empty()
}

/// The journal of a check: its entries are added up.
pub(super) fn checked(bytes: &[u8]) -> bool {
    let read = CheckJournal::parse(bytes, Path::new("checked.jsonl"));
    read.is_ok_and(|(position, held)| checker::summary(&held, &position).entries > 0)
}
