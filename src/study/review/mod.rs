//! The review of a game. Every position is solved and searched; every move is judged by
//! what it lost, and a missed forced win is reported with the line of its proof.
//!
//! [`review`] makes a [`Review`], a plain value; [`mod@text`], [`mod@json`], [`mod@page`] and
//! [`mod@sgf`] show it. Prints nothing.

mod assess;
mod curve;
mod json;
mod model;
mod page;
mod reasons;
mod sgf;
mod text;
mod verdict;

use self::assess::{Assessor, Standing};
pub use self::json::{MoveJson, ReviewJson, json, model, move_json};
pub use self::model::{Review, ReviewError, ReviewOptions, ReviewProgress};
pub use self::page::page;
pub use self::sgf::sgf;
pub use self::text::text;
use tengen_engine::board::Position;
use tengen_engine::engine::Engine;
use tengen_engine::util::stop::StopFlag;
use tengen_records::GameRecord;

/// Reviews a game with the engine. `progress` is called for each position and for each judged move.
/// Once `stop` is set, returns the moves reviewed so far.
///
/// # Errors
/// If the game cannot be replayed, has no move, or is on a board over 22×22.
pub fn review(
    game: &GameRecord,
    engine: &mut Engine,
    options: &ReviewOptions,
    stop: &StopFlag,
    progress: &mut dyn FnMut(ReviewProgress<'_>),
) -> Result<Review, ReviewError> {
    if !game.size.is_fast() {
        return Err(ReviewError::Size(game.size));
    }
    let first = game.opening.moves.len();
    if first == game.length() {
        return Err(ReviewError::Empty(game.game));
    }
    let last = end(game, first);
    let mut assessor = Assessor::new(engine, options, stop.clone());
    let mut moves = Vec::new();
    let mut before: Option<(Position, Standing)> = None;
    for index in first..=last {
        progress(ReviewProgress::Position(index - first, last - first + 1));
        let position = game.position_after(index)?;
        let is_end = index == last;
        let known = is_end.then(|| assess::of_result(game, &position)).flatten();
        let standing = known.unwrap_or_else(|| assessor.assess(&position));
        if stop.is_set() {
            break;
        }
        if let Some((earlier, earlier_standing)) = &before {
            let played = game.points().nth(index - 1).flatten();
            let reply = game.points().nth(index).flatten();
            let step = verdict::Step { index, played, earlier, earlier_standing, reply };
            let judged = verdict::judge(&step, &position, &standing, &mut assessor);
            progress(ReviewProgress::Move(&judged));
            moves.push(judged);
        }
        before = Some((position, standing));
    }
    let is_complete = moves.len() == last - first && !stop.is_set();
    Ok(Review { game: game.clone(), moves, is_complete })
}

/// The number of moves up to the end on the board, unless that is in the opening. Later ones are not
/// judged: a brain that is not told of the end, or a person, may go on.
fn end(game: &GameRecord, first: usize) -> usize {
    let end = game.end_on_board().moves;
    if end > first { end } else { game.length() }
}

#[cfg(test)]
mod tests;
