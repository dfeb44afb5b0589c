//! Why another move was better, and how the opponent wins after the move that was played or why the
//! answer to it is good, from the board and the solver.

use super::assess::{Assessor, of_end};
use super::cost::Cost;
use super::model::{Reasons, ReviewedMove, is_loss};
use super::verdict::ReviewedStep;
use crate::explain::{
    Advantages, Facts, MoveReasons, Reason, ShapeKind, ShapeThreat, WinClaim, WinPath,
};
use tengen_engine::board::Position;
use tengen_engine::types::Coord;

/// The reasons for the judgment of a move.
pub(super) fn of(
    reviewed: &ReviewedMove,
    step: &ReviewedStep<'_>,
    cost: Cost,
    assessor: &mut Assessor<'_>,
) -> Reasons {
    let earlier = step.earlier;
    let better = reviewed.best.first().and_then(|&best| {
        // What it leaves is no reason for it.
        let mut facts = Facts { leaves: Vec::new(), ..Facts::seen(earlier, best) };
        if reviewed.win.is_none() && reviewed.allowed.is_some() {
            facts.stops_win = stopped_win(earlier, best, cost, assessor);
        }
        facts.proof = led(reviewed, earlier, &facts);
        facts.advantages = advantages(reviewed, earlier, &facts, cost, assessor);
        MoveReasons::of(&facts)
    });
    Reasons { better, worse: worse(reviewed, step, cost, assessor) }
}

/// Why the move is forbidden, else how the opponent wins after it, else what the answer does.
fn worse(
    reviewed: &ReviewedMove,
    step: &ReviewedStep<'_>,
    cost: Cost,
    assessor: &mut Assessor<'_>,
) -> Option<MoveReasons> {
    let played = reviewed.played.map(|played| Facts::seen(step.earlier, played));
    if let Some(foul) = played.as_ref().filter(|played| played.forbidden.is_some()) {
        return MoveReasons::of(foul);
    }
    if let Some(path) = lost(reviewed, step.position, cost, assessor) {
        return allowed(reviewed, path);
    }
    let &reply = reviewed.reply.first()?;
    if let Some(left) = played.and_then(|played| left(played, reply)) {
        return MoveReasons::of(&left);
    }
    let mut facts = Facts { leaves: Vec::new(), ..Facts::seen(step.position, reply) };
    if facts.makes.is_none() && facts.five.is_none() {
        facts.advantages.threatens = threatened_win(step.position, reply, cost, assessor);
    }
    MoveReasons::of(&facts)
}

/// That the opponent wins: after a move, or after a pass, which has no point, by its answer.
fn allowed(reviewed: &ReviewedMove, path: WinPath) -> Option<MoveReasons> {
    let (play, color, reason) = match reviewed.played {
        Some(play) => (play, reviewed.color, Reason::Allows(path)),
        None => (path.steps.first()?.at, !reviewed.color, Reason::Wins(path)),
    };
    Some(MoveReasons { play, color, reasons: vec![reason] })
}

/// How the opponent wins, if that is certain after the move or nearly so.
fn lost(
    reviewed: &ReviewedMove,
    position: &Position,
    cost: Cost,
    assessor: &mut Assessor<'_>,
) -> Option<WinPath> {
    match &reviewed.allowed {
        Some(win) => WinPath::along(position, &win.line, WinClaim::Proved),
        None if reviewed.is_lost() => WinPath::along(position, &reviewed.reply, WinClaim::Seen),
        None if reviewed.after.win_rate() < AS_GOOD_AS_LOST => {
            later_win(position, &reviewed.reply, cost, assessor)
        }
        None => None,
    }
}

/// A win chance below which the position is as good as lost: the way to the win is looked for.
const AS_GOOD_AS_LOST: f64 = 0.05;

/// The win that the opponent has a few moves along its best line.
fn later_win(
    position: &Position,
    line: &[Coord],
    cost: Cost,
    assessor: &mut Assessor<'_>,
) -> Option<WinPath> {
    /// The most pairs of moves before the win that are tried.
    const PAIRS: usize = 2;
    let mut later = position.clone();
    for pair in line.chunks_exact(2).take(PAIRS) {
        pair.iter().try_for_each(|&play| later.play(play)).ok()?;
        if of_end(&later).is_some() {
            return None;
        }
        if let Some(win) = assessor.forced_win(&later, cost) {
            let before = line.iter().take(later.stones().len() - position.stones().len());
            let whole: Vec<Coord> = before.copied().chain(win.line).collect();
            return WinPath::along(position, &whole, WinClaim::BestLine);
        }
    }
    None
}

/// How the better move wins, where its first threat does not say it. The review reports the whole win.
fn led(reviewed: &ReviewedMove, position: &Position, facts: &Facts) -> Option<WinPath> {
    let is_clear =
        facts.five.is_some() || facts.makes.as_ref().is_some_and(|threat| threat.kind.is_double());
    let win = reviewed.win.as_ref().filter(|_| !is_clear)?;
    WinPath::along(position, &win.line, WinClaim::Proved)
}

/// What the better move does that the move of the game did not.
fn advantages(
    reviewed: &ReviewedMove,
    position: &Position,
    facts: &Facts,
    cost: Cost,
    assessor: &mut Assessor<'_>,
) -> Advantages {
    let kind = facts.makes.as_ref().map(|threat| threat.kind);
    let answer = reviewed.reply.first().copied();
    let seen = Advantages::seen(position, facts.play, reviewed.played, answer);
    if reviewed.win.is_some() {
        // The win is reported with its line; here is what its first move does.
        let double = facts.makes.as_ref().filter(|threat| threat.kind.is_double());
        let unstoppable = double.map(ShapeThreat::count);
        return Advantages { unstoppable, ..Advantages::default() };
    }
    let is_saved = reviewed.is_lost() && !is_loss(reviewed.before, None);
    let holds = match facts.stops_win {
        None if is_saved => holds(position, facts.play, cost, assessor),
        _ => None,
    };
    // A four or a three says itself what it threatens.
    let threatens = match kind {
        None => threatened_win(position, facts.play, cost, assessor),
        Some(_) => None,
    };
    let is_forcing = kind.is_some_and(|kind| kind > ShapeKind::OpenThree);
    let prepares = seen.prepares.filter(|_| !is_forcing);
    Advantages { threatens, prepares, holds, ..seen }
}

/// The longest win that is reported as a threat, in plies: nobody sees a longer one.
const LONGEST: usize = 13;

/// The forced win that a move threatens: what its side has if the opponent passes.
fn threatened_win(
    position: &Position,
    play: Coord,
    cost: Cost,
    assessor: &mut Assessor<'_>,
) -> Option<WinPath> {
    let mut after = position.clone();
    after.play(play).ok()?;
    after.set_to_move(position.to_move());
    let win = assessor.forced_win(&after, cost).filter(|win| win.plies <= LONGEST)?;
    WinPath::of(&after, win)
}

/// The opponent's forced win that a move stops: proved before the move, proved absent after it.
fn stopped_win(
    position: &Position,
    play: Coord,
    cost: Cost,
    assessor: &mut Assessor<'_>,
) -> Option<WinPath> {
    let mut after = position.clone();
    after.play(play).ok()?;
    let mut passed = position.clone();
    passed.set_to_move(!position.to_move());
    let win = assessor.forced_win(&passed, cost)?;
    let is_stopped = assessor.excludes_win(&after, cost);
    is_stopped.then(|| WinPath::of(&passed, win)).flatten()
}

/// That no win of the opponent by threats is found after a move, and whether it is proved that there is
/// none; `None` if there is one.
fn holds(
    position: &Position,
    play: Coord,
    cost: Cost,
    assessor: &mut Assessor<'_>,
) -> Option<bool> {
    let mut after = position.clone();
    after.play(play).ok()?;
    let is_open = of_end(&after).is_none() && assessor.forced_win(&after, cost).is_none();
    is_open.then(|| assessor.excludes_win(&after, cost))
}

/// That the move leaves the point of the reply, if the reply makes a four-three or the like there.
fn left(mut played: Facts, reply: Coord) -> Option<Facts> {
    played.leaves.retain(|threat| threat.at == reply);
    let is_left = !played.leaves.is_empty();
    let (makes, stops) = (None, Vec::new());
    let (builds, early) = (Vec::new(), Vec::new());
    is_left.then_some(Facts { makes, stops, builds, early, ..played })
}

#[cfg(test)]
mod tests;
