//! What the engine knows, as answers.

use crate::api::answer::{CellThreat, Forbidden, ForbiddenPart, Line, ProvedWin, ThreatLine};
use crate::api::point::Pen;
use crate::explain::ShapeThreat;
use tengen_engine::rules::reference::ForbiddenReason;
use tengen_engine::threats::ForcedWin;
use tengen_engine::types::{Coord, Score};

/// A win chance with three decimals.
pub(super) fn win_chance(score: Score) -> f64 {
    (score.win_rate() * 1000.0).round() / 1000.0
}

/// A line; `None` for one without moves.
pub(super) fn line(pen: Pen, score: Score, pv: &[Coord], proved: bool) -> Option<Line> {
    Some(Line {
        play: pen.point(*pv.first()?),
        value: score.0,
        win_chance: win_chance(score),
        mate: score.mate_plies(),
        proved,
        book: false,
        pv: pen.points(pv),
    })
}

pub(super) fn threat(pen: Pen, threat: &ShapeThreat) -> CellThreat {
    let lines = threat
        .lines
        .iter()
        .map(|line| ThreatLine { kind: line.kind.name().to_owned(), next: pen.points(&line.next) });
    let kind = threat.kind.name().to_owned();
    CellThreat { point: pen.point(threat.at), kind, lines: lines.collect() }
}

pub(super) fn forbidden(pen: Pen, at: Coord, reason: &ForbiddenReason) -> Forbidden {
    let parts = reason.parts.iter().map(|part| ForbiddenPart {
        stones: pen.points(&part.stones),
        completed_at: pen.points(&part.completed_at),
    });
    let kind = reason.kind.name().to_owned();
    Forbidden { point: pen.point(at), kind, parts: parts.collect() }
}

pub(super) fn proved(pen: Pen, win: &ForcedWin) -> ProvedWin {
    let (kind, plies) = (win.kind.name().to_owned(), win.plies);
    ProvedWin { kind, plies, line: pen.points(&win.line) }
}
