//! `judge`.

use super::convert::{forbidden, threat};
use super::prepared::{Prepared, over, read_line};
use super::reporter::Reporter;
use crate::api::answer::{Forbidden, Outcome, Threats, Verdict};
use crate::api::error::Refusal;
use crate::api::point::Pen;
use crate::api::request::Judge;
use crate::api::settings::Defaults;
use crate::explain::{ShapeThreat, threats_of};
use tengen_engine::board::Position;
use tengen_engine::engine::Engine;
use tengen_engine::rules::reference;
use tengen_engine::search::StopFlag;
use tengen_engine::types::Color;
use tengen_records::{PositionLine, Verdict as Reason};

/// Checks the request.
pub(super) fn prepare(request: &Judge, defaults: &Defaults) -> Result<Prepared, Refusal> {
    let (line, pen) = read_line(&request.position, request.points, defaults)?;
    let work = move |_: &mut Engine, reporter: Reporter| {
        let verdict = verdict(&line, pen, reporter.stop());
        reporter.done(Outcome::Judge(verdict));
    };
    Ok(Prepared::light(work))
}

fn verdict(line: &PositionLine, pen: Pen, stop: &StopFlag) -> Verdict {
    let (end, position) = (line.end(), &line.position);
    let full = position.is_full();
    let is_over = end.outcome.verdict().is_some();
    let threats = |color: Color| -> Option<Vec<_>> {
        let found: Vec<ShapeThreat> = threats_of(position, color)?;
        Some(found.iter().map(|found| threat(pen, found)).collect())
    };
    let both = || Some(Threats { black: threats(Color::Black)?, white: threats(Color::White)? });
    Verdict {
        winner: end.outcome.winner().map_or("none".to_owned(), |winner| winner.to_string()),
        line: pen.points(&end.line),
        full,
        over: over(&end),
        reason: end.outcome.verdict().map(reason),
        forbidden_kind: end.outcome.verdict().and_then(forbidden_kind),
        to_move: position.to_move().to_string(),
        forbidden: forbidden_points(position, pen, stop),
        stopped: stop.is_set(),
        threats: if is_over { None } else { both() },
    }
}

/// Why a game is over, in a word.
fn reason(verdict: Reason) -> String {
    match verdict {
        Reason::Draw(reason) => reason.name().to_owned(),
        other => other.word().to_owned(),
    }
}

/// The kind of the forbidden move that ended a game.
fn forbidden_kind(verdict: Reason) -> Option<String> {
    match verdict {
        Reason::Forbidden(kind) => Some(kind.name().to_owned()),
        _ => None,
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
