//! Does a journal say what was played? It is read as the work of a stranger: [`seal`] and [`lines`]
//! find what was changed, [`replay`] judges the moves again, [`schedule`] knows who had to play
//! whom. What only the players know, such as the time of a move, is covered by the checksums alone.

mod lines;
mod replay;
mod schedule;
pub(crate) mod seal;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use self::replay::JudgingTerms;
use self::schedule::Schedule;
use super::config::Identity;
use super::schedule::openings::MatchOpenings;
use tengen_engine::types::Coord;
use tengen_records::{GameRecord, Opening};

pub use lines::{JournalLines, NumberedGame, with_right_checksums};

/// What is wrong with a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The line, counted from 1.
    pub line: usize,
    /// What was seen and what was expected.
    pub problem: String,
}

/// Judges all games of a match again and compares them with its schedule; with its `openings`, if
/// they are known, else with each other.
///
/// # Errors
/// With the index of the first game that is wrong, and the problem.
pub fn check_games(
    identity: &Identity,
    openings: Option<&MatchOpenings>,
    games: &[GameRecord],
) -> Result<(), (usize, String)> {
    let terms = JudgingTerms::of(identity);
    let schedule = Schedule::new(identity, games);
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    let mut seen = SeenOpenings::new(identity);
    for (index, game) in games.iter().enumerate() {
        let number = game.game;
        let wrong = |problem: String| (index, format!("game {number}: {problem}"));
        if numbers.insert(number, index).is_some() {
            return Err(wrong("seen twice, expected each game once".to_owned()));
        }
        let pairing = schedule.pairing(number).map_err(wrong)?;
        schedule.check(pairing, game).map_err(wrong)?;
        match openings {
            _ if identity.swap2() => {}
            Some(book) => same_opening(&game.opening, &book.opening(game.round - 1).moves)
                .map_err(|problem| wrong(format!("{problem} as in the list of openings")))?,
            None => seen.check(game).map_err(wrong)?,
        }
        terms.check(game).map_err(wrong)?;
    }
    Ok(())
}

/// The opening of every round that was seen so far: all games of a round begin with the same one,
/// and it recurs after the whole list was played under all eight symmetries.
struct SeenOpenings<'a> {
    /// Rounds until the openings recur.
    period: u64,
    /// Opening and game by round within the period.
    rounds: HashMap<u64, (&'a [Coord], u64)>,
}

impl<'a> SeenOpenings<'a> {
    fn new(identity: &Identity) -> Self {
        Self { period: identity.openings().saturating_mul(8), rounds: HashMap::new() }
    }

    fn check(&mut self, game: &'a GameRecord) -> Result<(), String> {
        if self.period == 0 {
            return same_opening(&game.opening, &[])
                .map_err(|problem| format!("{problem} as the match has no openings"));
        }
        let own = (&game.opening.moves[..], game.game);
        let round = (game.round - 1) % self.period;
        let &mut (moves, other) = self.rounds.entry(round).or_insert(own);
        same_opening(&game.opening, moves)
            .map_err(|problem| format!("{problem} as in game {other}"))
    }
}

fn same_opening(seen: &Opening, expected: &[Coord]) -> Result<(), String> {
    if seen.moves == expected {
        return Ok(());
    }
    Err(format!("opening {}, expected {}", shown(&seen.moves), shown(expected)))
}

/// The points in a row, `none` without any.
fn shown(moves: &[Coord]) -> String {
    let points: Vec<String> = moves.iter().map(ToString::to_string).collect();
    if points.is_empty() { "none".to_owned() } else { points.join(" ") }
}
