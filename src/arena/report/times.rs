//! The distribution of the time per move of each player, on a logarithmic scale.

use maud::{Markup, html};

use super::page::ReportPage;
use super::parts::{self, count, data_table, duration};
use tengen_records::game::GameRecord;
use tengen_util::svg::{line, pixel, text};

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

/// The section; empty if no move was played.
pub(super) fn section(page: &ReportPage) -> Markup {
    let games = page.tournament.games;
    let times: Vec<Times> =
        (0..page.tournament.players.len()).map(|player| Times::of(games, player)).collect();
    let shortest = times.iter().filter_map(|times| times.0.first()).min();
    let longest = times.iter().filter_map(|times| times.0.last()).max();
    let (Some(&shortest), Some(&longest)) = (shortest, longest) else { return html! {} };
    let axis = Axis::new(shortest, longest);
    let head = html! {
        th.l { "Player" } th.l {} th { "Moves" } th { "Mean" } th { "Median" } th { "95 %" }
        th { "Longest" }
    };
    let rows = html! {
        @for &player in &page.order { (row(page.name(player), &times[player], axis)) }
    };
    let note = "How many moves took how long, as the arena measured it, on a logarithmic scale. \
                The line is the median; 95 % of the moves were faster than the dashed one.";
    parts::section("times", "Time per move", note, &data_table("", &head, &rows))
}

fn row(name: &str, times: &Times, axis: Axis) -> Markup {
    let time = |ms: Option<u64>| ms.map_or_else(String::new, duration);
    let mean = if times.0.is_empty() { None } else { Some(times.mean().round() as u64) };
    html! {
        tr {
            th.l scope="row" { (name) }
            td.l { (picture(times, axis)) }
            td { (count(times.0.len() as u64)) }
            td { (time(mean)) }
            td { b { (time(times.quantile(500))) } }
            td { (time(times.quantile(950))) }
            td { (time(times.quantile(1000))) }
        }
    }
}

/// The axis of time that all players share: classes `first..first + classes`.
#[derive(Clone, Copy)]
struct Axis {
    first: usize,
    classes: usize,
}

impl Axis {
    /// At least two factors of ten, so that constant times of 5 ms do not fill the picture.
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

    /// The powers of ten within the picture, with their labels.
    fn marks(self) -> impl Iterator<Item = (f64, &'static str)> {
        let labels = ["1 ms", "10 ms", "100 ms", "1 s", "10 s", "100 s"];
        let decades = (0..).map(|power| 10u64.pow(power));
        let marks = decades.zip(labels).map(move |(ms, label)| (self.x(ms), label));
        marks.filter(|(x, _)| (15.0..WIDTH - 15.0).contains(x))
    }
}

/// Height of the picture above its axis.
const BASE: f64 = HEIGHT - 16.0;

fn picture(times: &Times, axis: Axis) -> Markup {
    let upright = |class: &str, x: f64| line(class, (x, 0.0), (x, BASE));
    let quantiles = [(500, "median"), (950, "most")]
        .map(|(permille, class)| times.quantile(permille).map(|ms| (class, axis.x(ms))));
    html! {
        svg.histogram width=(WIDTH) height=(HEIGHT) role="img"
            aria-label="Distribution of the time per move" {
            @for (x, label) in axis.marks() {
                (upright("grid", x))
                (text("", (x, HEIGHT - 3.0), label))
            }
            (bars(times, axis))
            @for (class, x) in quantiles.into_iter().flatten() {
                (upright(class, x.min(WIDTH - 1.0)))
            }
        }
    }
}

fn bars(times: &Times, axis: Axis) -> Markup {
    let classes = times.classes(axis.first + axis.classes);
    let most = classes.iter().copied().max().unwrap_or(0).max(1) as f64;
    let width = (axis.step() - 1.0).max(0.5);
    let bar = |index: usize, moves: u64| {
        let height = (moves as f64 / most * (BASE - 4.0)).max(1.0);
        let left = (index - axis.first.min(index)) as f64 * axis.step() + 0.5;
        html! {
            rect x=(pixel(left)) y=(pixel(BASE - height)) width=(pixel(width))
                height=(pixel(height)) {}
        }
    };
    html! {
        @for (index, &moves) in classes.iter().enumerate().filter(|&(_, &moves)| moves > 0) {
            (bar(index, moves))
        }
    }
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
