//! The classic player: plays on boards over 22×22, which the strong search does not support, and at
//! lower levels on every board.

use std::time::Duration;

use super::choice::Choice;
use crate::board::Position;
use crate::classic::{ClassicMove, ClassicPlayer, Skill, search};
use crate::search::{Limits, StopFlag};
use crate::types::Score;
use crate::util::clock::Clock;

/// Upper bound of the time per move, regardless of the limits.
const MOST: Duration = Duration::from_millis(900);
/// Share of the remaining game time for one move, as a divisor.
const SHARE: u32 = 20;
/// Values of the player for one of the engine's.
const SCALE: i32 = 20;

/// Chooses a move.
pub(super) fn choose(
    player: &mut ClassicPlayer,
    skill: Skill,
    position: &Position,
    limits: &Limits,
    stop: &StopFlag,
    clock: &dyn Clock,
) -> Choice {
    let cost = limits.reserve + limits.used;
    let turn = limits.turn.unwrap_or(MOST).saturating_sub(cost);
    let left = limits.left.unwrap_or(Duration::MAX).saturating_sub(cost) / SHARE;
    let deadline = clock.now() + MOST.min(turn).min(left);
    let depth = player.reach.depth;
    player.reach.depth = depth.min(limits.depth.unwrap_or(depth));
    let mut is_over = || stop.is_set() || clock.now() >= deadline;
    let decision = player.choose(position, skill, &limits.excluded, &mut is_over);
    player.reach.depth = depth;
    let moves: Vec<_> = decision.best.into_iter().collect();
    let (depth, nodes) = (decision.depth, decision.nodes);
    Choice { pv: moves.clone(), moves, score: score(&decision), depth, nodes }
}

fn score(decision: &ClassicMove) -> Score {
    let value = decision.value;
    let plies = search::WIN - value.abs();
    if plies < 1000 {
        return Score(Score::win_in(plies) * value.signum());
    }
    Score((value / SCALE).clamp(-Score::MAX_EVAL, Score::MAX_EVAL))
}
