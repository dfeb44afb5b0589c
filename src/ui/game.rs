//! The game being played, as a pure state machine. Commands and the engine's moves go in. What the
//! caller has to do comes out as a [`GameEffect`]; [`LiveGame::waiting_for`] says whose input comes
//! next. Uses no terminal, clock or file.

use super::board::Marks;
use super::command::TableCommand;
use crate::board::{Position, notation};
use crate::records::{GameOutcome, GameRecord, PlayedMove};
use crate::rules::legality::{self, Ending, IllegalMove};
use crate::rules::reference;
use crate::types::{BoardSize, ByColor, Color, Coord, Rule};

/// Who moves for a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    /// A person at the keyboard.
    Person,
    /// The engine.
    Engine,
}

/// The input that the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WaitingFor {
    /// A command of a person, or none once the game is over.
    Person,
    /// A move of the engine.
    Move,
    /// A hint of the engine for the person to move.
    Hint,
}

/// What the caller has to do after a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GameEffect {
    /// Nothing.
    None,
    /// Make the engine answer at once.
    Hurry,
    /// Stop the engine: its position is obsolete.
    Forget,
    /// Save the game in this file, or in the default one.
    Save(Option<String>),
    /// List the commands.
    Help,
    /// Quit.
    Quit,
}

/// The rule, board and players of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameSetup {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Who moves.
    pub seats: ByColor<Mover>,
    /// The name of a person and of the engine, for the records.
    pub names: [String; 2],
}

/// The game on the board.
#[derive(Clone, Debug)]
pub(crate) struct LiveGame {
    setup: GameSetup,
    position: Position,
    moves: Vec<PlayedMove>,
    /// The moves taken back; the next to redo is the last.
    undone: Vec<PlayedMove>,
    ending: Option<Ending>,
    cursor: Coord,
    hint: Option<Coord>,
    wants_hint: bool,
    shows_forbidden: bool,
    is_paused: bool,
    /// The engine makes one move for a person.
    helps_out: bool,
    message: String,
    /// When the game began, in milliseconds since 1970.
    started_ms: u64,
    /// The game as last saved.
    saved: Option<Vec<PlayedMove>>,
}

impl LiveGame {
    /// A game with an empty board; `now_ms` as in [`crate::util::date::now_unix_ms`].
    pub(crate) fn new(setup: GameSetup, now_ms: u64) -> Self {
        Self {
            position: Position::new(setup.rule, setup.size),
            cursor: setup.size.center(),
            setup,
            moves: Vec::new(),
            undone: Vec::new(),
            ending: None,
            hint: None,
            wants_hint: false,
            shows_forbidden: false,
            is_paused: false,
            helps_out: false,
            message: String::new(),
            started_ms: now_ms,
            saved: None,
        }
    }

    /// The position on the board.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// The stones in order, with their times.
    pub(crate) fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    /// How the game ended, if it did.
    #[cfg(test)]
    pub(crate) fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Who moves for a color.
    pub(crate) fn seat(&self, color: Color) -> Mover {
        self.setup.seats[color]
    }

    /// The last message, one sentence; empty if there is none.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Sets the message, for example why a file cannot be written.
    pub(crate) fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    /// Whether the engines are paused.
    pub(crate) fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Whether the game has unsaved moves.
    pub(crate) fn is_unsaved(&self) -> bool {
        !self.moves.is_empty() && self.saved.as_ref() != Some(&self.moves)
    }

    /// Marks the game as saved.
    pub(crate) fn mark_saved(&mut self) {
        self.saved = Some(self.moves.clone());
    }

    /// Time that a color has used, in milliseconds.
    pub(crate) fn used_ms(&self, color: Color) -> u64 {
        let turns = Color::BOTH.into_iter().cycle();
        let own = self.moves.iter().zip(turns).filter(|(_, turn)| *turn == color);
        own.filter_map(|(moved, _)| moved.time_ms).sum()
    }

    /// The input that the game waits for.
    pub(crate) fn waiting_for(&self) -> WaitingFor {
        if self.ending.is_some() {
            return WaitingFor::Person;
        }
        let is_engine = self.seat(self.position.to_move()) == Mover::Engine;
        match (is_engine && !self.is_paused) || self.helps_out {
            true => WaitingFor::Move,
            false if self.wants_hint => WaitingFor::Hint,
            false => WaitingFor::Person,
        }
    }

    /// The highlighted points of the board.
    pub(crate) fn marks(&self, has_cursor: bool) -> Marks {
        let forbidden = if self.shows_forbidden {
            reference::forbidden_points(&self.position)
                .into_iter()
                .map(|(coord, _)| coord)
                .collect()
        } else {
            Vec::new()
        };
        let win = match &self.ending {
            Some(Ending::Win { line, .. }) => line.clone(),
            _ => Vec::new(),
        };
        Marks {
            cursor: has_cursor.then_some(self.cursor),
            last: self.moves.last().map(|moved| moved.coord()),
            win,
            forbidden,
            hint: self.hint,
        }
    }

    /// The game for the records.
    pub(crate) fn record(&self) -> GameRecord {
        let [person, engine] = &self.setup.names;
        let name = |color| match self.seat(color) {
            Mover::Person => person,
            Mover::Engine => engine,
        };
        let mut record = GameRecord {
            started_ms: Some(self.started_ms),
            outcome: GameOutcome::of(&self.position),
            moves: self.moves.clone(),
            ..GameRecord::new(self.setup.rule, self.setup.size)
        };
        record.set_names(name(Color::Black), name(Color::White));
        record
    }

    /// Executes a command. `time_ms` is the time that the person took, if it was measured; `now_ms`
    /// the start time of a new game.
    pub(crate) fn obey(
        &mut self,
        command: TableCommand,
        time_ms: Option<u64>,
        now_ms: u64,
    ) -> GameEffect {
        self.message.clear();
        match command {
            TableCommand::Put(coord) => self.put_by_person(coord, time_ms),
            TableCommand::PutHere => self.put_by_person(self.cursor, time_ms),
            TableCommand::Move { right, down } => self.move_cursor(right, down),
            TableCommand::Undo => return self.undo(),
            TableCommand::Redo => return self.redo(),
            TableCommand::Hint => self.ask_hint(),
            TableCommand::Forbidden => self.toggle_forbidden(),
            TableCommand::Go => return self.go(),
            TableCommand::Swap => return self.swap(),
            TableCommand::Pause => return self.pause(),
            TableCommand::New => {
                *self = Self {
                    shows_forbidden: self.shows_forbidden,
                    ..Self::new(self.setup.clone(), now_ms)
                };
                self.message = "A new game.".to_owned();
                return GameEffect::Forget;
            }
            TableCommand::Show => {}
            TableCommand::Save(file) if self.moves.is_empty() => {
                drop(file);
                self.message = "There is no move to save yet.".to_owned();
            }
            TableCommand::Save(file) => return GameEffect::Save(file),
            TableCommand::Help => return GameEffect::Help,
            TableCommand::Quit => return GameEffect::Quit,
        }
        GameEffect::None
    }

    /// Takes the engine's answer to [`LiveGame::waiting_for`]: the point, the time it took, and its
    /// depth and value as text.
    pub(crate) fn answer(&mut self, coord: Coord, time_ms: u64, note: &str) {
        let name = notation::name(coord, self.setup.size);
        match self.waiting_for() {
            WaitingFor::Person => {}
            WaitingFor::Hint => {
                self.wants_hint = false;
                self.hint = Some(coord);
                self.message = format!("The engine would play {name} {note}.");
            }
            WaitingFor::Move => {
                self.helps_out = false;
                let mover = self.position.to_move();
                self.undone.clear();
                if self.put(coord, Some(time_ms)) {
                    self.message = format!("{} plays {name} {note}.", capital(mover));
                } else {
                    // The engine's moves are legal. Should one not be, a person takes over, which
                    // avoids an endless loop.
                    self.is_paused = true;
                    self.message = format!("The engine named {name}, which cannot be played.");
                }
            }
        }
    }

    fn put_by_person(&mut self, coord: Coord, time_ms: Option<u64>) {
        let mover = self.position.to_move();
        if self.ending.is_some() {
            self.message = "The game is over; new begins another, undo goes back.".to_owned();
        } else if self.seat(mover) == Mover::Engine && !self.is_paused {
            self.message = format!("It is {mover}'s move, which the engine makes.");
        } else if let Err(error) = legality::check(&self.position, coord)
            && !self.must_foul(error)
        {
            let name = notation::name(coord, self.setup.size);
            self.message = match error {
                IllegalMove::OffBoard { .. } => format!("{error}."),
                IllegalMove::Occupied { .. } => format!("{name} is occupied."),
                IllegalMove::Forbidden { kind, .. } => {
                    format!("{name} is forbidden to black: {kind}.")
                }
            };
        } else {
            self.undone.clear();
            self.put(coord, time_ms);
        }
    }

    /// Whether all empty points are forbidden to black, so that one of them must be played.
    fn must_foul(&self, error: IllegalMove) -> bool {
        matches!(error, IllegalMove::Forbidden { .. })
            && legality::legal_moves(&self.position).is_empty()
    }

    /// Places a stone if the point is empty.
    fn put(&mut self, coord: Coord, time_ms: Option<u64>) -> bool {
        if self.position.play(coord).is_err() {
            return false;
        }
        self.moves.push(PlayedMove::new(coord, time_ms));
        self.settle();
        true
    }

    /// Updates what depends on the stones.
    fn settle(&mut self) {
        self.hint = None;
        self.wants_hint = false;
        self.helps_out = false;
        let last = self.moves.last().map(|moved| moved.coord());
        self.ending = last.and_then(|last| legality::ending_after(&self.position, last));
        if let Some(last) = last {
            self.cursor = last;
        }
    }

    fn take_one(&mut self) -> bool {
        let Some(moved) = self.moves.pop() else { return false };
        if self.position.remove(moved.coord()).is_ok() {
            self.position.set_to_move(!self.position.to_move());
        }
        self.undone.push(moved);
        true
    }

    /// Whether a person is to move.
    fn is_persons_turn(&self) -> bool {
        self.is_paused || self.seat(self.position.to_move()) == Mover::Person
    }

    fn undo(&mut self) -> GameEffect {
        let turns = Color::BOTH.into_iter().cycle().take(self.moves.len());
        let can_return =
            self.is_paused || turns.into_iter().any(|turn| self.seat(turn) == Mover::Person);
        if !can_return {
            self.message = "There is nothing to take back.".to_owned();
            return GameEffect::None;
        }
        while self.take_one() && !self.is_persons_turn() {}
        self.settle();
        GameEffect::Forget
    }

    fn redo(&mut self) -> GameEffect {
        if self.undone.is_empty() {
            self.message = "There is nothing to redo.".to_owned();
            return GameEffect::None;
        }
        while let Some(moved) = self.undone.pop() {
            self.put(moved.coord(), moved.time_ms);
            if self.is_persons_turn() {
                break;
            }
        }
        GameEffect::Forget
    }

    fn move_cursor(&mut self, right: i32, down: i32) {
        let moved = |from: u8, by: i32, side: u8| {
            let to = (i32::from(from) + by).clamp(0, i32::from(side) - 1);
            u8::try_from(to).unwrap_or(from)
        };
        let size = self.setup.size;
        let Coord { x, y } = self.cursor;
        self.cursor = Coord::new(moved(x, right, size.width()), moved(y, down, size.height()));
    }

    fn ask_hint(&mut self) {
        if self.ending.is_some() {
            self.message = "The game is over.".to_owned();
        } else if self.waiting_for() == WaitingFor::Person {
            self.wants_hint = true;
        }
    }

    fn toggle_forbidden(&mut self) {
        self.shows_forbidden = !self.shows_forbidden;
        if !self.setup.rule.forbids(Color::Black) {
            self.message = format!("Nothing is forbidden under {}.", self.setup.rule);
            return;
        }
        if !self.shows_forbidden {
            self.message = "Forbidden points are no longer shown.".to_owned();
            return;
        }
        let points = reference::forbidden_points(&self.position);
        let named: Vec<String> = points
            .iter()
            .map(|(coord, kind)| format!("{} ({kind})", notation::name(*coord, self.setup.size)))
            .collect();
        self.message = match named.is_empty() {
            true => "No point is forbidden to black.".to_owned(),
            false => format!("Forbidden to black: {}.", named.join(", ")),
        };
    }

    fn go(&mut self) -> GameEffect {
        match self.waiting_for() {
            _ if self.ending.is_some() => {
                self.message = "The game is over.".to_owned();
                GameEffect::None
            }
            WaitingFor::Move => GameEffect::Hurry,
            WaitingFor::Hint | WaitingFor::Person => {
                self.helps_out = true;
                GameEffect::None
            }
        }
    }

    fn swap(&mut self) -> GameEffect {
        let ByColor([black, white]) = self.setup.seats;
        self.setup.seats = ByColor::new(white, black);
        self.helps_out = false;
        self.wants_hint = false;
        self.message = format!("Black: {}, white: {}.", word(white), word(black));
        GameEffect::Forget
    }

    fn pause(&mut self) -> GameEffect {
        self.is_paused = !self.is_paused;
        self.helps_out = false;
        self.message =
            if self.is_paused { "The engine is paused." } else { "The engine continues." }
                .to_owned();
        GameEffect::Forget
    }
}

/// `person` or `engine`.
pub(crate) fn word(seat: Mover) -> &'static str {
    match seat {
        Mover::Person => "person",
        Mover::Engine => "engine",
    }
}

/// The color, capitalized.
pub(crate) fn capital(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

#[cfg(test)]
mod tests;
