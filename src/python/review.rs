//! Reviews of games.

use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::value_error;
use tengen_engine::engine::Engine;
use tengen_engine::search::StopFlag;
use tengen_study::review::{self, Effort, KnownSearches, ReviewOptions, ReviewedGame};

/// A review, as JSON, as text and as a page: a dict in Python.
#[derive(IntoPyObject)]
pub(crate) struct Reviewed {
    json: String,
    text: String,
    html: String,
}

/// What each position may cost; without a limit what a review of this effort spends.
pub(crate) fn options(
    nodes: Option<u64>,
    time: Option<Duration>,
    effort: &str,
) -> PyResult<ReviewOptions> {
    let known = [Effort::Quick, Effort::Thorough].into_iter().find(|known| known.name() == effort);
    let effort = known
        .ok_or_else(|| value_error(format!("effort '{effort}', expected quick or thorough")))?;
    Ok(ReviewOptions::of_limits(nodes, time, effort))
}

/// Reviews a game.
pub(crate) fn review(
    game: &ReviewedGame,
    engine: &mut Engine,
    options: &ReviewOptions,
    stop: &StopFlag,
) -> PyResult<Reviewed> {
    let known = &mut KnownSearches::default();
    let found = review::review(game, engine, options, known, stop, &mut |_| {});
    let found = found.map_err(value_error)?;
    Ok(Reviewed {
        json: review::json(&found),
        text: review::text(&found, usize::MAX),
        html: review::page(&found),
    })
}
