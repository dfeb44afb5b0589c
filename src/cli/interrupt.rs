//! Ctrl-C as a stop flag.

use std::io;
use std::process::ExitCode;

use tengen_engine::search::StopFlag;
pub(crate) use tengen_util::interrupt::EXIT_STATUS;
use tengen_util::interrupt::on_interrupt;

/// A flag that the first interrupt sets. A second one ends the process at once.
///
/// # Errors
/// As [`on_interrupt`].
pub(crate) fn stop_flag() -> io::Result<StopFlag> {
    let stop = StopFlag::new();
    let flag = stop.clone();
    on_interrupt(move || {
        if flag.is_set() {
            // Those of a match: the system ends them, but not what has left their session.
            tengen_arena::player::end_players();
            std::process::exit(i32::from(EXIT_STATUS));
        }
        flag.set();
    })?;
    Ok(stop)
}

/// The status of a command that can be interrupted.
pub(crate) fn status(is_whole: bool) -> ExitCode {
    if is_whole { ExitCode::SUCCESS } else { ExitCode::from(EXIT_STATUS) }
}
