//! Why another move was better, and why the opponent's answer is good: in words, from the board and
//! the solver.

use super::assess::Assessor;
use super::model::{Reasons, ReviewedMove};
use crate::explain::{self, Facts};
use tengen_engine::board::Position;
use tengen_engine::threats::ForcedWin;
use tengen_engine::types::Coord;

/// The reasons for the judgment of a move; `position` is the one after it.
pub(super) fn of(
    reviewed: &ReviewedMove,
    earlier: &Position,
    position: &Position,
    assessor: &Assessor,
) -> Reasons {
    let size = position.size();
    let better = reviewed.best.first().and_then(|&best| {
        let mut facts = Facts::seen(earlier, best);
        if reviewed.win.is_none() && reviewed.allowed.is_some() {
            facts.stops_win = stopped_win(earlier, best, assessor);
        }
        explain::reasons(&facts, size)
    });
    let played = reviewed.played.map(|played| Facts::seen(earlier, played));
    let foul = played.filter(|played| played.forbidden.is_some());
    let worse = match (&foul, reviewed.reply.first()) {
        (Some(foul), _) => explain::reasons(foul, size),
        (None, Some(&reply)) => explain::reasons(&Facts::seen(position, reply), size),
        (None, None) => None,
    };
    Reasons { better, worse }
}

/// The opponent's forced win that a move stops: proved before the move, proved absent after it.
fn stopped_win(position: &Position, play: Coord, assessor: &Assessor) -> Option<ForcedWin> {
    let mut after = position.clone();
    after.play(play).ok()?;
    let mut passed = position.clone();
    passed.set_to_move(!position.to_move());
    let win = assessor.forced_win(&passed)?;
    assessor.excludes_win(&after).then_some(win)
}
