//! A puzzle, and its line in a file.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::solver;
use tengen_engine::board::{Position, notation};
use tengen_engine::rules::legality;
use tengen_engine::threats::{ForcedWin, Watch};
use tengen_engine::types::{BoardSize, Color, Rule, Stone};
use tengen_records::positions::{PositionError, PositionSpec};

/// What the side to move has to do.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleGoal {
    /// Win by force.
    #[default]
    Win,
    /// Stop the opponent's forced win.
    Defend,
}

/// A position to solve. The win, or the one to stop, was proved here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position, with the side to move that solves it.
    pub position: Position,
    /// What it has to do.
    pub goal: PuzzleGoal,
    /// The forced win: of the side to move, or what the opponent threatens.
    pub win: ForcedWin,
    /// Where it comes from, in words.
    pub origin: String,
}

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

/// A puzzle's line. What it says about the win is a claim, and not read.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleLine {
    puzzle: String,
    goal: PuzzleGoal,
    kind: String,
    plies: usize,
    #[serde(default)]
    origin: String,
    position: PositionSpec,
}

impl Puzzle {
    /// The puzzle's name: the same position and goal have the same one, in whatever order the stones
    /// were played.
    pub fn id(&self) -> String {
        let size = self.position.size();
        let mut stones: Vec<(Stone, String)> = self
            .position
            .stones()
            .iter()
            .map(|&(coord, stone)| (stone, notation::name(coord, size)))
            .collect();
        stones.sort_by_key(|(stone, name)| {
            (*stone != Stone::Black, *stone != Stone::White, name.clone())
        });
        let text = format!(
            "{} {size} {} {:?} {stones:?}",
            self.position.rule().name(),
            self.position.to_move(),
            self.goal
        );
        format!("{:08x}", crc32fast::hash(text.as_bytes()))
    }

    /// What is to be done: `black to move and win`.
    pub fn task(&self) -> String {
        let color = self.position.to_move();
        match self.goal {
            PuzzleGoal::Win => format!("{color} to move and win"),
            PuzzleGoal::Defend => format!("{color} to move and stop {}'s win", !color),
        }
    }

    /// The puzzle as one line of JSON.
    pub fn line(&self) -> String {
        let line = PuzzleLine {
            puzzle: self.id(),
            goal: self.goal,
            kind: self.win.kind.name().to_owned(),
            plies: self.win.plies,
            origin: self.origin.clone(),
            position: PositionSpec::from(&self.position),
        };
        // A plain tree of numbers and text: serialization cannot fail.
        serde_json::to_string(&line).unwrap_or_default() + "\n"
    }

    /// Reads a line and proves the puzzle again: the win, and one move that stops it if that is the
    /// goal.
    ///
    /// # Errors
    /// If it is no puzzle, or nothing is proved about it.
    pub fn read(line: &str, watch: &Watch) -> Result<Self, PuzzleError> {
        let line: PuzzleLine = serde_json::from_str(line)?;
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
