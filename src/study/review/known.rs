//! What a review has found about positions. A review that is continued, or another one of the same
//! game, does not search them again. The searches can be written as lines and read again; proofs are
//! not, nor are searches that saw the end of the game: what a file claims is no proof. A search of a
//! file whose value or line is impossible is made again.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::cost::Cost;
use tengen_engine::board::{Position, notation};
use tengen_engine::threats::{ForcedWin, SolveResult};
use tengen_engine::types::{Coord, Score, Stone};
use tengen_util::journal_file::whole_lines;

/// The format of the lines. A program that searches otherwise has another number.
const FORMAT: &str = concat!("tengen-review-1 ", env!("CARGO_PKG_VERSION"));
/// Positions that are remembered: those of dozens of games.
const MOST: usize = 20_000;

/// A search of a position by a number of nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Searched {
    /// The format and the version of the program.
    format: String,
    /// What searched: see [`fingerprint`](super::fingerprint).
    engine: String,
    /// The position in words.
    position: String,
    nodes: u64,
    /// The value for the side to move.
    score: i32,
    /// The best line: zero-based points.
    line: Vec<[u8; 2]>,
}

/// A line that is no search of this program.
#[derive(Debug, Error)]
pub enum SearchedError {
    /// Not what a review writes.
    #[error("line {line}: {error}; expected a file that `--resume` has written")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// Of another version of the program.
    #[error("line {line}: written by {seen}, expected {expected}")]
    Program {
        /// The line, from 1.
        line: usize,
        /// The program of the line.
        seen: String,
        /// This program.
        expected: String,
    },
    /// Of an engine with other settings.
    #[error("line {line}: searched by {seen}, expected {expected}")]
    Engine {
        /// The line, from 1.
        line: usize,
        /// The engine of the line.
        seen: String,
        /// This engine.
        expected: String,
    },
}

impl Searched {
    /// The search as one line.
    pub fn line(&self) -> String {
        // Plain numbers and text: serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// What a proof attempt has found.
#[derive(Clone, Debug)]
pub(super) struct ProofAttempt {
    /// How it ended.
    pub result: SolveResult,
    /// The win.
    pub win: Option<ForcedWin>,
}

/// A search's value and line.
pub(super) type ValueAndLine = (Score, Vec<Coord>);

/// The findings about positions.
#[derive(Clone, Debug, Default)]
pub struct KnownSearches {
    engine: String,
    /// Those of a file: they are never dropped.
    read: HashMap<(String, Cost), ValueAndLine>,
    searches: HashMap<(String, Cost), ValueAndLine>,
    solved: HashMap<(String, Cost), ProofAttempt>,
}

impl KnownSearches {
    /// Nothing is known yet. `engine` says what searches, with all that the searches depend on.
    pub fn new(engine: &str) -> Self {
        Self { engine: engine.to_owned(), ..Self::default() }
    }

    /// Adds the searches of a text, and returns the length of the part that is sound: a last line
    /// without its end was being written when the program ended.
    ///
    /// # Errors
    /// If a line is something else.
    pub fn read(&mut self, text: &str) -> Result<usize, SearchedError> {
        let whole = whole_lines(text.as_bytes()).len();
        for (line, content) in (1..).zip(text[..whole].lines()) {
            let searched: Searched = serde_json::from_str(content)
                .map_err(|error| SearchedError::Line { line, error })?;
            if searched.format != FORMAT {
                let (seen, expected) = (searched.format, FORMAT.to_owned());
                return Err(SearchedError::Program { line, seen, expected });
            }
            if searched.engine != self.engine {
                let (seen, expected) = (searched.engine, self.engine.clone());
                return Err(SearchedError::Engine { line, seen, expected });
            }
            if is_claim(searched.score) {
                continue;
            }
            let points = searched.line.iter().map(|&[x, y]| Coord::new(x, y)).collect();
            let key = (searched.position, Cost::of_nodes(searched.nodes));
            self.read.insert(key, (Score(searched.score), points));
        }
        Ok(whole)
    }

    /// Adds what another review has found.
    pub(crate) fn merge(&mut self, other: Self) {
        self.read.extend(other.read);
        join(&mut self.searches, other.searches);
        join(&mut self.solved, other.solved);
    }

    pub(super) fn search(&self, position: &Position, cost: Cost) -> Option<ValueAndLine> {
        let key = (in_words(position), cost);
        let of_file = || self.read.get(&key).filter(|(_, line)| can_be_played(position, line));
        self.searches.get(&key).or_else(of_file).cloned()
    }

    /// Notes a search; returns what can be written of it.
    pub(super) fn note(
        &mut self,
        position: &Position,
        cost: Cost,
        found: ValueAndLine,
    ) -> Option<Searched> {
        if self.searches.len() >= MOST {
            self.searches.clear();
        }
        let words = in_words(position);
        let is_kept = cost.time.is_none() && !is_claim(found.0.0);
        let searched = cost.nodes.filter(|_| is_kept).map(|nodes| Searched {
            format: FORMAT.to_owned(),
            engine: self.engine.clone(),
            position: words.clone(),
            nodes,
            score: found.0.0,
            line: found.1.iter().map(|coord| [coord.x, coord.y]).collect(),
        });
        self.searches.insert((words, cost), found);
        searched
    }

    pub(super) fn solved(&self, position: &Position, cost: Cost) -> Option<ProofAttempt> {
        self.solved.get(&(in_words(position), cost)).cloned()
    }

    pub(super) fn note_solved(&mut self, position: &Position, cost: Cost, solved: ProofAttempt) {
        if self.solved.len() >= MOST {
            self.solved.clear();
        }
        self.solved.insert((in_words(position), cost), solved);
    }
}

/// Whether a value says that the game is decided, which no file proves; or it is no value at all.
fn is_claim(score: i32) -> bool {
    score.unsigned_abs() > Score::MAX_EVAL.unsigned_abs()
}

fn can_be_played(position: &Position, line: &[Coord]) -> bool {
    let mut position = position.clone();
    line.iter().all(|&point| position.play(point).is_ok())
}

/// Rule, board, side to move and the stones in their order, on which the search depends.
fn in_words(position: &Position) -> String {
    let (rule, size) = (position.rule().name(), position.size());
    let to_move = position.to_move();
    let mut words = format!("{rule} {size} {to_move}");
    for &(coord, stone) in position.stones() {
        let sign = match stone {
            Stone::Black => '+',
            Stone::White => '-',
            Stone::Blocked => '#',
        };
        // Writing to a string cannot fail.
        let _ = write!(words, " {sign}{}", notation::name(coord, size));
    }
    words
}

/// Adds what is newer, which stays alone where both are too many.
fn join<T>(all: &mut HashMap<(String, Cost), T>, newer: HashMap<(String, Cost), T>) {
    let others = all.keys().filter(|key| !newer.contains_key(key)).count();
    if others + newer.len() > MOST {
        all.clear();
    }
    all.extend(newer);
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::{BoardSize, Color, Rule};

    #[test]
    fn searches_are_read_as_they_were_written_and_a_torn_line_is_left_out() {
        let mut position = Position::new(Rule::Renju, BoardSize::square(15).unwrap());
        position.play(Coord::new(7, 7)).unwrap();
        let cost = Cost::of_nodes(900);
        let found = (Score(-31), vec![Coord::new(8, 6), Coord::new(0, 14)]);
        let line = KnownSearches::new("w").note(&position, cost, found.clone()).unwrap().line();
        let mut known = KnownSearches::new("w");
        let torn = format!("{line}{}", &line[..line.len() / 2]);
        assert_eq!(known.read(&torn).unwrap(), line.len());
        assert_eq!(known.search(&position, cost), Some(found));
        assert_eq!(known.search(&position, Cost::of_nodes(901)), None);
        position.set_to_move(Color::Black);
        assert_eq!(known.search(&position, cost), None);
        let refused = |text: &str| KnownSearches::new("w").read(text).unwrap_err().to_string();
        assert!(refused("{\"a\":1}\n").starts_with("line 1: unknown field `a`"));
        let other = line.replace("\"w\"", "\"v\"");
        let error = refused(&format!("{line}{other}"));
        assert_eq!(error, "line 2: searched by v, expected w");
        let other = line.replace("tengen-review-1", "tengen-review-0");
        assert!(refused(&other).starts_with("line 1: written by tengen-review-0 "));
    }

    #[test]
    fn what_cannot_be_and_what_is_not_proved_is_searched_again() {
        let mut position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
        position.play(Coord::new(7, 7)).unwrap();
        let cost = Cost::of_nodes(900);
        let found = (Score(-31), vec![Coord::new(8, 6), Coord::new(0, 14)]);
        let line = KnownSearches::new("w").note(&position, cost, found).unwrap().line();
        let known = |line: &str| {
            let mut known = KnownSearches::new("w");
            assert_eq!(known.read(line).unwrap(), line.len());
            known.search(&position, cost).is_some()
        };
        assert!(known(&line));
        for points in ["[[99,6]]", "[[7,7]]", "[[8,6],[8,6]]"] {
            assert!(!known(&line.replace("[[8,6],[0,14]]", points)), "{points}");
        }
        for score in ["-2147483648", "2147483647", "29997", "-29996", "6001"] {
            assert!(!known(&line.replace("-31", score)), "{score}");
        }
        let mated = (Score(Score::win_in(3)), Vec::new());
        assert_eq!(KnownSearches::new("w").note(&position, cost, mated), None);
    }

    #[test]
    fn what_was_read_is_never_dropped() {
        let mut position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
        let cost = Cost::of_nodes(900);
        let found = (Score(1), vec![Coord::new(8, 6)]);
        let line = KnownSearches::new("w").note(&position, cost, found.clone()).unwrap().line();
        let mut known = KnownSearches::new("w");
        known.read(&line).unwrap();
        for nodes in 0..=MOST as u64 {
            known.note(&position, Cost::of_nodes(1000 + nodes), found.clone());
        }
        assert_eq!(known.search(&position, cost), Some(found));
        assert!(known.searches.len() <= MOST);
        position.pass();
        assert_eq!(known.search(&position, cost), None);
    }
}
