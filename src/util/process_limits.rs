//! Limits that the system sets to this process (`ulimit`), told in words.

use std::io;
use std::process::Command;

use thiserror::Error;

/// The smallest address space in which the engine starts and plays, in MiB.
const LEAST_MIB: u64 = 144;

/// A limit of the address space (`ulimit -v`) under which the program could only abort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the address space is limited to {seen_mib} MiB (ulimit -v), expected at least {LEAST_MIB} MiB; \
     INFO max_memory limits the memory of the brain"
)]
pub struct AddressSpaceError {
    /// The limit.
    pub seen_mib: u64,
}

/// Under a smaller limit the allocator must not reserve address space for every thread, in MiB.
#[cfg(unix)]
const AMPLE_MIB: u64 = 4096;
/// The setting of the allocator of Linux (glibc) for that. It is read when a program starts.
const ONE_ARENA: (&str, &str) = ("MALLOC_ARENA_MAX", "1");
/// Says that the setting is this program's own, not its user's.
const ONE_ARENA_IS_OWN: &str = "TENGEN_ONE_ARENA";

/// Checks that the engine can start. Only Linux says how large the address space is.
///
/// Where it is limited, the program starts itself again, in the same process, with a setting of the
/// allocator: by default that reserves 64 MiB for every thread, and the first allocation that finds
/// nothing left would abort the process.
///
/// # Errors
/// If it is too small.
pub fn check_address_space() -> Result<(), AddressSpaceError> {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let Some(seen_mib) = limit_of_address_space(&limits).map(|bytes| bytes >> 20) else {
        return Ok(());
    };
    if seen_mib < LEAST_MIB {
        return Err(AddressSpaceError { seen_mib });
    }
    #[cfg(unix)]
    if seen_mib < AMPLE_MIB && std::env::var_os(ONE_ARENA.0).is_none() {
        restart_with_one_arena();
    }
    Ok(())
}

/// Replaces this program by itself with the setting of the allocator. Returns if that fails.
#[cfg(unix)]
fn restart_with_one_arena() {
    if let Ok(program) = std::env::current_exe() {
        use std::os::unix::process::CommandExt as _;
        let mut words = std::env::args_os();
        let mut command = Command::new(program);
        command.arg0(words.next().unwrap_or_default());
        let (name, value) = ONE_ARENA;
        command.args(words).env(name, value).env(ONE_ARENA_IS_OWN, "1");
        let error = command.exec();
        log::warn!("the allocator keeps its setting: {error}");
    }
}

/// Keeps the setting of the allocator from a foreign program that is started, if this program has set
/// it for itself: it would slow down programs with many threads.
pub fn hide_from(command: &mut Command) {
    if std::env::var_os(ONE_ARENA_IS_OWN).is_some() {
        command.env_remove(ONE_ARENA.0).env_remove(ONE_ARENA_IS_OWN);
    }
}

/// The soft limit in bytes in the text of `/proc/self/limits`, if there is one.
fn limit_of_address_space(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Makes a file that would exceed the limit of file sizes (`ulimit -f`) an error of the write. Without
/// this, SIGXFSZ ends the process without a word. Programs that are started from here have the
/// signal as usual.
///
/// # Errors
/// If the system refuses.
pub fn report_file_size_limit() -> io::Result<()> {
    #[cfg(unix)]
    {
        // Only that there is a handler matters.
        let seen = std::sync::Arc::default();
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, seen)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_of_the_address_space_is_read() {
        let limits = |value: &str| {
            format!(
                "Limit  Soft Limit  Hard Limit  Units\nMax address space  {value}  unlimited  bytes\n"
            )
        };
        assert_eq!(limit_of_address_space(&limits("67108864")), Some(64 << 20));
        assert_eq!(limit_of_address_space(&limits("unlimited")), None);
        assert_eq!(limit_of_address_space(""), None);
        assert_eq!(check_address_space(), Ok(()));
    }
}
