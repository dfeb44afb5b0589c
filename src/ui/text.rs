//! A game through pipes: commands in, plain text out, so that it can be scripted. The board is
//! printed when it is a person's turn and at the end of a game; every move gets its own line.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use super::board;
use super::command::{self, TableCommand};
use super::engine_thread::{self, EnginePlayer, SearchKind};
use super::game::{GameEffect, LiveGame, WaitingFor, capital};
use super::game_store::{GameStore, autosave, save};
use super::resume::Resume;
use super::view;
use crate::board::notation;
use crate::util::date;

/// Longest single wait for an answer, in a loop.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Longest line in bytes; the rest is read as the next line.
const LINE_MAX: u64 = 64 * 1024;

/// Plays until the end of the input or `quit`.
///
/// # Errors
/// If reading or writing fails.
pub(crate) fn run(
    game: &mut LiveGame,
    brain: &mut dyn EnginePlayer,
    store: &mut dyn GameStore,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut driver = TextDriver { game, brain, store, output };
    loop {
        driver.engine_moves()?;
        driver.show()?;
        driver.write_down();
        match driver.person(input)? {
            Next::Engine => {}
            Next::Leave => break,
        }
    }
    autosave(driver.game, driver.store);
    driver.store.release();
    driver.say()
}

/// What follows a command.
enum Next {
    Engine,
    Leave,
}

struct TextDriver<'a> {
    game: &'a mut LiveGame,
    brain: &'a mut dyn EnginePlayer,
    store: &'a mut dyn GameStore,
    output: &'a mut dyn Write,
}

impl TextDriver<'_> {
    /// Lets the engine move while it is its turn.
    fn engine_moves(&mut self) -> io::Result<()> {
        loop {
            let waiting_for = self.game.waiting_for();
            if matches!(waiting_for, WaitingFor::Person | WaitingFor::Analysis) {
                return Ok(());
            }
            let mover = self.game.position().to_move();
            let used_ms = self.game.used_ms(mover);
            match (waiting_for, self.game.opening()) {
                (WaitingFor::Opening, Some(opening)) => self.brain.begin_opening(opening),
                (WaitingFor::Explanation, _) => {
                    self.brain.begin(self.game.position(), SearchKind::Explanation);
                }
                _ => self.brain.begin(self.game.position(), SearchKind::Move { used_ms }),
            }
            let answer = loop {
                if let Some(answer) = self.brain.wait(PATIENCE) {
                    break answer;
                }
            };
            if waiting_for == WaitingFor::Opening {
                self.game.take_choices(&answer.choices);
                self.write_down();
                self.say()?;
                continue;
            }
            let Some(coord) = answer.coord else {
                self.game.say("The engine has no move.");
                return self.say();
            };
            self.game.answer(coord, answer.time_ms, &answer.note);
            self.write_down();
            self.say()?;
        }
    }

    /// Reads commands until it is the engine's turn, or until the end of the input.
    fn person(&mut self, input: &mut dyn BufRead) -> io::Result<Next> {
        loop {
            let Some(line) = next_line(input)? else { return Ok(Next::Leave) };
            let size = self.game.position().size();
            let command = match command::parse(&line, size) {
                Ok(Some(command)) => command,
                Ok(None) => continue,
                Err(error) => {
                    writeln!(self.output, "{error}.")?;
                    continue;
                }
            };
            match self.obey(command)? {
                Some(next) => return Ok(next),
                None if is_engines(self.game.waiting_for()) => return Ok(Next::Engine),
                None => {}
            }
        }
    }

    fn obey(&mut self, command: TableCommand) -> io::Result<Option<Next>> {
        if matches!(command, TableCommand::New) {
            autosave(self.game, self.store);
            self.store.release();
            self.say()?;
        }
        let before = self.game.at();
        let is_put = matches!(command, TableCommand::Put(_)) && !self.game.is_editing();
        let shows = shows_board(&command);
        let view_before = self.game.view();
        let mover = self.game.position().to_move();
        match self.game.obey(command, None, date::now_unix_ms()) {
            GameEffect::Quit => return Ok(Some(Next::Leave)),
            GameEffect::Help => self.output.write_all(command::HELP.as_bytes())?,
            GameEffect::Level(text) => {
                let answer = engine_thread::level(self.brain, &text);
                self.game.say(answer);
            }
            GameEffect::Save(file, replaces) => self.save(file.as_deref(), replaces),
            GameEffect::None | GameEffect::Hurry | GameEffect::Forget => {}
        }
        self.write_down();
        let has_moved = self.game.at() != before;
        if has_moved
            && is_put
            && let Some(moved) = self.game.moves().last()
        {
            let name = notation::name(moved.coord(), self.game.position().size());
            writeln!(self.output, "{} plays {name}.", capital(mover))?;
        }
        self.say()?;
        let has_new_view = self.game.view().numbers != view_before.numbers;
        if (has_moved || shows || has_new_view) && !is_engines(self.game.waiting_for()) {
            self.show()?;
        }
        Ok(None)
    }

    fn save(&mut self, file: Option<&str>, replaces: bool) {
        if save(self.game, self.store, file, replaces) {
            let file = file.unwrap_or("the file");
            self.game.say(format!("{file} exists already; save! {file} replaces it."));
        }
    }

    /// Writes the game down, so that it can be continued if the program is killed.
    fn write_down(&mut self) {
        let is_empty = self.game.tree().is_empty() && !self.game.tree().has_setup();
        if is_empty {
            return;
        }
        let resume = Resume::new(self.brain.strength(), self.game.resumed_opening());
        if let Err(message) = self.store.keep(self.game.tree(), &resume) {
            self.game.say(message);
        }
    }

    fn show(&mut self) -> io::Result<()> {
        let text = board::plain(self.game.position(), &self.game.marks(false));
        writeln!(self.output, "{text}{}", view::status(self.game))?;
        self.output.flush()
    }

    /// Prints the message, once.
    fn say(&mut self) -> io::Result<()> {
        if !self.game.message().is_empty() {
            writeln!(self.output, "{}", self.game.message())?;
            self.game.say("");
        }
        self.output.flush()
    }
}

/// Whether the engine is to answer.
fn is_engines(waiting_for: WaitingFor) -> bool {
    !matches!(waiting_for, WaitingFor::Person | WaitingFor::Analysis)
}

/// Whether the board is printed after a command even if no stone was placed.
fn shows_board(command: &TableCommand) -> bool {
    matches!(
        command,
        TableCommand::Show
            | TableCommand::Swap
            | TableCommand::New
            | TableCommand::Edit
            | TableCommand::Cancel
            | TableCommand::Stones(..)
            | TableCommand::Resign
            | TableCommand::Choose(_)
    )
}

/// The next line; bytes that are not UTF-8 become U+FFFD, which no command contains.
fn next_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if io::Read::take(&mut *input, LINE_MAX).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

#[cfg(test)]
mod tests;
