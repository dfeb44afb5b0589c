//! The weights of the policy of one rule, and their file format.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `TGPO` |
//! | 4 | version, now 1 |
//! | 4 | rule: 0 freestyle, 1 standard, 4 renju, 8 caro, 9 caro-exact |
//! | 4 | colors with weights of their own: 2 under renju, else 1 |
//! | 4, 4, 4, 4 | features (16), windows (7,381), pairs of classes (256), offsets (4 × 28) |
//! | 4, n | length of the provenance, and the provenance as text |
//! | 1 each | for every color: the rows of the windows, then of the pairs of combined classes (16 times that of the side to move + the opponent's); 16 numbers a row |
//! | 2 each | then 16 weights of the features, 4 × 28 offsets by age of the move, and a constant |
//! | 4 | CRC-32 of everything before |

use super::super::bytes::{Bytes, WeightsError, sealed, unsealed};
use super::super::network::weights::colors_of;
use super::super::network::windows::WINDOWS;
use super::super::weights::PAIRS;
use crate::types::{ByColor, Rule};

const MAGIC: &[u8; 4] = b"TGPO";
const VERSION: u32 = 1;
/// What is said about other files.
const FOREIGN: WeightsError = WeightsError::Foreign { expected: "TGPO and version 1" };
/// Bytes before the provenance, and after it.
const HEAD: usize = 4 + 4 * 8;
const TAIL: usize = 4;

/// How many of the last moves count.
pub(crate) const LAST_MOVES: usize = 4;
/// Offsets from a move, up to symmetry: the larger distance along an axis from 1 to 6 and the
/// smaller, 27 in all, and 0 for farther cells.
pub(crate) const OFFSETS: usize = 28;

/// Features of a cell.
pub(crate) const FEATURES: usize = 16;
/// 1 in a row, and in a feature.
pub(crate) const ROW_ONE: i32 = 32;
/// The largest feature: 3.97.
pub(crate) const MOST_FEATURE: i16 = 127;
/// The sum of the weighted features is shifted right by this.
pub(crate) const OUTPUT_SHIFT: u32 = 6;

/// One row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct PolicyRow(pub [i8; FEATURES]);

impl PolicyRow {
    /// The row that adds nothing.
    pub(crate) const ZERO: PolicyRow = PolicyRow([0; FEATURES]);
}

/// The weights for one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ColorPolicy {
    /// By window.
    pub windows: Vec<PolicyRow>,
    /// By pair of combined classes.
    pub pairs: Vec<PolicyRow>,
    /// By feature.
    pub weights: [i16; FEATURES],
    /// By age of a move and offset from it.
    pub offsets: [[i16; OFFSETS]; LAST_MOVES],
    /// Added to every cell that goes through the network.
    pub bias: i16,
}

/// The weights of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyWeights {
    /// The rule.
    pub rule: Rule,
    /// Where they come from.
    pub provenance: String,
    /// By the side to move; equal where the rule treats both alike.
    pub(crate) colors: ByColor<ColorPolicy>,
}

/// Numbers of bytes of a color's weights.
const COLOR_BYTES: usize = FEATURES * (WINDOWS + PAIRS) + 2 * (FEATURES + LAST_MOVES * OFFSETS + 1);

impl ColorPolicy {
    /// All zero.
    pub(crate) fn zero() -> Self {
        Self {
            windows: vec![PolicyRow::ZERO; WINDOWS],
            pairs: vec![PolicyRow::ZERO; PAIRS],
            weights: [0; FEATURES],
            offsets: [[0; OFFSETS]; LAST_MOVES],
            bias: 0,
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let rows = self.windows.iter().chain(&self.pairs);
        bytes.extend(rows.flat_map(|row| row.0.map(|number| number as u8)));
        let numbers = self.weights.iter().chain(self.offsets.as_flattened());
        let numbers = numbers.chain([&self.bias]);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
    }

    /// Reads one color from bytes that are long enough.
    fn read(rest: &mut Bytes<'_>) -> Self {
        let mut policy = Self::zero();
        for row in policy.windows.iter_mut().chain(&mut policy.pairs) {
            let bytes = rest.take(FEATURES).unwrap_or_default();
            row.0.iter_mut().zip(bytes).for_each(|(number, &byte)| *number = byte as i8);
        }
        let offsets = policy.offsets.as_flattened_mut();
        let numbers = policy.weights.iter_mut().chain(offsets);
        let numbers = numbers.chain([&mut policy.bias]);
        for number in numbers {
            *number = rest.numbers(1).first().copied().unwrap_or(0);
        }
        policy
    }
}

impl PolicyWeights {
    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let colors = colors_of(self.rule);
        let sizes = [FEATURES, WINDOWS, PAIRS, LAST_MOVES * OFFSETS].map(|size| size as u32);
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
    /// If they are not weights of a policy, of another version or size, or damaged.
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
        let black = ColorPolicy::read(&mut rest);
        let white = if colors == 2 { ColorPolicy::read(&mut rest) } else { black.clone() };
        Ok(Self { rule, provenance, colors: ByColor::new(black, white) })
    }
}

impl PolicyWeights {
    /// The built-in policy of a rule.
    pub fn embedded(rule: Rule) -> Result<Option<Self>, WeightsError> {
        let bytes: &[u8] = match rule {
            Rule::Freestyle => include_bytes!("../weights/freestyle.tgpo"),
            _ => return Ok(None),
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
        ("features", FEATURES, "16"),
        ("windows", WINDOWS, "7381"),
        ("pairs of classes", PAIRS, "256"),
        ("offsets", LAST_MOVES * OFFSETS, "112"),
    ] {
        let seen = field()?;
        if seen != size as u32 {
            return Err(wrong(what, seen, expected));
        }
    }
    Ok((rule, field()? as usize))
}
