//! The file of proofs. What it held before stays until there is something to write, or all is done.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};

use super::super::outputs::check_not_read;
use crate::records::proof::{self, Proof};

/// The file.
pub struct ProofFile {
    file: File,
    is_emptied: bool,
}

impl ProofFile {
    /// Opens the file, which is not the one that is read.
    ///
    /// # Errors
    /// If it is, or cannot be written.
    pub fn open(path: &Path, source: &Path) -> Result<Self> {
        check_not_read(path, &[source.to_owned()])?;
        let file = File::options().write(true).create(true).truncate(false).open(path);
        let file = file.with_context(|| format!("cannot write '{}'", path.display()))?;
        Ok(Self { file, is_emptied: false })
    }

    /// Empties it, the first time that this is called.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn empty_once(&mut self) -> io::Result<()> {
        if !std::mem::replace(&mut self.is_emptied, true) {
            self.file.set_len(0)?;
        }
        Ok(())
    }

    /// Adds a proof.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, proof: &Proof) -> io::Result<()> {
        self.empty_once()?;
        self.file.write_all(proof::write(proof).as_bytes())
    }
}
