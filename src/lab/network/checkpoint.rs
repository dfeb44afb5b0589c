//! The state of a training of the network, as a file: `TGFC`, version 5, length and text of the
//! plan, epoch, step, steps of the trainings before, number of sets, number of epochs with losses,
//! then for each of these its number and its two [`Excess`]es (count, tables, network), then for
//! each set its parameters and their two moments as `f32`, then a CRC-32. All numbers are
//! little-endian. An interrupted training is continued from it, and another one can start from it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

use super::super::adam::ParameterSet;
use super::super::trainer::{EpochLoss, TrainingProgress};
use super::fit::{Excess, NetworkCheckpoint};
use super::model::PARAMETERS;
use super::plan_difference::PlanDifference;

const MAGIC: &[u8; 8] = b"TGFC\x05\0\0\0";

/// Why a checkpoint cannot be read.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// An I/O error.
    #[error("cannot use '{}': {error}", path.display())]
    Io {
        /// Path of the file.
        path: PathBuf,
        error: io::Error,
    },
    /// Another format, or damaged.
    #[error("'{}' is not a complete checkpoint of `tengen tune network`", path.display())]
    Foreign {
        /// Path of the file.
        path: PathBuf,
    },
    /// The checkpoint of another training.
    #[error("'{}' belongs to another training, {difference}", path.display())]
    Other {
        /// Path of the file.
        path: PathBuf,
        /// The first difference of its plan from the plan of now.
        difference: PlanDifference,
    },
}

/// The bytes of a checkpoint.
pub fn to_bytes(plan: &str, state: &NetworkCheckpoint) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((plan.len() as u32).to_le_bytes());
    bytes.extend(plan.as_bytes());
    let NetworkCheckpoint { progress: TrainingProgress { epoch, step, history }, earlier, sets } =
        state;
    for number in [*epoch, *step, *earlier, sets.len(), history.len()] {
        bytes.extend((number as u64).to_le_bytes());
    }
    for EpochLoss { epoch, learned, held_out } in history {
        bytes.extend((*epoch as u64).to_le_bytes());
        for Excess { count, classical, network } in [learned, held_out] {
            bytes.extend((*count as u64).to_le_bytes());
            bytes.extend(classical.to_le_bytes());
            bytes.extend(network.to_le_bytes());
        }
    }
    for set in sets {
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
pub fn read(path: &Path, plan: &str) -> Result<NetworkCheckpoint, CheckpointError> {
    let path_buf = || path.to_path_buf();
    let bytes = fs::read(path).map_err(|error| CheckpointError::Io { path: path_buf(), error })?;
    let (seen, state) = from_bytes(&bytes, path)?;
    match PlanDifference::between(&seen, plan) {
        Some(difference) => Err(CheckpointError::Other { path: path_buf(), difference }),
        None => Ok(state),
    }
}

/// The plan and the state in the bytes of a checkpoint of any plan; `path` is for errors.
///
/// # Errors
/// If it is damaged.
pub fn from_bytes(
    bytes: &[u8],
    path: &Path,
) -> Result<(String, NetworkCheckpoint), CheckpointError> {
    parse(bytes).ok_or_else(|| CheckpointError::Foreign { path: path.to_path_buf() })
}

/// Whether these are the bytes of a checkpoint, of any version, and not of a network.
pub fn is_checkpoint(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC[..4])
}

fn parse(bytes: &[u8]) -> Option<(String, NetworkCheckpoint)> {
    let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(4)?)?;
    if crc32fast::hash(body).to_le_bytes() != sum {
        return None;
    }
    let rest = body.strip_prefix(MAGIC)?;
    let (length, rest) = rest.split_first_chunk()?;
    let (plan, mut rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let mut next = || number(&mut rest);
    let [epoch, step, earlier, count, measured] = [next()?, next()?, next()?, next()?, next()?];
    let history = (0..measured).map(|_| losses(&mut rest)).collect::<Option<Vec<_>>>()?;
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
    let progress = TrainingProgress { epoch, step, history };
    let state = NetworkCheckpoint { progress, earlier, sets };
    Some((String::from_utf8(plan.to_vec()).ok()?, state))
}

/// Takes the next 64 bits.
fn word(bytes: &mut &[u8]) -> Option<u64> {
    let (word, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*word))
}

fn number(bytes: &mut &[u8]) -> Option<usize> {
    word(bytes).map(|word| word as usize)
}

/// Takes the losses of an epoch.
fn losses(bytes: &mut &[u8]) -> Option<EpochLoss<Excess>> {
    let epoch = number(bytes)?;
    let mut excess = || {
        let count = number(bytes)?;
        let [classical, network] = [word(bytes)?, word(bytes)?].map(f64::from_bits);
        Some(Excess { count, classical, network })
    };
    Some(EpochLoss { epoch, learned: excess()?, held_out: excess()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> NetworkCheckpoint {
        let excess = |count| Excess { count, classical: 0.5, network: 0.25 };
        let set = ParameterSet::new((0..PARAMETERS).map(|index| index as f32).collect());
        let history = vec![EpochLoss { epoch: 2, learned: excess(40), held_out: excess(0) }];
        let progress = TrainingProgress { epoch: 2, step: 30, history };
        NetworkCheckpoint { progress, earlier: 7, sets: vec![set] }
    }

    /// A body with its checksum.
    fn signed(body: &[u8]) -> Vec<u8> {
        [body, &crc32fast::hash(body).to_le_bytes()].concat()
    }

    #[test]
    fn a_checkpoint_is_read_as_it_was_written() {
        let bytes = to_bytes("a plan", &state());
        assert_eq!(parse(&bytes), Some(("a plan".to_owned(), state())));
        for length in [0, 11, 40, 90, bytes.len() - 1] {
            assert_eq!(parse(&bytes[..length]), None, "{length}");
        }
        let body = &bytes[..bytes.len() - 4];
        assert_eq!(signed(body), bytes);
        // Cut in the format, its plan, its numbers, the losses and the parameters.
        for length in [0, 7, 8, 11, 15, 18, 40, 48, 58, 98, 114, body.len() - 4, body.len() - 1] {
            assert_eq!(parse(&signed(&body[..length])), None, "{length}");
        }
    }
}
