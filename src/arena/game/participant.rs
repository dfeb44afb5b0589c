//! A player's place in one game: its process, its clock, and what it was sent.

use std::time::{Duration, Instant};

use super::clock::PlayerClock;
use crate::player::answers::Swap2Reply;
use crate::player::{
    LaunchOptions, ManagerOptions, Order, PlayerAnswer, PlayerClient, PlayerFault, PlayerSpec,
    Transcript,
};
use tengen_brain::wire::NumberPair;
use tengen_engine::board::Position;
use tengen_engine::types::{Color, Coord};

/// One side of a game.
#[derive(Debug)]
pub(crate) struct MatchPlayer<'a> {
    /// The index of the player in the match.
    pub index: usize,
    pub spec: &'a PlayerSpec,
    /// The dialogue, if it is saved.
    pub transcript: Option<Transcript>,
    player: Option<PlayerClient>,
    /// What it is sent as `INFO seed`.
    seed: Option<u32>,
    clock: PlayerClock,
    is_announced: bool,
    knows_board: bool,
}

impl<'a> MatchPlayer<'a> {
    /// A participant, with the process of an earlier game if it is reused.
    pub(crate) fn new(
        index: usize,
        spec: &'a PlayerSpec,
        player: Option<PlayerClient>,
        transcript: Option<Transcript>,
    ) -> Self {
        let clock = PlayerClock::new(&spec.limits);
        let (is_announced, knows_board) = (false, false);
        Self { index, spec, transcript, player, seed: None, clock, is_announced, knows_board }
    }

    /// Sets the seed of its game.
    pub(crate) fn with_seed(self, seed: Option<u32>) -> Self {
        Self { seed, ..self }
    }

    /// Starts the process if there is none yet. Sends nothing.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(crate) fn launch(
        &mut self,
        manager: &ManagerOptions,
        launch: &LaunchOptions,
    ) -> Result<(), PlayerFault> {
        if self.player.is_none() {
            let transcript = self.transcript.clone();
            self.player = Some(PlayerClient::launch(self.spec, manager, launch, transcript)?);
        }
        Ok(())
    }

    /// Starts the process if necessary and announces the game. A reused process that no longer
    /// answers is restarted.
    ///
    /// # Errors
    /// If the player refuses.
    pub(crate) fn announce(
        &mut self,
        position: &Position,
        manager: &ManagerOptions,
        launch: &LaunchOptions,
    ) -> Result<(), PlayerFault> {
        if self.is_announced {
            return Ok(());
        }
        let was_used_before = self.player.as_ref().is_some_and(PlayerClient::has_answered);
        self.launch(manager, launch)?;
        let (size, rule, seed) = (position.size(), position.rule(), self.seed);
        let mut used = self.player()?.announce(size, rule, seed);
        if used.is_err() && was_used_before {
            self.player = None;
            self.launch(manager, launch)?;
            used = self.player()?.announce(size, rule, seed);
        }
        if manager.bills_start {
            self.clock.bill(used?);
        } else {
            used?;
        }
        self.is_announced = true;
        Ok(())
    }

    /// Asks for a move in the position.
    ///
    /// # Errors
    /// Every fault.
    pub(crate) fn ask_move(
        &mut self,
        position: &Position,
        manager: &ManagerOptions,
        launch: &LaunchOptions,
    ) -> Result<PlayerAnswer<NumberPair>, PlayerFault> {
        let since = self.start_of_turn(position, manager, launch)?;
        let deadline = self.clock.deadline(since);
        let knows_board = std::mem::replace(&mut self.knows_board, true);
        let own = position.to_move();
        let answer = match position.stones().last() {
            Some(&(last, _)) if knows_board => self.player()?.next_move(last, deadline)?,
            _ => self.player()?.first_move(position, own, deadline)?,
        };
        self.end_of_turn(answer.used);
        Ok(answer)
    }

    /// Asks for a step of the swap2 opening.
    ///
    /// # Errors
    /// Every fault.
    pub(crate) fn ask_swap2(
        &mut self,
        position: &Position,
        manager: &ManagerOptions,
        launch: &LaunchOptions,
    ) -> Result<PlayerAnswer<Swap2Reply>, PlayerFault> {
        let since = self.start_of_turn(position, manager, launch)?;
        let deadline = self.clock.deadline(since);
        let stones: Vec<Coord> = position.stones().iter().map(|&(coord, _)| coord).collect();
        let answer = self.player()?.swap2(&stones, deadline)?;
        self.end_of_turn(answer.used);
        Ok(answer)
    }

    /// The moment from which the move is billed. In the judge's order it includes start-up, unless
    /// the player was frozen so early that start-up happens later anyway.
    fn start_of_turn(
        &mut self,
        position: &Position,
        manager: &ManagerOptions,
        launch: &LaunchOptions,
    ) -> Result<Instant, PlayerFault> {
        if let Some(player) = &self.player {
            player.settle();
        }
        let since = Instant::now();
        self.announce(position, manager, launch)?;
        let bills_start = manager.order == Order::Judge && manager.freezes_start.is_zero();
        Ok(if bills_start { since } else { Instant::now() })
    }

    fn end_of_turn(&mut self, used: Duration) {
        self.clock.spend(used);
        self.rest();
    }

    /// Suspends the player until its next request, if the manager's options say so.
    pub(crate) fn rest(&mut self) {
        if let Some(player) = &mut self.player {
            player.rest();
        }
    }

    /// Sends END, without waiting for the exit.
    pub(crate) fn say_end(&mut self) {
        if let Some(player) = &mut self.player {
            player.say_end();
        }
    }

    /// Whether there is no process that runs.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.player.as_mut().is_none_or(PlayerClient::has_ended)
    }

    /// Most memory seen, in KiB.
    pub(crate) fn peak_kib(&self) -> u64 {
        self.player.as_ref().map_or(0, PlayerClient::peak_kib)
    }

    /// What it said before its first move about how it was started.
    pub(crate) fn complaint(&self) -> Option<String> {
        self.player.as_ref()?.complaint().map(str::to_owned)
    }

    /// Returns the process.
    pub(crate) fn leave(self) -> Option<PlayerClient> {
        self.player
    }

    fn player(&mut self) -> Result<&mut PlayerClient, PlayerFault> {
        let gone = || PlayerFault::Refused { seen: "the process is not running".to_owned() };
        self.player.as_mut().ok_or_else(gone)
    }
}

/// How notes refer to a player: by color and name.
pub(crate) fn title(color: Color, spec: &PlayerSpec) -> String {
    format!("{color} ({})", spec.name)
}
