//! `explain`.

use super::convert::{forbidden, line, proved, threat};
use super::prepared::{Prepared, empty_point, over, read_line};
use super::reporter::Reporter;
use super::search::think;
use crate::api::answer::{Explanation, Line, OpenTwoReport, Other, Outcome};
use crate::api::error::Refusal;
use crate::api::memory::Memory;
use crate::api::point::{Pen, PointForm};
use crate::api::pool::PoolLimits;
use crate::api::request::Explain;
use crate::api::settings::Defaults;
use crate::explain::{Facts, MoveQuestion, MoveReasons, RatedLine, WinPath, explain, facts};
use tengen_engine::board::Position;
use tengen_engine::engine::{Engine, Level};
use tengen_engine::rules::legality;
use tengen_engine::search::Limits;
use tengen_engine::threats::Watch;
use tengen_engine::types::Coord;
use tengen_records::book::open_book::BookFile;
use tengen_records::book::reader::Book;

/// Checks the request.
pub(super) fn prepare(
    request: &Explain,
    defaults: &Defaults,
    pool: &PoolLimits,
) -> Result<Prepared, Refusal> {
    let form = PointForm::of(&request.position);
    let form = form.or(request.play.as_ref().map(PointForm::of_point));
    let form = request.points.or(form);
    let (line, pen) = read_line(&request.position, form, defaults)?;
    let (over, position) = (over(&line.end()), line.position);
    let play = request.play.as_ref();
    let play = play.map(|play| empty_point(play, &position, "move")).transpose()?;
    let threads = defaults.threads(request.threads, pool)?;
    let (limits, is_infinite) = defaults.limits(request.limits.as_ref())?;
    let limits = Limits { multi_pv: 2, analysis: true, ..limits };
    let options = defaults.engine(threads, Level::Full, pool);
    let book = defaults.book.clone();
    let work = move |engine: &mut Engine, reporter: Reporter| {
        engine.set_options(options);
        let book = book.as_ref().map(BookFile::book);
        let search = Search { pen, limits: &limits, book };
        let explanation = match over {
            None => answer(engine, &position, play, &search, &reporter),
            over => {
                Explanation { text: "The game is over.".to_owned(), over, ..Explanation::default() }
            }
        };
        reporter.done(Outcome::Explain(Box::new(explanation)));
    };
    Ok(Prepared { threads, is_infinite, memory: Memory::Fresh, work: Box::new(work) })
}

/// How the position is searched and points are written.
struct Search<'a> {
    pen: Pen,
    limits: &'a Limits,
    book: Option<&'a Book>,
}

fn answer(
    engine: &mut Engine,
    position: &Position,
    play: Option<Coord>,
    search: &Search<'_>,
    reporter: &Reporter,
) -> Explanation {
    let Some(question) = question(engine, position, play, search, reporter) else {
        let text = "There is no legal move.".to_owned();
        return Explanation { text, ..Explanation::default() };
    };
    let watch = Watch { stop: reporter.stop().clone(), ..Watch::default() };
    let facts = facts(&question, &watch);
    let text = explain(&facts, position.size());
    Explanation { stopped: reporter.stop().is_set(), ..in_json(&facts, text, search.pen) }
}

/// Searches for the best two moves, and for the move in question if it is not one of them; a move
/// that is not legal is not searched. `None` if there is no move.
fn question<'a>(
    engine: &mut Engine,
    position: &'a Position,
    play: Option<Coord>,
    &Search { pen, limits, book }: &Search<'_>,
    reporter: &Reporter,
) -> Option<MoveQuestion<'a>> {
    if let Some(play) = play.filter(|&play| !legality::is_legal(position, play)) {
        return Some(MoveQuestion::new(position, play, &[], None));
    }
    let (choice, found) = think(engine, position, pen, limits, reporter);
    let play = play.or(choice.moves.first().copied())?;
    let mut question = MoveQuestion::new(position, play, &found, book);
    if question.line.is_none() && !reporter.stop().is_set() {
        let others = legality::legal_moves(position).into_iter();
        let excluded = others.filter(|&coord| coord != play).collect();
        let limits = Limits { excluded, multi_pv: 1, ..limits.clone() };
        let (_, found) = think(engine, position, pen, &limits, reporter);
        question.line = MoveQuestion::new(position, play, &found, None).line;
    }
    Some(question)
}

fn in_json(facts: &Facts, text: String, pen: Pen) -> Explanation {
    let shown = |found: &RatedLine| {
        let is_won = found.score.mate_plies().is_some_and(|plies| plies > 0);
        let line = line(pen, found.score, &found.pv, found.is_book && is_won)?;
        Some(Line { book: found.is_book, ..line })
    };
    let won = |path: &Option<WinPath>| {
        path.as_ref().and_then(|path| path.win.as_ref()).map(|win| proved(pen, win))
    };
    let other = facts.runner_up.as_ref().and_then(|other| {
        let loses_to = other.loses_to.as_ref().map(|win| proved(pen, win));
        Some(Other { line: shown(&other.line)?, loses_to })
    });
    Explanation {
        play: Some(pen.point(facts.play)),
        forbidden: facts.forbidden.as_ref().map(|reason| forbidden(pen, facts.play, reason)),
        five: facts.five.as_deref().map(|five| pen.points(five)),
        makes: facts.makes.as_ref().map(|makes| threat(pen, makes)),
        stops: facts.stops.iter().map(|stopped| threat(pen, stopped)).collect(),
        builds: facts
            .builds
            .iter()
            .map(|two| OpenTwoReport { next: pen.points(&two.next) })
            .collect(),
        stops_early: facts.early.iter().map(|early| threat(pen, early)).collect(),
        leaves: facts.leaves.iter().map(|left| threat(pen, left)).collect(),
        stops_win: won(&facts.stops_win),
        allows: won(&facts.allows),
        proof: won(&facts.proof),
        reasons: MoveReasons::of(facts)
            .map(|reasons| reasons.report(&|coord| pen.point(coord)))
            .unwrap_or_default(),
        line: facts.line.as_ref().and_then(shown),
        runner_up: other,
        text,
        ..Explanation::default()
    }
}
