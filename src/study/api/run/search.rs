//! `analyze` and `move`.

use std::time::Instant;

use super::convert::{line, win_chance};
use super::prepared::{Prepared, empty_point, over, read_line};
use super::reporter::Reporter;
use crate::api::answer::{DepthReport, Event, Outcome, SearchResult};
use crate::api::error::Refusal;
use crate::api::memory::Memory;
use crate::api::point::{Pen, PointForm};
use crate::api::pool::PoolLimits;
use crate::api::request::Search;
use crate::api::settings::Defaults;
use tengen_engine::board::Position;
use tengen_engine::engine::{Choice, Engine};
use tengen_engine::search::{self, DepthLines, Iteration, Limits, Listener};

/// Checks the request.
pub(super) fn prepare(
    request: &Search,
    plays: bool,
    defaults: &Defaults,
    pool: &PoolLimits,
) -> Result<Prepared, Refusal> {
    let form = request.points.or_else(|| PointForm::of(&request.position));
    let form = form.or_else(|| request.excluded.iter().flatten().next().map(PointForm::of_point));
    let (line, pen) = read_line(&request.position, form, defaults)?;
    let (over, position) = (over(&line.end()), line.position);
    let threads = defaults.threads(request.threads, pool)?;
    let (limits, is_infinite) = defaults.limits(request.limits.as_ref())?;
    let mut excluded = Vec::new();
    for (index, point) in request.excluded.iter().flatten().enumerate() {
        excluded.push(empty_point(point, &position, &format!("excluded[{index}]"))?);
    }
    let multi_pv = request.multipv.map_or(defaults.multipv, |multipv| multipv.0 as usize);
    let limits = Limits { excluded, multi_pv, analysis: !plays, ..limits };
    let level = request.level.map_or(defaults.level, |level| level.0);
    let options = defaults.engine(threads, level, pool);
    let work = move |engine: &mut Engine, reporter: Reporter| {
        engine.set_options(options);
        let result = match over {
            None => search(engine, &position, pen, &limits, &reporter),
            over => SearchResult { over, ..SearchResult::default() },
        };
        reporter.done(if plays { Outcome::Move(result) } else { Outcome::Analyze(result) });
    };
    let memory = if plays { Memory::Game } else { Memory::Fresh };
    Ok(Prepared { threads, is_infinite, memory, work: Box::new(work) })
}

fn search(
    engine: &mut Engine,
    position: &Position,
    pen: Pen,
    limits: &Limits,
    reporter: &Reporter,
) -> SearchResult {
    let start = Instant::now();
    let (mut choice, lines) = think(engine, position, pen, limits, reporter);
    // An iteration cut short by a limit knows little about its best move.
    if let Some(line) = lines.first().filter(|line| line.pv.first() == choice.moves.first()) {
        (choice.score, choice.pv) = (line.score, line.pv.clone());
    }
    SearchResult {
        play: choice.moves.first().map(|&coord| pen.point(coord)),
        value: Some(choice.score.0),
        win_chance: Some(win_chance(choice.score)),
        mate: choice.score.mate_plies(),
        pv: pen.points(&choice.pv),
        depth: choice.depth,
        nodes: choice.nodes,
        time_ms: start.elapsed().as_millis() as u64,
        stopped: reporter.stop().is_set(),
        over: None,
    }
}

/// Searches a position and reports every depth; returns the lines of the last one, too.
pub(super) fn think(
    engine: &mut Engine,
    position: &Position,
    pen: Pen,
    limits: &Limits,
    reporter: &Reporter,
) -> (Choice, Vec<Iteration>) {
    let mut depths = Depths { reporter, pen, lines: DepthLines::default() };
    let choice = engine.think(position, limits, reporter.stop(), &mut depths);
    let mut lines = depths.lines.into_lines();
    // Without a search, the choice is the only line.
    if lines.is_empty() && !choice.pv.is_empty() {
        lines.push(choice.as_line());
        report(&lines, false, pen, reporter);
    }
    (choice, lines)
}

/// Reports the lines of a depth together.
struct Depths<'a> {
    reporter: &'a Reporter,
    pen: Pen,
    lines: DepthLines,
}

impl Listener for Depths<'_> {
    fn hear(&mut self, event: &search::Event) {
        if self.lines.take(event) {
            report(self.lines.lines(), self.lines.is_proved(), self.pen, self.reporter);
        }
    }
}

fn report(lines: &[Iteration], proved: bool, pen: Pen, reporter: &Reporter) {
    let Some(last) = lines.last() else { return };
    let shown = lines.iter().filter_map(|found| line(pen, found.score, &found.pv, proved));
    reporter.send(Event::Depth(DepthReport {
        depth: last.depth,
        selective_depth: last.selective_depth,
        nodes: last.nodes,
        time_ms: last.elapsed.as_millis() as u64,
        lines: shown.collect(),
    }));
}
