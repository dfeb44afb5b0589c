//! A game through pipes, for scripts: commands in, plain text out. The board is printed when it is
//! a person's turn and at the end of a game; every move gets its own line.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use super::board;
use super::command::{self, TableCommand};
use super::game::{GameEffect, LiveGame, Moment, WaitingFor, capital};
use super::game_store::save;
use super::glyphs::Glyphs;
use super::style;
use super::table::{GameTable, Obstacle};
use super::view;
use tengen_engine::board::notation;
use tengen_engine::types::{Color, Coord};
use tengen_records::game_tree::NodeId;
use tengen_util::lines::next_line;

/// The longest single wait for an answer of the engine; waiting is repeated until it comes.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Width of the help in columns.
const HELP_COLUMNS: usize = 80;

/// How to set up stones with commands.
const EDIT_HELP: &str = "Set up stones with commands such as black d4 e5, white c4, remove d4, turn white; a point alone steps through black, white and empty. Then edit starts play from the position, and cancel drops it.";

/// Plays until the end of the input or `quit`.
///
/// # Errors
/// If reading or writing fails.
pub fn run(
    table: GameTable<'_>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let (moment, turn_since) = (table.game.moment(), Instant::now());
    let mut driver =
        TextDriver { table, output, better: None, turn_since, turn_spent: Duration::ZERO, moment };
    driver.say()?;
    loop {
        driver.engine_moves()?;
        driver.show()?;
        driver.table.write_down();
        driver.follow(false);
        match driver.person(input)? {
            Next::Engine => {}
            Next::Leave => break,
        }
    }
    driver.table.leave();
    driver.say()
}

/// What follows after a command.
enum Next {
    Engine,
    Leave,
}

struct TextDriver<'a, 't> {
    table: GameTable<'t>,
    output: &'a mut dyn Write,
    /// The better move on the board that was printed last: its sign has been explained.
    better: Option<Coord>,
    /// When the clock of the person was last started.
    turn_since: Instant,
    /// The time that was already used in this turn by then.
    turn_spent: Duration,
    /// Where the turn began.
    moment: Moment,
}

impl TextDriver<'_, '_> {
    /// Plays the engine's moves until it is a person's turn.
    fn engine_moves(&mut self) -> io::Result<()> {
        loop {
            let waiting_for = self.table.game.waiting_for();
            if matches!(waiting_for, WaitingFor::Person | WaitingFor::Analysis) {
                return Ok(());
            }
            self.table.ask(waiting_for);
            let asked = Instant::now();
            let answer = loop {
                if let Some(answer) = self.table.engine.wait(PATIENCE) {
                    break answer;
                }
            };
            if waiting_for == WaitingFor::Review {
                // The clock stood still. A hint uses the person's time.
                self.turn_since += asked.elapsed();
            }
            let has_answer = self.table.take(waiting_for, &answer);
            self.table.write_down();
            self.say()?;
            if !has_answer {
                return Ok(());
            }
        }
    }

    /// Reads commands until it is the engine's turn, or until the end of the input.
    fn person(&mut self, input: &mut dyn BufRead) -> io::Result<Next> {
        loop {
            let Some(line) = next_line(input)? else { return Ok(Next::Leave) };
            if let Some(turn_ms) = self.turn_ms()
                && self.table.game.end_if_late(turn_ms)
            {
                self.follow(false);
                self.table.write_down();
                self.say()?;
                self.show()?;
            }
            let size = self.table.game.position().size();
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
                None if is_engines(self.table.game.waiting_for()) => return Ok(Next::Engine),
                None => {}
            }
        }
    }

    fn obey(&mut self, command: TableCommand) -> io::Result<Option<Next>> {
        if let TableCommand::Quit { drops } = command {
            self.table.abandon_if(drops);
            return Ok(Some(Next::Leave));
        }
        if command == TableCommand::Analyze && !self.table.game.is_over() {
            // The display of an analysis is updated for as long as it runs.
            writeln!(self.output, "Analysis needs the screen; hint and explain work here.")?;
            return Ok(None);
        }
        if let Err(obstacle) = self.table.prepare(&command) {
            if let Obstacle::Unsaved(why) = obstacle {
                self.table.game.say(format!("The game is not saved. {why}"));
            }
            self.say()?;
            return Ok(None);
        }
        let before = Before::of(&command, self.table.game);
        let is_edit = command == TableCommand::Edit;
        let (turn_ms, is_another) = (self.turn_ms(), self.table.begins_another(&command));
        match self.table.obey(command, turn_ms) {
            GameEffect::Quit => return Ok(Some(Next::Leave)),
            GameEffect::Help => self.help()?,
            GameEffect::Level(text) => self.table.level(&text),
            GameEffect::Save(file, replaces) => self.save(file.as_deref(), replaces),
            GameEffect::None | GameEffect::Hurry | GameEffect::Stop => {}
        }
        self.follow(is_another);
        match (turn_ms, self.turn_ms()) {
            (Some(shown), None) => self.turn_spent = Duration::from_millis(shown),
            // The time while the clock was stopped counts for nobody.
            (None, Some(_)) => self.turn_since = Instant::now(),
            _ => {}
        }
        if is_edit && self.table.game.is_editing() {
            self.table.game.say(EDIT_HELP);
        }
        self.table.write_down();
        self.report(&before)?;
        Ok(None)
    }

    /// Starts the clock from zero if a turn has begun, or another game.
    fn follow(&mut self, is_another: bool) {
        let moment = self.table.game.moment();
        if is_another || moment.begins_after(self.moment) {
            (self.turn_since, self.turn_spent) = (Instant::now(), Duration::ZERO);
        }
        self.moment = moment;
    }

    /// The time that a person has used in this turn, in milliseconds; `None` where no clock runs:
    /// scripts get the same answers every time then.
    fn turn_ms(&self) -> Option<u64> {
        let time = || self.turn_spent + self.turn_since.elapsed();
        let millis = || u64::try_from(time().as_millis()).unwrap_or(u64::MAX);
        self.table.game.clock_runs().then(millis)
    }

    /// Prints what a command changed.
    fn report(&mut self, before: &Before) -> io::Result<()> {
        let game = &self.table.game;
        let has_moved = game.at() != before.at;
        if has_moved
            && before.is_put
            && let Some(moved) = game.moves().last()
        {
            let mover = capital(before.mover);
            match moved.point {
                Some(coord) => {
                    let name = notation::name(coord, game.position().size());
                    writeln!(self.output, "{mover} plays {name}.")?;
                }
                None => writeln!(self.output, "{mover} passes.")?,
            }
        }
        let has_new_view =
            game.view().numbers != before.numbers || view::status(game) != before.status;
        self.say()?;
        let is_shown = has_moved || before.shows || has_new_view;
        if is_shown && !is_engines(self.table.game.waiting_for()) {
            self.show()?;
        }
        Ok(())
    }

    /// Prints the commands that work without a screen.
    fn help(&mut self) -> io::Result<()> {
        let rows: Vec<_> =
            command::HELP.iter().copied().filter(|&(word, _)| word != "analyze").collect();
        style::table(&rows, HELP_COLUMNS)
            .iter()
            .try_for_each(|line| writeln!(self.output, "{line}"))
    }

    fn save(&mut self, file: Option<&str>, replaces: bool) {
        if save(self.table.game, self.table.store, file, replaces) {
            let file = file.unwrap_or("the file");
            self.table.game.say(format!("{file} already exists; save! {file} replaces it."));
        }
    }

    fn show(&mut self) -> io::Result<()> {
        let game = &self.table.game;
        let (marks, size) = (game.marks(false), game.position().size());
        write!(self.output, "{}", board::plain(game.position(), &marks))?;
        let is_new = marks.better != std::mem::replace(&mut self.better, marks.better);
        if let Some(better) = marks.better.filter(|_| is_new) {
            let sign = Glyphs::ASCII.better;
            writeln!(self.output, "{sign} the better move: {}", notation::name(better, size))?;
        }
        let left = view::time_left(game).map(|left| format!(", {left} left"));
        writeln!(self.output, "{}{}", view::status(game), left.unwrap_or_default())?;
        self.output.flush()
    }

    /// Prints the pending message and clears it.
    fn say(&mut self) -> io::Result<()> {
        if !self.table.game.message().is_empty() {
            writeln!(self.output, "{}", self.table.game.message())?;
            self.table.game.say("");
        }
        self.output.flush()
    }
}

/// The game before a command, and how the command affects the output.
struct Before {
    at: NodeId,
    mover: Color,
    numbers: bool,
    status: String,
    /// Whether the command places a stone in the game.
    is_put: bool,
    /// Whether the board is printed even if no stone was placed.
    shows: bool,
}

impl Before {
    fn of(command: &TableCommand, game: &LiveGame) -> Self {
        let is_put = matches!(command, TableCommand::Put(_));
        Self {
            at: game.at(),
            mover: game.position().to_move(),
            numbers: game.view().numbers,
            status: view::status(game),
            is_put: is_put && !game.is_editing(),
            // In the editor a point changes its stone.
            shows: shows_board(command) || (game.is_editing() && is_put),
        }
    }
}

/// Whether it is the engine's turn to answer.
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
            | TableCommand::Open(..)
            | TableCommand::Edit
            | TableCommand::Cancel
            | TableCommand::Stones(..)
            | TableCommand::Resign
            | TableCommand::Choose(_)
    )
}

#[cfg(test)]
mod tests;
