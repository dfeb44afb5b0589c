//! `opening`.

use super::prepared::Prepared;
use super::reporter::Reporter;
use crate::api::answer::{NextStep, OpeningState, Outcome, Participants};
use crate::api::error::Refusal;
use crate::api::memory::Memory;
use crate::api::opening_fault::OpeningFault;
use crate::api::point::{Pen, PointForm};
use crate::api::pool::PoolLimits;
use crate::api::request::{ChoiceSpec, PlayOpening, board};
use crate::api::settings::Defaults;
use tengen_engine::engine::{Engine, Level};
use tengen_engine::rules::opening::{
    OpeningArea, OpeningChoice, OpeningError, OpeningPhase, OpeningStep,
};
use tengen_engine::search::Limits;
use tengen_engine::types::{BoardSize, Color, Coord, Rule};
use tengen_records::positions::PointSpec;

/// Checks the request.
pub(super) fn prepare(
    request: &PlayOpening,
    defaults: &Defaults,
    pool: &PoolLimits,
) -> Result<Prepared, Refusal> {
    let (rule, size) = board(request.rule, [request.size, request.width, request.height])?;
    let (phase, form) = replay(request, rule, size)?;
    let pen = Pen { form: request.points.or(form).unwrap_or(defaults.points), size };
    let searches = [
        ("limits", request.limits.is_some()),
        ("threads", request.threads.is_some()),
        ("seed", request.seed.is_some()),
    ];
    if !request.play {
        if let Some((key, _)) = searches.into_iter().find(|&(_, is_given)| is_given) {
            return Err(Refusal::bad(key, "given without `play`, expected both or neither"));
        }
        return Ok(Prepared::light(move |_, reporter: Reporter| {
            reporter.done(Outcome::Opening(state(&phase, &[], pen)));
        }));
    }
    let threads = defaults.threads(request.threads, pool)?;
    let (limits, is_infinite) = defaults.limits(request.limits.as_ref())?;
    let options = defaults.engine(threads, Level::Full, pool);
    let seed = request.seed.map_or_else(rand::random, |seed| seed.0);
    let work = move |engine: &mut Engine, reporter: Reporter| {
        engine.set_options(options);
        let state = play(engine, phase, &limits, seed, pen, &reporter);
        reporter.done(Outcome::Opening(state));
    };
    Ok(Prepared { threads, is_infinite, memory: Memory::Fresh, work: Box::new(work) })
}

/// The opening after the choices of the request, and the form of their points.
fn replay(
    request: &PlayOpening,
    rule: Rule,
    size: BoardSize,
) -> Result<(OpeningPhase, Option<PointForm>), Refusal> {
    let phase = OpeningPhase::new(request.opening, rule, size);
    let mut phase = phase.map_err(|error| refused("opening", &error, error.to_string()))?;
    let mut form = None;
    for (index, spec) in request.choices.iter().enumerate() {
        let field = format!("choices[{index}]");
        let choice = choice(spec, &phase);
        let choice = choice.map_err(|error| refused(&field, &error, error.to_string()))?;
        let text = match spec {
            ChoiceSpec::Point(point) => point.to_string(),
            ChoiceSpec::Word(word) => word.trim().to_owned(),
            ChoiceSpec::Count(_) => choice.text(size),
        };
        let chosen = phase.choose(choice);
        chosen.map_err(|error| refused(&field, &error, error.in_words(&text, size)))?;
        if let (OpeningChoice::Point(_), ChoiceSpec::Point(point)) = (choice, spec) {
            form = form.or(Some(PointForm::of_point(point)));
        }
    }
    Ok((phase, form))
}

/// What a choice means at this step.
fn choice(spec: &ChoiceSpec, phase: &OpeningPhase) -> Result<OpeningChoice, OpeningError> {
    let text = match spec {
        ChoiceSpec::Point(PointSpec::Coord(coord)) => return Ok(OpeningChoice::Point(*coord)),
        ChoiceSpec::Point(PointSpec::Name(text)) | ChoiceSpec::Word(text) => text.clone(),
        ChoiceSpec::Count(count) => count.to_string(),
    };
    phase.parse(&text)
}

/// The refusal of a choice or of the opening, in words and as a code.
fn refused(field: &str, error: &OpeningError, text: String) -> Refusal {
    Refusal { opening: Some(OpeningFault::from(error)), ..Refusal::bad(field, text) }
}

/// Makes the engine's choices.
fn play(
    engine: &mut Engine,
    mut phase: OpeningPhase,
    limits: &Limits,
    seed: u64,
    pen: Pen,
    reporter: &Reporter,
) -> OpeningState {
    let chosen = engine.choose_opening(&phase, limits, reporter.stop(), seed);
    for &choice in &chosen {
        // They are legal in their order.
        let _ = phase.choose(choice);
    }
    OpeningState { stopped: reporter.stop().is_set(), ..state(&phase, &chosen, pen) }
}

fn state(phase: &OpeningPhase, chosen: &[OpeningChoice], pen: Pen) -> OpeningState {
    let colors = phase.colors();
    let stones: Vec<Coord> = phase.position().stones().iter().map(|&(coord, _)| coord).collect();
    OpeningState {
        opening: phase.rule().to_string(),
        choices: written(phase.history(), pen),
        chosen_by: phase.choosers().iter().map(ToString::to_string).collect(),
        chosen: written(chosen, pen),
        over: phase.is_over(),
        chooser: phase.chooser().map(|chooser| chooser.to_string()),
        next: phase.step().zip(phase.step_in_words()).map(|(step, text)| next(step, text)),
        possible: written(&phase.choices(), pen),
        offers: pen.points(phase.offers()),
        count: phase.count(),
        stones: pen.points(&stones),
        to_move: phase.position().to_move().to_string(),
        colors: Participants {
            black: colors[Color::Black].to_string(),
            white: colors[Color::White].to_string(),
        },
        stopped: false,
    }
}

fn written(choices: &[OpeningChoice], pen: Pen) -> Vec<ChoiceSpec> {
    let one = |&choice: &OpeningChoice| match choice {
        OpeningChoice::Point(coord) => ChoiceSpec::Point(pen.point(coord)),
        OpeningChoice::Count(count) => ChoiceSpec::Count(count),
        word @ (OpeningChoice::Color(_) | OpeningChoice::Two | OpeningChoice::Ten) => {
            ChoiceSpec::Word(word.to_string())
        }
    };
    choices.iter().map(one).collect()
}

fn next(step: OpeningStep, text: String) -> NextStep {
    let (word, [inside, outside, left, most]) = match step {
        OpeningStep::Place(OpeningArea::Anywhere) => ("place", [None; 4]),
        OpeningStep::Place(OpeningArea::Inside(side)) => ("place", [Some(side), None, None, None]),
        OpeningStep::Place(OpeningArea::Outside(side)) => ("place", [None, Some(side), None, None]),
        OpeningStep::Color => ("color", [None; 4]),
        OpeningStep::ColorOrTwo => ("color-or-two", [None; 4]),
        OpeningStep::ColorOrTen => ("color-or-ten", [None; 4]),
        OpeningStep::Count(most) => ("count", [None, None, None, Some(most)]),
        OpeningStep::Offer(left) => ("offer", [None, None, Some(left), None]),
        OpeningStep::Pick => ("pick", [None; 4]),
    };
    NextStep { step: word.to_owned(), text, inside, outside, left, most }
}
