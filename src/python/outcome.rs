//! How a game ended.

use pyo3::prelude::*;

use crate::point::Move;
use crate::words::color_name;
use tengen_engine::types::{BoardSize, Color, Coord};
use tengen_records::Verdict;

/// How the board ended a game, in the engine's types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameEnding {
    pub(crate) winner: Option<Color>,
    pub(crate) verdict: Verdict,
    /// The winning line; empty without a five.
    pub(crate) line: Vec<Coord>,
}

impl GameEnding {
    /// In words, for messages.
    pub(crate) fn sentence(&self) -> String {
        match self.winner {
            Some(winner) => format!("{winner} has won ({})", self.verdict),
            None => format!("it is a {}", self.verdict),
        }
    }
}

/// How a game ended.
#[pyclass(name = "Outcome", frozen, module = "tengen", get_all)]
pub(crate) struct PyOutcome {
    /// `black`, `white`, or `None` for a draw.
    winner: Option<&'static str>,
    /// `five`, `forbidden (overline)`, `draw (full-board)`, `draw (passes)`.
    termination: String,
    /// The stones of the five, from end to end.
    line: Vec<Move>,
}

impl PyOutcome {
    pub(crate) fn new(end: &GameEnding, size: BoardSize) -> Self {
        Self {
            winner: end.winner.map(color_name),
            termination: end.verdict.to_string(),
            line: Move::all(end.line.iter().copied(), size),
        }
    }
}

#[pymethods]
impl PyOutcome {
    /// `1-0` if black has won, `0-1` if white has, `1/2-1/2`.
    fn result(&self) -> &'static str {
        match self.winner {
            Some("black") => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __repr__(&self) -> String {
        let winner = self.winner.unwrap_or("draw");
        format!("<Outcome {winner}: {}>", self.termination)
    }
}
