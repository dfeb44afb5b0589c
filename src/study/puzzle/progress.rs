//! What a person has solved: one line of JSON for each attempt, so that a file of them only grows.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use tengen_util::journal_file::whole_lines;
use thiserror::Error;

/// An attempt at a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The puzzle's name.
    pub puzzle: String,
    /// Whether it was solved.
    pub solved: bool,
    /// How many moves were wrong, or left undecided a win that was to be found.
    pub wrong: usize,
    /// How many hints were given.
    pub hints: usize,
    /// Whether the solution was shown; a line from before this key does not say so.
    #[serde(default)]
    pub shown: bool,
    /// How long it took.
    pub seconds: u64,
    /// When it ended, UTC.
    pub date: String,
}

impl Attempt {
    /// The attempt as one line.
    pub fn line(&self) -> String {
        // Plain numbers and text: serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Whether it was solved without a wrong move or a hint.
    pub fn is_clean(&self) -> bool {
        self.solved && self.wrong == 0 && self.hints == 0
    }

    /// How it ended.
    pub fn outcome(&self) -> Outcome {
        match (self.solved, self.hints) {
            (true, 0) => Outcome::Solved,
            (true, _) => Outcome::WithHints,
            (false, _) if self.shown => Outcome::Shown,
            (false, _) => Outcome::Unsolved,
        }
    }
}

/// How an attempt ended, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Solved without help; there may have been wrong moves.
    Solved,
    /// Solved with hints.
    WithHints,
    /// The solution was shown.
    Shown,
    /// Given up.
    Unsolved,
}

/// How many puzzles ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeCounts([usize; 4]);

impl OutcomeCounts {
    pub fn add(&mut self, outcome: Outcome) {
        self.0[outcome as usize] += 1;
    }

    /// How many there are.
    pub fn total(&self) -> usize {
        self.0.iter().sum()
    }
}

impl fmt::Display for OutcomeCounts {
    /// `solved without help: 2, with hints: 1, solution shown: 0, not solved: 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [solved, hints, shown, unsolved] = self.0;
        write!(
            f,
            "solved without help: {solved}, with hints: {hints}, solution shown: {shown}, not \
             solved: {unsolved}"
        )
    }
}

/// A line that is no attempt.
#[derive(Debug, Error)]
#[error("line {line}: {error}; expected the attempts at puzzles")]
pub struct ProgressError {
    /// The line, from 1.
    pub line: usize,
    pub error: serde_json::Error,
}

/// The attempts so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleProgress {
    attempts: HashMap<String, Vec<Attempt>>,
}

impl PuzzleProgress {
    /// Reads the lines, and the length of the part that is sound: a last line without its end was
    /// being written when the program ended.
    ///
    /// # Errors
    /// If a line is something else.
    pub fn read(text: &str) -> Result<(Self, usize), ProgressError> {
        let whole = whole_lines(text.as_bytes()).len();
        let mut progress = Self::default();
        for (line, content) in (1..).zip(text[..whole].lines()) {
            let attempt = serde_json::from_str(content);
            progress.add(attempt.map_err(|error| ProgressError { line, error })?);
        }
        Ok((progress, whole))
    }

    pub fn add(&mut self, attempt: Attempt) {
        self.attempts.entry(attempt.puzzle.clone()).or_default().push(attempt);
    }

    /// Whether the last attempt at a puzzle was clean: it need not be shown again.
    pub fn is_mastered(&self, puzzle: &str) -> bool {
        let last = self.attempts.get(puzzle).and_then(|attempts| attempts.last());
        last.is_some_and(Attempt::is_clean)
    }

    /// How many puzzles are mastered.
    pub fn mastered(&self) -> usize {
        self.attempts.keys().filter(|puzzle| self.is_mastered(puzzle)).count()
    }

    /// How many puzzles ended how, each by its best attempt.
    pub fn counts(&self) -> OutcomeCounts {
        let mut counts = OutcomeCounts::default();
        let best = self.attempts.values().map(|all| all.iter().map(Attempt::outcome).min());
        best.flatten().for_each(|outcome| counts.add(outcome));
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::HINTS;

    #[test]
    fn the_last_attempt_counts_and_a_torn_line_is_left_out() {
        let attempt = |puzzle: &str, wrong| Attempt {
            puzzle: puzzle.to_owned(),
            solved: true,
            wrong,
            hints: 0,
            shown: false,
            seconds: 9,
            date: "2026-11-28 12:00:00".to_owned(),
        };
        let lines = attempt("a", 1).line() + &attempt("a", 0).line() + &attempt("b", 2).line();
        let (progress, sound) = PuzzleProgress::read(&format!("{lines}{{\"puzz")).unwrap();
        assert_eq!(sound, lines.len());
        assert_eq!((progress.counts().total(), progress.mastered()), (2, 1));
        assert!(progress.is_mastered("a") && !progress.is_mastered("b"));
        let shown = Attempt { solved: false, shown: true, ..attempt("c", 0) };
        let helped = Attempt { hints: 1, ..attempt("d", 0) };
        let lines = lines + &shown.line() + &helped.line() + &attempt("c", 3).line();
        let (progress, _) = PuzzleProgress::read(&lines).unwrap();
        let expected = "solved without help: 3, with hints: 1, solution shown: 0, not solved: 0";
        assert_eq!(progress.counts().to_string(), expected);
        // All hints are no solution; an old line does not say whether that was shown.
        let hints = Attempt { solved: false, hints: HINTS, ..attempt("e", 0) };
        assert_eq!((shown.outcome(), hints.outcome()), (Outcome::Shown, Outcome::Unsolved));
        let old = hints.line().replace(r#""shown":false,"#, "");
        assert_eq!(serde_json::from_str::<Attempt>(&old).ok(), Some(hints));
        let error = PuzzleProgress::read("1\n").unwrap_err().to_string();
        assert!(
            error.starts_with("line 1: ") && error.contains("expected the attempts"),
            "{error}"
        );
    }
}
