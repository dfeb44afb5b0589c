//! The recursive node: principal variation search, one sentence per step.
//!
//! Nodes with an open window (`PV`) compute an exact value. All others are searched with a null
//! window: is the value above alpha or not? A *cut node* is expected to fail high after few moves;
//! in an *all node* every move fails low.
//!
//! Each pruning states its assumption and what it is worth: the Elo that the engine loses without
//! it in 400 games of freestyle 15×15 at 6,000 nodes per move (2026-11-22,
//! `tournaments/results/2026-11-22-figures.md`), unless another measurement is named.

mod reductions;
mod singular;

use arrayvec::ArrayVec;

use super::entry::{Entry, ScoreBound, to_table};
use super::history::MoveKind;
use super::known;
use super::params::PLY;
use super::picker::{PickedMove, Picker, kind_of};
use super::shared::{Stopped, Value};
use super::worker::{MAX_PLY, Worker};
use crate::board::Combined;
use crate::eval::{Evaluator, StaticValue};
use crate::rules::forbidden::is_forbidden;
use crate::threats::Danger;
use crate::threats::statics::{self, Static};
use crate::types::{Point, RuleSet, Score, Window};

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy)]
struct NodeContext {
    window: Window,
    depth: i32,
    ply: usize,
    is_cut: bool,
    danger: Danger,
    /// The static evaluation, corrected.
    eval: i32,
    /// The static evaluation as the evaluator gives it; against a five, minus the corrected
    /// evaluation of the parent.
    plain: StaticValue,
    improving: bool,
    /// The table's entry.
    found: Option<Entry>,
    /// The table's move, if it can be played here.
    table_move: Option<Point>,
    /// Extension of that move, 1/128 ply.
    table_move_extension: i32,
    /// The move left out by a singular search.
    excluded: Option<Point>,
}

/// A move about to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    point: Point,
    kind: MoveKind,
    /// It gives neither side a class.
    is_trivial: bool,
    /// Number of moves searched before it.
    number: usize,
    /// How far its order score lies below the best, see [`PickedMove`].
    gap: i32,
    extension: i32,
}

/// The result of a search without the table's move.
enum Singular {
    /// Search the move this much deeper, 1/128 ply.
    Extend(i32),
    /// The node fails high with this value.
    CutOff(i32),
}

/// How the move just made is searched by [`Worker::search_move`].
#[derive(Clone, Copy)]
pub(crate) struct MoveSearch {
    /// The parent's window, alpha raised by the moves before.
    pub window: Window,
    /// Depth for the full searches, 1/128 ply.
    pub depth: i32,
    /// Depth for the first null window search, at most `depth`.
    pub reduced_depth: i32,
    /// Number of moves searched before it.
    pub number: usize,
    /// The ply after the move.
    pub ply: usize,
    /// Whether the parent is a cut node.
    pub parent_is_cut: bool,
}

impl<R: RuleSet, E: Evaluator<R>> Worker<'_, R, E> {
    /// The value of the current position searched `depth` (1/128 plies) deep.
    pub(crate) fn search<const PV: bool>(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
        is_cut: bool,
    ) -> Value {
        self.search_node::<PV>(window, depth, ply, is_cut, None)
    }

    /// Searches the current position without the move `excluded`.
    fn search_node<const PV: bool>(
        &mut self,
        mut window: Window,
        depth: i32,
        ply: usize,
        is_cut: bool,
        excluded: Option<Point>,
    ) -> Value {
        self.frames[ply].pv.clear();
        // Step 1. At the horizon only fours are searched.
        if depth < PLY / 2 || ply >= MAX_PLY {
            return self.leaf(window, 0, ply);
        }
        self.visit(ply)?;
        // Step 2. A full board, and wins and losses that counting proves.
        if let Some(value) = self.settled::<PV>(ply) {
            return Ok(value);
        }
        // Step 3. Mate distance pruning: no line from here beats a win already found, or is worse
        // than a loss. Exact. https://www.chessprogramming.org/Mate_Distance_Pruning
        window.alpha = window.alpha.max(Score::loss_in(ply as i32 + 2));
        window.beta = window.beta.min(Score::win_in(ply as i32 + 3));
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        // Step 4. What earlier visits found, or a book proves.
        let found = match excluded {
            Some(_) => None,
            None => self.shared.table.probe(self.board.key()),
        };
        let deep_enough = if PV { known::PROVED_DEPTH } else { depth / PLY };
        if let Some(entry) = found.filter(|entry| entry.depth >= deep_enough)
            && let Some(value) = entry.answer(window, ply)
        {
            return Ok(value);
        }
        // Step 5. The static evaluation, corrected by experience.
        let mut node = self.examine(window, depth, ply, is_cut, found, excluded);
        // Step 6. Positions so good or so bad that their moves need not be tried.
        if !PV
            && excluded.is_none()
            && node.danger == Danger::None
            && let Some(value) = self.prune_node(node)?
        {
            return Ok(value);
        }
        // Step 7. Less depth where no move is known to be good.
        node.depth -= self.internal_reduction(node);
        // Step 8. Is the table's move the only good one?
        match self.singular_extension::<PV>(node)? {
            Singular::Extend(extension) => node.table_move_extension = extension,
            Singular::CutOff(value) => return Ok(value),
        }
        // Steps 9 to 13, for every move.
        let (best, best_move) = self.try_moves::<PV>(node)?;
        // Step 14. Remember what was found.
        if excluded.is_none() {
            self.learn_error(node, best);
            self.store::<PV>(node, best, best_move);
        }
        Ok(best)
    }

    /// The value of a position that needs no search: a full board is a draw, and
    /// [`statics::look`] proves some wins and losses.
    #[inline]
    pub(super) fn settled<const PV: bool>(&mut self, ply: usize) -> Option<i32> {
        if self.board.empty_count() == 0 {
            return Some(0);
        }
        match statics::look(&self.board) {
            Static::Win { plies, by } => {
                if PV {
                    self.frames[ply].pv.push(by);
                }
                Some(Score::win_in(ply as i32 + plies))
            }
            Static::Loss { plies } => Some(Score::loss_in(ply as i32 + plies)),
            Static::Open => None,
        }
    }

    /// Evaluates the position. Against a five the evaluation means nothing, so the parent's is
    /// used.
    #[inline]
    fn examine(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
        is_cut: bool,
        found: Option<Entry>,
        excluded: Option<Point>,
    ) -> NodeContext {
        let danger = Danger::of(&self.board);
        let exact = |value| StaticValue { value, is_rough: false };
        let params = self.shared.params;
        let plain = match found.and_then(|entry| entry.eval) {
            Some(value) => exact(value),
            None if danger == Danger::Five && ply > 0 => exact(-self.frames[ply - 1].eval),
            None => self.eval.evaluate_within(&self.board, params.lazy_at(window, depth)),
        };
        let eval = self.corrected(plain.value, danger);
        self.frames[ply].eval = eval;
        NodeContext {
            window,
            depth,
            ply,
            is_cut,
            danger,
            eval,
            plain,
            improving: ply >= 2 && eval > self.frames[ply - 2].eval,
            found,
            table_move: found.and_then(|entry| entry.best).filter(|&p| self.board.is_empty(p)),
            table_move_extension: 0,
            excluded,
        }
    }

    /// Stores the result of a node in the table.
    #[inline]
    fn store<const PV: bool>(&self, node: NodeContext, best: i32, best_move: Option<Point>) {
        let bound = match () {
            () if best >= node.window.beta => ScoreBound::Lower,
            () if PV && best_move.is_some() => ScoreBound::Exact,
            () => ScoreBound::Upper,
        };
        let entry = Entry {
            value: to_table(best, node.ply as i32),
            eval: (!node.plain.is_rough).then_some(node.plain.value),
            best: best_move,
            depth: node.depth / PLY,
            bound,
        };
        self.shared.table.store(self.board.key(), entry);
    }

    /// The static evaluation, corrected by the errors that searches found in similar positions.
    fn corrected(&self, eval: i32, danger: Danger) -> i32 {
        if danger != Danger::None {
            return eval;
        }
        let (own, last) = (self.board.to_move(), self.board.move_back(0));
        let percent = self.shared.params.correction_share;
        let more = self.experience.correction.of(own, last, percent);
        (eval + more).clamp(-Score::MAX_EVAL, Score::MAX_EVAL)
    }

    /// Records how wrong the evaluation of a searched node was. A value that is only a bound counts
    /// if the evaluation lies on the wrong side of it. Rough evaluations count, too: leaving them
    /// out, and restoring the frame's evaluation after a singular search, gave -3 ± 17 Elo.
    fn learn_error(&mut self, node: NodeContext, value: i32) {
        let NodeContext { window, depth, danger, eval, plain, .. } = node;
        let informs =
            (value < window.beta || value > eval) && (value > window.alpha || value < eval);
        if danger == Danger::None && informs && !Score::is_decided(value) {
            let (own, last) = (self.board.to_move(), self.board.move_back(0));
            self.experience.correction.learn(own, last, value - plain.value, depth / PLY);
        }
    }

    /// Razoring and reverse futility: the value, if the moves need not be tried.
    fn prune_node(&mut self, node: NodeContext) -> Result<Option<i32>, Stopped> {
        let NodeContext { window, depth, ply, eval, improving, .. } = node;
        let params = self.shared.params;
        // Razoring. Assumes that without fours no side gains that much in so few plies. Worth
        // -3 ± 31; +23 ± 31 in 350 games at 8,000 nodes (`2026-11-28-search.md`).
        // https://www.chessprogramming.org/Razoring
        if depth < params.razor_depth_threshold
            && eval + params.razor_margin_at(depth) < window.alpha
        {
            let value = self.leaf(window, 0, ply)?;
            return Ok((value <= window.alpha).then_some(value));
        }
        // Reverse futility. Assumes that the side to move, not in danger, keeps most of its
        // advantage. Worth +40 ± 31. https://www.chessprogramming.org/Reverse_Futility_Pruning
        let good = eval - params.futility_margin(depth, improving) >= window.beta;
        Ok((depth < params.futility_depth_threshold && good && !Score::is_decided(window.beta))
            .then_some(eval))
    }

    /// Tries the moves in order: the best value, and the move that raised alpha, if one did.
    fn try_moves<const PV: bool>(
        &mut self,
        mut node: NodeContext,
    ) -> Result<(i32, Option<Point>), Stopped> {
        let NodeContext { window, depth, ply, danger, .. } = node;
        let params = self.shared.params;
        let own = self.board.to_move();
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut tried = ArrayVec::<(Point, MoveKind), 64>::new_const();
        let mut number = 0;
        let mut picker = Picker::new(node.table_move);
        while let Some(PickedMove { point, gap }) =
            picker.next(&self.board, &mut self.eval, &self.experience.history, params, danger)
        {
            // Step 9. Moves that are not allowed.
            if node.excluded == Some(point) || is_forbidden(&self.board, own, point) {
                continue;
            }
            let mut candidate = self.candidate(point, number, gap);
            // Step 10. Late moves are left out, once some move is known not to lose.
            let may_skip = !PV || danger == Danger::None;
            if may_skip && best >= -Score::MAX_EVAL && self.is_late(node, candidate) {
                break;
            }
            // Step 11. Extend it, reduce it, search it. The extension of answers to a five is worth
            // +17 ± 30.
            candidate.extension = match () {
                () if danger == Danger::Five => params.forced_extension,
                () if node.table_move == Some(point) => node.table_move_extension,
                () => 0,
            };
            let value = self.try_move::<PV>(node, candidate, alpha)?;
            number += 1;
            // Step 12. Is it the best so far, or even too good?
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(point);
                    if PV {
                        self.set_pv(ply, point);
                    }
                    if value >= window.beta {
                        self.reward(depth, danger, point, &tried);
                        break;
                    }
                    node.depth -= self.raised_reduction::<PV>(depth);
                }
            }
            let _ = tried.try_push((point, candidate.kind));
        }
        // Step 13. Without a move the value follows from the danger alone.
        Ok((if number == 0 { self.value_without_moves(node) } else { best }, best_move))
    }

    /// The value of a node in which no move could be tried: lost when only certain replies would
    /// have helped, else unknown.
    fn value_without_moves(&self, node: NodeContext) -> i32 {
        match node.danger {
            _ if node.excluded.is_some() => node.window.alpha,
            Danger::Five => Score::loss_in(node.ply as i32 + 2),
            Danger::OpenFour => Score::loss_in(node.ply as i32 + 4),
            Danger::None => node.eval,
        }
    }

    #[inline]
    fn candidate(&self, point: Point, number: usize, gap: i32) -> Candidate {
        let own = self.board.to_move();
        let is_trivial = self.board.combined(own, point) == Combined::None
            && self.board.combined(!own, point) == Combined::None;
        let kind = kind_of(&self.board, point);
        Candidate { point, kind, is_trivial, number, gap, extension: 0 }
    }

    /// Late move pruning: whether this move and all after it may be left out, threats included,
    /// because it comes late at little depth or far behind the best. Assumes that the order is good.
    /// The number was worth +250 ± 40; in nodes with an open window +23 ± 26 and +43 ± 26 at 60,000
    /// nodes per move.
    ///
    /// Against an open four few replies are worth a try: where those fail, the own fours that
    /// remain mostly delay the loss. Worth +45 ± 32 for threats and +19 ± 29 for replies. A loss is
    /// never concluded from replies left out, since this is asked only once one reply does not lose.
    /// <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>
    fn is_late(&self, node: NodeContext, candidate: Candidate) -> bool {
        let NodeContext { depth, improving, danger, .. } = node;
        let params = self.shared.params;
        match danger {
            Danger::None => {
                candidate.number >= params.late_count(depth, improving)
                    || candidate.gap > params.late_gap_at(depth)
            }
            Danger::OpenFour => candidate.number >= params.late_reply_count(depth),
            Danger::Five => false,
        }
    }

    /// Makes the move and searches the position after it.
    fn try_move<const PV: bool>(
        &mut self,
        node: NodeContext,
        candidate: Candidate,
        alpha: i32,
    ) -> Value {
        let depth = node.depth - PLY + candidate.extension;
        let reduction = self.reduction::<PV>(node, candidate);
        let plan = MoveSearch {
            window: Window::new(alpha, node.window.beta),
            depth,
            reduced_depth: (depth - reduction).clamp(PLY.min(depth), depth),
            number: candidate.number,
            ply: node.ply + 1,
            parent_is_cut: node.is_cut,
        };
        self.play(candidate.point);
        let value = self.search_move::<PV>(plan);
        self.undo();
        value
    }

    /// Principal variation search of the move just made, for the player who made it: the first move
    /// with the whole window; every other with a null window, reduced first, and with the whole
    /// window only if it may be the best.
    pub(crate) fn search_move<const PV: bool>(&mut self, plan: MoveSearch) -> Value {
        let MoveSearch { window, depth, reduced_depth, number, ply, parent_is_cut } = plan;
        if number == 0 {
            return Ok(-self.search::<PV>(-window, depth, ply, !PV && !parent_is_cut)?);
        }
        let null = -Window::null(window.alpha);
        let mut value = -self.search::<false>(null, reduced_depth, ply, true)?;
        if value > window.alpha && reduced_depth < depth {
            let more = self.deeper_extension(value, window.alpha);
            value = -self.search::<false>(null, depth + more, ply, !parent_is_cut)?;
        }
        if PV && value > window.alpha && value < window.beta {
            value = -self.search::<true>(-window, depth, ply, false)?;
        }
        Ok(value)
    }

    /// Updates the history after a cutoff: a bonus for the move that caused it, a malus for those
    /// tried before it.
    fn reward(&mut self, depth: i32, danger: Danger, point: Point, tried: &[(Point, MoveKind)]) {
        if danger == Danger::Five {
            return;
        }
        let own = self.board.to_move();
        let params = self.shared.params;
        let bonus = params.history_bonus(depth);
        let loss = bonus * params.history_loss_factor / 100;
        // A quiet reply that stops a four says little about its cell elsewhere.
        let informs = |kind: MoveKind| danger == Danger::None || kind == MoveKind::Attack;
        let history = &mut self.experience.history;
        let kind = kind_of(&self.board, point);
        if informs(kind) {
            history.update(own, kind, point, bonus);
        }
        history.set_counter(own, self.board.move_back(0), point);
        for &(other, kind) in tried.iter().filter(|&&(_, kind)| informs(kind)) {
            history.update(own, kind, other, -loss);
        }
    }
}
