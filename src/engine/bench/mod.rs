//! Layer 7: fixed positions of all rules, searched to a fixed depth from a fresh state.
//!
//! The positions are searched with the network and with the classical evaluation, or with one of
//! them. The signature is a hash of node counts and values. With one thread it is the same on every
//! machine: a commit that changes it changes play. It is not a complete measure of speed; [`micro`]
//! measures the parts.

pub mod micro;

use std::fmt;
use std::time::{Duration, Instant};

use crate::board::{Position, notation};
use crate::engine::{Engine, EvaluationKind, Options, Trained};
use crate::search::{Limits, NullListener, StopFlag};
use crate::types::{BoardSize, Rule};
use crate::util::fnv::Fnv1a;

/// Rule, board side and moves of a position.
type Sample = (Rule, u64, &'static str);

/// Openings, quiet positions and fights, from games of the engine against itself.
const POSITIONS: [Sample; 12] = [
    (Rule::Freestyle, 15, "h8i9i7g9h9h7"),
    (Rule::Freestyle, 15, "h8i8i9h9g7j10g10f8g8g9"),
    (Rule::Freestyle, 20, "j10k11k9i11j11j9i9k10l8"),
    (Rule::Freestyle, 20, "k10l11l9j11k11m11n12k9"),
    (Rule::Standard, 15, "h8g9i9g7g8i8h7f9j10h9"),
    (Rule::Standard, 15, "h8h10j9g8i7i10g10"),
    (Rule::Renju, 15, "h8h9i10h10h11g9f9i9"),
    (Rule::Renju, 15, "h8i9j7h7h9g8i8j9k8"),
    (Rule::Renju, 15, "h8h7j6i7i8g8g9f10"),
    (Rule::Caro, 15, "h8i9i8g8j8h9j10h10k9"),
    (Rule::CaroExact, 15, "h8i7g9i9i8h10j10"),
    (Rule::Freestyle, 9, "e5f6e6e7d5f4"),
];

/// What to search.
#[derive(Clone, Debug)]
pub struct BenchPlan {
    /// Depth of every search, in plies.
    pub depth: u32,
    /// Search threads; with more than one the signature differs from run to run.
    pub threads: u32,
    /// The only evaluation; both by default.
    pub evaluation: Option<EvaluationKind>,
}

/// The result of one position.
#[derive(Clone, Debug)]
pub struct BenchLine {
    /// The evaluation.
    pub evaluation: EvaluationKind,
    /// The rule.
    pub rule: Rule,
    /// The side of the board.
    pub side: u64,
    /// The moves that led to the position.
    pub moves: &'static str,
    /// The value for the side to move.
    pub value: i32,
    /// Nodes visited.
    pub nodes: u64,
    /// Nodes per second.
    pub speed: u64,
}

/// The figures of one run.
#[derive(Clone, Debug)]
pub struct BenchReport {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
    /// Nodes per second.
    pub speed: u64,
    /// A hash of nodes and values.
    pub signature: Signature,
}

/// Searches all positions; calls `hear` after each.
///
/// # Errors
/// Those of `hear`.
pub fn run<E>(
    plan: &BenchPlan,
    trained: &Trained,
    mut hear: impl FnMut(&BenchLine) -> Result<(), E>,
) -> Result<BenchReport, E> {
    let mut trained = trained.clone();
    let mut signature = Signature::new();
    let mut total = (0u64, Duration::ZERO);
    for &evaluation in EvaluationKind::ALL {
        if plan.evaluation.is_some_and(|only| only != evaluation) {
            continue;
        }
        trained.evals.kind = evaluation;
        for (rule, side, moves) in POSITIONS {
            let (nodes, value, time) = search(&position(rule, side, moves), &trained, plan);
            signature.add(nodes);
            signature.add(value as u64);
            total = (total.0 + nodes, total.1 + time);
            let speed = rate(nodes, time);
            hear(&BenchLine { evaluation, rule, side, moves, value, nodes, speed })?;
        }
    }
    let (nodes, time) = total;
    Ok(BenchReport { nodes, time, speed: rate(nodes, time), signature })
}

fn rate(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// The position of a sample.
///
/// # Panics
/// If it is none; the tests know that each is.
#[expect(clippy::expect_used, reason = "the samples are constants")]
fn position(rule: Rule, side: u64, moves: &str) -> Position {
    let size = BoardSize::square(side).expect("a size");
    let mut position = Position::new(rule, size);
    for coord in notation::parse_moves(moves, size).expect("moves") {
        position.play(coord).expect("an empty point");
    }
    position
}

/// Nodes, value and time of one position.
fn search(position: &Position, trained: &Trained, plan: &BenchPlan) -> (u64, i32, Duration) {
    let mut engine = Engine::with_trained(trained.clone());
    engine.set_options(Options {
        hash_kib: Some(16 << 10),
        threads: plan.threads as usize,
        ..Options::default()
    });
    let limits = Limits { depth: Some(plan.depth), ..Limits::default() };
    let start = Instant::now();
    let choice = engine.think(position, &limits, &StopFlag::new(), &mut NullListener);
    (choice.nodes, choice.score.0, start.elapsed())
}

/// A hash of a run: FNV-1a over 64-bit numbers, folded to 32 bits, shown as 8 hexadecimal digits.
#[derive(Clone, Debug)]
pub struct Signature(Fnv1a);

impl Signature {
    fn new() -> Self {
        Self(Fnv1a::new())
    }

    fn add(&mut self, number: u64) {
        self.0.add(&number.to_le_bytes());
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hash = self.0.hash();
        write!(f, "{:08x}", (hash ^ hash >> 32) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_is_a_position() {
        for (rule, side, moves) in POSITIONS {
            let position = position(rule, side, moves);
            assert!(crate::rules::reference::winner(&position).is_none(), "{moves}");
        }
    }

    #[test]
    fn the_signature_depends_on_order() {
        let of = |numbers: [u64; 2]| {
            let mut signature = Signature::new();
            numbers.into_iter().for_each(|number| signature.add(number));
            signature.to_string()
        };
        assert_ne!(of([1, 2]), of([2, 1]));
        assert_eq!(of([1, 2]).len(), 8);
    }
}
