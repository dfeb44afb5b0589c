//! Ctrl-C and termination signals: the only place that installs a handler. The lean build has none.

#[cfg(feature = "tools")]
use std::io;

#[cfg(feature = "tools")]
use super::stop::StopFlag;

/// Exit status of a program ended by Ctrl-C.
pub(crate) const EXIT_STATUS: u8 = 130;

/// Runs `action` at every Ctrl-C, SIGTERM and SIGHUP (on Windows: Ctrl-C, Ctrl-Break, closing of
/// the console), in its own thread. Call it at most once per process.
///
/// # Errors
/// If the system refuses, or a handler is installed already.
#[cfg(feature = "tools")]
pub(crate) fn on_interrupt(action: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(action).map_err(io::Error::other)
}

/// A flag that the first interrupt sets. A second one ends the process at once.
///
/// # Errors
/// As [`on_interrupt`].
#[cfg(feature = "tools")]
pub(crate) fn stop_flag() -> io::Result<StopFlag> {
    let stop = StopFlag::new();
    let flag = stop.clone();
    on_interrupt(move || {
        if flag.is_set() {
            std::process::exit(i32::from(EXIT_STATUS));
        }
        flag.set();
    })?;
    Ok(stop)
}
