//! Plays one game: two players, a referee, a record at the end.
//!
//! Whatever a player does, the game ends with a verdict, and no process of a player that was at
//! fault is used again.

use std::time::Instant;

use super::adjudication::{Adjudication, Belief};
use super::referee::{End, GameRules, Referee};
use super::seat::{Seat, title};
use super::swap2;
use crate::arena::player::answers::{NamedPoint, Swap2Answer};
use crate::arena::player::commands::millis;
use crate::arena::player::transcript::TranscriptLine;
use crate::arena::player::{
    LaunchOptions, ManagerOptions, Order, PlayerAnswer, PlayerClient, PlayerFault, PlayerSpec,
    Transcript,
};
use crate::records::{GameOutcome, GameRecord, Opening, PlayedMove, Side, Swap2, Verdict};
use crate::types::{ByColor, Color, Coord};
use crate::util::date::now_unix_ms;
use crate::util::stop::StopFlag;

/// What all games of a match have in common.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// How they are spoken to.
    pub manager: ManagerOptions,
    /// What is played.
    pub rules: GameRules,
    /// Whether the players make their opening by swap2.
    pub swap2: bool,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// Whether a process plays game after game; otherwise each game has new processes.
    pub reuses_processes: bool,
    /// Whether the raw dialogues are kept.
    pub keeps_dialogues: bool,
}

/// One game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number, counted from 1.
    pub game: u64,
    /// Its round, counted from 1.
    pub round: u64,
    /// Its pair of games with swapped colors, counted from 1.
    pub pair: u64,
    /// The player of the black stones (under swap2 the one who proposes).
    pub black: usize,
    /// The other player.
    pub white: usize,
    /// The opening.
    pub opening: Opening,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What happened.
    pub record: GameRecord,
    /// The raw dialogues of black and white, if they are kept.
    pub dialogues: Option<ByColor<Vec<TranscriptLine>>>,
}

/// A place where games are played one after the other.
#[derive(Debug)]
pub struct Table<'a> {
    setting: &'a Setting,
    launch: LaunchOptions,
    stop: &'a StopFlag,
    /// Processes that wait for their next game, by player.
    waiting: Vec<Option<PlayerClient>>,
}

impl<'a> Table<'a> {
    /// A table with no process running. `stop` ends a game between two moves.
    pub fn new(setting: &'a Setting, launch: LaunchOptions, stop: &'a StopFlag) -> Self {
        let waiting = setting.players.iter().map(|_| None).collect();
        Self { setting, launch, stop, waiting }
    }

    /// Plays a game. `None` if it was stopped, or if the pairing names no such players.
    pub fn play(&mut self, pairing: &Pairing) -> Option<Finished> {
        let (started_ms, began) = (now_unix_ms(), Instant::now());
        let seats = ByColor([self.seat(pairing.black)?, self.seat(pairing.white)?]);
        let mut bout = Bout::new(self.setting, &self.launch, self.stop, seats, &pairing.opening);
        let Err(stop) = bout.run();
        let end = match stop {
            Stop::End(end) => Some(*end),
            Stop::Asked => None,
        };
        let names = ByColor::from_fn(|color| bout.side(color));
        let ByColor([black, white]) = names;
        let kib = Color::BOTH.map(|color| bout.seats[color].peak_kib());
        let dialogues = bout.dialogues();
        let opening = Opening { name: pairing.opening.name.clone(), moves: bout.opening };
        let (moves, swap2) = (bout.moves, bout.swap2);
        self.put_away(bout.seats, end.as_ref().and_then(at_fault));
        let end = end?;
        let record = GameRecord {
            game: pairing.game,
            round: pairing.round,
            pair: pairing.pair,
            black,
            white,
            rule: self.setting.rules.rule,
            size: self.setting.rules.size,
            opening,
            swap2,
            moves,
            outcome: GameOutcome::Ended { winner: end.winner, verdict: end.verdict },
            attempt: end.attempt,
            note: end.note,
            started_ms: Some(started_ms),
            duration_ms: millis(began.elapsed()),
            memory_kib: (kib != [0, 0]).then_some(kib),
        };
        Some(Finished { record, dialogues })
    }

    fn seat(&mut self, index: usize) -> Option<Seat<'a>> {
        let spec = self.setting.players.get(index)?;
        let player = self.waiting.get_mut(index).and_then(Option::take);
        let transcript = match &player {
            Some(player) => player.transcript().cloned(),
            None => self.setting.keeps_dialogues.then(Transcript::new),
        };
        if let Some(transcript) = &transcript {
            transcript.clear();
        }
        Some(Seat::new(index, spec, player, transcript))
    }

    /// Ends the processes, or keeps those that may play again.
    fn put_away(&mut self, mut seats: ByColor<Seat<'_>>, faulty: Option<Color>) {
        let keeps = |color| self.setting.reuses_processes && faulty != Some(color);
        for color in Color::BOTH {
            if !keeps(color) && faulty != Some(color) {
                seats[color].say_end();
            }
        }
        let keeps = Color::BOTH.map(keeps);
        let ByColor(seats) = seats;
        for ((seat, color), keeps) in seats.into_iter().zip(Color::BOTH).zip(keeps) {
            let index = seat.index;
            let Some(player) = seat.leave() else { continue };
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

impl Drop for Table<'_> {
    /// Ends the processes that still wait, all at the same time.
    fn drop(&mut self) {
        self.waiting.iter_mut().flatten().for_each(PlayerClient::say_end);
        for player in self.waiting.drain(..).flatten() {
            player.quit();
        }
    }
}

/// The player whose program ended the game by a fault.
fn at_fault(end: &End) -> Option<Color> {
    end.verdict.is_fault().then(|| end.winner.map(|winner| !winner)).flatten()
}

/// Why a game stops.
pub(super) enum Stop {
    /// It ended.
    End(Box<End>),
    /// Somebody asked for it.
    Asked,
}

impl From<End> for Stop {
    fn from(end: End) -> Self {
        Stop::End(Box::new(end))
    }
}

/// A game that never returns but by its end.
enum Never {}

/// One game while it is played.
pub(super) struct Bout<'a, 't> {
    pub(super) setting: &'a Setting,
    launch: &'t LaunchOptions,
    stop: &'t StopFlag,
    pub(super) seats: ByColor<Seat<'a>>,
    pub(super) referee: Referee,
    pub(super) opening: Vec<Coord>,
    pub(super) swap2: Option<Swap2>,
    moves: Vec<PlayedMove>,
}

impl<'a, 't> Bout<'a, 't> {
    fn new(
        setting: &'a Setting,
        launch: &'t LaunchOptions,
        stop: &'t StopFlag,
        seats: ByColor<Seat<'a>>,
        opening: &Opening,
    ) -> Self {
        // Openings are checked when they are read; one that is wrong all the same is left out.
        let stones = if setting.swap2 { &[][..] } else { &opening.moves[..] };
        let referee = Referee::new(&setting.rules, stones).unwrap_or_else(|error| {
            log::error!("opening {} is left out: {error}", opening.name);
            Referee::empty(&setting.rules)
        });
        let opening = referee.position().stones().iter().map(|&(coord, _)| coord).collect();
        Self { setting, launch, stop, seats, referee, opening, swap2: None, moves: Vec::new() }
    }

    fn run(&mut self) -> Result<Never, Stop> {
        self.seat_players()?;
        if self.setting.swap2 {
            swap2::choose_colors(self)?;
        }
        loop {
            if self.stop.is_set() {
                return Err(Stop::Asked);
            }
            let mover = self.referee.to_move();
            let position = self.referee.position();
            let answer = self.seats[mover].ask_move(position, &self.setting.manager, self.launch);
            let answer = answer.map_err(|fault| self.lost_by(mover, fault))?;
            self.accept(answer)?;
        }
    }

    /// Starts both players at the same time and waits for both, except in the judge's order.
    fn seat_players(&mut self) -> Result<(), Stop> {
        if self.setting.manager.order == Order::Judge {
            return Ok(());
        }
        for color in Color::BOTH {
            let launched = self.seats[color].launch(&self.setting.manager, self.launch);
            launched.map_err(|fault| self.lost_by(color, fault))?;
        }
        for color in Color::BOTH {
            let position = self.referee.position();
            let ready = self.seats[color].announce(position, &self.setting.manager, self.launch);
            ready.map_err(|fault| self.lost_by(color, fault))?;
            self.seats[color].rest();
        }
        Ok(())
    }

    /// Takes the answer of the side to move.
    pub(super) fn accept(&mut self, answer: PlayerAnswer<NamedPoint>) -> Result<(), Stop> {
        let mover = self.referee.to_move();
        let coord = self.referee.play(answer.value)?;
        self.moves.push(PlayedMove {
            x: coord.x,
            y: coord.y,
            time_ms: Some(millis(answer.used)),
            depth: answer.info.depth,
            value: answer.info.value,
            nodes: answer.info.nodes,
        });
        if let Some(end) = self.referee.ending(coord) {
            return Err(end.into());
        }
        let stones = self.referee.position().stones().len();
        let belief = self.setting.adjudication.judge(&self.moves, mover, stones);
        match belief {
            None => Ok(()),
            Some(belief) => {
                let winner = match belief {
                    Belief::Win(color) => Some(color),
                    Belief::Draw => None,
                };
                let verdict = Verdict::Adjudicated;
                Err(End { verdict, winner, attempt: None, note: None }.into())
            }
        }
    }

    /// The player of `color` answers to SWAP2BOARD.
    pub(super) fn ask_swap2(&mut self, color: Color) -> Result<PlayerAnswer<Swap2Answer>, Stop> {
        let position = self.referee.position();
        let answer = self.seats[color].ask_swap2(position, &self.setting.manager, self.launch);
        answer.map_err(|fault| self.lost_by(color, fault))
    }

    /// The end of a game by a fault of a player's program.
    fn lost_by(&self, loser: Color, fault: PlayerFault) -> Stop {
        let note = format!("{}: {fault}", title(loser, self.seats[loser].spec));
        let verdict = fault.verdict();
        End { verdict, winner: Some(!loser), attempt: None, note: Some(note) }.into()
    }

    fn side(&self, color: Color) -> Side {
        let seat = &self.seats[color];
        Side { player: seat.index, name: seat.spec.name.clone() }
    }

    fn dialogues(&self) -> Option<ByColor<Vec<TranscriptLine>>> {
        let entries = |color| self.seats[color].transcript.as_ref().map(Transcript::entries);
        Some(ByColor([entries(Color::Black)?, entries(Color::White)?]))
    }
}
