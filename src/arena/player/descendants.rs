//! The processes that a player leaves behind, on Linux.
//!
//! A child that calls `setsid`, or whose parent has exited, is in no group of the player any more. Two
//! settings keep it in sight: the [launcher](super::launcher) makes every player a *child subreaper*,
//! so that orphans below it become its own children while it lives, and the arena is one as well, so
//! that they become its children when the player exits. Each player starts with a mark in its
//! environment, which its children inherit. It tells whose orphan a child of the arena is.
//!
//! Only orphans are ended and reaped here. Other children of the arena have no mark and share its
//! session: whoever started them waits for them. If the arena had children before its first player,
//! those without a mark may be theirs, and stay.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::process::{self, Command};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid,
};

use super::memory::{children, is_shared, tree};

/// The environment variable with the mark: `ARENA.PLAYER`, two numbers.
const VARIABLE: &str = "TENGEN_PLAYER";
/// How long killed processes may take to end. A process inside a system call, such as a write to a
/// slow disk, ends after it.
const PATIENCE: Duration = Duration::from_secs(1);
/// The number of the next mark.
static NEXT: AtomicU64 = AtomicU64::new(1);
/// Whether this process had children before its first player: a shell that became this program by
/// `exec` may have started some, and orphans below them are adopted like those of a player.
static HAD_CHILDREN: AtomicBool = AtomicBool::new(false);
/// The marks of the players that still run.
static PLAYING: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

/// The mark of one player and its children.
#[derive(Debug)]
pub(super) struct ProcessMark(u64);

impl ProcessMark {
    /// Marks the processes of a command, and lets the arena adopt orphans below it.
    pub(super) fn of(command: &mut Command) -> Self {
        static ADOPTS: Once = Once::new();
        ADOPTS.call_once(|| {
            HAD_CHILDREN.store(!children(process::id()).is_empty(), Ordering::Relaxed);
            if let Err(error) = set_child_subreaper(Some(getpid())) {
                log::warn!("children that leave a player may outlive it: {error}");
            }
        });
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        command.env(VARIABLE, format!("{}.{number}", process::id()));
        with(&PLAYING, |marks| marks.insert(number));
        Self(number)
    }

    /// Kills all processes of a player but its own, and returns them, so that they can be
    /// [reaped](reap) after it. The player itself is stopped, dead or reaped: it starts no more.
    pub(super) fn kill_all(&self, leader: u32, is_reaped: bool) -> Vec<KnownProcess> {
        let find = || {
            let own = if is_reaped { Vec::new() } else { tree(leader) };
            let orphans = children(process::id())
                .into_iter()
                .filter(|&id| id != leader && mark_of(id) == Some(self.0) && !is_shared(id));
            let orphans = orphans.flat_map(tree);
            let all = own.into_iter().skip(1).chain(orphans).filter(|&id| !is_shared(id));
            all.filter_map(KnownProcess::read).collect()
        };
        kill_until_none(find)
    }
}

impl Drop for ProcessMark {
    fn drop(&mut self) {
        with(&PLAYING, |marks| marks.remove(&self.0));
    }
}

/// Kills every process that ended players have left behind. Call it at the end of a match.
pub(super) fn end_strays() {
    reap(&kill_strays(|mark| !with(&PLAYING, |marks| marks.contains(&mark))));
    reap_adopted();
}

/// Kills all players with all that they have started. Call it before the program ends at once: the
/// exit statuses are left to those who wait for them.
pub(super) fn end_all() {
    let was_used = NEXT.load(Ordering::Relaxed) > 1;
    if was_used {
        kill_strays(|_| true);
    }
}

/// Kills the children of this process that are marked so, or have hidden their mark, and all below
/// them. What programs under Wine share stays: it may serve programs of the user by now, and ends by
/// itself after the last one.
fn kill_strays(is_over: impl Fn(u64) -> bool) -> Vec<KnownProcess> {
    let own = KnownProcess::read(process::id()).map(|own| own.session);
    let kills_unmarked = !HAD_CHILDREN.load(Ordering::Relaxed);
    let is_stray = |id: u32| match mark_of(id) {
        Some(mark) => is_over(mark),
        // It has cleared its environment. Children that were started here have this session.
        None => {
            kills_unmarked && KnownProcess::read(id).is_some_and(|known| Some(known.session) != own)
        }
    };
    kill_until_none(|| {
        let strays = children(process::id()).into_iter().filter(|&id| is_stray(id));
        let all = strays.flat_map(tree).filter(|&id| !is_shared(id));
        all.filter_map(KnownProcess::read).collect()
    })
}

/// Collects the exit statuses of killed orphans, and of those that have ended on their own.
pub(super) fn reap(killed: &[KnownProcess]) {
    for known in killed {
        // The number may have another owner by now.
        if KnownProcess::read(known.id)
            .is_some_and(|now| now.start == known.start && now.is_own_child())
        {
            known.collect();
        }
    }
}

/// Collects the exit statuses of orphans that have ended. Their environment is gone, but they have
/// another session than the arena, or the group of a player without being that player.
pub(super) fn reap_adopted() {
    let Some(own) = KnownProcess::read(process::id()) else { return };
    for known in children(own.id).into_iter().filter_map(KnownProcess::read) {
        let is_in_group_of_player = known.group != known.id && known.group != own.group;
        if known.is_zombie && (known.session != own.session || is_in_group_of_player) {
            known.collect();
        }
    }
}

fn with<T>(set: &Mutex<BTreeSet<u64>>, act: impl FnOnce(&mut BTreeSet<u64>) -> T) -> T {
    act(&mut set.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Kills what `find` finds until that are dead processes only. Returns all that was found.
fn kill_until_none(find: impl Fn() -> Vec<KnownProcess>) -> Vec<KnownProcess> {
    let until = Instant::now() + PATIENCE;
    let mut found: HashSet<KnownProcess> = HashSet::new();
    loop {
        let now = find();
        let living: Vec<&KnownProcess> = now.iter().filter(|known| !known.is_zombie).collect();
        living.iter().for_each(|known| known.kill());
        let is_over = living.is_empty();
        found.extend(now.into_iter().map(|known| KnownProcess { is_zombie: false, ..known }));
        if is_over {
            break;
        }
        if Instant::now() > until {
            log::warn!("processes that players left behind do not end");
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
    found.into_iter().collect()
}

/// The mark of a living process of this arena.
fn mark_of(id: u32) -> Option<u64> {
    let environment = fs::read(format!("/proc/{id}/environ")).ok()?;
    let prefix = format!("{VARIABLE}={}.", process::id());
    let mut variables = environment.split(|&byte| byte == 0);
    let number = variables.find_map(|variable| variable.strip_prefix(prefix.as_bytes()))?;
    std::str::from_utf8(number).ok()?.parse().ok()
}

/// A process. Its number alone does not identify it: the system uses it again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct KnownProcess {
    id: u32,
    /// Ticks of the clock from the start of the system to that of the process.
    start: u64,
    parent: u32,
    group: u32,
    /// 0 if its leader is in no namespace of this process: in a container, started from outside.
    session: u32,
    is_zombie: bool,
}

impl KnownProcess {
    /// Reads `/proc/ID/stat`: the number, the name in parentheses, then fields without blanks.
    fn read(id: u32) -> Option<Self> {
        let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse().ok();
        Some(Self {
            id,
            start: fields.get(19)?.parse().ok()?,
            parent: number(1)?,
            group: number(2)?,
            session: number(3)?,
            is_zombie: matches!(fields.first(), Some(&("Z" | "X"))),
        })
    }

    fn is_own_child(&self) -> bool {
        self.parent == process::id()
    }

    fn pid(&self) -> Option<Pid> {
        Pid::from_raw(i32::try_from(self.id).ok()?)
    }

    /// Kills the process, unless it has ended and another one has its number.
    fn kill(&self) {
        if Self::read(self.id).is_some_and(|now| now.start == self.start) {
            // An error means that it has already ended.
            let _ = self.pid().map(|pid| kill_process(pid, Signal::KILL));
        }
    }

    /// Collects the exit status of an ended child, so that the system forgets it.
    fn collect(&self) {
        let _ = self.pid().map(|pid| waitpid(Some(pid), WaitOptions::NOHANG));
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::CommandExt as _;

    use super::*;

    #[test]
    fn a_process_is_read_with_its_session_and_start() {
        let own = KnownProcess::read(process::id()).unwrap();
        assert!(own.id == process::id() && own.start > 0 && !own.is_zombie);
        assert_eq!(KnownProcess::read(u32::MAX - 7), None);
        let mut child = Command::new("sleep").arg("1000").process_group(0).spawn().unwrap();
        let known = KnownProcess::read(child.id()).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!((known.parent, known.group), (own.id, child.id()));
        // In a container both may be 0: the leader is outside.
        assert_eq!(known.session, own.session);
        assert!(known.start >= own.start);
    }

    /// A number that the system has used again is another process.
    #[test]
    fn only_the_process_that_was_found_is_killed() {
        let mut child = Command::new("sleep").arg("1000").spawn().unwrap();
        let known = KnownProcess::read(child.id()).unwrap();
        KnownProcess { start: known.start - 1, ..known.clone() }.kill();
        // A signal that was sent is seen at once, as it is not blocked.
        thread::sleep(Duration::from_millis(50));
        let is_running = child.try_wait().unwrap().is_none();
        known.kill();
        child.wait().unwrap();
        assert!(is_running);
    }

    /// Two programs of an ended player, under the names of a part of Wine and of no such part.
    #[test]
    fn what_programs_under_wine_share_stays_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let start = |name: &str| {
            let program = folder.path().join(name);
            std::os::unix::fs::symlink("/bin/sh", &program).unwrap();
            let mut command = Command::new(program);
            command.args(["-c", "read line"]).stdin(std::process::Stdio::piped());
            drop(ProcessMark::of(&mut command));
            command.spawn().unwrap()
        };
        let (mut server, mut other) = (start("wineserver"), start("winemine"));
        end_strays();
        let stays = server.try_wait().unwrap().is_none();
        server.kill().unwrap();
        server.wait().unwrap();
        // Killed and reaped, or reaped by nobody else.
        let _ = other.wait();
        assert!(stays && KnownProcess::read(other.id()).is_none());
    }

    /// The arena reaps orphans only: the status of a child that somebody waits for stays.
    #[test]
    fn the_exit_status_of_a_child_that_is_waited_for_stays() {
        let mut child = Command::new("sh").args(["-c", "exit 7"]).spawn().unwrap();
        let until = Instant::now() + Duration::from_secs(20);
        while KnownProcess::read(child.id()).is_some_and(|known| !known.is_zombie) {
            assert!(Instant::now() < until, "the child does not end");
            thread::sleep(Duration::from_millis(1));
        }
        reap_adopted();
        end_strays();
        assert_eq!(child.wait().unwrap().code(), Some(7));
    }
}
