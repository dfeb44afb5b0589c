//! Files that are there wholly or not at all, whatever happens meanwhile.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The name beside a file under which a new one is made before it takes the other's place: `NAME.new`.
pub fn new_beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    path.with_file_name(name)
}

/// Writes a file so that whoever looks sees the old one or the new one.
///
/// # Errors
/// If the system refuses; the old file is as it was then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = new_beside(path);
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let replaced = written.and_then(|()| put_in_place(&new, path));
    if replaced.is_err() {
        let _ = fs::remove_file(&new);
    }
    replaced
}

/// Puts a file that is written in the place of another, for good.
///
/// # Errors
/// If the system refuses.
pub fn put_in_place(new: &Path, path: &Path) -> io::Result<()> {
    fs::rename(new, path)?;
    // The name in the folder lasts only when the folder is written, where the system has that.
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
    fn a_file_is_replaced_and_nothing_stays_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write_whole(&folder.path().join("none/a"), b"x").is_err());
    }
}
