//! The evaluation curve: black's win chance after each move.

use maud::{Markup, html};

use super::model::{MoveVerdict, Review, ReviewedMove};
use tengen_util::svg::{self, Scale};

/// The widest curve in text, in columns, and those of its scale.
const COLUMNS: usize = 96;
const SCALE: usize = 7;
/// Its height in rows.
const ROWS: usize = 6;
/// A column filled by this many eighths.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The curve as text: one column per move, or per two, three … moves of a long game, with the signs of
/// the mistakes below. The lines have at most `columns`, if there is room for any curve.
pub(super) fn text(review: &Review, columns: usize) -> String {
    let room = columns.saturating_sub(SCALE).clamp(1, COLUMNS);
    let each = review.moves.len().div_ceil(room).max(1);
    let columns: Vec<_> = review.moves.chunks(each).collect();
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let axis = match row {
            _ if row == ROWS - 1 => "100 %",
            _ if row == ROWS / 2 - 1 => " 50 %",
            0 => "  0 %",
            _ => "",
        };
        let mut line = format!("{axis:>5} │");
        for column in &columns {
            let mean = column.iter().map(|reviewed| reviewed.black_chance()).sum::<f64>()
                / column.len() as f64;
            line.push(BARS[eighths(mean, row)]);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push_str(&signs(&columns));
    text
}

/// The sign of the worst move of each column, read downwards, and what the signs mean.
fn signs(columns: &[&[ReviewedMove]]) -> String {
    let worst = columns.iter().map(|column| column.iter().map(|reviewed| reviewed.verdict).max());
    let worst: Vec<_> = worst.map(|verdict| verdict.unwrap_or(MoveVerdict::Good)).collect();
    let mut text = String::new();
    for row in 0..2 {
        let sign = |verdict: &MoveVerdict| verdict.sign().chars().nth(row).unwrap_or(' ');
        let signs: String = worst.iter().map(sign).collect();
        if !signs.trim_end().is_empty() {
            text.push_str(&format!("      │{}\n", signs.trim_end()));
        }
    }
    let seen = MoveVerdict::REMARKABLE.into_iter().filter(|verdict| worst.contains(verdict));
    let meaning: Vec<String> =
        seen.map(|verdict| format!("{} {verdict}", verdict.sign())).collect();
    if !meaning.is_empty() {
        text.push_str(&format!("      {}\n", meaning.join("   ")));
    }
    text
}

/// How much of a row is filled at a chance, in eighths.
fn eighths(chance: f64, row: usize) -> usize {
    let filled = (chance * (ROWS * 8) as f64).round() as usize;
    filled.saturating_sub(row * 8).min(8)
}

/// Size of the picture in pixels.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 220.0;

/// The curve as SVG. Marks link to the moves' places on the page.
pub(super) fn picture(review: &Review) -> Markup {
    let first = review.moves.first().map_or(0, |reviewed| reviewed.number) as f64;
    let last = review.moves.last().map_or(1, |reviewed| reviewed.number) as f64;
    let across = Scale::new((first, last), (46.0, WIDTH - 12.0));
    let up = Scale::new((0.0, 1.0), (HEIGHT - 26.0, 10.0));
    let at = |number: usize, chance: f64| (across.at(number as f64), up.at(chance));
    let points = review.moves.iter().map(|reviewed| at(reviewed.number, reviewed.black_chance()));
    let line = svg::path(points);
    let area = format!("{line}V{:.1}H{:.1}Z", up.at(0.0), across.at(first));
    html! {
        svg.curve viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label="Black's win chance after each move" {
            @for chance in [0.0, 0.25, 0.5, 0.75, 1.0] {
                (svg::line("grid", (46.0, up.at(chance)), (WIDTH - 12.0, up.at(chance))))
                (svg::text("axis", (40.0, up.at(chance) + 4.0), format!("{:.0} %", 100.0 * chance)))
            }
            // A game of few moves has marks between them.
            @for number in across.marks(12).into_iter().filter(|number| number.fract() == 0.0) {
                (svg::text("number", (across.at(number), HEIGHT - 8.0), format!("{number:.0}")))
            }
            path.area d=(area) {}
            path.line d=(line) {}
            @for reviewed in review.moves.iter().filter(|reviewed| reviewed.is_remarkable()) {
                @let (x, y) = at(reviewed.number, reviewed.black_chance());
                a href=(format!("#move-{}", reviewed.number)) {
                    circle class=(class(reviewed.verdict)) cx=(svg::pixel(x)) cy=(svg::pixel(y)) r="5" {
                        title { (reviewed.number) ". " (reviewed.verdict.sign()) " " (reviewed.verdict) }
                    }
                }
            }
        }
    }
}

/// The style of a verdict.
pub(super) const fn class(verdict: MoveVerdict) -> &'static str {
    match verdict {
        MoveVerdict::Good => "good",
        MoveVerdict::Detour => "detour",
        MoveVerdict::Inaccuracy => "inaccuracy",
        MoveVerdict::Mistake => "mistake",
        MoveVerdict::Blunder => "blunder",
        MoveVerdict::MissedWin => "missed-win",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_filled_from_below() {
        let column = |chance| (0..ROWS).map(|row| eighths(chance, row)).collect::<Vec<_>>();
        assert_eq!(column(0.0), [0, 0, 0, 0, 0, 0]);
        assert_eq!(column(0.5), [8, 8, 8, 0, 0, 0]);
        assert_eq!(column(1.0), [8, 8, 8, 8, 8, 8]);
        assert_eq!(column(0.1), [5, 0, 0, 0, 0, 0]);
    }
}
