//! Moves to learn from: the cells among which a search chose, and its choice.

use std::sync::Arc;

use super::super::evaluation::data::is_quiet;
use super::super::game_file::SelfGame;
use super::super::held_out::is_held_out;
use super::super::network::samples::{CellRows, rows_of};
use tengen_engine::board::{Board, CellRecords};
use tengen_engine::eval::policy::scorer::{offset_of, refined_from};
use tengen_engine::eval::policy::weights::LAST_MOVES;
use tengen_engine::eval::{Classical, Evaluator, MOVE_SCALE};
use tengen_engine::threats::Danger;
use tengen_engine::threats::danger::replies;
use tengen_engine::types::{Color, Point, RuleSet, with_rule};
use tengen_engine::util::parallel::run;

/// The offset of a cell from a move that does not exist.
pub(crate) const NO_OFFSET: u8 = u8::MAX;
/// Games read by a thread at a time.
const PART: usize = 64;

/// A cell that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyCell {
    /// Its rows, see [`CellRows`].
    pub rows: CellRows,
    /// By age of a move the offset from it, or [`NO_OFFSET`].
    pub offsets: [u8; LAST_MOVES],
    /// Whether it goes through the network.
    pub is_refined: bool,
    /// The score of the tables in log-odds.
    pub tables: f32,
}

/// A position and the move chosen in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicySample {
    /// The first of its cells in [`PolicySamples::cells`].
    pub first: usize,
    /// Number of cells.
    pub count: usize,
    /// Which of them was chosen.
    pub chosen: usize,
    /// The side to move.
    pub color: Color,
    /// Held out for validation.
    pub is_held_out: bool,
}

/// Positions of many games.
#[derive(Clone, Debug, Default)]
pub struct PolicySamples {
    /// The cells of all positions.
    pub cells: Vec<PolicyCell>,
    /// The positions.
    pub samples: Vec<PolicySample>,
}

impl PolicySamples {
    /// Adds the quiet positions of games in which a search chose a move.
    pub fn add(&mut self, games: &[SelfGame], threads: usize) {
        let begin = |_| {
            |games: &[SelfGame]| {
                let mut part = Self::default();
                for game in games {
                    with_rule!(game.rule, R => part.add_game::<R>(game));
                }
                Some(part)
            }
        };
        run(threads, games.chunks(PART), begin, |parts| parts.for_each(|part| self.append(part)));
    }

    /// The cells of a position.
    pub(crate) fn cells_of(&self, sample: &PolicySample) -> &[PolicyCell] {
        &self.cells[sample.first..sample.first + sample.count]
    }

    fn append(&mut self, part: Self) {
        let start = self.cells.len();
        self.cells.extend(part.cells);
        let moved = |sample: PolicySample| PolicySample { first: sample.first + start, ..sample };
        self.samples.extend(part.samples.into_iter().map(moved));
    }

    fn add_game<R: RuleSet>(&mut self, game: &SelfGame) {
        let mut classical = Classical::of(R::RULE);
        let values = Evaluator::<R>::values(&classical);
        let mut board = Board::<R, _>::with_values(game.size, values);
        let is_held_out = is_held_out(game);
        for (ply, &coord) in game.moves.iter().enumerate() {
            let point = Point::from_coord(coord);
            if ply >= game.opening && is_quiet(&board) {
                self.add_choice(&board, &mut classical, point, is_held_out);
            }
            board.place(point);
        }
    }

    /// Adds a position, unless the search would not have tried the move there.
    fn add_choice<R: RuleSet>(
        &mut self,
        board: &Board<R, Arc<CellRecords>>,
        classical: &mut &Classical,
        chosen: Point,
        is_held_out: bool,
    ) {
        let mut scored = Vec::new();
        classical.score_moves(board, &replies(board, Danger::of(board)), |point, score| {
            scored.push((point, score));
        });
        let Some(index) = scored.iter().position(|&(point, _)| point == chosen) else { return };
        let from = refined_from(scored.iter().map(|&(_, score)| score));
        let first = self.cells.len();
        self.cells.extend(scored.iter().map(|&(point, score)| PolicyCell {
            rows: rows_of(board, point),
            offsets: std::array::from_fn(|age| {
                board.move_back(age).map_or(NO_OFFSET, |last| offset_of(last, point) as u8)
            }),
            is_refined: score >= from,
            tables: score as f32 / MOVE_SCALE,
        }));
        let (count, color) = (scored.len(), board.to_move());
        self.samples.push(PolicySample { first, count, chosen: index, color, is_held_out });
    }
}
