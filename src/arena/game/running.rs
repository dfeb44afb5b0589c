//! One game while it is played: the participants, the referee, and the moves so far.

use std::convert::Infallible;
use std::time::Instant;

use super::ending::ending;
use super::participant::{MatchPlayer, title};
use super::referee::{Referee, RefereeEnd};
use super::setup::MatchGames;
use crate::player::answers::Swap2Reply;
use crate::player::commands::millis;
use crate::player::transcript::TranscriptLine;
use crate::player::{LaunchOptions, Order, PlayerAnswer, PlayerFault, Transcript};
use crate::stopping::is_ending;
use tengen_brain::wire::NumberPair;
use tengen_engine::types::{ByColor, Color, Coord};
use tengen_records::{GameSide, Opening, PlayedMove, Swap2};

/// Why a game stops.
pub(super) enum GameStop {
    End(Box<RefereeEnd>),
    /// The match is being stopped.
    Interrupted,
}

impl From<RefereeEnd> for GameStop {
    fn from(end: RefereeEnd) -> Self {
        GameStop::End(Box::new(end))
    }
}

/// One game while it is played.
pub(super) struct GameInPlay<'a, 't> {
    pub(super) setup: &'a MatchGames,
    launch: &'t LaunchOptions,
    is_stopped: &'t (dyn Fn() -> bool + Sync),
    pub(super) participants: ByColor<MatchPlayer<'a>>,
    pub(super) referee: Referee,
    pub(super) opening: Vec<Coord>,
    pub(super) swap2: Option<Swap2>,
    pub(super) moves: Vec<PlayedMove>,
    /// When a player's program was seen at fault.
    pub(super) fault_at: Option<Instant>,
}

impl<'a, 't> GameInPlay<'a, 't> {
    pub(super) fn new(
        setup: &'a MatchGames,
        launch: &'t LaunchOptions,
        is_stopped: &'t (dyn Fn() -> bool + Sync),
        participants: ByColor<MatchPlayer<'a>>,
        opening: &Opening,
    ) -> Self {
        // Openings were checked when they were read; an invalid one is still left out.
        let stones = if setup.swap2 { &[][..] } else { &opening.moves[..] };
        let referee = Referee::new(&setup.rules, stones).unwrap_or_else(|error| {
            log::error!("opening {} is left out: {error}", opening.name);
            Referee::empty(&setup.rules)
        });
        let opening = referee.position().stones().iter().map(|&(coord, _)| coord).collect();
        Self {
            setup,
            launch,
            is_stopped,
            participants,
            referee,
            opening,
            swap2: None,
            moves: Vec::new(),
            fault_at: None,
        }
    }

    /// Plays moves until the game stops.
    pub(super) fn play(&mut self) -> Result<Infallible, GameStop> {
        loop {
            if (self.is_stopped)() {
                return Err(GameStop::Interrupted);
            }
            let mover = self.referee.to_move();
            let position = self.referee.position();
            let answer =
                self.participants[mover].ask_move(position, &self.setup.manager, self.launch);
            let answer = answer.map_err(|fault| self.lost_by(mover, fault))?;
            self.accept(answer)?;
        }
    }

    /// Starts both players at the same time and waits for both, except in the judge's order.
    pub(super) fn start_players(&mut self) -> Result<(), GameStop> {
        if self.setup.manager.order == Order::Judge {
            return Ok(());
        }
        for color in Color::BOTH {
            let launched = self.participants[color].launch(&self.setup.manager, self.launch);
            launched.map_err(|fault| self.lost_by(color, fault))?;
        }
        for color in Color::BOTH {
            let position = self.referee.position();
            let ready =
                self.participants[color].announce(position, &self.setup.manager, self.launch);
            ready.map_err(|fault| self.lost_by(color, fault))?;
            self.participants[color].rest();
        }
        Ok(())
    }

    /// Takes the answer of the side to move.
    pub(super) fn accept(&mut self, answer: PlayerAnswer<NumberPair>) -> Result<(), GameStop> {
        let mover = self.referee.to_move();
        let coord = self.referee.play(answer.value)?;
        self.moves.push(PlayedMove {
            point: Some(coord),
            time_ms: Some(millis(answer.used)),
            depth: answer.info.depth,
            value: answer.info.value,
            nodes: answer.info.nodes,
        });
        match ending(&self.referee, &self.setup.adjudication, &self.moves, (mover, coord)) {
            Some(end) => Err(end.into()),
            None => Ok(()),
        }
    }

    /// The player of `color` answers to SWAP2BOARD.
    pub(super) fn ask_swap2(&mut self, color: Color) -> Result<PlayerAnswer<Swap2Reply>, GameStop> {
        let position = self.referee.position();
        let answer = self.participants[color].ask_swap2(position, &self.setup.manager, self.launch);
        answer.map_err(|fault| self.lost_by(color, fault))
    }

    /// The end of a game by a fault of a player's program, unless the match is being stopped.
    fn lost_by(&mut self, loser: Color, fault: PlayerFault) -> GameStop {
        self.fault_at = Some(Instant::now());
        let is_interrupted = match &fault {
            // A player that uses too much memory lives: it is killed at once.
            PlayerFault::Memory { .. } => false,
            // So does one that only thinks too long: what ends the match later has not caused it.
            PlayerFault::Timeout { .. } if !self.participants[loser].has_ended() => {
                (self.is_stopped)()
            }
            _ => is_ending(self.is_stopped),
        };
        if is_interrupted {
            return GameStop::Interrupted;
        }
        let note = format!("{}: {fault}", title(loser, self.participants[loser].spec));
        let verdict = fault.verdict();
        RefereeEnd { verdict, winner: Some(!loser), attempt: None, note: Some(note) }.into()
    }

    pub(super) fn side(&self, color: Color) -> GameSide {
        let participant = &self.participants[color];
        GameSide { player: participant.index, name: participant.spec.name.clone() }
    }

    pub(super) fn dialogues(&self) -> Option<ByColor<Vec<TranscriptLine>>> {
        let entries = |color| self.participants[color].transcript.as_ref().map(Transcript::entries);
        Some(ByColor([entries(Color::Black)?, entries(Color::White)?]))
    }
}
