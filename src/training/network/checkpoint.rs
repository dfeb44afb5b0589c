//! The state of an interrupted fit, as a file: `TGFC`, version 3, length and text of the plan, epoch,
//! step, number of sets, then for each set its parameters and their two moments as `f32`, then a
//! CRC-32. All numbers are little-endian.

use std::path::{Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

use super::super::adam::ParameterSet;
use super::fit::FitState;
use super::model::PARAMETERS;

const MAGIC: &[u8; 8] = b"TGFC\x03\0\0\0";

/// Why a checkpoint cannot be read.
#[derive(Debug, Error)]
pub(crate) enum CheckpointError {
    /// An I/O error.
    #[error("cannot use '{}': {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// Another format, or damaged.
    #[error("'{}' is not a complete checkpoint of `tengen tune network`", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The checkpoint of another training.
    #[error("'{}' belongs to the training '{seen}', expected '{expected}'", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// Its plan.
        seen: String,
        /// The plan of now.
        expected: String,
    },
}

/// The bytes of a checkpoint.
pub(crate) fn to_bytes(plan: &str, state: &FitState) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((plan.len() as u32).to_le_bytes());
    bytes.extend(plan.as_bytes());
    for number in [state.epoch, state.step, state.sets.len()] {
        bytes.extend((number as u64).to_le_bytes());
    }
    for set in &state.sets {
        let numbers = set.values.iter().chain(&set.mean).chain(&set.square);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads the checkpoint of a plan.
///
/// # Errors
/// If it cannot be read, is damaged, or belongs to another plan.
pub(crate) fn read(path: &Path, plan: &str) -> Result<FitState, CheckpointError> {
    let path_buf = || path.to_path_buf();
    let bytes = fs::read(path).map_err(|error| CheckpointError::Io { path: path_buf(), error })?;
    let (seen, state) =
        parse(&bytes).ok_or_else(|| CheckpointError::Foreign { path: path_buf() })?;
    if seen != plan {
        let expected = plan.to_owned();
        return Err(CheckpointError::Other { path: path_buf(), seen, expected });
    }
    Ok(state)
}

fn parse(bytes: &[u8]) -> Option<(String, FitState)> {
    let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(4)?)?;
    if crc32fast::hash(body).to_le_bytes() != sum {
        return None;
    }
    let (length, rest) = body.strip_prefix(MAGIC)?.split_first_chunk()?;
    let (plan, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let (epoch, rest) = rest.split_first_chunk()?;
    let (step, rest) = rest.split_first_chunk()?;
    let (sets, rest) = rest.split_first_chunk()?;
    let number = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes) as usize;
    let count = number(sets);
    if count > 2 || rest.len() != count * 3 * PARAMETERS * 4 {
        return None;
    }
    let numbers: Vec<f32> = rest
        .chunks_exact(4)
        .filter_map(|four| four.try_into().ok())
        .map(f32::from_le_bytes)
        .collect();
    let mut parts = numbers.chunks_exact(PARAMETERS).map(<[f32]>::to_vec);
    let mut set =
        || Some(ParameterSet { values: parts.next()?, mean: parts.next()?, square: parts.next()? });
    let sets = (0..count).map(|_| set()).collect::<Option<Vec<_>>>()?;
    let state = FitState { epoch: number(epoch), step: number(step), sets };
    Some((String::from_utf8(plan.to_vec()).ok()?, state))
}
