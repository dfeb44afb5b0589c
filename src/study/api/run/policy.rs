//! `policy`.

use super::prepared::{Prepared, over, read_position};
use super::reporter::Reporter;
use crate::api::answer::{Likely, LikelyMove, Outcome, ScoreSource};
use crate::api::error::Refusal;
use crate::api::point::Pen;
use crate::api::pool::PoolLimits;
use crate::api::request::Policy;
use crate::api::settings::Defaults;
use tengen_engine::board::Position;
use tengen_engine::engine::Engine;
use tengen_engine::search::MoveChance;

/// Checks the request.
pub(super) fn prepare(
    request: &Policy,
    defaults: &Defaults,
    pool: &PoolLimits,
) -> Result<Prepared, Refusal> {
    let (position, pen) = read_position(&request.position, request.points, defaults)?;
    if !position.size().is_fast() {
        return Err(Refusal::bad("position", position.size().too_large()));
    }
    let options = defaults.engine(1, defaults.level, pool);
    let work = move |engine: &mut Engine, reporter: Reporter| {
        engine.set_options(options);
        reporter.done(Outcome::Policy(likely(engine, &position, pen)));
    };
    Ok(Prepared::light(work))
}

fn likely(engine: &Engine, position: &Position, pen: Pen) -> Likely {
    if let Some(over) = over(position) {
        return Likely { over: Some(over), ..Likely::default() };
    }
    let found = engine.move_chances(position);
    let source = if found.is_by_policy { ScoreSource::Policy } else { ScoreSource::Tables };
    let rounded = |&MoveChance { at, chance }: &MoveChance| LikelyMove {
        play: pen.point(at),
        chance: (chance * 1e5).round() / 1e5,
    };
    Likely { moves: found.moves.iter().map(rounded).collect(), source: Some(source), over: None }
}
