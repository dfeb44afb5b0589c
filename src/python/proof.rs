//! `tengen.prove_check`: certificates of `tengen prove`.

use std::time::Instant;

use pyo3::prelude::*;

use crate::errors::{ProofError, value_error, with_causes};
use crate::task;
use tengen_engine::board::notation;
use tengen_engine::search::StopFlag;
use tengen_study::prove::certificate::Certificate;
use tengen_study::prove::checker::{self, Check, CheckError, CheckReport};
use tengen_study::prove::draw::Draw;
use tengen_study::prove::question::names;
use tengen_study::prove::replay::Replay;

/// What was verified: a dict in Python.
#[derive(IntoPyObject)]
pub(crate) struct Verified {
    result: &'static str,
    winner: Option<String>,
    rule: &'static str,
    size: String,
    moves: String,
    plies: u64,
    positions: u64,
    replies: u64,
    pairs: usize,
    time: f64,
}

/// Checks the text of a certificate.
#[pyfunction]
#[pyo3(signature = (text, *, reply, threads, quick))]
pub(crate) fn check_proof(
    py: Python<'_>,
    text: &str,
    reply: Option<&str>,
    threads: usize,
    quick: bool,
) -> PyResult<Verified> {
    let start = Instant::now();
    let stop = StopFlag::new();
    let refused =
        |error: &(dyn std::error::Error + 'static)| ProofError::new_err(with_causes(error));
    if text.starts_with("{\"tengen_draw\"") {
        let draw = task::run(py, &stop, || Draw::check(text))?.map_err(|error| refused(&error))?;
        let (rule, size, moves) = names(&draw.position);
        let (pairs, time) = (draw.count(), start.elapsed().as_secs_f64());
        let result = "draw";
        return Ok(Verified {
            result,
            winner: None,
            rule,
            size,
            moves,
            plies: 0,
            positions: 1,
            replies: 0,
            pairs,
            time,
        });
    }
    let certificate = Certificate::read(text).map_err(|error| refused(&error))?;
    let position = certificate.position().map_err(|error| refused(&error))?;
    let reply = reply.map(|reply| notation::parse(reply, position.size()));
    let reply = reply.transpose().map_err(value_error)?;
    let replay = if quick { Replay::Local } else { Replay::Full };
    let request = Check { reply, threads: threads.clamp(1, 256), replay };
    let check = || -> Result<CheckReport, CheckError> {
        checker::check(&certificate, &request, None, &stop, &mut |_, _| {})
    };
    let report = task::run(py, &stop, check)?.map_err(|error| refused(&error))?;
    let (rule, size, moves) = names(&position);
    Ok(Verified {
        result: "win",
        winner: Some(certificate.claim.attacker.to_string()),
        rule,
        size,
        moves,
        plies: report.plies,
        positions: report.entries,
        replies: report.replies,
        pairs: 0,
        time: start.elapsed().as_secs_f64(),
    })
}
