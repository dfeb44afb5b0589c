//! A board as SVG: grid, coordinates, stones, and a line of numbered moves.

use maud::{Markup, PreEscaped, html};

use tengen_engine::board::Position;
use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Color, Coord, Stone};
use tengen_util::svg::{self, pixel};

/// Distance between two grid lines in pixels.
const CELL: f64 = 24.0;
/// Space for the coordinates.
const MARGIN: f64 = 30.0;

/// The colors of a picture; a page includes them once.
pub(crate) const STYLE: &str = include_str!("board.css");

/// A position as an SVG file that needs no style sheet: the last stone marked, future moves as
/// numbered stones, the side to move first, and crosses on the `crossed` points. `width` is in pixels.
pub fn file(position: &Position, line: &[Coord], crossed: &[Coord], width: u32) -> String {
    let size = position.size();
    let (columns, rows) = (extent(size.width()), extent(size.height()));
    let height = (f64::from(width) * rows / columns).round();
    let file = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height)
            viewBox=(format!("0 0 {columns} {rows}")) {
            style { (PreEscaped(STYLE)) }
            (picture(position, line, None))
            g.board { @for &coord in crossed { (cross(coord)) } }
        }
    };
    file.into_string()
}

/// A position with the last stone marked and future moves as numbered stones, the side to move
/// first. `played` is marked with a cross.
pub(crate) fn picture(position: &Position, line: &[Coord], played: Option<Coord>) -> Markup {
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
            @if let Some(played) = played { (cross(played)) }
        }
    }
}

fn cross(coord: Coord) -> Markup {
    let (x, y) = center(coord);
    html! { path.played d=(format!("M{:.1} {:.1}l12 12m0 -12l-12 12", x - 6.0, y - 6.0)) {} }
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

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::notation::parse_picture;
    use tengen_engine::types::Rule;

    #[test]
    fn a_file_has_all_stones_and_its_colors() {
        let text = "X . . . . .\n. O . . . .\n. . # . . .\n. . . . . .\n. . . . . X\n";
        let position = parse_picture(Rule::Freestyle, text).unwrap();
        let file = file(&position, &[Coord::new(3, 3)], &[Coord::new(4, 0)], 360);
        let count = |what: &str| file.matches(what).count();
        assert_eq!(count(r#"<circle class="black""#), 2);
        assert_eq!(count(r#"<circle class="white""#), 2, "a stone and a future one");
        assert_eq!(count(r#"<circle class="blocked""#), 1);
        assert_eq!(count(r#"class="played""#), 1);
        // Six columns and five rows at 24 pixels, with margins: 180 wide and 156 high.
        assert!(
            file.starts_with(r#"<svg xmlns="http://www.w3.org/2000/svg" width="360" height="312""#)
        );
        assert!(file.contains(".board circle.white"));
    }
}
