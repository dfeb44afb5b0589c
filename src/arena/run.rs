//! Runs a match from its configuration to its files: opens or resumes the journal, introduces the
//! players, plays, and writes the exports. Prints nothing: a [`MatchWatcher`] sees the progress.

use std::time::Duration;

use thiserror::Error;

use super::config::MatchConfig;
use super::exports::{self, ExportError};
use super::journal::{self, MatchJournal, MatchJournalError};
use super::player::process_group::Strays;
use super::player::{LaunchOptions, Launcher, Order, PlayerClient};
use super::pool::{Match, MatchEnd, PlayError};
use super::standings::Standings;
use tengen_engine::util::stop::StopFlag;
use tengen_records::GameRecord;

/// Longest wait for a player's answer to ABOUT.
const ABOUT_PATIENCE: Duration = Duration::from_secs(2);

/// An observer of a match. Every method does nothing unless it is implemented.
pub trait MatchWatcher {
    /// The players were introduced: their names with their answers to ABOUT, empty without an
    /// answer. Not called in the judge's order of commands, which has no ABOUT.
    fn introduced(&mut self, players: &[(String, String)]) {
        let _ = players;
    }

    /// Play starts. The `finished` games of a resumed match are in the journal already.
    fn started(&mut self, finished: &[GameRecord]) {
        let _ = finished;
    }

    /// A game is finished and in the journal.
    fn game(&mut self, game: &GameRecord, standings: &Standings) {
        let _ = (game, standings);
    }

    /// Play has ended, for whatever reason; not called if the match could not start.
    fn ended(&mut self, standings: &Standings) {
        let _ = standings;
    }
}

/// A match that was run.
#[derive(Clone, Debug)]
pub struct MatchOutcome {
    pub end: MatchEnd,
    /// The score.
    pub standings: Standings,
}

/// Why a match could not be run.
#[derive(Debug, Error)]
pub enum RunError {
    /// There is no match to start or resume: bad input.
    #[error("{0}")]
    Start(MatchJournalError),
    /// Results cannot be written. Finished games are in the journal.
    #[error("{0}")]
    Journal(MatchJournalError),
    /// A game cannot be counted or written.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The exports cannot be written. All games are in the journal.
    #[error(transparent)]
    Export(#[from] ExportError),
}

/// Runs a match until all games are played, its test has ended, or `interrupt` is set. With
/// `resume` it continues the match in the folder of the configuration if there is one.
///
/// # Errors
/// If the match cannot start, or results cannot be written.
pub fn run(
    config: &MatchConfig,
    resume: bool,
    interrupt: &StopFlag,
    watcher: &mut dyn MatchWatcher,
) -> Result<MatchOutcome, RunError> {
    let (journal, finished) = open_journal(config, resume).map_err(RunError::Start)?;
    let launcher = Launcher::of_this_program();
    // However the match ends, no process of a player outlives it.
    let _strays = Strays;
    introduce(config, launcher.as_ref(), watcher)?;
    watcher.started(&finished);
    let mut running = Match::new(config, launcher, journal, finished)?;
    let played = running.play(interrupt, &mut |game, standings| watcher.game(game, standings));
    watcher.ended(running.standings());
    let end = played?;
    if let Some(folder) = &config.out {
        let read = journal::read(folder).map_err(RunError::Journal)?;
        exports::write(folder, &config.identity, running.standings(), &read.games)?;
    }
    Ok(MatchOutcome { end, standings: running.into_standings() })
}

/// The journal, and the games that were finished before. Without a folder there is no journal.
fn open_journal(
    config: &MatchConfig,
    resume: bool,
) -> Result<(Option<MatchJournal>, Vec<GameRecord>), MatchJournalError> {
    let Some(folder) = &config.out else { return Ok((None, Vec::new())) };
    // A script need not know whether this is its first run.
    if resume && folder.join(journal::MATCH_FILE).exists() {
        let (journal, games) = MatchJournal::resume(folder, &config.identity, &config.plan.book)?;
        return Ok((Some(journal), games));
    }
    Ok((Some(MatchJournal::create(folder, &config.identity)?), Vec::new()))
}

/// Sends ABOUT to every player, in a process of its own, and saves the answers in `about.txt`. An
/// answer is optional. The judge never sends ABOUT.
fn introduce(
    config: &MatchConfig,
    launcher: Option<&Launcher>,
    watcher: &mut dyn MatchWatcher,
) -> Result<(), RunError> {
    let setup = &config.setup;
    if setup.manager.order == Order::Judge {
        return Ok(());
    }
    let launch = LaunchOptions { launcher: launcher.cloned(), core: None };
    let answers: Vec<(String, String)> = setup
        .players
        .iter()
        .map(|spec| {
            let player = PlayerClient::launch(spec, &setup.manager, &launch, None);
            let about = player.ok().and_then(|mut player| {
                let about = player.about(ABOUT_PATIENCE);
                player.quit();
                about
            });
            (spec.name.clone(), about.unwrap_or_default())
        })
        .collect();
    watcher.introduced(&answers);
    let Some(folder) = &config.out else { return Ok(()) };
    let text: String = answers.iter().map(|(name, about)| format!("{name}: {about}\n")).collect();
    let path = folder.join(journal::ABOUT_FILE);
    journal::write_whole(&path, text.as_bytes()).map_err(RunError::Journal)
}
