//! Entries that were checked, and the journal of them, so that a check of hours can be continued.
//!
//! JSON lines: `{"tengen_checked":3,"replay":"full","claim":{…}}`, then one entry each:
//!
//! ```json
//! {"at":"h8/h9","play":"g10","replies":222,"entries":1,"wins":219,"passed":0,"images":2,"plies":21,"next":["h8g10/h9i9"],"mark":"…"}
//! ```
//!
//! A line says that after the move `play` each of the `replies` leads to one of the positions
//! `next` or to a win by threats that was verified. This is true of the position whatever else a
//! certificate says, so it also holds for another certificate with the same move, if that contains
//! all of `next`.
//!
//! `mark` is the [mark](tengen_records::book::here) of the line and of the mark before it, at the
//! first line of the head: a line that was edited, moved, left out, added by somebody else, or
//! taken from another journal is refused. Lines at the end can be cut off: then they are checked
//! again.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::certificate::Certificate;
use super::claim::ProofClaim;
use super::counts::ReplyCounts;
use super::journal::{Head, LineJournal, LineJournalError};
use super::key::{ProofFrame, ProofKey};
use super::replay::Replay;
use tengen_engine::board::{Position, notation};
use tengen_engine::types::Coord;
use tengen_records::book::here;
use tengen_util::excerpt::excerpt;

/// The version of the format. Version 1 did not say which replies were played out, version 2 had no
/// marks.
const VERSION: u32 = 3;

/// The findings about an entry that holds, or about the claim with the defender to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedEntry {
    /// The entry; `None` for the claim itself with the defender to move.
    pub entry: Option<ProofKey>,
    /// What the legal replies lead to.
    pub counts: ReplyCounts,
    /// Plies from the reply to the five, in the longest win by threats.
    pub plies: u64,
    /// The entries that replies lead to.
    pub next: BTreeSet<ProofKey>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct CheckHead {
    tengen_checked: u32,
    #[serde(default)]
    replay: Replay,
    claim: ProofClaim,
}

impl Head for CheckHead {}

impl fmt::Display for CheckHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.replay {
            Replay::Full => "check",
            Replay::Local => "quick check",
        };
        write!(f, "a {kind} (version {}) that {}", self.tengen_checked, self.claim)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    at: String,
    play: String,
    replies: u64,
    entries: u64,
    wins: u64,
    passed: u64,
    images: u64,
    plies: u64,
    next: Vec<String>,
    mark: String,
}

/// What is marked.
const KIND: &str = "journal of a check";

/// The marks of a journal: each continues the one before.
#[derive(Debug)]
struct Marks {
    /// What the next mark continues: the head or the last mark.
    last: String,
}

impl Marks {
    /// Before the first line.
    fn of(head: &CheckHead) -> Self {
        Self { last: text(head) }
    }

    /// The line with its mark.
    fn marked(&mut self, mut line: Line) -> Line {
        line.mark.clear();
        let mark = here::mark(KIND, &[self.last.as_bytes(), text(&line).as_bytes()]);
        line.mark = mark.iter().map(|byte| format!("{byte:02x}")).collect();
        self.last.clone_from(&line.mark);
        line
    }

    /// Whether the line is the next one of this journal, and was written here.
    fn check(&mut self, line: &Line) -> Result<(), String> {
        let unmarked = Line { mark: String::new(), ..line.clone() };
        let unmarked = text(&unmarked);
        let parts = [self.last.as_bytes(), unmarked.as_bytes()];
        let is_here = mark_of(&line.mark).is_some_and(|mark| here::is_marked(KIND, &parts, &mark));
        if !is_here {
            let mark = excerpt(&line.mark, 2 * here::LENGTH);
            return Err(format!(
                "its mark '{mark}' is wrong: the line was edited or moved, one before it is missing, or it was not checked here; expected a line as it was written; cut the journal before it, or check without it"
            ));
        }
        self.last.clone_from(&line.mark);
        Ok(())
    }
}

/// The text that is marked.
fn text(value: &impl Serialize) -> String {
    // Numbers and text only: serialization cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}

/// The bytes of a mark in hexadecimal.
fn mark_of(text: &str) -> Option<here::HereMark> {
    let digits: Vec<u8> = text
        .chars()
        .map(|digit| digit.to_digit(16).filter(|_| !digit.is_uppercase()).map(|value| value as u8))
        .collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    let bytes: Vec<u8> = pairs.iter().map(|[high, low]| high << 4 | low).collect();
    bytes.try_into().ok().filter(|_| rest.is_empty())
}

/// The open journal of a check.
#[derive(Debug)]
pub struct CheckJournal {
    journal: LineJournal<Line>,
    frame: ProofFrame,
    marks: Marks,
    known: HashMap<ProofKey, (Coord, CheckedEntry)>,
}

impl CheckJournal {
    /// Checks that what a journal here says can be verified later: hours of work would be refused if
    /// their marks ended with this process.
    ///
    /// # Errors
    /// If no key for them can be saved.
    pub(super) fn check_key(path: &Path) -> Result<(), LineJournalError> {
        let no_key = |why| LineJournalError::NoKey { path: path.to_owned(), why };
        here::ensure_lasting().map_err(no_key)
    }

    /// Opens the journal of such checks of this claim; starts it if there is none.
    ///
    /// # Errors
    /// If it cannot be used, is damaged, belongs to another claim, or has a line that was not
    /// written here.
    pub fn open(
        path: &Path,
        certificate: &Certificate,
        replay: Replay,
    ) -> Result<Self, LineJournalError> {
        Self::check_key(path)?;
        let claim = certificate.claim.clone();
        let frame = frame_of(&claim, path)?.0;
        let head = CheckHead { tengen_checked: VERSION, replay, claim };
        let (journal, lines) = LineJournal::resume(path, &head)?;
        let mut marks = Marks::of(&head);
        for (number, line) in (2..).zip(&lines) {
            marks.check(line).map_err(|problem| LineJournalError::at(path, number, problem))?;
        }
        let mut known = HashMap::new();
        for (play, held) in read_all(&lines, &frame, path)? {
            if let Some(key) = held.entry.clone() {
                known.insert(key, (play, held));
            }
        }
        Ok(Self { journal, frame, marks, known })
    }

    /// The position of the claim and the entries in the bytes of a journal, for any claim and
    /// without regard to marks; `path` is for errors.
    ///
    /// # Errors
    /// If it is damaged.
    #[doc(hidden)]
    pub fn parse(
        bytes: &[u8],
        path: &Path,
    ) -> Result<(Position, Vec<CheckedEntry>), LineJournalError> {
        let head = bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
        let head: CheckHead = super::journal::value(head)
            .map_err(|problem| LineJournalError::head(path, &problem))?;
        let (frame, position) = frame_of(&head.claim, path)?;
        let (lines, _) = super::journal::parse(bytes, path, &head)?;
        let entries = read_all(&lines, &frame, path)?;
        Ok((position, entries.into_iter().map(|(_, held)| held).collect()))
    }

    /// What is known about an entry of this certificate, if it also holds there.
    pub(super) fn known(&self, key: &ProofKey, certificate: &Certificate) -> Option<CheckedEntry> {
        let (play, held) = self.known.get(key)?;
        let has = |next: &ProofKey| certificate.entries.contains_key(next);
        let holds = certificate.entries.get(key) == Some(play) && held.next.iter().all(has);
        holds.then(|| held.clone())
    }

    /// Saves an entry that holds.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn append(
        &mut self,
        held: &CheckedEntry,
        certificate: &Certificate,
    ) -> Result<(), LineJournalError> {
        let Some(key) = &held.entry else { return Ok(()) };
        let Some(&play) = certificate.entries.get(key) else { return Ok(()) };
        let line = Line {
            at: self.frame.write(key),
            play: notation::name(play, self.frame.size()),
            replies: held.counts.sum(),
            entries: held.counts.entries,
            wins: held.counts.wins,
            passed: held.counts.passed,
            images: held.counts.images,
            plies: held.plies,
            next: held.next.iter().map(|next| self.frame.write(next)).collect(),
            mark: String::new(),
        };
        self.journal.append(&self.marks.marked(line))
    }
}

fn frame_of(claim: &ProofClaim, path: &Path) -> Result<(ProofFrame, Position), LineJournalError> {
    let position = claim.to_position().map_err(|error| LineJournalError::head(path, &error))?;
    Ok((ProofFrame::of(&position), position))
}

/// Each entry with the attacker's move.
fn read_all(
    lines: &[Line],
    frame: &ProofFrame,
    path: &Path,
) -> Result<Vec<(Coord, CheckedEntry)>, LineJournalError> {
    // The head is the first line.
    let lines = (2..).zip(lines);
    let read = |(number, line)| {
        read(line, frame).map_err(|problem| LineJournalError::at(path, number, problem))
    };
    lines.map(read).collect()
}

fn read(line: &Line, frame: &ProofFrame) -> Result<(Coord, CheckedEntry), String> {
    let key = |text: &str| frame.read(text).map_err(|error| error.to_string());
    let entry = key(&line.at)?;
    let play = notation::parse(&line.play, frame.size()).map_err(|error| error.to_string())?;
    let next: BTreeSet<ProofKey> =
        line.next.iter().map(|next| key(next)).collect::<Result<_, _>>()?;
    // Empty cells after the move, and after the reply.
    let empty = frame.cells().saturating_sub(entry.stones() + 1) as u64;
    at_most("replies", line.replies, empty)?;
    let Line { entries, wins, passed, images, .. } = *line;
    for (what, part) in [("entries", entries), ("wins", wins), ("images", images)] {
        at_most(what, part, line.replies)?;
    }
    at_most("passed", passed, wins)?;
    let counts = ReplyCounts { entries, wins, passed, images };
    if counts.sum() != line.replies {
        let (seen, expected) = (counts.sum(), line.replies);
        return Err(format!("entries, wins and images are {seen}, expected {expected} replies"));
    }
    at_most("plies", line.plies, empty.saturating_sub(1))?;
    if let Some(wrong) = next.iter().find(|next| next.stones() != entry.stones() + 2) {
        let wrong = frame.write(wrong);
        return Err(format!("next: seen '{wrong}', expected two stones more than '{}'", line.at));
    }
    Ok((play, CheckedEntry { entry: Some(entry), counts, plies: line.plies, next }))
}

fn at_most(what: &str, seen: u64, most: u64) -> Result<(), String> {
    (seen <= most).then_some(()).ok_or_else(|| format!("{what} is {seen}, expected at most {most}"))
}
