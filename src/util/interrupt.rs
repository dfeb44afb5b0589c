//! Ctrl-C and termination signals: the only place that installs a handler.

use std::io;

/// Exit status of a program ended by Ctrl-C.
pub const EXIT_STATUS: u8 = 130;

/// Runs `action` at every Ctrl-C, SIGTERM and SIGHUP (on Windows: Ctrl-C, Ctrl-Break, closing of
/// the console), in its own thread. Call it at most once per process.
///
/// # Errors
/// If the system refuses, or a handler is installed already.
pub fn on_interrupt(action: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(action).map_err(io::Error::other)
}
