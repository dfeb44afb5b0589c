//! Puzzles: positions in which the side to move wins by force, or must stop a forced win. The solver
//! sets them, answers every move of the person, and checks every answer.
//!
//! [`find`] takes them from the mistakes of a game or from single positions, [`daily`] has some of
//! its own, [`solver`] answers moves and gives hints, [`progress`] remembers what was solved. Prints
//! nothing and opens no file.

pub mod daily;
mod find;
mod hint;
mod line;
mod model;
mod progress;
mod solver;

pub use find::{in_game, in_position};
pub use hint::{Hint, HintReport};
pub use line::{PuzzleError, PuzzleSpec};
pub use model::{Puzzle, PuzzleGoal};
pub use progress::{Attempt, ProgressError, PuzzleProgress};
pub use solver::{HINTS, PuzzleAnswer, PuzzleFault, answer, hint, solution};
