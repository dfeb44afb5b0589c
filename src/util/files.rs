//! Regular files that are read, and atomic replacement of files. A link stays a link, a file keeps
//! its permissions, and anything that is not a regular file, such as `/dev/null` or a pipe, is
//! written to directly.

use std::ffi::OsString;
use std::fs::{self, DirEntry, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What the temporary names have between the name of the file and two numbers.
const MARK: &str = ".tengen-new-";

/// A temporary file that has not changed for so long was left by a program that was killed.
const LEFTOVER_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// A temporary name under which a file is written before it replaces the old one:
/// `.NAME.tengen-new-PROCESS-COUNT`, which no file has. It differs between processes, so that two
/// writers of a file do not disturb each other.
pub fn new_beside(path: &Path) -> PathBuf {
    // WebAssembly has no processes, and to ask for their number there is a panic.
    let process = if cfg!(target_family = "wasm") { 0 } else { std::process::id() };
    let mut start = OsString::from(".");
    start.push(path.file_name().unwrap_or_default());
    start.push(format!("{MARK}{process}-"));
    let named = |count: u32| {
        let mut name = start.clone();
        name.push(count.to_string());
        path.with_file_name(name)
    };
    // A dangling link counts as existing.
    let is_free = |new: &PathBuf| fs::symlink_metadata(new).is_err();
    (0..).map(named).find(is_free).unwrap_or_else(|| unreachable!("there are names enough"))
}

/// Creates an empty file under a [temporary name](new_beside) that is not in use.
///
/// # Errors
/// If the system refuses.
pub fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let new = new_beside(path);
        match File::create_new(&new) {
            // Another thread took the name first, or a process of the same number elsewhere.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (new, file)),
        }
    }
}

/// Removes the temporary files that programs left in a folder when they were killed.
pub fn remove_leftovers(folder: &Path) {
    // They only take space: what cannot be listed or removed stays.
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(is_leftover) {
        let _ = fs::remove_file(entry.path());
    }
}

/// Judged by age: that a process of the number in the name is alive says nothing, since numbers
/// are used again and are not those of other machines.
fn is_leftover(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let name = name.to_string_lossy();
    let numbers = name.rsplit_once(MARK).and_then(|(_, numbers)| numbers.split_once('-'));
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    let changed = || entry.metadata().and_then(|about| about.modified());
    name.starts_with('.')
        && numbers.is_some_and(|(process, count)| is_number(process) && is_number(count))
        && changed().is_ok_and(|time| time.elapsed().is_ok_and(|age| age > LEFTOVER_AGE))
}

/// Writes a file atomically: readers see either the old or the new contents.
///
/// # Errors
/// If the system refuses; then the old file is unchanged, a device or a pipe perhaps not.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    make_whole(path, |file| file.write_all(bytes))
}

/// Replaces a file by one that `fill` writes piece by piece.
///
/// # Errors
/// If the system refuses, or the error of `fill`; then the old file is unchanged.
pub fn make_whole<E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    if is_special(path) {
        return fill(&mut File::options().write(true).open(path)?);
    }
    let real = real_path(path);
    let (new, mut file) = create_beside(&real)?;
    let filled = fill(&mut file).and_then(|()| {
        if let Ok(old) = fs::metadata(&real) {
            // Not every file system has permissions.
            let _ = file.set_permissions(old.permissions());
        }
        Ok(file.sync_all()?)
    });
    drop(file);
    let replaced = filled.and_then(|()| Ok(put_in_place(&new, &real)?));
    if replaced.is_err() {
        let _ = fs::remove_file(&new);
    }
    replaced
}

/// Where a link leads, even if nothing is there yet.
pub fn real_path(path: &Path) -> PathBuf {
    let beside = |target: PathBuf| match path.parent() {
        Some(folder) => folder.join(target),
        None => target,
    };
    let dangling = || fs::read_link(path).map(beside).unwrap_or_else(|_| path.to_owned());
    fs::canonicalize(path).unwrap_or_else(|_| dangling())
}

/// The folder of a file: `.` for a name without one.
pub fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Whether a path names something that is neither a file nor a folder: a device, a pipe.
pub fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Opens a file to read. A pipe would wait for a writer, a device may have no end.
///
/// # Errors
/// If the system refuses, or it is no regular file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    // Before it is opened: that alone would wait at a pipe.
    check_regular(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

fn check_regular(found: &Metadata) -> io::Result<()> {
    let seen = match () {
        () if found.is_file() => return Ok(()),
        () if found.is_dir() => "it is a folder",
        () => "it is a pipe or a device",
    };
    let message = format!("{seen}, expected a regular file");
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// The bytes of a [regular file](open_regular).
///
/// # Errors
/// As [`open_regular`], or if it cannot be read.
pub fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    read_within(path, u64::MAX)
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// As [`read_regular`], or if it is longer; then it is not read.
pub fn read_within(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open_regular(path)?;
    let length = file.metadata()?.len();
    let too_long = |seen: u64| {
        let message = format!("it has {seen} bytes, expected at most {most}");
        io::Error::new(io::ErrorKind::FileTooLarge, message)
    };
    if length > most {
        return Err(too_long(length));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))?;
    // A file may grow while it is read.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        seen if seen > most => Err(too_long(seen)),
        _ => Ok(bytes),
    }
}

/// The text of a [regular file](open_regular).
///
/// # Errors
/// As [`read_regular`], or if it is not UTF-8.
pub fn read_regular_text(path: &Path) -> io::Result<String> {
    let text = String::from_utf8(read_regular(path)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8, expected text"))
}

/// Replaces a file by another one, durably where the system supports that.
///
/// # Errors
/// If the system refuses; then the file is unchanged.
fn put_in_place(new: &Path, path: &Path) -> io::Result<()> {
    fs::rename(new, path)?;
    // The new name is durable only once the folder is synced. The file is replaced even if that
    // fails, and an error would say that it is not.
    if cfg!(unix) {
        let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

/// Checks that a file can be written, whether it exists or not; what is no file, such as a pipe, is
/// not tried.
///
/// # Errors
/// If it cannot.
pub fn check_writable(path: &Path) -> io::Result<()> {
    // Opening a pipe would block until it has a reader.
    if is_special(path) {
        return Ok(());
    }
    if path.exists() {
        File::options().append(true).open(path)?;
    }
    let real = real_path(path);
    remove_leftovers(folder_of(&real));
    let (new, file) = create_beside(&real)?;
    drop(file);
    fs::remove_file(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_up_to_a_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "four").unwrap();
        assert_eq!(read_regular_text(&path).unwrap(), "four");
        assert_eq!(read_within(&path, 4).unwrap(), b"four");
        let said = |read: io::Result<Vec<u8>>| read.unwrap_err().to_string();
        assert_eq!(said(read_within(&path, 3)), "it has 4 bytes, expected at most 3");
        fs::write(&path, b"\xff").unwrap();
        let error = read_regular_text(&path).unwrap_err().to_string();
        assert_eq!(error, "it is not UTF-8, expected text");
        assert_eq!(said(read_regular(folder.path())), "it is a folder, expected a regular file");
        let missing = read_regular(&folder.path().join("b")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        #[cfg(unix)]
        assert_eq!(
            said(read_regular(Path::new("/dev/zero"))),
            "it is a pipe or a device, expected a regular file"
        );
    }

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

    #[test]
    fn two_writers_of_a_file_do_not_disturb_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let first = make_whole(&path, |file| {
            file.write_all(b"one")?;
            write_whole(&path, b"two")?;
            assert_eq!(fs::read(&path)?, b"two");
            file.write_all(b" and a half")
        });
        first.unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one and a half");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_killed_programs_left_is_removed_once_it_is_old() {
        let folder = tempfile::tempdir().unwrap();
        let old = new_beside(&folder.path().join("x"));
        let young = new_beside(&folder.path().join("y"));
        fs::write(&young, "unfinished").unwrap();
        let changed = std::time::SystemTime::now() - 2 * LEFTOVER_AGE;
        for path in [&old, &folder.path().join(".a.tengen-new-notes")] {
            File::create(path).unwrap().set_modified(changed).unwrap();
        }
        remove_leftovers(folder.path());
        assert!(!old.exists() && young.exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn the_folder_of_a_bare_name_is_the_current_one() {
        assert_eq!(folder_of(Path::new("a")), Path::new("."));
        assert_eq!(folder_of(Path::new("b/a")), Path::new("b"));
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
