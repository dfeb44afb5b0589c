//! The judgment of a move.

use super::assess::{Assessor, Standing};
use super::model::{MoveVerdict, Reasons, ReviewedMove};
use super::reasons;
use tengen_engine::board::Position;
use tengen_engine::rules::legality;
use tengen_engine::threats::ForcedWin;
use tengen_engine::types::{Coord, Score};

/// A move of the game with the position before it.
pub(super) struct Step<'a> {
    /// The number of the move, from 1.
    pub index: usize,
    /// The move; `None` for a pass.
    pub played: Option<Coord>,
    /// The position before.
    pub earlier: &'a Position,
    /// Its assessment.
    pub earlier_standing: &'a Standing,
    /// The opponent's answer in the game.
    pub reply: Option<Coord>,
}

/// Judges the move that led to `position`.
pub(super) fn judge(
    step: &Step<'_>,
    position: &Position,
    standing: &Standing,
    assessor: &mut Assessor<'_>,
) -> ReviewedMove {
    let played = step.played;
    let after = Score(-standing.score.0);
    let before = step.earlier_standing.score.max(after);
    let is_best = played.is_some() && step.earlier_standing.line.first() == played.as_ref();
    let may_miss = !is_best && step.earlier_standing.win.is_some();
    let is_missed = may_miss && !keeps_the_win(position, standing, step.reply, assessor);
    let mut reviewed = ReviewedMove {
        number: step.index,
        color: step.earlier.to_move(),
        played,
        before,
        after,
        best: step.earlier_standing.line.clone(),
        reply: standing.line.clone(),
        win: step.earlier_standing.win.clone(),
        allowed: standing.win.clone(),
        verdict: MoveVerdict::Good,
        reasons: Reasons::default(),
    };
    reviewed.verdict = match MoveVerdict::of_loss(reviewed.loss()) {
        MoveVerdict::Good if is_missed => MoveVerdict::Detour,
        _ if is_missed => MoveVerdict::MissedWin,
        _ if is_best || reviewed.win.is_some() => MoveVerdict::Good,
        by_loss => by_loss,
    };
    if reviewed.verdict == MoveVerdict::Good && reviewed.win.is_some() {
        // It still wins, whatever the limited search after it saw.
        reviewed.after = reviewed.before;
    }
    if reviewed.is_remarkable() {
        reviewed.reasons = reasons::of(&reviewed, step.earlier, position, assessor);
    }
    reviewed
}

/// Whether the player who moved still wins by force: the position is lost for the opponent, or a
/// forced win is proved after the best answer and after the answer in the game.
fn keeps_the_win(
    position: &Position,
    standing: &Standing,
    reply: Option<Coord>,
    assessor: &Assessor<'_>,
) -> bool {
    if standing.score.mate_plies().is_some() {
        return standing.score.0 < 0;
    }
    let replies: Vec<Coord> = standing.line.first().copied().into_iter().chain(reply).collect();
    !replies.is_empty()
        && replies.into_iter().all(|reply| wins_after(position, reply, assessor).is_some())
}

fn wins_after(position: &Position, reply: Coord, assessor: &Assessor<'_>) -> Option<ForcedWin> {
    let mut after = position.clone();
    after.play(reply).ok()?;
    match legality::ending_after(&after, reply) {
        Some(_) => None,
        None => assessor.forced_win(&after),
    }
}
