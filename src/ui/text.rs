//! The table through a pipe: lines of words in, plain text out, so that it can be scripted. The board
//! is shown when it is a person's turn and at the end of a game; every move gets a line of its own.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use super::board;
use super::command::{self, Command};
use super::shelf::{Shelf, keep, keep_if_wanted};
use super::table::{Effect, Table, Wish, capital};
use super::thinker::Brain;
use super::view;
use crate::board::notation;
use crate::util::date;

/// Longest wait for a single answer; then it is waited for again.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Longest line that is read at once, in bytes.
const LINE_MAX: u64 = 64 * 1024;

/// Plays until the end of the input or `quit`.
///
/// # Errors
/// If reading or writing fails.
pub fn run(
    table: &mut Table,
    brain: &mut dyn Brain,
    shelf: &mut dyn Shelf,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut driver = Driver { table, brain, shelf, output };
    loop {
        driver.engine_moves()?;
        driver.show()?;
        match driver.person(input)? {
            Next::Engine => {}
            Next::Leave => break,
        }
    }
    keep_if_wanted(driver.table, driver.shelf);
    driver.say()
}

/// What comes after a person's commands.
enum Next {
    Engine,
    Leave,
}

struct Driver<'a> {
    table: &'a mut Table,
    brain: &'a mut dyn Brain,
    shelf: &'a mut dyn Shelf,
    output: &'a mut dyn Write,
}

impl Driver<'_> {
    /// Lets the engine move as long as it has to.
    fn engine_moves(&mut self) -> io::Result<()> {
        loop {
            let wish = self.table.wish();
            if wish == Wish::Person {
                return Ok(());
            }
            let mover = self.table.position().to_move();
            self.brain.begin(self.table.position(), self.table.used_ms(mover));
            let answer = loop {
                if let Some(answer) = self.brain.wait(PATIENCE) {
                    break answer;
                }
            };
            let Some(coord) = answer.coord else {
                self.table.say("The engine has no move.");
                return self.say();
            };
            self.table.answer(coord, answer.time_ms, &answer.told);
            self.say()?;
        }
    }

    /// Reads commands until the engine is due, or until nobody has anything to say.
    fn person(&mut self, input: &mut dyn BufRead) -> io::Result<Next> {
        loop {
            let Some(line) = next_line(input)? else { return Ok(Next::Leave) };
            let size = self.table.position().size();
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
                None if self.table.wish() != Wish::Person => return Ok(Next::Engine),
                None => {}
            }
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<Option<Next>> {
        if matches!(command, Command::New) {
            keep_if_wanted(self.table, self.shelf);
            self.say()?;
        }
        let before = self.table.moves().len();
        let is_show = matches!(command, Command::Show | Command::Swap | Command::New);
        let mover = self.table.position().to_move();
        let effect = self.table.obey(command, None, date::now_unix_ms());
        match effect {
            Effect::Quit => return Ok(Some(Next::Leave)),
            Effect::Help => self.output.write_all(command::HELP.as_bytes())?,
            Effect::Save(file) => keep(self.table, self.shelf, file.as_deref()),
            Effect::None | Effect::Hurry | Effect::Forget => {}
        }
        let after = self.table.moves().len();
        if after == before + 1
            && let Some(moved) = self.table.moves().last()
        {
            let name = notation::name(moved.coord, self.table.position().size());
            writeln!(self.output, "{} plays {name}.", capital(mover))?;
        }
        self.say()?;
        if (after != before || is_show) && self.table.wish() == Wish::Person {
            self.show()?;
        }
        Ok(None)
    }

    fn show(&mut self) -> io::Result<()> {
        let text = board::plain(self.table.position(), &self.table.marks(false));
        writeln!(self.output, "{text}{}", view::status(self.table))?;
        self.output.flush()
    }

    /// Tells what happened, once.
    fn say(&mut self) -> io::Result<()> {
        if !self.table.message().is_empty() {
            writeln!(self.output, "{}", self.table.message())?;
            self.table.say("");
        }
        self.output.flush()
    }
}

/// The next line; bytes that are not UTF-8 become signs that no command has.
fn next_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if io::Read::take(&mut *input, LINE_MAX).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

#[cfg(test)]
mod tests;
