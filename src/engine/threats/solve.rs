//! The entry point of the solvers: a position in, an answer out.
//!
//! Many positions are solved with a dozen stones. Setting up a board with its tables would take
//! longer, so each thread reuses its board and tables (its *scratch*) from one position to the
//! next. Results are not reused: the answers are the same as with a new scratch.

use std::any::Any;
use std::cell::RefCell;
use std::time::Duration;

use super::proof_table::ProofTable;
use super::solution::{Solution, SolveAnswer, SolveBudget, ThreatKind, Watch, WinTree};
use super::tree::{Author, Builder};
use super::vcf::{Meter, Vcf, VcfResult};
use super::vct::{Vct, VctResult};
use super::verify::{WinFault, verify_within};
use crate::board::{Board, Position};
use crate::rules::legality;
use crate::types::{Coord, RuleSet, with_rule};
use crate::util::clock::{Clock, SystemClock};

/// Most memory for a VCF search alone, whose table needs no more.
const MOST_VCF_BYTES: u64 = 64 << 20;

/// Memory of a table that is not used.
const LEAST_BYTES: u64 = 1 << 20;

/// Looks for a forced win of the side to move. Boards over 22×22 are [`SolveAnswer::Unknown`]. A claimed
/// win can be verified by [`super::verify`]; [`prove`] does both.
///
/// ```
/// use tengen_engine::board::notation::parse_picture;
/// use tengen_engine::threats::{solve, verify::verify, SolveAnswer, SolveBudget, ThreatKind, Watch};
/// use tengen_engine::types::Rule;
/// let mut position = parse_picture(Rule::Freestyle, "
///     . . . . . . . .
///     . . X X X . . .
///     . . . . . . . .
///     . . O O O . . .
///     . . . . . . . .
/// ").unwrap();
/// let solution = solve(&position, ThreatKind::Vcf, &SolveBudget::default(), &Watch::default());
/// let SolveAnswer::Win(tree) = solution.answer else { panic!("an open three wins on the move") };
/// assert_eq!(tree.plies(), 3);
/// assert!(verify(&position, &tree, &|| false).is_ok());
/// ```
pub fn solve(
    position: &Position,
    kind: ThreatKind,
    budget: &SolveBudget,
    watch: &Watch,
) -> Solution {
    solve_by_clock(position, kind, budget, watch, &SystemClock::new())
}

/// [`solve`] with a clock for the time limit.
fn solve_by_clock(
    position: &Position,
    kind: ThreatKind,
    budget: &SolveBudget,
    watch: &Watch,
    clock: &dyn Clock,
) -> Solution {
    if !position.size().is_fast() {
        return Solution { answer: SolveAnswer::Unknown, nodes: 0, checking: Duration::ZERO };
    }
    let mut meter = Meter::new(budget, watch, clock);
    with_rule!(position.rule(), R => run::<R>(position, kind, budget, &mut meter))
}

/// Like [`solve`], but a win is reported only after an independent, rules-only checker has verified
/// it. A win that it rejects, or cannot verify in its time, is [`SolveAnswer::Unknown`]; a rejected one
/// is logged.
pub fn prove(
    position: &Position,
    kind: ThreatKind,
    budget: &SolveBudget,
    watch: &Watch,
) -> Solution {
    prove_by_clock(position, kind, budget, watch, &SystemClock::new())
}

/// [`prove`] with a clock for the time limits.
pub(crate) fn prove_by_clock(
    position: &Position,
    kind: ThreatKind,
    budget: &SolveBudget,
    watch: &Watch,
    clock: &dyn Clock,
) -> Solution {
    let mut solution = solve_by_clock(position, kind, budget, watch, clock);
    if let SolveAnswer::Win(tree) = &solution.answer {
        let start = clock.now();
        let elapsed = || clock.now().saturating_sub(start);
        let is_late =
            || watch.stop.is_set() || budget.checking.is_some_and(|most| elapsed() >= most);
        if let Err(error) = verify_within(solver_bytes(budget), position, tree, &is_late) {
            match error.fault {
                WinFault::Late => log::debug!("a win by {}: {error}", kind.name()),
                _ => log::error!("a win by {} is not proved {error}", kind.name()),
            }
            solution.answer = SolveAnswer::Unknown;
        }
        solution.checking = elapsed();
    }
    solution
}

/// The line of longest resistance. Where all replies resist equally long, it contains the first
/// legal one.
pub fn longest_line(position: &Position, tree: &WinTree) -> Vec<Coord> {
    tree.line(|played, node| {
        let mut position = position.clone();
        for &coord in played {
            position.play(coord).ok()?;
        }
        let listed = |coord: Coord| node.replies.iter().any(|&(reply, _)| reply == coord);
        legality::legal_moves(&position).into_iter().find(|&coord| !listed(coord))
    })
}

/// Memory of the tables, and again of a win's tree and of its verification.
fn solver_bytes(budget: &SolveBudget) -> u64 {
    budget.memory_mb.max(1) << 20
}

fn run<R: RuleSet>(
    position: &Position,
    kind: ThreatKind,
    budget: &SolveBudget,
    meter: &mut Meter<'_>,
) -> Solution {
    let mut scratch = Scratch::<R>::take(position, kind);
    let bytes = solver_bytes(budget);
    let answer = match kind {
        ThreatKind::Vcf => by_fours(&mut scratch, bytes, budget.shortest, meter),
        ThreatKind::Vct => by_threats(&mut scratch, bytes, meter),
    };
    scratch.put_back();
    Solution { answer, nodes: meter.nodes, checking: Duration::ZERO }
}

thread_local! {
    /// The unused scratches of a thread, one per rule.
    static SCRATCHES: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// The board and tables of a solver for one rule.
struct Scratch<R> {
    board: Board<R>,
    vcf: Vcf,
    proofs: ProofTable,
}

impl<R: RuleSet> Scratch<R> {
    /// The thread's scratch with the position set up on it. After a panic it is not put back.
    fn take(position: &Position, kind: ThreatKind) -> Box<Self> {
        let kept = SCRATCHES.with_borrow_mut(|scratches| {
            let place = scratches.iter().position(|scratch| scratch.is::<Self>())?;
            scratches.swap_remove(place).downcast::<Self>().ok()
        });
        let Some(mut scratch) = kept else {
            let board = Board::from_position(position);
            return Box::new(Self { board, vcf: Vcf::new(1), proofs: ProofTable::new(1) });
        };
        let is_set_up = match kind {
            ThreatKind::Vcf => scratch.board.set_up_fours(position),
            ThreatKind::Vct => scratch.board.set_up(position),
        };
        if !is_set_up {
            scratch.board = Board::from_position(position);
        }
        scratch
    }

    /// Puts the scratch back for the next position; memory of a large search is freed.
    fn put_back(mut self: Box<Self>) {
        self.vcf.clear(LEAST_BYTES);
        self.proofs.clear(LEAST_BYTES);
        SCRATCHES.with_borrow_mut(|scratches| scratches.push(self));
    }
}

fn by_fours<R: RuleSet>(
    scratch: &mut Scratch<R>,
    bytes: u64,
    shortest: bool,
    meter: &mut Meter<'_>,
) -> SolveAnswer {
    let Scratch { board, vcf, .. } = scratch;
    vcf.clear(bytes.min(MOST_VCF_BYTES));
    let found = if shortest { vcf.shortest(board, meter) } else { vcf.any(board, meter) };
    let mut builder = Builder::within(bytes);
    match found {
        VcfResult::No => SolveAnswer::None,
        VcfResult::Stopped => SolveAnswer::Unknown,
        VcfResult::Win(plies) => match builder.fours(vcf, board, plies, meter) {
            Some(root) => SolveAnswer::Win(builder.finish(root)),
            None => SolveAnswer::Unknown,
        },
    }
}

fn by_threats<R: RuleSet>(
    scratch: &mut Scratch<R>,
    bytes: u64,
    meter: &mut Meter<'_>,
) -> SolveAnswer {
    let Scratch { board, vcf, proofs, .. } = scratch;
    let mut vct = Vct::new(board, vcf, proofs, bytes, meter);
    let mut builder = Builder::within(bytes);
    match vct.search() {
        VctResult::No => SolveAnswer::None,
        VctResult::Stopped => SolveAnswer::Unknown,
        VctResult::Win => match vct.write(&mut builder) {
            Some(root) => SolveAnswer::Win(builder.finish(root)),
            None => SolveAnswer::Unknown,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::board::notation::parse_picture;
    use crate::types::Rule;
    use crate::util::clock::FakeClock;

    /// A clock that advances by a millisecond whenever it is read.
    #[derive(Default)]
    struct Ticking {
        clock: FakeClock,
        reads: AtomicU32,
    }

    impl Clock for Ticking {
        fn now(&self) -> Duration {
            self.clock.advance(Duration::from_millis(1));
            self.reads.fetch_add(1, Ordering::Relaxed);
            self.clock.now()
        }
    }

    /// No win by threats, which takes 61,000 stones to find.
    fn rich() -> Position {
        parse_picture(
            Rule::Freestyle,
            "
            . . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . X . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . . .
            . . . . O . . . . . . . . . . . . . . .
            . . . . O . X . . X . . . . . . . . . .
            . . . . X X O O X . . . . . . . . . . .
            . . . . O . X X O O . . . . . . . . . .
            . . . . O X O X O O . . . . . . . . . .
            . . . . X O X X O . . . . . . . . . . .
            . . . . . X . O X . . . . . . . . . . .
            . . . . . . X . O . . . . . . . . . . .
            . . . . . . . O . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . . .
            ",
        )
        .unwrap()
    }

    #[test]
    fn time_is_that_of_the_clock_given() {
        let watch = Watch::default();
        let limit = |time| SolveBudget { time, nodes: Some(100_000), ..SolveBudget::default() };
        let whole = |clock: &dyn Clock, time: Option<Duration>| {
            solve_by_clock(&rich(), ThreatKind::Vct, &limit(time), &watch, clock)
        };
        let all = whole(&FakeClock::new(), None);
        assert!(all.nodes > 20_000, "{} nodes: not a long search", all.nodes);
        // A clock that does not advance never ends a search, however short the time limit.
        assert_eq!(whole(&FakeClock::new(), Some(Duration::from_nanos(1))).nodes, all.nodes);
        let ticking = Ticking::default();
        let cut = whole(&ticking, Some(Duration::from_millis(3)));
        assert!(cut.nodes < all.nodes && matches!(cut.answer, SolveAnswer::Unknown), "{cut:?}");
        assert_eq!(
            ticking.reads.load(Ordering::Relaxed),
            4,
            "one at the start, three of the limit"
        );
    }
}
