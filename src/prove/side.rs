//! One claim of a run, that one side wins: its graph, its journal and its advice.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use thiserror::Error;

use super::advice::Advice;
use super::certificate::{Certificate, CertificateError};
use super::claim::Claim;
use super::event::Event;
use super::expand::Effort;
use super::extract;
use super::graph::{Graph, GraphError, Id};
use super::journal::{self, Journal, JournalError};
use super::key::Frame;
use super::search::{self, Outcome, Progress, SearchError, Setting};
use crate::board::{Position, notation};
use crate::search::StopFlag;
use crate::types::{Color, Coord};

/// Why a claim cannot be searched.
#[derive(Debug, Error)]
pub(crate) enum SideError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A certificate to add is damaged.
    #[error("'{file}': {error}")]
    Certificate {
        /// The file.
        file: String,
        /// What is wrong.
        error: CertificateError,
    },
    /// A finding of a journal does not fit.
    #[error("'{file}', line {line}: {error}")]
    Finding {
        /// The journal.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
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
}

/// What one slice of a search may use.
#[derive(Clone, Debug)]
pub(crate) struct Slice<'a> {
    /// Workers.
    pub threads: usize,
    /// What an expansion may spend.
    pub effort: &'a Effort,
    /// When it ends.
    pub deadline: Option<Instant>,
    /// After how many expansions it ends.
    pub expansions: Option<u64>,
}

/// A claim and its search.
#[derive(Debug)]
pub(crate) struct Side {
    /// The claim.
    pub claim: Claim,
    /// What is known.
    pub graph: Graph,
    journal: Journal<Event>,
    advice: Arc<Advice>,
    /// Stones and nodes of this run.
    pub nodes: u64,
    /// The position to prove: the claim, or what follows one reply.
    from: Option<Id>,
}

impl Side {
    /// The claim that `attacker` wins, with the journal of that name, continued if `resume`.
    ///
    /// # Errors
    /// If the journal cannot be used.
    pub(crate) fn open(
        position: &Position,
        attacker: Color,
        path: &Path,
        resume: bool,
    ) -> Result<Self, SideError> {
        let claim = Claim::new(position, attacker);
        let frame = Frame::of(position);
        let (root, _) = frame.canonical(position);
        let mut graph = Graph::new(frame, root, attacker);
        let journal = if resume {
            let (journal, events) = Journal::resume(path, &claim)?;
            enter_findings(&mut graph, path, &events)?;
            journal
        } else {
            Journal::create(path, &claim)?
        };
        let advice = Arc::default();
        Ok(Self { claim, graph, journal, advice, nodes: 0, from: Some(Graph::ROOT) })
    }

    /// Adds the findings of another machine's journal of the same claim, or the moves of a
    /// certificate. A certificate for another rule or another empty board only gives advice.
    ///
    /// # Errors
    /// If it is neither.
    pub(crate) fn add(&mut self, path: &Path) -> Result<(), SideError> {
        let bytes = journal::bytes(path)?;
        let events = if Certificate::begins(&bytes) {
            let certificate = self.certificate(&bytes, path)?;
            if certificate.claim != self.claim {
                let added = Arc::make_mut(&mut self.advice).add(certificate);
                let at = |error| SideError::Certificate { file: path.display().to_string(), error };
                return added.map_err(|error| at(error.into()));
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
    fn certificate(&self, bytes: &[u8], path: &Path) -> Result<Certificate, SideError> {
        let file = || path.display().to_string();
        let read = Certificate::read(&String::from_utf8_lossy(bytes));
        let certificate = read.map_err(|error| SideError::Certificate { file: file(), error })?;
        if !certificate.claim.is_like(&self.claim) {
            let seen = certificate.claim.to_string();
            let expected = self.claim.to_string();
            return Err(JournalError::Different { path: path.to_owned(), seen, expected }.into());
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
        report: &(dyn Fn(&Graph, &Progress) + Sync),
    ) -> Result<Outcome, SideError> {
        let from = match (self.from, reply) {
            (None, Some(reply)) => match self.after(reply, slice, stop, report)? {
                Some(from) => from,
                None => return Ok(Outcome::Unknown),
            },
            (from, _) => from.unwrap_or(Graph::ROOT),
        };
        self.from = Some(from);
        self.run(from, slice, stop, report)
    }

    fn run(
        &mut self,
        from: Id,
        slice: &Slice<'_>,
        stop: &StopFlag,
        report: &(dyn Fn(&Graph, &Progress) + Sync),
    ) -> Result<Outcome, SideError> {
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

    /// The position after a reply to the attacker's first move, expanded on the way there; `None` if
    /// that was stopped.
    fn after(
        &mut self,
        reply: Coord,
        slice: &Slice<'_>,
        stop: &StopFlag,
        report: &(dyn Fn(&Graph, &Progress) + Sync),
    ) -> Result<Option<Id>, SideError> {
        let single = Slice { threads: 1, expansions: Some(1), ..slice.clone() };
        let is_late = || slice.deadline.is_some_and(|end| Instant::now() >= end);
        let mut id = Graph::ROOT;
        let mut first = "the position".to_owned();
        loop {
            if self.graph.node(id).children.is_empty() {
                self.run(id, &single, stop, report)?;
                if self.graph.node(id).children.is_empty() && (stop.is_set() || is_late()) {
                    return Ok(None);
                }
            }
            let node = self.graph.node(id);
            if !self.graph.is_attack(id) {
                break;
            }
            let Some(&(play, child)) = node.children.first() else { break };
            first = notation::name(play, self.graph.frame().size());
            id = child;
        }
        let frame = self.graph.frame();
        let position = frame.position(&self.graph.node(id).key);
        let found = position.is_empty_at(reply).then(|| frame.after(&position, reply).0);
        let reply = || notation::name(reply, frame.size());
        found
            .and_then(|key| self.graph.find(&key))
            .map(Some)
            .ok_or_else(|| SideError::Reply { reply: reply(), first })
    }
}

fn enter_findings(graph: &mut Graph, path: &Path, events: &[Event]) -> Result<(), SideError> {
    search::enter_findings(graph, events).map_err(|(number, error)| SideError::Finding {
        file: path.display().to_string(),
        // The claim is the first line.
        line: number + 2,
        error,
    })
}
