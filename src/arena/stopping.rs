//! A fault of a program, or the end of everything? What ends a match often ends its players, too:
//! Slurm, systemd, containers and a shutdown signal every process. Then the death of a player is
//! seen before the arena's own signal.

use std::thread;
use std::time::{Duration, Instant};

/// How long a fault waits for the end. The signals of one end are sent within milliseconds; more is
/// for machines with other work.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often the end is looked for meanwhile.
const STEP: Duration = Duration::from_millis(5);

/// Whether everything is being stopped: now, or so soon after a fault that both have one cause.
pub(crate) fn is_ending(is_stopped: impl Fn() -> bool) -> bool {
    let until = Instant::now() + PATIENCE;
    while !is_stopped() {
        if Instant::now() >= until {
            return false;
        }
        thread::sleep(STEP);
    }
    true
}
