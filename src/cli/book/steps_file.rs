//! The file of `--steps-file`: how many steps all runs of a growth have done together.
//!
//! It is written after every step, whose records are in the store by then. A run that is killed in
//! between repeats at most the steps of its threads.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};

use tengen_engine::search::StopFlag;
use tengen_util::files;

/// The count of the steps.
pub(super) struct StepsFile {
    path: PathBuf,
    /// Steps of earlier runs.
    pub before: u64,
    /// Set if the file cannot be written: steps that are not counted would be done again.
    stop: StopFlag,
    state: Mutex<StepsState>,
}

#[derive(Default)]
struct StepsState {
    /// Steps of this run that are in the file.
    written: u64,
    error: Option<io::Error>,
}

impl StepsFile {
    /// Reads the count; a file that is missing or empty counts none.
    ///
    /// # Errors
    /// If the file cannot be read or contains something else, or cannot be written.
    pub(super) fn open(path: &Path, stop: StopFlag) -> Result<Self> {
        let shown = path.display();
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read.with_context(|| format!("cannot read '{shown}'"))?,
        };
        let before = match text.trim() {
            "" => 0,
            number => match number.parse() {
                Ok(number) => number,
                Err(_) => bail!("'{shown}' is not a count of steps, expected one whole number"),
            },
        };
        let counter = Self { path: path.to_owned(), before, stop, state: Mutex::default() };
        counter.write(0).with_context(|| format!("cannot write '{shown}'"))?;
        Ok(counter)
    }

    /// Notes that this run has done so many steps.
    pub(super) fn count(&self, steps: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if steps <= state.written || state.error.is_some() {
            return;
        }
        match self.write(steps) {
            Ok(()) => state.written = steps,
            Err(error) => {
                state.error = Some(error);
                self.stop.set();
            }
        }
    }

    /// The error that ended the run, if there was one.
    ///
    /// # Errors
    /// That one.
    pub(super) fn finish(self) -> Result<()> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        match state.error {
            Some(error) => {
                Err(error).with_context(|| format!("cannot write '{}'", self.path.display()))
            }
            None => Ok(()),
        }
    }

    fn write(&self, steps: u64) -> io::Result<()> {
        files::write_whole(&self.path, format!("{}\n", self.before + steps).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_all_runs_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("steps");
        let open = || StepsFile::open(&path, StopFlag::new());
        let first = open().unwrap();
        assert_eq!(first.before, 0);
        // Threads report in any order.
        [1, 3, 2].into_iter().for_each(|steps| first.count(steps));
        first.finish().unwrap();
        let second = open().unwrap();
        assert_eq!(second.before, 3);
        second.count(2);
        assert_eq!(fs::read_to_string(&path).unwrap(), "5\n");
        fs::write(&path, "five").unwrap();
        let error = open().map(|file| file.before).unwrap_err().to_string();
        assert!(error.contains("is not a count of steps"), "{error}");
    }
}
