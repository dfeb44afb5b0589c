//! The network ready for lookup, and its definition-shaped computation.

use super::weights::{
    CHANNELS, CONVOLUTION_SHIFT, CONVOLVED, ColorNetwork, Convolution, HIDDEN, INPUTS, Layers,
    MOST_FEATURE, NetworkWeights, Row,
};
use super::windows::{DIRECTED, Directed, around, window_of};
use crate::board::{Board, CellValues, pair_of};
use crate::types::{Color, Direction, OncePerRule, Point, PointSet, Rule, RuleSet};

/// The features of a cell before they are clipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Features(pub [i16; CHANNELS]);

impl Features {
    /// No features.
    pub const ZERO: Features = Features([0; CHANNELS]);
}

/// Sums of features over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct FeaturePool(pub [i32; CHANNELS]);

impl FeaturePool {
    /// No cell.
    pub const ZERO: FeaturePool = FeaturePool([0; CHANNELS]);

    /// Adds the clipped features of a cell.
    pub fn add(&mut self, features: &Features) {
        for (sum, &feature) in self.0.iter_mut().zip(&features.0) {
            *sum += i32::from(feature.clamp(0, MOST_FEATURE));
        }
    }
}

/// The features of every cell of the address space.
pub(crate) type CellFeatures = [Features; Point::COUNT];

/// The sums of the convolved features over the board.
pub(crate) type ConvolvedPool = [i32; CONVOLVED];

/// The cells whose convolved features count: those with a stone, and their neighbors. Counting all
/// cells would cost 19 % of the nodes per second instead of 10 %; the held-out excess of a
/// freestyle network was then 0.727 instead of 0.740 of the tables', and the same with three times
/// the positions (`tournaments/results/2026-11-26-convolution.md`).
#[inline]
pub fn near_cells<R: RuleSet, V: CellValues>(board: &Board<R, V>) -> PointSet {
    board.stones().with_neighbors().intersection(board.on_board())
}

/// An index into the rows of a [`PlayerView`].
pub(crate) type RowIndex = u16;

/// The network for one side to move: all rows in one array.
#[derive(Debug)]
pub struct PlayerView {
    pub rows: Box<[Row]>,
    /// `None` if it adds nothing.
    pub convolution: Option<Convolution>,
    pub layers: PairedLayers,
}

/// The layers with the weights of two inputs side by side, as the multiply-add instruction of the
/// processors takes them: [by pair of inputs][by output, the two weights].
#[derive(Debug)]
pub struct PairedLayers {
    pub first: PairedLayer<{ INPUTS / 2 }>,
    pub second: PairedLayer<{ HIDDEN / 2 }>,
    pub last: [i16; HIDDEN],
    pub last_bias: i32,
}

/// One layer of [`PairedLayers`], for twice `HALF` inputs.
#[derive(Debug)]
#[repr(align(64))]
pub struct PairedLayer<const HALF: usize> {
    pub weights: [[i16; 2 * HIDDEN]; HALF],
    pub biases: [i32; HIDDEN],
}

impl<const HALF: usize> PairedLayer<HALF> {
    /// From the weights of every output, one for each of `N` inputs.
    fn new<const N: usize>(weights: &[[i16; N]; HIDDEN], biases: [i32; HIDDEN]) -> Self {
        const { assert!(N == 2 * HALF) };
        let mut paired = [[0; 2 * HIDDEN]; HALF];
        for (output, weights) in weights.iter().enumerate() {
            for (input, &weight) in weights.iter().enumerate() {
                paired[input / 2][2 * output + input % 2] = weight;
            }
        }
        Self { weights: paired, biases }
    }
}

impl PairedLayers {
    pub(super) fn new(layers: &Layers) -> Self {
        let Layers { first, second, last, first_bias, second_bias, last_bias } = layers;
        Self {
            first: PairedLayer::new(first, *first_bias),
            second: PairedLayer::new(second, *second_bias),
            last: *last,
            last_bias: *last_bias,
        }
    }
}

impl PlayerView {
    fn new(network: &ColorNetwork) -> Self {
        let windows = (0..DIRECTED).map(|pair| network.windows[window_of(pair)]);
        let pairs = network.pairs.iter().copied();
        let convolution = *network.convolution;
        Self {
            rows: windows.chain(pairs).collect(),
            convolution: (!convolution.is_zero()).then_some(convolution),
            layers: PairedLayers::new(&network.layers),
        }
    }
}

/// The row of a window.
#[inline(always)]
pub(crate) fn window_row(directed: Directed) -> RowIndex {
    directed as RowIndex
}

/// The row of a pair of combined classes, black's in the low byte.
#[inline(always)]
pub(crate) fn pair_row(classes: u16, viewer: Color) -> RowIndex {
    (DIRECTED + pair_of(classes, viewer)) as RowIndex
}

/// The network of one rule.
#[derive(Debug)]
pub struct Network {
    /// Black's, and white's unless both are the same.
    views: Vec<PlayerView>,
}

/// The built-in ones.
static BUILT_IN: OncePerRule<Network> = OncePerRule::new();

impl Network {
    /// Whether the built-in network of a rule is built.
    pub(in crate::eval) fn is_built(rule: Rule) -> bool {
        BUILT_IN.has(rule)
    }

    /// The built-in network of a rule, built at the first call.
    pub fn of(rule: Rule) -> &'static Network {
        BUILT_IN.of(rule, || match NetworkWeights::embedded(rule) {
            Ok(weights) => Self::new(&weights),
            // The tests read every built-in file.
            Err(error) => panic!("the built-in network of {rule}: {error}"),
        })
    }

    /// The network with these weights.
    pub fn new(weights: &NetworkWeights) -> Self {
        let colors = super::super::color_file::colors_of(weights.rule);
        Self { views: weights.colors.0[..colors].iter().map(PlayerView::new).collect() }
    }

    /// The network for a side to move.
    #[inline]
    pub fn view(&self, color: Color) -> &PlayerView {
        &self.views[color.index().min(self.views.len() - 1)]
    }

    /// The features of an empty cell for `viewer`, before they are clipped.
    pub fn features<R: RuleSet, V: CellValues>(
        &self,
        board: &Board<R, V>,
        viewer: Color,
        point: Point,
    ) -> Features {
        let windows = around(board.lines(), point, viewer).map(window_row);
        let classes = Color::BOTH.map(|color| board.combined(color, point) as u8);
        let pair = pair_row(u16::from_le_bytes(classes), viewer);
        let mut features = Features::ZERO;
        for row in windows.into_iter().chain([pair]) {
            let row = &self.view(viewer).rows[usize::from(row)].0;
            features.0.iter_mut().zip(row).for_each(|(sum, &number)| *sum += i16::from(number));
        }
        features
    }

    /// The sums of the features over the empty cells.
    pub fn pool<R: RuleSet, V: CellValues>(
        &self,
        board: &Board<R, V>,
        viewer: Color,
    ) -> FeaturePool {
        let mut pool = FeaturePool::ZERO;
        board.empties().iter().for_each(|point| pool.add(&self.features(board, viewer, point)));
        pool
    }
    /// The sums of the convolved features over the cells near stones.
    pub(crate) fn convolved_pool<R: RuleSet, V: CellValues>(
        &self,
        board: &Board<R, V>,
        viewer: Color,
    ) -> ConvolvedPool {
        let mut pool = [0; CONVOLVED];
        let Some(convolution) = &self.view(viewer).convolution else { return pool };
        let mut clipped = vec![[0; CHANNELS]; Point::COUNT];
        for point in board.empties() {
            let features = self.features(board, viewer, point).0;
            clipped[point.index()] = features.map(|feature| feature.clamp(0, MOST_FEATURE));
        }
        for point in &near_cells(board) {
            for (channel, pool) in pool.iter_mut().enumerate() {
                let mut sum = convolution.biases[channel];
                for (x, y) in (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))) {
                    let weights = match x * x + y * y {
                        0 => &convolution.cell,
                        1 => &convolution.sides,
                        _ => &convolution.corners,
                    };
                    let neighbor = point.step(Direction::Row, x).step(Direction::Column, y);
                    sum += weights[channel] * clipped[neighbor.index()][channel];
                }
                *pool += i32::from((sum >> CONVOLUTION_SHIFT).clamp(0, MOST_FEATURE));
            }
        }
        pool
    }
}
