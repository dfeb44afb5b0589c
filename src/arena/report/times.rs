//! How long the players thought: the distribution of the time for a move, on a logarithmic scale.

use std::fmt::Write as _;

use super::Page;
use super::html::{count, duration, escape, section};
use crate::records::game::GameRecord;

/// Classes per factor of ten; the first class has everything below a millisecond.
const CLASSES_PER_DECADE: usize = 8;

/// Size of one player's picture in pixels.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 56.0;

/// All times of one player, sorted.
struct Times(Vec<u64>);

impl Times {
    fn of(games: &[GameRecord], player: usize) -> Self {
        let mut times: Vec<u64> = games
            .iter()
            .flat_map(|game| game.moves.iter().enumerate().map(move |(index, m)| (game, index, m)))
            .filter(|(game, index, _)| game.side(game.mover(*index)).player == player)
            .filter_map(|(_, _, played)| played.time_ms)
            .collect();
        times.sort_unstable();
        Self(times)
    }

    /// The time that `permille` thousandths of the moves do not exceed; `None` without moves.
    fn quantile(&self, permille: usize) -> Option<u64> {
        let last = self.0.len().checked_sub(1)?;
        self.0.get((last * permille).div_ceil(1000).min(last)).copied()
    }

    fn mean(&self) -> f64 {
        self.0.iter().map(|&ms| ms as f64).sum::<f64>() / self.0.len().max(1) as f64
    }

    /// Moves in each class below `end`.
    fn classes(&self, end: usize) -> Vec<u64> {
        let mut classes = vec![0; end];
        for &ms in &self.0 {
            if let Some(moves) = classes.get_mut(class(ms)) {
                *moves += 1;
            }
        }
        classes
    }
}

/// The class of a time: 0 below a millisecond, then by the logarithm.
fn class(ms: u64) -> usize {
    if ms == 0 { 0 } else { 1 + position(ms).floor() as usize }
}

/// The logarithm in classes, from 0 at a millisecond.
fn position(ms: u64) -> f64 {
    // A little more, so that powers of ten do not fall below their class by rounding.
    (ms.max(1) as f64).log10() * CLASSES_PER_DECADE as f64 + 1e-9
}

/// Writes the section; nothing if no move was played.
pub(super) fn write(out: &mut String, page: &Page) {
    let games = page.tournament.games;
    let times: Vec<Times> =
        (0..page.tournament.players.len()).map(|player| Times::of(games, player)).collect();
    let shortest = times.iter().filter_map(|times| times.0.first()).min();
    let longest = times.iter().filter_map(|times| times.0.last()).max();
    let (Some(&shortest), Some(&longest)) = (shortest, longest) else { return };
    let axis = Axis::new(shortest, longest);
    section(
        out,
        "times",
        "Time for a move",
        "How many moves took how long, as the arena measured it, on a logarithmic scale. The line is \
         the median; 95 % of the moves were faster than the dashed one.",
    );
    out.push_str(
        "<div class=\"scroll\"><table class=\"data\">\n<thead><tr><th class=\"l\">Player</th>",
    );
    out.push_str("<th class=\"l\"></th><th>Moves</th><th>Mean</th><th>Median</th><th>95 %</th>");
    out.push_str("<th>Longest</th></tr></thead>\n<tbody>\n");
    for &player in &page.order {
        let times = &times[player];
        let text = |ms: Option<u64>| ms.map_or_else(String::new, duration);
        let _ = write!(
            out,
            "<tr><th class=\"l\" scope=\"row\">{}</th><td class=\"l\">",
            escape(&page.tournament.players[player])
        );
        picture(out, times, axis);
        let mean = if times.0.is_empty() { None } else { Some(times.mean().round() as u64) };
        let _ = writeln!(
            out,
            "</td><td>{}</td><td>{}</td><td><b>{}</b></td><td>{}</td><td>{}</td></tr>",
            count(times.0.len() as u64),
            text(mean),
            text(times.quantile(500)),
            text(times.quantile(950)),
            text(times.quantile(1000))
        );
    }
    out.push_str("</tbody></table></div>\n</section>\n");
}

/// The axis of time that all players share: classes `first..first + classes`.
#[derive(Clone, Copy)]
struct Axis {
    first: usize,
    classes: usize,
}

impl Axis {
    /// Two factors of ten at least, so that a machine that always answers in 5 ms does not fill the
    /// picture.
    const CLASSES_MIN: usize = 2 * CLASSES_PER_DECADE;

    fn new(shortest: u64, longest: u64) -> Self {
        let first = class(shortest).saturating_sub(2);
        Self { first, classes: (class(longest) + 2 - first).max(Self::CLASSES_MIN) }
    }

    /// Width of a class in pixels.
    fn step(self) -> f64 {
        WIDTH / self.classes as f64
    }

    /// The pixel of a time.
    fn x(self, ms: u64) -> f64 {
        let classes = if ms == 0 { 0.5 } else { 1.0 + position(ms) };
        (classes - self.first as f64) * self.step()
    }
}

/// Height of the picture above its axis.
const BASE: f64 = HEIGHT - 16.0;

fn picture(out: &mut String, times: &Times, axis: Axis) {
    let _ = write!(
        out,
        "<svg class=\"histogram\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" \
         aria-label=\"Distribution of the time for a move\">"
    );
    let mut decade = 1u64;
    for label in ["1 ms", "10 ms", "100 ms", "1 s", "10 s", "100 s"] {
        let x = axis.x(decade);
        if (15.0..WIDTH - 15.0).contains(&x) {
            upright(out, "grid", x);
            let _ = write!(out, "<text x=\"{x:.1}\" y=\"{:.1}\">{label}</text>", HEIGHT - 3.0);
        }
        decade *= 10;
    }
    bars(out, times, axis);
    for (permille, style) in [(500, "median"), (950, "most")] {
        if let Some(ms) = times.quantile(permille) {
            upright(out, style, axis.x(ms).min(WIDTH - 1.0));
        }
    }
    out.push_str("</svg>");
}

fn bars(out: &mut String, times: &Times, axis: Axis) {
    let classes = times.classes(axis.first + axis.classes);
    let most = classes.iter().copied().max().unwrap_or(0).max(1) as f64;
    for (index, &moves) in classes.iter().enumerate().filter(|&(_, &moves)| moves > 0) {
        let height = (moves as f64 / most * (BASE - 4.0)).max(1.0);
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"/>",
            (index - axis.first.min(index)) as f64 * axis.step() + 0.5,
            BASE - height,
            (axis.step() - 1.0).max(0.5)
        );
    }
}

fn upright(out: &mut String, style: &str, x: f64) {
    let _ =
        write!(out, "<line class=\"{style}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"0\" y2=\"{BASE}\"/>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_every_move() {
        let times = Times(vec![0, 0, 1, 9, 10, 11, 99, 100, 1000]);
        let classes = times.classes(26);
        assert_eq!(classes.iter().sum::<u64>(), 9);
        assert_eq!(classes[0], 2);
        assert_eq!((class(1), class(10), class(100), class(1000)), (1, 9, 17, 25));
        assert_eq!(Axis::new(5, 5).classes, 16);
        assert!(Axis::new(0, 1000).x(0) < Axis::new(0, 1000).x(1));
    }

    #[test]
    fn quantiles_are_seen_times() {
        let times = Times((1..=100).collect());
        assert_eq!(times.quantile(500), Some(51));
        assert_eq!(times.quantile(950), Some(96));
        assert_eq!(times.quantile(1000), Some(100));
        assert_eq!(Times(Vec::new()).quantile(500), None);
        assert_eq!(Times(vec![7]).quantile(500), Some(7));
    }
}
