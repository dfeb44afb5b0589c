//! A player and its children: suspended, measured and killed together, as far as the system
//! supports it.
//!
//! On Unix they are a process group; on Linux also the processes that have left it, see
//! [`descendants`](super::descendants). On Windows they are a job object, which also kills them when
//! the arena dies (on Linux the [launcher](super::launcher) does that).

pub(crate) use system::{CAN_MEASURE, CAN_SUSPEND, ProcessGroup, half_of_memory};

/// Kills what the players of this program have left behind, those of running players apart, when it
/// is dropped: at the end of a match, however it ends.
#[derive(Debug)]
pub(crate) struct Strays;

impl Drop for Strays {
    fn drop(&mut self) {
        system::end_strays();
    }
}

/// Kills all players of this program with all that they have started. Call it before the program
/// ends at once.
pub fn end_players() {
    system::end_all();
}

#[cfg(unix)]
mod system {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, kill_process_group};

    #[cfg(target_os = "linux")]
    use crate::player::descendants::{self, ProcessMark};
    use crate::player::memory;

    /// Whether [`ProcessGroup::suspend`] works on this system.
    pub(crate) const CAN_SUSPEND: bool = true;
    /// Whether [`ProcessGroup::held_kib`] works on this system.
    pub(crate) const CAN_MEASURE: bool = cfg!(target_os = "linux");

    /// The processes of a player.
    #[derive(Debug)]
    pub(crate) struct ProcessGroup {
        leader: u32,
        preparation: Preparation,
    }

    /// What a group has before its first process.
    #[derive(Debug)]
    pub(crate) struct Preparation {
        #[cfg(target_os = "linux")]
        mark: ProcessMark,
    }

    impl ProcessGroup {
        /// Makes the command start a new group.
        pub(crate) fn prepare(command: &mut Command) -> Preparation {
            command.process_group(0);
            Preparation {
                #[cfg(target_os = "linux")]
                mark: ProcessMark::of(command),
            }
        }

        /// The group of a child whose command was prepared.
        pub(crate) fn of(child: &Child, preparation: Preparation) -> Self {
            Self { leader: child.id(), preparation }
        }

        /// Suspends the group.
        pub(crate) fn suspend(&self) {
            self.send(Signal::STOP);
        }

        /// Resumes the group.
        pub(crate) fn resume(&self) {
            self.send(Signal::CONT);
        }

        /// Kills the group, the child first of all, whose exit status must not have been read yet.
        pub(crate) fn kill(&mut self, child: &mut Child) {
            // A stopped player starts no more processes.
            self.send(Signal::STOP);
            let left = self.kill_others(false);
            self.send(Signal::KILL);
            let _ = child.kill();
            let _ = child.wait();
            Self::reap(&left);
        }

        /// Kills the processes that are left after the child, whose exit status was read.
        pub(crate) fn end(&mut self) {
            let left = self.kill_others(true);
            Self::reap(&left);
            #[cfg(target_os = "linux")]
            descendants::reap_adopted();
        }

        #[cfg(target_os = "linux")]
        fn kill_others(&self, is_reaped: bool) -> Vec<descendants::KnownProcess> {
            self.preparation.mark.kill_all(self.leader, is_reaped)
        }

        #[cfg(target_os = "linux")]
        fn reap(left: &[descendants::KnownProcess]) {
            descendants::reap(left);
        }

        #[cfg(not(target_os = "linux"))]
        fn kill_others(&self, _is_reaped: bool) -> [(); 0] {
            let Preparation {} = self.preparation;
            []
        }

        #[cfg(not(target_os = "linux"))]
        fn reap(_left: &[()]) {}

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

    pub(super) fn end_strays() {
        #[cfg(target_os = "linux")]
        descendants::end_strays();
    }

    pub(super) fn end_all() {
        #[cfg(target_os = "linux")]
        descendants::end_all();
    }

    /// Half of the machine's memory in bytes, if the memory of players can be measured here.
    pub(crate) fn half_of_memory() -> Option<u64> {
        CAN_MEASURE.then(memory::half_of_machine).flatten()
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

    /// What a group has before its first process: nothing on this system.
    #[derive(Debug)]
    pub(crate) struct Preparation;

    /// The processes of a player. Dropping the job kills them.
    #[derive(Debug)]
    pub(crate) struct ProcessGroup {
        job: Option<Job>,
    }

    impl ProcessGroup {
        /// Nothing to prepare: the job is created after the start.
        pub(crate) fn prepare(_command: &mut Command) -> Preparation {
            Preparation
        }

        /// A job of the child. Without one (before Windows 8 if the arena itself runs in a job)
        /// only the child is killed.
        pub(crate) fn of(child: &Child, _preparation: Preparation) -> Self {
            let job = job_of(child).map_err(|error| log::warn!("no job object: {error}")).ok();
            Self { job }
        }

        /// Not supported.
        pub(crate) fn suspend(&self) {}

        /// Not supported.
        pub(crate) fn resume(&self) {}

        /// Kills the job, and the child if there is none.
        pub(crate) fn kill(&mut self, child: &mut Child) {
            self.job = None;
            let _ = child.kill();
            let _ = child.wait();
        }

        /// Kills the processes that are left after the child.
        pub(crate) fn end(&mut self) {
            self.job = None;
        }

        /// Peak working set of the child in KiB, which Piskvork also measures. Its own children do
        /// not count.
        pub(crate) fn held_kib(&self, child: &Child, _limit_kib: Option<u64>) -> Option<u64> {
            let counters = get_process_memory_info(child.as_raw_handle() as isize).ok()?;
            u64::try_from(counters.peak_working_set_size / 1024).ok()
        }
    }

    // A job ends with all its processes.
    pub(super) fn end_strays() {}
    pub(super) fn end_all() {}

    /// Not known here.
    pub(crate) fn half_of_memory() -> Option<u64> {
        None
    }

    fn job_of(child: &Child) -> Result<Job, JobError> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Job::create_with_limit_info(&limits)?;
        job.assign_process(child.as_raw_handle() as isize)?;
        Ok(job)
    }
}
