//! The table in a terminal: draws, takes keys, lets the engine think meanwhile.

use std::io;
use std::time::{Duration, Instant};

use super::command::{self, Command};
use super::keys::{Keys, Pressed};
use super::shelf::{Shelf, keep, keep_if_wanted};
use super::style::{Line, Style};
use super::table::{Effect, Table, Wish};
use super::terminal::Terminal;

use super::thinker::Brain;
use super::view;
use crate::util::date;

/// How long a key is waited for before the engine is looked after again.
const TICK: Duration = Duration::from_millis(40);

/// Plays until somebody leaves.
///
/// # Errors
/// If the terminal is gone.
pub fn run(
    table: &mut Table,
    brain: &mut dyn Brain,
    shelf: &mut dyn Shelf,
    terminal: &mut dyn Terminal,
) -> io::Result<()> {
    let keys = Keys::default();
    let mut driver = Driver {
        table,
        brain,
        shelf,
        terminal,
        keys,
        thinking: None,
        person_since: Instant::now(),
        shows_help: false,
    };
    let result = driver.play();
    driver.drop_thought();
    // Also when the terminal has gone: what was to be kept is kept.
    keep_if_wanted(driver.table, driver.shelf);
    result
}

struct Driver<'a> {
    table: &'a mut Table,
    brain: &'a mut dyn Brain,
    shelf: &'a mut dyn Shelf,
    terminal: &'a mut dyn Terminal,
    keys: Keys,
    /// What the engine is thinking about.
    thinking: Option<Wish>,
    /// Since when a person has been to move.
    person_since: Instant,
    shows_help: bool,
}

impl Driver<'_> {
    fn play(&mut self) -> io::Result<()> {
        loop {
            self.look_after_engine();
            self.draw()?;
            let Some(key) = self.terminal.key(TICK)? else { continue };
            if std::mem::take(&mut self.shows_help) {
                continue;
            }
            match self.keys.press(key, self.table.position().size()) {
                Pressed::Nothing => {}
                Pressed::Wrong(error) => self.table.say(format!("{error}.")),
                Pressed::Command(command) => {
                    if self.obey(command) {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Hands over what the table wishes and brings what the engine found.
    fn look_after_engine(&mut self) {
        if self.thinking.is_none() && self.table.wish() != Wish::Person {
            let mover = self.table.position().to_move();
            self.brain.begin(self.table.position(), self.table.used_ms(mover));
            self.thinking = Some(self.table.wish());
        }
        if self.thinking.is_none() {
            return;
        }
        if let Some(answer) = self.brain.wait(Duration::ZERO) {
            // A hint comes in the person's own time.
            if self.thinking.take() == Some(Wish::Move) {
                self.person_since = Instant::now();
            }
            match answer.coord {
                Some(coord) => self.table.answer(coord, answer.time_ms, &answer.told),
                None => self.table.say("The engine has no move."),
            }
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let room = self.terminal.room();
        if self.shows_help {
            let keys = view::wrap(super::keys::HELP, room.columns);
            let lines = keys.iter().map(String::as_str).chain([""]).chain(command::HELP.lines());
            let mut lines: Vec<Line> =
                lines.map(|line| Line::of(line, Style::Plain).cut(room.columns)).collect();
            lines.push(Line::of("Any key goes back.", Style::Faint).cut(room.columns));
            lines.truncate(room.rows);
            return self.terminal.show(&lines, None);
        }
        let typed = self.keys.typed.as_deref();
        let frame = view::frame(self.table, typed, self.thinking.is_some(), room);
        self.terminal.show(&frame.lines, frame.cursor)
    }

    /// Obeys a command; whether to leave.
    fn obey(&mut self, command: Command) -> bool {
        // Advice in the making does not keep anybody from moving.
        let moves_on = !matches!(command, Command::Move { .. } | Command::Help | Command::Show);
        if moves_on && self.thinking == Some(Wish::Hint) {
            self.drop_thought();
        }
        if matches!(command, Command::New) {
            keep_if_wanted(self.table, self.shelf);
        }
        let before = self.table.moves().len();
        let time_ms = u64::try_from(self.person_since.elapsed().as_millis()).ok();
        match self.table.obey(command, time_ms, date::now_unix_ms()) {
            Effect::None => {}
            Effect::Hurry => self.brain.hurry(),
            Effect::Forget => self.drop_thought(),
            Effect::Save(file) => keep(self.table, self.shelf, file.as_deref()),
            Effect::Help => self.shows_help = true,
            Effect::Quit => return true,
        }
        if self.table.moves().len() != before {
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
