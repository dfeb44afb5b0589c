//! The raw dialogue with one player, with times, for debugging.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Who sent a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The arena.
    Manager,
    /// The player, on stdout.
    Player,
    /// The player, on stderr.
    Stderr,
    /// A remark of the arena, not part of the dialogue.
    Remark,
}

impl Speaker {
    const fn sign(self) -> char {
        match self {
            Speaker::Manager => '>',
            Speaker::Player => '<',
            Speaker::Stderr => '!',
            Speaker::Remark => '#',
        }
    }
}

/// One line of the dialogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptLine {
    /// Milliseconds since the dialogue began.
    pub at_ms: u64,
    /// Who sent it.
    pub speaker: Speaker,
    /// The line without its end.
    pub text: String,
}

#[derive(Debug)]
struct Inner {
    began: Instant,
    entries: Vec<TranscriptLine>,
}

/// A dialogue that several threads write to. Clones share the lines. The first
/// [`Transcript::MAX_LINES`] lines are stored.
#[derive(Clone, Debug)]
pub struct Transcript(Arc<Mutex<Inner>>);

impl Transcript {
    /// Lines that are stored; later ones are dropped.
    pub(crate) const MAX_LINES: usize = 50_000;

    /// An empty dialogue that begins now.
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new(Inner { began: Instant::now(), entries: Vec::new() })))
    }

    /// Starts over, for a process that plays its next game.
    pub fn clear(&self) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *inner = Inner { began: Instant::now(), entries: Vec::new() };
    }

    /// Adds a line that was sent or received at `at`.
    pub fn add(&self, at: Instant, speaker: Speaker, text: &str) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if inner.entries.len() >= Self::MAX_LINES {
            return;
        }
        let since = at.saturating_duration_since(inner.began);
        let at_ms = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
        inner.entries.push(TranscriptLine { at_ms, speaker, text: text.trim_end().to_owned() });
    }

    /// Adds every line of a command block.
    pub(crate) fn add_lines(&self, speaker: Speaker, block: &str) {
        let now = Instant::now();
        block.lines().for_each(|line| self.add(now, speaker, line));
    }

    /// The lines so far.
    pub fn entries(&self) -> Vec<TranscriptLine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).entries.clone()
    }

    /// The first line of a speaker.
    pub(crate) fn first_of(&self, speaker: Speaker) -> Option<String> {
        let inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        inner.entries.iter().find(|line| line.speaker == speaker).map(|line| line.text.clone())
    }

    /// The whole dialogue as text: time in seconds, `>` to the player, `<` from the player, `!` its
    /// stderr, `#` a remark.
    #[cfg(test)]
    pub(crate) fn to_text(&self) -> String {
        entries_to_text(&self.entries())
    }
}

impl Default for Transcript {
    fn default() -> Self {
        Self::new()
    }
}

/// Lines of a dialogue as text: time in seconds, `>` to the player, `<` from the player, `!` its
/// stderr, `#` a remark.
pub(crate) fn entries_to_text(entries: &[TranscriptLine]) -> String {
    let mut text = String::new();
    for TranscriptLine { at_ms, speaker, text: line } in entries {
        let (seconds, millis) = (at_ms / 1000, at_ms % 1000);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{seconds:>6}.{millis:03} {} {line}", speaker.sign());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transcript_text_has_a_sign_for_every_speaker() {
        let transcript = Transcript::new();
        transcript.add_lines(Speaker::Manager, "BOARD\r\nDONE\r\n");
        transcript.add(Instant::now(), Speaker::Player, "7,7");
        let text = transcript.to_text();
        let ends: Vec<&str> = text.lines().map(|line| &line[11..]).collect();
        assert_eq!(ends, ["> BOARD", "> DONE", "< 7,7"]);
    }
}
