//! Why another move was better, and why the opponent's answer is good, from the board and the
//! solver.

use super::assess::Assessor;
use super::cost::Cost;
use super::model::{Reasons, ReviewedMove};
use super::verdict::ReviewedStep;
use crate::explain::{Advantages, Facts, MoveReasons, ShapeKind};
use tengen_engine::board::Position;
use tengen_engine::threats::ForcedWin;
use tengen_engine::types::Coord;

/// The reasons for the judgment of a move.
pub(super) fn of(
    reviewed: &ReviewedMove,
    step: &ReviewedStep<'_>,
    cost: Cost,
    assessor: &mut Assessor<'_>,
) -> Reasons {
    let ReviewedStep { earlier, position, .. } = *step;
    let better = reviewed.best.first().and_then(|&best| {
        // What it leaves is no reason for it.
        let mut facts = Facts { leaves: Vec::new(), ..Facts::seen(earlier, best) };
        if reviewed.win.is_none() && reviewed.allowed.is_some() {
            facts.stops_win = stopped_win(earlier, best, cost, assessor);
        }
        facts.advantages = advantages(reviewed, earlier, &facts, cost, assessor);
        MoveReasons::of(&facts)
    });
    let played = reviewed.played.map(|played| Facts::seen(earlier, played));
    let foul = played.as_ref().filter(|played| played.forbidden.is_some());
    let worse = match (foul, reviewed.reply.first()) {
        (Some(foul), _) => MoveReasons::of(foul),
        (None, Some(&reply)) => {
            let left = played.and_then(|played| left(played, reply));
            let seen = || Facts { leaves: Vec::new(), ..Facts::seen(position, reply) };
            MoveReasons::of(&left.unwrap_or_else(seen))
        }
        (None, None) => None,
    };
    Reasons { better, worse }
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
        let is_unstoppable = kind.is_some_and(ShapeKind::is_double);
        return Advantages { is_unstoppable, ..Advantages::default() };
    }
    // A four or a three says itself what it threatens.
    let threatens = match kind {
        None => threatened_win(position, facts.play, cost, assessor),
        Some(_) => None,
    };
    let is_forcing = kind.is_some_and(|kind| kind > ShapeKind::OpenThree);
    let prepares = seen.prepares.filter(|_| !is_forcing);
    Advantages { threatens, prepares, ..seen }
}

/// The longest win that is reported as a threat, in plies: nobody sees a longer one.
const LONGEST: usize = 13;

/// The forced win that a move threatens: what its side has if the opponent passes.
fn threatened_win(
    position: &Position,
    play: Coord,
    cost: Cost,
    assessor: &mut Assessor<'_>,
) -> Option<ForcedWin> {
    let mut after = position.clone();
    after.play(play).ok()?;
    after.set_to_move(position.to_move());
    assessor.forced_win(&after, cost).filter(|win| win.plies <= LONGEST)
}

/// The opponent's forced win that a move stops: proved before the move, proved absent after it.
fn stopped_win(
    position: &Position,
    play: Coord,
    cost: Cost,
    assessor: &mut Assessor<'_>,
) -> Option<ForcedWin> {
    let mut after = position.clone();
    after.play(play).ok()?;
    let mut passed = position.clone();
    passed.set_to_move(!position.to_move());
    let win = assessor.forced_win(&passed, cost)?;
    assessor.excludes_win(&after, cost).then_some(win)
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
mod tests {
    use super::*;
    use crate::review::{KnownSearches, ReviewOptions};
    use tengen_engine::board::notation::{parse, parse_picture};
    use tengen_engine::engine::{Engine, Trained};
    use tengen_engine::types::{Color, Rule};
    use tengen_engine::util::stop::StopFlag;

    /// With g5 black threatens two open threes at once, by g4.
    const BOARD: &str = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . X . . . .
        . . . . . . . . . . .
        . . . X X . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        O . O . . . . . . . O";

    #[test]
    fn a_quiet_move_threatens_the_win_that_its_side_has_after_a_pass() {
        let mut position = parse_picture(Rule::Freestyle, BOARD).unwrap();
        position.set_to_move(Color::Black);
        let cost = Cost::of_nodes(20_000);
        let (options, mut known) = (ReviewOptions::of_cost(cost), KnownSearches::default());
        let mut engine = Engine::with_hash(Trained::default(), 1 << 10);
        let mut assessor = Assessor::new(&mut engine, &mut known, &options, StopFlag::new());
        let mut threatened = |position: &Position, play| {
            let play = parse(play, position.size()).unwrap();
            threatened_win(position, play, cost, &mut assessor)
        };
        let win = threatened(&position, "g5").expect("two open threes");
        assert!(win.plies <= LONGEST && win.line.len() == win.plies, "{win:?}");
        let mut after = position.clone();
        after.play(parse("g5", position.size()).unwrap()).unwrap();
        after.set_to_move(Color::Black);
        win.line.iter().for_each(|&play| after.play(play).unwrap());
        assert_eq!(crate::review::assess::of_end(&after).map(|end| end.score.0 < 0), Some(true));
        // A single stone threatens nothing.
        let empty = Position::new(Rule::Freestyle, position.size());
        assert_eq!(threatened(&empty, "f5"), None);
    }
}
