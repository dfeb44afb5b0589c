//! Training samples: the shapes of the cells of a position, the threats on the board, the value of
//! the search and the result of the game.

use arrayvec::ArrayVec;

use super::super::game_file::SelfGame;
use super::super::held_out::is_held_out;
use super::super::loss::chance_of;
use tengen_engine::board::{Board, CellValues, Combined};
use tengen_engine::eval::shape::Shapes;
use tengen_engine::eval::threat_mask::{threat_counts, threat_mask};
use tengen_engine::threats::statics::{Static, look};
use tengen_engine::types::{Color, Point, PointSet, RuleSet, Score, with_rule};

/// A cell: its shape for the side to move and for the opponent.
pub(crate) type Pair = (u16, u16);

/// A position to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingSample {
    /// The range of its cells in [`Samples::cells`], candidate moves first.
    pub cells: std::ops::Range<usize>,
    /// How many of them are candidates.
    pub candidates: usize,
    /// Which candidate was played.
    pub best: Option<usize>,
    /// The threats on the board, see [`threat_mask()`].
    pub mask: u16,
    /// The number of cells with each, see [`threat_counts`].
    pub threat_counts: ArrayVec<u8, 14>,
    /// The side to move.
    pub color: Color,
    /// Its points: 1 won, 0.5 drawn, 0 lost.
    pub result: f32,
    /// Win chance that the search saw for it, 0 to 1.
    pub chance: f32,
    /// Whether it was searched and the engine would evaluate it statically.
    pub is_quiet: bool,
    /// Whether the sample before is the position before the last move.
    pub follows: bool,
    /// Held out for validation.
    pub is_held_out: bool,
}

/// Positions of many games.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The cells of all positions.
    pub cells: Vec<Pair>,
    /// The positions.
    pub samples: Vec<TrainingSample>,
    /// How many of them were searched.
    pub judged: usize,
}

impl Samples {
    /// Adds the positions of a game.
    pub fn add(&mut self, game: &SelfGame) {
        with_rule!(game.rule, R => self.add_game::<R>(game));
    }

    fn add_game<R: RuleSet>(&mut self, game: &SelfGame) {
        let mut board = Board::<R>::new(game.size);
        let is_held_out = is_held_out(game);
        for (ply, &coord) in game.moves.iter().enumerate() {
            let played = Point::from_coord(coord);
            // The last position of the opening is stored only as the predecessor of the first
            // searched one.
            if ply + 1 >= game.opening {
                let value = ply.checked_sub(game.opening).and_then(|index| game.values.get(index));
                self.judged += usize::from(value.is_some());
                let color = board.to_move();
                let result = game.winner.map_or(0.5, |winner| f32::from(u8::from(winner == color)));
                let chance = value.map_or(0.5, |&value| chance_of(Score(value.into())));
                let mask = threat_mask(&board);
                let sample = TrainingSample {
                    cells: 0..0,
                    candidates: 0,
                    best: None,
                    mask,
                    threat_counts: threat_counts(&board, mask).map(|index| index as u8).collect(),
                    color,
                    result,
                    chance,
                    is_quiet: value.is_some() && is_quiet(&board),
                    follows: ply > 0 && ply >= game.opening,
                    is_held_out,
                };
                self.add_position(&board, played, sample);
            }
            board.place(played);
        }
    }

    fn add_position<R: RuleSet>(
        &mut self,
        board: &Board<R>,
        played: Point,
        sample: TrainingSample,
    ) {
        let shapes = Shapes::table();
        let own = board.to_move();
        let pair = |point: Point| {
            let shape = |color| shapes.of(board.code(color, point)) as u16;
            (shape(own), shape(!own))
        };
        let start = self.cells.len();
        let candidates = board.candidates();
        let mut best = None;
        for (index, point) in candidates.iter().enumerate() {
            if point == played {
                best = Some(index);
            }
            self.cells.push(pair(point));
        }
        let count = self.cells.len() - start;
        let rest: PointSet = board.empties().iter().filter(|&p| !candidates.contains(p)).collect();
        self.cells.extend(rest.iter().map(pair));
        let cells = start..self.cells.len();
        self.samples.push(TrainingSample { cells, candidates: count, best, ..sample });
    }
}

/// Whether the static evaluation applies: nothing is proved, and there is no five to stop.
pub fn is_quiet<R: RuleSet, V: CellValues>(board: &Board<R, V>) -> bool {
    matches!(look(board), Static::Open) && board.count(!board.to_move(), Combined::Five) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::{BoardSize, Coord, Rule};

    /// Five stones in a row, anywhere on the board.
    fn openings() -> impl Iterator<Item = [Coord; 5]> {
        let from = |x: u8, y| [0, 1, 3, 2, 4].map(|n| Coord::new(x + n, y));
        (0..15).flat_map(move |y| (0..11).map(move |x| from(x, y)))
    }

    /// The position of a search after an opening.
    fn leaf(opening: &[Coord]) -> SelfGame {
        SelfGame {
            rule: Rule::Freestyle,
            size: BoardSize::square(15).unwrap(),
            winner: None,
            moves: opening.to_vec(),
            opening: opening.len() - 1,
            values: vec![0],
        }
    }

    #[test]
    fn positions_of_an_opening_are_held_out_together_as_for_the_network() {
        let mut sides = [0, 0];
        for opening in openings() {
            let mut samples = Samples::default();
            // Wherever it stands in a file.
            (0..3).for_each(|_| samples.add(&leaf(&opening)));
            let held_out = is_held_out(&leaf(&opening));
            assert!(samples.samples.iter().all(|sample| sample.is_held_out == held_out));
            sides[usize::from(held_out)] += samples.judged;
        }
        assert!(sides[0] > sides[1] && sides[1] > 0, "{sides:?}");
    }
}
