//! Who is how strong: the standings with error bars, and the cross table.

use std::fmt::Write as _;

use super::Page;
use super::html::{count, escape, number, section, signed};
use super::svg::Scale;
use crate::arena::elo::Estimate;
use crate::arena::tally::Counts;
use crate::types::Color;

/// Width of the picture of a rating, in pixels.
const WIDTH: f64 = 260.0;

/// Writes the standings.
pub(super) fn write(out: &mut String, page: &Page) {
    section(
        out,
        "standings",
        "Standings",
        "Maximum-likelihood ratings from all games together, with draws and the advantage of the \
         first move in the model. The bars are 95 % intervals.",
    );
    if page.ratings.is_held {
        out.push_str(
            "<p class=\"note warn\">Some player won or lost everything, or groups of players never \
             met: the true differences are at least as large as shown.</p>\n",
        );
    }
    let scale = rating_scale(&page.ratings.players);
    out.push_str("<div class=\"scroll\"><table class=\"data\">\n<thead><tr><th></th>");
    out.push_str("<th class=\"l\">Player</th><th>Rating</th><th>±</th><th class=\"l\">");
    axis(out, &scale);
    out.push_str("</th><th>Games</th><th>Won</th><th>Drawn</th><th>Lost</th><th>Points</th>");
    out.push_str("<th>As black</th><th>As white</th></tr></thead>\n<tbody>\n");
    for (place, &player) in page.order.iter().enumerate() {
        row(out, page, place + 1, player, &scale);
    }
    out.push_str("</tbody></table></div>\n</section>\n");
}

fn row(out: &mut String, page: &Page, place: usize, player: usize, scale: &Scale) {
    let rating = page.ratings.players[player];
    let total = page.table.total(player);
    let _ = write!(
        out,
        "<tr><td class=\"dim\">{place}</td><th class=\"l\" scope=\"row\">{}</th><td><b>{}</b></td>\
         <td class=\"dim\">{}</td><td class=\"l\">",
        escape(&page.tournament.players[player]),
        number(rating.value, 0),
        number(rating.error, 0),
    );
    bar(out, rating, scale);
    let _ = writeln!(
        out,
        "</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td><b>{}</b></td><td>{}</td><td>{}</td></tr>",
        count(total.games()),
        count(total.wins),
        count(total.draws),
        count(total.losses),
        percent(total),
        percent(page.table.total_as(player, Color::Black)),
        percent(page.table.total_as(player, Color::White)),
    );
}

fn rating_scale(players: &[Estimate]) -> Scale {
    let low = players.iter().map(|p| p.value - p.error).fold(f64::INFINITY, f64::min);
    let high = players.iter().map(|p| p.value + p.error).fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    let margin = 0.04 * (high - low).max(10.0);
    Scale::new((low - margin, high + margin), (0.0, WIDTH))
}

fn axis(out: &mut String, scale: &Scale) {
    let _ =
        write!(out, "<svg class=\"axis\" width=\"{WIDTH}\" height=\"16\" aria-hidden=\"true\">");
    for mark in scale.marks(5) {
        let x = scale.at(mark);
        if (12.0..=WIDTH - 12.0).contains(&x) {
            let _ = write!(out, "<text x=\"{x:.1}\" y=\"12\">{}</text>", number(mark, 0));
        }
    }
    out.push_str("</svg>");
}

/// One rating as a dot with its interval.
fn bar(out: &mut String, rating: Estimate, scale: &Scale) {
    let (low, middle, high) = (
        scale.at(rating.value - rating.error),
        scale.at(rating.value),
        scale.at(rating.value + rating.error),
    );
    let _ = write!(
        out,
        "<svg class=\"bar\" width=\"{WIDTH}\" height=\"22\" role=\"img\" aria-label=\"{} ± {}\">",
        number(rating.value, 0),
        number(rating.error, 0)
    );
    for mark in scale.marks(5) {
        let x = scale.at(mark);
        let _ =
            write!(out, "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"0\" y2=\"22\"/>");
    }
    let _ = write!(
        out,
        "<path class=\"whisker\" d=\"M{low:.1} 6V16M{low:.1} 11H{high:.1}M{high:.1} 6V16\"/>\
         <circle cx=\"{middle:.1}\" cy=\"11\" r=\"4.5\"/></svg>"
    );
}

/// Writes the cross table.
pub(super) fn write_cross(out: &mut String, page: &Page) {
    section(
        out,
        "cross",
        "Cross table",
        "The row's points against the column in percent, below it won–drawn–lost. Point at a cell \
         for the games by color and the likelihood of superiority.",
    );
    out.push_str(
        "<div class=\"scroll\"><table class=\"data cross\">\n<thead><tr><th></th><th></th>",
    );
    for place in 1..=page.order.len() {
        let _ = write!(out, "<th>{place}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (place, &player) in page.order.iter().enumerate() {
        let name = escape(&page.tournament.players[player]);
        let _ = write!(
            out,
            "<tr><td class=\"dim\">{}</td><th class=\"l\" scope=\"row\">{name}</th>",
            place + 1
        );
        for &opponent in &page.order {
            cell(out, page, player, opponent);
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n</section>\n");
}

fn cell(out: &mut String, page: &Page, player: usize, opponent: usize) {
    let counts = page.table.pairing(player, opponent);
    let Some(mean) = counts.scores().mean() else {
        out.push_str(if player == opponent { "<td class=\"self\"></td>" } else { "<td>·</td>" });
        return;
    };
    let names = page.tournament.players;
    let text = |counts: Counts| format!("{}–{}–{}", counts.wins, counts.draws, counts.losses);
    let elo = crate::arena::elo::difference(&counts.scores());
    let title = format!(
        "{} against {}: black {}, white {}, Elo {}, superior with {} %",
        names[player],
        names[opponent],
        text(page.table.as_black(player, opponent)),
        text(page.table.as_white(player, opponent)),
        elo.map_or_else(String::new, |e| format!(
            "{} ± {}",
            signed(e.value, 0),
            number(e.error, 0)
        )),
        number(100.0 * page.table.superiority(player, opponent), 1),
    );
    // Eleven shades, from all lost to all won.
    let shade = (10.0 * mean).round();
    let _ = write!(
        out,
        "<td class=\"s{shade:.0}\" title=\"{}\"><b>{}</b><small>{}</small></td>",
        escape(&title),
        number(100.0 * mean, 1),
        text(counts)
    );
}

/// The share of points in percent; empty without games.
fn percent(counts: Counts) -> String {
    counts.scores().mean().map_or_else(String::new, |mean| format!("{} %", number(100.0 * mean, 1)))
}
