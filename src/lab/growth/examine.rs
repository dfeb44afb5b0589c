//! Examines one position: a proof, or a search and the position after its best move.

use std::thread;
use std::time::Duration;

use super::settings::GrowthSettings;
use tengen_engine::board::Position;
use tengen_engine::engine::{Choice, Engine, Options, Trained};
use tengen_engine::rules::legality::{self, Ending};
use tengen_engine::search::{Limits, NullListener, STACK_BYTES, StopFlag};
use tengen_engine::threats::{SolveAnswer, SolveBudget, ThreatKind, Watch, prove};
use tengen_engine::types::{Color, Coord, Score};
use tengen_records::book::{Label, Record, Trust};

/// A solver gets this fraction of a search's limits.
const SOLVER_PART: u32 = 4;

/// Memory of a solver in MiB.
const SOLVER_MB: u64 = 64;

/// Longest verification of a win.
const CHECKING: Duration = Duration::from_secs(10);

/// The nodes or the time of a search, as a fraction of the settings'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EffortShare {
    pub numerator: u32,
    pub denominator: u32,
}

impl EffortShare {
    /// All of it.
    pub(super) const FULL: Self = Self { numerator: 1, denominator: 1 };
}

/// What was found out about a position.
pub(super) struct PositionFinding {
    /// The record of the position itself.
    pub own: Record,
    /// The position after the best move, and what is known about it; nothing if the win is proved.
    pub after: Vec<(Position, Record)>,
    /// Nodes that it took.
    pub nodes: u64,
}

/// Examines positions, one after the other.
pub(super) struct Examiner {
    engine: Engine,
    limits: Limits,
    solver: SolveBudget,
}

/// Works on all threads of the settings, each with an examiner of its own, until all have ended.
pub(super) fn in_threads(
    settings: &GrowthSettings,
    trained: &Trained,
    work: &(dyn Fn(&mut Examiner) + Sync),
) {
    thread::scope(|scope| {
        for _ in 0..settings.threads.max(1) {
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            let work = || work(&mut Examiner::new(settings, trained));
            // If the system refuses another thread, the other threads do its work.
            let _ = thread.spawn_scoped(scope, work);
        }
    });
}

impl Examiner {
    fn new(settings: &GrowthSettings, trained: &Trained) -> Self {
        let mut engine = Engine::with_trained(trained.clone());
        engine.set_options(Options { hash_kib: Some(settings.hash_kib), ..Options::default() });
        let limits = Limits {
            nodes: settings.nodes,
            turn: settings.time,
            reserve: Duration::ZERO,
            analysis: true,
            ..Limits::default()
        };
        let solver = SolveBudget {
            nodes: settings.nodes.map(|nodes| nodes / u64::from(SOLVER_PART)),
            time: settings.time.map(|time| time / SOLVER_PART),
            checking: Some(CHECKING),
            memory_mb: SOLVER_MB,
            ..SolveBudget::default()
        };
        Self { engine, limits, solver }
    }

    /// Examines a position, excluding the moves in `known`. `None` if no other move is legal.
    pub(super) fn examine(
        &mut self,
        position: &Position,
        known: &[Coord],
        stop: &StopFlag,
    ) -> Option<PositionFinding> {
        // A search that excludes moves says nothing about the position itself.
        if known.is_empty() {
            let (proof, nodes) = self.proof(position, stop);
            if let Some(own) = proof {
                return Some(PositionFinding { own, after: Vec::new(), nodes });
            }
        }
        let legal = legality::legal_moves(position);
        if legal.iter().all(|coord| known.contains(coord)) {
            return None;
        }
        let choice = self
            .think(position, EffortShare::FULL, stop, |limits| limits.excluded = known.to_vec());
        let best = choice.moves.first().copied().filter(|best| !known.contains(best))?;
        let mut after = position.clone();
        after.play(best).ok()?;
        let (record, nodes) = self.after(&after, best, &choice, stop);
        let own = Record::searched(choice.score, choice.depth, choice.nodes, best);
        Some(PositionFinding { own, after: vec![(after, record)], nodes: choice.nodes + nodes })
    }

    /// A search.
    pub(super) fn think(
        &mut self,
        position: &Position,
        EffortShare { numerator, denominator }: EffortShare,
        stop: &StopFlag,
        adjust: impl FnOnce(&mut Limits),
    ) -> Choice {
        let mut limits = self.limits.clone();
        let part = |nodes: u64| nodes.saturating_mul(numerator.into()) / u64::from(denominator);
        limits.nodes = limits.nodes.map(|nodes| part(nodes).max(1));
        limits.turn = limits.turn.map(|turn| turn.saturating_mul(numerator) / denominator);
        adjust(&mut limits);
        // The same position gives the same result, whatever was searched before.
        self.engine.forget();
        self.engine.think(position, &limits, stop, &mut NullListener)
    }

    /// What a search finds about a position.
    pub(super) fn value(
        &mut self,
        position: &Position,
        effort: EffortShare,
        stop: &StopFlag,
    ) -> Option<Record> {
        let found = self.think(position, effort, stop, |_| ());
        let best = found.moves.first().copied()?;
        Some(Record::searched(found.score, found.depth, found.nodes, best))
    }

    /// What is known about the position after the best move, and the nodes that it took.
    fn after(
        &mut self,
        after: &Position,
        played: Coord,
        choice: &Choice,
        stop: &StopFlag,
    ) -> (Record, u64) {
        if let Some(ending) = legality::ending_after(after, played) {
            return (ended(&ending, after.to_move()), 0);
        }
        let (proof, nodes) = self.proof(after, stop);
        let value = choice.score.0;
        let farther = if choice.score.mate_plies().is_some() { value.signum() } else { 0 };
        let score = Score(-(value + farther).clamp(-Score::MATE, Score::MATE));
        let mut searched =
            Record::searched(score, choice.depth.saturating_sub(1), choice.nodes, played);
        searched.best = choice.pv.get(1).copied().filter(|&reply| after.is_empty_at(reply));
        (proof.unwrap_or(searched), nodes)
    }

    /// A win by threats that the checker verified.
    fn proof(&self, position: &Position, stop: &StopFlag) -> (Option<Record>, u64) {
        let watch = Watch { stop: stop.clone(), ..Watch::default() };
        let solution = prove(position, ThreatKind::Vct, &self.solver, &watch);
        let SolveAnswer::Win(tree) = &solution.answer else { return (None, solution.nodes) };
        let plies = i32::try_from(tree.plies()).unwrap_or(i32::MAX).min(900);
        let first = tree.nodes.get(tree.root).map(|node| node.play);
        let record = first.map(|best| Record {
            label: Label::Win,
            trust: Trust::Checker,
            nodes: solution.nodes,
            ..Record::searched(Score(Score::win_in(plies)), plies as u32, 0, best)
        });
        (record, solution.nodes)
    }
}

/// The end of a game for the side that would be to move.
fn ended(ending: &Ending, to_move: Color) -> Record {
    let (label, value) = match ending.winner() {
        Some(winner) if winner == to_move => (Label::Win, Score::win_in(0)),
        Some(_) => (Label::Loss, Score::loss_in(0)),
        None => (Label::Draw, 0),
    };
    Record {
        label,
        value: i16::try_from(value).ok(),
        bound: tengen_records::book::Bound::Exact,
        trust: Trust::Checker,
        engine: tengen_records::book::engine_name(),
        ..Record::default()
    }
}
