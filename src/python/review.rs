//! Reviews of games.

use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::value_error;
use tengen_engine::engine::Engine;
use tengen_engine::search::StopFlag;
use tengen_records::GameRecord;
use tengen_records::game_format::main_line;
use tengen_records::game_tree::GameTree;
use tengen_study::review::{self, ReviewOptions};

/// A review, as JSON, as text and as a page: a dict in Python.
#[derive(IntoPyObject)]
pub(crate) struct Reviewed {
    json: String,
    text: String,
    html: String,
}

/// The main line of a game.
pub(crate) fn record_of(tree: &GameTree) -> PyResult<GameRecord> {
    main_line(tree).ok_or_else(|| {
        value_error(
            "a game that begins with stones set up or does not alternate cannot be reviewed",
        )
    })
}

/// What each position may cost.
pub(crate) fn options(nodes: Option<u64>, time: Option<Duration>) -> ReviewOptions {
    ReviewOptions { time, nodes, solver_mb: ReviewOptions::SOLVER_MB }
}

/// Reviews a game.
pub(crate) fn review(
    game: &GameRecord,
    engine: &mut Engine,
    options: &ReviewOptions,
    stop: &StopFlag,
) -> PyResult<Reviewed> {
    let found = review::review(game, engine, options, stop, &mut |_| {}).map_err(value_error)?;
    Ok(Reviewed {
        json: review::json(&found),
        text: review::text(&found),
        html: review::page(&found),
    })
}
