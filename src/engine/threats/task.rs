//! What `solve` does with one position: one kind of threats after the other, every win verified.

use std::time::{Duration, Instant};

use strum::IntoStaticStr;

use super::solution::{SolveAnswer, SolveBudget, ThreatKind, Watch, WinTree};
use super::solve::{longest_line, prove};
use crate::board::Position;
use crate::rules::reference;
use crate::types::Coord;

/// The request for each position.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The kinds of threats, tried in this order.
    pub kinds: &'a [ThreatKind],
    /// What one attempt may spend.
    pub budget: SolveBudget,
    /// Threads for the moves of [`super::first_moves`].
    pub threads: usize,
    /// When no further attempt begins; the searches end then, too. A win that was found is still
    /// verified.
    pub deadline: Option<Instant>,
}

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum SolveResult {
    /// A win, verified against every reply.
    Win,
    /// The search was exhaustive: there is no win of this kind.
    None,
    /// A limit or a stop ended the search.
    Unknown,
    /// The game is already won.
    Over,
    /// The board is larger than 22×22.
    TooLarge,
}

impl SolveResult {
    /// The word in answers.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The result for a position.
#[derive(Clone, Debug)]
pub struct TaskResult {
    /// How it ended.
    pub result: SolveResult,
    /// The kind that was tried last.
    pub kind: ThreatKind,
    /// The win.
    pub tree: Option<WinTree>,
    /// Stones placed.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// The part of `time` that the checker took.
    pub checking: Duration,
}

/// A forced win, verified against every reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// By which threats.
    pub kind: ThreatKind,
    /// Plies to the five against the longest resistance, the winning stone included.
    pub plies: usize,
    /// That line.
    pub line: Vec<Coord>,
}

impl TaskResult {
    /// The win, if one was found in `position`.
    pub fn forced_win(&self, position: &Position) -> Option<ForcedWin> {
        let tree = self.tree.as_ref()?;
        let line = longest_line(position, tree);
        Some(ForcedWin { kind: self.kind, plies: tree.plies(), line })
    }
}

impl Task<'_> {
    /// The budget of an attempt that begins now.
    fn budget_left(&self) -> SolveBudget {
        let left = self.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let time = [self.budget.time, left].into_iter().flatten().min();
        SolveBudget { time, ..self.budget.clone() }
    }

    /// Tries one kind after the other; a win counts only if it is verified.
    pub fn solve(&self, position: &Position, watch: &Watch) -> TaskResult {
        let start = Instant::now();
        let mut outcome = TaskResult {
            result: match () {
                () if reference::winner(position).is_some() => SolveResult::Over,
                () if !position.size().is_fast() => SolveResult::TooLarge,
                () => SolveResult::Unknown,
            },
            kind: self.kinds[0],
            tree: None,
            nodes: 0,
            time: Duration::ZERO,
            checking: Duration::ZERO,
        };
        let kinds = if outcome.result == SolveResult::Unknown { self.kinds } else { &[] };
        for &kind in kinds {
            // A short search may be over before it checks the flag or the clock.
            if watch.stop.is_set() || self.deadline.is_some_and(|end| Instant::now() >= end) {
                // The kinds before it found no win; this one was not tried.
                outcome.result = SolveResult::Unknown;
                break;
            }
            let solution = prove(position, kind, &self.budget_left(), watch);
            outcome.kind = kind;
            outcome.nodes += solution.nodes;
            outcome.checking += solution.checking;
            (outcome.result, outcome.tree) = match solution.answer {
                SolveAnswer::Win(tree) => (SolveResult::Win, Some(tree)),
                SolveAnswer::None => (SolveResult::None, None),
                SolveAnswer::Unknown => (SolveResult::Unknown, None),
            };
            if outcome.tree.is_some() {
                break;
            }
        }
        outcome.time = start.elapsed();
        outcome
    }
}
