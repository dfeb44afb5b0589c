//! The intermediate process between the arena and a player: this executable binds itself to the
//! arena's lifetime and to a core, adopts the orphans among its future children (see
//! [`descendants`](super::descendants)), and then becomes the player by `exec`.
//!
//! These settings must be made inside the new process before the player's program begins, which the
//! standard library offers only through unsafe code. They survive `exec`. On systems other than
//! Linux, the player is started directly.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// The name of the hidden subcommand that runs [`become_player`].
pub const SUBCOMMAND: &str = "launch-player";

/// How to start players through the launcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launcher {
    /// This executable.
    pub program: PathBuf,
}

impl Launcher {
    /// The launcher of the running program, if this system needs and knows one.
    pub fn of_this_program() -> Option<Self> {
        let program = std::env::current_exe().ok()?;
        cfg!(target_os = "linux").then_some(Self { program })
    }

    /// The arguments before the player's own command line.
    pub fn arguments(core: Option<usize>) -> Vec<OsString> {
        let mut arguments = vec![OsString::from(SUBCOMMAND)];
        if let Some(core) = core {
            arguments.push(format!("--core={core}").into());
        }
        arguments.push("--".into());
        arguments
    }
}

/// Turns this process into the player, which is killed when the arena dies and bound to a core if
/// one is given (counted from 0 among the allowed cores). Returns only if that fails.
#[cfg(target_os = "linux")]
pub fn become_player(core: Option<usize>, command: &[OsString]) -> io::Error {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use rustix::process::{Signal, getpid, set_child_subreaper, set_parent_process_death_signal};
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let Some((program, arguments)) = command.split_first() else {
        return io::Error::new(io::ErrorKind::InvalidInput, "no command of a player given");
    };
    if let Err(error) = set_parent_process_death_signal(Some(Signal::KILL)) {
        return error.into();
    }
    if let Err(error) = set_child_subreaper(Some(getpid())) {
        return error.into();
    }
    if let Some(number) = core {
        let allowed = match sched_getaffinity(None) {
            Ok(allowed) => allowed,
            Err(error) => return error.into(),
        };
        // Counted among the allowed cores, which need not begin with the first of the machine.
        let core = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).nth(number);
        let Some(core) = core else {
            let problem = format!("core number {number}, more than there are");
            return io::Error::new(io::ErrorKind::InvalidInput, problem);
        };
        let mut cores = CpuSet::new();
        cores.set(core);
        if let Err(error) = sched_setaffinity(None, &cores) {
            return error.into();
        }
    }
    let mut command = Command::new(program);
    tengen_util::process_limits::hide_from(&mut command);
    command.args(arguments).exec()
}

/// Not needed on this system, see [`Launcher::of_this_program`].
#[cfg(not(target_os = "linux"))]
pub fn become_player(_core: Option<usize>, _command: &[OsString]) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "players are started directly on this system")
}
