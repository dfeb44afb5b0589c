//! Layer 7: the review of a game. Every position is solved and searched; every move is judged by
//! what it lost, and a missed forced win is reported with the line of its proof.
//!
//! [`review`] makes a [`Review`], a plain value; [`mod@text`], [`mod@json`], [`mod@page`] and
//! [`mod@sgf`] show it. Prints nothing.

mod assess;
#[cfg(feature = "tools")]
mod board_picture;
#[cfg(feature = "tools")]
mod curve;
mod json;
mod model;
#[cfg(feature = "tools")]
mod page;
mod reasons;
#[cfg(feature = "tools")]
mod sgf;
#[cfg(feature = "tools")]
mod text;
mod verdict;

use self::assess::{Assessor, Standing};
pub(crate) use self::json::{MoveJson, ReviewJson, json, model, move_json};
pub(crate) use self::model::{Review, ReviewError, ReviewOptions, ReviewProgress};
#[cfg(feature = "tools")]
pub(crate) use self::page::page;
#[cfg(feature = "tools")]
pub(crate) use self::sgf::sgf;
#[cfg(feature = "tools")]
pub(crate) use self::text::text;
use crate::board::Position;
use crate::engine::Engine;
use crate::records::GameRecord;
use crate::util::stop::StopFlag;

/// Reviews a game with the engine. `progress` is called for each position and for each judged move.
/// Once `stop` is set, returns the moves reviewed so far.
///
/// # Errors
/// If the game cannot be replayed, has no move, or is on a board over 22×22.
pub(crate) fn review(
    game: &GameRecord,
    engine: &mut Engine,
    options: &ReviewOptions,
    stop: &StopFlag,
    progress: &mut dyn FnMut(ReviewProgress<'_>),
) -> Result<Review, ReviewError> {
    if !game.size.is_fast() {
        return Err(ReviewError::Size(game.size));
    }
    let (first, last) = (game.opening.moves.len(), game.length());
    if first == last {
        return Err(ReviewError::Empty(game.game));
    }
    let mut assessor = Assessor::new(engine, options, stop.clone());
    let mut moves = Vec::new();
    let mut before: Option<(Position, Standing)> = None;
    for index in first..=last {
        progress(ReviewProgress::Position(index - first, last - first + 1));
        let position = game.position_after(index)?;
        let is_end = index == last;
        let standing = match is_end.then(|| assess::of_result(game, &position)).flatten() {
            Some(known) => known,
            None => assessor.assess(&position),
        };
        if stop.is_set() {
            break;
        }
        if let Some((earlier, earlier_standing)) = &before {
            let reply = game.coords().nth(index);
            let step = verdict::Step { index, earlier, earlier_standing, reply };
            let judged = verdict::judge(&step, &position, &standing, &mut assessor);
            judged.iter().for_each(|judged| progress(ReviewProgress::Move(judged)));
            moves.extend(judged);
        }
        before = Some((position, standing));
    }
    let is_complete = moves.len() == last - first && !stop.is_set();
    Ok(Review { game: game.clone(), moves, is_complete })
}

#[cfg(test)]
mod tests;
