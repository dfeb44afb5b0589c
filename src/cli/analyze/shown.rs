//! An analysis for people: the board with the best line numbered, and the lines in words.

use std::fmt::Write;

use tengen_boards::board::{Marks, numbered, plain};
use tengen_engine::board::Position;
use tengen_engine::board::notation::name;
use tengen_engine::engine::Engine;
use tengen_engine::search::{DepthLines, Event, Iteration, Limits, Listener, StopFlag};
use tengen_engine::types::{BoardSize, Coord};
use tengen_records::GameOutcome;
use tengen_util::count::{counted, moves_of};
use tengen_util::sentence::sentence;

/// A game that is over.
pub(super) fn over(position: &Position, outcome: &GameOutcome) -> String {
    format!("{}{}\n\n", plain(position, &Marks::default()), sentence(&outcome.to_string()))
}

/// Searches a position.
pub(super) fn analysis(engine: &mut Engine, position: &Position, limits: &Limits) -> String {
    let mut found = Collector::default();
    let choice = engine.think(position, limits, &StopFlag::new(), &mut found);
    let (size, is_proved) = (position.size(), found.0.is_proved());
    let mut lines = found.0.into_lines();
    if lines.is_empty() {
        lines.push(choice.as_line());
    }
    let best = lines.first().map_or(&[][..], |line| &line.pv);
    let mut text = numbered(position, best);
    let effort = match lines[0].nodes.max(choice.nodes) {
        // An analysis takes from the book what the book proves.
        0 if is_proved => "from the book".to_owned(),
        nodes => {
            let Iteration { depth, selective_depth, .. } = lines[0];
            format!("depth {depth}/{selective_depth}, {}", counted(nodes, "node"))
        }
    };
    let _ = writeln!(text, "{} to move, {effort}", position.to_move());
    for (number, line) in (1..).zip(&lines) {
        let proved = if is_proved { ", proved" } else { "" };
        let _ = writeln!(text, "{number}. {}", told(line, proved, size));
    }
    text + "\n"
}

#[derive(Default)]
struct Collector(DepthLines);

impl Listener for Collector {
    fn hear(&mut self, event: &Event) {
        self.0.take(event);
    }
}

/// `g8 wins in 3 moves, proved: g8 h8 …`, or `g8, win chance 54 %: g8 h8 …`.
fn told(line: &Iteration, proved: &str, size: BoardSize) -> String {
    let names = |moves: &[Coord]| {
        let names: Vec<String> = moves.iter().map(|&coord| name(coord, size)).collect();
        names.join(" ")
    };
    let first = names(&line.pv[..line.pv.len().min(1)]);
    let worth = match line.score.mate_plies() {
        Some(plies) => {
            let ends = if plies > 0 { "wins" } else { "loses" };
            format!(" {ends} in {}{proved}", moves_of(plies.unsigned_abs() as usize))
        }
        None => format!(", win chance {:.0} %", 100.0 * line.score.win_rate()),
    };
    format!("{first}{worth}: {}", names(&line.pv))
}
