//! The root: which moves are considered, iterative deepening, aspiration windows, several principal
//! variations, and when to stop.

use std::cmp::Reverse;

use super::event::{Event, Iteration, Listener, RootMark};
use super::node::MoveSearch;
use super::params::PLY;
use super::shared::{SearchState, Stopped, Value};
use super::time::Signals;
use super::worker::{MAX_PLY, PvLine, Worker};
use crate::board::{Board, CellValues, Combined, Symmetry};
use crate::eval::Evaluator;
use crate::rules::forbidden::is_forbidden;
use crate::threats::Danger;
use crate::threats::danger::replies;
use crate::threats::statics::{self, Static};
use crate::types::{Coord, Point, PointSet, RuleSet, Score, Window};

/// A root move with its values and line.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The move.
    pub point: Point,
    /// Its value in the current iteration; minus infinity until it proves better than others.
    pub value: i32,
    /// Its value in the iteration before.
    pub previous: i32,
    /// The line it begins.
    pub pv: PvLine,
}

impl RootMove {
    /// A move about which nothing is known yet.
    fn new(point: Point) -> Self {
        let unknown = -Score::INFINITE;
        Self { point, value: unknown, previous: unknown, pv: [point].into_iter().collect() }
    }
}

/// The result of one worker's search.
#[derive(Clone, Debug)]
pub(crate) struct RootResult {
    /// The root moves, best first.
    pub moves: Vec<RootMove>,
    /// Depth of the last finished iteration.
    pub depth: u32,
}

/// The moves considered at the root, best static score first: legal, not excluded, and only one of
/// each set of moves that a symmetry of the position makes equal. Empty only if no legal move is
/// allowed.
pub(crate) fn root_moves<R: RuleSet, E: Evaluator<R>>(
    board: &Board<R, E::Values>,
    eval: &mut E,
    excluded: &[Coord],
) -> Vec<Point> {
    let scored = scored_moves(board, eval, excluded);
    without_twins(board, scored.into_iter().map(|(point, _)| point).collect())
}

/// The moves of [`root_moves`] with their static scores, best first, and all of those that a
/// symmetry of the position makes equal.
pub(crate) fn scored_moves<R: RuleSet, E: Evaluator<R>>(
    board: &Board<R, E::Values>,
    eval: &mut E,
    excluded: &[Coord],
) -> Vec<(Point, i32)> {
    let own = board.to_move();
    let allowed =
        |&point: &Point| !excluded.contains(&point.coord()) && !is_forbidden(board, own, point);
    let win: PointSet = board.threats_from(own, Combined::Five).collect();
    // If every reply to a threat is forbidden or excluded, try everything near, to resist longest.
    let lists = [
        win,
        replies(board, Danger::of(board)),
        board.threats_from(!own, Combined::OpenFour).collect(),
        board.candidates(),
        *board.empties(),
    ];
    let moves: PointSet = lists
        .iter()
        .map(|list| list.iter().filter(allowed).collect::<PointSet>())
        .find(|moves| !moves.is_empty())
        .unwrap_or_default();
    let mut scored = Vec::new();
    eval.score_moves(board, &moves, |point, score| scored.push((point, score)));
    scored.sort_unstable_by_key(|&(point, score)| (Reverse(score), point));
    scored
}

/// Keeps the first of each set of moves that a symmetry of the position exchanges.
fn without_twins<R: RuleSet, V: CellValues>(board: &Board<R, V>, moves: Vec<Point>) -> Vec<Point> {
    let size = board.size();
    let image =
        |symmetry: Symmetry, point: Point| Point::from_coord(symmetry.apply(point.coord(), size));
    let keeps_position = |symmetry: &Symmetry| {
        board.on_board().iter().all(|point| {
            let twin = image(*symmetry, point);
            board.stone(point) == board.stone(twin) && board.is_empty(point) == board.is_empty(twin)
        })
    };
    let symmetries: Vec<Symmetry> = Symmetry::all(size).skip(1).filter(keeps_position).collect();
    let mut seen = PointSet::EMPTY;
    moves
        .into_iter()
        .filter(|&point| {
            let is_new = !symmetries.iter().any(|&symmetry| seen.contains(image(symmetry, point)));
            seen.insert(point);
            is_new
        })
        .collect()
}

/// The best move without any search, and its value: the proved value if counting threats proves
/// one, else the static evaluation. `None` if there is no move.
pub(crate) fn static_best<R: RuleSet, E: Evaluator<R>>(
    board: &Board<R, E::Values>,
    eval: &mut E,
    moves: &[Point],
) -> (Option<Point>, i32) {
    let first = moves.first().copied();
    match statics::look(board) {
        Static::Win { by, plies } if moves.contains(&by) => (Some(by), Score::win_in(plies)),
        Static::Loss { plies } => (first, Score::loss_in(plies)),
        _ => (first, eval.evaluate(board)),
    }
}

/// Root marks are sent only after this time: earlier they would change too fast to see.
const MARKS_AFTER_MS: u128 = 200;

impl<R: RuleSet, E: Evaluator<R>> Worker<'_, R, E> {
    /// Deepens iteration by iteration until a limit is reached. `first_depth` lets helper
    /// threads start at different depths.
    pub(crate) fn deepen(
        &mut self,
        moves: &[Point],
        first_depth: u32,
        listener: &mut dyn Listener,
    ) -> RootResult {
        let root_ply = self.board.ply();
        let moves = moves.iter().map(|&point| RootMove::new(point)).collect();
        let mut found = RootResult { moves, depth: 0 };
        let last = self.shared.limits.depth.unwrap_or(99).min(99);
        let mut signals = Signals { stable_iterations: 0, fall: 0, value: 0 };
        let mut proved_iterations = 0;
        for depth in first_depth.min(last.max(1))..=last.max(1) {
            self.selective_depth = 0;
            let (best_before, value_before) = (found.moves[0].point, found.moves[0].value);
            for root_move in &mut found.moves {
                root_move.previous = root_move.value;
            }
            let result = self.iterate(&mut found.moves, depth, listener);
            debug_assert_eq!(self.board.ply(), root_ply);
            if result.is_err() {
                break;
            }
            found.depth = depth;
            let best = &found.moves[0];
            signals.stable_iterations =
                if best.point == best_before { signals.stable_iterations + 1 } else { 0 };
            signals.fall = if depth > 2 { value_before - best.value } else { 0 };
            signals.value = best.value;
            let proved = best.value.abs() >= Score::MATE_THRESHOLD;
            proved_iterations = if proved { proved_iterations + 1 } else { 0 };
            // A clock that counts nodes knows of those that were reported.
            if self.shared.limits.nodes_per_ms.is_some() && self.report().is_err() {
                break;
            }
            if self.id == 0 && self.is_done(&found, signals, proved_iterations) {
                break;
            }
        }
        let _ = self.report();
        found
    }

    /// Whether another iteration is not worth its time.
    fn is_done(&self, found: &RootResult, signals: Signals, proved_iterations: u32) -> bool {
        let timed = self.shared.budget.maximum.is_some();
        let several = self.shared.limits.multi_pv > 1;
        // A proved result rarely improves; a single move needs no search.
        let proved = !several && proved_iterations > if timed { 1 } else { 4 };
        let single = self.shared.is_hurried() && found.moves.len() == 1;
        let SearchState { budget, params, .. } = self.shared;
        proved || single || budget.is_spent(self.shared.elapsed(), signals, params)
    }

    /// One iteration: finds the best `multi_pv` moves, each by a search without the better ones.
    fn iterate(
        &mut self,
        moves: &mut [RootMove],
        depth: u32,
        listener: &mut dyn Listener,
    ) -> Result<(), Stopped> {
        for root_move in moves.iter_mut() {
            root_move.value = -Score::INFINITE;
        }
        for pv_index in 0..self.variations(moves) {
            let result = self.aspire(&mut moves[pv_index..], depth, listener);
            // Even when stopped, a better move found in this iteration counts.
            sort_by_value(&mut moves[pv_index..]);
            if result.is_err() {
                sort_by_value(moves);
                return result;
            }
        }
        // A later variation can turn out better than an earlier one. They are reported together, so
        // that every reported depth is complete and in order.
        let count = self.variations(moves);
        sort_variations(&mut moves[..count]);
        if self.id == 0 {
            for pv_index in 0..count {
                self.report_iteration(moves, pv_index, depth, listener);
            }
        }
        Ok(())
    }

    fn variations(&self, moves: &[RootMove]) -> usize {
        self.shared.limits.multi_pv.clamp(1, moves.len())
    }

    fn report_iteration(
        &self,
        moves: &[RootMove],
        pv_index: usize,
        depth: u32,
        listener: &mut dyn Listener,
    ) {
        let best = &moves[pv_index];
        listener.hear(&Event::Iteration(Iteration {
            pv_index,
            variations: self.variations(moves),
            depth,
            selective_depth: self.selective_depth.max(1) as u32,
            score: Score(best.value),
            nodes: self.shared.nodes().max(self.nodes),
            elapsed: self.shared.elapsed(),
            pv: best.pv.iter().map(|point| point.coord()).collect(),
        }));
    }

    /// Searches with a narrow window around the last value and widens it until the value lies
    /// inside.
    fn aspire(
        &mut self,
        moves: &mut [RootMove],
        depth: u32,
        listener: &mut dyn Listener,
    ) -> Result<(), Stopped> {
        let params = self.shared.params;
        let guess = moves[0].previous;
        let mut margin = params.aspiration_margin + guess.abs() / 32;
        let narrow = depth as i32 >= params.aspiration_depth_threshold && !Score::is_decided(guess);
        let mut window = match narrow {
            true => Window::new(guess - margin, guess + margin),
            false => Window::FULL,
        };
        let mut depth = depth as i32 * PLY;
        loop {
            let value = self.search_root(moves, window, depth, listener)?;
            sort_by_value(moves);
            margin += margin / 2 + 8;
            if value <= window.alpha && window.alpha > -Score::INFINITE {
                window.beta = (window.alpha + window.beta) / 2;
                window.alpha = widened(value, -margin);
            } else if value >= window.beta && window.beta < Score::INFINITE {
                window.beta = widened(value, margin);
                // The move is good; how good can be found at less depth. Known from Stockfish and
                // Rapfi: https://www.chessprogramming.org/Aspiration_Windows
                depth = (depth - params.aspiration_reduction).max(PLY);
            } else {
                return Ok(());
            }
        }
    }

    /// Searches the root moves in order, the first with the full window.
    fn search_root(
        &mut self,
        moves: &mut [RootMove],
        window: Window,
        depth: i32,
        listener: &mut dyn Listener,
    ) -> Value {
        self.frames[0].eval = self.eval.evaluate(&self.board);
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        // The first move keeps its value from the previous window until it is searched again: a new
        // best move must not lose to the old one if the search is stopped meanwhile.
        for root_move in moves.iter_mut().skip(1) {
            root_move.value = -Score::INFINITE;
        }
        for (number, root_move) in moves.iter_mut().enumerate() {
            let point = root_move.point;
            self.mark(point, RootMark::Searching, listener);
            let window = Window::new(alpha, window.beta);
            let value = self.search_root_move(point, window, depth, number)?;
            let is_best = number == 0 || value > alpha;
            if is_best {
                self.set_pv(0, point);
                root_move.value = value;
                root_move.pv.clone_from(&self.frames[0].pv);
            }
            self.mark(point, mark_of(value, is_best), listener);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// The value of a root move.
    fn search_root_move(
        &mut self,
        point: Point,
        window: Window,
        depth: i32,
        number: usize,
    ) -> Value {
        if self.wins_at_once(point) {
            self.frames[1].pv.clear();
            return Ok(Score::win_in(1));
        }
        let reduction = match number >= 2 && depth >= 3 * PLY {
            true => self.shared.params.reduction(depth, number),
            false => 0,
        };
        let depth = depth - PLY;
        let reduced_depth = (depth - reduction).max(PLY.min(depth));
        let plan =
            MoveSearch { window, depth, reduced_depth, number, ply: 1, parent_is_cut: false };
        self.play(point);
        let value = self.search_move::<true>(plan);
        self.undo();
        value
    }

    fn mark(&self, point: Point, mark: RootMark, listener: &mut dyn Listener) {
        if self.id == 0 && self.shared.elapsed().as_millis() > MARKS_AFTER_MS {
            listener.hear(&Event::Root { coord: point.coord(), mark });
        }
    }
}

fn mark_of(value: i32, is_best: bool) -> RootMark {
    match () {
        () if value <= -Score::MATE_THRESHOLD => RootMark::Lost,
        () if is_best => RootMark::Best,
        () => RootMark::Done,
    }
}

/// `value` moved by `margin`, as a bound of the window; infinite once it is near a win or a loss.
fn widened(value: i32, margin: i32) -> i32 {
    let bound = value + margin;
    match () {
        () if bound >= Score::MAX_EVAL => Score::INFINITE,
        () if bound <= -Score::MAX_EVAL => -Score::INFINITE,
        () => bound,
    }
}

const _: () = assert!(MAX_PLY > 100, "lines must be able to follow the deepest iteration");

/// Puts the best moves first; of equal ones those that were better in the last iteration. Not a
/// method: it is compiled once, not for every rule and evaluator.
fn sort_by_value(moves: &mut [RootMove]) {
    moves.sort_by_key(|m| Reverse((m.value, m.previous)));
}

/// Puts the best variations first.
fn sort_variations(moves: &mut [RootMove]) {
    moves.sort_by_key(|m| Reverse(m.value));
}

#[cfg(test)]
mod tests;
