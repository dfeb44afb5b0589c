//! Tic-tac-toe as a brain: the Piskvork protocol on a 3×3 board, so that a manager or a GUI can
//! play it. Searches every position to the end, so it never loses.
//!
//! A state machine from lines to lines; [`run`] reads and writes them. It is *not* the
//! protocol of the strong engine (`protocol/`), which knows far more commands; this is what a first
//! brain needs. Imports the searches of `demos` and `util::text`.
//!
//! Managers do not know that three in a row ends this game. If one plays on, the brain also does,
//! on any free cell: an error instead of a move would count as a loss.

use std::io::{self, BufRead, Write};

use thiserror::Error;

use super::{TicTacToe, TicTacToeCell, TicTacToeMark};
use crate::method::{Method, search};
use crate::settings::SearchSettings;
use tengen_util::lines::next_line;
use tengen_util::text::WordCursor;

/// A command that cannot be executed. The position stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum BrainError {
    /// A board of another size. The text does not say which: if it contains a 20, Piskvork offers
    /// to switch to a board of 20×20.
    #[error("expected the size 3: this brain plays tic-tac-toe only")]
    Size,
    /// A game command before START.
    #[error("no game: send START 3 first")]
    NoGame,
    /// Not two numbers from 0 to 2.
    #[error("seen '{0}', expected x,y with numbers from 0 to 2")]
    Point(String),
    /// Not `x,y,1` or `x,y,2` within BOARD.
    #[error("seen '{0}', expected x,y,1 or x,y,2 or DONE")]
    Row(String),
    /// A stone on a stone.
    #[error("the cell {0},{1} is occupied")]
    Occupied(u8, u8),
    /// Nothing to take back.
    #[error("the cell {0},{1} is empty")]
    Empty(u8, u8),
    /// BEGIN on a board with stones.
    #[error("BEGIN needs an empty board")]
    NotEmpty,
    /// Stones that cannot result from alternating moves.
    #[error("it cannot be my move with {own} own and {other} opposing stones on the board")]
    Turn {
        /// Stones of the brain.
        own: usize,
        /// Stones of the opponent.
        other: usize,
    },
    /// Nine stones.
    #[error("the board is full")]
    Full,
}

/// Whose stone it is, seen by the brain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Own,
    Other,
}

type Stones = [Option<Owner>; 9];

/// What to do after a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineReply {
    /// Write these lines (perhaps none) and read on.
    Lines(Vec<String>),
    /// Stop.
    End,
}

/// The brain between two lines.
#[derive(Clone, Debug, Default)]
pub struct Brain {
    /// The game, once START was accepted.
    stones: Option<Stones>,
    /// The rows of a BOARD block that is being read, or its first error.
    block: Option<Result<Stones, BrainError>>,
}

impl Brain {
    /// Takes one line of the manager.
    pub(crate) fn handle(&mut self, line: &str) -> LineReply {
        let mut words = WordCursor::new(line);
        let Some(command) = words.next().map(str::to_ascii_uppercase) else {
            return LineReply::Lines(Vec::new());
        };
        let answered = match (command.as_str(), self.block.take()) {
            ("END", _) => return LineReply::End,
            ("DONE", Some(block)) => block.and_then(|stones| self.think(stones)),
            (_, Some(block)) => {
                self.block = Some(block.and_then(|stones| with_row(stones, line)));
                Ok(Vec::new())
            }
            ("START" | "RECTSTART", None) => self.start(words.rest()),
            ("RESTART", None) => self.game().map(|_| self.clear()),
            ("BEGIN", None) => self.begin(),
            ("TURN", None) => self.turn(words.rest()),
            ("BOARD", None) => self.game().map(|_| {
                self.block = Some(Ok(Stones::default()));
                Vec::new()
            }),
            ("TAKEBACK", None) => self.take_back(words.rest()),
            ("INFO", None) => Ok(Vec::new()),
            ("ABOUT", None) => Ok(vec![about()]),
            _ => Ok(vec![format!("UNKNOWN command '{command}'")]),
        };
        LineReply::Lines(answered.unwrap_or_else(|error| vec![format!("ERROR {error}")]))
    }

    fn game(&self) -> Result<Stones, BrainError> {
        self.stones.ok_or(BrainError::NoGame)
    }

    fn clear(&mut self) -> Vec<String> {
        self.stones = Some(Stones::default());
        vec!["OK".to_owned()]
    }

    /// `START 3`, and `3 3` or `3,3` as some managers write squares.
    fn start(&mut self, size: &str) -> Result<Vec<String>, BrainError> {
        let sides: Vec<&str> = WordCursor::new(size).collect();
        let is_three = matches!(sides.len(), 1 | 2) && sides.iter().all(|side| *side == "3");
        if is_three { Ok(self.clear()) } else { Err(BrainError::Size) }
    }

    fn begin(&mut self) -> Result<Vec<String>, BrainError> {
        let stones = self.game()?;
        if stones.iter().any(Option::is_some) {
            return Err(BrainError::NotEmpty);
        }
        self.think(stones)
    }

    fn turn(&mut self, point: &str) -> Result<Vec<String>, BrainError> {
        let stones = with_stone(self.game()?, parse_cell(point)?, Owner::Other)?;
        self.think(stones)
    }

    fn take_back(&mut self, point: &str) -> Result<Vec<String>, BrainError> {
        let mut stones = self.game()?;
        let cell = parse_cell(point)?;
        stones[cell.index()].take().ok_or(BrainError::Empty(cell.x(), cell.y()))?;
        self.stones = Some(stones);
        Ok(vec!["OK".to_owned()])
    }

    /// Finds a move, places it and only then stores the new position.
    fn think(&mut self, stones: Stones) -> Result<Vec<String>, BrainError> {
        let mut game = position(&stones)?;
        let mut lines = Vec::new();
        let cell = if let Some(mark) = game.winner() {
            lines.push(format!("MESSAGE three in a row: {} has won", ascii(mark)));
            game.empty_cells().next()
        } else {
            let settings =
                SearchSettings { stop_at_best: true, table: true, ..SearchSettings::default() };
            search(&mut game, Method::AlphaBeta, settings, &mut ()).best
        };
        let cell = cell.ok_or(BrainError::Full)?;
        self.stones = Some(with_stone(stones, cell, Owner::Own)?);
        lines.push(format!("{},{}", cell.x(), cell.y()));
        Ok(lines)
    }
}

/// The position with these stones, the brain to move.
fn position(stones: &Stones) -> Result<TicTacToe, BrainError> {
    let count = |owner| stones.iter().filter(|&&stone| stone == Some(owner)).count();
    let (own, other) = (count(Owner::Own), count(Owner::Other));
    let mine = match other.checked_sub(own) {
        Some(0) => TicTacToeMark::Cross,
        Some(1) => TicTacToeMark::Nought,
        _ => return Err(BrainError::Turn { own, other }),
    };
    let mark = |owner| if owner == Owner::Own { mine } else { !mine };
    TicTacToe::from_cells(stones.map(|stone| stone.map(mark)))
        .ok_or(BrainError::Turn { own, other })
}

fn with_stone(mut stones: Stones, cell: TicTacToeCell, owner: Owner) -> Result<Stones, BrainError> {
    let slot = &mut stones[cell.index()];
    if slot.is_some() {
        return Err(BrainError::Occupied(cell.x(), cell.y()));
    }
    *slot = Some(owner);
    Ok(stones)
}

/// A line `x,y,who` of a BOARD block.
fn with_row(stones: Stones, row: &str) -> Result<Stones, BrainError> {
    let words: Vec<&str> = WordCursor::new(row).collect();
    let wrong = || BrainError::Row(row.trim().to_owned());
    let &[x, y, who] = words.as_slice() else { return Err(wrong()) };
    let owner = match who {
        "1" => Owner::Own,
        "2" => Owner::Other,
        _ => return Err(wrong()),
    };
    let cell = parse_cell(&format!("{x},{y}")).map_err(|_| wrong())?;
    with_stone(stones, cell, owner)
}

fn parse_cell(point: &str) -> Result<TicTacToeCell, BrainError> {
    let numbers: Vec<Option<u32>> = WordCursor::new(point).map(|word| word.parse().ok()).collect();
    match numbers.as_slice() {
        &[Some(x), Some(y)] => TicTacToeCell::at(x, y),
        _ => None,
    }
    .ok_or_else(|| BrainError::Point(point.to_owned()))
}

fn about() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("name=\"Tengen tic-tac-toe\", version=\"{version}\", author=\"The Tengen authors\"")
}

/// Managers do not declare an encoding: ASCII letters are safe.
fn ascii(mark: TicTacToeMark) -> char {
    match mark {
        TicTacToeMark::Cross => 'X',
        TicTacToeMark::Nought => 'O',
    }
}

/// Speaks the protocol until END or the end of the input.
///
/// # Errors
/// If reading or writing fails.
pub fn run(input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let mut brain = Brain::default();
    while let Some(line) = next_line(input)? {
        let LineReply::Lines(lines) = brain.handle(&line) else { break };
        for line in lines {
            // One write per line: some managers do not reassemble lines that arrive in parts.
            output.write_all(format!("{line}\n").as_bytes())?;
            output.flush()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
