//! One searching thread: its board, its evaluation, its experience, and the frames of its line.

use arrayvec::ArrayVec;

use super::experience::Experience;
use super::shared::{SearchState, Stopped};
use crate::board::{Board, Combined};
use crate::eval::Evaluator;
use crate::types::{Point, RuleSet};

/// Deepest ply of any line.
pub(crate) const MAX_PLY: usize = 200;

/// A principal variation.
pub(crate) type PvLine = ArrayVec<Point, 64>;

/// The state of one ply of the current line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    /// Static evaluation for the side to move, corrected except at the root; against a five minus
    /// the parent's.
    pub eval: i32,
    /// The principal variation from here; only nodes with an open window have one.
    pub pv: PvLine,
}

/// After how many nodes a worker reports its count and checks whether the search is over.
const REPORT: u64 = 512;

/// A searching thread's own state.
pub(crate) struct Worker<'a, R: RuleSet, E: Evaluator<R>> {
    /// 0 for the worker that reads the clock and reports.
    pub id: usize,
    /// The current position.
    pub board: Board<R, E::Values>,
    /// The evaluation of the rule.
    pub eval: E,
    /// What all workers share.
    pub shared: &'a SearchState<'a>,
    /// What this thread has learned, including from earlier searches.
    pub experience: &'a mut Experience,
    /// One frame per ply.
    pub frames: Vec<Frame>,
    /// Deepest ply reached in this iteration.
    pub selective_depth: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// Nodes not yet reported to `shared`.
    unreported: u64,
    /// Nodes after which the next report is due.
    due: u64,
}

impl<'a, R: RuleSet, E: Evaluator<R>> Worker<'a, R, E> {
    /// A worker at the root position.
    pub(crate) fn new(
        id: usize,
        board: Board<R, E::Values>,
        mut eval: E,
        shared: &'a SearchState<'a>,
        experience: &'a mut Experience,
    ) -> Self {
        eval.attach(&board);
        let due = shared.limits.nodes.map_or(REPORT, |most| REPORT.min(most));
        Self {
            id,
            board,
            eval,
            shared,
            experience,
            frames: vec![Frame::default(); MAX_PLY + 2],
            selective_depth: 0,
            nodes: 0,
            unreported: 0,
            due,
        }
    }

    /// Whether a stone of the side to move wins there.
    #[inline]
    pub(crate) fn wins_at_once(&self, point: Point) -> bool {
        self.board.combined(self.board.to_move(), point) == Combined::Five
    }

    /// Makes a move for the side to move and starts loading the table cluster of the new position.
    #[inline]
    pub(crate) fn play(&mut self, point: Point) {
        self.shared.table.prefetch(self.board.key_after(point));
        self.board.place(point);
        self.eval.placed(&self.board);
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn undo(&mut self) {
        self.board.undo();
        self.eval.undone(&self.board);
    }

    /// Counts a node; every [`REPORT`] nodes checks whether the search is over.
    #[inline]
    pub(crate) fn visit(&mut self, ply: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        self.unreported += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.unreported >= self.due { self.report() } else { Ok(()) }
    }

    /// Reports the nodes visited and, as worker 0, reads the clock.
    #[cold]
    pub(crate) fn report(&mut self) -> Result<(), Stopped> {
        self.shared.add_nodes(std::mem::take(&mut self.unreported));
        if self.id == 0 {
            self.shared.check_clock();
        }
        // Near a node limit the count is exact, so that the same limit gives the same search.
        let left = self.shared.limits.nodes.map(|most| most.saturating_sub(self.shared.nodes()));
        self.due = left.map_or(REPORT, |left| left.clamp(1, REPORT));
        if self.shared.is_over() { Err(Stopped) } else { Ok(()) }
    }

    /// Sets the PV of `ply` to `first` followed by the child's PV.
    pub(crate) fn set_pv(&mut self, ply: usize, first: Point) {
        let (upper, lower) = self.frames.split_at_mut(ply + 1);
        let pv = &mut upper[ply].pv;
        pv.clear();
        pv.push(first);
        pv.extend(lower[0].pv.iter().copied().take(pv.capacity() - 1));
    }
}
