//! Who plays, what the game waits for, and what its caller must do.

use tengen_engine::engine::Level;
use tengen_engine::types::{BoardSize, ByColor, Color, Rule};
use tengen_records::unfinished::PersonClock;

/// Who moves for a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// A person at the keyboard.
    Person,
    Engine,
}

/// The input that the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingFor {
    /// A command of a person (or nothing, once the game is over).
    Person,
    /// A move of the engine.
    Move,
    /// A hint of the engine for the person to move.
    Hint,
    /// An analysis, which ends only with the next command.
    Analysis,
    /// Choices of the engine in the opening.
    Opening,
    /// The reasons for the best move.
    Explanation,
    /// A review of the game.
    Review,
}

/// What the caller must do after a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEffect {
    /// Nothing.
    None,
    /// Make the engine answer at once.
    Hurry,
    /// Stop the engine: its position is obsolete.
    Stop,
    /// Save the game in this file, or in the default one; whether an existing file is replaced.
    Save(Option<String>, bool),
    /// Report the engine's level if the text is empty, else set it.
    Level(String),
    /// List the commands.
    Help,
    Quit,
}

/// The engine's name in records.
const ENGINE: &str = "tengen";
/// What precedes the level in its name.
const AT_LEVEL: &str = "tengen, level ";

/// The engine's name in records: with its level, unless it plays at full strength.
pub fn engine_name(level: Level) -> String {
    if level.is_full() { ENGINE.to_owned() } else { format!("{AT_LEVEL}{level}") }
}

/// Whether a name in a record is the engine's, at whatever level.
pub(super) fn is_engine_name(name: &str) -> bool {
    name == ENGINE || name.starts_with(AT_LEVEL)
}

/// The rule, board and players of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveGameSetup {
    pub rule: Rule,
    pub size: BoardSize,
    /// Who moves.
    pub seats: ByColor<Mover>,
    /// The names, for the records.
    pub names: PlayerNames,
    /// The color of the first of two persons, or of two engines.
    pub first: Color,
    /// The clock of the persons.
    pub clock: PersonClock,
}

/// The names of the players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerNames {
    /// Those of the persons that were given, at most two: the first is that of a person who plays alone.
    pub given: Vec<String>,
    /// That of the engine.
    pub engine: String,
}

impl PlayerNames {
    /// The name of a person who plays the engine.
    pub(super) fn alone(&self) -> &str {
        self.given.first().map_or("person", String::as_str)
    }

    /// The name of one of two persons, 0 or 1, who play each other.
    pub(super) fn of_two(&self, number: usize) -> &str {
        self.given.get(number).map_or(PLAYERS[number.min(1)], String::as_str)
    }
}

/// Two players, where they have no other names.
pub(super) const PLAYERS: [&str; 2] = ["Player 1", "Player 2"];

#[cfg(test)]
impl LiveGameSetup {
    /// A game of Ann and the engine on a small board.
    pub(crate) fn small(black: Mover, white: Mover) -> Self {
        Self {
            rule: Rule::Freestyle,
            size: BoardSize::square(5).unwrap(),
            seats: ByColor::new(black, white),
            names: PlayerNames { given: vec!["Ann".into()], engine: "tengen".into() },
            first: Color::Black,
            clock: PersonClock::default(),
        }
    }
}
