//! A game in a terminal: draws and reads keys while the engine searches.

use std::io;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::command::{self, TableCommand};
use super::engine_thread::EnginePlayer;
use super::game::{GameEffect, LiveGame, WaitingFor};
use super::game_store::{GameStore, autosave, save};
use super::keys::{KeyAction, Keys};
use super::style::{Style, StyledLine};
use super::terminal::Terminal;
use super::view::{self, Prompt};
use crate::util::date;

/// How long to wait for a key before polling the engine again.
const TICK: Duration = Duration::from_millis(40);

/// The question before an unsaved game is dropped.
const QUESTION: &str = "Save the game? y: save  n: do not save  Esc: keep playing";

/// Plays until the person quits. An unsaved game is saved or dropped as the person answers; a store
/// that saves all games saves it without asking, also after an error or a signal.
///
/// # Errors
/// If the terminal is gone or a signal arrived.
pub(crate) fn run(
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
        asked: None,
    };
    let result = driver.play();
    driver.drop_thought();
    autosave(driver.game, driver.store);
    result
}

struct ScreenDriver<'a> {
    game: &'a mut LiveGame,
    brain: &'a mut dyn EnginePlayer,
    store: &'a mut dyn GameStore,
    terminal: &'a mut dyn Terminal,
    keys: Keys,
    /// What the engine is searching for.
    thinking: Option<WaitingFor>,
    /// When the person's turn began.
    person_since: Instant,
    shows_help: bool,
    /// The command that waits for the answer to [`QUESTION`].
    asked: Option<TableCommand>,
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
            if let Some(command) = self.asked.take() {
                if self.answer(key, command) {
                    return Ok(());
                }
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

    /// Passes the position to the engine when it is due, and its answer to the game.
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
            // A hint is given in the person's own time.
            if self.thinking.take() == Some(WaitingFor::Move) {
                self.person_since = Instant::now();
            }
            match answer.coord {
                Some(coord) => self.game.answer(coord, answer.time_ms, &answer.note),
                None => self.game.say("The engine has no move."),
            }
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let area = self.terminal.area();
        if self.shows_help {
            let keys = view::wrap(super::keys::HELP, area.columns);
            let lines = keys.iter().map(String::as_str).chain([""]).chain(command::HELP.lines());
            let mut lines: Vec<StyledLine> =
                lines.map(|line| StyledLine::of(line, Style::Plain).cut(area.columns)).collect();
            lines.push(StyledLine::of("Press any key to go back.", Style::Faint).cut(area.columns));
            lines.truncate(area.rows);
            return self.terminal.show(&lines, None);
        }
        let prompt = match (&self.asked, self.keys.typed.as_deref()) {
            (Some(_), _) => Prompt::Question(QUESTION),
            (None, Some(typed)) => Prompt::Typed(typed),
            (None, None) => Prompt::Idle { is_thinking: self.thinking.is_some() },
        };
        let frame = view::frame(self.game, prompt, area);
        self.terminal.show(&frame.lines, frame.cursor)
    }

    /// Executes a command that needs no confirmation; asks before an unsaved game is dropped.
    /// Returns whether to leave.
    fn obey(&mut self, command: TableCommand) -> bool {
        let drops_game = matches!(command, TableCommand::New | TableCommand::Quit);
        if drops_game && self.game.is_unsaved() && !self.store.saves_all() {
            self.asked = Some(command);
            return false;
        }
        self.execute(command)
    }

    /// Takes the key that answers [`QUESTION`]; returns whether to leave. Ctrl-C drops the game.
    fn answer(&mut self, key: KeyEvent, command: TableCommand) -> bool {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            _ if key.kind == KeyEventKind::Release => self.asked = Some(command),
            KeyCode::Char('c' | 'd') if is_control => return self.execute(command),
            KeyCode::Char('y' | 'Y') => {
                save(self.game, self.store, None);
                // If it cannot be saved, the message says why and the game continues.
                let is_quit = command == TableCommand::Quit;
                return !self.game.is_unsaved() && (is_quit || self.execute(command));
            }
            KeyCode::Char('n' | 'N') => return self.execute(command),
            KeyCode::Esc => {}
            _ => self.asked = Some(command),
        }
        false
    }

    /// Executes a command; returns whether to leave.
    fn execute(&mut self, command: TableCommand) -> bool {
        if command == TableCommand::Quit {
            self.game.say("");
            return true;
        }
        // A pending hint does not prevent a move.
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
            GameEffect::Save(file) => save(self.game, self.store, file.as_deref()),
            GameEffect::Help => self.shows_help = true,
            GameEffect::Quit => return true,
        }
        if self.game.moves().len() != before {
            self.person_since = Instant::now();
        }
        false
    }

    /// Stops the engine; its answer is ignored.
    fn drop_thought(&mut self) {
        if self.thinking.take().is_some() {
            self.brain.hurry();
        }
    }
}

#[cfg(test)]
mod tests;
