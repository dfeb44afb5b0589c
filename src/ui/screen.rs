//! The table in a terminal: draws, takes keys, lets the engine think meanwhile.

use std::io;
use std::time::{Duration, Instant};

use super::command::{self, TableCommand};
use super::game::{GameEffect, LiveGame, WaitingFor};
use super::game_store::{GameStore, autosave, keep};
use super::keys::{KeyAction, Keys};
use super::style::{Style, StyledLine};
use super::terminal::Terminal;

use super::engine_thread::EnginePlayer;
use super::view;
use crate::util::date;

/// How long a key is waited for before the engine is looked after again.
const TICK: Duration = Duration::from_millis(40);

/// Plays until somebody leaves.
///
/// # Errors
/// If the terminal is gone.
pub fn run(
    game: &mut LiveGame,
    brain: &mut dyn EnginePlayer,
    store: &mut dyn GameStore,
    terminal: &mut dyn Terminal,
) -> io::Result<()> {
    let keys = Keys::default();
    let mut driver = ScreenDriver {
        game,
        brain,
        store,
        terminal,
        keys,
        thinking: None,
        person_since: Instant::now(),
        shows_help: false,
    };
    let result = driver.play();
    driver.drop_thought();
    // Also when the terminal has gone: what was to be kept is kept.
    autosave(driver.game, driver.store);
    result
}

struct ScreenDriver<'a> {
    game: &'a mut LiveGame,
    brain: &'a mut dyn EnginePlayer,
    store: &'a mut dyn GameStore,
    terminal: &'a mut dyn Terminal,
    keys: Keys,
    /// What the engine is thinking about.
    thinking: Option<WaitingFor>,
    /// Since when a person has been to move.
    person_since: Instant,
    shows_help: bool,
}

impl ScreenDriver<'_> {
    fn play(&mut self) -> io::Result<()> {
        loop {
            self.look_after_engine();
            self.draw()?;
            let Some(key) = self.terminal.key(TICK)? else { continue };
            if std::mem::take(&mut self.shows_help) {
                continue;
            }
            match self.keys.press(key, self.game.position().size()) {
                KeyAction::Nothing => {}
                KeyAction::Wrong(error) => self.game.say(format!("{error}.")),
                KeyAction::Command(command) => {
                    if self.obey(command) {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Hands over what the table wishes and brings what the engine found.
    fn look_after_engine(&mut self) {
        if self.thinking.is_none() && self.game.waiting_for() != WaitingFor::Person {
            let mover = self.game.position().to_move();
            self.brain.begin(self.game.position(), self.game.used_ms(mover));
            self.thinking = Some(self.game.waiting_for());
        }
        if self.thinking.is_none() {
            return;
        }
        if let Some(answer) = self.brain.wait(Duration::ZERO) {
            // A hint comes in the person's own time.
            if self.thinking.take() == Some(WaitingFor::Move) {
                self.person_since = Instant::now();
            }
            match answer.coord {
                Some(coord) => self.game.answer(coord, answer.time_ms, &answer.told),
                None => self.game.say("The engine has no move."),
            }
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let room = self.terminal.room();
        if self.shows_help {
            let keys = view::wrap(super::keys::HELP, room.columns);
            let lines = keys.iter().map(String::as_str).chain([""]).chain(command::HELP.lines());
            let mut lines: Vec<StyledLine> =
                lines.map(|line| StyledLine::of(line, Style::Plain).cut(room.columns)).collect();
            lines.push(StyledLine::of("Any key goes back.", Style::Faint).cut(room.columns));
            lines.truncate(room.rows);
            return self.terminal.show(&lines, None);
        }
        let typed = self.keys.typed.as_deref();
        let frame = view::frame(self.game, typed, self.thinking.is_some(), room);
        self.terminal.show(&frame.lines, frame.cursor)
    }

    /// Obeys a command; whether to leave.
    fn obey(&mut self, command: TableCommand) -> bool {
        // Advice in the making does not keep anybody from moving.
        let moves_on =
            !matches!(command, TableCommand::Move { .. } | TableCommand::Help | TableCommand::Show);
        if moves_on && self.thinking == Some(WaitingFor::Hint) {
            self.drop_thought();
        }
        if matches!(command, TableCommand::New) {
            autosave(self.game, self.store);
        }
        let before = self.game.moves().len();
        let time_ms = u64::try_from(self.person_since.elapsed().as_millis()).ok();
        match self.game.obey(command, time_ms, date::now_unix_ms()) {
            GameEffect::None => {}
            GameEffect::Hurry => self.brain.hurry(),
            GameEffect::Forget => self.drop_thought(),
            GameEffect::Save(file) => keep(self.game, self.store, file.as_deref()),
            GameEffect::Help => self.shows_help = true,
            GameEffect::Quit => return true,
        }
        if self.game.moves().len() != before {
            self.person_since = Instant::now();
        }
        false
    }

    /// Leaves what the engine is thinking about; its answer is of no interest any more.
    fn drop_thought(&mut self) {
        if self.thinking.take().is_some() {
            self.brain.hurry();
        }
    }
}

#[cfg(test)]
mod tests;
