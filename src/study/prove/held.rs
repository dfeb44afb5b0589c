//! Entries that hold, and the journal of a check, so that a check that takes hours can be
//! continued.
//!
//! JSON lines: `{"tengen_checked":2,"replay":"full","claim":{…}}`, then one entry each:
//!
//! ```json
//! {"at":"h8/h9","play":"g10","replies":222,"wins":219,"plies":21,"next":["h8g10/h9i9"]}
//! ```
//!
//! A line says that after the move `play` each of the `replies` leads to one of the positions
//! `next` or to a win by threats that was verified. This is true of the position whatever else a
//! certificate says, so it also holds for another certificate with the same move, if that contains
//! all of `next`.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::certificate::Certificate;
use super::claim::Claim;
use super::journal::{Head, Journal, JournalError};
use super::key::{Frame, Key};
use super::replay::Replay;
use tengen_engine::board::{Position, notation};
use tengen_engine::types::Coord;

/// The version of the format. Version 1 did not say which replies were played out.
const VERSION: u32 = 2;

/// The findings about an entry that holds, or about the claim with the defender to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The entry; `None` for the claim itself with the defender to move.
    pub entry: Option<Key>,
    /// Legal replies.
    pub replies: u64,
    /// Replies that lose to threats.
    pub wins: u64,
    /// Plies from the reply to the five, in the longest win by threats.
    pub plies: u64,
    /// The entries that replies lead to.
    pub next: BTreeSet<Key>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct CheckHead {
    tengen_checked: u32,
    #[serde(default)]
    replay: Replay,
    claim: Claim,
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

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    at: String,
    play: String,
    replies: u64,
    wins: u64,
    plies: u64,
    next: Vec<String>,
}

/// The open journal of a check.
#[derive(Debug)]
pub struct CheckJournal {
    journal: Journal<Line>,
    frame: Frame,
    known: HashMap<Key, (Coord, Held)>,
}

impl CheckJournal {
    /// Opens the journal of such checks of this claim; starts it if there is none.
    ///
    /// # Errors
    /// If it cannot be used, is damaged, or belongs to another claim.
    pub fn open(
        path: &Path,
        certificate: &Certificate,
        replay: Replay,
    ) -> Result<Self, JournalError> {
        let claim = certificate.claim.clone();
        let frame = frame_of(&claim, path)?.0;
        let head = CheckHead { tengen_checked: VERSION, replay, claim };
        let (journal, lines) = Journal::resume(path, &head)?;
        let mut known = HashMap::new();
        for (play, held) in read_all(&lines, &frame, path)? {
            if let Some(key) = held.entry.clone() {
                known.insert(key, (play, held));
            }
        }
        Ok(Self { journal, frame, known })
    }

    /// The position of the claim and the entries in the bytes of a journal, for any claim; `path`
    /// is for errors.
    ///
    /// # Errors
    /// If it is damaged.
    #[doc(hidden)]
    pub fn parse(bytes: &[u8], path: &Path) -> Result<(Position, Vec<Held>), JournalError> {
        let head = bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
        let head: CheckHead =
            super::journal::value(head).map_err(|problem| JournalError::head(path, &problem))?;
        let (frame, position) = frame_of(&head.claim, path)?;
        let (lines, _) = super::journal::parse(bytes, path, &head)?;
        let entries = read_all(&lines, &frame, path)?;
        Ok((position, entries.into_iter().map(|(_, held)| held).collect()))
    }

    /// What is known about an entry of this certificate, if it also holds there.
    pub(super) fn known(&self, key: &Key, certificate: &Certificate) -> Option<Held> {
        let (play, held) = self.known.get(key)?;
        let has = |next: &Key| certificate.entries.contains_key(next);
        let holds = certificate.entries.get(key) == Some(play) && held.next.iter().all(has);
        holds.then(|| held.clone())
    }

    /// Saves an entry that holds.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn append(
        &mut self,
        held: &Held,
        certificate: &Certificate,
    ) -> Result<(), JournalError> {
        let Some(key) = &held.entry else { return Ok(()) };
        let Some(&play) = certificate.entries.get(key) else { return Ok(()) };
        self.journal.append(&Line {
            at: self.frame.write(key),
            play: notation::name(play, self.frame.size()),
            replies: held.replies,
            wins: held.wins,
            plies: held.plies,
            next: held.next.iter().map(|next| self.frame.write(next)).collect(),
        })
    }
}

fn frame_of(claim: &Claim, path: &Path) -> Result<(Frame, Position), JournalError> {
    let position = claim.to_position().map_err(|error| JournalError::head(path, &error))?;
    Ok((Frame::of(&position), position))
}

/// Each entry with the attacker's move.
fn read_all(
    lines: &[Line],
    frame: &Frame,
    path: &Path,
) -> Result<Vec<(Coord, Held)>, JournalError> {
    // The head is the first line.
    let lines = (2..).zip(lines);
    let read = |(number, line)| {
        read(line, frame).map_err(|problem| JournalError::at(path, number, problem))
    };
    lines.map(read).collect()
}

fn read(line: &Line, frame: &Frame) -> Result<(Coord, Held), String> {
    let key = |text: &str| frame.read(text).map_err(|error| error.to_string());
    let entry = key(&line.at)?;
    let play = notation::parse(&line.play, frame.size()).map_err(|error| error.to_string())?;
    let next: BTreeSet<Key> = line.next.iter().map(|next| key(next)).collect::<Result<_, _>>()?;
    // Empty cells after the move, and after the reply.
    let empty = frame.cells().saturating_sub(entry.stones() + 1) as u64;
    at_most("replies", line.replies, empty)?;
    at_most("wins", line.wins, line.replies)?;
    at_most("plies", line.plies, empty.saturating_sub(1))?;
    if let Some(wrong) = next.iter().find(|next| next.stones() != entry.stones() + 2) {
        let wrong = frame.write(wrong);
        return Err(format!("next: seen '{wrong}', expected two stones more than '{}'", line.at));
    }
    let Line { replies, wins, plies, .. } = *line;
    Ok((play, Held { entry: Some(entry), replies, wins, plies, next }))
}

fn at_most(what: &str, seen: u64, most: u64) -> Result<(), String> {
    (seen <= most).then_some(()).ok_or_else(|| format!("{what} is {seen}, expected at most {most}"))
}
