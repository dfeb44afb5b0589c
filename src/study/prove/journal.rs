//! The journal of a search or of a check: its subject, and every finding, written and synced before
//! it counts.
//!
//! JSON lines: a head first, such as the [`ProofClaim`](super::claim::ProofClaim) of a search, then one
//! finding each. If the program is killed, at most the last line is incomplete; it is removed when
//! the work is resumed. The file can be read at any time; journals of several machines can be
//! combined (see [`parse`]).

use std::fmt;
use std::fs;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use tengen_records::json::{self, JsonError};
use tengen_util::excerpt::excerpt;
use tengen_util::journal_file::{JournalFault, JournalFile, whole_lines};

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum LineJournalError {
    /// The system refuses.
    #[error("cannot {doing} '{}': {error}", path.display())]
    Io {
        /// What was tried.
        doing: &'static str,
        /// Path of the file.
        path: PathBuf,
        /// Why it failed.
        error: io::Error,
    },
    /// There is one already.
    #[error("'{}' already exists, expected a new folder (or --resume)", path.display())]
    Exists {
        /// Path of the file.
        path: PathBuf,
    },
    /// Its lines could not be verified later.
    #[error("'{}' could not be continued: no key for its marks can be saved: {why} (TENGEN_STATE can name a folder for it)", path.display())]
    NoKey {
        /// Path of the file.
        path: PathBuf,
        /// Why there is no key.
        why: String,
    },
    /// Another process is writing it.
    #[error("another process is writing '{}'", path.display())]
    Busy {
        /// Path of the file.
        path: PathBuf,
    },
    /// A complete line is invalid.
    #[error("'{}', line {line}: {problem}", path.display())]
    Corrupt {
        /// Path of the file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        problem: String,
    },
    /// It is about something else.
    #[error("'{}' belongs to other work: seen '{seen}', expected '{expected}'", path.display())]
    Different {
        /// Path of the file.
        path: PathBuf,
        /// What it is about.
        seen: String,
        /// What this work is about.
        expected: String,
    },
}

impl LineJournalError {
    /// An invalid head.
    pub(super) fn head(path: &Path, problem: &impl fmt::Display) -> Self {
        Self::at(path, 1, problem.to_string())
    }

    /// An invalid line.
    pub(super) fn at(path: &Path, line: usize, problem: String) -> Self {
        Self::Corrupt { path: path.to_owned(), line, problem }
    }
}

fn io_error(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> LineJournalError {
    let path = path.to_owned();
    move |error| LineJournalError::Io { doing, path, error }
}

fn journal_error(fault: JournalFault, path: &Path) -> LineJournalError {
    match fault {
        JournalFault::Busy => LineJournalError::Busy { path: path.to_owned() },
        JournalFault::Io { doing, error } => io_error(doing, path)(error),
    }
}

/// The first line of a journal: what it is about.
pub trait Head: fmt::Display + PartialEq + Serialize + DeserializeOwned {}

/// An open journal of findings of type `F`.
#[derive(Debug)]
pub struct LineJournal<F> {
    file: JournalFile,
    findings: PhantomData<F>,
}

impl<F: Serialize + DeserializeOwned> LineJournal<F> {
    /// Starts a journal. Its folder must exist.
    ///
    /// # Errors
    /// If there is a journal already, or it cannot be written.
    pub fn create(path: &Path, head: &impl Head) -> Result<Self, LineJournalError> {
        let has_lines = fs::metadata(path).is_ok_and(|file| file.len() > 0);
        if has_lines {
            return Err(LineJournalError::Exists { path: path.to_owned() });
        }
        let mut journal = Self::open(path)?;
        journal.write(head)?;
        Ok(journal)
    }

    /// Opens a journal to continue it and returns its findings; starts it if there is none.
    ///
    /// # Errors
    /// If it is damaged other than by an incomplete last line, or is about something else.
    pub fn resume(path: &Path, head: &impl Head) -> Result<(Self, Vec<F>), LineJournalError> {
        if !fs::metadata(path).is_ok_and(|file| file.len() > 0) {
            return Ok((Self::create(path, head)?, Vec::new()));
        }
        let mut journal = Self::open(path)?;
        let bytes = journal.file.read().map_err(|fault| journal_error(fault, path))?;
        let (findings, whole) = parse(&bytes, path, head)?;
        if whole < bytes.len() {
            journal.file.cut(whole).map_err(|fault| journal_error(fault, path))?;
        }
        if whole == 0 {
            journal.write(head)?;
        }
        Ok((journal, findings))
    }

    fn open(path: &Path) -> Result<Self, LineJournalError> {
        let file = JournalFile::open(path).map_err(|fault| journal_error(fault, path))?;
        Ok(Self { file, findings: PhantomData })
    }

    /// Appends a finding and waits until it is on disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, finding: &F) -> Result<(), LineJournalError> {
        self.write(finding)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), LineJournalError> {
        let line = serde_json::to_string(line).unwrap_or_default();
        let appended = self.file.append(&format!("{line}\n"));
        appended.map_err(|fault| journal_error(fault, self.file.path()))
    }
}

/// The bytes of another journal, for [`parse`].
///
/// # Errors
/// If it cannot be read.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, LineJournalError> {
    fs::read(path).map_err(io_error("read", path))
}

/// The findings in the bytes of a journal, and the length of the complete lines; `path` is for
/// errors.
///
/// # Errors
/// If a line cannot be read, or the journal is about something else.
pub fn parse<F: DeserializeOwned, H: Head>(
    bytes: &[u8],
    path: &Path,
    expected: &H,
) -> Result<(Vec<F>, usize), LineJournalError> {
    let whole = whole_lines(bytes);
    let mut lines = (1..).zip(whole.split_inclusive(|&byte| byte == b'\n'));
    let Some((_, head)) = lines.next() else { return Ok((Vec::new(), 0)) };
    let head: H = value(head).map_err(|problem| LineJournalError::head(path, &problem))?;
    if head != *expected {
        let (seen, expected) = (head.to_string(), expected.to_string());
        return Err(LineJournalError::Different { path: path.to_owned(), seen, expected });
    }
    let mut findings = Vec::new();
    for (number, line) in lines {
        findings.push(value(line).map_err(|problem| LineJournalError::at(path, number, problem))?);
    }
    Ok((findings, whole.len()))
}

/// The value of a line.
///
/// # Errors
/// What is wrong with it.
pub(super) fn value<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    // Good messages take time, which only a line that is wrong is worth.
    serde_json::from_slice(line).or_else(|_| match std::str::from_utf8(line) {
        Ok(text) => json::parse(text).map_err(|error| match error {
            // Not every such message says what was seen.
            JsonError::Data { .. } => format!("{error}; the line is '{}'", excerpt(text, 60)),
            JsonError::Syntax { .. } => error.to_string(),
        }),
        Err(_) => Err("not UTF-8, expected JSON".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::claim::ProofClaim;
    use crate::prove::finding::{ExpansionFinding, FindingKind, NoWin};
    use tengen_engine::board::Position;
    use tengen_engine::types::{BoardSize, Color, Rule};

    fn claim(rule: Rule) -> ProofClaim {
        let position = Position::new(rule, BoardSize::square(15).unwrap());
        ProofClaim::new(&position, Color::Black)
    }

    fn event(at: &str) -> ExpansionFinding {
        ExpansionFinding { at: at.to_owned(), found: FindingKind::Lost { lost: NoWin::Full } }
    }

    #[test]
    fn a_cut_line_is_dropped_and_the_others_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let claim = claim(Rule::Freestyle);
        let mut journal = LineJournal::create(&path, &claim).unwrap();
        let events = [event("h8/"), event("h8/i9"), event("h8/h9")];
        events.iter().for_each(|event| journal.append(event).unwrap());
        assert!(matches!(
            LineJournal::<ExpansionFinding>::resume(&path, &claim),
            Err(LineJournalError::Busy { .. })
        ));
        drop(journal);
        let bytes = fs::read(&path).unwrap();
        let ends: Vec<usize> = (1..=bytes.len()).filter(|&end| bytes[end - 1] == b'\n').collect();
        for cut in 0..=bytes.len() {
            fs::write(&path, &bytes[..cut]).unwrap();
            let (mut journal, read) = LineJournal::resume(&path, &claim).unwrap();
            let whole = ends.iter().filter(|&&end| end <= cut).count();
            assert_eq!(read, events[..whole.saturating_sub(1)]);
            journal.append(&event("h8/a1")).unwrap();
            drop(journal);
            let (_, again) = LineJournal::<ExpansionFinding>::resume(&path, &claim).unwrap();
            assert_eq!(again.last(), Some(&event("h8/a1")));
        }
    }

    #[test]
    fn another_claim_a_second_start_and_a_damaged_line_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let free = claim(Rule::Freestyle);
        drop(LineJournal::<ExpansionFinding>::create(&path, &free).unwrap());
        assert!(matches!(
            LineJournal::<ExpansionFinding>::create(&path, &free),
            Err(LineJournalError::Exists { .. })
        ));
        let exact = claim(Rule::Standard);
        assert!(matches!(
            LineJournal::<ExpansionFinding>::resume(&path, &exact),
            Err(LineJournalError::Different { .. })
        ));
        let head = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{head}nonsense\n{}\n", r#"{"at":"h8/","lost":"full"}"#)).unwrap();
        assert!(matches!(
            LineJournal::<ExpansionFinding>::resume(&path, &free),
            Err(LineJournalError::Corrupt { line: 2, .. })
        ));
    }

    #[test]
    fn a_damaged_line_says_what_was_expected() {
        let claim = claim(Rule::Freestyle);
        let head = serde_json::to_string(&claim).unwrap();
        let refused = |line: &str| {
            let text = format!("{head}\n{line}\n");
            let read =
                parse::<ExpansionFinding, _>(text.as_bytes(), Path::new("win.jsonl"), &claim);
            read.unwrap_err().to_string()
        };
        let expected = "expected one of the keys win, moves, replies or lost, with a value that \
                        belongs to it";
        for (line, problem) in [
            (r#"{"at":"h8/","x":1}"#, expected),
            (r#"{"at":"h8/","lost":"no"}"#, expected),
            (r#"{"lost":"full"}"#, "at: missing"),
        ] {
            let expected = format!("'win.jsonl', line 2: {problem}; the line is '{line}'");
            assert_eq!(refused(line), expected);
        }
        assert!(refused("nonsense").starts_with("'win.jsonl', line 2: not JSON at column "));
    }
}
