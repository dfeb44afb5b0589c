//! Plays games: two participants, a referee, a record at the end.
//!
//! Whatever a player does, the game ends with a verdict, and the process of a player at fault is
//! not reused.

use std::time::Instant;

use super::participant::MatchPlayer;
use super::referee::RefereeEnd;
use super::running::{GameInPlay, GameStop};
use super::setup::{MatchGames, Pairing};
use super::swap2;
use crate::complaint::with_complaints;
use crate::player::commands::millis;
use crate::player::transcript::TranscriptLine;
use crate::player::{LaunchOptions, PlayerClient, Transcript};
use tengen_engine::types::{ByColor, Color};
use tengen_records::{GameOutcome, GameRecord, Opening};
use tengen_util::date::now_unix_ms;

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub(crate) struct FinishedGame {
    pub record: GameRecord,
    /// The raw dialogues of black and white, if they are saved.
    pub dialogues: Option<ByColor<Vec<TranscriptLine>>>,
}

/// Plays games one after the other, with processes that may be reused.
pub(crate) struct GameRunner<'a> {
    setup: &'a MatchGames,
    launch: LaunchOptions,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
    /// Idle processes, by player.
    waiting: Vec<Option<PlayerClient>>,
}

impl<'a> GameRunner<'a> {
    /// A runner without processes. A game ends between two moves once `is_stopped`
    /// returns true.
    pub(crate) fn new(
        setup: &'a MatchGames,
        launch: LaunchOptions,
        is_stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let waiting = setup.players.iter().map(|_| None).collect();
        Self { setup, launch, is_stopped, waiting }
    }

    /// Plays a game. `None` if it was stopped, or if the pairing has an unknown player.
    pub(crate) fn play(&mut self, pairing: &Pairing) -> Option<FinishedGame> {
        let (started_ms, began) = (now_unix_ms(), Instant::now());
        let [black, white] = Color::BOTH.map(|color| self.setup.seed_of(pairing.game, color));
        let players = ByColor([
            self.participant(pairing.black)?.with_seed(black),
            self.participant(pairing.white)?.with_seed(white),
        ]);
        let mut game =
            GameInPlay::new(self.setup, &self.launch, self.is_stopped, players, &pairing.opening);
        let end = match play_out(&mut game) {
            GameStop::End(end) => Some(*end),
            GameStop::Interrupted => None,
        };
        // Without the wait for the end of everything, and without the players' exit.
        let duration = game.fault_at.unwrap_or_else(Instant::now).saturating_duration_since(began);
        let names = ByColor::from_fn(|color| game.side(color));
        let ByColor([black, white]) = names;
        let kib = Color::BOTH.map(|color| game.participants[color].peak_kib());
        let complaints = ByColor::from_fn(|color| game.participants[color].complaint());
        let dialogues = game.dialogues();
        let opening = Opening { name: pairing.opening.name.clone(), moves: game.opening };
        let (moves, swap2) = (game.moves, game.swap2);
        self.put_away(game.participants, end.as_ref().and_then(at_fault));
        let end = end?;
        let names = ByColor([black.name.as_str(), white.name.as_str()]);
        let note = with_complaints(end.note, names, complaints);
        let record = GameRecord {
            game: pairing.game,
            round: pairing.round,
            pair: pairing.pair,
            black,
            white,
            rule: self.setup.rules.rule,
            size: self.setup.rules.size,
            opening,
            swap2,
            moves,
            outcome: GameOutcome::Ended { winner: end.winner, verdict: end.verdict },
            attempt: end.attempt,
            note,
            started_ms: Some(started_ms),
            dates: None,
            duration_ms: millis(duration),
            memory_kib: (kib != [0, 0]).then_some(kib),
        };
        Some(FinishedGame { record, dialogues })
    }

    fn participant(&mut self, index: usize) -> Option<MatchPlayer<'a>> {
        let spec = self.setup.players.get(index)?;
        let player = self.waiting.get_mut(index).and_then(Option::take);
        let transcript = match &player {
            Some(player) => player.transcript().cloned(),
            None => self.setup.keeps_dialogues.then(Transcript::new),
        };
        if let Some(transcript) = &transcript {
            transcript.clear();
        }
        Some(MatchPlayer::new(index, spec, player, transcript))
    }

    /// Ends the processes, except those that may play again.
    fn put_away(&mut self, mut players: ByColor<MatchPlayer<'_>>, faulty: Option<Color>) {
        let keeps = |color| self.setup.reuses_processes && faulty != Some(color);
        for color in Color::BOTH {
            if !keeps(color) && faulty != Some(color) {
                players[color].say_end();
            }
        }
        let keeps = Color::BOTH.map(keeps);
        let ByColor(players) = players;
        for ((participant, color), keeps) in players.into_iter().zip(Color::BOTH).zip(keeps) {
            let index = participant.index;
            let Some(player) = participant.leave() else { continue };
            if keeps {
                if let Some(place) = self.waiting.get_mut(index) {
                    *place = Some(player);
                }
            } else if faulty == Some(color) {
                drop(player);
            } else if player.quit().is_none() {
                log::warn!("player {index} did not end after END and was killed");
            }
        }
    }
}

impl Drop for GameRunner<'_> {
    /// Ends the idle processes, all at the same time.
    fn drop(&mut self) {
        self.waiting.iter_mut().flatten().for_each(PlayerClient::say_end);
        for player in self.waiting.drain(..).flatten() {
            player.quit();
        }
    }
}

/// Plays a game until it stops.
fn play_out(game: &mut GameInPlay<'_, '_>) -> GameStop {
    let mut run = || {
        game.start_players()?;
        if game.setup.swap2 {
            swap2::choose_colors(game)?;
        }
        game.play()
    };
    let Err(stop) = run();
    stop
}

/// The player whose program ended the game by a fault.
fn at_fault(end: &RefereeEnd) -> Option<Color> {
    end.verdict.is_fault().then(|| end.winner.map(|winner| !winner)).flatten()
}

#[cfg(all(test, unix))]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::game::{Adjudication, GameRules};
    use crate::player::{ManagerOptions, PlayLimits, PlayerSpec};
    use tengen_engine::types::{BoardSize, Rule};
    use tengen_records::Verdict;

    /// What a player does at BEGIN, and its time per move in milliseconds.
    const HANGS: (&str, u64) = (":", 50);
    const EXITS: (&str, u64) = ("exit 1", 60_000);

    /// A game of players that do this. The match is stopped as soon as somebody asks for the
    /// `stop_at`-th time whether it is: the game asks before the first move, once after the fault,
    /// and then all the time if the fault waits for the end.
    fn play((at_begin, turn_ms): (&str, u64), stop_at: u32) -> Option<GameRecord> {
        let script = format!(
            "while read -r line; do case $line in START*) echo OK;; BEGIN*) {at_begin};; esac; done"
        );
        let turn = Some(Duration::from_millis(turn_ms));
        let player = |name: &str| PlayerSpec {
            name: name.to_owned(),
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.clone().into()],
            folder: None,
            info: Vec::new(),
            limits: PlayLimits { turn, tolerance: Duration::ZERO, ..PlayLimits::default() },
            settle: Duration::ZERO,
        };
        let setup = MatchGames {
            players: vec![player("one"), player("two")],
            manager: ManagerOptions {
                start_limit: Duration::from_secs(60),
                ..ManagerOptions::default()
            },
            rules: GameRules::new(Rule::Freestyle, BoardSize::square(15).unwrap()),
            swap2: false,
            adjudication: Adjudication::default(),
            seed: None,
            reuses_processes: false,
            keeps_dialogues: false,
        };
        let opening = Opening { name: "empty".to_owned(), moves: Vec::new() };
        let pairing = Pairing { game: 1, round: 1, pair: 1, black: 0, white: 1, opening };
        let asked = AtomicU32::new(0);
        let is_stopped = || asked.fetch_add(1, Ordering::Relaxed) + 1 >= stop_at;
        let mut runner = GameRunner::new(&setup, LaunchOptions::default(), &is_stopped);
        Some(runner.play(&pairing)?.record)
    }

    #[test]
    fn a_loss_on_time_is_kept_if_the_match_is_stopped_only_then() {
        let verdict = |game: Option<GameRecord>| game.and_then(|game| game.verdict());
        assert_eq!(verdict(play(HANGS, 3)), Some(Verdict::Timeout));
        assert_eq!(verdict(play(HANGS, 2)), None);
        // A program that has ended may have been ended together with the match.
        assert_eq!(verdict(play(EXITS, 3)), None);
    }

    #[test]
    fn the_wait_for_the_end_of_the_match_is_no_part_of_a_game() {
        let began = Instant::now();
        let game = play(EXITS, u32::MAX).unwrap();
        let whole = began.elapsed();
        assert_eq!(game.verdict(), Some(Verdict::Crash));
        assert!(Duration::from_millis(game.duration_ms + 450) <= whole, "{whole:?}");
    }
}
