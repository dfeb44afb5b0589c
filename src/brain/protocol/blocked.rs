//! The points that the searches of a front end leave out, beside those that are taken: at the root
//! of a search, whose moves are chosen there.

use crate::wire::{BlockKind, BlockRow, NumberPair};

use super::error::StateError;
use super::setup;
use crate::wire::Axes;
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Color, Coord, Rule, Stone};

/// More paths are refused: Yixin-Board sends one for every point but one.
const MOST_PATHS: usize = 20_000;

/// What is left out.
#[derive(Debug, Default)]
pub(crate) struct Blocked {
    /// In every position (`YXBLOCK`).
    points: Vec<Coord>,
    /// After these stones (`YXBLOCKPATH`).
    paths: Vec<(Vec<(Coord, Stone)>, Coord)>,
    /// While this side moves (`YXFORBID`).
    forbidden: Vec<(Color, Coord)>,
}

impl Blocked {
    /// The points to leave out of a position: those that are empty; none if there is no other point
    /// to play.
    pub(crate) fn in_position(&self, position: &Position) -> Vec<Coord> {
        let stones = if self.paths.is_empty() { Vec::new() } else { sorted(position) };
        let paths = self.paths.iter().filter(|(path, _)| *path == stones).map(|&(_, last)| last);
        let side = position.to_move();
        let of_side = self.forbidden.iter().filter(|(color, _)| *color == side);
        let all = self.points.iter().copied().chain(paths).chain(of_side.map(|&(_, at)| at));
        let mut left_out: Vec<Coord> = all.filter(|&at| position.is_empty_at(at)).collect();
        left_out.sort_unstable();
        left_out.dedup();
        match left_out.len() < position.empty_coords().count() {
            true => left_out,
            false => Vec::new(),
        }
    }

    /// Adds the points of `YXBLOCK`, or removes those of `YXBLOCKUNDO`.
    ///
    /// # Errors
    /// If one is off the board.
    pub(crate) fn change_points(
        &mut self,
        kind: BlockKind,
        rows: &[BlockRow],
        axes: Axes,
        size: BoardSize,
    ) -> Result<(), StateError> {
        let command = kind.word();
        let point = |&[first, second, _]: &BlockRow| {
            let pair = NumberPair { first, second };
            axes.coord(pair, size).ok_or(StateError::OffBoard { command, pair, size })
        };
        let points = rows.iter().map(point).collect::<Result<Vec<Coord>, _>>()?;
        self.points.retain(|coord| !points.contains(coord));
        if kind == BlockKind::YxBlock {
            self.points.extend(points);
        }
        Ok(())
    }

    /// Adds the path of `YXBLOCKPATH`, or removes that of `YXBLOCKPATHUNDO`. A path that cannot be
    /// played leaves out nothing: Yixin-Board sends those of a board of 20×20, whatever the board is.
    ///
    /// # Errors
    /// If it has no moves, or there are too many.
    pub(crate) fn change_path(
        &mut self,
        kind: BlockKind,
        rows: &[BlockRow],
        axes: Axes,
        (rule, size): (Rule, BoardSize),
    ) -> Result<(), StateError> {
        let Some((&[first, second, _], before)) = rows.split_last() else {
            return Err(StateError::NoPath { command: kind.word() });
        };
        let last = axes.coord(NumberPair { first, second }, size);
        let Some((before, last)) = setup::moves(before, rule, size, axes).ok().zip(last) else {
            return Ok(());
        };
        let path = (sorted(&before), last);
        self.paths.retain(|known| *known != path);
        if kind == BlockKind::YxBlockPath && before.is_empty_at(last) {
            if self.paths.len() >= MOST_PATHS {
                return Err(StateError::ManyPaths { most: MOST_PATHS });
            }
            self.paths.push(path);
        }
        Ok(())
    }

    /// Adds or removes a point that a side may not play.
    ///
    /// # Errors
    /// If it is off the board.
    pub(crate) fn change_forbidden(
        &mut self,
        adds: bool,
        pair: NumberPair,
        color: Color,
        (axes, size): (Axes, BoardSize),
    ) -> Result<(), StateError> {
        let command = "YXFORBID";
        let coord = axes.coord(pair, size).ok_or(StateError::OffBoard { command, pair, size })?;
        self.forbidden.retain(|&known| known != (color, coord));
        if adds {
            self.forbidden.push((color, coord));
        }
        Ok(())
    }

    /// Forgets the points of `YXBLOCK`.
    pub(crate) fn reset_points(&mut self) {
        self.points.clear();
    }

    /// Forgets the paths.
    pub(crate) fn reset_paths(&mut self) {
        self.paths.clear();
    }
}

/// The stones, in whatever order they came.
fn sorted(position: &Position) -> Vec<(Coord, Stone)> {
    let mut stones = position.stones().to_vec();
    stones.sort_unstable_by_key(|&(coord, _)| coord);
    stones
}
