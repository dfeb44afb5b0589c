//! A picture of a search: the board after the attacker's first move, and for each reply whether it
//! is proved or the remaining cost of its proof.

use maud::{Markup, PreEscaped, html};

use super::extract;
use super::graph::{LOST, ProofGraph, ProofNodeId};
use tengen_engine::board::{Position, Symmetry, notation};
use tengen_engine::types::{Color, Coord, Stone};
use tengen_util::svg::{line, pixel, text};

/// The distance between two lines, and the margin, in pixels.
const CELL: f64 = 34.0;
const MARGIN: f64 = 40.0;
/// Space for the legend.
const LEGEND: f64 = 46.0;

const STYLE: &str = "text{font:11px sans-serif;text-anchor:middle;dominant-baseline:central;fill:#222}
.grid{stroke:#8a7a55;stroke-width:1}.board{fill:#e8d7a8}.black{fill:#111}.white{fill:#fff;stroke:#333}
.proved{fill:#2c8a4b}.lost{fill:#b03030}.open{fill:#c98a2b}.done{fill:#fff;font-weight:bold}
.legend{font-size:13px;text-anchor:start}";

/// The picture as SVG, with a line of text below the board.
pub fn draw(graph: &ProofGraph, legend: &str) -> String {
    let size = graph.frame().size();
    let width = MARGIN * 2.0 + CELL * f64::from(size.width() - 1);
    let height = MARGIN * 2.0 + CELL * f64::from(size.height() - 1);
    let id = extract::first_defense(graph).unwrap_or(ProofGraph::ROOT);
    let position = graph.frame().position(&graph.node(id).key);
    let view = format!("0 0 {} {}", pixel(width), pixel(height + LEGEND));
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(view) {
            style { (PreEscaped(STYLE)) }
            rect class="board" width=(pixel(width)) height=(pixel(height)) {}
            (grid(&position))
            @for coord in size.coords() { (cell(graph, id, &position, coord)) }
            (text("legend", (MARGIN, height + LEGEND / 2.0), legend))
        }
    };
    picture.into_string() + "\n"
}

fn at(coord: Coord) -> (f64, f64) {
    (MARGIN + CELL * f64::from(coord.x), MARGIN + CELL * f64::from(coord.y))
}

fn grid(position: &Position) -> Markup {
    let size = position.size();
    let (right, bottom) = (size.width() - 1, size.height() - 1);
    let name = |x, y| notation::name(Coord::new(x, y), size);
    let letters = |name: String| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let digits = |name: String| name.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
    html! {
        @for x in 0..size.width() {
            (line("grid", at(Coord::new(x, 0)), at(Coord::new(x, bottom))))
            (text("", (at(Coord::new(x, 0)).0, at(Coord::new(0, bottom)).1 + 26.0), letters(name(x, 0))))
        }
        @for y in 0..size.height() {
            (line("grid", at(Coord::new(0, y)), at(Coord::new(right, y))))
            (text("", (14.0, at(Coord::new(0, y)).1), digits(name(0, y))))
        }
    }
}

fn cell(graph: &ProofGraph, id: ProofNodeId, position: &Position, coord: Coord) -> Markup {
    let center = at(coord);
    let disc = |class: &str, radius: f64| {
        html! { circle class=(class) cx=(pixel(center.0)) cy=(pixel(center.1)) r=(pixel(radius)) {} }
    };
    match position.stone_at(coord).map(Stone::color) {
        Some(Some(Color::Black)) => return disc("black", 14.0),
        Some(Some(Color::White)) => return disc("white", 14.0),
        Some(None) => return disc("grid", 14.0),
        None => {}
    }
    match reply_cost(graph, id, position, coord) {
        None => html! {},
        Some(0) => disc("proved", 10.0),
        Some(LOST) => disc("lost", 10.0),
        Some(cost) => html! { (disc("open", 13.0)) (text("done", center, cost.min(99_999))) },
    }
}

/// The cost behind a reply; 0 for one that threats refute, `None` before anything is known.
fn reply_cost(
    graph: &ProofGraph,
    id: ProofNodeId,
    position: &Position,
    coord: Coord,
) -> Option<u32> {
    let node = graph.node(id);
    if node.children.is_empty() && node.cost != 0 {
        return None;
    }
    let (key, _): (_, Symmetry) = graph.frame().after(position, coord);
    let child = node.children.iter().find(|&&(_, child)| graph.node(child).key == key);
    Some(child.map_or(0, |&(_, child)| graph.node(child).cost))
}
