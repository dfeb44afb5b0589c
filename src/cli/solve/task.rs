//! The solution of one position: the request, the result, and its line of output.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::board::Position;
use crate::rules::reference;
use crate::threats::{Answer, SolveBudget, ThreatKind, Watch, WinTree, longest_line, prove};

/// The request for each position.
pub(super) struct Task<'a> {
    pub kinds: &'a [ThreatKind],
    pub budget: SolveBudget,
    pub threads: usize,
}

/// The result for a position.
pub(super) struct TaskResult {
    pub result: &'static str,
    pub kind: ThreatKind,
    pub tree: Option<WinTree>,
    pub nodes: u64,
    pub time: Duration,
    /// The part of `time` that the checker took.
    pub checking: Duration,
}

/// One line of output.
#[derive(Serialize)]
pub(super) struct TaskLine {
    result: &'static str,
    kind: &'static str,
    plies: usize,
    line: Vec<[u8; 2]>,
    nodes: u64,
    time_ms: u64,
    /// The same in microseconds: many wins are found in less than a millisecond.
    time_us: u64,
    /// The part of `time_us` that verification took.
    check_us: u64,
}

impl Task<'_> {
    /// Tries one kind after the other; a win counts only if it is verified.
    pub(super) fn solve(&self, position: &Position, watch: &Watch) -> TaskResult {
        let start = Instant::now();
        let mut outcome = TaskResult {
            result: match () {
                () if reference::winner(position).is_some() => "over",
                () if !position.size().is_fast() => "too-large",
                () => "unknown",
            },
            kind: self.kinds[0],
            tree: None,
            nodes: 0,
            time: Duration::ZERO,
            checking: Duration::ZERO,
        };
        let kinds = if outcome.result == "unknown" { self.kinds } else { &[] };
        for &kind in kinds {
            let solution = prove(position, kind, &self.budget, watch);
            outcome.kind = kind;
            outcome.nodes += solution.nodes;
            outcome.checking += solution.checking;
            (outcome.result, outcome.tree) = match solution.answer {
                Answer::Win(tree) => ("win", Some(tree)),
                Answer::None => ("none", None),
                Answer::Unknown => ("unknown", None),
            };
            if outcome.tree.is_some() {
                break;
            }
        }
        outcome.time = start.elapsed();
        outcome
    }
}

impl TaskResult {
    pub(super) fn line(&self, position: &Position) -> TaskLine {
        let line = self.tree.as_ref().map_or_else(Vec::new, |tree| longest_line(position, tree));
        TaskLine {
            result: self.result,
            kind: self.kind.name(),
            plies: self.tree.as_ref().map_or(0, WinTree::plies),
            line: line.into_iter().map(|coord| [coord.x, coord.y]).collect(),
            nodes: self.nodes,
            time_ms: self.time.as_millis() as u64,
            time_us: self.time.as_micros() as u64,
            check_us: self.checking.as_micros() as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::positions;

    fn solved(line: &str, kinds: &[ThreatKind]) -> String {
        let budget = SolveBudget { nodes: Some(1_000_000), ..SolveBudget::default() };
        let task = Task { kinds, budget, threads: 1 };
        let position = positions::parse(line).unwrap();
        let outcome = task.solve(&position, &Watch::default());
        let line = serde_json::to_string(&TaskLine {
            nodes: 0,
            time_ms: 0,
            time_us: 0,
            check_us: 0,
            ..outcome.line(&position)
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
