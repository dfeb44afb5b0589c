//! The weights of the classical evaluation of one rule, and their file format.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `TGEV` |
//! | 4 | version, now 2 |
//! | 4 | rule: 0 freestyle, 1 standard, 4 renju, 8 caro, 9 caro-exact |
//! | 4 | colors with weights of their own: 2 under renju, else 1 |
//! | 4, 4 | shapes (2,380), threat masks (16,384) |
//! | 4, n | length of the provenance, and the provenance as text |
//! | 2 each | for every color: values of cells by shape, values of threats by mask, scores of a move by what the cell gives the mover, by what it takes from the opponent; since version 2 then 256 values of pairs of combined classes (16 times the mover's class + the opponent's), 112 values of crowds (8 times the bit of the mask + the number of cells, 7 for more) |
//! | 4 | CRC-32 of everything before |
//!
//! Shapes are numbered by [`Shapes`](super::shape::Shapes), masks by
//! [`threat_mask`](mod@super::threat_mask). Values are in the unit of
//! [`Score`](crate::types::Score).

use super::bytes::{Bytes, WeightsError, sealed, unsealed};
use super::color_file::colors_of;
use super::shape::SHAPES;
use super::threat_mask::{CROWDS, MASKS};
use crate::types::{ByColor, Rule};

const MAGIC: &[u8; 4] = b"TGEV";
const VERSION: u32 = 2;
/// The oldest version that is read; weights that it lacks are 0.
const OLDEST: u32 = 1;

/// A file has at least a head without provenance and a checksum.
const LEAST: usize = 28 + 4;
/// The largest value of a cell: the difference of both players' has to fit into 16 bits.
const MOST_CELL: i16 = i16::MAX / 2;

/// The error for files of another kind or version.
const FOREIGN: WeightsError = WeightsError::Foreign { expected: "TGEV and version 1 to 2" };

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
    /// By threat class and number of cells, see [`crowds`](super::threat_mask::crowds), what they
    /// are worth to the player, who is to move.
    pub crowds: Vec<i16>,
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
            crowds: vec![0; CROWDS],
        }
    }

    fn arrays(&self) -> [&Vec<i16>; 6] {
        let Self { cells, masks, own_moves, opponent_moves, pairs, crowds } = self;
        [cells, masks, own_moves, opponent_moves, pairs, crowds]
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
        let colors = colors_of(self.rule);
        let head = [VERSION, self.rule.wire(), colors as u32, SHAPES as u32, MASKS as u32];
        let mut bytes = MAGIC.to_vec();
        bytes.extend(head.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend((self.provenance.len() as u32).to_le_bytes());
        bytes.extend(self.provenance.as_bytes());
        for color in &self.colors.0[..colors] {
            let numbers = color.arrays().into_iter().flatten();
            bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        }
        sealed(bytes)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are not weights, of another version, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut rest = Bytes(bytes);
        let Header { version, rule, colors, provenance_length } =
            Header::read(&mut rest, bytes.len())?;
        let (pairs, crowds) = if version == 1 { (0, 0) } else { (PAIRS, CROWDS) };
        let numbers = colors * (3 * SHAPES + MASKS + pairs + crowds);
        let expected = LEAST.saturating_add(provenance_length).saturating_add(2 * numbers);
        if bytes.len() != expected {
            return Err(WeightsError::Length { seen: bytes.len(), expected });
        }
        unsealed(bytes)?;
        let provenance = rest.take(provenance_length).unwrap_or_default();
        let provenance = String::from_utf8_lossy(provenance).into_owned();
        let mut color = || ColorWeights {
            cells: rest.numbers(SHAPES),
            masks: rest.numbers(MASKS),
            own_moves: rest.numbers(SHAPES),
            opponent_moves: rest.numbers(SHAPES),
            pairs: rest.numbers_or_zeros(pairs, PAIRS),
            crowds: rest.numbers_or_zeros(crowds, CROWDS),
        };
        let black = color();
        let white = if colors == 2 { color() } else { black.clone() };
        let cells = black.cells.iter().chain(&white.cells);
        let most = cells.map(|cell| i64::from(cell.unsigned_abs())).max().unwrap_or(0);
        if most > i64::from(MOST_CELL) {
            let limit = i64::from(MOST_CELL);
            return Err(WeightsError::Overflow { layer: "the cells", most, limit });
        }
        Ok(Self { rule, provenance, colors: ByColor::new(black, white) })
    }

    /// The built-in weights of a rule.
    pub fn embedded(rule: Rule) -> Result<Self, WeightsError> {
        Self::read(match rule {
            Rule::Freestyle => include_bytes!("weights/freestyle.tgev"),
            Rule::Standard => include_bytes!("weights/standard.tgev"),
            Rule::Renju => include_bytes!("weights/renju.tgev"),
            Rule::Caro => include_bytes!("weights/caro.tgev"),
            Rule::CaroExact => include_bytes!("weights/caro-exact.tgev"),
        })
    }
}

/// The fields before the provenance.
struct Header {
    version: u32,
    rule: Rule,
    colors: usize,
    provenance_length: usize,
}

impl Header {
    /// Reads the header of a file of `length` bytes.
    fn read(rest: &mut Bytes<'_>, length: usize) -> Result<Self, WeightsError> {
        if rest.take(4) != Some(&MAGIC[..]) {
            return Err(FOREIGN);
        }
        let version = rest.number().filter(|version| (OLDEST..=VERSION).contains(version));
        let version = version.ok_or(FOREIGN)?;
        let too_short = WeightsError::Length { seen: length, expected: LEAST };
        let mut field = || rest.number().ok_or(too_short);
        let (wire, colors, shapes, masks) = (field()?, field()?, field()?, field()?);
        let provenance_length = field()? as usize;
        let wrong = |what, seen, expected| WeightsError::Head { what, seen, expected };
        let rule = Rule::ALL.into_iter().find(|rule| rule.wire() == wire);
        let rule = rule.ok_or(wrong("rule", wire, "0, 1, 4, 8 or 9"))?;
        if colors != colors_of(rule) as u32 {
            return Err(wrong("colors", colors, "2 under renju, else 1"));
        }
        if shapes != SHAPES as u32 {
            return Err(wrong("shapes", shapes, "2380"));
        }
        if masks != MASKS as u32 {
            return Err(wrong("masks", masks, "16384"));
        }
        Ok(Self { version, rule, colors: colors as usize, provenance_length })
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
            color.crowds[111] = 9;
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
    fn a_file_of_version_1_has_zeros_for_the_later_tables() {
        let mut old = weights(Rule::Standard);
        old.colors.0.iter_mut().for_each(|color| {
            color.pairs.fill(0);
            color.crowds.fill(0);
        });
        let mut bytes = old.write();
        bytes.truncate(bytes.len() - 4 - 2 * (PAIRS + CROWDS));
        bytes[4] = 1;
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        assert_eq!(Weights::read(&bytes), Ok(old));
        bytes[4] = 3;
        assert_eq!(Weights::read(&bytes), Err(FOREIGN));
    }

    #[test]
    fn embedded_weights_can_be_read() {
        for rule in Rule::ALL {
            let weights = Weights::embedded(rule).unwrap();
            assert_eq!(weights.rule, rule);
            assert!(!weights.provenance.is_empty());
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
