//! The judgment of a move.

use super::assess::{Assessor, Standing};
use super::cost::Cost;
use super::model::{MoveVerdict, Reasons, ReviewedMove};
use tengen_engine::board::Position;
use tengen_engine::rules::legality;
use tengen_engine::threats::ForcedWin;
use tengen_engine::types::{Coord, Score};

/// The value of a position for the player who has just moved, one ply earlier.
pub(super) fn before_move(after: Score) -> Score {
    let value = -after.0;
    Score(match after.mate_plies() {
        Some(_) => value - value.signum(),
        None => value,
    })
}

/// A move of the game with the positions before and after it.
pub(super) struct ReviewedStep<'a> {
    /// The number of the move, from 1.
    pub number: usize,
    /// The move; `None` for a pass.
    pub played: Option<Coord>,
    /// The position before.
    pub earlier: &'a Position,
    /// Its assessment.
    pub earlier_standing: &'a Standing,
    /// The position after.
    pub position: &'a Position,
    /// Its assessment.
    pub standing: &'a Standing,
    /// The opponent's answer in the game.
    pub reply: Option<Coord>,
}

impl ReviewedStep<'_> {
    /// Whether it was the move of the best line.
    pub(super) fn is_best(&self) -> bool {
        self.played.is_some() && self.earlier_standing.line.first() == self.played.as_ref()
    }

    /// The value of the best move, for the player who moved: what was played is one of the moves.
    pub(super) fn before(&self) -> Score {
        self.earlier_standing.score.max(self.after())
    }

    /// The value of the move that was played.
    pub(super) fn after(&self) -> Score {
        before_move(self.standing.score)
    }

    /// The win chance that the move lost.
    pub(super) fn loss(&self) -> f64 {
        self.before().win_rate() - self.after().win_rate()
    }

    /// Whether it gave up a proved win, as far as is known.
    pub(super) fn misses_win(&self, cost: Cost, assessor: &mut Assessor<'_>) -> bool {
        let may_miss = !self.is_best() && self.earlier_standing.win.is_some();
        may_miss && !self.keeps_the_win(cost, assessor)
    }

    /// Whether the player who moved still wins by force: the position is lost for the opponent, or
    /// a forced win is proved after the best answer and after the answer in the game.
    fn keeps_the_win(&self, cost: Cost, assessor: &mut Assessor<'_>) -> bool {
        let standing = self.standing;
        if standing.score.mate_plies().is_some() {
            return standing.score.0 < 0;
        }
        let best = standing.line.first().copied();
        let replies: Vec<Coord> = best.into_iter().chain(self.reply).collect();
        !replies.is_empty()
            && replies
                .into_iter()
                .all(|reply| wins_after(self.position, reply, cost, assessor).is_some())
    }

    /// Judges the move, without reasons.
    pub(super) fn judge(&self, cost: Cost, assessor: &mut Assessor<'_>) -> ReviewedMove {
        let is_missed = self.misses_win(cost, assessor);
        let mut reviewed = ReviewedMove {
            number: self.number,
            color: self.earlier.to_move(),
            played: self.played,
            before: self.before(),
            after: self.after(),
            best: self.earlier_standing.line.clone(),
            reply: self.standing.line.clone(),
            win: self.earlier_standing.win.clone(),
            allowed: self.standing.win.clone(),
            verdict: MoveVerdict::Good,
            reasons: Reasons::default(),
        };
        reviewed.verdict = match MoveVerdict::of_loss(reviewed.loss(), reviewed.is_surely_lost()) {
            // The game is as good as won still.
            MoveVerdict::Good | MoveVerdict::Inaccuracy if is_missed => MoveVerdict::Detour,
            _ if is_missed => MoveVerdict::MissedWin,
            // It still wins, whatever the limited search after it saw.
            _ if reviewed.win.is_some() => MoveVerdict::Good,
            by_loss => by_loss,
        };
        if reviewed.verdict == MoveVerdict::Good && reviewed.win.is_some() {
            reviewed.after = reviewed.before;
        }
        reviewed
    }
}

fn wins_after(
    position: &Position,
    reply: Coord,
    cost: Cost,
    assessor: &mut Assessor<'_>,
) -> Option<ForcedWin> {
    let mut after = position.clone();
    after.play(reply).ok()?;
    match legality::ending_after(&after, reply) {
        Some(_) => None,
        None => assessor.forced_win(&after, cost),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_one_ply_of_a_win() {
        assert_eq!(before_move(Score(Score::loss_in(4))), Score(Score::win_in(5)));
        assert_eq!(before_move(Score(Score::win_in(3))), Score(Score::loss_in(4)));
        assert_eq!(before_move(Score(-31)), Score(31));
    }
}
