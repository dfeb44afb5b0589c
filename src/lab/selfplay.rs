//! The engine against itself: games from random openings with a fixed number of nodes per move. A
//! game depends only on the setting and its number, so any number of threads writes the same file,
//! and an interrupted run continues as if it had not been interrupted.

use serde::{Deserialize, Serialize};

use super::game_file::SelfGame;
use super::openings::{BalancedDrawing, OpeningDrawing};
use super::play::{play_out, search, search_afresh};
use tengen_engine::board::Position;
use tengen_engine::engine::{Engine, Trained};
use tengen_engine::search::StopFlag;
use tengen_engine::types::{BoardSize, Color, Rule, Score};
use tengen_engine::util::parallel;
use tengen_engine::util::rng::Rng;

/// The transposition table of a player in KiB: searches are small, and it is cleared for every
/// game.
const HASH_KIB: u64 = 2048;
/// Attempts at a balanced opening.
const ATTEMPTS: usize = 200;

/// The setting of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfplaySetting {
    /// The rule, by name.
    pub rule: String,
    /// Boards as (width, height), one after the other.
    pub sizes: Vec<(u8, u8)>,
    /// Nodes per move.
    pub nodes: u64,
    /// Fewest and most stones of an opening.
    pub stones: (usize, usize),
    /// Farthest column or row of an opening's stones from the middle.
    pub radius: u8,
    /// Largest value of an opening for either side.
    pub max_value: i32,
    /// Seed of all random draws.
    pub seed: u64,
    /// Version of the program, so that games of different versions are not mixed.
    pub version: String,
    /// The part of the games that is in the file, `K/N`; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Checksums of the weights and values of parameters that differ from the built-in ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
}

/// The player: an engine and the setting.
#[derive(Debug)]
pub(crate) struct SelfPlayer<'a> {
    setting: &'a SelfplaySetting,
    rule: Rule,
    engine: Engine,
    stop: StopFlag,
}

impl<'a> SelfPlayer<'a> {
    /// A player with its weights; it ends its game early once `stop` is set. `None` if the rule is
    /// unknown or the board is too large for the engine.
    pub(crate) fn new(
        setting: &'a SelfplaySetting,
        trained: Trained,
        stop: StopFlag,
    ) -> Option<Self> {
        let rule = setting.rule.parse().ok()?;
        let engine = Engine::with_hash(trained, HASH_KIB);
        let fits = |&(width, height): &(u8, u8)| {
            BoardSize::new(width.into(), height.into()).is_ok_and(BoardSize::is_fast)
        };
        let playable = !setting.sizes.is_empty() && setting.sizes.iter().all(fits);
        playable.then_some(Self { setting, rule, engine, stop })
    }

    /// Plays a game; `None` if it was stopped.
    pub(crate) fn play(&mut self, number: usize) -> Option<SelfGame> {
        let (width, height) = self.setting.sizes[number % self.setting.sizes.len()];
        let size = BoardSize::new(width.into(), height.into()).ok()?;
        let mut rng = Rng::stream(self.setting.seed, number as u64);
        let start = self.opening(size, &mut rng);
        self.engine.forget();
        let (stop, nodes) = (self.stop.clone(), self.setting.nodes);
        let game =
            play_out(&start, &stop, |position| search(&mut self.engine, position, nodes, &stop))?;
        Some(SelfGame {
            rule: self.rule,
            size,
            winner: game.winner,
            moves: game.end.stones().iter().map(|&(coord, _)| coord).collect(),
            opening: start.stones().len(),
            values: game.values.iter().map(|score| score.0 as i16).collect(),
        })
    }

    /// A balanced opening.
    fn opening(&mut self, size: BoardSize, rng: &mut Rng) -> Position {
        let &SelfplaySetting { stones, radius, max_value, nodes, .. } = self.setting;
        let drawing = OpeningDrawing::within(self.rule, size, radius);
        let wanted = BalancedDrawing { drawing, stones, max_value, attempts: ATTEMPTS };
        wanted.draw(rng, |opening| {
            search_afresh(&mut self.engine, opening, nodes, &self.stop).score.0
        })
    }
}

/// Plays the games with these numbers on `threads` threads and passes them to `take` in order. Ends
/// early when `stop` is set or `take` fails.
///
/// # Errors
/// What `take` returns.
pub fn play_games<E>(
    setting: &SelfplaySetting,
    trained: &Trained,
    games: impl Iterator<Item = usize> + Send,
    threads: usize,
    stop: &StopFlag,
    take: impl FnMut(SelfGame) -> Result<(), E>,
) -> Result<(), E> {
    let begin = |_| {
        let mut player = SelfPlayer::new(setting, trained.clone(), stop.clone());
        move |number| player.as_mut()?.play(number)
    };
    parallel::run(threads, games, begin, |mut results| {
        let done = results.try_for_each(take);
        if done.is_err() {
            stop.set();
        }
        done
    })
}

/// Counts of a set of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelfplaySummary {
    pub games: usize,
    /// Won by black, drawn, won by white.
    pub results: [usize; 3],
    /// Searched positions.
    pub positions: usize,
    /// Games by their stones: 0 to 19, 20 to 39, and so on; the last class takes all longer ones.
    pub lengths: [usize; 12],
    /// Positions by the win chance of the side to move in tenths, without proved results.
    pub chances: [usize; 10],
    /// Positions whose result the search proved.
    pub proved: usize,
}

impl SelfplaySummary {
    pub fn add(&mut self, game: &SelfGame) {
        self.games += 1;
        let result = match game.winner {
            Some(Color::Black) => 0,
            None => 1,
            Some(Color::White) => 2,
        };
        self.results[result] += 1;
        self.positions += game.values.len();
        self.lengths[(game.moves.len() / 20).min(11)] += 1;
        for &value in &game.values {
            let score = Score(value.into());
            if score.mate_plies().is_some() {
                self.proved += 1;
            } else {
                self.chances[((score.win_rate() * 10.0) as usize).min(9)] += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::rules::legality::{self, ending_after};

    fn setting(rule: Rule) -> SelfplaySetting {
        SelfplaySetting {
            rule: rule.name().into(),
            sizes: vec![(15, 15), (9, 7)],
            nodes: 150,
            stones: (1, 5),
            radius: 3,
            max_value: 300,
            seed: 5,
            version: String::new(),
            shard: None,
            with: Vec::new(),
        }
    }

    fn play(
        setting: &SelfplaySetting,
        games: impl Iterator<Item = usize> + Send,
        threads: usize,
    ) -> Vec<SelfGame> {
        let mut all = Vec::new();
        let take = |game| -> Result<(), ()> {
            all.push(game);
            Ok(())
        };
        play_games(setting, &Trained::default(), games, threads, &StopFlag::new(), take).unwrap();
        all
    }

    #[test]
    fn games_follow_from_setting_and_number_however_they_are_divided() {
        let setting = setting(Rule::Renju);
        let whole = play(&setting, 0..6, 2);
        assert_eq!(whole.len(), 6);
        assert_eq!(play(&setting, 0..2, 1), whole[..2]);
        assert_eq!(play(&setting, 2..6, 1), whole[2..]);
        let odd: Vec<SelfGame> = whole.iter().skip(1).step_by(2).cloned().collect();
        assert_eq!(play(&setting, (1..6).step_by(2), 2), odd);
        assert_eq!((whole[1].size.width(), whole[1].size.height()), (9, 7));
    }

    #[test]
    fn every_move_is_legal_and_the_winner_is_the_one_who_was_said_to_win() {
        let mut adjudicated = 0;
        for rule in Rule::ALL {
            for game in play(&setting(rule), 0..4, 2) {
                let mut position = Position::new(rule, game.size);
                let mut ending = None;
                for &coord in &game.moves {
                    assert!(ending.is_none());
                    assert!(legality::legal_moves(&position).contains(&coord));
                    position.play(coord).unwrap();
                    ending = ending_after(&position, coord);
                }
                assert_eq!(game.values.len() + game.opening, game.moves.len());
                let last = Score(game.values.last().copied().unwrap_or(0).into());
                let mover = !position.to_move();
                let by_proof = last.mate_plies().map(|_| if last.0 > 0 { mover } else { !mover });
                adjudicated += usize::from(ending.is_none() && by_proof.is_some());
                let expected = ending.map_or(by_proof, |ending| ending.winner());
                assert_eq!(game.winner, expected, "{rule}: {:?}", game.moves);
            }
        }
        assert!(adjudicated > 0, "no game was ended by a proof");
    }

    #[test]
    fn a_summary_counts_everything_once() {
        let mut summary = SelfplaySummary::default();
        let games = play(&setting(Rule::Freestyle), 0..4, 2);
        games.iter().for_each(|game| summary.add(game));
        assert_eq!(summary.results.iter().sum::<usize>(), 4);
        assert_eq!(summary.lengths.iter().sum::<usize>(), 4);
        assert_eq!(summary.chances.iter().sum::<usize>() + summary.proved, summary.positions);
    }
}
