//! The search for the proof that one side wins: its graph, its journal and its advice.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use thiserror::Error;

use super::advice::Advice;
use super::certificate::{Certificate, CertificateError};
use super::claim::ProofClaim;
use super::expand::ExpansionEffort;
use super::extract;
use super::finding::ExpansionFinding;
use super::graph::{GraphError, ProofGraph, ProofNodeId};
use super::journal::{self, LineJournal, LineJournalError};
use super::key::ProofFrame;
use super::search::{self, ProofOutcome, ProofProgress, SearchError, Setting};
use tengen_engine::board::{Position, Symmetry, notation};
use tengen_engine::search::StopFlag;
use tengen_engine::types::{Color, Coord};

/// Why a claim cannot be searched.
#[derive(Debug, Error)]
pub enum ClaimSearchError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] LineJournalError),
    /// A certificate to add is damaged.
    #[error("'{file}': {error}")]
    Certificate {
        /// Name of the file.
        file: String,
        error: CertificateError,
    },
    /// A finding of a journal does not fit.
    #[error("'{file}', line {line}: {error}")]
    Finding {
        /// The journal.
        file: String,
        /// The line, counted from 1.
        line: usize,
        error: GraphError,
    },
    /// The search ended in error.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The requested reply is not legal, or threats refute it.
    #[error(
        "--reply {reply}, expected a legal reply to {first}, the first move of the search, that threats do not refute at once"
    )]
    Reply {
        /// The point.
        reply: String,
        /// The first move.
        first: String,
    },
    /// There is no move to reply to.
    #[error(
        "--reply {reply}, expected a position that is not decided at once: threats win it, or the attacker cannot win; search without --reply"
    )]
    NoFirstMove {
        /// The point.
        reply: String,
    },
}

/// What one slice of a search may use.
#[derive(Clone, Debug)]
pub(crate) struct Slice<'a> {
    /// Workers.
    pub threads: usize,
    /// What an expansion may spend.
    pub effort: &'a ExpansionEffort,
    /// When it ends.
    pub deadline: Option<Instant>,
    /// After how many expansions it ends.
    pub expansions: Option<u64>,
}

/// A claim and its search.
#[derive(Debug)]
pub(crate) struct ClaimSearch {
    pub claim: ProofClaim,
    /// What is known.
    pub graph: ProofGraph,
    journal: LineJournal<ExpansionFinding>,
    advice: Arc<Advice>,
    /// Stones and nodes of this run.
    pub nodes: u64,
    /// The position to prove: the claim, or what follows one reply.
    from: Option<ProofNodeId>,
    /// The symmetry that maps the position of the claim to its canonical image.
    by: Symmetry,
}

impl ClaimSearch {
    /// The claim that `attacker` wins, with the journal of that name, continued if `resume`.
    ///
    /// # Errors
    /// If the journal cannot be used.
    pub(crate) fn open(
        position: &Position,
        attacker: Color,
        path: &Path,
        resume: bool,
    ) -> Result<Self, ClaimSearchError> {
        let claim = ProofClaim::new(position, attacker);
        let frame = ProofFrame::of(position);
        let (root, by) = frame.canonical(position);
        let mut graph = ProofGraph::new(frame, root, attacker);
        let journal = if resume {
            let (journal, events) = LineJournal::resume(path, &claim)?;
            enter_findings(&mut graph, path, &events)?;
            journal
        } else {
            LineJournal::create(path, &claim)?
        };
        let advice = Arc::default();
        Ok(Self { claim, graph, journal, advice, nodes: 0, from: Some(ProofGraph::ROOT), by })
    }

    /// Adds the findings of another machine's journal of the same claim, or the moves of a
    /// certificate. A certificate for another rule or another empty board only gives advice.
    ///
    /// # Errors
    /// If it is neither.
    pub(crate) fn add(&mut self, path: &Path) -> Result<(), ClaimSearchError> {
        let bytes = journal::bytes(path)?;
        let events = if Certificate::begins(&bytes) {
            let certificate = self.certificate(&bytes, path)?;
            if certificate.claim != self.claim {
                let added = Arc::make_mut(&mut self.advice).add(certificate);
                let at = |error| ClaimSearchError::Certificate {
                    file: path.display().to_string(),
                    error,
                };
                return added.map_err(|error| at(CertificateError::Position(error)));
            }
            extract::findings(&certificate, self.graph.frame())
        } else {
            journal::parse(&bytes, path, &self.claim)?.0
        };
        // Invalid findings must not get into the journal.
        enter_findings(&mut self.graph, path, &events)?;
        for event in &events {
            self.journal.append(event)?;
        }
        Ok(())
    }

    /// The certificate of a claim like this one in the bytes of a file.
    fn certificate(&self, bytes: &[u8], path: &Path) -> Result<Certificate, ClaimSearchError> {
        let file = || path.display().to_string();
        let read = Certificate::read(&String::from_utf8_lossy(bytes));
        let certificate =
            read.map_err(|error| ClaimSearchError::Certificate { file: file(), error })?;
        if !certificate.claim.is_like(&self.claim) {
            let seen = certificate.claim.to_string();
            let expected = self.claim.to_string();
            return Err(
                LineJournalError::Different { path: path.to_owned(), seen, expected }.into()
            );
        }
        Ok(certificate)
    }

    /// Restricts the search to one reply to the attacker's first move.
    pub(crate) fn restrict(&mut self) {
        self.from = None;
    }

    /// Searches until the claim is decided, or the slice ends.
    ///
    /// # Errors
    /// If the journal cannot be written, or there is no such reply.
    pub(crate) fn search(
        &mut self,
        reply: Option<Coord>,
        slice: &Slice<'_>,
        stop: &StopFlag,
        report: &(dyn Fn(&ProofGraph, &ProofProgress) + Sync),
    ) -> Result<ProofOutcome, ClaimSearchError> {
        let from = match (self.from, reply) {
            (None, Some(reply)) => match self.after(reply, slice, stop, report)? {
                Some(from) => from,
                None => return Ok(ProofOutcome::Unknown),
            },
            (from, _) => from.unwrap_or(ProofGraph::ROOT),
        };
        self.from = Some(from);
        self.run(from, slice, stop, report)
    }

    fn run(
        &mut self,
        from: ProofNodeId,
        slice: &Slice<'_>,
        stop: &StopFlag,
        report: &(dyn Fn(&ProofGraph, &ProofProgress) + Sync),
    ) -> Result<ProofOutcome, ClaimSearchError> {
        let setting = Setting {
            threads: slice.threads,
            effort: slice.effort.clone(),
            advice: Arc::clone(&self.advice),
            deadline: slice.deadline,
            expansions: slice.expansions,
            from,
        };
        let journal = Some(&mut self.journal);
        let (outcome, progress) = search::run(&mut self.graph, journal, &setting, stop, report)?;
        self.nodes += progress.nodes;
        Ok(outcome)
    }

    /// The position after a reply to the attacker's first move, both expanded; `None` if that was
    /// stopped. The reply is a point of the claim's position, the graph has canonical images.
    fn after(
        &mut self,
        reply: Coord,
        slice: &Slice<'_>,
        stop: &StopFlag,
        report: &(dyn Fn(&ProofGraph, &ProofProgress) + Sync),
    ) -> Result<Option<ProofNodeId>, ClaimSearchError> {
        let size = self.graph.frame().size();
        let name = |coord| notation::name(coord, size);
        if !self.expand(ProofGraph::ROOT, slice, stop, report)? {
            return Ok(None);
        }
        let root = self.graph.node(ProofGraph::ROOT);
        let Some(&(play, id)) = root.children.first() else {
            return Err(ClaimSearchError::NoFirstMove { reply: name(reply) });
        };
        if !self.expand(id, slice, stop, report)? {
            return Ok(None);
        }
        let frame = self.graph.frame();
        let root = frame.position(&self.graph.node(ProofGraph::ROOT).key);
        let (key, turn) = frame.after(&root, play);
        let position = frame.position(&key);
        let image = turn.apply(self.by.apply(reply, size), size);
        let found = position.is_empty_at(image).then(|| frame.after(&position, image).0);
        let first = self.by.inverse().apply(play, size);
        found
            .and_then(|key| self.graph.find(&key))
            .map(Some)
            .ok_or_else(|| ClaimSearchError::Reply { reply: name(reply), first: name(first) })
    }

    /// Expands a position whose moves are not known; `false` if that was stopped.
    fn expand(
        &mut self,
        id: ProofNodeId,
        slice: &Slice<'_>,
        stop: &StopFlag,
        report: &(dyn Fn(&ProofGraph, &ProofProgress) + Sync),
    ) -> Result<bool, ClaimSearchError> {
        if self.graph.node(id).children.is_empty() {
            let single = Slice { threads: 1, expansions: Some(1), ..slice.clone() };
            self.run(id, &single, stop, report)?;
        }
        let has_moves = !self.graph.node(id).children.is_empty();
        let is_late = || slice.deadline.is_some_and(|end| Instant::now() >= end);
        let is_stopped = stop.is_set() || is_late();
        Ok(has_moves || !is_stopped)
    }
}

fn enter_findings(
    graph: &mut ProofGraph,
    path: &Path,
    events: &[ExpansionFinding],
) -> Result<(), ClaimSearchError> {
    search::enter_findings(graph, events).map_err(|(number, error)| ClaimSearchError::Finding {
        file: path.display().to_string(),
        // The claim is the first line.
        line: number + 2,
        error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::finding::{FindingKind, ThreatWin};
    use tengen_engine::types::{BoardSize, Rule};

    /// A position that is not its canonical image.
    const TURNED: &str = "h8a1h7a15";

    fn turned() -> (Position, tempfile::TempDir, ClaimSearch) {
        let mut position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
        for coord in notation::parse_moves(TURNED, position.size()).unwrap() {
            position.play(coord).unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("win.jsonl");
        let side = ClaimSearch::open(&position, Color::Black, &path, false).unwrap();
        (position, folder, side)
    }

    fn find(side: &mut ClaimSearch, reply: Coord) -> Result<Option<ProofNodeId>, ClaimSearchError> {
        let effort = ExpansionEffort { hash_mb: 1, ..ExpansionEffort::default() };
        let slice = Slice { threads: 1, effort: &effort, deadline: None, expansions: None };
        side.after(reply, &slice, &StopFlag::new(), &|_, _| {})
    }

    #[test]
    fn a_reply_is_a_point_of_the_position_as_it_was_given() {
        let (mut position, _folder, mut side) = turned();
        let size = position.size();
        let point = |name: &str| notation::parse(name, size).unwrap();
        let frame = side.graph.frame().clone();
        // A finding of moves in an image of the position.
        let images = |position: &Position, moves: &[&str]| {
            let (key, by) = frame.canonical(position);
            let image = |name: &&str| (notation::name(by.apply(point(name), size), size), 1);
            (key, moves.iter().map(image).collect::<Vec<_>>())
        };
        assert_ne!(images(&position, &["i9"]).1[0].0, "i9");
        let (key, moves) = images(&position, &["i9"]);
        side.graph.apply(&key, &FindingKind::Attack { moves, widen: None }).unwrap();
        position.play(point("i9")).unwrap();
        let (key, replies) = images(&position, &["j10", "g7"]);
        side.graph.apply(&key, &FindingKind::Defense { replies, untried: Vec::new() }).unwrap();
        for reply in ["j10", "g7"] {
            let mut after = position.clone();
            after.play(point(reply)).unwrap();
            let expected = side.graph.find(&frame.canonical(&after).0);
            assert!(expected.is_some());
            assert_eq!(find(&mut side, point(reply)).unwrap(), expected, "{reply}");
        }
        let error = find(&mut side, point("i9")).unwrap_err().to_string();
        assert!(
            error.starts_with("--reply i9, expected a legal reply to i9, the first"),
            "{error}"
        );
    }

    #[test]
    fn a_win_by_threats_alone_has_no_move_to_reply_to() {
        let (_, _folder, mut side) = turned();
        let key = side.graph.node(ProofGraph::ROOT).key.clone();
        let win = ThreatWin { plies: 5, stones: 1 };
        side.graph.apply(&key, &FindingKind::Win { win }).unwrap();
        let error = find(&mut side, Coord::new(1, 14)).unwrap_err().to_string();
        let expected = "--reply b1, expected a position that is not decided at once: threats win";
        assert!(error.starts_with(expected), "{error}");
    }
}
