//! Plays a game of a journal again and judges it: its moves must be legal, end the game where they
//! end, and say who won and why. A fault of a player must be one that it can have made there.

use crate::config::Identity;
use crate::game::ending::ending;
use crate::game::referee::{OpeningStoneError, RefereeEnd};
use crate::game::{Adjudication, GameRules, Referee};
use tengen_brain::wire::NumberPair;
use tengen_engine::rules::legality::{IllegalMove, check};
use tengen_engine::types::{Color, Coord};
use tengen_records::{GameOutcome, GameRecord, Verdict};

/// How the games of a match are judged.
pub(super) struct JudgingTerms {
    rules: GameRules,
    adjudication: Adjudication,
    swap2: bool,
}

impl JudgingTerms {
    pub(super) fn of(identity: &Identity) -> Self {
        let (rules, adjudication) = (identity.rules(), identity.adjudication());
        Self { rules, adjudication, swap2: identity.swap2() }
    }

    /// Judges a game again.
    pub(super) fn check(&self, game: &GameRecord) -> Result<(), String> {
        let (rule, size) = (self.rules.rule, self.rules.size);
        if game.rule != rule {
            return Err(format!("rule {}, expected {rule}", game.rule));
        }
        if game.size != size {
            return Err(format!("board {}, expected {size}", game.size));
        }
        let GameOutcome::Ended { winner, verdict } = game.outcome else {
            return Err("unfinished, expected the end of the game".to_owned());
        };
        let Some(mut referee) = self.opening(game)? else { return Ok(()) };
        match self.play(&mut referee, game)? {
            Some(end) => {
                same_end(game, (end.verdict, end.winner))?;
                match game.attempt {
                    Some(attempt) => Err(format!("attempt {attempt}, expected none after the end")),
                    None => Ok(()),
                }
            }
            None => check_fault(&referee, game, verdict, winner),
        }
    }

    /// The board after the opening; `None` if the players made it and it ended their game.
    fn opening(&self, game: &GameRecord) -> Result<Option<Referee>, String> {
        let stones = &game.opening.moves;
        let is_made = game.swap2.is_some() && game.moves.is_empty();
        match Referee::new(&self.rules, stones) {
            Ok(referee) => {
                self.check_swap2(game)?;
                Ok(Some(referee))
            }
            Err(OpeningStoneError::Over { number }) if is_made && number == stones.len() => {
                let is_blamed = game.winner().is_some() && game.attempt.is_none();
                match game.outcome.verdict() {
                    Some(Verdict::Illegal) if is_blamed => Ok(None),
                    _ => Err(format!(
                        "{}, expected illegal, as the opening ends the game",
                        game.outcome
                    )),
                }
            }
            Err(error) => Err(format!("opening: {error}")),
        }
    }

    /// Plays the moves; how the last of them ended the game, if it did.
    fn play(&self, referee: &mut Referee, game: &GameRecord) -> Result<Option<RefereeEnd>, String> {
        for (index, played) in game.moves.iter().enumerate() {
            let (number, mover) = (index + 1, referee.to_move());
            let passed = || format!("move {number}: a pass, expected a stone");
            let at = played.point.ok_or_else(passed)?;
            let point = NumberPair { first: at.x.into(), second: at.y.into() };
            let coord = referee.play(point).map_err(|end| {
                let note = end.note.unwrap_or_else(|| end.verdict.to_string());
                format!("move {number}: {note}, expected a legal move")
            })?;
            let moves = game.moves.get(..number).unwrap_or_default();
            let Some(end) = ending(referee, &self.adjudication, moves, (mover, coord)) else {
                continue;
            };
            if number == game.moves.len() {
                return Ok(Some(end));
            }
            let (outcome, all) = (outcome(end.verdict, end.winner), game.moves.len());
            return Err(format!("{all} moves, expected {number}, after which {outcome}"));
        }
        Ok(None)
    }

    /// The number of stones in an opening that the players make.
    fn check_swap2(&self, game: &GameRecord) -> Result<(), String> {
        let (stones, moves) = (game.opening.moves.len(), game.moves.len());
        let (is_good, expected) = match &game.swap2 {
            // A player failed before it.
            None => (!self.swap2 || stones + moves == 0, 0),
            Some(_) if moves == 0 => (stones <= 5, 5),
            Some(swap2) if swap2.put_two => (stones == 5, 5),
            Some(_) => (stones == 3, 3),
        };
        if is_good {
            return Ok(());
        }
        Err(format!(
            "{stones} stones in the swap2 opening before {moves} moves, expected {expected}"
        ))
    }
}

/// A game that the board leaves open ended by a fault of a player's program, or by a point that it
/// must not play.
fn check_fault(
    referee: &Referee,
    game: &GameRecord,
    verdict: Verdict,
    winner: Option<Color>,
) -> Result<(), String> {
    let mover = referee.to_move();
    let by_point = game.attempt.map(|attempt| refused(referee, attempt));
    let is_possible = match (verdict, &by_point) {
        (Verdict::Forbidden(kind), Some(Some(IllegalMove::Forbidden { kind: seen, .. }))) => {
            kind == *seen
        }
        (Verdict::Illegal, Some(Some(IllegalMove::Occupied { .. }))) => true,
        (Verdict::Forbidden(_), _) => false,
        (verdict, None) => verdict.is_fault(),
        (_, Some(_)) => false,
    };
    if !is_possible {
        let attempt = game.attempt.map(|attempt| format!(" with the attempt {attempt}"));
        let (outcome, attempt) = (game.outcome, attempt.unwrap_or_default());
        return Err(format!(
            "{outcome}{attempt}, expected another end: after the last move the game is open"
        ));
    }
    // Both players start at the same time, and either of them can fail before the first move.
    let is_start = verdict == Verdict::Refused || game.swap2.is_some();
    match winner {
        Some(_) if is_start && game.moves.is_empty() => Ok(()),
        Some(winner) if winner != mover => Ok(()),
        _ => same_end(game, (verdict, Some(!mover))),
    }
}

/// Why a point cannot be played.
fn refused(referee: &Referee, point: Coord) -> Option<IllegalMove> {
    check(referee.position(), point).err()
}

fn same_end(game: &GameRecord, expected: (Verdict, Option<Color>)) -> Result<(), String> {
    let expected = outcome(expected.0, expected.1);
    if game.outcome == expected {
        return Ok(());
    }
    Err(format!("{}, expected {expected}", game.outcome))
}

fn outcome(verdict: Verdict, winner: Option<Color>) -> GameOutcome {
    GameOutcome::Ended { winner, verdict }
}
