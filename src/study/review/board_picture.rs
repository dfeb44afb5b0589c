//! A board as SVG: grid, coordinates, stones, and a line of numbered moves.

use maud::{Markup, html};

use tengen_engine::board::Position;
use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Color, Coord, Stone};
use tengen_util::svg::{self, pixel};

/// Distance between two grid lines in pixels.
const CELL: f64 = 24.0;
/// Space for the coordinates.
const MARGIN: f64 = 30.0;

/// A position with the last stone marked and future moves as numbered stones, the side to move
/// first. `played` is marked with a cross.
pub(super) fn picture(position: &Position, line: &[Coord], played: Option<Coord>) -> Markup {
    let size = position.size();
    let (width, height) = (extent(size.width()), extent(size.height()));
    let last = position.stones().last().map(|&(coord, _)| coord);
    let color_of = |index: usize| {
        if index.is_multiple_of(2) { position.to_move() } else { !position.to_move() }
    };
    html! {
        svg.board viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(label(position, line)) {
            rect.wood width=(width) height=(height) {}
            (grid(size))
            @for &(coord, stone) in position.stones() { (stone_at(coord, stone)) }
            @if let Some(last) = last {
                @let (x, y) = center(last);
                circle.last cx=(pixel(x)) cy=(pixel(y)) r="4" {}
            }
            @for (index, &coord) in line.iter().enumerate() {
                (stone_at(coord, color_of(index).into()))
                @let (x, y) = center(coord);
                (svg::text(number_class(color_of(index)), (x, y + 4.5), index + 1))
            }
            @if let Some(played) = played {
                @let (x, y) = center(played);
                path.played d=(format!("M{:.1} {:.1}l12 12m0 -12l-12 12", x - 6.0, y - 6.0)) {}
            }
        }
    }
}

fn extent(lines: u8) -> f64 {
    f64::from(lines - 1) * CELL + 2.0 * MARGIN
}

fn center(coord: Coord) -> (f64, f64) {
    (MARGIN + f64::from(coord.x) * CELL, MARGIN + f64::from(coord.y) * CELL)
}

fn label(position: &Position, line: &[Coord]) -> String {
    let names: Vec<String> =
        line.iter().map(|&coord| notation::name(coord, position.size())).collect();
    let stones = position.stones().len();
    if names.is_empty() {
        format!("The board after {stones} stones")
    } else {
        format!("The board after {stones} stones, then {}", names.join(" "))
    }
}

fn grid(size: BoardSize) -> Markup {
    let (right, bottom) = center(Coord::new(size.width() - 1, size.height() - 1));
    html! {
        @for x in 0..size.width() {
            @let at = center(Coord::new(x, 0)).0;
            (svg::line("grid", (at, MARGIN), (at, bottom)))
            (svg::text("axis", (at, bottom + 23.0), column(x, size)))
        }
        @for y in 0..size.height() {
            @let at = center(Coord::new(0, y)).1;
            (svg::line("grid", (MARGIN, at), (right, at)))
            (svg::text("axis", (12.0, at + 4.0), size.height() - y))
        }
    }
}

/// The letters of a column.
fn column(x: u8, size: BoardSize) -> String {
    let name = notation::name(Coord::new(x, 0), size);
    name.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_owned()
}

fn stone_at(coord: Coord, stone: Stone) -> Markup {
    let (x, y) = center(coord);
    let class = match stone {
        Stone::Black => "black",
        Stone::White => "white",
        Stone::Blocked => "blocked",
    };
    html! { circle class=(class) cx=(pixel(x)) cy=(pixel(y)) r="10.5" {} }
}

const fn number_class(color: Color) -> &'static str {
    match color {
        Color::Black => "on-black",
        Color::White => "on-white",
    }
}
