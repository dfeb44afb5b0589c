//! The weights of the network of one rule, and their file format.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `TGNN` |
//! | 4 | version, now 1 |
//! | 4 | rule: 0 freestyle, 1 standard, 4 renju, 8 caro, 9 caro-exact |
//! | 4 | colors with weights of their own: 2 under renju, else 1 |
//! | 4, 4, 4, 4 | channels (32), hidden units (32), windows (7,381), pairs of classes (256) |
//! | 4, n | length of the provenance, and the provenance as text |
//! | 1 each | for every color: the rows of the windows, then of the pairs of combined classes (16 times that of the side to move + the opponent's); 32 numbers a row |
//! | 2 each | then the layers: first and second, 32 × 32 each, the 32 inputs of an output together; 32 of the last |
//! | 4 each | then their biases: 32, 32 and 1 |
//! | 4 | CRC-32 of everything before |
//!
//! The rows of windows without a stone, and of no class for either, are zero: a cell far from all
//! stones contributes nothing, and neither does a larger board.

use super::super::bytes::{Bytes, WeightsError, sealed, unsealed};
use super::super::weights::PAIRS;
use super::windows::{DIRECTED, WINDOWS, is_bare, window_of};
use crate::types::{BoardSize, ByColor, Color, Rule};

const MAGIC: &[u8; 4] = b"TGNN";
const VERSION: u32 = 1;
/// What other files are told.
const FOREIGN: WeightsError = WeightsError::Foreign { expected: "TGNN and version 1" };
/// Bytes before the provenance, and after it.
const HEAD: usize = 4 + 4 * 8;
const TAIL: usize = 4;

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
        let colors = colors_of(self.rule);
        let sizes = [CHANNELS, HIDDEN, WINDOWS, PAIRS].map(|size| size as u32);
        let mut bytes = MAGIC.to_vec();
        let head = [VERSION, self.rule.wire(), colors as u32].into_iter().chain(sizes);
        let head = head.chain([self.provenance.len() as u32]);
        bytes.extend(head.flat_map(u32::to_le_bytes));
        bytes.extend(self.provenance.as_bytes());
        self.colors.0[..colors].iter().for_each(|color| color.write(&mut bytes));
        sealed(bytes)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are not weights of a network, of another version or size, damaged, or could
    /// overflow.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut rest = Bytes(bytes);
        let (rule, provenance_length) = read_head(&mut rest, bytes.len())?;
        let colors = colors_of(rule);
        let expected = (HEAD + TAIL + colors * COLOR_BYTES).saturating_add(provenance_length);
        if bytes.len() != expected {
            return Err(WeightsError::Length { seen: bytes.len(), expected });
        }
        unsealed(bytes)?;
        let provenance = rest.take(provenance_length).unwrap_or_default();
        let provenance = String::from_utf8_lossy(provenance).into_owned();
        let black = ColorNetwork::read(&mut rest);
        let white = if colors == 2 { ColorNetwork::read(&mut rest) } else { black.clone() };
        black.check()?;
        white.check()?;
        Ok(Self { rule, provenance, colors: ByColor::new(black, white) })
    }

    /// The built-in network of a rule. Renju has none yet: at equal time the tables alone do better
    /// there (15–8–18 at 250 ms, 2026-11-23).
    pub fn embedded(rule: Rule) -> Result<Option<Self>, WeightsError> {
        let bytes: &[u8] = match rule {
            Rule::Freestyle => include_bytes!("../weights/freestyle.tgnn"),
            Rule::Standard => include_bytes!("../weights/standard.tgnn"),
            Rule::Renju => return Ok(None),
            Rule::Caro => include_bytes!("../weights/caro.tgnn"),
            Rule::CaroExact => include_bytes!("../weights/caro-exact.tgnn"),
        };
        Self::read(bytes).map(Some)
    }
}

/// Reads the fields before the provenance of a file of `length` bytes: the rule, and the length of
/// the provenance.
fn read_head(rest: &mut Bytes<'_>, length: usize) -> Result<(Rule, usize), WeightsError> {
    if rest.take(4) != Some(&MAGIC[..]) || rest.number() != Some(VERSION) {
        return Err(FOREIGN);
    }
    let too_short = WeightsError::Length { seen: length, expected: HEAD + TAIL };
    let mut field = || rest.number().ok_or(too_short);
    let (wire, colors) = (field()?, field()?);
    let wrong = |what, seen, expected| WeightsError::Head { what, seen, expected };
    let rule = Rule::from_wire(wire).ok_or(wrong("rule", wire, "0, 1, 4, 8 or 9"))?;
    if colors != colors_of(rule) as u32 {
        return Err(wrong("colors", colors, "2 under renju, else 1"));
    }
    for (what, size, expected) in [
        ("channels", CHANNELS, "32"),
        ("hidden units", HIDDEN, "32"),
        ("windows", WINDOWS, "7381"),
        ("pairs of classes", PAIRS, "256"),
    ] {
        let seen = field()?;
        if seen != size as u32 {
            return Err(wrong(what, seen, expected));
        }
    }
    Ok((rule, field()? as usize))
}

/// Colors with weights of their own.
pub(crate) fn colors_of(rule: Rule) -> usize {
    if rule.forbids(Color::Black) { 2 } else { 1 }
}
