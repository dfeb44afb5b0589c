//! Output files of commands. A file that cannot be written is reported before the work begins, and
//! no command overwrites its input.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

#[cfg(feature = "api")]
use crate::records::library::store;
use crate::util::files;

/// Checks that an output is not `-`, which would be a file of that name.
fn check_named(path: &Path) -> Result<()> {
    if path.as_os_str() == "-" {
        bail!("seen '-', expected the name of a file");
    }
    Ok(())
}

/// Checks that a file can be written, whether it exists or not.
///
/// # Errors
/// If it cannot.
pub(super) fn check_writable(path: &Path) -> Result<()> {
    check_named(path)?;
    // Opening a pipe would block until it has a reader.
    if files::is_special(path) {
        return Ok(());
    }
    let old =
        if path.exists() { File::options().append(true).open(path).map(drop) } else { Ok(()) };
    let new = files::new_beside(&files::real_path(path));
    let tried = old.and_then(|()| File::create(&new)).and_then(|_| fs::remove_file(&new));
    tried.with_context(|| format!("cannot write '{}'", path.display()))
}

#[cfg(feature = "api")]
/// Checks that games can be added to a library: a new file, or one that is a library already.
///
/// # Errors
/// If it cannot be written, or holds something else.
pub(super) fn check_library(path: &Path) -> Result<()> {
    check_writable(path)?;
    Ok(store::check(path)?)
}

/// Checks that an output file is not among the inputs.
///
/// # Errors
/// If it is.
pub(super) fn check_not_read(path: &Path, inputs: &[PathBuf]) -> Result<()> {
    let found = fs::canonicalize(path).ok();
    let is_same = |input: &PathBuf| found.is_some() && fs::canonicalize(input).ok() == found;
    if inputs.iter().any(is_same) {
        bail!("'{}' is an input file, expected another file to write", path.display());
    }
    Ok(())
}

/// Checks that an output file is new, unless it may be overwritten. What is no file, such as
/// `/dev/null`, can always be written.
///
/// # Errors
/// If it exists and `force` is not set.
pub(super) fn check_new(path: &Path, force: bool) -> Result<()> {
    check_named(path)?;
    if !force && path.is_file() {
        bail!("'{}' exists, expected --force to overwrite it", path.display());
    }
    Ok(())
}

/// Checks that an output file is not among the inputs, is new unless it may be overwritten, and can
/// be written.
///
/// # Errors
/// If one of these is not so.
pub(super) fn check_output(path: &Path, inputs: &[PathBuf], force: bool) -> Result<()> {
    check_not_read(path, inputs)?;
    check_new(path, force)?;
    check_writable(path)
}

#[cfg(feature = "tools")]
/// Writes a file atomically: it has either its old or its new content.
///
/// # Errors
/// If it cannot be written.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    files::write_whole(path, bytes).with_context(|| format!("cannot write '{}'", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_that_cannot_be_written_or_are_inputs_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let other = folder.path().join("games.new");
        fs::write(&other, "kept").unwrap();
        check_writable(&path).unwrap();
        assert!(!path.exists() && fs::read(&other).unwrap() == b"kept");
        fs::write(&path, "content").unwrap();
        check_writable(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"content");
        assert!(check_writable(&folder.path().join("none/games")).is_err());
        assert!(check_writable(folder.path()).is_err());
        assert!(check_new(&path, false).is_err());
        check_new(&path, true).unwrap();
        check_new(&folder.path().join("others"), false).unwrap();
        let detour = folder.path().join("./games");
        assert!(check_not_read(&detour, &[PathBuf::from("-"), path.clone()]).is_err());
        check_not_read(&folder.path().join("others"), &[path]).unwrap();
    }
}
