//! The memory of a process and all its children on Linux, counted as the Gomocup judge does: the
//! sum of their unique set sizes, the memory that their exit would free.

use std::fs;
use std::path::Path;

/// Memory of the processes in KiB. The resident size, which is cheap and never less, is returned if
/// it is within `limit_kib`; the pages are counted only beyond that. `None` if `/proc` has no
/// entry.
pub(crate) fn held_kib(process: u32, limit_kib: Option<u64>) -> Option<u64> {
    let is_own = |&id: &u32| id == process || !is_shared(id);
    let tree: Vec<u32> = tree(process).into_iter().filter(is_own).collect();
    let resident = sum(&tree, |id| field_sum(&format!("/proc/{id}/status"), &["VmRSS:"]))?;
    if limit_kib.is_none_or(|limit| resident <= limit) {
        return Some(resident);
    }
    let private = ["Private_Clean:", "Private_Dirty:", "Private_Hugetlb:"];
    sum(&tree, |id| field_sum(&format!("/proc/{id}/smaps_rollup"), &private)).or(Some(resident))
}

/// Processes that all programs under Wine share: the first player starts them, and they end by
/// themselves after the last one. Names as in `/proc/PID/comm`.
const SHARED: [&str; 6] =
    ["wineserver", "services.exe", "explorer.exe", "plugplay.exe", "winedevice.exe", "svchost.exe"];

/// Whether all programs under Wine share the process, so that it belongs to no player.
pub(super) fn is_shared(process: u32) -> bool {
    let name = fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
    SHARED.iter().any(|shared| name.trim_end().starts_with(shared))
}

/// Half of the memory of this machine in bytes: of what is built in, or of what its container may
/// use if that is less. `None` if the system does not say.
pub(crate) fn half_of_machine() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let built_in = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let built_in = built_in.split_whitespace().next()?.parse::<u64>().ok()? << 10;
    Some(container_limit().map_or(built_in, |limit| limit.min(built_in)) / 2)
}

/// The smallest limit of the control groups (version 2) that this process is in.
fn container_limit() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let root = Path::new("/sys/fs/cgroup");
    let folder = root.join(own);
    let folders = folder.ancestors().take_while(|folder| folder.starts_with(root));
    let limit = |folder: &Path| fs::read_to_string(folder.join("memory.max")).ok();
    // Without a limit the file has the word `max`.
    folders.filter_map(|folder| limit(folder)?.trim().parse().ok()).min()
}

/// The process and its descendants, itself first.
pub(super) fn tree(process: u32) -> Vec<u32> {
    let mut found = vec![process];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        next += 1;
        found.extend(children(parent));
    }
    found
}

/// The children of a process, those that have ended but were not waited for included.
pub(super) fn children(process: u32) -> Vec<u32> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    let of_task = |task: fs::DirEntry| fs::read_to_string(task.path().join("children"));
    let texts = tasks.flatten().filter_map(|task| of_task(task).ok());
    let numbers = texts.flat_map(|text| {
        text.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<u32>>()
    });
    numbers.collect()
}

/// The sum over the processes that still exist; `None` if there are none.
fn sum(tree: &[u32], of: impl Fn(u32) -> Option<u64>) -> Option<u64> {
    tree.iter().filter_map(|&id| of(id)).reduce(|a, b| a + b)
}

/// The sum of the named fields of a `/proc` file.
fn field_sum(path: &str, names: &[&str]) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    text.lines()
        .filter_map(|line| names.iter().find_map(|name| line.strip_prefix(name)))
        .filter_map(|value| value.split_whitespace().next()?.parse::<u64>().ok())
        .reduce(|a, b| a + b)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;

    /// `tail` stores its input until the end, and then blocks until its output is read. The memory
    /// of the test's own process is not usable: other tests free theirs meanwhile.
    #[test]
    fn touched_memory_of_a_child_is_counted() {
        let keep = "head -c 67108864 /dev/zero | tail -c 67108864 | { sleep 60; cat; }";
        let mut command = Command::new("sh");
        command.args(["-c", keep]).stdin(Stdio::null()).stdout(Stdio::null());
        let mut shell = command.process_group(0).spawn().unwrap();
        let held = |limit| held_kib(shell.id(), limit).unwrap_or(0);
        let end = Instant::now() + Duration::from_secs(30);
        // The list of children may lack one while another one, here `head`, exits.
        let both = || (held(Some(0)), held(None));
        let (mut private, mut resident) = both();
        while (private < 64 * 1024 || resident < private) && Instant::now() < end {
            thread::sleep(Duration::from_millis(10));
            (private, resident) = both();
        }
        let group = format!("kill -9 -{}", shell.id());
        let _ = Command::new("sh").args(["-c", &group]).status();
        let _ = shell.wait();
        assert!((64 * 1024..80 * 1024).contains(&private), "{private} KiB");
        assert!(resident >= private, "{resident} KiB, {private} of them private");
    }

    #[test]
    fn a_process_that_does_not_exist_has_no_memory() {
        assert_eq!(held_kib(u32::MAX - 7, None), None);
    }
}
