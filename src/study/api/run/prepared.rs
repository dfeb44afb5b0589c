//! What the requests that take time have in common.

use super::reporter::Reporter;
use crate::api::answer::Over;
use crate::api::error::Refusal;
use crate::api::memory::Memory;
use crate::api::point::{Pen, PointForm};
use crate::api::settings::Defaults;
use tengen_engine::board::Position;
use tengen_engine::engine::Engine;
use tengen_engine::types::{Color, Coord, Rule};
use tengen_records::positions::{PointSpec, PositionSpec};
use tengen_records::{GameEnd, GameOutcome, PositionLine};

/// What a request does with an engine.
type EngineWork = Box<dyn FnOnce(&mut Engine, Reporter) + Send>;

/// A request that was checked and waits for an engine.
pub(in crate::api) struct Prepared {
    /// Threads that it searches with; 0 if it searches nothing.
    pub threads: usize,
    /// Whether only `stop` ends it.
    pub is_infinite: bool,
    /// What it does with what the engine remembers.
    pub memory: Memory,
    /// What it does.
    pub work: EngineWork,
}

impl Prepared {
    /// A request that searches nothing.
    pub(super) fn light(work: impl FnOnce(&mut Engine, Reporter) + Send + 'static) -> Self {
        Self { threads: 0, is_infinite: false, memory: Memory::Unused, work: Box::new(work) }
    }
}

/// The position of a request, and how to write its points.
pub(super) fn read_position(
    spec: &PositionSpec,
    form: Option<PointForm>,
    defaults: &Defaults,
) -> Result<(Position, Pen), Refusal> {
    let (line, pen) = read_line(spec, form, defaults)?;
    Ok((line.position, pen))
}

/// Reads a position with the moves that led to it.
pub(super) fn read_line(
    spec: &PositionSpec,
    form: Option<PointForm>,
    defaults: &Defaults,
) -> Result<(PositionLine, Pen), Refusal> {
    let line = spec.to_line(Rule::Freestyle).map_err(|error| Refusal::position(&error))?;
    let form = form.or_else(|| PointForm::of(spec)).unwrap_or(defaults.points);
    let size = line.position.size();
    Ok((line, Pen { form, size }))
}

/// Reads a game: its moves, and the stones that were there before them.
pub(super) fn read_game(
    spec: &PositionSpec,
    start: Option<&PositionSpec>,
    form: Option<PointForm>,
    defaults: &Defaults,
) -> Result<(PositionLine, Pen), Refusal> {
    let (line, pen) = read_line(spec, form, defaults)?;
    let Some(start) = start else { return Ok((line, pen)) };
    if spec.moves.is_none() {
        let error = "seen stones beside `start`, expected a game, as `moves`";
        return Err(Refusal::bad("position", error));
    }
    let field = |error: String| Refusal::bad("start", error);
    let start = start.to_position(Rule::Freestyle).map_err(|error| field(error.to_string()))?;
    let seen = (start.rule(), start.size());
    let expected = (line.position.rule(), line.position.size());
    if seen != expected {
        let error = format!("seen {} {}, expected {} {}", seen.0, seen.1, expected.0, expected.1);
        return Err(field(error));
    }
    if spec.blocked.is_some() {
        return Err(Refusal::bad("position", "seen `blocked` beside `start`, expected it there"));
    }
    let points = line.moves.iter().map(|&(_, point)| point);
    let placed = PositionLine::in_turn(start, points);
    let line = placed.map_err(|(index, error)| {
        Refusal::bad(&format!("position.moves[{index}]"), error.to_string())
    })?;
    Ok((line, pen))
}

/// An empty point of the position.
pub(super) fn empty_point(
    spec: &PointSpec,
    position: &Position,
    field: &str,
) -> Result<Coord, Refusal> {
    let size = position.size();
    let coord = spec.resolve(size).map_err(|error| Refusal::bad(field, error.to_string()))?;
    let shown = match spec {
        PointSpec::Name(name) => name.clone(),
        PointSpec::Coord(coord) => coord.to_string(),
    };
    match () {
        () if !size.contains(coord) => {
            Err(Refusal::bad(field, format!("point {shown} is off the {size} board")))
        }
        () if !position.is_empty_at(coord) => {
            Err(Refusal::bad(field, format!("point {shown} is occupied, expected an empty one")))
        }
        () => Ok(coord),
    }
}

/// The result of a game that is over, as [`GameEnd`] judges it.
pub(super) fn over(end: &GameEnd) -> Option<Over> {
    match &end.outcome {
        GameOutcome::Unfinished => None,
        GameOutcome::Ended { winner: Some(Color::Black), .. } => Some(Over::Black),
        GameOutcome::Ended { winner: Some(Color::White), .. } => Some(Over::White),
        GameOutcome::Ended { winner: None, .. } => Some(Over::Draw),
    }
}
