//! The file of proofs. It is created, or its previous content goes, when the first proof is written
//! or the run ends.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::super::outputs::check_output;
use tengen_records::proof::{self, Proof};

/// A file of proofs.
pub(super) struct ProofFile {
    path: PathBuf,
    /// `None` until it is created or emptied.
    file: Option<File>,
}

impl ProofFile {
    /// The file, which must not be the input, and must be new unless `force` is set.
    ///
    /// # Errors
    /// If it is the input, exists, or cannot be written.
    pub(super) fn open(path: &Path, source: &Path, force: bool) -> Result<Self> {
        check_output(path, &[source.to_owned()], force)?;
        Ok(Self { path: path.to_owned(), file: None })
    }

    /// Creates or empties it on the first call.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn empty_once(&mut self) -> io::Result<()> {
        self.emptied().map(drop)
    }

    fn emptied(&mut self) -> io::Result<&mut File> {
        let file = match self.file.take() {
            Some(file) => file,
            None => File::create(&self.path)?,
        };
        Ok(self.file.insert(file))
    }

    /// Adds a proof.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&mut self, proof: &Proof) -> io::Result<()> {
        self.emptied()?.write_all(proof::write(proof).as_bytes())
    }
}
