//! `policy`.

use super::prepared::{Prepared, over, read_line};
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
    let (line, pen) = read_line(&request.position, request.points, defaults)?;
    let (over, position) = (over(&line.end()), line.position);
    if !position.size().is_fast() {
        return Err(Refusal::bad("position", position.size().too_large()));
    }
    let options = defaults.engine(1, defaults.level, pool);
    let work = move |engine: &mut Engine, reporter: Reporter| {
        engine.set_options(options);
        reporter.done(Outcome::Policy(match over {
            None => likely(engine, &position, pen),
            over => Likely { over, ..Likely::default() },
        }));
    };
    Ok(Prepared::light(work))
}

fn likely(engine: &Engine, position: &Position, pen: Pen) -> Likely {
    let found = engine.move_chances(position);
    let source = if found.is_by_policy { ScoreSource::Policy } else { ScoreSource::Tables };
    let rounded = |&MoveChance { at, chance }: &MoveChance| LikelyMove {
        play: pen.point(at),
        chance: (chance * 1e5).round() / 1e5,
    };
    Likely { moves: found.moves.iter().map(rounded).collect(), source: Some(source), over: None }
}
