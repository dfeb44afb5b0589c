//! The temporary folder of `tengen check`.
//!
//! Its owner removes it, also at Ctrl-C and SIGTERM. What a killed check leaves behind, the next one
//! removes: a folder in use has a locked file, and the system releases the lock when a process ends.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, bail};

use crate::interrupt;
use tengen_arena::player::end_players;
use tengen_engine::search::StopFlag;
use tengen_util::stderr;

/// What the names of the folders begin with.
const PREFIX: &str = "tengen-check-";
/// The locked file in a folder that is in use.
const LOCK: &str = "lock";

/// A temporary folder that is removed afterwards, even if Ctrl-C ends the program.
pub(super) struct Scratch {
    pub path: PathBuf,
    /// Set by Ctrl-C before it ends the players.
    interrupted: StopFlag,
    /// Keeps the lock.
    _lock: File,
}

impl Scratch {
    pub(super) fn new() -> Result<Self> {
        let parent = std::env::temp_dir();
        remove_stale(&parent);
        // A name that cannot be guessed, and a folder that did not exist before.
        let path = parent.join(format!("{PREFIX}{:016x}", rand::random::<u64>()));
        let shown = path.display();
        fs::create_dir(&path).with_context(|| format!("cannot create the folder {shown}"))?;
        match lock(&path) {
            Ok(lock) => Ok(Self { path, interrupted: StopFlag::new(), _lock: lock }),
            Err(error) => {
                let _ = fs::remove_dir_all(&path);
                bail!("cannot write into the folder {}: {error}", path.display())
            }
        }
    }

    /// Ctrl-C removes the folder and ends the program.
    pub(super) fn remove_on_interrupt(&self) -> Result<()> {
        let folder = self.path.clone();
        let interrupted = self.interrupted.clone();
        tengen_util::interrupt::on_interrupt(move || {
            interrupted.set();
            // On some systems players live until this process ends, and may add a file meanwhile.
            end_players();
            let _ = fs::remove_dir_all(&folder).or_else(|_| fs::remove_dir_all(&folder));
            stderr::say(format_args!("interrupted"));
            std::process::exit(i32::from(interrupt::EXIT_STATUS));
        })
        .context("Ctrl-C")
    }

    /// After Ctrl-C waits for the end of the program: that its players have ended is no fault of theirs.
    pub(super) fn wait_if_interrupted(&self) {
        while self.interrupted.is_set() {
            thread::park();
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.path) {
            log::warn!("{} is left behind: {error}", self.path.display());
        }
    }
}

/// Creates the lock of a folder. It has its name only once it is locked, so that no other check
/// finds it free.
fn lock(folder: &Path) -> std::io::Result<File> {
    let new = folder.join("lock.new");
    let file = File::create_new(&new)?;
    // Without locks on this file system no check removes folders of others.
    let _ = file.try_lock();
    fs::rename(new, folder.join(LOCK))?;
    Ok(file)
}

/// Removes the folders of checks that were killed.
fn remove_stale(parent: &Path) {
    // They only take space: what cannot be listed or removed stays.
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let is_named = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_named && is_folder && is_stale(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether the lock of a folder is free. A folder without one is just being created.
fn is_stale(folder: &Path) -> bool {
    let lock = folder.join(LOCK);
    // Nothing that would block, such as a pipe of somebody else, is opened.
    let is_file = fs::symlink_metadata(&lock).is_ok_and(|about| about.is_file());
    is_file && File::open(lock).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_that_nobody_uses_are_removed() {
        let parent = tempfile::tempdir().unwrap();
        let folder = |name: &str| {
            let path = parent.path().join(name);
            fs::create_dir(&path).unwrap();
            path
        };
        let [used, killed, begun, other] =
            ["tengen-check-a", "tengen-check-b", "tengen-check-c", "tengen-b"].map(folder);
        let kept = lock(&used).unwrap();
        for left in [&killed, &other] {
            drop(lock(left).unwrap());
            fs::create_dir(left.join("entrant")).unwrap();
        }
        remove_stale(parent.path());
        assert!(used.exists() && begun.exists() && other.exists() && !killed.exists());
        drop(kept);
        remove_stale(parent.path());
        assert!(!used.exists());
    }
}
