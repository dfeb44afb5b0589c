//! The certificate: for each canonical position that needs it, the attacker's move.
//!
//! It is a *skeleton*: if a win by threats follows a reply, nothing is written, because the checker
//! finds it again. JSON lines:
//!
//! ```json
//! {"tengen_certificate":1,"claim":{"tengen_prove":1,…},"stones":1000000,"entries":2,"is_complete":true}
//! ["/","h8"]
//! ["h8/h9","g10"]
//! {"crc32":"0a1b2c3d"}
//! ```
//!
//! `stones` is the solver's limit for wins that are not written. `is_complete` is false if only
//! some replies to the first move are proved. The entries are sorted; the checksum covers all bytes
//! before its line. It protects against damage; checking the claim is up to the checker.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::claim::ProofClaim;
use super::key::{KeyError, ProofFrame, ProofKey};
use tengen_engine::board::Position;
use tengen_engine::board::notation::{self, NotationError};
use tengen_engine::types::Coord;
use tengen_records::json::{self, JsonError};
use tengen_records::positions::PositionError;
use tengen_util::excerpt::excerpt;

/// The version of the format.
const VERSION: u32 = 1;

/// Default limit of the solver, in stones, for wins that are not written: ten times the search's
/// limit.
pub(crate) const STONES: u64 = 1_000_000;

#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// What it proves.
    pub claim: ProofClaim,
    /// The solver's limit for wins that are not written, in stones.
    pub stones: u64,
    /// Whether every reply is proved.
    pub is_complete: bool,
    /// The attacker's move in each position, a point of the canonical position.
    pub entries: BTreeMap<ProofKey, Coord>,
}

/// Text that is not a certificate.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// Another kind of file.
    #[error("seen '{seen}', expected a certificate, which begins with {{\"tengen_certificate\"")]
    Foreign {
        /// The beginning of the text.
        seen: String,
    },
    /// The form of `prove full`.
    #[error(
        "seen the full form of a certificate, which protocol-tests/prove_check.py checks; expected the certificate itself"
    )]
    Full,
    /// The last line is not the checksum.
    #[error("ends without its checksum: cut short or damaged")]
    Cut,
    /// A line that is not what belongs there.
    #[error("line {line}: not {expected}: {error}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What belongs there.
        expected: &'static str,
        error: JsonError,
    },
    /// An entry that is not a canonical position.
    #[error("line {line}: {error}")]
    Key {
        /// The line, counted from 1.
        line: usize,
        error: KeyError,
    },
    /// An entry whose move is not a point.
    #[error("line {line}: {error}")]
    Point {
        /// The line, counted from 1.
        line: usize,
        error: NotationError,
    },
    /// The claim has no position.
    #[error("line 1: {0}")]
    Position(PositionError),
    /// A number that does not fit the rest.
    #[error("{what} is {seen}, expected {expected}")]
    Value {
        /// Which.
        what: &'static str,
        /// What was written.
        seen: String,
        /// The value that follows from the rest.
        expected: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CertificateHead {
    tengen_certificate: u32,
    claim: ProofClaim,
    stones: u64,
    entries: usize,
    is_complete: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tail {
    crc32: String,
}

impl Certificate {
    /// Whether a file is meant to be a certificate.
    pub(super) fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(b"{\"tengen_certificate\"")
    }

    /// The position of the claim.
    ///
    /// # Errors
    /// If it is not a position.
    pub fn position(&self) -> Result<Position, PositionError> {
        self.claim.to_position()
    }

    /// The certificate as text.
    pub fn write(&self, frame: &ProofFrame) -> String {
        let mut text = self.body(frame);
        let crc32 = checksum(&text);
        text.push_str(&serde_json::to_string(&Tail { crc32 }).unwrap_or_default());
        text.push('\n');
        text
    }

    /// The checksum in the last line that [`Certificate::write`] writes. A file with the same
    /// entries in another order has a different checksum.
    pub fn checksum(&self) -> String {
        let frame = self.position().map(|position| ProofFrame::of(&position));
        checksum(&frame.map(|frame| self.body(&frame)).unwrap_or_default())
    }

    /// All lines but the last.
    fn body(&self, frame: &ProofFrame) -> String {
        let head = CertificateHead {
            tengen_certificate: VERSION,
            claim: self.claim.clone(),
            stones: self.stones,
            entries: self.entries.len(),
            is_complete: self.is_complete,
        };
        let mut text = serde_json::to_string(&head).unwrap_or_default();
        text.push('\n');
        for (key, &play) in &self.entries {
            let (key, play) = (frame.write(key), notation::name(play, frame.size()));
            text.push_str(&format!("[\"{key}\",\"{play}\"]\n"));
        }
        text
    }

    /// Reads a certificate. Whether it holds is for the checker to decide.
    ///
    /// # Errors
    /// With the first line that does not fit the format.
    pub fn read(text: &str) -> Result<Self, CertificateError> {
        if text.starts_with("{\"tengen_full\"") {
            return Err(CertificateError::Full);
        }
        if !Self::begins(text.as_bytes()) {
            let seen = excerpt(text.lines().next().unwrap_or_default(), 20);
            return Err(CertificateError::Foreign { seen });
        }
        let body = text.strip_suffix('\n').unwrap_or(text);
        let start = body.rfind('\n').map_or(0, |end| end + 1);
        let (body, tail) = text.split_at(start);
        let tail: Tail = serde_json::from_str(tail).map_err(|_| CertificateError::Cut)?;
        if tail.crc32 != checksum(body) {
            let (seen, expected) = (tail.crc32, checksum(body));
            return Err(CertificateError::Value { what: "crc32", seen, expected });
        }
        let mut lines = (1..).zip(body.lines());
        let (line, head) = lines.next().unwrap_or((1, ""));
        let head: CertificateHead = parse(head, line, "the head of a certificate")?;
        value("tengen_certificate", head.tengen_certificate, VERSION)?;
        let position = head.claim.to_position().map_err(CertificateError::Position)?;
        let frame = ProofFrame::of(&position);
        let mut entries = BTreeMap::new();
        for (line, text) in lines {
            let (key, play) = entry(text, line, &frame)?;
            entries.insert(key, play);
        }
        value("entries", head.entries, entries.len())?;
        let CertificateHead { claim, stones, is_complete, .. } = head;
        Ok(Self { claim, stones, is_complete, entries })
    }
}

fn parse<T: DeserializeOwned>(
    text: &str,
    line: usize,
    expected: &'static str,
) -> Result<T, CertificateError> {
    json::parse(text).map_err(|error| CertificateError::Line { line, expected, error })
}

fn entry(
    text: &str,
    line: usize,
    frame: &ProofFrame,
) -> Result<(ProofKey, Coord), CertificateError> {
    let expected = r#"an entry like ["h8/h9","g10"]"#;
    let (key, play): (String, String) = parse(text, line, expected)?;
    let key = frame.read(&key).map_err(|error| CertificateError::Key { line, error })?;
    let play = notation::parse(&play, frame.size());
    Ok((key, play.map_err(|error| CertificateError::Point { line, error })?))
}

fn value<T: PartialEq + ToString>(
    what: &'static str,
    seen: T,
    expected: T,
) -> Result<(), CertificateError> {
    if seen == expected {
        return Ok(());
    }
    let (seen, expected) = (seen.to_string(), expected.to_string());
    Err(CertificateError::Value { what, seen, expected })
}

fn checksum(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}
