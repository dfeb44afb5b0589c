//! The review of a game. Every position is solved and searched, and searched again where a move seems
//! to be a mistake; every move is judged by what it lost, and a missed forced win is reported with the
//! line of its proof. Limited by nodes, with one thread, the same game has the same review on every
//! machine.
//!
//! [`review`] makes a [`Review`], a plain value; [`mod@text`], [`mod@json`], [`mod@page`] and
//! [`mod@sgf`] show it, and [`exercises`] asks for what was missed. Prints nothing.

mod assess;
mod cost;
mod curve;
mod error;
mod game;
mod json;
mod known;
mod line_words;
mod lost;
mod model;
mod noted;
mod page;
mod passes;
mod practice;
mod reasons;
mod sgf;
mod text;
mod verdict;

use self::assess::Assessor;
pub use self::cost::{Cost, Effort, ReviewOptions};
pub use self::error::ReviewError;
pub use self::game::ReviewedGame;
pub(crate) use self::json::rounded;
pub use self::json::{MoveJson, ReviewJson, json, model, move_json};
pub use self::known::{KnownSearches, Searched, SearchedError};
pub use self::lost::when_lost;
pub use self::model::{MoveVerdict, Review, ReviewProgress, ReviewedMove};
pub use self::page::page;
use self::passes::Passes;
pub use self::practice::{
    Exercise, ExerciseJudge, NoExercise, Practice, exercises, why_no_exercise,
};
pub use self::sgf::{
    MoveRemark, annotate, better_moves, own_comment, remarks_in, set_own_comment, sgf,
};
pub use self::text::{player, remark, text};
use tengen_engine::board::Position;
use tengen_engine::engine::Engine;
use tengen_engine::search::{Limits, NullListener};
use tengen_engine::types::{BoardSize, Rule};
use tengen_engine::util::stop::StopFlag;

/// Reviews a game with the engine. `progress` is called for each position, for each search and for
/// each judged move. What is `known` is not searched again, and what is found is added to it. Once
/// `stop` is set, returns the moves reviewed so far.
///
/// # Errors
/// If the game cannot be replayed, has no move or moves out of turn, or is on a board over 22×22.
pub fn review(
    game: &ReviewedGame,
    engine: &mut Engine,
    options: &ReviewOptions,
    known: &mut KnownSearches,
    stop: &StopFlag,
    progress: &mut dyn FnMut(ReviewProgress<'_>),
) -> Result<Review, ReviewError> {
    let size = game.line.start.size();
    if !size.is_fast() {
        return Err(ReviewError::Size(size));
    }
    if game.opening >= game.length() {
        return Err(ReviewError::Empty(game.head.game));
    }
    if let Some(number) = game.out_of_turn() {
        return Err(ReviewError::Turn(number));
    }
    let assessor = Assessor::new(engine, known, options, stop.clone());
    let passes = Passes::new(game, options, assessor, progress, game.opening);
    let (moves, is_complete) = passes.run(end(game))?;
    Ok(Review { game: game.clone(), moves, is_complete })
}

/// What tells programs apart that search differently: the result of a short search, of the same
/// position whatever is reviewed.
pub fn fingerprint(engine: &mut Engine) -> String {
    const NODES: u64 = 1_000;
    let size = BoardSize::square(15).expect("15 is a side of a board");
    let mut position = Position::new(Rule::Freestyle, size);
    // A first stone makes the search one that is not answered from a table.
    let _ = position.play(size.center());
    engine.forget();
    let limits = Limits { analysis: true, ..Limits::of_nodes(NODES) };
    let choice = engine.think(&position, &limits, &StopFlag::new(), &mut NullListener);
    let text = format!("{} {} {:?}", choice.score.0, choice.nodes, choice.pv);
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

/// The number of moves up to the end on the board, unless that is in the opening. Later ones are not
/// judged: a brain that is not told of the end, or a person, may go on.
fn end(game: &ReviewedGame) -> usize {
    let end = game.line.end().moves;
    if end > game.opening { end } else { game.length() }
}

#[cfg(test)]
mod tests;
