//! The journal of a search: the claim, and every finding, written and synced before it counts.
//!
//! JSON lines: the claim first (`{"tengen_prove":1,…}`, see [`Claim`]), then one [`Event`] each. If
//! the program is killed, at most the last line is incomplete; it is cut off when the search is
//! resumed. The file can be read at any time; journals of several machines can be put together (see
//! [`read`]).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::claim::Claim;
use super::event::Event;
use crate::util::journal_file::{JournalFault, JournalFile, whole_lines};

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub(crate) enum JournalError {
    /// The system refuses.
    #[error("cannot {doing} '{}': {error}", path.display())]
    Io {
        /// What was tried.
        doing: &'static str,
        /// With which file.
        path: PathBuf,
        /// Why it failed.
        error: io::Error,
    },
    /// There is one already.
    #[error("'{}' exists already, expected a new folder (or --resume)", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another process writes it.
    #[error("another process is writing '{}'", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A line before the last cannot be read.
    #[error("'{}', line {line}: {problem}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// It belongs to another claim.
    #[error("'{}' is a search of {seen}, expected {expected}", path.display())]
    Different {
        /// The file.
        path: PathBuf,
        /// Its claim.
        seen: String,
        /// The claim of this search.
        expected: String,
    },
}

fn io_error(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> JournalError {
    let path = path.to_owned();
    move |error| JournalError::Io { doing, path, error }
}

fn journal_error(fault: JournalFault, path: &Path) -> JournalError {
    match fault {
        JournalFault::Busy => JournalError::Busy { path: path.to_owned() },
        JournalFault::Io { doing, error } => io_error(doing, path)(error),
    }
}

/// The open journal.
#[derive(Debug)]
pub(crate) struct Journal {
    file: JournalFile,
}

impl Journal {
    /// Starts a journal. Its folder must exist.
    ///
    /// # Errors
    /// If there is a journal already, or it cannot be written.
    pub(crate) fn create(path: &Path, claim: &Claim) -> Result<Self, JournalError> {
        let has_lines = fs::metadata(path).is_ok_and(|file| file.len() > 0);
        if has_lines {
            return Err(JournalError::Exists { path: path.to_owned() });
        }
        let mut journal = Self::open(path)?;
        journal.write(&serde_json::to_string(claim).unwrap_or_default())?;
        Ok(journal)
    }

    /// Opens a journal to continue it and returns its findings; starts it if there is none.
    ///
    /// # Errors
    /// If it is damaged other than by an incomplete last line, or belongs to another claim.
    pub(crate) fn resume(path: &Path, claim: &Claim) -> Result<(Self, Vec<Event>), JournalError> {
        if !fs::metadata(path).is_ok_and(|file| file.len() > 0) {
            return Ok((Self::create(path, claim)?, Vec::new()));
        }
        let mut journal = Self::open(path)?;
        let bytes = journal.file.read().map_err(|fault| journal_error(fault, path))?;
        let (events, whole) = parse(&bytes, path, claim)?;
        if whole < bytes.len() {
            journal.file.cut(whole).map_err(|fault| journal_error(fault, path))?;
        }
        if whole == 0 {
            journal.write(&serde_json::to_string(claim).unwrap_or_default())?;
        }
        Ok((journal, events))
    }

    fn open(path: &Path) -> Result<Self, JournalError> {
        let file = JournalFile::open(path).map_err(|fault| journal_error(fault, path))?;
        Ok(Self { file })
    }

    /// Appends a finding and waits until it is on disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn append(&mut self, event: &Event) -> Result<(), JournalError> {
        self.write(&serde_json::to_string(event).unwrap_or_default())
    }

    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        let appended = self.file.append(&format!("{line}\n"));
        appended.map_err(|fault| journal_error(fault, self.file.path()))
    }
}

/// The findings of a journal of the same claim, perhaps of another machine that is still writing.
///
/// # Errors
/// As [`Journal::resume`].
pub(crate) fn read(path: &Path, claim: &Claim) -> Result<Vec<Event>, JournalError> {
    let bytes = fs::read(path).map_err(io_error("read", path))?;
    Ok(parse(&bytes, path, claim)?.0)
}

/// The findings, and the length of the whole lines.
fn parse(bytes: &[u8], path: &Path, claim: &Claim) -> Result<(Vec<Event>, usize), JournalError> {
    let whole = whole_lines(bytes);
    let mut lines = (1..).zip(whole.split_inclusive(|&byte| byte == b'\n'));
    let corrupt = |line, error: serde_json::Error| JournalError::Corrupt {
        path: path.to_owned(),
        line,
        problem: error.to_string(),
    };
    let Some((_, head)) = lines.next() else { return Ok((Vec::new(), 0)) };
    let head: Claim = serde_json::from_slice(head).map_err(|error| corrupt(1, error))?;
    if head != *claim {
        let (seen, expected) = (head.to_string(), claim.to_string());
        return Err(JournalError::Different { path: path.to_owned(), seen, expected });
    }
    let mut events = Vec::new();
    for (number, line) in lines {
        events.push(serde_json::from_slice(line).map_err(|error| corrupt(number, error))?);
    }
    Ok((events, whole.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::prove::event::{Found, Loss};
    use crate::types::{BoardSize, Color, Rule};

    fn claim(rule: Rule) -> Claim {
        let position = Position::new(rule, BoardSize::square(15).unwrap());
        Claim::new(&position, Color::Black)
    }

    fn event(at: &str) -> Event {
        Event { at: at.to_owned(), found: Found::Lost { lost: Loss::Full } }
    }

    #[test]
    fn a_cut_line_is_dropped_and_the_others_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let claim = claim(Rule::Freestyle);
        let mut journal = Journal::create(&path, &claim).unwrap();
        let events = [event("h8/"), event("h8/i9"), event("h8/h9")];
        events.iter().for_each(|event| journal.append(event).unwrap());
        assert!(matches!(Journal::resume(&path, &claim), Err(JournalError::Busy { .. })));
        drop(journal);
        let bytes = fs::read(&path).unwrap();
        let ends: Vec<usize> = (1..=bytes.len()).filter(|&end| bytes[end - 1] == b'\n').collect();
        for cut in 0..=bytes.len() {
            fs::write(&path, &bytes[..cut]).unwrap();
            let (mut journal, read) = Journal::resume(&path, &claim).unwrap();
            let whole = ends.iter().filter(|&&end| end <= cut).count();
            assert_eq!(read, events[..whole.saturating_sub(1)]);
            journal.append(&event("h8/a1")).unwrap();
            drop(journal);
            let (_, again) = Journal::resume(&path, &claim).unwrap();
            assert_eq!(again.last(), Some(&event("h8/a1")));
        }
    }

    #[test]
    fn another_claim_a_second_start_and_a_damaged_line_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let free = claim(Rule::Freestyle);
        drop(Journal::create(&path, &free).unwrap());
        assert!(matches!(Journal::create(&path, &free), Err(JournalError::Exists { .. })));
        let exact = claim(Rule::Standard);
        assert!(matches!(Journal::resume(&path, &exact), Err(JournalError::Different { .. })));
        let head = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{head}nonsense\n{}\n", r#"{"at":"h8/","lost":"full"}"#)).unwrap();
        assert!(matches!(
            Journal::resume(&path, &free),
            Err(JournalError::Corrupt { line: 2, .. })
        ));
    }
}
