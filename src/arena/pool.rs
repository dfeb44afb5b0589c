//! Plays the games of a match, several at the same time, and hands each to one place where it is
//! written down before it counts.
//!
//! Each worker thread has a table and takes the next game when it is free. The thread that called
//! writes the journal. When it fails, when the test ends or when somebody asks, the workers stop
//! between two moves; games that are not finished are as if they had never begun.

use std::collections::HashSet;
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use thiserror::Error;

use super::config::MatchConfig;
use super::game::{Finished, Pairing, Table};
use super::journal::{Journal, JournalError};
use super::player::transcript::{TranscriptLine, entries_to_text};
use super::player::{LaunchOptions, Launcher};
use super::schedule::{Format, swiss};
use super::standings::Standings;
use super::table::TableError;
use crate::records::GameRecord;
use crate::types::{ByColor, Color};
use crate::util::stop::StopFlag;

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All games are played.
    Complete,
    /// The test has ended.
    Decided,
    /// Somebody asked for the end.
    Interrupted,
}

/// Why a match cannot go on.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The journal holds a game of others.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// How the match is asked to end. Clones of the reference share it.
#[derive(Debug, Default)]
pub struct StopSwitch {
    stop: StopFlag,
    asked: StopFlag,
}

impl StopSwitch {
    /// Asks for the end; games that run are given up.
    pub fn ask(&self) {
        self.asked.set();
        self.stop.set();
    }

    /// Whether somebody asked.
    pub fn was_asked(&self) -> bool {
        self.asked.is_set()
    }

    fn stop(&self) {
        self.stop.set();
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }
}

/// Whoever wants to watch a match.
pub trait Watcher {
    /// A game is finished and written down.
    fn game(&mut self, game: &GameRecord, standings: &Standings);
}

/// A match in play.
pub struct Match<'a> {
    config: &'a MatchConfig,
    launcher: Option<Launcher>,
    journal: Option<Journal>,
    standings: Standings,
    /// Numbers of the games that are finished.
    finished: HashSet<u64>,
    /// What a Swiss tournament needs to make its next round.
    games: Vec<GameRecord>,
}

impl<'a> Match<'a> {
    /// A match with the games that were finished before. Without a journal nothing is kept.
    ///
    /// # Errors
    /// If a game is not between players of the match.
    pub fn new(
        config: &'a MatchConfig,
        launcher: Option<Launcher>,
        journal: Option<Journal>,
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

    /// Plays until all games are played, the test has ended or the switch says stop.
    ///
    /// # Errors
    /// If a game cannot be written down; it then does not count.
    pub fn play(
        &mut self,
        switch: &StopSwitch,
        watcher: &mut dyn Watcher,
    ) -> Result<Outcome, PlayError> {
        let config = self.config;
        if config.plan.format == Format::Swiss {
            for round in 1..=config.plan.rounds() {
                let meetings = swiss::round(config.plan.players, round, 2, &self.games);
                let games = config.plan.games_of_round(round, &meetings);
                self.play_games(games.into_iter(), switch, watcher)?;
                if switch.is_stopped() {
                    break;
                }
            }
        } else {
            let games = config.plan.games().filter(|game| config.shard.has_pair(game.pair));
            self.play_games(games, switch, watcher)?;
        }
        Ok(if switch.was_asked() {
            Outcome::Interrupted
        } else if self.standings.is_decided() {
            Outcome::Decided
        } else {
            Outcome::Complete
        })
    }

    fn play_games(
        &mut self,
        games: impl Iterator<Item = Pairing> + Send,
        switch: &StopSwitch,
        watcher: &mut dyn Watcher,
    ) -> Result<(), PlayError> {
        if self.standings.is_decided() {
            return Ok(());
        }
        let finished = self.finished.clone();
        let queue = Mutex::new(games.filter(|game| !finished.contains(&game.game)));
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let (sender, results) = channel();
        let (config, launcher) = (self.config, self.launcher.clone());
        thread::scope(|scope| {
            for worker in 0..config.concurrency {
                let (sender, next) = (sender.clone(), &next);
                let core = config.is_pinned.then_some(worker);
                let launch = LaunchOptions { launcher: launcher.clone(), core };
                scope.spawn(move || work(config, launch, switch, next, &sender));
            }
            drop(sender);
            let mut result = Ok(());
            for game in results {
                // After a failure the others are only waited for.
                if result.is_ok() && !self.standings.is_decided() {
                    result = self.take(game, watcher);
                }
                if result.is_err() || self.standings.is_decided() {
                    switch.stop();
                }
            }
            result
        })
    }

    fn take(&mut self, finished: Finished, watcher: &mut dyn Watcher) -> Result<(), PlayError> {
        let Finished { record, dialogues } = finished;
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
        watcher.game(&record, &self.standings);
        Ok(())
    }
}

fn work(
    config: &MatchConfig,
    launch: LaunchOptions,
    switch: &StopSwitch,
    next: &(impl Fn() -> Option<Pairing> + Sync),
    results: &Sender<Finished>,
) {
    let mut table = Table::new(&config.setting, launch, &switch.stop);
    while !switch.is_stopped() {
        let Some(pairing) = next() else { return };
        let Some(finished) = table.play(&pairing) else { continue };
        if results.send(finished).is_err() {
            return;
        }
    }
}

/// Writes the raw dialogues of a game: `dialogues/000012-black.txt`.
fn write_dialogues(
    folder: &Path,
    game: u64,
    dialogues: &ByColor<Vec<TranscriptLine>>,
) -> Result<(), JournalError> {
    let folder = folder.join("dialogues");
    std::fs::create_dir_all(&folder).map_err(|error| JournalError::Io {
        doing: "make the folder",
        path: folder.clone(),
        error,
    })?;
    for color in Color::BOTH {
        let path = folder.join(format!("{game:06}-{color}.txt"));
        std::fs::write(&path, entries_to_text(&dialogues[color]))
            .map_err(|error| JournalError::Io { doing: "write", path: path.clone(), error })?;
    }
    Ok(())
}
