//! Locks of open files, which the system releases when the file is closed, however that happens.
//!
//! They keep two of our processes from writing the same file. Some file systems have no locks, and
//! the program has to work there as well: where a file cannot be locked, every lock succeeds.

use std::fs::{File, TryLockError};
use std::io;

/// Locks the file; false if it is locked already, by this process or another one.
pub fn try_lock(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Locks the file once nobody else has it locked.
///
/// # Errors
/// If waiting for the lock fails.
pub fn wait_for_lock(file: &File) -> io::Result<()> {
    if try_lock(file) { Ok(()) } else { file.lock() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_locked_once_until_it_is_closed() {
        let path = tempfile::NamedTempFile::new().unwrap();
        let [first, second] = [(); 2].map(|()| File::options().write(true).open(&path).unwrap());
        assert!(try_lock(&first) && !try_lock(&second));
        drop(first);
        assert!(try_lock(&second));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_cannot_be_locked_counts_as_locked() {
        use std::os::unix::fs::OpenOptionsExt as _;
        /// A file that is opened so allows no operation.
        const O_PATH: i32 = 0o10_000_000;
        let path = tempfile::NamedTempFile::new().unwrap();
        let file = File::options().read(true).custom_flags(O_PATH).open(&path).unwrap();
        assert!(matches!(file.try_lock(), Err(TryLockError::Error(_))));
        assert!(file.lock().is_err());
        assert!(try_lock(&file) && wait_for_lock(&file).is_ok());
    }
}
