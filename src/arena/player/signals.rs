//! Stopping, waking and killing the whole process group of a player, where the system can.

#[cfg(unix)]
mod system {
    use rustix::process::{Pid, Signal, kill_process_group};

    fn send(group: u32, signal: Signal) {
        let pid = i32::try_from(group).ok().and_then(Pid::from_raw);
        if let Some(pid) = pid {
            // The group may be gone already, which is what every caller wants in the end.
            let _ = kill_process_group(pid, signal);
        }
    }

    /// Whether [`suspend`] does anything here.
    pub const CAN_SUSPEND: bool = true;

    /// Freezes the group.
    pub fn suspend(group: u32) {
        send(group, Signal::STOP);
    }

    /// Wakes the group.
    pub fn resume(group: u32) {
        send(group, Signal::CONT);
    }

    /// Ends the group at once.
    pub fn kill(group: u32) {
        send(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
mod system {
    /// Whether [`suspend`] does anything here.
    pub const CAN_SUSPEND: bool = false;

    /// Freezes the group.
    pub fn suspend(_group: u32) {}

    /// Wakes the group.
    pub fn resume(_group: u32) {}

    /// Ends the group at once; here only the process itself is ended, by its handle.
    pub fn kill(_group: u32) {}
}

pub use system::{CAN_SUSPEND, kill, resume, suspend};
