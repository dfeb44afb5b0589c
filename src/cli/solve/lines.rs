//! The lines of output: answers as JSON.

use std::time::Duration;

use serde::Serialize;

use tengen_engine::board::Position;
use tengen_engine::threats::first_moves::{Defending, Winning};
use tengen_engine::threats::{SolveResult, TaskResult, WinTree, longest_line};
use tengen_engine::types::Coord;
use tengen_records::book::known_moves::{BOOK, kind_name};
use tengen_records::book::proof::BookProof;

/// The answer to one position.
#[derive(Serialize)]
pub(super) struct SolveLine {
    result: &'static str,
    kind: &'static str,
    plies: usize,
    line: Vec<[u8; 2]>,
    nodes: u64,
    time_ms: u64,
    /// In microseconds: many wins are found in less than a millisecond.
    time_us: u64,
    /// The part of `time_us` that verification took.
    check_us: u64,
}

impl SolveLine {
    /// The line of a result.
    pub(super) fn new(position: &Position, outcome: &TaskResult) -> Self {
        let tree = outcome.tree.as_ref();
        let line = tree.map_or_else(Vec::new, |tree| longest_line(position, tree));
        Self {
            result: outcome.result.name(),
            kind: outcome.kind.name(),
            plies: tree.map_or(0, WinTree::plies),
            line: pairs(line),
            nodes: outcome.nodes,
            time_ms: outcome.time.as_millis() as u64,
            time_us: outcome.time.as_micros() as u64,
            check_us: outcome.checking.as_micros() as u64,
        }
    }

    /// The line of what the book proves: its kind is `book`, the result `win`, `loss` or `draw`,
    /// and `plies` is 0 if the book does not contain the length.
    pub(super) fn of_book(proof: &BookProof) -> Self {
        Self {
            result: proof.label.name(),
            kind: BOOK,
            plies: proof.plies.unwrap_or(0),
            line: pairs(proof.line.clone()),
            nodes: 0,
            time_ms: 0,
            time_us: 0,
            check_us: 0,
        }
    }
}

/// The answer to `--all`.
#[derive(Serialize)]
pub(super) struct WinningLine {
    result: &'static str,
    kind: &'static str,
    moves: Vec<FirstMove>,
    /// Moves that a limit left undecided.
    unknown: Vec<[u8; 2]>,
    nodes: u64,
    time_ms: u64,
}

/// A first move that wins.
#[derive(Serialize)]
struct FirstMove {
    x: u8,
    y: u8,
    plies: usize,
}

impl WinningLine {
    /// The line of an answer that took `time`.
    pub(super) fn new(answer: Winning, time: Duration) -> Self {
        let first_move =
            |(coord, plies): (Coord, usize)| FirstMove { x: coord.x, y: coord.y, plies };
        Self {
            result: answer.result.name(),
            kind: kind_name(&answer),
            moves: answer.moves.into_iter().map(first_move).collect(),
            unknown: pairs(answer.unknown),
            nodes: answer.nodes,
            time_ms: time.as_millis() as u64,
        }
    }

    /// The line if the book proves that no move wins.
    pub(super) fn of_book(proof: &BookProof) -> Self {
        let (moves, unknown) = (Vec::new(), Vec::new());
        Self { result: proof.label.name(), kind: BOOK, moves, unknown, nodes: 0, time_ms: 0 }
    }
}

/// The answer to `--defend`.
#[derive(Serialize)]
pub(super) struct DefendingLine {
    /// `win`: the opponent threatens a forced win.
    threat: &'static str,
    kind: &'static str,
    plies: usize,
    line: Vec<[u8; 2]>,
    /// Moves after which the opponent has no forced win of the requested kinds.
    moves: Vec<[u8; 2]>,
    /// Moves that a limit left undecided.
    unknown: Vec<[u8; 2]>,
    nodes: u64,
    time_ms: u64,
}

impl DefendingLine {
    /// The line of an answer that took `time`.
    pub(super) fn new(answer: Defending, time: Duration) -> Self {
        Self {
            threat: answer.threat.name(),
            kind: answer.kind.name(),
            plies: answer.plies,
            line: pairs(answer.line),
            moves: pairs(answer.moves),
            unknown: pairs(answer.unknown),
            nodes: answer.nodes,
            time_ms: time.as_millis() as u64,
        }
    }
}

impl DefendingLine {
    /// The line if the book proves that no move defends.
    pub(super) fn of_book(proof: &BookProof) -> Self {
        Self {
            threat: SolveResult::Win.name(),
            kind: BOOK,
            plies: proof.plies.unwrap_or(0),
            line: pairs(proof.line.clone()),
            moves: Vec::new(),
            unknown: Vec::new(),
            nodes: 0,
            time_ms: 0,
        }
    }
}

fn pairs(coords: Vec<Coord>) -> Vec<[u8; 2]> {
    coords.into_iter().map(|coord| [coord.x, coord.y]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::threats::{SolveBudget, Task, ThreatKind, Watch};
    use tengen_records::positions;

    fn solved(line: &str, kinds: &[ThreatKind]) -> String {
        let budget = SolveBudget { nodes: Some(1_000_000), ..SolveBudget::default() };
        let task = Task { kinds, budget, threads: 1, deadline: None };
        let position = positions::parse(line).unwrap();
        let outcome = task.solve(&position, &Watch::default());
        let line = serde_json::to_string(&SolveLine {
            nodes: 0,
            time_ms: 0,
            time_us: 0,
            check_us: 0,
            ..SolveLine::new(&position, &outcome)
        });
        line.unwrap()
    }

    #[test]
    fn solve_reports_games_that_are_over_and_boards_that_are_too_large() {
        let over = r#"{"size":9,"black":[[0,0],[1,0],[2,0],[3,0],[4,0]],"white":[[0,1],[1,1],[2,1],[3,1]]}"#;
        let large = r#"{"size":23,"black":[[3,4],[4,4],[5,4]],"white":[[0,0],[8,0],[0,8]]}"#;
        for (line, result) in [(over, "over"), (large, "too-large")] {
            assert!(
                solved(line, &[ThreatKind::Vcf, ThreatKind::Vct])
                    .starts_with(&format!(r#"{{"result":"{result}""#))
            );
        }
    }

    #[test]
    fn solve_reports_a_win_with_its_line_and_none_without() {
        let three = r#"{"rule":"freestyle","size":9,"black":[[3,4],[4,4],[5,4]],"white":[[0,0],[8,0],[0,8]]}"#;
        let line = solved(three, &[ThreatKind::Vcf]);
        assert!(line.starts_with(r#"{"result":"win","kind":"vcf","plies":3,"line":[["#), "{line}");
        assert_eq!(line.matches("],[").count(), 2);
        let empty = r#"{"size":9,"moves":[[4,4]]}"#;
        let none = r#"{"result":"none","kind":"vct","plies":0,"line":[],"nodes":0,"time_ms":0,"time_us":0,"check_us":0}"#;
        assert_eq!(solved(empty, &[ThreatKind::Vcf, ThreatKind::Vct]), none);
    }
}
