//! `balance`.

use std::time::Instant;

use super::convert::win_chance;
use super::prepared::{Prepared, over, read_line};
use super::reporter::Reporter;
use super::search::think;
use crate::api::answer::{Balanced, Outcome};
use crate::api::error::Refusal;
use crate::api::memory::Memory;
use crate::api::point::Pen;
use crate::api::pool::PoolLimits;
use crate::api::request::Balance;
use crate::api::settings::Defaults;
use tengen_engine::board::Position;
use tengen_engine::engine::{Engine, Level};
use tengen_engine::search::{Goal, Limits};

/// The largest value that can be asked for, either way.
const MOST_BIAS: i32 = 1000;

/// Checks the request.
pub(super) fn prepare(
    request: &Balance,
    defaults: &Defaults,
    pool: &PoolLimits,
) -> Result<Prepared, Refusal> {
    let (line, pen) = read_line(&request.position, request.points, defaults)?;
    let (over, position) = (over(&line.end()), line.position);
    if !position.size().is_fast() {
        return Err(Refusal::bad("position", position.size().too_large()));
    }
    let bias = request.bias;
    if !(-MOST_BIAS..=MOST_BIAS).contains(&bias) {
        let error = format!("seen {bias}, expected -{MOST_BIAS} to {MOST_BIAS}");
        return Err(Refusal::bad("bias", error));
    }
    let threads = defaults.threads(request.threads, pool)?;
    let (limits, is_infinite) = defaults.limits(request.limits.as_ref())?;
    let goal = match request.stones.map(|stones| stones.0) {
        Some(2) => Goal::BalanceTwo { bias },
        _ => Goal::BalanceOne { bias },
    };
    let limits = Limits { goal, analysis: true, ..limits };
    let options = defaults.engine(threads, Level::Full, pool);
    let work = move |engine: &mut Engine, reporter: Reporter| {
        engine.set_options(options);
        let balanced = match over {
            None => balance(engine, &position, pen, &limits, &reporter),
            over => Balanced { over, ..Balanced::default() },
        };
        reporter.done(Outcome::Balance(balanced));
    };
    Ok(Prepared { threads, is_infinite, memory: Memory::Fresh, work: Box::new(work) })
}

fn balance(
    engine: &mut Engine,
    position: &Position,
    pen: Pen,
    limits: &Limits,
    reporter: &Reporter,
) -> Balanced {
    let start = Instant::now();
    let (choice, _) = think(engine, position, pen, limits, reporter);
    Balanced {
        moves: pen.points(&choice.moves),
        value: Some(choice.score.0),
        win_chance: Some(win_chance(choice.score)),
        depth: choice.depth,
        nodes: choice.nodes,
        time_ms: start.elapsed().as_millis() as u64,
        stopped: reporter.stop().is_set(),
        over: None,
    }
}
