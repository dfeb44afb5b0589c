//! Why a well-formed command is refused: what was seen, and what was expected. Lines that are not
//! well formed have the errors of [`crate::wire`].

use thiserror::Error;

use crate::wire::NumberPair;
use tengen_engine::engine::EvaluationKindError;
use tengen_engine::engine::LevelError;
use tengen_engine::rules::opening::OpeningError;
use tengen_engine::types::{BoardSize, Rule};

/// Rows of a block that do not describe a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum SetupError {
    /// A row without a point.
    #[error("row {row}: seen {pair}, expected a point of the {size} board")]
    OffBoard {
        /// The row, counted from 1.
        row: usize,
        pair: NumberPair,
        size: BoardSize,
    },
    /// A row names a point a second time.
    #[error("row {row}: seen {pair} again, expected every point once")]
    Twice {
        /// The row, counted from 1.
        row: usize,
        pair: NumberPair,
    },
    /// The third number of a row has no meaning.
    #[error("row {row}: seen owner {owner}, expected 1 (own), 2 (opponent) or 3 (blocked)")]
    Owner {
        /// The row, counted from 1.
        row: usize,
        /// The number.
        owner: i64,
    },
    /// Stone counts under which neither side can be to move.
    #[error(
        "seen {own} own and {opponent} opponent stones, expected equal counts or one more of the opponent"
    )]
    Counts {
        /// Stones marked 1.
        own: usize,
        /// Stones marked 2.
        opponent: usize,
    },
    /// An opening of a length that swap2 does not have.
    #[error("seen {stones} stones, expected 0, 3 or 5")]
    Swap2 {
        /// Number of rows.
        stones: usize,
    },
}

/// A well-formed command that cannot be executed now. The state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum StateError {
    /// There is no board yet.
    #[error("{command} without a board, expected START first")]
    NoBoard { command: &'static str },
    /// The position is not the one that the manager means.
    #[error("{command} after a YXBOARD that was refused, expected a position first")]
    Refused { command: &'static str },
    /// A new game within a text in quotes.
    #[error("{command}: seen START within the text, expected its closing quote")]
    OpenText { command: &'static str },
    /// No board has this size.
    #[error(
        "unsupported board size {first}x{second}, expected {least} to {most}, for example 15 or 20",
        least = BoardSize::MIN,
        most = BoardSize::MAX
    )]
    Size { first: i64, second: i64 },
    /// `BEGIN` in the middle of a game.
    #[error("BEGIN with {stones} stones on the board, expected an empty board")]
    NotEmpty {
        /// Stones on the board.
        stones: usize,
    },
    /// A point that does not exist.
    #[error("{command} {pair}: no such point, expected a point of the {size} board")]
    OffBoard {
        command: &'static str,
        /// The numbers as they came.
        pair: NumberPair,
        size: BoardSize,
    },
    /// A point that is taken.
    #[error("{command} {pair}: the point is occupied, expected an empty point")]
    Occupied {
        command: &'static str,
        /// The numbers as they came.
        pair: NumberPair,
    },
    /// A point that is not taken.
    #[error("TAKEBACK {pair}: the point is empty, expected a stone")]
    NoStone {
        /// The numbers as they came.
        pair: NumberPair,
    },
    /// No move exists.
    #[error("board is full, no move exists")]
    Full,
    /// A path without moves.
    #[error("{command}: expected the moves of a path, the last of which is left out")]
    NoPath { command: &'static str },
    /// More paths than are remembered.
    #[error("YXBLOCKPATH: seen more than {most} paths, expected YXBLOCKPATHRESET first")]
    ManyPaths {
        /// How many are.
        most: usize,
    },
    /// A command that has no sense here.
    #[error("{command}: {why}")]
    Senseless {
        command: &'static str,
        /// What helps instead.
        why: &'static str,
    },
    /// `DONE` where no block is open.
    #[error("DONE without a block, expected BOARD, YXBOARD or SWAP2BOARD first")]
    NoBlock,
    /// A step of an opening without the number of fifth stones.
    #[error("{command}: expected the number of fifth stones, 1 to {most}")]
    Fifths {
        command: &'static str,
        /// The most that can be offered.
        most: u8,
    },
    /// A step of an opening with another number of stones.
    #[error("{command}: seen {seen} stones, expected {least}{}", up_to(*least, *most))]
    OpeningStones {
        command: &'static str,
        /// Stones of the opening.
        seen: usize,
        /// Fewest stones at that step.
        least: usize,
        /// Most stones at that step.
        most: usize,
    },
    /// A step of an opening on stones that were not placed in turn.
    #[error("{command}: expected stones of black and white in turn")]
    NotInTurn { command: &'static str },
    /// A step of an opening that breaks the opening rule.
    #[error("{command}: {error}")]
    Opening { command: &'static str, error: OpeningError },
    /// Wrong rows of a block.
    #[error("{command}: {error}")]
    Setup {
        /// The command that opened the block.
        command: &'static str,
        /// What is wrong with the rows.
        error: SetupError,
    },
}

fn up_to(least: usize, most: usize) -> String {
    if least < most { format!(" to {most}") } else { String::new() }
}

/// An `INFO` setting that is not applied. Never answered, only logged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum SettingError {
    /// The key is not known.
    #[error("unknown INFO key '{key}'")]
    Key { key: String },
    /// Not the name of a level.
    #[error("INFO level: {0}")]
    Level(#[from] LevelError),
    /// Not the name of an evaluation.
    #[error("INFO evaluation: {0}")]
    Evaluation(#[from] EvaluationKindError),
    /// Not a rule.
    #[error("unknown INFO rule {wire}, {rule} stays")]
    Rule {
        /// The number that was sent.
        wire: i64,
        /// The rule in force.
        rule: Rule,
    },
}
