//! The file of proofs. Its previous content stays until the first proof is written or the run ends.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};

use super::super::outputs::check_not_read;
use crate::records::proof::{self, Proof};

/// The file.
pub(super) struct ProofFile {
    file: File,
    is_emptied: bool,
}

impl ProofFile {
    /// Opens the file, which must not be the input.
    ///
    /// # Errors
    /// If it is the input, or cannot be written.
    pub(super) fn open(path: &Path, source: &Path) -> Result<Self> {
        check_not_read(path, &[source.to_owned()])?;
        let file = File::options().write(true).create(true).truncate(false).open(path);
        let file = file.with_context(|| format!("cannot write '{}'", path.display()))?;
        Ok(Self { file, is_emptied: false })
    }

    /// Empties it on the first call.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn empty_once(&mut self) -> io::Result<()> {
        if !std::mem::replace(&mut self.is_emptied, true) {
            self.file.set_len(0)?;
        }
        Ok(())
    }

    /// Adds a proof.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&mut self, proof: &Proof) -> io::Result<()> {
        self.empty_once()?;
        self.file.write_all(proof::write(proof).as_bytes())
    }
}
