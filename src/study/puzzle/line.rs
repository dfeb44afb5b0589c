//! A puzzle as a line of a file. What the line says about the win is a claim: it is proved again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::model::{Mistake, Puzzle, PuzzleGoal};
use super::solver::{self, PuzzleAnswer};
use tengen_engine::board::Position;
use tengen_engine::board::notation::NotationError;
use tengen_engine::rules::legality::{self, IllegalMove};
use tengen_engine::threats::Watch;
use tengen_engine::types::{BoardSize, Color, Coord, Rule};
use tengen_records::positions::{PointSpec, PositionError, PositionSpec};

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
    /// A better move is asked for, and none is named.
    #[error("no better line, expected one as `best`")]
    NoBetter,
    /// A point that is none of the board.
    #[error("{key}: {error}")]
    Point {
        /// The key of the line.
        key: &'static str,
        /// What is wrong.
        error: NotationError,
    },
    /// A move that cannot be played.
    #[error("{key}: {error}")]
    Move {
        /// The key of the line.
        key: &'static str,
        /// What is wrong.
        error: IllegalMove,
    },
    /// The proof was stopped.
    #[error("stopped before it was proved")]
    Stopped,
}

/// A puzzle. Of a forced win the answer is not in it: the actions `answer` and `hint` give it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleSpec {
    /// Its name, the same for the same stones.
    pub puzzle: String,
    /// What the side to move has to do.
    pub goal: PuzzleGoal,
    /// `vcf` or `vct`: the threats of the forced win, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Plies of the forced win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// The move of the game that was a mistake; none for a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<PointSpec>,
    /// The line that is better than that move.
    #[schemars(default)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<PointSpec>,
    /// Where it comes from.
    #[serde(default)]
    pub origin: String,
    /// The position.
    pub position: PositionSpec,
}

impl Puzzle {
    /// What programs and files have of it.
    pub fn spec(&self) -> PuzzleSpec {
        PuzzleSpec {
            puzzle: self.id(),
            goal: self.goal,
            kind: self.win.as_ref().map(|win| win.kind.name().to_owned()),
            plies: self.win.as_ref().map(|win| win.plies),
            played: self.mistake.as_ref().and_then(|it| it.played).map(PointSpec::from),
            best: self.mistake.iter().flat_map(|it| &it.best).map(|&at| at.into()).collect(),
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
    /// goal. What the line says about the win is a claim, and not read. A better line is a claim, too:
    /// answers are compared with its first move.
    ///
    /// # Errors
    /// If it is no puzzle, or nothing is proved about it.
    pub fn read(line: &str, watch: &Watch) -> Result<Self, PuzzleError> {
        let line: PuzzleSpec = serde_json::from_str(line)?;
        let position = line.position.to_position(Rule::Freestyle)?;
        if !position.size().is_fast() {
            return Err(PuzzleError::Size(position.size()));
        }
        let mistake = mistake(&line, &position)?;
        let best = mistake.as_ref().and_then(|mistake| mistake.best.first().copied());
        let attacker = match line.goal {
            PuzzleGoal::Win => position.to_move(),
            PuzzleGoal::Defend => !position.to_move(),
            PuzzleGoal::Better if best.is_none() => return Err(PuzzleError::NoBetter),
            PuzzleGoal::Better => {
                return Ok(Self {
                    position,
                    goal: line.goal,
                    win: None,
                    mistake,
                    origin: line.origin,
                });
            }
        };
        let win = solver::win_of(&position, attacker, watch);
        let fault = |fault| if watch.stop.is_set() { PuzzleError::Stopped } else { fault };
        let win = win.ok_or_else(|| fault(PuzzleError::Unsolved(attacker)))?;
        if line.goal == PuzzleGoal::Defend {
            // What stops a win is most often a point of its line.
            let points = win.line.iter().copied().chain(legality::legal_moves(&position));
            // A review may have spent more on the move that it names.
            let is_solution =
                |best| solver::answer(&position, line.goal, best, watch) == PuzzleAnswer::Solved;
            if !solver::is_defended(&position, points, watch) && !best.is_some_and(is_solution) {
                return Err(fault(PuzzleError::Undefended(attacker)));
            }
        }
        Ok(Self { position, goal: line.goal, win: Some(win), mistake, origin: line.origin })
    }
}

/// What a line says about the move of the game; none if it says nothing.
fn mistake(line: &PuzzleSpec, position: &Position) -> Result<Option<Mistake>, PuzzleError> {
    let point = |key, spec: &PointSpec| {
        spec.resolve(position.size()).map_err(|error| PuzzleError::Point { key, error })
    };
    let played = line.played.as_ref().map(|spec| point("played", spec)).transpose()?;
    if let Some(played) = played {
        check_played(position, played)
            .map_err(|error| PuzzleError::Move { key: "played", error })?;
    }
    let best: Result<Vec<Coord>, PuzzleError> =
        line.best.iter().map(|spec| point("best", spec)).collect();
    let (best, mut after) = (best?, position.clone());
    for &play in &best {
        legality::check(&after, play).map_err(|error| PuzzleError::Move { key: "best", error })?;
        let placed = after.play(play);
        debug_assert!(placed.is_ok(), "a legal move can be played");
    }
    let is_known = played.is_some() || !best.is_empty();
    Ok(is_known.then_some(Mistake { played, best, reasons: None }))
}

/// Checks that a move was possible in a game: a forbidden one was, and lost.
pub(crate) fn check_played(position: &Position, played: Coord) -> Result<(), IllegalMove> {
    match legality::check(position, played) {
        Err(IllegalMove::Forbidden { .. }) => Ok(()),
        checked => checked,
    }
}
