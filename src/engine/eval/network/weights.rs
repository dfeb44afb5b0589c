//! The weights of the network of one rule, and their file format.
//!
//! The file is a [`color_file`](super::super::color_file) with the magic `TGNN`, version 2, and the
//! sizes channels (32), hidden units (32), windows (7,381), pairs of classes (256) and convolved
//! channels (16). The weights of a color are
//!
//! | bytes | what |
//! |---|---|
//! | 1 each | the rows of the windows, then of the pairs of combined classes (16 times that of the side to move + the opponent's); 32 numbers a row |
//! | 2 each | the convolution: the weights of the cell, of its sides and of its corners, and the biases; 16 each |
//! | 2 each | the layers: the first, 32 × 48, and the second, 32 × 32, the inputs of an output together; 32 of the last |
//! | 4 each | their biases: 32, 32 and 1 |
//!
//! The inputs of the first layer are the sums of the 32 features, then those of the 16 convolved
//! ones.
//!
//! The rows of windows without a stone, and of no class for either, are zero, and convolved
//! features count only at stones and next to them: a cell far from all stones contributes nothing,
//! and neither does a larger board. A bias of the convolution is below 64, 1/32 of a feature, so
//! that it makes no feature where all nine cells have none.

use super::super::built_in::files_of;
use super::super::bytes::{Bytes, WeightsError};
use super::super::color_file::{ColorFile, Contents, TableSize};
use super::super::weights::PAIRS;
use super::windows::{DIRECTED, WINDOWS, is_bare, window_of};
use crate::types::{BoardSize, ByColor, Rule};

/// The frame of the file.
const FILE: ColorFile = ColorFile {
    magic: b"TGNN",
    version: 2,
    foreign: WeightsError::Foreign { expected: "TGNN and version 2" },
    sizes: &[
        TableSize { what: "channels", size: CHANNELS, text: "32" },
        TableSize { what: "hidden units", size: HIDDEN, text: "32" },
        TableSize { what: "windows", size: WINDOWS, text: "7381" },
        TableSize { what: "pairs of classes", size: PAIRS, text: "256" },
        TableSize { what: "convolved channels", size: CONVOLVED, text: "16" },
    ],
    color_bytes: COLOR_BYTES,
};

/// Features of a cell.
pub const CHANNELS: usize = 32;
/// How many of them, the first ones, are convolved.
pub const CONVOLVED: usize = 16;
/// Inputs of the first layer.
pub const INPUTS: usize = CHANNELS + CONVOLVED;
/// Units of a hidden layer.
pub const HIDDEN: usize = 32;
// The kernels take eight of them at once.
const _: () = assert!(HIDDEN.is_multiple_of(8));

/// 1 in a row, and in a feature.
pub const ROW_ONE: i32 = 32;
/// The largest feature: 3.97.
pub const MOST_FEATURE: i16 = 127;
/// From the sums of the convolution to features: 1 in its weights is 2 to this.
pub const CONVOLUTION_SHIFT: u32 = 6;
/// The sum of a feature over the board enters the first layer without these bits.
pub const POOL_SHIFT: u32 = 2;
/// 1 in a weight of a layer.
pub const WEIGHT_ONE: i32 = 1024;
/// 1 in a hidden unit.
pub const UNIT_ONE: i32 = 128;
/// The largest hidden unit: 16.0.
pub const MOST_UNIT: i32 = 2047;
/// The first layer divides the sums of the features by this.
pub const POOL_DIVISOR: i32 = 32;
/// From the sums of the first layer to hidden units: its inputs are `ROW_ONE * POOL_DIVISOR /
/// 2^POOL_SHIFT` = 256 for 1.
pub const FIRST_SHIFT: u32 = 11;
/// From the sums of the second layer to hidden units.
pub const SECOND_SHIFT: u32 = 10;
/// 1 in the output, in log-odds.
pub const OUTPUT_ONE: i32 = UNIT_ONE * WEIGHT_ONE;

/// One row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Row(pub [i8; CHANNELS]);

impl Row {
    /// The row that adds nothing.
    pub const ZERO: Row = Row([0; CHANNELS]);
}

/// A convolution of three by three cells, for each of the first channels by itself: of the clipped
/// features of a cell and of the eight around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Convolution {
    /// The weights of the cell, by channel.
    pub cell: [i16; CONVOLVED],
    /// Those of the four cells at its sides.
    pub sides: [i16; CONVOLVED],
    /// Those of the four cells at its corners.
    pub corners: [i16; CONVOLVED],
    /// What is added to the sum.
    pub biases: [i16; CONVOLVED],
}

impl Convolution {
    /// The one that adds nothing: its biases only round.
    pub fn is_zero(&self) -> bool {
        [self.cell, self.sides, self.corners].as_flattened().iter().all(|&weight| weight == 0)
    }

    /// The largest sum of a channel in absolute value.
    fn most(&self, channel: usize) -> i64 {
        let [cell, sides, corners, bias] = [self.cell, self.sides, self.corners, self.biases]
            .map(|of| i64::from(of[channel]).abs());
        (cell + 4 * sides + 4 * corners) * i64::from(MOST_FEATURE) + bias
    }

    fn check(&self) -> Result<(), WeightsError> {
        for channel in 0..CONVOLVED {
            let (most, limit) = (self.most(channel), i16::MAX.into());
            if most > limit {
                return Err(WeightsError::Overflow { layer: "the convolution", most, limit });
            }
            let bias = self.biases[channel];
            if bias >> CONVOLUTION_SHIFT > 0 {
                return Err(WeightsError::LoudBias { channel, bias });
            }
        }
        Ok(())
    }
}

/// The dense layers: [by output][by input].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// Of the first layer.
    pub first: Box<[[i16; INPUTS]; HIDDEN]>,
    /// Of the second layer.
    pub second: Box<[[i16; HIDDEN]; HIDDEN]>,
    /// Of the last layer, which has one output.
    pub last: [i16; HIDDEN],
    /// Biases of the first layer.
    pub first_bias: [i32; HIDDEN],
    /// Biases of the second layer.
    pub second_bias: [i32; HIDDEN],
    /// The bias of the last layer.
    pub last_bias: i32,
}

/// The weights for one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColorNetwork {
    /// By window.
    pub windows: Vec<Row>,
    /// By pair of combined classes.
    pub pairs: Vec<Row>,
    /// The convolution.
    pub convolution: Box<Convolution>,
    /// The dense layers.
    pub layers: Layers,
}

/// The weights of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkWeights {
    /// The rule.
    pub rule: Rule,
    /// Where they come from.
    pub provenance: String,
    /// By the side to move; equal where the rule treats both alike.
    pub colors: ByColor<ColorNetwork>,
}

impl ColorNetwork {
    /// All zero.
    pub fn zero() -> Self {
        Self {
            windows: vec![Row::ZERO; WINDOWS],
            pairs: vec![Row::ZERO; PAIRS],
            convolution: Box::default(),
            layers: Layers {
                first: Box::new([[0; INPUTS]; HIDDEN]),
                second: Box::new([[0; HIDDEN]; HIDDEN]),
                last: [0; HIDDEN],
                first_bias: [0; HIDDEN],
                second_bias: [0; HIDDEN],
                last_bias: 0,
            },
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let rows = self.windows.iter().chain(&self.pairs);
        bytes.extend(rows.flat_map(|row| row.0.map(|number| number as u8)));
        let Convolution { cell, sides, corners, biases } = &*self.convolution;
        let Layers { first, second, last, first_bias, second_bias, last_bias } = &self.layers;
        let weights = cell.iter().chain(sides).chain(corners).chain(biases);
        let weights = weights.chain(first.as_flattened()).chain(second.as_flattened()).chain(last);
        bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
        let biases = first_bias.iter().chain(second_bias).chain([last_bias]);
        bytes.extend(biases.flat_map(|bias| bias.to_le_bytes()));
    }

    /// Reads one color from bytes that are long enough.
    fn read(rest: &mut Bytes<'_>) -> Self {
        let mut network = Self::zero();
        for row in network.windows.iter_mut().chain(&mut network.pairs) {
            let bytes = rest.take(CHANNELS).unwrap_or_default();
            row.0.iter_mut().zip(bytes).for_each(|(number, &byte)| *number = byte as i8);
        }
        let Convolution { cell, sides, corners, biases } = &mut *network.convolution;
        for weights in [cell, sides, corners, biases] {
            weights.copy_from_slice(&rest.numbers(CONVOLVED));
        }
        let layers = &mut network.layers;
        for weights in layers.first.iter_mut() {
            weights.copy_from_slice(&rest.numbers(INPUTS));
        }
        for weights in layers.second.iter_mut() {
            weights.copy_from_slice(&rest.numbers(HIDDEN));
        }
        layers.last.copy_from_slice(&rest.numbers(HIDDEN));
        let biases = layers.first_bias.iter_mut().chain(&mut layers.second_bias);
        for bias in biases.chain([&mut layers.last_bias]) {
            *bias = rest.number().unwrap_or(0) as i32;
        }
        network
    }

    /// Checks that nothing can overflow and that cells without features contribute nothing.
    fn check(&self) -> Result<(), WeightsError> {
        let bare = (0..DIRECTED).filter(|&pair| is_bare(pair)).map(window_of);
        check_zero("windows", &self.windows, bare)?;
        check_zero("pairs of classes", &self.pairs, std::iter::once(0))?;
        self.convolution.check()?;
        let Layers { first, second, last, first_bias, second_bias, last_bias } = &self.layers;
        let unit = i64::from(MOST_UNIT);
        for (inputs, &bias) in first.iter().zip(first_bias) {
            check_sum("the first layer", inputs, most_input(), bias)?;
        }
        for (inputs, &bias) in second.iter().zip(second_bias) {
            check_sum("the second layer", inputs, unit, bias)?;
        }
        check_sum("the last layer", last, unit, *last_bias)
    }
}

/// The largest input of the first layer, on the largest board.
fn most_input() -> i64 {
    let side = i64::from(BoardSize::MAX_FAST);
    (side * side * i64::from(MOST_FEATURE)) >> POOL_SHIFT
}

/// Bytes of a color's weights.
const COLOR_BYTES: usize = CHANNELS * (WINDOWS + PAIRS)
    + 2 * (4 * CONVOLVED + HIDDEN * INPUTS + HIDDEN * HIDDEN + HIDDEN)
    + 4 * (2 * HIDDEN + 1);

fn check_zero(
    table: &'static str,
    rows: &[Row],
    mut zeros: impl Iterator<Item = usize>,
) -> Result<(), WeightsError> {
    let found = zeros.find(|&row| rows[row] != Row::ZERO);
    found.map_or(Ok(()), |row| Err(WeightsError::Background { table, row }))
}

/// Checks that a sum of inputs of at most `input` fits into 32 bits.
fn check_sum(
    layer: &'static str,
    weights: &[i16],
    input: i64,
    bias: i32,
) -> Result<(), WeightsError> {
    let weights: i64 = weights.iter().map(|&weight| i64::from(weight).abs()).sum();
    let most = weights * input + i64::from(bias).abs();
    let limit = i64::from(i32::MAX);
    if most <= limit { Ok(()) } else { Err(WeightsError::Overflow { layer, most, limit }) }
}

impl NetworkWeights {
    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        FILE.write(self.rule, &self.provenance, &self.colors, ColorNetwork::write)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are not weights of a network, of another version or size, damaged, or could
    /// overflow.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let Contents { rule, provenance, colors } = FILE.read(bytes, ColorNetwork::read)?;
        colors.0.iter().try_for_each(ColorNetwork::check)?;
        Ok(Self { rule, provenance, colors })
    }

    /// The built-in network of a rule.
    pub fn embedded(rule: Rule) -> Result<Self, WeightsError> {
        Self::read(files_of(rule).network)
    }
}
