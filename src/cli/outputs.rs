//! Output files of commands. A file that cannot be written is reported before the work begins, and
//! no command overwrites its input, or one of its outputs by another.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail};

use tengen_records::library::store;
use tengen_util::files;
use tengen_util::journal_file::{JournalFault, JournalFile};

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
    files::check_writable(path).with_context(|| format!("cannot write '{}'", path.display()))
}

/// Creates a folder if there is none, and checks that these files of it can be written.
///
/// # Errors
/// If it cannot be created, or one of them cannot be written.
pub(super) fn check_folder(folder: &Path, files: &[&str]) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create '{}'", folder.display()))?;
    files.iter().try_for_each(|file| check_writable(&folder.join(file)))
}

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

/// Checks that no two options name the same file to write. What is no file, such as `/dev/null`,
/// can be written by several.
///
/// # Errors
/// If two of them do.
pub(super) fn check_distinct(outputs: &[(&str, Option<&Path>)]) -> Result<()> {
    let mut seen: Vec<(&str, PathBuf)> = Vec::new();
    for &(option, path) in outputs {
        let Some(path) = path.filter(|path| !files::is_special(path)) else { continue };
        let place = place_of(path);
        if let Some((other, _)) = seen.iter().find(|(_, known)| *known == place) {
            bail!("{other} and {option} name the same file, expected two");
        }
        seen.push((option, place));
    }
    Ok(())
}

/// The absolute path of a file, whether it exists or not, without links and detours.
fn place_of(path: &Path) -> PathBuf {
    let real = files::real_path(path);
    match (fs::canonicalize(files::folder_of(&real)), real.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => real,
    }
}

/// Checks that an output file is new, unless it may be overwritten. What is no file, such as
/// `/dev/null`, can always be written.
///
/// # Errors
/// If it exists and `force` is not set.
fn check_new(path: &Path, force: bool) -> Result<()> {
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

/// Writes a file atomically: it has either its old or its new content.
///
/// # Errors
/// If it cannot be written.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    files::write_whole(path, bytes).with_context(|| format!("cannot write '{}'", path.display()))
}

/// Opens a file of lines that grows, and creates it if there is none. `read` returns what its text
/// says, and the length of the part that is sound: a line that was being written when a program
/// ended is cut off.
///
/// # Errors
/// If it cannot be read or written, another program is writing it, or `read` refuses the text.
pub(super) fn open_lines<T>(
    path: &Path,
    read: impl FnOnce(&str) -> Result<(T, usize)>,
) -> Result<(T, JournalFile)> {
    let mut file = JournalFile::open(path).map_err(explained)?;
    let bytes = file.read().map_err(explained)?;
    let (said, sound) = read(std::str::from_utf8(&bytes)?)?;
    if sound < bytes.len() {
        file.cut(sound).map_err(explained)?;
    }
    Ok((said, file))
}

/// What is wrong with a file of lines.
pub(super) fn explained(fault: JournalFault) -> Error {
    match fault {
        JournalFault::Busy => anyhow!("another program is writing it, expected one at a time"),
        JournalFault::Io { doing, error } => {
            Error::new(error).context(format!("cannot {doing} it"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_util::journal_file::whole_lines;

    #[test]
    fn a_file_of_lines_loses_its_torn_end_and_has_one_writer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let read = |text: &str| {
            let whole = whole_lines(text.as_bytes()).len();
            Ok((text[..whole].lines().count(), whole))
        };
        fs::write(&path, "a\nb\ntorn").unwrap();
        let (lines, mut file) = open_lines(&path, read).unwrap();
        let busy = open_lines(&path, read).unwrap_err().to_string();
        assert!(busy.starts_with("another program"), "{busy}");
        assert_eq!(lines, 2);
        file.append("c\n").map_err(explained).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "a\nb\nc\n");
        drop(file);
        let refused = open_lines::<()>(&path, |_| bail!("no"));
        assert_eq!(refused.unwrap_err().to_string(), "no");
        assert_eq!(fs::read_to_string(&path).unwrap(), "a\nb\nc\n");
        #[cfg(unix)]
        {
            let (_, mut device) = open_lines(Path::new("/dev/null"), read).unwrap();
            assert!(device.append("a\n").is_ok());
        }
    }

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
        check_not_read(&folder.path().join("others"), std::slice::from_ref(&path)).unwrap();
        let new = folder.path().join("new");
        check_folder(&new, &["state"]).unwrap();
        fs::create_dir(new.join("state")).unwrap();
        assert!(check_folder(&new, &["other", "state"]).is_err(), "a folder is in the way");
        assert!(check_folder(&path, &[]).is_err(), "a file is in the way");
        fs::remove_dir_all(new).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn two_options_with_one_file_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("sub")).unwrap();
        let (one, detour, other) = (path("a"), path("sub/../a"), path("b"));
        let check = |path: &Path| {
            let out = Some(one.as_path());
            check_distinct(&[("--checkpoint", None), ("--out", out), ("--report", Some(path))])
        };
        // Before the file exists, and afterwards.
        for _ in 0..2 {
            check(&other).unwrap();
            for same in [&one, &detour] {
                let error = check(same).unwrap_err().to_string();
                assert_eq!(error, "--out and --report name the same file, expected two");
            }
            fs::write(&one, "").unwrap();
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("a", &other).unwrap();
            check(&other).unwrap_err();
            let null = Path::new("/dev/null");
            check_distinct(&[("--out", Some(null)), ("--report", Some(null))]).unwrap();
        }
    }
}
