//! `tengen judge`: who has won, and which points are forbidden to black.
//!
//! One line of JSON in, one out. It uses the slow reference rules: other programs check themselves
//! with this command, and it supports boards of every size.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;

use super::json_lines::{Source, for_each_position, write_line};
use tengen_engine::board::Position;
use tengen_engine::rules::reference;
use tengen_engine::types::Color;

/// The answer to one position.
#[derive(Serialize)]
struct Verdict {
    winner: &'static str,
    line: Vec<[u8; 2]>,
    forbidden: Vec<Forbidden>,
    full: bool,
}

/// A point that black may not play on.
#[derive(Serialize)]
struct Forbidden {
    x: u8,
    y: u8,
    kind: &'static str,
}

/// Judges every position of the source.
///
/// # Errors
/// If the source cannot be read or stdout cannot be written.
pub fn run(source: &Source) -> Result<ExitCode> {
    for_each_position(source, answer)
}

fn answer(position: &Position, output: &mut dyn Write) -> io::Result<()> {
    write_line(&verdict(position), output)
}

fn verdict(position: &Position) -> Verdict {
    let (winner, line) = match reference::winner(position) {
        Some((Color::Black, line)) => ("black", line),
        Some((Color::White, line)) => ("white", line),
        None => ("none", Vec::new()),
    };
    Verdict {
        winner,
        line: line.into_iter().map(|coord| [coord.x, coord.y]).collect(),
        forbidden: reference::forbidden_points(position)
            .into_iter()
            .map(|(coord, kind)| Forbidden { x: coord.x, y: coord.y, kind: kind.name() })
            .collect(),
        full: position.is_full(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_records::positions;

    #[track_caller]
    fn assert_judged(line: &str, expected: &str) {
        let mut output = Vec::new();
        answer(&positions::parse(line).unwrap(), &mut output).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), format!("{expected}\n"));
    }

    #[test]
    fn judge_reports_a_win_with_its_line() {
        assert_judged(
            r#"{"rule":"caro","size":6,"black":[],"white":[[0,0],[1,1],[2,2],[3,3],[4,4]]}"#,
            r#"{"winner":"white","line":[[0,0],[1,1],[2,2],[3,3],[4,4]],"forbidden":[],"full":false}"#,
        );
    }

    #[test]
    fn judge_reports_forbidden_points_for_either_side_to_move() {
        let stones = r#""size":9,"black":[[4,2],[4,3],[2,4],[3,4]],"white":[],"to_move":"white""#;
        assert_judged(
            &format!(r#"{{"rule":4,{stones}}}"#),
            r#"{"winner":"none","line":[],"forbidden":[{"x":4,"y":4,"kind":"double-three"}],"full":false}"#,
        );
        assert_judged(
            &format!(r#"{{"rule":1,{stones}}}"#),
            r#"{"winner":"none","line":[],"forbidden":[],"full":false}"#,
        );
    }
}
