//! The adviser: what is known about one position, and which moves are worth trying.
//!
//! The solver finds wins by threats; the engine and its policy suggest the attacker's quiet moves.
//! Suggestions only determine the order of the search: every legal reply of the defender is
//! considered, and in the end every legal move of the attacker.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::advice::Advice;
use super::estimate;
use super::finding::{ExpansionFinding, FindingKind, NoWin, ThreatWin};
use super::key::{ProofFrame, ProofKey};
use super::pairing;
use super::runs;
use tengen_engine::board::{Position, notation};
use tengen_engine::engine::{Engine, Options};
use tengen_engine::rules::{legality, reference};
use tengen_engine::search::{self, Limits, Listener, StopFlag};
use tengen_engine::threats::{Solution, SolveAnswer, SolveBudget, ThreatKind, Watch, solve};
use tengen_engine::types::{Color, Coord, Score};

/// What an expansion may spend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpansionEffort {
    /// Stones of the solver for each reply of the defender.
    pub reply_stones: u64,
    /// Stones of the solver before the engine is asked.
    pub attack_stones: u64,
    /// Nodes of the engine's search.
    pub engine_nodes: u64,
    /// Memory of the engine's table in MiB.
    pub hash_mb: u64,
}

impl Default for ExpansionEffort {
    fn default() -> Self {
        Self { reply_stones: 20_000, attack_stones: 100_000, engine_nodes: 100_000, hash_mb: 512 }
    }
}

/// Memory of the solver in MiB.
const SOLVER_MB: u64 = 16;
/// Fewest stones for the solver: it won none of 1,376 positions with four.
const FEWEST_STONES: usize = 6;
/// Moves of the attacker in the first expansion, unless the engine sees a mate.
const WIDTH: usize = 5;
/// Additional moves each time the listed ones fail.
const WIDER: usize = 8;
/// Number of unsolved replies after which the others are not tried: the move is not good.
const MOST_UNSOLVED: usize = 24;
/// Fewest stones for this: with fewer, every move leaves many replies unsolved.
const STONES_TO_STOP: usize = 5;
/// Factor by which the engine extends its search for a mate each time.
const INSISTENCE: u64 = 8;
/// Most extensions.
const MOST_TIMES: u32 = 4;
/// Number of expansions of a position of a large board that use the engine.
const LOOKS: u32 = 3;
/// Cells from which on a board is large.
const LARGE_AREA: usize = 13 * 13;
/// Most open runs of five for which a pairing is sought, and the attempts to find one.
const MOST_RUNS: usize = 60;
const PAIRING_STEPS: u64 = 2_000;

/// A position to expand.
#[derive(Clone, Debug)]
pub struct ExpansionRequest {
    /// The position.
    pub key: ProofKey,
    /// Moves of the attacker that are known already.
    pub known: Vec<Coord>,
    /// Whether the solver was tried on it with [`ExpansionEffort::reply_stones`].
    pub is_tried: bool,
}

/// The solver and the engine of one worker.
#[derive(Debug)]
pub(crate) struct Adviser {
    frame: ProofFrame,
    attacker: Color,
    effort: ExpansionEffort,
    advice: Arc<Advice>,
    engine: Engine,
    /// Stones and nodes spent, updated during a search. Workers share it.
    pub nodes: Arc<AtomicU64>,
}

impl Adviser {
    /// An adviser for positions of a frame of at most 22×22.
    pub(crate) fn new(
        frame: ProofFrame,
        attacker: Color,
        effort: ExpansionEffort,
        advice: Arc<Advice>,
    ) -> Self {
        let mut engine = Engine::new();
        let hash_kib = Some(effort.hash_mb << 10);
        engine.set_options(Options { hash_kib, ..Options::default() });
        Self { frame, attacker, effort, advice, engine, nodes: Arc::default() }
    }

    /// Expands a position. `None` if `stop` was set before the result was certain.
    pub(crate) fn expand(
        &mut self,
        request: &ExpansionRequest,
        stop: &StopFlag,
    ) -> Option<ExpansionFinding> {
        let position = self.frame.position(&request.key);
        let found = if position.to_move() == self.attacker {
            self.attack(&position, request, stop)
        } else {
            self.defend(&position, stop)
        };
        (!stop.is_set()).then(|| ExpansionFinding { at: self.frame.write(&request.key), found })
    }

    /// The attacker to move.
    fn attack(
        &mut self,
        position: &Position,
        request: &ExpansionRequest,
        stop: &StopFlag,
    ) -> FindingKind {
        let legal = legality::legal_moves(position);
        if legal.is_empty() {
            return FindingKind::Lost { lost: NoWin::Full };
        }
        if request.known.is_empty() {
            let runs = runs::open(position, self.attacker).len();
            if runs <= MOST_RUNS && pairing::find(position, self.attacker, PAIRING_STEPS).is_some()
            {
                return FindingKind::Lost { lost: NoWin::Pairing };
            }
            let first = (!request.is_tried).then_some(self.effort.reply_stones);
            for stones in first.into_iter().chain([self.effort.attack_stones]) {
                if let Some(win) = self.threats(position, stones, stop) {
                    return FindingKind::Win { win };
                }
            }
        }
        let advised = self.advice.get(position).filter(|play| legal.contains(play));
        if let (Some(play), true) = (advised, request.known.is_empty()) {
            let moves = vec![(notation::name(play, position.size()), estimate::MATE)];
            let widen = (legal.len() > 1).then(|| estimate::without_advice(stones_after(position)));
            return FindingKind::Attack { moves, widen };
        }
        let is_first = request.known.iter().all(|&play| Some(play) == advised);
        let look = if is_first { 0 } else { 1 + (request.known.len() - 1) / WIDER } as u32;
        self.candidates(position, &request.known, &legal, look, stop)
    }

    /// A win by threats of the side to move.
    fn threats(&mut self, position: &Position, stones: u64, stop: &StopFlag) -> Option<ThreatWin> {
        if position.stones().len() < FEWEST_STONES {
            return None;
        }
        let budget =
            SolveBudget { nodes: Some(stones), memory_mb: SOLVER_MB, ..SolveBudget::default() };
        let watch = Watch { stop: stop.clone(), ..Watch::default() };
        let Solution { answer, nodes, .. } = solve(position, ThreatKind::Vct, &budget, &watch);
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        let SolveAnswer::Win(tree) = answer else { return None };
        Some(ThreatWin { plies: tree.plies() as u16, stones: nodes })
    }

    /// The attacker's new moves that are worth trying. `look` counts from 0: later looks search
    /// longer.
    fn candidates(
        &mut self,
        position: &Position,
        known: &[Coord],
        legal: &[Coord],
        look: u32,
        stop: &StopFlag,
    ) -> FindingKind {
        let distinct = self.likely(position, legal);
        let mut seen: HashSet<ProofKey> =
            known.iter().map(|&coord| self.after(position, coord)).collect();
        let mut moves: Vec<Coord> = Vec::new();
        let mut value = None;
        let looks = if is_large(position) { LOOKS } else { 1 };
        if legal.len() > 1 && !position.stones().is_empty() && look < looks {
            let (best, score) = self.searched(position, look, stop);
            let best = best.filter(|coord| legal.contains(coord));
            // If the engine insists on a known move, the policy ranks the others.
            moves.extend(best.filter(|&coord| seen.insert(self.after(position, coord))));
            value = (!moves.is_empty()).then_some(score);
        }
        let is_mate = value.is_some_and(|value| value.0 >= Score::MATE_THRESHOLD);
        let wanted = match look {
            _ if is_mate || position.stones().is_empty() => 1,
            0 => WIDTH,
            _ => WIDER,
        };
        for &(coord, ref key) in &distinct {
            if moves.len() < wanted && seen.insert(key.clone()) {
                moves.push(coord);
            }
        }
        self.priced(position, known.len(), moves, distinct.len(), value)
    }

    /// The engine's move and its value. If the engine sees no mate but is not much worse, the
    /// search continues, as the engine has learned the position; each later look begins with a
    /// longer search.
    fn searched(
        &mut self,
        position: &Position,
        look: u32,
        stop: &StopFlag,
    ) -> (Option<Coord>, Score) {
        let (times, promising) = insistence(position);
        let effort = |times| self.effort.engine_nodes.saturating_mul(INSISTENCE.pow(times));
        let most = effort((times + look.min(1)).min(MOST_TIMES));
        let mut nodes = effort(look);
        loop {
            let limits = Limits { nodes: Some(nodes), analysis: true, ..Limits::default() };
            let mut counter = NodeCounter { all: &self.nodes, counted: 0 };
            let choice = self.engine.think(position, &limits, stop, &mut counter);
            counter.count(choice.nodes);
            let is_promising = (promising..Score::MATE_THRESHOLD).contains(&choice.score.0);
            nodes = nodes.saturating_mul(INSISTENCE);
            if !is_promising || nodes > most || stop.is_set() {
                return (choice.moves.first().copied(), choice.score);
            }
        }
    }

    /// The moves with their estimates, `value` that of the first if the engine found it.
    fn priced(
        &self,
        position: &Position,
        known: usize,
        moves: Vec<Coord>,
        legal: usize,
        value: Option<Score>,
    ) -> FindingKind {
        let stones = stones_after(position);
        let quiet = value.map_or(0, |value| value.0.min(Score::MAX_EVAL));
        let quiet = estimate::after_move(stones, Score(quiet));
        let first = value.map_or(quiet, |value| estimate::after_move(stones, value));
        let rest = known + moves.len();
        let widen = (rest < legal).then(|| estimate::of_rank(quiet, rest + 2));
        let name = |coord| notation::name(coord, position.size());
        let priced = moves.into_iter().enumerate().map(|(rank, coord)| {
            let best = if rank == 0 { first } else { quiet };
            (name(coord), estimate::of_rank(best, known + rank))
        });
        FindingKind::Attack { moves: priced.collect(), widen }
    }

    /// The legal moves up to symmetry, those first that the policy finds likely, each with the
    /// position after it.
    fn likely(&self, position: &Position, legal: &[Coord]) -> Vec<(Coord, ProofKey)> {
        let chances = self.engine.move_chances(position);
        let likely = chances.moves.iter().map(|chance| chance.at);
        let ordered = likely.filter(|coord| legal.contains(coord)).chain(legal.iter().copied());
        let mut seen = HashSet::new();
        let distinct = ordered.map(|coord| (coord, self.after(position, coord)));
        distinct.filter(|(_, key)| seen.insert(key.clone())).collect()
    }

    fn after(&self, position: &Position, play: Coord) -> ProofKey {
        self.frame.after(position, play).0
    }

    /// The defender to move: all legal replies, up to symmetry.
    fn defend(&mut self, position: &Position, stop: &StopFlag) -> FindingKind {
        let legal = legality::legal_moves(position);
        if position.is_full() {
            return FindingKind::Lost { lost: NoWin::Full };
        }
        if legal.iter().any(|&reply| wins(position, reply)) {
            return FindingKind::Lost { lost: NoWin::Five };
        }
        let stones = stones_after(position);
        let (mut replies, mut untried) = (Vec::new(), Vec::new());
        for (reply, key) in self.likely(position, &legal) {
            if stop.is_set() {
                break;
            }
            let name = notation::name(reply, position.size());
            if stones > STONES_TO_STOP && replies.len() >= MOST_UNSOLVED {
                untried.push((name, estimate::untried(stones)));
                continue;
            }
            let after = self.frame.position(&key);
            if self.threats(&after, self.effort.reply_stones, stop).is_none() {
                replies.push((name, estimate::after_reply(stones)));
            }
        }
        FindingKind::Defense { replies, untried }
    }
}

/// Adds the nodes of a search to a sum while it runs.
struct NodeCounter<'a> {
    all: &'a AtomicU64,
    /// What was added.
    counted: u64,
}

impl NodeCounter<'_> {
    /// The search has visited this many nodes.
    fn count(&mut self, nodes: u64) {
        self.all.fetch_add(nodes.saturating_sub(self.counted), Ordering::Relaxed);
        self.counted = self.counted.max(nodes);
    }
}

impl Listener for NodeCounter<'_> {
    fn hear(&mut self, event: &search::Event) {
        match event {
            search::Event::Iteration(found) | search::Event::Proved(found) => {
                self.count(found.nodes);
            }
            search::Event::Book(_) | search::Event::Root { .. } => {}
        }
    }
}

/// How often the engine continues its search for a mate, and from which value on. A wrong move
/// costs thousands of expansions where there are few stones. In freestyle after h8 g9 i8 h10 the
/// value is below 100 for a million nodes, until the search sees a mate in 23 plies; after h8 h9 g9
/// f8 the first mate, in 29, was seen after 136 million. On a small board there is rarely a mate to
/// find.
fn insistence(position: &Position) -> (u32, i32) {
    if !is_large(position) {
        return (1, 100);
    }
    match position.stones().len() {
        0..=2 | 5..=6 => (3, -100),
        3..=4 => (4, -100),
        7..=8 => (3, 100),
        9..=10 => (2, 100),
        _ => (1, 100),
    }
}

fn is_large(position: &Position) -> bool {
    position.size().area() >= LARGE_AREA
}

/// Stones on the board after a move.
fn stones_after(position: &Position) -> usize {
    position.count(Color::Black) + position.count(Color::White) + 1
}

/// Whether the move wins.
fn wins(position: &Position, play: Coord) -> bool {
    let mut after = position.clone();
    let _ = after.play(play);
    reference::is_winning(&after, play)
}
