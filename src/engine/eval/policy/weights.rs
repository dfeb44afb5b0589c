//! The weights of the policy of one rule, and their file format.
//!
//! The file is a [`color_file`](super::super::color_file) with the magic `TGPO`, version 1, and the
//! sizes features (16), windows (7,381), pairs of classes (256) and offsets (4 × 28). The weights of
//! a color are
//!
//! | bytes | what |
//! |---|---|
//! | 1 each | the rows of the windows, then of the pairs of combined classes (16 times that of the side to move + the opponent's); 16 numbers a row |
//! | 2 each | 16 weights of the features, 4 × 28 offsets by age of the move, and a constant |

use super::super::built_in::files_of;
use super::super::bytes::{Bytes, WeightsError};
use super::super::color_file::{ColorFile, Contents, TableSize};
use super::super::network::windows::WINDOWS;
use super::super::weights::PAIRS;
use crate::types::{ByColor, Rule};

/// The frame of the file.
const FILE: ColorFile = ColorFile {
    magic: b"TGPO",
    version: 1,
    foreign: WeightsError::Foreign { expected: "TGPO and version 1" },
    sizes: &[
        TableSize { what: "features", size: FEATURES, text: "16" },
        TableSize { what: "windows", size: WINDOWS, text: "7381" },
        TableSize { what: "pairs of classes", size: PAIRS, text: "256" },
        TableSize { what: "offsets", size: LAST_MOVES * OFFSETS, text: "112" },
    ],
    color_bytes: COLOR_BYTES,
};

/// How many of the last moves count.
pub const LAST_MOVES: usize = 4;
/// Offsets from a move, up to symmetry: the larger distance along an axis from 1 to 6 and the
/// smaller, 27 in all, and 0 for farther cells.
pub const OFFSETS: usize = 28;

/// Features of a cell.
pub const FEATURES: usize = 16;
/// 1 in a row, and in a feature.
pub const ROW_ONE: i32 = 32;
/// The largest feature: 3.97.
pub const MOST_FEATURE: i16 = 127;
/// The sum of the weighted features is shifted right by this.
pub const OUTPUT_SHIFT: u32 = 6;

/// One row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub struct PolicyRow(pub [i8; FEATURES]);

impl PolicyRow {
    /// The row that adds nothing.
    pub const ZERO: PolicyRow = PolicyRow([0; FEATURES]);
}

/// The weights for one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColorPolicy {
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
    pub colors: ByColor<ColorPolicy>,
}

/// Numbers of bytes of a color's weights.
const COLOR_BYTES: usize = FEATURES * (WINDOWS + PAIRS) + 2 * (FEATURES + LAST_MOVES * OFFSETS + 1);

impl ColorPolicy {
    /// All zero.
    pub fn zero() -> Self {
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
        FILE.write(self.rule, &self.provenance, &self.colors, ColorPolicy::write)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are not weights of a policy, of another version or size, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let Contents { rule, provenance, colors } = FILE.read(bytes, ColorPolicy::read)?;
        Ok(Self { rule, provenance, colors })
    }

    /// The built-in policy of a rule.
    pub fn embedded(rule: Rule) -> Result<Self, WeightsError> {
        Self::read(files_of(rule).policy)
    }
}
