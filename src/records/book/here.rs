//! What was checked here: by this user on this machine.
//!
//! A word such as `checker` in a file is only text, which anyone can write. So a result that the
//! solver or the checker found here is written with a *mark*: an HMAC-SHA-256, with a secret key of
//! this user, of the position and of everything that the result says. Who does not have the key
//! cannot make a mark, and a mark of one position is of no use for another. A result that is read
//! without a valid mark is a claim: its trust is [`Trust::Import`](super::record::Trust::Import).
//! The lines of the journal of a check are marked in the same way.
//!
//! The key is a file of 32 random bytes in hexadecimal, readable by the user alone. It is created
//! when a result is marked for the first time; reading a book never creates it. If it is lost or
//! replaced, results are claims until `tengen book check --verify` has proved them again. If it
//! cannot be saved, what this process marks is valid in this process only.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The environment variable that names the folder of the key.
pub const FOLDER_VARIABLE: &str = "TENGEN_STATE";

/// The name of the file of the key.
const FILE: &str = "checked-here.key";

/// Bytes of a mark: half of the HMAC.
pub const LENGTH: usize = 16;

pub type HereMark = [u8; LENGTH];

type Key = [u8; 32];

/// Bytes of a block of SHA-256.
const BLOCK: usize = 64;

/// How long a process waits for another one that is writing the key: attempts, and the pause
/// between two.
const ATTEMPTS: usize = 50;
const PAUSE: Duration = Duration::from_millis(10);

/// The key, once this process has seen it.
static KEY: Mutex<Option<Key>> = Mutex::new(None);

/// The mark of a text in parts; `kind` keeps the marks of different files apart.
pub fn mark(kind: &str, parts: &[&[u8]]) -> HereMark {
    let whole = hmac(&key_to_mark(), kind, parts).finalize().into_bytes();
    *whole.first_chunk().unwrap_or(&[0; LENGTH])
}

/// Whether the mark of this text was made here.
pub fn is_marked(kind: &str, parts: &[&[u8]], mark: &HereMark) -> bool {
    let key = key_to_check();
    key.is_some_and(|key| hmac(&key, kind, parts).verify_truncated_left(mark).is_ok())
}

fn hmac(key: &Key, kind: &str, parts: &[&[u8]]) -> Hmac<Sha256> {
    // A shorter key is filled up with zeros to the block of the hash.
    let mut block = [0; BLOCK];
    block[..key.len()].copy_from_slice(key);
    let mut hmac = Hmac::new(&block.into());
    for part in [kind.as_bytes()].iter().chain(parts) {
        // With the lengths, so that no two lists of parts are the same text.
        hmac.update(&(part.len() as u64).to_le_bytes());
        hmac.update(part);
    }
    hmac
}

fn key_to_check() -> Option<Key> {
    let mut known = KEY.lock().unwrap_or_else(PoisonError::into_inner);
    if known.is_none() {
        // Another process may make one later.
        *known = file().and_then(|path| read(&path).ok().flatten());
    }
    *known
}

/// Makes sure that marks are valid in later processes as well.
///
/// # Errors
/// If there is no key and none can be saved: why.
pub fn ensure_lasting() -> Result<(), String> {
    match key_to_check() {
        Some(_) => Ok(()),
        None => saved_key().map(drop),
    }
}

/// The key of the user's file, which is made if there is none.
fn saved_key() -> Result<Key, String> {
    match file() {
        Some(path) => make(&path).map_err(|error| format!("'{}': {error}", path.display())),
        None => Err(format!("no folder of the user is known; {FOLDER_VARIABLE} can name one")),
    }
}

fn key_to_mark() -> Key {
    if let Some(key) = key_to_check() {
        return key;
    }
    let mut known = KEY.lock().unwrap_or_else(PoisonError::into_inner);
    *known.get_or_insert_with(|| {
        saved_key().unwrap_or_else(|why| {
            log::warn!("{why}; what is proved now counts as a claim in other processes");
            rand::random()
        })
    })
}

/// The file of the key.
fn file() -> Option<PathBuf> {
    Some(folder()?.join(FILE))
}

/// The folder of what this user's programs remember; `None` if the user has none.
pub fn folder() -> Option<PathBuf> {
    if cfg!(test) {
        // Beside the tests: another build, perhaps of another user, has its own.
        return Some(env::current_exe().ok()?.with_file_name("tengen-tests"));
    }
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let own = named(FOLDER_VARIABLE);
    if cfg!(windows) {
        return own.or_else(|| Some(named("LOCALAPPDATA")?.join("tengen")));
    }
    own.or_else(|| Some(named("XDG_STATE_HOME")?.join("tengen")))
        .or_else(|| Some(named("HOME")?.join(".local").join("state").join("tengen")))
}

/// The key in a file; `None` if it is not whole.
fn read(path: &Path) -> io::Result<Option<Key>> {
    // A device or a pipe may never end.
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let text = fs::read_to_string(path)?;
    let mut key = Key::default();
    let digits = text.strip_suffix('\n').unwrap_or(&text).as_bytes();
    if digits.len() != 2 * key.len() {
        return Ok(None);
    }
    for (byte, pair) in key.iter_mut().zip(digits.chunks(2)) {
        let pair = std::str::from_utf8(pair).ok();
        match pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(value) => *byte = value,
            None => return Ok(None),
        }
    }
    Ok(Some(key))
}

/// The key in a file; a new one if there is no file.
fn make(path: &Path) -> io::Result<Key> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    match options.open(path) {
        Ok(mut file) => {
            let key: Key = rand::random();
            let digits: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
            let written = file.write_all(format!("{digits}\n").as_bytes());
            if let Err(error) = written.and_then(|()| file.sync_all()) {
                drop(file);
                // A part of a key would be in the way of every later process.
                let _ = fs::remove_file(path);
                return Err(error);
            }
            Ok(key)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            // Another process may be writing it.
            for _ in 0..ATTEMPTS {
                if let Some(key) = read(path)? {
                    return Ok(key);
                }
                thread::sleep(PAUSE);
            }
            let expected = "not a key, expected 64 hexadecimal digits; remove it to get a new one";
            Err(io::Error::new(io::ErrorKind::InvalidData, expected))
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_by_many_processes_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state").join(FILE);
        assert!(read(&path).is_err());
        let keys: Vec<Key> = thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| make(&path).unwrap())).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(keys.iter().all(|key| *key == keys[0]) && keys[0] != Key::default());
        assert_eq!(read(&path).unwrap(), Some(keys[0]));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn a_file_that_is_no_key_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        for text in ["", "\n", &"0".repeat(63), &"x".repeat(64), &"0".repeat(66)] {
            fs::write(&path, text).unwrap();
            assert_eq!(read(&path).unwrap(), None, "{text}");
        }
        assert!(make(&path).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "0".repeat(66));
    }

    #[test]
    fn a_mark_holds_for_its_text_its_kind_and_its_key_only() {
        let made = mark("a", &[b"one", b"two"]);
        assert!(is_marked("a", &[b"one", b"two"], &made));
        assert!(!is_marked("b", &[b"one", b"two"], &made));
        assert!(!is_marked("a", &[b"onet", b"wo"], &made));
        assert!(!is_marked("a", &[b"one", b"two", b""], &made));
        let mut other = made;
        other[0] ^= 1;
        assert!(!is_marked("a", &[b"one", b"two"], &other));
        let foreign = hmac(&[1; 32], "a", &[b"one", b"two"]).finalize().into_bytes();
        assert!(!is_marked("a", &[b"one", b"two"], foreign.first_chunk().unwrap()));
    }
}
