//! Puzzles: positions in which the side to move wins by force, must stop a forced win, or has a better
//! move than the one that was played. The solver sets the first two, answers every move of the person,
//! and checks every answer; those of a better move come from a review, and are answered by
//! [`crate::review::Practice`].
//!
//! [`find`] takes forced wins from games and from single positions, [`daily`] has some of
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
pub(crate) use line::check_played;
pub use line::{PuzzleError, PuzzleSpec};
pub use model::{Mistake, Puzzle, PuzzleGoal, id_of};
pub use progress::{Attempt, Outcome, OutcomeCounts, ProgressError, PuzzleProgress};
#[cfg(test)]
pub(crate) use solver::MOST_NODES;
pub(crate) use solver::right;
pub use solver::{HINTS, PuzzleAnswer, PuzzleFault, answer, hint, solution};
