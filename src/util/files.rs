//! Atomic replacement of files. A link stays a link, a file keeps its permissions, and anything that
//! is not a regular file, such as `/dev/null` or a pipe, is written to directly.

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
/// If the system refuses; then the old file is unchanged, a device or a pipe perhaps not.
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
    if is_special(path) {
        return fill(&mut File::options().write(true).open(path)?);
    }
    let real = real_path(path);
    let new = new_beside(&real);
    // A killed program may have left one that cannot be written.
    let _ = fs::remove_file(&new);
    let filled = File::create(&new).map_err(E::from).and_then(|mut file| {
        fill(&mut file)?;
        if let Ok(old) = fs::metadata(&real) {
            // Not every file system has permissions.
            let _ = file.set_permissions(old.permissions());
        }
        Ok(file.sync_all()?)
    });
    let replaced = filled.and_then(|()| Ok(put_in_place(&new, &real)?));
    if replaced.is_err() {
        let _ = fs::remove_file(&new);
    }
    replaced
}

/// Where a link leads, even if nothing is there yet.
pub(crate) fn real_path(path: &Path) -> PathBuf {
    let beside = |target: PathBuf| match path.parent() {
        Some(folder) => folder.join(target),
        None => target,
    };
    let dangling = || fs::read_link(path).map(beside).unwrap_or_else(|_| path.to_owned());
    fs::canonicalize(path).unwrap_or_else(|_| dangling())
}

/// Whether a path names something that is neither a file nor a folder: a device, a pipe.
pub(crate) fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
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

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_and_devices_are_no_files() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("link"));
        fs::write(&path, "one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        write_whole(&link, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let (ahead, later) = (folder.path().join("ahead"), folder.path().join("later"));
        symlink("later", &ahead).unwrap();
        write_whole(&ahead, b"three").unwrap();
        assert_eq!(fs::read(&later).unwrap(), b"three");
        assert!(fs::symlink_metadata(&ahead).unwrap().is_symlink());
        let nowhere = folder.path().join("null");
        symlink("/dev/null", &nowhere).unwrap();
        write_whole(&nowhere, b"gone").unwrap();
        assert!(fs::symlink_metadata(&nowhere).unwrap().is_symlink());
        assert!(is_special(&nowhere) && !is_special(&path) && !is_special(folder.path()));
    }
}
