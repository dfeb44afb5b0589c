//! The sequential test: its log-likelihood ratio after every game or pair, between its bounds.

use maud::{Markup, html};

use super::page::{ReportPage, Test};
use super::parts::{self, count, data_table, estimate, number, signed};
use crate::stats::elo;
use crate::stats::sprt::{Decision, EloScale};
use crate::stats::tally::{GameCounts, OpenPairs, Pentanomial, Scores, complete_pair};
use tengen_records::game::GameRecord;
use tengen_util::svg::{Scale, line, path, pixel, text};

/// Size of the picture and of its margins, in pixels.
const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = HEIGHT - 30.0;

/// More points than this are not visible.
const POINTS_MAX: usize = 600;

/// The counts after some number of games.
struct CurvePoint {
    games: u64,
    scores: Scores,
}

/// The section; empty unless there is a test of two players.
pub(super) fn section(page: &ReportPage) -> Markup {
    let (Some(test), 2) = (page.tournament.test, page.tournament.players.len()) else {
        return html! {};
    };
    let states = curve_points(page.tournament.games, test.by_pairs);
    let last = states.last();
    let body = html! {
        (picture(&points(test, &states), test.sprt.limits()))
        @if let (Some(state), true) = (last, test.by_pairs) { (pairs(page.name(0), &state.scores)) }
    };
    let llr = last.map_or(0.0, |state| test.sprt.llr(&state.scores));
    parts::section("sprt", "Sequential test", note(test, llr), &body)
}

fn note(test: Test, llr: f64) -> Markup {
    let (elo0, elo1) = test.sprt.hypotheses();
    let unit = match test.sprt.scale() {
        EloScale::Logistic => "Elo",
        EloScale::Normalized => "normalized Elo",
    };
    html! {
        "H0: " (signed(elo0, 2)) " " (unit) " or less; H1: " (signed(elo1, 2)) " " (unit)
        " or more. The test ends when the log-likelihood ratio leaves the band. "
        @match test.sprt.decide(llr) {
            Decision::AcceptH1 => b.good { "H1 accepted" },
            Decision::AcceptH0 => b.bad { "H0 accepted" },
            Decision::Continue => b { "not decided" },
        }
        " at LLR " (signed(llr, 2)) "."
    }
}

/// The curve: games and log-likelihood ratios, thinned out to [`POINTS_MAX`].
fn points(test: Test, states: &[CurvePoint]) -> Vec<(f64, f64)> {
    let step = states.len().div_ceil(POINTS_MAX).max(1);
    let mut points = vec![(0.0, 0.0)];
    for (index, state) in states.iter().enumerate() {
        if (index + 1) % step == 0 || index + 1 == states.len() {
            points.push((state.games as f64, test.sprt.llr(&state.scores)));
        }
    }
    points
}

/// The state after every game, or after every complete pair.
fn curve_points(games: &[GameRecord], by_pairs: bool) -> Vec<CurvePoint> {
    let (mut counts, mut pairs) = (GameCounts::default(), Pentanomial::default());
    let mut open = OpenPairs::new();
    let mut states = Vec::new();
    for (game, number) in games.iter().zip(1..) {
        if by_pairs {
            if let Some(half_points) = complete_pair(&mut open, game, 0, 1) {
                pairs.add(half_points);
                states.push(CurvePoint { games: number, scores: pairs.scores() });
            }
        } else if let Some(half_points) = game.half_points(0) {
            counts.add(half_points);
            states.push(CurvePoint { games: number, scores: counts.scores() });
        }
    }
    states
}

fn picture(points: &[(f64, f64)], limits: (f64, f64)) -> Markup {
    let last = points.last().map_or(0.0, |point| point.0);
    let bottom = points.iter().map(|p| p.1).fold(limits.0, f64::min);
    let top = points.iter().map(|p| p.1).fold(limits.1, f64::max);
    let margin = 0.08 * (top - bottom);
    let x = Scale::new((0.0, last), (LEFT, RIGHT));
    let y = Scale::new((bottom - margin, top + margin), (BOTTOM, TOP));
    let pixels: Vec<_> = points.iter().map(|&(games, llr)| (x.at(games), y.at(llr))).collect();
    html! {
        svg.chart viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img"
            aria-label="Log-likelihood ratio by games" {
            (axes(&x, &y, limits))
            path.curve d=(path(pixels.iter().copied())) {}
            @if let Some(&(x, y)) = pixels.last() {
                circle.end cx=(pixel(x)) cy=(pixel(y)) r="4" {}
            }
        }
    }
}

/// The band of the test, the marks of both axes, and the two limits.
fn axes(x: &Scale, y: &Scale, (low, high): (f64, f64)) -> Markup {
    let level = |class: &str, at: f64| line(class, (LEFT, at), (RIGHT, at));
    let games = x.marks(8).into_iter().filter(|mark| mark.fract() == 0.0);
    let (at_low, at_high) = (y.at(low), y.at(high));
    html! {
        rect.band x=(LEFT) width=(pixel(RIGHT - LEFT)) y=(pixel(at_high))
            height=(pixel(at_low - at_high)) {}
        @for mark in y.marks(6) {
            (level("grid", y.at(mark)))
            (text("y", (LEFT - 8.0, y.at(mark) + 4.0), number(mark, 0)))
        }
        (level("limit", at_low))
        (level("limit", at_high))
        @for mark in games { (text("x", (x.at(mark), HEIGHT - 8.0), number(mark, 0))) }
        (text("unit", (RIGHT - 6.0, at_low - 6.0), "games"))
        (text("limit", (LEFT + 6.0, at_high - 5.0), format!("H1 {}", signed(high, 2))))
        (text("limit", (LEFT + 6.0, at_low + 14.0), format!("H0 {}", signed(low, 2))))
    }
}

/// The pairs by their result.
fn pairs(name: &str, scores: &Scores) -> Markup {
    let elo = |value| Option::map_or(value, String::new(), |value| estimate(value, 1));
    let head = html! {
        th.l { "Points of a pair" } th { "0" } th { "½" } th { "1" } th { "1½" } th { "2" }
        th { "Elo of the pairs" } th { "Normalized Elo" }
    };
    let row = html! {
        tr {
            th.l scope="row" { (name) }
            @for (_, pairs) in scores.iter() { td { (count(pairs as u64)) } }
            td { (elo(elo::difference(scores))) }
            td { (elo(elo::normalized(scores))) }
        }
    };
    data_table("pairs", &head, &row)
}

#[cfg(test)]
impl Test {
    /// The state of the test after all games.
    pub(crate) fn llr(&self, games: &[GameRecord]) -> f64 {
        curve_points(games, self.by_pairs).last().map_or(0.0, |state| self.sprt.llr(&state.scores))
    }
}
