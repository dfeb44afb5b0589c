//! A file of lines that survives a killed process: each line is on disk before it counts, so that
//! at most the last one is incomplete. Only one process at a time can write it.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::file_lock::try_lock;

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalFault {
    /// Another process is writing it.
    Busy,
    /// The system refuses.
    Io {
        /// The attempted action, as a verb.
        doing: &'static str,
        /// Why it failed.
        error: io::Error,
    },
}

/// An open journal, locked if the file system has locks.
#[derive(Debug)]
pub struct JournalFile {
    path: PathBuf,
    file: File,
    /// Whether it is on a disk: a device such as `/dev/null` or a pipe has nothing to read or to sync.
    is_regular: bool,
}

fn fault(doing: &'static str) -> impl FnOnce(io::Error) -> JournalFault {
    move |error| JournalFault::Io { doing, error }
}

impl JournalFile {
    /// Opens a journal; creates it if there is none.
    ///
    /// # Errors
    /// If another process has it open, or the system refuses.
    pub fn open(path: &Path) -> Result<Self, JournalFault> {
        let mut options = OpenOptions::new();
        let file =
            options.read(true).append(true).create(true).open(path).map_err(fault("open"))?;
        if !try_lock(&file) {
            return Err(JournalFault::Busy);
        }
        let is_regular = file.metadata().is_ok_and(|metadata| metadata.is_file());
        Ok(Self { path: path.to_owned(), file, is_regular })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a line, which ends with `\n`, and waits until it is on disk.
    ///
    /// # Errors
    /// If it cannot be written, for example because the disk is full.
    pub fn append(&mut self, line: &str) -> Result<(), JournalFault> {
        self.file.write_all(line.as_bytes()).map_err(fault("write"))?;
        self.sync()
    }

    /// Its whole contents.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn read(&mut self) -> Result<Vec<u8>, JournalFault> {
        let mut bytes = Vec::new();
        if !self.is_regular {
            return Ok(bytes);
        }
        self.file.seek(SeekFrom::Start(0)).map_err(fault("read"))?;
        self.file.read_to_end(&mut bytes).map_err(fault("read"))?;
        Ok(bytes)
    }

    /// Drops everything after `length` bytes.
    ///
    /// # Errors
    /// If it cannot be cut.
    pub fn cut(&mut self, length: usize) -> Result<(), JournalFault> {
        self.file.set_len(length as u64).map_err(fault("cut"))?;
        self.sync()
    }

    fn sync(&self) -> Result<(), JournalFault> {
        if self.is_regular { self.file.sync_data().map_err(fault("sync")) } else { Ok(()) }
    }
}

/// The complete lines, without an incomplete last one.
pub fn whole_lines(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    &bytes[..length]
}
