//! A puzzle as a line of a file. What the line says about the win is a claim: it is proved again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::model::{Puzzle, PuzzleGoal};
use super::solver;
use tengen_engine::rules::legality;
use tengen_engine::threats::Watch;
use tengen_engine::types::{BoardSize, Color, Rule};
use tengen_records::positions::{PositionError, PositionSpec};

/// A line that is no puzzle.
#[derive(Debug, Error)]
pub enum PuzzleError {
    /// Not a puzzle's keys.
    #[error("{0}")]
    Keys(#[from] serde_json::Error),
    /// No position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A board that is not searched.
    #[error("{}", .0.too_large())]
    Size(BoardSize),
    /// A position that nothing is proved about.
    #[error("no forced win was found for {0}, expected a puzzle")]
    Unsolved(Color),
    /// A win that no move is proved to stop.
    #[error("no move was found that stops {0}'s forced win, expected a puzzle")]
    Undefended(Color),
    /// The proof was stopped.
    #[error("stopped before it was proved")]
    Stopped,
}

/// A puzzle. The answer is not in it: the actions `answer` and `hint` give it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleSpec {
    /// Its name, the same for the same stones.
    pub puzzle: String,
    /// What the side to move has to do.
    pub goal: PuzzleGoal,
    /// `vcf` or `vct`: the threats of the forced win.
    pub kind: String,
    /// Plies of the forced win.
    pub plies: usize,
    /// Where it comes from.
    #[serde(default)]
    pub origin: String,
    /// The position.
    pub position: PositionSpec,
}

impl Puzzle {
    /// What programs and files are told of it.
    pub fn spec(&self) -> PuzzleSpec {
        PuzzleSpec {
            puzzle: self.id(),
            goal: self.goal,
            kind: self.win.kind.name().to_owned(),
            plies: self.win.plies,
            origin: self.origin.clone(),
            position: PositionSpec::from(&self.position),
        }
    }

    /// The puzzle as one line of JSON.
    pub fn line(&self) -> String {
        // A plain tree of numbers and text: serialization cannot fail.
        serde_json::to_string(&self.spec()).unwrap_or_default() + "\n"
    }

    /// Reads a line and proves the puzzle again: the win, and one move that stops it if that is the
    /// goal. What the line says about the win is a claim, and not read.
    ///
    /// # Errors
    /// If it is no puzzle, or nothing is proved about it.
    pub fn read(line: &str, watch: &Watch) -> Result<Self, PuzzleError> {
        let line: PuzzleSpec = serde_json::from_str(line)?;
        let position = line.position.to_position(Rule::Freestyle)?;
        if !position.size().is_fast() {
            return Err(PuzzleError::Size(position.size()));
        }
        let attacker = match line.goal {
            PuzzleGoal::Win => position.to_move(),
            PuzzleGoal::Defend => !position.to_move(),
        };
        let win = solver::win_of(&position, attacker, watch);
        let fault = |fault| if watch.stop.is_set() { PuzzleError::Stopped } else { fault };
        let win = win.ok_or_else(|| fault(PuzzleError::Unsolved(attacker)))?;
        if line.goal == PuzzleGoal::Defend {
            // What stops a win is most often a point of its line.
            let points = win.line.iter().copied().chain(legality::legal_moves(&position));
            if !solver::is_defended(&position, points, watch) {
                return Err(fault(PuzzleError::Undefended(attacker)));
            }
        }
        Ok(Self { position, goal: line.goal, win, origin: line.origin })
    }
}
