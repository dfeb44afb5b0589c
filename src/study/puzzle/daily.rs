//! The puzzles that Tengen has itself, and the set of a day. They come from games of weak levels of
//! the engine against each other: wins by fours in five plies or more with at most two first moves.
//! Every use proves them again.

use std::str::FromStr;

use thiserror::Error;

use super::line::PuzzleError;
use super::model::Puzzle;
use tengen_engine::threats::Watch;
use tengen_util::date::Date;

/// How many puzzles a day has.
pub const PER_DAY: usize = 5;
/// The puzzles, one per line.
const LINES: &str = include_str!("built_in.jsonl");
const DAY_MS: u64 = 24 * 3600 * 1000;

/// A day, counted from the first of 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day(u64);

/// Text that is no day.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{seen}' is not a day, expected one like 2026-11-28")]
pub struct DayError {
    /// The text.
    pub seen: String,
}

impl Day {
    /// The day of a moment, UTC.
    pub fn of_unix_ms(unix_ms: u64) -> Self {
        Self(unix_ms / DAY_MS)
    }
}

impl FromStr for Day {
    type Err = DayError;

    fn from_str(text: &str) -> Result<Self, DayError> {
        let date: Result<Date, _> = format!("{text} 00:00:00").parse();
        let date = date.map_err(|_| DayError { seen: text.to_owned() })?;
        Ok(Self::of_unix_ms(date.unix_ms()))
    }
}

/// The lines of all built-in puzzles.
pub fn lines() -> impl Iterator<Item = &'static str> {
    LINES.lines()
}

/// The puzzles of a day: the same for everyone. They follow each other through all the built-in
/// ones in steps that spread the lengths, so that none comes twice before all have come.
///
/// # Errors
/// If one is not proved: after a stop. Without one they all are, as a test shows.
pub fn of_day(day: Day, watch: &Watch) -> Result<Vec<Puzzle>, PuzzleError> {
    let all: Vec<&str> = lines().collect();
    places(day, all.len()).into_iter().map(|place| Puzzle::read(all[place], watch)).collect()
}

/// The places of a day's puzzles among `count`.
fn places(day: Day, count: usize) -> Vec<usize> {
    let Some(step) = (count / 3 + 1..count).find(|&step| is_coprime(step, count)) else {
        return (0..count).collect();
    };
    let begin = usize::try_from(day.0).unwrap_or(0).wrapping_mul(PER_DAY) % count;
    (0..PER_DAY.min(count)).map(|index| ((begin + index) % count) * step % count).collect()
}

const fn is_coprime(mut one: usize, mut other: usize) -> bool {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_days_go_through_all_puzzles() {
        for count in [5, 20, 61, 100] {
            let days = (0..count as u64).flat_map(|day| places(Day(day), count));
            let mut seen = vec![0; count];
            days.for_each(|place| seen[place] += 1);
            assert!(seen.iter().all(|&times| times == PER_DAY), "{count}: {seen:?}");
        }
    }

    #[test]
    fn a_day_is_read_and_everything_else_refused() {
        assert_eq!("1970-01-03".parse(), Ok(Day(2)));
        assert_eq!(Day::of_unix_ms(2 * DAY_MS + 5), Day(2));
        for seen in ["2026-13-01", "today", "2026-1-1", ""] {
            assert_eq!(seen.parse::<Day>(), Err(DayError { seen: seen.to_owned() }));
        }
    }

    #[test]
    fn every_built_in_puzzle_is_proved_and_none_is_there_twice() {
        let mut seen = std::collections::HashSet::new();
        for line in lines() {
            let puzzle =
                Puzzle::read(line, &Watch::default()).unwrap_or_else(|e| panic!("{line}: {e}"));
            assert!(line.starts_with(&format!("{{\"puzzle\":\"{}\"", puzzle.id())), "{line}");
            assert!(seen.insert(puzzle.id()), "{line}");
        }
        assert!(seen.len() >= 4 * PER_DAY, "{}", seen.len());
    }
}
