//! The growth of a book as SVG: positions and proofs by steps, positions by stones, and the main
//! lines.

use maud::{Markup, html};

use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Coord, Score};
use tengen_util::svg::{Scale, line, path, pixel, text};

const WIDTH: f64 = 900.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = WIDTH - 20.0;
const CURVES: (f64, f64) = (180.0, 30.0);
const BARS: (f64, f64) = (340.0, 230.0);
const LINES_TOP: f64 = 400.0;
const ROW: f64 = 20.0;

/// More points than this are not visible.
const POINTS_MAX: usize = 600;

const STYLE: &str = "\
    text{font:13px sans-serif;fill:#222}.axis{stroke:#888}.all{fill:none;stroke:#1f5fbf;stroke-width:2}\
    .proved{fill:none;stroke:#2e8b57;stroke-width:2}.bar{fill:#1f5fbf}.done{fill:#2e8b57}\
    .end{text-anchor:end}.middle{text-anchor:middle}.lines{font:13px monospace}";

/// The size of the book after a number of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrowthPoint {
    /// Steps of the run.
    pub steps: u64,
    pub positions: usize,
    /// Proved positions.
    pub proved: usize,
}

/// A line of best moves after a first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MainLine {
    /// Value of the first move for the player who makes it.
    pub value: i32,
    /// Whether that is proved.
    pub is_proved: bool,
    pub moves: Vec<Coord>,
}

/// What the picture shows.
#[derive(Clone, Debug)]
pub struct GrowthPicture<'a> {
    /// What the book is about, such as `freestyle 15x15`.
    pub title: &'a str,
    /// Size of the board.
    pub size: BoardSize,
    /// The size after each step.
    pub history: &'a [GrowthPoint],
    /// By number of stones: positions, and how many of them are proved.
    pub by_stones: &'a [(usize, usize)],
    /// The lines, the best first.
    pub lines: &'a [MainLine],
}

/// The text of an SVG file.
pub fn svg(picture: &GrowthPicture<'_>) -> String {
    let height = LINES_TOP + ROW * (picture.lines.len() as f64 + 1.5);
    let svg = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {height}")) {
            style { (STYLE) }
            rect width=(WIDTH) height=(pixel(height)) fill="white" {}
            (text("", (LEFT, 18.0), format!("Book of {}: all positions, proved ones (green)", picture.title)))
            (curves(picture.history))
            (bars(picture.by_stones))
            (lines(picture))
        }
    };
    svg.into_string()
}

fn curves(history: &[GrowthPoint]) -> Markup {
    let last = history.last().copied();
    let most = last.map_or(1.0, |last| last.positions as f64).max(1.0);
    let x = Scale::new((0.0, last.map_or(1.0, |last| last.steps as f64)), (LEFT, RIGHT));
    let y = Scale::new((0.0, most), CURVES);
    let every = history.len().div_ceil(POINTS_MAX).max(1);
    let shown: Vec<&GrowthPoint> = history
        .iter()
        .enumerate()
        .filter(|(index, _)| index % every == 0 || index + 1 == history.len())
        .map(|(_, point)| point)
        .collect();
    let curve = |of: fn(&GrowthPoint) -> usize| {
        path(shown.iter().map(|point| (x.at(point.steps as f64), y.at(of(point) as f64))))
    };
    html! {
        (line("axis", (LEFT, CURVES.0), (RIGHT, CURVES.0)))
        @for mark in y.marks(4) { (text("end", (LEFT - 6.0, y.at(mark) + 4.0), mark)) }
        @for mark in x.marks(8) { (text("middle", (x.at(mark), CURVES.0 + 16.0), mark)) }
        (text("end", (RIGHT, CURVES.0 - 6.0), "steps"))
        path class="all" d=(curve(|point| point.positions)) {}
        path class="proved" d=(curve(|point| point.proved)) {}
    }
}

fn bars(by_stones: &[(usize, usize)]) -> Markup {
    let most = by_stones.iter().map(|&(all, _)| all).max().unwrap_or(1) as f64;
    let x = Scale::new((0.0, by_stones.len().max(1) as f64), (LEFT, RIGHT));
    let y = Scale::new((0.0, most), BARS);
    let width = ((RIGHT - LEFT) / by_stones.len().max(1) as f64 * 0.8).max(1.0);
    let bar = |class: &str, index: usize, count: usize| {
        let top = y.at(count as f64);
        html! {
            rect class=(class) x=(pixel(x.at(index as f64))) y=(pixel(top))
                width=(pixel(width)) height=(pixel(BARS.0 - top)) {}
        }
    };
    html! {
        (line("axis", (LEFT, BARS.0), (RIGHT, BARS.0)))
        @for mark in y.marks(4) { (text("end", (LEFT - 6.0, y.at(mark) + 4.0), mark)) }
        @for (index, &(all, proved)) in by_stones.iter().enumerate() {
            (bar("bar", index, all))
            (bar("done", index, proved))
        }
        @for mark in x.marks(10) { (text("", (x.at(mark), BARS.0 + 16.0), mark)) }
        (text("end", (RIGHT, BARS.1 - 8.0), "positions by stones"))
    }
}

fn lines(picture: &GrowthPicture<'_>) -> Markup {
    let row = |index: usize| LINES_TOP + ROW * index as f64;
    html! {
        (text("", (LEFT, row(0) - 10.0), "Main lines: value for the player to move, moves"))
        @for (index, main) in picture.lines.iter().enumerate() {
            @let names: Vec<String> =
                main.moves.iter().map(|&coord| notation::name(coord, picture.size)).collect();
            @let mark = if main.is_proved { " proved" } else { "" };
            (text("lines", (LEFT, row(index + 1)),
                format!("{:>6}{mark}  {}", Score(main.value).to_string(), names.join(" "))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_curves_bars_and_lines() {
        let point = |steps| GrowthPoint { steps, positions: 2 * steps as usize, proved: 1 };
        let history: Vec<GrowthPoint> = (0..2000).map(point).collect();
        let lines = [MainLine { value: -30, is_proved: false, moves: vec![Coord::new(7, 7)] }];
        let picture = GrowthPicture {
            title: "renju 15x15 <&>",
            size: BoardSize::square(15).unwrap(),
            history: &history,
            by_stones: &[(1, 0), (4, 2)],
            lines: &lines,
        };
        let text = svg(&picture);
        assert!(text.starts_with("<svg xmlns"), "{text}");
        assert!(text.contains("renju 15x15 &lt;&amp;&gt;") && text.contains("-30  h8"));
        assert_eq!(text.matches("<path").count(), 2);
        assert_eq!(text.matches("class=\"bar\"").count(), 2);
        let points = text.matches('L').count();
        assert!((600..1400).contains(&points), "{points} points: thinned out");
        // Avoids a division by zero.
        svg(&GrowthPicture { history: &[], by_stones: &[], lines: &[], ..picture });
    }
}
