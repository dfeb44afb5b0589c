//! The entry point of the solvers: a position in, an answer out.
//!
//! Many positions are solved with a dozen stones. Setting up a board with its tables would take
//! longer, so each thread reuses its board and tables (its *desk*) from one position to the next.
//! Results are not reused: the answers are the same as with a new desk.

use std::any::Any;
use std::cell::RefCell;
use std::time::{Duration, Instant};

use super::proof_table::ProofTable;
use super::solution::{Answer, Solution, SolveBudget, ThreatKind, Watch, WinTree};
use super::tree::{Author, Builder};
use super::vcf::{Meter, Vcf, VcfResult};
use super::vct::Vct;
use super::verify::{Fault, verify};
use crate::board::{Board, Position};
use crate::rules::legality;
use crate::types::{Coord, RuleSet, with_rule};

/// Share of the memory for a search of fours alone, whose table needs no more.
const MOST_VCF_BYTES: u64 = 64 << 20;

/// Memory of a table that is not used.
const LEAST_BYTES: u64 = 1 << 20;

/// Looks for a forced win of the side to move. Boards over 22×22 are [`Answer::Unknown`]. A claimed
/// win can be verified by [`super::verify`]; [`prove`] does both.
///
/// ```
/// use tengen::board::notation::parse_picture;
/// use tengen::threats::{solve, verify::verify, Answer, SolveBudget, ThreatKind, Watch};
/// use tengen::types::Rule;
/// let mut position = parse_picture(Rule::Freestyle, "
///     . . . . . . . .
///     . . X X X . . .
///     . . . . . . . .
///     . . O O O . . .
///     . . . . . . . .
/// ").unwrap();
/// let solution = solve(&position, ThreatKind::Vcf, &SolveBudget::default(), &Watch::default());
/// let Answer::Win(tree) = solution.answer else { panic!("an open three wins on the move") };
/// assert_eq!(tree.plies(), 3);
/// assert!(verify(&position, &tree, &|| false).is_ok());
/// ```
pub fn solve(
    position: &Position,
    kind: ThreatKind,
    budget: &SolveBudget,
    watch: &Watch,
) -> Solution {
    if !position.size().is_fast() {
        return Solution { answer: Answer::Unknown, nodes: 0, checking: Duration::ZERO };
    }
    with_rule!(position.rule(), R => run::<R>(position, kind, budget, watch))
}

/// Like [`solve`], but a win is reported only after an independent, rules-only checker has verified
/// it. A win that it rejects, or cannot verify in its time, is [`Answer::Unknown`]; a rejected one
/// is logged.
pub fn prove(
    position: &Position,
    kind: ThreatKind,
    budget: &SolveBudget,
    watch: &Watch,
) -> Solution {
    let mut solution = solve(position, kind, budget, watch);
    if let Answer::Win(tree) = &solution.answer {
        let start = Instant::now();
        let is_late =
            || watch.stop.is_set() || budget.checking.is_some_and(|most| start.elapsed() >= most);
        if let Err(error) = verify(position, tree, &is_late) {
            match error.fault {
                Fault::Late => log::debug!("a win by {}: {error}", kind.name()),
                _ => log::error!("a win by {} is not proved {error}", kind.name()),
            }
            solution.answer = Answer::Unknown;
        }
        solution.checking = start.elapsed();
    }
    solution
}

/// The line of longest resistance. Where all replies resist equally long, it has the first legal
/// one.
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

fn run<R: RuleSet>(
    position: &Position,
    kind: ThreatKind,
    budget: &SolveBudget,
    watch: &Watch,
) -> Solution {
    let mut desk = Desk::<R>::take(position, kind);
    let mut meter = Meter::new(budget, watch);
    let bytes = budget.memory_mb.max(1) << 20;
    let answer = match kind {
        ThreatKind::Vcf => {
            by_fours(&mut desk, bytes.min(MOST_VCF_BYTES), budget.shortest, &mut meter)
        }
        ThreatKind::Vct => by_threats(&mut desk, bytes, &mut meter),
    };
    desk.put_back();
    Solution { answer, nodes: meter.nodes, checking: Duration::ZERO }
}

thread_local! {
    /// The unused desks of a thread, one per rule.
    static DESKS: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// The board and tables of a solver for one rule.
struct Desk<R> {
    board: Board<R>,
    vcf: Vcf,
    proofs: ProofTable,
}

impl<R: RuleSet> Desk<R> {
    /// The thread's desk with the position set up on it. After a panic it is not put back.
    fn take(position: &Position, kind: ThreatKind) -> Box<Self> {
        let kept = DESKS.with_borrow_mut(|desks| {
            let place = desks.iter().position(|desk| desk.is::<Self>())?;
            desks.swap_remove(place).downcast::<Self>().ok()
        });
        let Some(mut desk) = kept else {
            let board = Board::from_position(position);
            return Box::new(Self { board, vcf: Vcf::new(1), proofs: ProofTable::new(1) });
        };
        let is_set_up = match kind {
            ThreatKind::Vcf => desk.board.set_up_fours(position),
            ThreatKind::Vct => desk.board.set_up(position),
        };
        if !is_set_up {
            desk.board = Board::from_position(position);
        }
        desk
    }

    /// Puts the desk back for the next position; memory of a large search is freed.
    fn put_back(mut self: Box<Self>) {
        self.vcf.clear(LEAST_BYTES);
        self.proofs.clear(LEAST_BYTES);
        DESKS.with_borrow_mut(|desks| desks.push(self));
    }
}

fn by_fours<R: RuleSet>(
    desk: &mut Desk<R>,
    bytes: u64,
    shortest: bool,
    meter: &mut Meter<'_>,
) -> Answer {
    let Desk { board, vcf, .. } = desk;
    vcf.clear(bytes);
    let found = if shortest { vcf.shortest(board, meter) } else { vcf.any(board, meter) };
    let mut builder = Builder::default();
    match found {
        VcfResult::No => Answer::None,
        VcfResult::Stopped => Answer::Unknown,
        VcfResult::Win(plies) => match builder.fours(vcf, board, plies, meter) {
            Some(root) => Answer::Win(builder.finish(root)),
            None => Answer::Unknown,
        },
    }
}

fn by_threats<R: RuleSet>(desk: &mut Desk<R>, bytes: u64, meter: &mut Meter<'_>) -> Answer {
    let Desk { board, vcf, proofs, .. } = desk;
    let mut vct = Vct::new(board, vcf, proofs, bytes, meter);
    let mut builder = Builder::default();
    match vct.search() {
        VcfResult::No => Answer::None,
        VcfResult::Stopped => Answer::Unknown,
        VcfResult::Win(_) => match vct.write(&mut builder) {
            Some(root) => Answer::Win(builder.finish(root)),
            None => Answer::Unknown,
        },
    }
}
