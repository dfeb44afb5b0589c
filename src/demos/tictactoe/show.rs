//! Draws the tree of the first plies with values and cut branches. Imports the searches and
//! `trace`.

use std::io::{self, Write};

use super::{TicTacToe, TicTacToeCell, TicTacToeMark};
use crate::ask::grouped;
use crate::game::Player;
use crate::method::{Method, search};
use crate::settings::SearchSettings;
use crate::trace::{Recorder, TraceNode, draw};

/// Searches the empty board and writes the first `plies` plies of the visited tree.
///
/// # Errors
/// If writing fails.
pub fn write_trace(
    plies: usize,
    method: Method,
    settings: SearchSettings,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut recorder = Recorder::new(plies);
    search(&mut TicTacToe::default(), method, settings, &mut recorder);
    writeln!(output, "Values in the view of ×: +1 × wins, 0 draw, -1 ○ wins; ≤ and ≥ where the")?;
    writeln!(output, "search needed no more than a bound. In parentheses: nodes visited below.\n")?;
    match recorder.into_root() {
        Some(root) => draw(&root, output, &label, &cut),
        None => Ok(()),
    }
}

fn label(node: &TraceNode<TicTacToeCell>) -> String {
    let below = match node.nodes - 1 {
        0 => String::new(),
        more => format!("  ({})", grouped(more)),
    };
    match node.via {
        None => format!("value {}{below}", value(node)),
        // The placed mark belongs to the player who is not to move now.
        Some(cell) => format!("{} {cell}: {}{below}", mark_of(!node.to_move), value(node)),
    }
}

/// No value is above a win: `≥+1` is +1.
fn value(node: &TraceNode<TicTacToeCell>) -> String {
    node.value_for_max().replace("≥+1", "+1").replace("≤-1", "-1")
}

fn cut(node: &TraceNode<TicTacToeCell>) -> String {
    let cells: Vec<String> = node.cut.iter().map(TicTacToeCell::to_string).collect();
    format!("{} {}: cut", mark_of(node.to_move), cells.join(" "))
}

fn mark_of(player: Player) -> TicTacToeMark {
    match player {
        Player::Max => TicTacToeMark::Cross,
        Player::Min => TicTacToeMark::Nought,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(plies: usize, method: Method, settings: SearchSettings) -> String {
        let mut output = Vec::new();
        write_trace(plies, method, settings, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn two_plies_of_minimax_are_the_root_nine_moves_and_their_answers() {
        let text = trace(2, Method::Minimax, SearchSettings::default());
        let lines: Vec<&str> = text.lines().skip(3).collect();
        assert_eq!(lines.len(), 1 + 9 + 72);
        assert_eq!(lines[0], "value 0  (549,945)");
        assert_eq!(lines[1], "├─ × 1: 0  (59,704)");
        // Only the center answers a corner.
        let held: Vec<_> = lines[2..10].iter().filter(|line| line.contains(": 0")).collect();
        assert_eq!(held.len(), 1);
        assert!(held[0].contains("○ 5"), "{text}");
        // The figures below add up: each move and what lies below it.
        let below = |line: &&str| line.split(['(', ')']).nth(1).unwrap().replace(',', "");
        let sum = |lines: &[&str]| lines.iter().map(|l| below(l).parse::<u64>().unwrap() + 1).sum();
        let answers: u64 = sum(&lines[2..10]);
        assert_eq!(answers, 59_704);
    }

    #[test]
    fn alpha_beta_shows_its_cuts_and_that_they_are_bounds() {
        let text = trace(2, Method::AlphaBeta, SearchSettings::default());
        assert!(text.contains(": cut"), "{text}");
        assert!(text.contains('≤'), "{text}");
        assert!(text.lines().count() < 3 + 1 + 9 + 72);
    }
}
