//! `tengen judge`: who has won, and which points are forbidden to black.
//!
//! One line of JSON in, one out. The first end of a game counts: stones after it change nothing, and
//! a stone on a forbidden point loses if it is the last move. Stones without order know fives alone.
//! It uses the slow reference rules: other programs check themselves
//! with this command, and it supports boards of every size.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;

use super::json_lines::{PositionSource, for_each_line, write_line};
use tengen_engine::rules::reference;
use tengen_engine::types::Color;
use tengen_records::PositionLine;

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
pub fn run(source: &PositionSource) -> Result<ExitCode> {
    for_each_line(source, answer)
}

fn answer(line: &PositionLine, output: &mut dyn Write) -> io::Result<()> {
    write_line(&verdict(line), output)
}

fn verdict(line: &PositionLine) -> Verdict {
    let (end, position) = (line.end(), &line.position);
    Verdict {
        winner: match end.outcome.winner() {
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
            None => "none",
        },
        line: end.line.into_iter().map(|coord| [coord.x, coord.y]).collect(),
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
    use tengen_engine::types::Rule;
    use tengen_records::positions;

    #[track_caller]
    fn assert_judged(line: &str, expected: &str) {
        let mut output = Vec::new();
        answer(&positions::parse_line(line, Rule::Freestyle).unwrap(), &mut output).unwrap();
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
    fn the_first_end_counts() {
        let moves = r#""h8","h9","i8","i9","j8","j9","k8","k9","l8","l9""#;
        assert_judged(
            &format!(r#"{{"rule":"freestyle","size":15,"moves":[{moves}]}}"#),
            r#"{"winner":"black","line":[[7,7],[8,7],[9,7],[10,7],[11,7]],"forbidden":[],"full":false}"#,
        );
        let foul = "1. e6 a1 2. e7 c1 3. d5 a3 4. c5 c3 5. e5";
        let judged = |rule: u8, moves: &str| {
            let mut output = Vec::new();
            let text = format!(r#"{{"rule":{rule},"size":9,"moves":"{moves}"}}"#);
            answer(&positions::parse_line(&text, Rule::Freestyle).unwrap(), &mut output).unwrap();
            String::from_utf8(output).unwrap()
        };
        assert!(judged(4, foul).starts_with(r#"{"winner":"white","line":[],"#));
        assert!(judged(1, foul).starts_with(r#"{"winner":"none""#));
        assert!(judged(4, &format!("{foul} a9")).starts_with(r#"{"winner":"none""#));
        assert!(judged(4, &format!("{foul} --")).starts_with(r#"{"winner":"none""#));
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
