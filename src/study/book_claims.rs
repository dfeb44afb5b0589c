//! Proves again what a store only claims.
//!
//! A result in a store that was not proved [here](tengen_records::book::here) is a claim. The
//! claims are examined one by one, positions with more stones first, so that what is proved about
//! later positions counts for earlier ones. A position is decided
//!
//! * if the game is over, the board is full, or pairings stop both sides;
//! * as a win, by a win by threats that is verified against every defense, or by a move to a
//!   position that is proved lost;
//! * as a loss, if every legal move makes no five and leads to a position that is proved won or
//!   that the opponent wins by threats.
//!
//! What was decided is stored as proved, with what it really is: a claim that was confirmed, or the
//! opposite of one that was refuted. What a limit leaves open stays a claim. The store itself is the
//! journal of what was decided; another journal has the claims that were left open.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::prove::draw::Draw;
use crate::prove::journal::{Head, LineJournal, LineJournalError};
use tengen_engine::board::Position;
use tengen_engine::rules::{legality, reference};
use tengen_engine::search::StopFlag;
use tengen_engine::threats::{SolveBudget, Task, ThreatKind, Watch};
use tengen_engine::types::{Color, Coord, Score};
use tengen_records::book::key::{Canonical, Key};
use tengen_records::book::overwrite::Overwrite;
use tengen_records::book::store::{Snapshot, Store};
use tengen_records::book::{BookError, Bound, Label, Record, Trust, engine_name};
use tengen_records::positions;

/// The version of the journal.
const VERSION: u32 = 1;

/// The longest time between two transactions: each takes some milliseconds.
const INTERVAL: Duration = Duration::from_secs(1);

/// Memory of the solver, in MiB.
const SOLVER_MB: u64 = 64;

/// The limits of an attempt: of one search for a win by threats, in the position itself or after
/// one of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimLimits {
    /// Stones that the solver may place.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub time_ms: Option<u64>,
}

/// The first line of the journal of open claims.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenHead {
    tengen_open_claims: u32,
    limits: ClaimLimits,
}

impl Head for OpenHead {}

impl fmt::Display for OpenHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = |limit: Option<u64>, unit| limit.map(|limit| format!("{limit} {unit}"));
        let ClaimLimits { nodes, time_ms } = self.limits;
        let limits = [limit(nodes, "nodes"), limit(time_ms, "ms")];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        let version = self.tengen_open_claims;
        write!(f, "claims left open (version {version}) with {}", limits.join(" and "))
    }
}

/// A line of the journal: a position whose claim was left open.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenClaim {
    open: String,
}

#[derive(Clone, Copy, Debug)]
pub struct ClaimRequest<'a> {
    /// The limits of an attempt.
    pub limits: ClaimLimits,
    /// The journal of claims that these limits leave open, which are not tried again.
    pub journal: Option<&'a Path>,
}

/// How the claims of a store were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClaimTally {
    /// Claims that there were.
    pub claims: u64,
    /// Proved as they are.
    pub confirmed: u64,
    /// The opposite is proved.
    pub refuted: u64,
    /// Left open by the limits, those of the journal included.
    pub open: u64,
}

impl ClaimTally {
    /// Claims that were examined.
    pub fn done(&self) -> u64 {
        self.confirmed + self.refuted + self.open
    }
}

/// A claim that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Refuted {
    pub position: Position,
    pub claimed: Label,
    pub proved: Label,
}

/// Why the examination failed.
#[derive(Debug, Error)]
pub enum ClaimsError {
    /// The store.
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    Journal(#[from] LineJournalError),
}

/// Examines every claim of a store until `stop` is set. `refuted` receives what is wrong; `tick` is
/// called after every claim.
///
/// # Errors
/// If the store or the journal cannot be read or written. What was decided before is stored.
pub fn verify(
    store: &Store,
    request: &ClaimRequest<'_>,
    stop: &StopFlag,
    refuted: &mut dyn FnMut(Refuted),
    tick: &mut dyn FnMut(&ClaimTally),
) -> Result<ClaimTally, ClaimsError> {
    let journal = request.journal.map(|path| OpenClaims::open(path, request.limits));
    let mut journal = journal.transpose()?;
    let mut known = Known::of(store)?;
    let claims = claims(&known.snapshot)?;
    let mut tally = ClaimTally { claims: claims.len() as u64, ..ClaimTally::default() };
    let examiner = Examiner { limits: request.limits, stop };
    for (key, claimed) in claims {
        // The store has read this key as a position before.
        let Some(position) = Key::position_of(key.bytes()) else { continue };
        let is_open = journal.as_ref().is_some_and(|journal| journal.has(&position));
        let truth = if is_open { None } else { examiner.truth(&position, claimed, &known)? };
        if stop.is_set() && truth.is_none() {
            break;
        }
        match truth {
            Some(truth) if truth.label == claimed => tally.confirmed += 1,
            Some(_) => tally.refuted += 1,
            None => tally.open += 1,
        }
        match truth {
            Some(truth) => {
                if truth.label != claimed {
                    let proved = truth.label;
                    refuted(Refuted { position: position.clone(), claimed, proved });
                }
                known.enter(key, truth.record(&position))?;
            }
            None if !is_open => {
                if let Some(journal) = &mut journal {
                    journal.add(&position)?;
                }
            }
            None => {}
        }
        tick(&tally);
    }
    known.write()?;
    Ok(tally)
}

/// The keys of the claims of a store, those with more stones first.
fn claims(snapshot: &Snapshot) -> Result<Vec<(Key, Label)>, BookError> {
    let mut claims = Vec::new();
    snapshot.each(|position, record| {
        if record.is_claimed_result() {
            claims.push((position.stones().len(), Canonical::of(&position).key, record.label));
        }
        Ok::<_, BookError>(())
    })?;
    // Stable: otherwise in the order of the keys.
    claims.sort_by_key(|(stones, ..)| Reverse(*stones));
    Ok(claims.into_iter().map(|(_, key, label)| (key, label)).collect())
}

/// The claims that were left open before.
struct OpenClaims {
    journal: LineJournal<OpenClaim>,
    positions: HashSet<String>,
}

impl OpenClaims {
    fn open(path: &Path, limits: ClaimLimits) -> Result<Self, LineJournalError> {
        let head = OpenHead { tengen_open_claims: VERSION, limits };
        let (journal, lines) = LineJournal::<OpenClaim>::resume(path, &head)?;
        Ok(Self { journal, positions: lines.into_iter().map(|line| line.open).collect() })
    }

    fn has(&self, position: &Position) -> bool {
        self.positions.contains(&positions::write(position))
    }

    fn add(&mut self, position: &Position) -> Result<(), LineJournalError> {
        self.journal.append(&OpenClaim { open: positions::write(position) })
    }
}

/// What the store knows, with the findings that are not written yet.
struct Known<'a> {
    store: &'a Store,
    snapshot: Snapshot,
    pending: HashMap<Key, Record>,
    written: Instant,
}

impl<'a> Known<'a> {
    fn of(store: &'a Store) -> Result<Self, BookError> {
        let snapshot = store.snapshot()?;
        Ok(Self { store, snapshot, pending: HashMap::new(), written: Instant::now() })
    }

    /// The proved record of a position.
    fn proved(&self, position: &Position) -> Result<Option<Record>, BookError> {
        let key = Canonical::of(position).key;
        let record = match self.pending.get(&key) {
            Some(record) => Some(record.clone()),
            None => self.snapshot.get(&key)?,
        };
        Ok(record.filter(Record::is_proved))
    }

    /// Enters a finding for the image of a position that has this key.
    fn enter(&mut self, key: Key, record: Record) -> Result<(), BookError> {
        self.pending.insert(key, record);
        if self.written.elapsed() >= INTERVAL { self.write() } else { Ok(()) }
    }

    /// Writes what is not written yet.
    fn write(&mut self) -> Result<(), BookError> {
        let pending = std::mem::take(&mut self.pending);
        self.store.write(|batch| {
            pending
                .into_iter()
                .try_for_each(|(key, record)| batch.put(&key, record, Overwrite::Better).map(drop))
        })?;
        self.snapshot = self.store.snapshot()?;
        self.written = Instant::now();
        Ok(())
    }
}

/// What is true of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Truth {
    label: Label,
    /// Plies to the end at most, if known; 0 of a draw.
    plies: Option<u32>,
    best: Option<Coord>,
}

impl Truth {
    fn of(label: Label, plies: Option<u32>) -> Self {
        Self { label, plies, best: None }
    }

    /// The record for the canonical image of the position.
    fn record(self, position: &Position) -> Record {
        let plies = self.plies.and_then(|plies| i32::try_from(plies).ok());
        let mate = plies.and_then(|plies| i16::try_from(Score::MATE - plies).ok());
        let (value, bound) = match self.label {
            Label::Win => (mate, Bound::Lower),
            Label::Loss => (mate.map(|mate| -mate), Bound::Upper),
            _ => (None, Bound::None),
        };
        let bound = if value.is_some() { bound } else { Bound::None };
        let (label, best, engine) = (self.label, self.best, engine_name());
        Record { label, value, bound, best, engine, trust: Trust::Solver, ..Record::default() }
            .image(&Canonical::of(position))
    }
}

/// Decides positions.
struct Examiner<'a> {
    limits: ClaimLimits,
    stop: &'a StopFlag,
}

impl Examiner<'_> {
    /// What is proved about a position; `None` if the limits or a stop leave it open.
    fn truth(
        &self,
        position: &Position,
        claimed: Label,
        known: &Known<'_>,
    ) -> Result<Option<Truth>, BookError> {
        if let Some(truth) = over(position) {
            return Ok(Some(truth));
        }
        if claimed == Label::Draw {
            let draw = Draw::find(position);
            if Color::BOTH.into_iter().all(|color| draw.stops(color)) {
                return Ok(Some(Truth::of(Label::Draw, None)));
            }
        }
        if let Some(truth) = self.by_a_known_move(position, known)? {
            return Ok(Some(truth));
        }
        if let Some(truth) = self.by_threats(position) {
            return Ok(Some(truth));
        }
        self.loss(position, known)
    }

    /// A win by a move to a position that is proved lost.
    fn by_a_known_move(
        &self,
        position: &Position,
        known: &Known<'_>,
    ) -> Result<Option<Truth>, BookError> {
        let mut best: Option<Truth> = None;
        for coord in legality::legal_moves(position) {
            let mut after = position.clone();
            let _ = after.play(coord);
            let Some(lost) = known.proved(&after)?.filter(|record| record.label == Label::Loss)
            else {
                continue;
            };
            let plies = plies(&lost).map(|plies| plies + 1);
            let truth = Truth { best: Some(coord), ..Truth::of(Label::Win, plies) };
            let length = |truth: &Truth| truth.plies.unwrap_or(u32::MAX);
            if best.is_none_or(|best| length(&truth) < length(&best)) {
                best = Some(truth);
            }
        }
        Ok(best)
    }

    /// A verified win by threats.
    fn by_threats(&self, position: &Position) -> Option<Truth> {
        let time = self.limits.time_ms.map(Duration::from_millis);
        let task = Task {
            kinds: ThreatKind::or_all(None),
            budget: SolveBudget {
                memory_mb: SOLVER_MB,
                ..SolveBudget::requested(self.limits.nodes, time)
            },
            threads: 1,
            deadline: None,
        };
        let watch = Watch { stop: self.stop.clone(), ..Watch::default() };
        let tree = task.solve(position, &watch).tree?;
        let best = tree.nodes.get(tree.root).map(|node| node.play);
        Some(Truth { best, ..Truth::of(Label::Win, u32::try_from(tree.plies()).ok()) })
    }

    /// A loss: every legal move fails.
    fn loss(&self, position: &Position, known: &Known<'_>) -> Result<Option<Truth>, BookError> {
        let moves = legality::legal_moves(position);
        if moves.is_empty() {
            // Forbidden points alone do not decide the game.
            return Ok(None);
        }
        // Unknown if the plies after a move are.
        let mut longest = Some(0);
        for coord in moves {
            let mut after = position.clone();
            let _ = after.play(coord);
            if reference::is_winning(&after, coord) {
                return Ok(Some(Truth { best: Some(coord), ..Truth::of(Label::Win, Some(1)) }));
            }
            let won = match known.proved(&after)? {
                Some(record) if record.label == Label::Win => Some(plies(&record)),
                Some(_) => None,
                None => self.by_threats(&after).map(|truth| truth.plies),
            };
            let Some(plies) = won else { return Ok(None) };
            longest = longest.zip(plies).map(|(longest, plies)| longest.max(plies + 1));
        }
        Ok(Some(Truth::of(Label::Loss, longest)))
    }
}

/// The result if the game is over.
fn over(position: &Position) -> Option<Truth> {
    if let Some((winner, _)) = reference::winner(position) {
        let label = if winner == position.to_move() { Label::Win } else { Label::Loss };
        return Some(Truth::of(label, Some(0)));
    }
    position.is_full().then(|| Truth::of(Label::Draw, None))
}

/// Plies to the end of a proved result.
fn plies(record: &Record) -> Option<u32> {
    tengen_records::book::choice::proved_plies(record)
}

#[cfg(test)]
mod tests;
