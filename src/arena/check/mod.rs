//! Would the Gomocup judge accept this player? The judge's own acceptance test, replayed: for each
//! league the probes of its rule and a game against itself from the corner of the board.
//!
//! As in the judge, START and the INFO lines are written at once with CR LF, the process is frozen
//! before it can load anything, the first move is requested by BOARD, waiting players are frozen,
//! memory is summed over child processes, and the player has half a second to exit after END.

pub mod archive;
pub mod league;
pub(crate) mod probe;

use std::path::Path;
use std::time::Duration;

use self::league::League;
use self::probe::{PROBES, Probe};
use super::game::participant::MatchPlayer;
use super::game::{Adjudication, GameRules};
use super::game::{GameRunner, MatchGames, Pairing};
use super::player::commands::millis;
use super::player::process_group::Strays;
use super::player::transcript::{TranscriptLine, entries_to_text};
use super::player::{
    LaunchOptions, ManagerOptions, Order, PlayLimits, PlayerClient, PlayerSpec, Transcript,
    process_group,
};
use tengen_brain::wire::{Axes, NumberPair};
use tengen_engine::board::Position;
use tengen_engine::rules::legality;
use tengen_engine::types::{BoardSize, Coord};
use tengen_records::{Opening, Verdict};

/// How long a player is frozen right after its launch.
const FREEZE: Duration = Duration::from_millis(100);

/// Lines of the dialogue that are shown for a failure.
const SHOWN_LINES: usize = 16;

/// The opening of the game against itself: stones in the corner, black first.
const CORNER: [(u8, u8); 5] = [(1, 1), (0, 2), (3, 2), (2, 4), (0, 0)];

/// A step of the test that a player did not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedStep {
    pub step: String,
    /// What was seen and what was expected.
    pub problem: String,
    /// The last lines of the dialogue.
    pub dialogue: String,
}

/// What the test of one league found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeagueReport {
    /// Number of steps.
    pub steps: usize,
    pub failures: Vec<FailedStep>,
    /// The longest time for a move in milliseconds.
    pub longest_ms: u64,
    /// Peak memory in KiB, 0 if the system does not report it.
    pub peak_kib: u64,
}

impl LeagueReport {
    /// Whether the judge would accept the player.
    pub fn is_passed(&self) -> bool {
        self.failures.is_empty()
    }
}

/// A league and the player to examine in it.
#[derive(Debug)]
pub struct Examination<'a> {
    league: League,
    spec: PlayerSpec,
    manager: ManagerOptions,
    launch: &'a LaunchOptions,
    /// The folder that the player may write to.
    folder: &'a Path,
    report: LeagueReport,
}

impl<'a> Examination<'a> {
    /// An examination of `player`, under the limits of the league instead of its own. It may keep
    /// data in `folder`, which must exist.
    pub fn new(
        league: League,
        player: &PlayerSpec,
        launch: &'a LaunchOptions,
        folder: &'a Path,
    ) -> Self {
        let mut spec = player.clone();
        spec.limits = PlayLimits {
            turn: Some(league.turn),
            game: Some(league.game),
            memory: Some(League::MEMORY),
            ..PlayLimits::default()
        };
        spec.info.push(("folder".to_owned(), folder.display().to_string()));
        let manager = ManagerOptions {
            order: Order::Judge,
            suspends: process_group::CAN_SUSPEND,
            freezes_start: if process_group::CAN_SUSPEND { FREEZE } else { Duration::ZERO },
            game_type: 1,
            ..ManagerOptions::default()
        };
        let report = LeagueReport { steps: 0, failures: Vec::new(), longest_ms: 0, peak_kib: 0 };
        Self { league, spec, manager, launch, folder, report }
    }

    /// Runs every step and reports the findings. A player that hangs, crashes or takes too much
    /// memory is not tested further.
    pub fn run(mut self) -> LeagueReport {
        let _strays = Strays;
        let Ok(size) = BoardSize::square(self.league.side.into()) else { return self.report };
        for probe in PROBES {
            if !self.ask(probe, size) {
                return self.report;
            }
        }
        self.play_itself(size);
        self.weigh_folder();
        self.report
    }

    fn fail(&mut self, step: &str, problem: String, dialogue: &[TranscriptLine]) {
        let from = dialogue.len().saturating_sub(SHOWN_LINES);
        let dialogue = entries_to_text(dialogue.get(from..).unwrap_or_default());
        self.report.failures.push(FailedStep { step: step.to_owned(), problem, dialogue });
    }

    /// Asks for a move in the position of a probe, and ends the player by END. Returns whether the
    /// player's program made no fault.
    fn ask(&mut self, probe: &Probe, size: BoardSize) -> bool {
        let Some((position, marked)) = probe.position(self.league.rule, size) else { return true };
        self.report.steps += 1;
        let transcript = Transcript::new();
        let spec = self.spec.clone();
        let mut participant = MatchPlayer::new(0, &spec, None, Some(transcript.clone()));
        let answer = participant.ask_move(&position, &self.manager, self.launch);
        let is_faultless = answer.is_ok();
        let problem = match answer {
            Err(fault) => Some(fault.to_string()),
            Ok(answer) => {
                let used = millis(answer.used);
                self.report.longest_ms = self.report.longest_ms.max(used);
                self.judge(probe, &position, answer.value, &marked)
            }
        };
        self.report.peak_kib = self.report.peak_kib.max(participant.peak_kib());
        if let Some(problem) = problem {
            self.fail(probe.name, problem, &transcript.entries());
            return is_faultless;
        }
        let ended = participant.leave().map(PlayerClient::quit);
        if ended == Some(None) {
            let grace = self.manager.end_grace.as_millis();
            let problem = format!("the process still ran {grace} ms after END");
            self.fail(probe.name, problem, &transcript.entries());
            return false;
        }
        true
    }

    fn judge(
        &self,
        probe: &Probe,
        position: &Position,
        point: NumberPair,
        marked: &[Coord],
    ) -> Option<String> {
        let Some(coord) = Axes::ColumnFirst.coord(point, position.size()) else {
            return Some(format!("played {point}, off the board"));
        };
        if let Err(error) = legality::check(position, coord) {
            return Some(format!("illegal move: {error}"));
        }
        probe.judge(position, coord, marked).err().map(|error| error.to_string())
    }

    fn play_itself(&mut self, size: BoardSize) {
        let step = "a game against itself from the corner";
        self.report.steps += 1;
        let setup = MatchGames {
            players: vec![self.spec.clone(), self.spec.clone()],
            manager: self.manager.clone(),
            rules: GameRules::new(self.league.rule, size),
            swap2: false,
            adjudication: Adjudication::default(),
            seed: None,
            reuses_processes: false,
            keeps_dialogues: true,
        };
        let moves = CORNER.map(|(x, y)| Coord::new(x, y)).to_vec();
        let opening = Opening { name: "corner".to_owned(), moves };
        let pairing = Pairing { game: 1, round: 1, pair: 1, black: 0, white: 1, opening };
        let mut runner = GameRunner::new(&setup, self.launch.clone(), &|| false);
        let Some(finished) = runner.play(&pairing) else { return };
        let record = finished.record;
        let longest = record.moves.iter().filter_map(|played| played.time_ms).max().unwrap_or(0);
        self.report.longest_ms = self.report.longest_ms.max(longest);
        let peak = record.memory_kib.map_or(0, |[black, white]| black.max(white));
        self.report.peak_kib = self.report.peak_kib.max(peak);
        let Some(verdict) = record.verdict() else { return };
        if verdict.is_fault() || matches!(verdict, Verdict::Forbidden(_)) {
            let loser = record.winner().map(|winner| !winner);
            let entries = loser.zip(finished.dialogues).map(|(loser, both)| both[loser].clone());
            let note = record.note.unwrap_or_else(|| verdict.to_string());
            self.fail(step, note, &entries.unwrap_or_default());
        }
    }

    fn weigh_folder(&mut self) {
        self.report.steps += 1;
        let bytes = size_of(self.folder);
        if bytes > League::FOLDER {
            let limit = League::FOLDER;
            let problem = format!("{bytes} bytes in its folder, {limit} were allowed");
            self.fail("keeps little data", problem, &[]);
        }
    }
}

/// Bytes of all files in a folder and below.
fn size_of(folder: &Path) -> u64 {
    let Ok(files) = std::fs::read_dir(folder) else { return 0 };
    let size = |file: std::fs::DirEntry| match file.file_type() {
        Ok(kind) if kind.is_dir() => size_of(&file.path()),
        _ => file.metadata().map_or(0, |file| file.len()),
    };
    files.flatten().map(size).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Referee;

    #[test]
    fn the_corner_opening_is_legal_in_every_league() {
        for league in League::ALL {
            let size = BoardSize::square(league.side.into()).unwrap();
            let stones = CORNER.map(|(x, y)| Coord::new(x, y));
            assert!(Referee::new(&GameRules::new(league.rule, size), &stones).is_ok());
        }
    }
}
