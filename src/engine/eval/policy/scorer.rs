//! The policy ready for lookup.

use arrayvec::ArrayVec;

use super::super::color_file::colors_of;
use super::super::network::kernels::{Kernels, PlainLoops};
use super::super::network::windows::{DIRECTED, around, window_of};
use super::super::weights::PAIRS;
use super::weights::{
    ColorPolicy, FEATURES, LAST_MOVES, MOST_FEATURE, OFFSETS, OUTPUT_SHIFT, PolicyRow,
    PolicyWeights,
};
use crate::board::{Board, CellValues};
use crate::types::{BoardSize, Color, OncePerRule, Point, Rule, RuleSet};

/// The largest distance from a last move that counts.
const FARTHEST: u8 = 6;
/// A cell goes through the network if the tables put it at most this far below the best, in the
/// unit of [`MOVE_SCALE`](super::super::MOVE_SCALE): about 30 cells of 130, among them 97 to 98 % of
/// the moves that deeper searches choose.
const REFINED_MARGIN: i32 = 1600;

/// Cells of the largest board.
const MOST_CELLS: usize = BoardSize::MAX_FAST as usize * BoardSize::MAX_FAST as usize;

/// Scores of cells.
pub type CellScores = ArrayVec<(Point, i32), MOST_CELLS>;

/// The policy for one side to move.
#[derive(Debug)]
struct PlayerPolicy {
    /// By pair of halves.
    windows: Box<[PolicyRow]>,
    /// By pair of classes.
    pairs: Box<[PolicyRow; PAIRS]>,
    /// By feature.
    weights: [i16; FEATURES],
    /// By age of a move, and [`address_step`] from it.
    offsets: Box<[[i16; 2 * Point::COUNT]; LAST_MOVES]>,
    bias: i32,
}

/// The policy of one rule.
#[derive(Debug)]
pub struct Policy {
    kernels: Kernels,
    /// Black's, and white's unless both are the same.
    players: Vec<PlayerPolicy>,
}

/// The number of an offset, below [`OFFSETS`].
#[inline]
pub fn offset_of(from: Point, to: Point) -> usize {
    let (a, b) = (from.coord(), to.coord());
    offset_number(a.x.abs_diff(b.x).into(), a.y.abs_diff(b.y).into())
}

fn offset_number(x: u32, y: u32) -> usize {
    let (large, small) = (x.max(y), x.min(y));
    if large > FARTHEST.into() { 0 } else { (large * (large + 1) / 2 + small) as usize }
}

/// The score of the tables from which a cell goes through the network, given those of all cells.
#[inline]
pub fn refined_from(scores: impl Iterator<Item = i32>) -> i32 {
    scores.max().unwrap_or(0) - REFINED_MARGIN
}

/// The difference of two addresses, as an index. Rows of addresses are so long that steps of up to
/// [`FARTHEST`] cells have differences that no longer step on a board has.
#[inline(always)]
fn address_step(from: Point, to: Point) -> usize {
    (usize::from(to.raw()) + Point::COUNT - usize::from(from.raw())) % (2 * Point::COUNT)
}

impl PlayerPolicy {
    fn new(color: &ColorPolicy) -> Self {
        Self {
            windows: (0..DIRECTED).map(|pair| color.windows[window_of(pair)]).collect(),
            pairs: Box::new(std::array::from_fn(|pair| color.pairs[pair])),
            weights: color.weights,
            offsets: Box::new(color.offsets.map(|offsets| by_address_step(&offsets))),
            bias: i32::from(color.bias),
        }
    }

    /// What is added to the score of the tables for a cell, given the last moves.
    #[inline(always)]
    fn correction<R: RuleSet, V: CellValues>(
        &self,
        board: &Board<R, V>,
        last: &[Option<Point>; LAST_MOVES],
        point: Point,
    ) -> i32 {
        let aged = self.offsets.iter().zip(last);
        let offset = |(offsets, last): (&[i16; 2 * Point::COUNT], &Option<Point>)| {
            last.map_or(0, |last| i32::from(offsets[address_step(last, point)]))
        };
        self.bias + self.network(board, point) + aged.map(offset).sum::<i32>()
    }

    /// The output of the network for a cell.
    #[inline(always)]
    fn network<R: RuleSet, V: CellValues>(&self, board: &Board<R, V>, point: Point) -> i32 {
        let own = board.to_move();
        let mut sums = [0; FEATURES];
        let pair = &self.pairs[board.class_pair(own, point)].0;
        sums.iter_mut().zip(pair).for_each(|(sum, &number)| *sum = i16::from(number));
        for window in around(board.lines(), point, own) {
            let row = &self.windows[window].0;
            sums.iter_mut().zip(row).for_each(|(sum, &number)| *sum += i16::from(number));
        }
        let products = sums
            .iter()
            .zip(&self.weights)
            .map(|(&sum, &weight)| i32::from(sum.clamp(0, MOST_FEATURE)) * i32::from(weight));
        let sum: i32 = products.sum();
        sum >> OUTPUT_SHIFT
    }
}

/// The correction of all scores of at least `from`.
struct Correction<'a, R: RuleSet, V: CellValues> {
    player: &'a PlayerPolicy,
    board: &'a Board<R, V>,
    last: [Option<Point>; LAST_MOVES],
    from: i32,
    scores: &'a mut CellScores,
}

impl<R: RuleSet, V: CellValues> PlainLoops for Correction<'_, R, V> {
    #[inline(always)]
    fn run(self) {
        let Self { player, board, last, from, scores } = self;
        for (point, score) in scores.iter_mut().filter(|(_, score)| *score >= from) {
            *score += player.correction(board, &last, *point);
        }
    }
}

/// The built-in ones.
static BUILT_IN: OncePerRule<Policy> = OncePerRule::new();

impl Policy {
    /// Whether the built-in policy of a rule is built.
    pub(in crate::eval) fn is_built(rule: Rule) -> bool {
        BUILT_IN.has(rule)
    }

    /// The built-in policy of a rule, built at the first call.
    pub fn of(rule: Rule) -> &'static Policy {
        BUILT_IN.of(rule, || match PolicyWeights::embedded(rule) {
            Ok(weights) => Self::new(&weights),
            // The tests read every built-in file.
            Err(error) => panic!("the built-in policy of {rule}: {error}"),
        })
    }

    /// The policy with these weights.
    pub fn new(weights: &PolicyWeights) -> Self {
        Self::with_kernels(weights, Kernels::best())
    }

    pub(super) fn with_kernels(weights: &PolicyWeights, kernels: Kernels) -> Self {
        let colors = &weights.colors.0[..colors_of(weights.rule)];
        Self { kernels, players: colors.iter().map(PlayerPolicy::new).collect() }
    }

    fn player(&self, color: Color) -> &PlayerPolicy {
        &self.players[color.index().min(self.players.len() - 1)]
    }

    /// Turns the scores of the tables, those of moves of the side to move, into those of the policy.
    #[inline]
    pub fn correct<R: RuleSet, V: CellValues>(&self, board: &Board<R, V>, scores: &mut CellScores) {
        let player = self.player(board.to_move());
        let from = refined_from(scores.iter().map(|&(_, score)| score));
        let last = std::array::from_fn(|age| board.move_back(age));
        self.kernels.run(Correction { player, board, last, from, scores });
    }
}

/// Numbers by offset as numbers by [`address_step`].
fn by_address_step(offsets: &[i16; OFFSETS]) -> [i16; 2 * Point::COUNT] {
    let mut table = [offsets[0]; 2 * Point::COUNT];
    let far = i32::from(FARTHEST);
    let middle = Point::from_index(Point::COUNT / 2);
    for y in -far..=far {
        for x in -far..=far {
            let to =
                Point::from_index((middle.raw() as i32 + y * Point::STRIDE as i32 + x) as usize);
            table[address_step(middle, to)] =
                offsets[offset_number(x.unsigned_abs(), y.unsigned_abs())];
        }
    }
    table
}
