//! The weights of the classical evaluation of one rule, and their file format.
//!
//! The file is a [`color_file`](super::color_file) with the magic `TGEV`, version 2, and the sizes
//! shapes (2,380) and threat masks (16,384). The weights of a color are numbers of two bytes: values
//! of cells by shape, values of threats by mask, scores of a move by what the cell gives the mover,
//! by what it takes from the opponent; 256 values of pairs of combined classes (16 times the mover's
//! class + the opponent's); 112 values of numbers of threats (8 times the bit of the mask + the number
//! of cells, 7 for more).
//!
//! Shapes are numbered by [`Shapes`](super::shape::Shapes), masks by
//! [`threat_mask`](mod@super::threat_mask). Values are in the unit of
//! [`Score`](crate::types::Score).

use super::built_in::files_of;
use super::bytes::{Bytes, WeightsError};
use super::color_file::{ColorFile, Contents, TableSize};
use super::shape::SHAPES;
use super::threat_mask::{MASKS, THREAT_COUNTS};
use crate::types::{ByColor, Rule};

/// The frame of the file.
const FILE: ColorFile = ColorFile {
    magic: b"TGEV",
    version: 2,
    foreign: FOREIGN,
    sizes: &[
        TableSize { what: "shapes", size: SHAPES, text: "2380" },
        TableSize { what: "masks", size: MASKS, text: "16384" },
    ],
    color_bytes: 2 * (3 * SHAPES + MASKS + PAIRS + THREAT_COUNTS),
};
const FOREIGN: WeightsError = WeightsError::Foreign { expected: "TGEV and version 2" };

/// The largest value of a cell: the difference of both players' has to fit into 16 bits.
const MOST_CELL: i16 = i16::MAX / 2;

/// Pairs of combined classes: the own class times 16, and the opponent's.
pub const PAIRS: usize = 256;

/// The weights of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColorWeights {
    /// By shape, the value of a cell for the player.
    pub cells: Vec<i16>,
    /// By mask, the value of the threats for the player, who is to move.
    pub masks: Vec<i16>,
    /// By shape for the player, the score of a move on the cell.
    pub own_moves: Vec<i16>,
    /// By shape for his opponent, the same.
    pub opponent_moves: Vec<i16>,
    /// By the own class and the opponent's, the value of a cell for the player, who is to move.
    pub pairs: Vec<i16>,
    /// By threat class and number of cells, see
    /// [`threat_counts`](super::threat_mask::threat_counts), what they are worth to the player, who
    /// is to move.
    pub threat_counts: Vec<i16>,
}

impl ColorWeights {
    /// All zero.
    pub fn zero() -> Self {
        let shapes = vec![0; SHAPES];
        Self {
            cells: shapes.clone(),
            masks: vec![0; MASKS],
            own_moves: shapes.clone(),
            opponent_moves: shapes,
            pairs: vec![0; PAIRS],
            threat_counts: vec![0; THREAT_COUNTS],
        }
    }

    fn arrays(&self) -> [&Vec<i16>; 6] {
        let Self { cells, masks, own_moves, opponent_moves, pairs, threat_counts } = self;
        [cells, masks, own_moves, opponent_moves, pairs, threat_counts]
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let numbers = self.arrays().into_iter().flatten();
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
    }

    fn read(rest: &mut Bytes<'_>) -> Self {
        Self {
            cells: rest.numbers(SHAPES),
            masks: rest.numbers(MASKS),
            own_moves: rest.numbers(SHAPES),
            opponent_moves: rest.numbers(SHAPES),
            pairs: rest.numbers(PAIRS),
            threat_counts: rest.numbers(THREAT_COUNTS),
        }
    }
}

/// The weights of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The rule.
    pub rule: Rule,
    /// Where they come from.
    pub provenance: String,
    /// By player; equal where the rule treats both alike.
    pub colors: ByColor<ColorWeights>,
}

impl Weights {
    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        FILE.write(self.rule, &self.provenance, &self.colors, ColorWeights::write)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are not weights, of another version, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let Contents { rule, provenance, colors } = FILE.read(bytes, ColorWeights::read)?;
        let cells = colors.0.iter().flat_map(|color| &color.cells);
        let most = cells.map(|cell| i64::from(cell.unsigned_abs())).max().unwrap_or(0);
        if most > i64::from(MOST_CELL) {
            let limit = i64::from(MOST_CELL);
            return Err(WeightsError::Overflow { layer: "the cells", most, limit });
        }
        Ok(Self { rule, provenance, colors })
    }

    /// The built-in weights of a rule.
    pub fn embedded(rule: Rule) -> Result<Self, WeightsError> {
        Self::read(files_of(rule).tables)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn weights(rule: Rule) -> Weights {
        let color = |sign: i16| {
            let mut color = ColorWeights::zero();
            color.cells[7] = sign * 12;
            color.masks[16_383] = sign * -3000;
            color.own_moves[2379] = sign;
            color.opponent_moves[0] = 5;
            color.pairs[255] = sign * 30;
            color.threat_counts[111] = 9;
            color
        };
        let white = if rule == Rule::Renju { -1 } else { 1 };
        let colors = ByColor::new(color(1), color(white));
        Weights { rule, provenance: "made by häṇd".into(), colors }
    }

    #[test]
    fn weights_round_trip() {
        for rule in Rule::ALL {
            assert_eq!(Weights::read(&weights(rule).write()), Ok(weights(rule)));
        }
    }

    #[test]
    fn files_of_other_versions_are_refused() {
        let mut bytes = weights(Rule::Standard).write();
        for version in [1, 3] {
            bytes[4] = version;
            assert_eq!(Weights::read(&bytes), Err(FOREIGN));
        }
    }

    #[test]
    fn embedded_weights_can_be_read() {
        for rule in Rule::ALL {
            let weights = Weights::embedded(rule).unwrap();
            assert_eq!(weights.rule, rule);
            assert!(!weights.provenance.is_empty());
            assert!(weights.write() == files_of(rule).tables);
        }
    }

    #[test]
    fn damage_is_reported() {
        let good = weights(Rule::Standard).write();
        assert_eq!(Weights::read(b"hello"), Err(FOREIGN));
        let mut bad = good.clone();
        bad[100] ^= 1;
        assert!(matches!(Weights::read(&bad), Err(WeightsError::Checksum { .. })));
        for cut in [10, 30, good.len() - 1] {
            assert!(matches!(Weights::read(&good[..cut]), Err(WeightsError::Length { .. })));
        }
        let mut loud = weights(Rule::Renju);
        loud.colors.0[1].cells[5] = -16_384;
        let refused = WeightsError::Overflow { layer: "the cells", most: 16_384, limit: 16_383 };
        assert_eq!(Weights::read(&loud.write()), Err(refused));
        let mut other = good[..good.len() - 4].to_vec();
        other[8] = 3;
        other.extend(crc32fast::hash(&other).to_le_bytes());
        assert!(matches!(Weights::read(&other), Err(WeightsError::Head { what: "rule", .. })));
    }

    proptest! {
        #[test]
        fn weights_read_survives_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(Weights::read(&bytes).is_err());
        }

        #[test]
        fn weights_read_finds_any_changed_byte(place in 0..usize::MAX, change in 1..=255u8) {
            let mut bytes = weights(Rule::Freestyle).write();
            let place = place % bytes.len();
            bytes[place] ^= change;
            prop_assert!(Weights::read(&bytes).is_err());
        }

        // No field of the header is trusted, even if the checksum is valid.
        #[test]
        fn weights_read_survives_any_header(header in proptest::collection::vec(any::<u8>(), 28)) {
            let mut bytes = weights(Rule::Renju).write();
            bytes[4..28].copy_from_slice(&header[4..]);
            let body = bytes.len() - 4;
            let sum = crc32fast::hash(&bytes[..body]);
            bytes[body..].copy_from_slice(&sum.to_le_bytes());
            if let Ok(read) = Weights::read(&bytes) {
                prop_assert_eq!(Weights::read(&read.write()), Ok(read));
            }
        }
    }
}
