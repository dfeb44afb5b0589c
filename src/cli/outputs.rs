//! Files that a command will write, looked at before the work begins: what cannot be written in the end
//! is told at once, and nothing overwrites what it reads.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::util::files;

/// Whether a file can be written, there or not yet.
///
/// # Errors
/// If not.
pub fn check_writable(path: &Path) -> Result<()> {
    let tried = if path.exists() {
        File::options().append(true).open(path).map(drop)
    } else {
        let new = files::new_beside(path);
        File::create(&new).and_then(|_| fs::remove_file(&new))
    };
    tried.with_context(|| format!("cannot write '{}'", path.display()))
}

/// Whether a file that will be written is none of those that are read.
///
/// # Errors
/// If it is.
pub fn check_not_read(path: &Path, inputs: &[PathBuf]) -> Result<()> {
    let found = fs::canonicalize(path).ok();
    let is_same = |input: &PathBuf| found.is_some() && fs::canonicalize(input).ok() == found;
    if inputs.iter().any(is_same) {
        bail!("'{}' is read, expected another file to write", path.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_or_is_read_is_refused_and_nothing_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        check_writable(&path).unwrap();
        assert!(!path.exists());
        fs::write(&path, "kept").unwrap();
        check_writable(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"kept");
        assert!(check_writable(&folder.path().join("none/games")).is_err());
        assert!(check_writable(folder.path()).is_err());
        let detour = folder.path().join("./games");
        assert!(check_not_read(&detour, &[PathBuf::from("-"), path.clone()]).is_err());
        check_not_read(&folder.path().join("others"), &[path]).unwrap();
    }
}
