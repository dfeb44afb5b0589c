//! A player and its children: suspended, measured and killed together, as far as the system
//! supports it.
//!
//! On Unix they are a process group. On Windows they are a job object, which also kills them when
//! the arena dies (on Linux the [launcher](super::launcher) does that).

pub(crate) use system::{CAN_MEASURE, CAN_SUSPEND, ProcessGroup};

#[cfg(unix)]
mod system {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, kill_process_group};

    use crate::player::memory;

    /// Whether [`ProcessGroup::suspend`] works on this system.
    pub(crate) const CAN_SUSPEND: bool = true;
    /// Whether [`ProcessGroup::held_kib`] works on this system.
    pub(crate) const CAN_MEASURE: bool = cfg!(target_os = "linux");

    /// The processes of a player.
    #[derive(Debug)]
    pub(crate) struct ProcessGroup {
        leader: u32,
    }

    impl ProcessGroup {
        /// Makes the command start a new group.
        pub(crate) fn prepare(command: &mut Command) {
            command.process_group(0);
        }

        /// The group of a child whose command was prepared.
        pub(crate) fn of(child: &Child) -> Self {
            Self { leader: child.id() }
        }

        /// Suspends the group.
        pub(crate) fn suspend(&self) {
            self.send(Signal::STOP);
        }

        /// Resumes the group.
        pub(crate) fn resume(&self) {
            self.send(Signal::CONT);
        }

        /// Kills the group.
        pub(crate) fn kill(&mut self) {
            self.send(Signal::KILL);
        }

        /// Memory of the group in KiB, see [`memory::held_kib`].
        pub(crate) fn held_kib(&self, _child: &Child, limit_kib: Option<u64>) -> Option<u64> {
            memory::held_kib(self.leader, limit_kib)
        }

        fn send(&self, signal: Signal) {
            if let Some(leader) = i32::try_from(self.leader).ok().and_then(Pid::from_raw) {
                // An error means that the group has already exited.
                let _ = kill_process_group(leader, signal);
            }
        }
    }
}

#[cfg(windows)]
mod system {
    use std::os::windows::io::AsRawHandle;
    use std::process::{Child, Command};

    use win32job::utils::get_process_memory_info;
    use win32job::{ExtendedLimitInfo, Job, JobError};

    /// Whether [`ProcessGroup::suspend`] works on this system.
    pub(crate) const CAN_SUSPEND: bool = false;
    /// Whether [`ProcessGroup::held_kib`] works on this system.
    pub(crate) const CAN_MEASURE: bool = true;

    /// The processes of a player. Dropping the job kills them.
    #[derive(Debug)]
    pub(crate) struct ProcessGroup {
        job: Option<Job>,
    }

    impl ProcessGroup {
        /// Nothing to prepare: the job is created after the start.
        pub(crate) fn prepare(_command: &mut Command) {}

        /// A job of the child. Without one (before Windows 8 if the arena itself runs in a job)
        /// only the child is killed.
        pub fn of(child: &Child) -> Self {
            let job = job_of(child).map_err(|error| log::warn!("no job object: {error}")).ok();
            Self { job }
        }

        /// Not supported.
        pub fn suspend(&self) {}

        /// Not supported.
        pub fn resume(&self) {}

        /// Kills the job.
        pub(crate) fn kill(&mut self) {
            self.job = None;
        }

        /// Peak working set of the child in KiB, which Piskvork also measures. Its own children do
        /// not count.
        pub(crate) fn held_kib(&self, child: &Child, _limit_kib: Option<u64>) -> Option<u64> {
            let counters = get_process_memory_info(child.as_raw_handle() as isize).ok()?;
            u64::try_from(counters.peak_working_set_size / 1024).ok()
        }
    }

    fn job_of(child: &Child) -> Result<Job, JobError> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Job::create_with_limit_info(&limits)?;
        job.assign_process(child.as_raw_handle() as isize)?;
        Ok(job)
    }
}
