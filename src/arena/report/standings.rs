//! The standings with error bars, and the cross table.

use maud::{Markup, html};

use super::page::ReportPage;
use super::parts::{self, count, data_table, estimate, number};
use crate::cross_table::RatingLimit;
use crate::stats::elo::{self, Estimate};
use crate::stats::tally::GameCounts;
use tengen_engine::types::Color;
use tengen_util::svg::{Scale, line, pixel, text};

/// Width of the picture of a rating, in pixels.
const WIDTH: f64 = 260.0;

/// The standings.
pub(super) fn section(page: &ReportPage) -> Markup {
    let scale = rating_scale(&page.ratings.players);
    let head = html! {
        th {} th.l { "Player" } th { "Rating" } th { "±" } th.l { (axis(&scale)) }
        th { "Games" } th { "Won" } th { "Drawn" } th { "Lost" } th { "Points" }
        th { "As black" } th { "As white" }
    };
    let rows = html! {
        @for (place, &player) in (1..).zip(&page.order) { (row(page, place, player, &scale)) }
    };
    let body = html! {
        @match page.table.limit(&page.ratings) {
            None => {}
            Some(RatingLimit::AllDrawn) => {
                p.note { "All games were drawn: the ratings are equal." }
            }
            Some(RatingLimit::FirstMove) => {
                p.note.warn { "Too few results to separate the players from the first move." }
            }
            Some(RatingLimit::Bounds) => p.note.warn {
                "Some player won or lost everything, or groups of players never met: the true \
                 differences are at least as large as shown."
            }
        }
        (data_table("", &head, &rows))
    };
    let note = "Maximum-likelihood ratings from all games together, with draws and the advantage \
                of the first move in the model. The bars are 95 % intervals.";
    parts::section("standings", "Standings", note, &body)
}

fn row(page: &ReportPage, place: usize, player: usize, scale: &Scale) -> Markup {
    let rating = page.ratings.players[player];
    let total = page.table.total(player);
    html! {
        tr {
            td.dim { (place) }
            th.l scope="row" { (page.name(player)) }
            td { b { (number(rating.value, 0)) } }
            td.dim { (number(rating.error, 0)) }
            td.l { (bar(rating, scale)) }
            td { (count(total.games())) }
            td { (count(total.wins)) }
            td { (count(total.draws)) }
            td { (count(total.losses)) }
            td { b { (percent(total)) } }
            td { (percent(page.table.total_as(player, Color::Black))) }
            td { (percent(page.table.total_as(player, Color::White))) }
        }
    }
}

fn rating_scale(players: &[Estimate]) -> Scale {
    let low = players.iter().map(|p| p.value - p.error).fold(f64::INFINITY, f64::min);
    let high = players.iter().map(|p| p.value + p.error).fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    let margin = 0.04 * (high - low).max(10.0);
    Scale::new((low - margin, high + margin), (0.0, WIDTH))
}

fn axis(scale: &Scale) -> Markup {
    let marks = scale.marks(5).into_iter().map(|mark| (scale.at(mark), mark));
    html! {
        svg.axis width=(WIDTH) height="16" aria-hidden="true" {
            @for (x, mark) in marks.filter(|(x, _)| (12.0..=WIDTH - 12.0).contains(x)) {
                (text("", (x, 12.0), number(mark, 0)))
            }
        }
    }
}

/// One rating as a dot with its interval.
fn bar(rating: Estimate, scale: &Scale) -> Markup {
    let [low, middle, high] =
        [-rating.error, 0.0, rating.error].map(|error| scale.at(rating.value + error));
    let label = estimate(rating, 0);
    html! {
        svg.bar width=(WIDTH) height="22" role="img" aria-label=(label) {
            @for x in scale.marks(5).into_iter().map(|mark| scale.at(mark)) {
                (line("grid", (x, 0.0), (x, 22.0)))
            }
            path.whisker d=(format!("M{low:.1} 6V16M{low:.1} 11H{high:.1}M{high:.1} 6V16")) {}
            circle cx=(pixel(middle)) cy="11" r="4.5" {}
        }
    }
}

/// The cross table.
pub(super) fn cross_section(page: &ReportPage) -> Markup {
    let head = html! {
        th {} th {} @for place in 1..=page.order.len() { th { (place) } }
    };
    let rows = html! {
        @for (place, &player) in (1..).zip(&page.order) {
            tr {
                td.dim { (place) }
                th.l scope="row" { (page.name(player)) }
                @for &opponent in &page.order { (cell(page, player, opponent)) }
            }
        }
    };
    let note = "The row's points against the column in percent, below it won–drawn–lost. Point at \
                a cell for the games by color and the likelihood of superiority.";
    parts::section("cross", "Cross table", note, &data_table("cross", &head, &rows))
}

fn cell(page: &ReportPage, player: usize, opponent: usize) -> Markup {
    let counts = page.table.pairing(player, opponent);
    let Some(mean) = counts.scores().mean() else {
        return html! { @if player == opponent { td.self {} } @else { td { "·" } } };
    };
    // Eleven shades, from all lost to all won.
    let shade = (10.0 * mean).round();
    html! {
        td class=(format!("s{shade:.0}")) title=(details(page, player, opponent)) {
            b { (number(100.0 * mean, 1)) }
            small { (results(counts)) }
        }
    }
}

fn results(counts: GameCounts) -> String {
    format!("{}–{}–{}", counts.wins, counts.draws, counts.losses)
}

fn details(page: &ReportPage, player: usize, opponent: usize) -> String {
    let difference = elo::difference(&page.table.pairing(player, opponent).scores());
    format!(
        "{} against {}: black {}, white {}, Elo {}, likelihood of superiority {} %",
        page.name(player),
        page.name(opponent),
        results(page.table.as_black(player, opponent)),
        results(page.table.as_white(player, opponent)),
        difference.map_or_else(String::new, |elo| { estimate(elo, 0) }),
        number(100.0 * page.table.superiority(player, opponent), 1),
    )
}

/// The share of points in percent; empty without games.
fn percent(counts: GameCounts) -> String {
    counts.percent().map_or_else(String::new, |share| share + " %")
}
