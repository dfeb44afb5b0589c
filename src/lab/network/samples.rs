//! Positions to learn from: the rows of their cells, the value of the tables, the value of a search
//! and the result of the game.

use std::sync::Arc;

use super::super::evaluation::data::is_quiet;
use super::super::game_file::SelfGame;
use super::super::held_out::is_held_out;
use super::super::loss::{VALUE_ONE, chance_of};
use tengen_engine::board::{Board, CellRecords, CellValues};
use tengen_engine::eval::network::near_cells;
use tengen_engine::eval::network::windows::{DIRECTED, WINDOWS, around, is_bare, window_of};
use tengen_engine::eval::weights::PAIRS;
use tengen_engine::eval::{Classical, Evaluator};
use tengen_engine::types::{Color, Point, RuleSet, Score, with_rule};
use tengen_engine::util::parallel::run;

/// The first row of the pairs of classes; windows come first.
pub(crate) const PAIR_ROWS: usize = WINDOWS;
pub(crate) const ROWS: usize = WINDOWS + PAIRS;
/// The row of a window without a stone.
pub(crate) const ZERO_ROW: u16 = 0;

/// The rows of a cell: of its four windows, and of the classes of both players.
pub(crate) type CellRows = [u16; 5];
/// The rows of a stone, and of a cell that sees none.
const NO_ROWS: CellRows = [ZERO_ROW; 5];

/// A cell of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkCell {
    /// Its [number](Point::index).
    pub point: u16,
    pub rows: CellRows,
    /// Whether its convolved features count.
    pub is_near: bool,
}

impl NetworkCell {
    /// Whether it has a row but the zero row.
    pub(crate) fn is_active(&self) -> bool {
        self.rows != NO_ROWS
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkSample {
    /// The first of its cells in [`NetworkSamples::cells`], and their number: those with any row
    /// but the zero row, and those whose convolved features count.
    pub first: usize,
    /// See `first`.
    pub count: usize,
    /// The side to move.
    pub color: Color,
    /// Stones on the board.
    pub stones: u16,
    /// Points of the board.
    pub area: u16,
    /// The file that it comes from.
    pub file: u16,
    /// The value of the tables, in log-odds.
    pub classical: f32,
    /// Win chance that the search saw for the side to move, 0 to 1.
    pub chance: f32,
    /// Its points: 1 won, 0.5 drawn, 0 lost.
    pub result: f32,
    /// Held out for validation.
    pub is_held_out: bool,
}

/// Positions of many games.
#[derive(Clone, Debug, Default)]
pub struct NetworkSamples {
    /// The cells of all positions.
    pub cells: Vec<NetworkCell>,
    /// The positions.
    pub samples: Vec<NetworkSample>,
}

/// Games read by a thread at a time.
const PART: usize = 64;

impl NetworkSamples {
    /// Adds the quiet positions of the games of a file.
    pub fn add(&mut self, file: u16, games: &[SelfGame], threads: usize) {
        let begin = |_| {
            |games: &[SelfGame]| {
                let mut part = Self::default();
                for game in games {
                    with_rule!(game.rule, R => part.add_game::<R>(file, game));
                }
                Some(part)
            }
        };
        run(threads, games.chunks(PART), begin, |parts| parts.for_each(|part| self.append(part)));
    }

    fn append(&mut self, part: Self) {
        let start = self.cells.len();
        self.cells.extend(part.cells);
        let moved = |sample: NetworkSample| NetworkSample { first: sample.first + start, ..sample };
        self.samples.extend(part.samples.into_iter().map(moved));
    }

    fn add_game<R: RuleSet>(&mut self, file: u16, game: &SelfGame) {
        let mut classical = Classical::of(R::RULE);
        let values = Evaluator::<R>::values(&classical);
        let mut board = Board::<R, _>::with_values(game.size, values);
        let is_held_out = is_held_out(game);
        for (ply, &coord) in game.moves.iter().enumerate() {
            let value = ply.checked_sub(game.opening).and_then(|index| game.values.get(index));
            if let Some(&value) = value
                && is_quiet(&board)
            {
                let color = board.to_move();
                let (first, count) = self.add_cells(&board);
                self.samples.push(NetworkSample {
                    first,
                    count,
                    color,
                    stones: ply as u16,
                    area: game.size.area() as u16,
                    file,
                    classical: classical.evaluate(&board) as f32 / VALUE_ONE,
                    chance: chance_of(Score(value.into())),
                    result: game.winner.map_or(0.5, |winner| f32::from(winner == color)),
                    is_held_out,
                });
            }
            board.place(Point::from_coord(coord));
        }
    }

    /// Adds the cells of a position; returns the first one and their number.
    fn add_cells<R: RuleSet>(&mut self, board: &Board<R, Arc<CellRecords>>) -> (usize, usize) {
        let first = self.cells.len();
        let near = near_cells(board);
        for point in board.on_board() {
            let is_empty = board.is_empty(point);
            let rows = if is_empty { rows_of(board, point) } else { NO_ROWS };
            let cell = NetworkCell { point: point.raw(), rows, is_near: near.contains(point) };
            if cell.is_active() || cell.is_near {
                self.cells.push(cell);
            }
        }
        (first, self.cells.len() - first)
    }
}

/// Whether each row stays zero: those of windows without a stone, and that of no class.
pub(crate) fn frozen_rows() -> Vec<bool> {
    let mut frozen = vec![false; ROWS];
    (0..DIRECTED).filter(|&pair| is_bare(pair)).for_each(|pair| frozen[window_of(pair)] = true);
    frozen[PAIR_ROWS] = true;
    frozen
}

/// The rows of an empty cell, for the side to move.
pub(crate) fn rows_of<R: RuleSet, V: CellValues>(board: &Board<R, V>, point: Point) -> CellRows {
    let viewer = board.to_move();
    let mut rows = [ZERO_ROW; 5];
    for (row, window) in rows.iter_mut().zip(around(board.lines(), point, viewer)) {
        if !is_bare(window) {
            *row = window_of(window) as u16;
        }
    }
    let pair =
        board.combined(viewer, point) as usize * 16 + board.combined(!viewer, point) as usize;
    if pair != 0 {
        rows[4] = (PAIR_ROWS + pair) as u16;
    }
    rows
}
