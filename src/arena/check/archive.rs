//! How the judge treats an entrant's zip: which of its files it would run in which league.
//!
//! Only files in the root of the archive count. A name that begins with `pbrain` goes before
//! others; then the suffix of the name: `_rule-size`, `_rule`, `_size`, none, and last a suffix
//! that contradicts the league; then, on a 64-bit machine, a name with `64`. CITE: GomocupJudge,
//! client.

use std::cmp::Reverse;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;
use zip::result::ZipError;

use super::league::League;

/// Most bytes that an archive may unpack to.
const MAX_BYTES: u64 = 2 << 30;

/// An archive without a usable player.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// It is not a zip file, or it is damaged.
    #[error("{} cannot be unpacked: {problem}", path.display())]
    Zip {
        /// Path of the file.
        path: PathBuf,
        problem: String,
    },
    /// The system refuses.
    #[error("cannot unpack to {}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        error: io::Error,
    },
    /// Nothing in its root can be run.
    #[error("{} has no program in its root folder, expected one like pbrain-name.exe", path.display())]
    Empty {
        /// Path of the file.
        path: PathBuf,
    },
}

/// Unpacks the archive into a folder.
///
/// # Errors
/// If it is broken, points outside the folder, or is larger than any entry may be.
pub fn unpack(archive: &Path, folder: &Path) -> Result<(), ArchiveError> {
    let broken = |problem: String| ArchiveError::Zip { path: archive.to_owned(), problem };
    let file = File::open(archive).map_err(|error| broken(error.to_string()))?;
    let mut zip = zip::ZipArchive::new(file).map_err(|error| broken(not_a_zip(&error)))?;
    let mut left = MAX_BYTES;
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).map_err(|error| broken(error.to_string()))?;
        let Some(inside) = entry.enclosed_name() else {
            return Err(broken(format!("entry {index} points outside the folder")));
        };
        let path = folder.join(inside);
        let io_error = |error| ArchiveError::Io { path: path.clone(), error };
        if entry.is_dir() {
            fs::create_dir_all(&path).map_err(io_error)?;
            continue;
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(io_error)?;
        }
        let mut output = File::create(&path).map_err(io_error)?;
        let written = io::copy(&mut entry.by_ref().take(left), &mut output);
        left -= written.map_err(|error| broken(error.to_string()))?;
        if left == 0 {
            return Err(broken(format!("more than {MAX_BYTES} bytes")));
        }
        drop(output);
        make_runnable(&path).map_err(io_error)?;
    }
    Ok(())
}

/// Why an archive cannot be opened.
fn not_a_zip(error: &ZipError) -> String {
    match error {
        ZipError::InvalidArchive(_) => "not a zip file, or a damaged one".to_owned(),
        error => error.to_string(),
    }
}

/// The file that the tournament server would run in a league, as [`how_to_run`] describes.
///
/// # Errors
/// If nothing in the folder can be run here.
pub fn choose(folder: &Path, archive: &Path, league: &League) -> Result<PathBuf, ArchiveError> {
    let error = |error| ArchiveError::Io { path: folder.to_owned(), error };
    let mut files = Vec::new();
    for file in fs::read_dir(folder).map_err(error)? {
        let path = file.map_err(error)?.path();
        if path.is_file() && how_to_run(&path).is_some() {
            files.push(path);
        }
    }
    files.sort();
    let best = files.into_iter().min_by_key(|path| Reverse(rank(&file_name(path), league)));
    best.ok_or_else(|| ArchiveError::Empty { path: archive.to_owned() })
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// How a file is started here: directly, or through wine if it is a Windows program on another
/// system.
pub fn how_to_run(path: &Path) -> Option<(PathBuf, Vec<OsString>)> {
    let mut head = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read(&mut head)).ok()?;
    let is_windows_program = head.get(..2.min(read)) == Some(b"MZ");
    let is_native = if cfg!(windows) {
        is_windows_program
    } else {
        head == *b"\x7fELF" || head.starts_with(b"#!")
    };
    if is_native {
        Some((path.to_owned(), Vec::new()))
    } else if is_windows_program {
        Some(("wine".into(), vec![path.as_os_str().to_owned()]))
    } else {
        None
    }
}

#[cfg(unix)]
fn make_runnable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_runnable(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// How well a file name suits a league; more is better.
fn rank(name: &str, league: &League) -> (bool, u8, bool) {
    let name = name.to_ascii_lowercase();
    let is_brain = name.starts_with("pbrain");
    let has_64 = name.contains("64");
    let stem = name.strip_suffix(".exe").unwrap_or(&name);
    let stem = stem.strip_suffix("64").unwrap_or(stem).trim_end_matches(['_', '-']);
    (is_brain, ending_rank(stem, league), has_64 == cfg!(target_pointer_width = "64"))
}

fn ending_rank(stem: &str, league: &League) -> u8 {
    const RULES: [&str; 4] = ["freestyle", "standard", "renju", "caro"];
    const SIZES: [&str; 2] = ["15", "20"];
    let Some((_, ending)) = stem.rsplit_once('_') else { return 1 };
    let (rule, size) = match ending.split_once('-') {
        Some((rule, size)) if RULES.contains(&rule) && SIZES.contains(&size) => {
            (Some(rule), Some(size))
        }
        _ if RULES.contains(&ending) => (Some(ending), None),
        _ if SIZES.contains(&ending) => (None, Some(ending)),
        _ => return 1,
    };
    let fits_rule = rule.is_none_or(|rule| rule == league.rule.name());
    let fits_size = size.is_none_or(|size| size == league.side.to_string());
    match (rule, size) {
        _ if !fits_rule || !fits_size => 0,
        (Some(_), Some(_)) => 4,
        (Some(_), None) => 3,
        (None, _) => 2,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn best<'a>(names: &[&'a str], league: &str) -> &'a str {
        let league = League::ALL.into_iter().find(|known| known.name == league).unwrap();
        names.iter().copied().min_by_key(|name| Reverse(rank(name, &league))).unwrap()
    }

    #[test]
    fn the_name_decides_which_file_is_run() {
        let names = ["x.exe", "pbrain-x.exe", "pbrain-x64.exe", "pbrain-x_renju64.exe"];
        assert_eq!(best(&names, "freestyle20"), "pbrain-x64.exe");
        assert_eq!(best(&names, "renju15"), "pbrain-x_renju64.exe");
        let names = ["pbrain-x_freestyle.exe", "pbrain-x_freestyle-15.exe", "pbrain-x_20.exe"];
        assert_eq!(best(&names, "freestyle15"), "pbrain-x_freestyle-15.exe");
        assert_eq!(best(&names, "freestyle20"), "pbrain-x_freestyle.exe");
        assert_eq!(best(&["y.exe", "pbrain-x_renju.exe"], "caro15"), "pbrain-x_renju.exe");
    }

    #[test]
    fn what_is_not_an_archive_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.zip");
        fs::write(&path, "no zip").unwrap();
        let error = unpack(&path, folder.path()).unwrap_err().to_string();
        assert!(
            error.ends_with("x.zip cannot be unpacked: not a zip file, or a damaged one"),
            "{error}"
        );
    }

    /// An archive with the given entries.
    fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
        use std::io::Write as _;
        let mut zip = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        for (name, content) in entries {
            zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(content).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn an_archive_is_unpacked_and_may_not_lead_out() {
        let folder = tempfile::tempdir().unwrap();
        let (path, target) = (folder.path().join("x.zip"), folder.path().join("inside"));
        fs::write(&path, archive(&[("pbrain-x.exe", b"MZ"), ("data/book.bin", b"12")])).unwrap();
        unpack(&path, &target).unwrap();
        assert_eq!(fs::read(target.join("pbrain-x.exe")).unwrap(), b"MZ");
        assert_eq!(fs::read(target.join("data/book.bin")).unwrap(), b"12");
        fs::write(&path, archive(&[("../outside", b"x")])).unwrap();
        let error = unpack(&path, &target).unwrap_err().to_string();
        assert!(error.contains("points outside"), "{error}");
        assert!(!folder.path().join("outside").exists());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        // Whatever is damaged, no file appears outside the folder.
        #[test]
        fn unpack_survives_changed_bytes(
            changes in proptest::collection::vec((0..usize::MAX, any::<u8>()), 1..4),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let (path, target) = (folder.path().join("x.zip"), folder.path().join("inside"));
            let mut bytes = archive(&[("pbrain-x.exe", b"MZ"), ("data/book.bin", b"12")]);
            for (place, value) in changes {
                let place = place % bytes.len();
                bytes[place] = value;
            }
            fs::write(&path, bytes).unwrap();
            let _ = unpack(&path, &target);
            let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
            prop_assert!(names.into_iter().all(|name| name == "x.zip" || name == "inside"));
        }
    }
}
