//! What the files of weights share: numbers, a checksum at the end, and the errors of reading.

use thiserror::Error;

/// Why bytes are not weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Wrong magic or version.
    #[error("not a weights file: expected {expected}")]
    Foreign {
        /// The magic and the versions.
        expected: &'static str,
    },
    /// Wrong length.
    #[error("{seen} bytes of weights, expected {expected}")]
    Length {
        /// The number of bytes.
        seen: usize,
        /// The expected number.
        expected: usize,
    },
    /// Wrong checksum.
    #[error("the weights are damaged: checksum {seen:08x}, expected {expected:08x}")]
    Checksum {
        /// Computed from the bytes.
        seen: u32,
        /// As stored in the file.
        expected: u32,
    },
    /// A header field with an unexpected value.
    #[error("the weights have {what} {seen}, expected {expected}")]
    Head {
        /// The field.
        what: &'static str,
        /// Its value.
        seen: u32,
        /// The expected value.
        expected: &'static str,
    },
    /// Weights whose sums do not fit into the integers that hold them.
    #[error(
        "the weights of {layer} could overflow: a sum may reach {most}, expected at most {limit}"
    )]
    Overflow {
        /// The layer.
        layer: &'static str,
        /// The largest sum.
        most: i64,
        /// The largest number that fits.
        limit: i64,
    },
    /// A bias that would give cells without stones a feature.
    #[error(
        "bias {bias} of channel {channel} of the convolution is too large, expected less than 64: cells without stones would get a feature"
    )]
    LoudBias {
        /// The channel.
        channel: usize,
        /// Its bias.
        bias: i16,
    },
    /// A row that must be zero and is not.
    #[error(
        "row {row} of the {table} is not zero, expected zeros: it belongs to cells that see no stone"
    )]
    Background {
        /// The table.
        table: &'static str,
        /// The row.
        row: usize,
    },
}

/// The bytes with their checksum.
pub(super) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Checks the checksum at the end; fewer than four bytes have none.
pub(super) fn unsealed(bytes: &[u8]) -> Result<(), WeightsError> {
    let (body, sum) = bytes.split_at(bytes.len().saturating_sub(4));
    let (seen, expected) = (crc32fast::hash(body), Bytes(sum).number().unwrap_or(0));
    if seen == expected { Ok(()) } else { Err(WeightsError::Checksum { seen, expected }) }
}

/// A cursor over bytes.
pub(super) struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next `count` bytes.
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// The next number of 32 bits.
    pub(super) fn number(&mut self) -> Option<u32> {
        let bytes = self.take(4)?.try_into().ok()?;
        Some(u32::from_le_bytes(bytes))
    }

    /// The next `count` numbers of 16 bits; none if there are fewer.
    pub(super) fn numbers(&mut self, count: usize) -> Vec<i16> {
        let bytes = self.take(2 * count).unwrap_or_default();
        bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
    }
}
