//! Atomic replacement of files.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The temporary name under which a file is written before it replaces the old one:
/// `.NAME.tengen-new`, which no file of the user has.
pub(crate) fn new_beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".tengen-new");
    path.with_file_name(name)
}

/// Writes a file atomically: readers see either the old or the new contents.
///
/// # Errors
/// If the system refuses; then the old file is unchanged.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    make_whole(path, |file| file.write_all(bytes))
}

/// The same for a file that `fill` writes piece by piece.
///
/// # Errors
/// If the system refuses, or the error of `fill`; then the old file is unchanged.
pub(crate) fn make_whole<E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let new = new_beside(path);
    let filled = File::create(&new).map_err(E::from).and_then(|mut file| {
        fill(&mut file)?;
        Ok(file.sync_all()?)
    });
    let replaced = filled.and_then(|()| Ok(put_in_place(&new, path)?));
    if replaced.is_err() {
        let _ = fs::remove_file(&new);
    }
    replaced
}

/// Replaces a file by another one, durably.
///
/// # Errors
/// If the system refuses.
fn put_in_place(new: &Path, path: &Path) -> io::Result<()> {
    fs::rename(new, path)?;
    // The new name is durable only once the folder is synced, where systems support that.
    if cfg!(unix)
        && let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
    {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_without_leftovers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let broken = make_whole(&path, |file| {
            file.write_all(b"thr")?;
            Err(io::Error::other("no more"))
        });
        assert!(broken.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write_whole(&folder.path().join("none/a"), b"x").is_err());
        // A file of the user whose name is almost the same.
        fs::write(folder.path().join("b.new"), b"kept").unwrap();
        write_whole(&folder.path().join("b"), b"x").unwrap();
        assert_eq!(fs::read(folder.path().join("b.new")).unwrap(), b"kept");
    }
}
