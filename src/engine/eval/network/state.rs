//! The features of all cells, kept up to date while stones are placed and undone.
//!
//! Each player has a view of its own, which follows the moves only when that player's value is
//! asked for, and goes back by copying what it saved.

use super::kernels::{ChangeList, Changes, Kernels, MOST_TOUCHED, RowChange};
use super::tables::{
    CellFeatures, ConvolvedPool, FeaturePool, Features, Network, PlayerView, RowIndex, near_cells,
    pair_row,
};
use super::weights::CONVOLVED;
use super::windows::{HalfTables, REACH};
use crate::board::lines::Lines;
use crate::board::tables::cell;
use crate::board::{Board, CellValues, ClassChange, ClassChanges};
use crate::types::{ByColor, Color, Direction, Point, RuleSet};

/// Room for the changes of a move.
const SLOTS: usize = size_of::<ClassChanges>() / size_of::<ClassChange>();

/// A move since the board was first followed.
#[derive(Clone, Copy, Debug)]
struct Move {
    /// `None` for a pass.
    stone: Option<(Point, Color)>,
    /// Its first change in [`NetworkState::changes`].
    first_change: usize,
}

/// A move that a view has applied.
#[derive(Clone, Copy, Debug)]
struct Applied {
    stone: Option<(Point, Color)>,
    /// The first of its cells in [`View::saved`].
    first_saved: usize,
    /// The sums before it.
    pool: FeaturePool,
}

/// The features as one player sees them.
#[derive(Clone, Debug)]
struct View {
    cells: Box<CellFeatures>,
    pool: FeaturePool,
    /// The lines after the moves applied.
    lines: Lines,
    applied: Vec<Applied>,
    /// The cells that the moves applied have touched, and their features before. Of `saved` only
    /// as many entries count as there are points.
    saved_points: Vec<u16>,
    saved: Vec<Features>,
}

/// The state of the network on one board.
#[derive(Clone, Debug)]
pub struct NetworkState {
    kernels: Kernels,
    /// The views, black's first; `None` while no board is followed.
    views: Option<Box<ByColor<View>>>,
    moves: Vec<Move>,
    /// The changes of the moves; the first `changes_len` entries are valid.
    changes: Vec<ClassChange>,
    changes_len: usize,
    scratch: Box<Changes>,
}

impl NetworkState {
    /// A state that belongs to no board yet.
    pub fn new() -> Self {
        Self::with_kernels(Kernels::best())
    }

    pub(super) fn with_kernels(kernels: Kernels) -> Self {
        let scratch = Box::new(Changes::EMPTY);
        Self {
            kernels,
            views: None,
            moves: Vec::new(),
            changes: Vec::new(),
            changes_len: 0,
            scratch,
        }
    }

    /// Follows this board from its present position.
    pub(crate) fn attach<R: RuleSet, V: CellValues>(
        &mut self,
        network: &Network,
        board: &Board<R, V>,
    ) {
        self.moves.clear();
        self.changes_len = 0;
        let views = ByColor::from_fn(|color| View::new(network, board, color));
        self.views = Some(Box::new(views));
    }

    /// The last move of the board was just made.
    #[inline]
    pub fn placed<R: RuleSet, V: CellValues>(&mut self, board: &Board<R, V>) {
        if self.views.is_none() {
            return;
        }
        let stone = board.move_back(0).map(|point| (point, !board.to_move()));
        let start = self.changes_len;
        self.moves.push(Move { stone, first_change: start });
        if self.changes.len() < start + SLOTS {
            self.changes.resize(2 * (start + SLOTS), ClassChange::default());
        }
        let room = self.changes[start..].first_chunk_mut::<SLOTS>().expect("just made");
        self.changes_len += board.class_changes(room);
    }

    /// A move was just taken back.
    #[inline]
    pub fn undone(&mut self) {
        let Some(views) = &mut self.views else { return };
        let Some(last) = self.moves.pop() else {
            // Back behind the position from which the board was followed.
            self.views = None;
            return;
        };
        self.changes_len = last.first_change;
        for view in &mut views.0 {
            view.go_back(self.moves.len());
        }
    }

    /// The value for the side to move, in the unit of [`Score`](crate::types::Score).
    pub fn value<R: RuleSet, V: CellValues>(
        &mut self,
        network: &Network,
        board: &Board<R, V>,
    ) -> i32 {
        let viewer = board.to_move();
        let player = network.view(viewer);
        let kernels = self.kernels;
        let (pool, convolved) = match self.catch_up::<R>(network, viewer) {
            Some(view) => (view.pool, view.convolve::<R, V>(kernels, player, board)),
            None => (network.pool(board, viewer), network.convolved_pool(board, viewer)),
        };
        kernels.value(&player.layers, &pool, &convolved)
    }

    /// The view of a player, with all moves applied.
    fn catch_up<R: RuleSet>(&mut self, network: &Network, viewer: Color) -> Option<&View> {
        let view = &mut self.views.as_mut()?[viewer];
        for index in view.applied.len()..self.moves.len() {
            let Move { stone, first_change } = self.moves[index];
            let end = self.moves.get(index + 1).map_or(self.changes_len, |next| next.first_change);
            view.push(stone);
            if let Some(stone) = stone {
                let changes = &self.changes[first_change..end];
                view.collect::<R>(stone, viewer, changes, &mut self.scratch);
                view.apply(self.kernels, network, viewer, &self.scratch);
            }
        }
        Some(view)
    }
}

impl View {
    /// The view of a position, computed from it alone.
    fn new<R: RuleSet, V: CellValues>(
        network: &Network,
        board: &Board<R, V>,
        viewer: Color,
    ) -> Self {
        let mut cells = vec![Features::ZERO; Point::COUNT].into_boxed_slice();
        let mut pool = FeaturePool::ZERO;
        for point in board.empties() {
            let features = network.features(board, viewer, point);
            pool.add(&features);
            cells[point.index()] = features;
        }
        let Ok(cells) = cells.try_into() else { unreachable!("it has Point::COUNT entries") };
        Self {
            cells,
            pool,
            lines: board.lines().clone(),
            applied: Vec::new(),
            saved_points: Vec::new(),
            saved: Vec::new(),
        }
    }

    fn push(&mut self, stone: Option<(Point, Color)>) {
        let first_saved = self.saved_points.len();
        self.applied.push(Applied { stone, first_saved, pool: self.pool });
    }

    /// Puts the stone on the lines and collects what it changes.
    #[inline]
    fn collect<R: RuleSet>(
        &mut self,
        (stone, color): (Point, Color),
        viewer: Color,
        changed: &[ClassChange],
        changes: &mut Changes,
    ) {
        changes.stone = stone.raw();
        changes.windows.clear();
        changes.pairs.clear();
        changes.far.clear();
        for direction in Direction::ALL {
            collect_line(&self.lines, stone, color, direction, viewer, &mut changes.windows);
        }
        self.lines.toggle_stone(color, stone);
        for change in changed {
            let [leave, enter] =
                [change.before, change.after].map(|classes| pair_row(classes, viewer));
            let row = RowChange { point: change.point, leave, enter };
            // Windows reach the nearer cells; where the rule looks five cells far, classes change
            // beyond them.
            let distance = || stone.distance(Point::from_index(change.point.into()));
            let is_far = R::REACH > REACH && distance() as usize > REACH;
            changes.pairs.push(row, !is_far);
            changes.far.push(row, is_far);
        }
    }

    #[inline]
    fn apply(&mut self, kernels: Kernels, network: &Network, viewer: Color, changes: &Changes) {
        let start = self.saved_points.len();
        if self.saved.len() < start + MOST_TOUCHED {
            self.saved.resize(2 * (start + MOST_TOUCHED), Features::ZERO);
        }
        let saved = self.saved[start..].first_chunk_mut().expect("just made");
        let rows = &network.view(viewer).rows;
        kernels.apply(rows, changes, &mut self.cells, saved, &mut self.pool);
        self.saved_points.extend(changes.touched());
    }

    /// The sums of the convolved features.
    #[inline]
    fn convolve<R: RuleSet, V: CellValues>(
        &self,
        kernels: Kernels,
        player: &PlayerView,
        board: &Board<R, V>,
    ) -> ConvolvedPool {
        let Some(convolution) = &player.convolution else { return [0; CONVOLVED] };
        kernels.convolve(convolution, &self.cells, &near_cells(board))
    }

    /// Takes back the moves after the first `count`.
    #[inline]
    fn go_back(&mut self, count: usize) {
        while self.applied.len() > count {
            let Some(Applied { stone, first_saved, pool }) = self.applied.pop() else { return };
            let points = &self.saved_points[first_saved..];
            for (features, &point) in self.saved[first_saved..].iter().zip(points) {
                self.cells[usize::from(point) & (Point::COUNT - 1)] = *features;
            }
            self.saved_points.truncate(first_saved);
            self.pool = pool;
            if let Some((point, color)) = stone {
                self.lines.toggle_stone(color, point);
            }
        }
    }
}

/// Adds the empty cells of one line around a stone, which is not on the line yet.
#[inline(always)]
fn collect_line(
    lines: &Lines,
    stone: Point,
    color: Color,
    direction: Direction,
    viewer: Color,
    windows: &mut ChangeList<64>,
) {
    /// The stone's place among the cells below: they begin two reaches before it.
    const STONE: usize = 2 * REACH;
    let (word, place) = lines.line(stone, direction);
    // The ends of a word are wall, so turning it around them brings in nothing else.
    let before = word.rotate_right((2 * place + 64 - 2 * STONE) as u32);
    let bits = [cell::BLACK, cell::WHITE][color.index()] ^ cell::EMPTY;
    let after = before ^ bits << (2 * STONE);
    let tables = HalfTables::of(viewer);
    let left =
        |word: u64, place: usize| tables.before[usize::from((word >> (2 * (place - REACH))) as u8)];
    let right =
        |word: u64, place: usize| tables.behind[usize::from((word >> (2 * (place + 1))) as u8)];
    let mut push = |place: usize, same: RowIndex, leave: RowIndex, enter: RowIndex| {
        let is_empty = after >> (2 * place) & 3 == cell::EMPTY;
        let point = stone.step(direction, place as isize - STONE as isize).raw();
        let change = RowChange { point, leave: same + leave, enter: same + enter };
        windows.push(change, is_empty & (leave != enter));
    };
    for place in STONE - REACH..STONE {
        push(place, left(after, place), right(before, place), right(after, place));
    }
    for place in STONE + 1..=STONE + REACH {
        push(place, right(after, place), left(before, place), left(after, place));
    }
}
