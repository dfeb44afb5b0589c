//! The weights of the network of one rule, and their file format.
//!
//! The file is a [`color_file`](super::super::color_file) with the magic `TGNN`, version 1, and the
//! sizes channels (32), hidden units (32), windows (7,381) and pairs of classes (256). The weights of
//! a color are
//!
//! | bytes | what |
//! |---|---|
//! | 1 each | the rows of the windows, then of the pairs of combined classes (16 times that of the side to move + the opponent's); 32 numbers a row |
//! | 2 each | the layers: first and second, 32 × 32 each, the 32 inputs of an output together; 32 of the last |
//! | 4 each | their biases: 32, 32 and 1 |
//!
//! The rows of windows without a stone, and of no class for either, are zero: a cell far from all
//! stones contributes nothing, and neither does a larger board.

use super::super::bytes::{Bytes, WeightsError};
use super::super::color_file::{ColorFile, Contents, TableSize};
use super::super::weights::PAIRS;
use super::windows::{DIRECTED, WINDOWS, is_bare, window_of};
use crate::types::{BoardSize, ByColor, Rule};

/// The file.
const FILE: ColorFile = ColorFile {
    magic: b"TGNN",
    version: 1,
    foreign: WeightsError::Foreign { expected: "TGNN and version 1" },
    sizes: [
        TableSize { what: "channels", size: CHANNELS, text: "32" },
        TableSize { what: "hidden units", size: HIDDEN, text: "32" },
        TableSize { what: "windows", size: WINDOWS, text: "7381" },
        TableSize { what: "pairs of classes", size: PAIRS, text: "256" },
    ],
    color_bytes: COLOR_BYTES,
};

/// Features of a cell.
pub(crate) const CHANNELS: usize = 32;
/// Units of a hidden layer.
pub(crate) const HIDDEN: usize = 32;

/// 1 in a row, and in a feature.
pub(crate) const ROW_ONE: i32 = 32;
/// The largest feature: 3.97.
pub(crate) const MOST_FEATURE: i16 = 127;
/// The sum of a feature over the board enters the first layer without these bits.
pub(crate) const POOL_SHIFT: u32 = 2;
/// 1 in a weight of a layer.
pub(crate) const WEIGHT_ONE: i32 = 1024;
/// 1 in a hidden unit.
pub(crate) const UNIT_ONE: i32 = 128;
/// The largest hidden unit: 16.0.
pub(crate) const MOST_UNIT: i32 = 2047;
/// The first layer divides the sums of the features by this.
pub(crate) const POOL_DIVISOR: i32 = 32;
/// From the sums of the first layer to hidden units: its inputs are `ROW_ONE * POOL_DIVISOR /
/// 2^POOL_SHIFT` = 256 for 1.
pub(crate) const FIRST_SHIFT: u32 = 11;
/// The same for the second layer.
pub(crate) const SECOND_SHIFT: u32 = 10;
/// 1 in the output, in log-odds.
pub(crate) const OUTPUT_ONE: i32 = UNIT_ONE * WEIGHT_ONE;

/// One row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Row(pub [i8; CHANNELS]);

impl Row {
    /// The row that adds nothing.
    pub(crate) const ZERO: Row = Row([0; CHANNELS]);
}

/// The dense layers: [by output][by input].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layers {
    pub first: Box<[[i16; CHANNELS]; HIDDEN]>,
    pub second: Box<[[i16; HIDDEN]; HIDDEN]>,
    pub last: [i16; HIDDEN],
    pub first_bias: [i32; HIDDEN],
    pub second_bias: [i32; HIDDEN],
    pub last_bias: i32,
}

/// The weights for one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ColorNetwork {
    /// By window.
    pub windows: Vec<Row>,
    /// By pair of combined classes.
    pub pairs: Vec<Row>,
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
    pub(crate) colors: ByColor<ColorNetwork>,
}

impl ColorNetwork {
    /// All zero.
    pub(crate) fn zero() -> Self {
        Self {
            windows: vec![Row::ZERO; WINDOWS],
            pairs: vec![Row::ZERO; PAIRS],
            layers: Layers {
                first: Box::new([[0; CHANNELS]; HIDDEN]),
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
        let Layers { first, second, last, first_bias, second_bias, last_bias } = &self.layers;
        let weights = first.iter().chain(second.iter()).flatten().chain(last);
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
        let layers = &mut network.layers;
        for outputs in [&mut layers.first, &mut layers.second] {
            for inputs in outputs.iter_mut() {
                inputs.copy_from_slice(&rest.numbers(HIDDEN));
            }
        }
        layers.last.copy_from_slice(&rest.numbers(HIDDEN));
        let biases = layers.first_bias.iter_mut().chain(&mut layers.second_bias);
        for bias in biases.chain([&mut layers.last_bias]) {
            *bias = rest.number().unwrap_or(0) as i32;
        }
        network
    }

    /// Checks that nothing can overflow and that empty areas contribute nothing.
    fn check(&self) -> Result<(), WeightsError> {
        let bare = (0..DIRECTED).filter(|&pair| is_bare(pair)).map(window_of);
        check_zero("windows", &self.windows, bare)?;
        check_zero("pairs of classes", &self.pairs, std::iter::once(0))?;
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

/// Numbers of bytes of a color's weights.
const COLOR_BYTES: usize = CHANNELS * (WINDOWS + PAIRS)
    + 2 * (HIDDEN * CHANNELS + HIDDEN * HIDDEN + HIDDEN)
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
    if most <= i64::from(i32::MAX) { Ok(()) } else { Err(WeightsError::Overflow { layer, most }) }
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
        let bytes: &[u8] = match rule {
            Rule::Freestyle => include_bytes!("../weights/freestyle.tgnn"),
            Rule::Standard => include_bytes!("../weights/standard.tgnn"),
            Rule::Renju => include_bytes!("../weights/renju.tgnn"),
            Rule::Caro => include_bytes!("../weights/caro.tgnn"),
            Rule::CaroExact => include_bytes!("../weights/caro-exact.tgnn"),
        };
        Self::read(bytes)
    }
}
