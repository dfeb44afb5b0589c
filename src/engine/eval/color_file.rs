//! The header and the checksum of a file of weights that differ by color.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | the magic |
//! | 4 | the version |
//! | 4 | rule: its number, [`Rule::wire`] |
//! | 4 | colors with weights of their own: 2 under renju, else 1 |
//! | 4 each | the sizes of the tables |
//! | 4, n | length of the provenance, and the provenance as text |
//! | … | the weights of every color |
//! | 4 | CRC-32 of everything before |

use super::bytes::{Bytes, WeightsError, sealed, unsealed};
use crate::types::{ByColor, Rule};

/// Bytes after the weights.
const TAIL: usize = 4;

/// The size of a table, which a file names in its head.
pub(super) struct TableSize {
    /// What is counted.
    pub what: &'static str,
    /// How many there are.
    pub size: usize,
    /// The size as text, for an error.
    pub text: &'static str,
}

/// What one kind of file has of its own.
pub(super) struct ColorFile {
    /// The first four bytes.
    pub magic: &'static [u8; 4],
    /// The number after them.
    pub version: u32,
    /// What is said about other files.
    pub foreign: WeightsError,
    /// The sizes in the head.
    pub sizes: &'static [TableSize],
    /// Bytes of the weights of one color.
    pub color_bytes: usize,
}

/// The contents of a file.
pub(super) struct Contents<C> {
    pub rule: Rule,
    pub provenance: String,
    /// By color; equal where the rule treats both alike.
    pub colors: ByColor<C>,
}

impl ColorFile {
    /// Bytes before the provenance.
    fn head(&self) -> usize {
        4 + 4 * (4 + self.sizes.len())
    }

    /// The bytes of a file, in which `write` writes the weights of one color.
    pub(super) fn write<C>(
        &self,
        rule: Rule,
        provenance: &str,
        colors: &ByColor<C>,
        write: impl Fn(&C, &mut Vec<u8>),
    ) -> Vec<u8> {
        let own = colors_of(rule);
        let mut bytes = self.magic.to_vec();
        let head = [self.version, rule.wire(), own as u32].into_iter();
        let head = head.chain(self.sizes.iter().map(|table| table.size as u32));
        let head = head.chain([provenance.len() as u32]);
        bytes.extend(head.flat_map(u32::to_le_bytes));
        bytes.extend(provenance.as_bytes());
        colors.0[..own].iter().for_each(|color| write(color, &mut bytes));
        sealed(bytes)
    }

    /// Reads a file; `read` gets `color_bytes` bytes.
    ///
    /// # Errors
    /// If it is of another kind, version or size, or damaged.
    pub(super) fn read<C: Clone>(
        &self,
        bytes: &[u8],
        read: impl Fn(&mut Bytes<'_>) -> C,
    ) -> Result<Contents<C>, WeightsError> {
        let mut rest = Bytes(bytes);
        let (rule, provenance_length) = self.read_head(&mut rest, bytes.len())?;
        let own = colors_of(rule);
        let expected =
            (self.head() + TAIL + own * self.color_bytes).saturating_add(provenance_length);
        if bytes.len() != expected {
            return Err(WeightsError::Length { seen: bytes.len(), expected });
        }
        unsealed(bytes)?;
        let provenance = rest.take(provenance_length).unwrap_or_default();
        let provenance = String::from_utf8_lossy(provenance).into_owned();
        let black = read(&mut rest);
        let white = if own == 2 { read(&mut rest) } else { black.clone() };
        Ok(Contents { rule, provenance, colors: ByColor::new(black, white) })
    }

    /// Reads the fields before the provenance of a file of `length` bytes: the rule, and the length
    /// of the provenance.
    fn read_head(
        &self,
        rest: &mut Bytes<'_>,
        length: usize,
    ) -> Result<(Rule, usize), WeightsError> {
        if rest.take(4) != Some(&self.magic[..]) || rest.number() != Some(self.version) {
            return Err(self.foreign);
        }
        let too_short = WeightsError::Length { seen: length, expected: self.head() + TAIL };
        let mut field = || rest.number().ok_or(too_short);
        let (wire, own) = (field()?, field()?);
        let wrong = |what, seen, expected| WeightsError::Head { what, seen, expected };
        let rule = Rule::numbered(wire).ok_or(wrong("rule", wire, "the number of a rule"))?;
        if own != colors_of(rule) as u32 {
            return Err(wrong("colors", own, "2 under renju, else 1"));
        }
        for table in self.sizes {
            let seen = field()?;
            if seen != table.size as u32 {
                return Err(wrong(table.what, seen, table.text));
            }
        }
        Ok((rule, field()? as usize))
    }
}

/// Colors with weights of their own.
pub fn colors_of(rule: Rule) -> usize {
    if rule.treats_colors_alike() { 1 } else { 2 }
}
