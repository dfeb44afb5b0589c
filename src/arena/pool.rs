//! Plays the games of a match, several at the same time. One thread writes each game to the journal
//! before it counts.
//!
//! Each worker thread has a [`GameRunner`] and takes the next game when it is free. The calling
//! thread writes the journal. When that fails, the test ends or the match is interrupted, the
//! workers stop between two moves; unfinished games are discarded.

use std::collections::HashSet;
use std::path::Path;

use thiserror::Error;

use super::config::MatchConfig;
use super::cross_table::TableError;
use super::game::{FinishedGame, GameRunner, Pairing};
use super::journal::{MatchJournal, MatchJournalError};
use super::player::transcript::{TranscriptLine, entries_to_text};
use super::player::{LaunchOptions, Launcher};
use super::schedule::{Format, swiss};
use super::standings::Standings;
use tengen_engine::types::{ByColor, Color};
use tengen_engine::util::parallel;
use tengen_engine::util::stop::StopFlag;
use tengen_records::GameRecord;

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All games are played.
    Complete,
    /// The test has ended.
    Decided,
    Interrupted,
}

/// Why a match cannot continue.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] MatchJournalError),
    /// The journal contains a game of other players.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// A match in play.
pub struct Match<'a> {
    config: &'a MatchConfig,
    launcher: Option<Launcher>,
    journal: Option<MatchJournal>,
    standings: Standings,
    /// Numbers of the finished games.
    finished: HashSet<u64>,
    /// What a Swiss tournament needs to make its next round.
    games: Vec<GameRecord>,
}

impl<'a> Match<'a> {
    /// A match with the games that were finished before. Without a journal nothing is saved.
    ///
    /// # Errors
    /// If a game is not between players of the match.
    pub fn new(
        config: &'a MatchConfig,
        launcher: Option<Launcher>,
        journal: Option<MatchJournal>,
        before: Vec<GameRecord>,
    ) -> Result<Self, PlayError> {
        let mut standings = Standings::new(&config.identity.players, config.sprt)?;
        let finished = before.iter().map(|game| game.game).collect();
        let mut games = Vec::new();
        for game in before {
            games.extend((config.plan.format == Format::Swiss).then(|| game.clone()));
            standings.add(game)?;
        }
        Ok(Self { config, launcher, journal, standings, finished, games })
    }

    /// The score.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The final score.
    pub(crate) fn into_standings(self) -> Standings {
        self.standings
    }

    /// Plays until all games are played, the test has ended or `interrupt` is set. Calls `watch`
    /// after every game.
    ///
    /// # Errors
    /// If a game cannot be written to the journal; it does not count then.
    pub fn play(
        &mut self,
        interrupt: &StopFlag,
        watch: &mut dyn FnMut(&GameRecord, &Standings),
    ) -> Result<MatchEnd, PlayError> {
        let config = self.config;
        if config.plan.format == Format::Swiss {
            for round in 1..=config.plan.rounds() {
                let meetings = swiss::round(config.plan.players, round, 2, &self.games);
                let games = config.plan.games_of_round(round, &meetings);
                self.play_games(games.into_iter(), interrupt, watch)?;
                if interrupt.is_set() || self.standings.is_decided() {
                    break;
                }
            }
        } else {
            let games = config.plan.games().filter(|game| config.shard.has(game.pair - 1));
            self.play_games(games, interrupt, watch)?;
        }
        Ok(if interrupt.is_set() {
            MatchEnd::Interrupted
        } else if self.standings.is_decided() {
            MatchEnd::Decided
        } else {
            MatchEnd::Complete
        })
    }

    fn play_games(
        &mut self,
        games: impl Iterator<Item = Pairing> + Send,
        interrupt: &StopFlag,
        watch: &mut dyn FnMut(&GameRecord, &Standings),
    ) -> Result<(), PlayError> {
        if self.standings.is_decided() {
            return Ok(());
        }
        let finished = self.finished.clone();
        let games = games.filter(|game| !finished.contains(&game.game));
        let (config, launcher) = (self.config, self.launcher.clone());
        // Set when no further game can count.
        let over = StopFlag::new();
        let is_stopped = || interrupt.is_set() || over.is_set();
        let begin = |worker| {
            let core = config.is_pinned.then_some(worker);
            let launch = LaunchOptions { launcher: launcher.clone(), core };
            let is_stopped = &is_stopped;
            let mut runner = GameRunner::new(&config.setup, launch, is_stopped);
            // A stopped game has no result: this ends the worker.
            move |game: Pairing| if is_stopped() { None } else { runner.play(&game) }
        };
        parallel::run(config.concurrency, games, begin, |results| {
            let mut result = Ok(());
            for game in results.in_any_order() {
                // After a failure the remaining games are discarded.
                if result.is_ok() && !self.standings.is_decided() {
                    result = self.take(game, watch);
                }
                if result.is_err() || self.standings.is_decided() {
                    over.set();
                }
            }
            result
        })
    }

    fn take(
        &mut self,
        finished: FinishedGame,
        watch: &mut dyn FnMut(&GameRecord, &Standings),
    ) -> Result<(), PlayError> {
        let FinishedGame { record, dialogues } = finished;
        if let Some(journal) = &mut self.journal {
            if let Some(dialogues) = &dialogues {
                write_dialogues(journal.folder(), record.game, dialogues)?;
            }
            journal.append(&record)?;
        }
        self.finished.insert(record.game);
        if self.config.plan.format == Format::Swiss {
            self.games.push(record.clone());
        }
        self.standings.add(record.clone())?;
        watch(&record, &self.standings);
        Ok(())
    }
}

/// Writes the raw dialogues of a game: `dialogues/000012-black.txt`.
fn write_dialogues(
    folder: &Path,
    game: u64,
    dialogues: &ByColor<Vec<TranscriptLine>>,
) -> Result<(), MatchJournalError> {
    let folder = folder.join("dialogues");
    std::fs::create_dir_all(&folder).map_err(|error| MatchJournalError::Io {
        doing: "make the folder",
        path: folder.clone(),
        error,
    })?;
    for color in Color::BOTH {
        let path = folder.join(format!("{game:06}-{color}.txt"));
        std::fs::write(&path, entries_to_text(&dialogues[color]))
            .map_err(|error| MatchJournalError::Io { doing: "write", path: path.clone(), error })?;
    }
    Ok(())
}
