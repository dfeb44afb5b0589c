//! `judge`.

use super::convert::{forbidden, threat};
use super::prepared::{Prepared, read_position};
use super::reporter::Reporter;
use crate::api::answer::{Forbidden, Outcome, Threats, Verdict};
use crate::api::error::Refusal;
use crate::api::point::Pen;
use crate::api::request::Judge;
use crate::api::settings::Defaults;
use crate::explain::{Threat, threats_of};
use tengen_engine::board::Position;
use tengen_engine::engine::Engine;
use tengen_engine::rules::reference;
use tengen_engine::search::StopFlag;
use tengen_engine::types::Color;

/// Checks the request.
pub(super) fn prepare(request: &Judge, defaults: &Defaults) -> Result<Prepared, Refusal> {
    let (position, pen) = read_position(&request.position, request.points, defaults)?;
    let work = move |_: &mut Engine, reporter: Reporter| {
        let verdict = verdict(&position, pen, reporter.stop());
        reporter.done(Outcome::Judge(verdict));
    };
    Ok(Prepared::light(work))
}

fn verdict(position: &Position, pen: Pen, stop: &StopFlag) -> Verdict {
    let winner = reference::winner(position);
    let full = position.is_full();
    let is_over = winner.is_some() || full;
    let (winner, line) = match winner {
        Some((color, line)) => (color.to_string(), line),
        None => ("none".to_owned(), Vec::new()),
    };
    let threats = |color: Color| -> Option<Vec<_>> {
        let found: Vec<Threat> = threats_of(position, color)?;
        Some(found.iter().map(|found| threat(pen, found)).collect())
    };
    let both = || Some(Threats { black: threats(Color::Black)?, white: threats(Color::White)? });
    Verdict {
        winner,
        line: pen.points(&line),
        full,
        to_move: position.to_move().to_string(),
        forbidden: forbidden_points(position, pen, stop),
        stopped: stop.is_set(),
        threats: if is_over { None } else { both() },
    }
}

/// The forbidden points with their reasons. A stop ends the list: on the largest boards it takes
/// long.
fn forbidden_points(position: &Position, pen: Pen, stop: &StopFlag) -> Vec<Forbidden> {
    if !position.rule().forbids(Color::Black) {
        return Vec::new();
    }
    let reasons = reference::reasons(position, || stop.is_set());
    reasons.iter().map(|(at, reason)| forbidden(pen, *at, reason)).collect()
}
