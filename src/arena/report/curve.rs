//! The sequential test: its log-likelihood ratio after every game or pair, between its bounds.

use std::fmt::Write as _;

use super::Page;
use super::html::{count, estimate, number, section, signed};
use super::svg::Scale;
use crate::arena::elo;
use crate::arena::sprt::{Decision, Scale as EloScale};
use crate::arena::tally::{Counts, OpenPairs, Pentanomial, Scores, complete_pair};
use crate::records::game::GameRecord;

/// Size of the picture and of its margins, in pixels.
const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 30.0;

/// More points than this are not visible.
const POINTS_MAX: usize = 600;

/// What was counted after some number of games.
struct State {
    games: u64,
    scores: Scores,
}

/// Writes the section; nothing unless there is a test of two players.
pub(super) fn write(out: &mut String, page: &Page) {
    let (Some(test), 2) = (page.tournament.test, page.tournament.players.len()) else { return };
    let states = states(page.tournament.games, test.by_pairs);
    let llr = |state: &State| test.sprt.llr(&state.scores);
    let last = states.last().map_or(0.0, llr);
    let (elo0, elo1) = test.sprt.hypotheses();
    let unit = match test.sprt.scale() {
        EloScale::Logistic => "Elo",
        EloScale::Normalized => "normalized Elo",
    };
    let verdict = match test.sprt.decide(last) {
        Decision::AcceptH1 => "<b class=\"good\">H1 accepted</b>",
        Decision::AcceptH0 => "<b class=\"bad\">H0 accepted</b>",
        Decision::Continue => "<b>not decided</b>",
    };
    section(
        out,
        "sprt",
        "Sequential test",
        &format!(
            "H0: {} {unit} or less; H1: {} {unit} or more. The test ends when the log-likelihood ratio \
             leaves the band. {verdict} at LLR {}.",
            signed(elo0, 2),
            signed(elo1, 2),
            signed(last, 2)
        ),
    );
    let step = states.len().div_ceil(POINTS_MAX).max(1);
    let mut points = vec![(0.0, 0.0)];
    for (index, state) in states.iter().enumerate() {
        if (index + 1) % step == 0 || index + 1 == states.len() {
            points.push((state.games as f64, llr(state)));
        }
    }
    picture(out, &points, test.sprt.limits());
    if let (Some(state), true) = (states.last(), test.by_pairs) {
        pairs(out, page, &state.scores);
    }
    out.push_str("</section>\n");
}

/// The state after every game, or after every complete pair.
fn states(games: &[GameRecord], by_pairs: bool) -> Vec<State> {
    let (mut counts, mut pairs) = (Counts::default(), Pentanomial::default());
    let mut open = OpenPairs::new();
    let mut states = Vec::new();
    for (game, number) in games.iter().zip(1..) {
        if by_pairs {
            if let Some(half_points) = complete_pair(&mut open, game, 0, 1) {
                pairs.add(half_points);
                states.push(State { games: number, scores: pairs.scores() });
            }
        } else if let Some(half_points) = game.half_points(0) {
            counts.add(half_points);
            states.push(State { games: number, scores: counts.scores() });
        }
    }
    states
}

fn picture(out: &mut String, points: &[(f64, f64)], limits: (f64, f64)) {
    let last = points.last().map_or(0.0, |point| point.0);
    let bottom = points.iter().map(|p| p.1).fold(limits.0, f64::min);
    let top = points.iter().map(|p| p.1).fold(limits.1, f64::max);
    let margin = 0.08 * (top - bottom);
    let x = Scale::new((0.0, last), (LEFT, WIDTH - RIGHT));
    let y = Scale::new((bottom - margin, top + margin), (HEIGHT - BOTTOM, TOP));
    let _ = writeln!(
        out,
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"Log-likelihood ratio by games\">"
    );
    axes(out, &x, &y, limits);
    out.push_str("<path class=\"curve\" d=\"");
    for (index, &(games, llr)) in points.iter().enumerate() {
        let pen = if index == 0 { 'M' } else { 'L' };
        let _ = write!(out, "{pen}{:.1} {:.1}", x.at(games), y.at(llr));
    }
    out.push_str("\"/>\n");
    if let Some(&(games, llr)) = points.last() {
        let (x, y) = (x.at(games), y.at(llr));
        let _ = writeln!(out, "<circle class=\"end\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
    }
    out.push_str("</svg>\n");
}

/// The band of the test, the marks of both axes, and the two limits.
fn axes(out: &mut String, x: &Scale, y: &Scale, (low, high): (f64, f64)) {
    let right = WIDTH - RIGHT;
    let _ = writeln!(
        out,
        "<rect class=\"band\" x=\"{LEFT}\" width=\"{:.1}\" y=\"{:.1}\" height=\"{:.1}\"/>",
        right - LEFT,
        y.at(high),
        y.at(low) - y.at(high)
    );
    let mut level = |style: &str, at: f64| {
        let _ = write!(
            out,
            "<line class=\"{style}\" x1=\"{LEFT}\" x2=\"{right:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>"
        );
    };
    y.marks(6).into_iter().for_each(|mark| level("grid", y.at(mark)));
    level("limit", y.at(low));
    level("limit", y.at(high));
    let mut label = |style: &str, at: (f64, f64), text: &str| {
        let _ = write!(
            out,
            "<text class=\"{style}\" x=\"{:.1}\" y=\"{:.1}\">{text}</text>",
            at.0, at.1
        );
    };
    for mark in y.marks(6) {
        label("y", (LEFT - 8.0, y.at(mark) + 4.0), &number(mark, 0));
    }
    for mark in x.marks(8).into_iter().filter(|mark| mark.fract() == 0.0) {
        label("x", (x.at(mark), HEIGHT - 8.0), &number(mark, 0));
    }
    label("unit", (right - 6.0, y.at(low) - 6.0), "games");
    label("limit", (LEFT + 6.0, y.at(high) - 5.0), &format!("H1 {}", signed(high, 2)));
    label("limit", (LEFT + 6.0, y.at(low) + 14.0), &format!("H0 {}", signed(low, 2)));
    out.push('\n');
}

/// The pairs by their result.
fn pairs(out: &mut String, page: &Page, scores: &Scores) {
    out.push_str("<table class=\"data pairs\"><thead><tr><th class=\"l\">Points of a pair</th>");
    out.push_str("<th>0</th><th>½</th><th>1</th><th>1½</th><th>2</th>");
    out.push_str("<th>Elo of the pairs</th><th>Normalized Elo</th></tr></thead>\n<tbody><tr>");
    let name = super::escape(&page.tournament.players[0]);
    let _ = write!(out, "<th class=\"l\" scope=\"row\">{name}</th>");
    for (_, pairs) in scores.iter() {
        let _ = write!(out, "<td>{}</td>", count(pairs as u64));
    }
    let text = |value| Option::map_or(value, String::new(), |value| estimate(value, 1));
    let _ = writeln!(
        out,
        "<td>{}</td><td>{}</td></tr></tbody></table>",
        text(elo::difference(scores)),
        text(elo::normalized(scores))
    );
}

#[cfg(test)]
impl super::Test {
    /// The state of the test after all games.
    pub(crate) fn llr(&self, games: &[GameRecord]) -> f64 {
        states(games, self.by_pairs).last().map_or(0.0, |state| self.sprt.llr(&state.scores))
    }
}
