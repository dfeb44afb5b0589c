//! The extension module `tengen._tengen` of the Python package `tengen`.
//!
//! It holds what needs the engine: board, games, searches, solver, proofs, reviews. What is plain
//! Python (the engine's interface, its asyncio variant, other brains, the environment for training) is
//! in `python/tengen`, which imports this module and is what people see. Nothing here prints, and no
//! panic leaves it: PyO3 and [`task`] turn one into an exception.

mod arrays;
mod board;
mod errors;
mod game;
mod game_files;
mod outcome;
mod point;
mod position;
mod proof;
mod review;
mod search;
mod searcher;
mod solve;
mod task;
mod threat;
mod words;

use pyo3::prelude::*;

/// Everything that needs the engine, see `_tengen.pyi`.
#[pymodule]
mod _tengen {
    use pyo3::prelude::*;
    use pyo3::types::PyDict;
    use tengen_engine::types::Rule;

    #[pymodule_export]
    use crate::board::{LegalMoves, PyBoard};
    #[pymodule_export]
    use crate::errors::{EngineError, FormatError, IllegalMoveError, ProofError};
    #[pymodule_export]
    use crate::game::{GameNode, PyGame};
    #[pymodule_export]
    use crate::game_files::{formats, parse_games};
    #[pymodule_export]
    use crate::outcome::PyOutcome;
    #[pymodule_export]
    use crate::point::Move;
    #[pymodule_export]
    use crate::proof::check_proof;
    #[pymodule_export]
    use crate::search::PySearch;
    #[pymodule_export]
    use crate::searcher::{PySearcher, PyStop};
    #[pymodule_export]
    use crate::solve::solve;
    #[pymodule_export]
    use crate::threat::PyThreat;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let numbers = PyDict::new(module.py());
        for rule in Rule::ALL {
            numbers.set_item(rule.name(), rule.wire())?;
        }
        module.add("RULE_NUMBERS", numbers)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
