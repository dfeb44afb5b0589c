//! The chance with which a deeper search chooses each move.
//!
//! The scores that order the moves are log-odds in units of [`MOVE_SCALE`], learned from the
//! choices of searches in positions where counting threats proves nothing. Where it proves a win, a
//! search chooses a winning move and ignores the scores.

use super::root::scored_moves;
use crate::board::{Board, Position};
use crate::eval::{Evaluations, Evaluator, MOVE_SCALE};
use crate::threats::statics::{Static, look, winning_cells};
use crate::types::{Coord, Point, RuleSet, with_rule};

/// A move and how likely a deeper search is to choose it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveChance {
    /// The move.
    pub at: Coord,
    /// The chance, 0 to 1.
    pub chance: f64,
}

/// The chances of the moves of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChances {
    /// The legal moves that a search considers, the likeliest first. Their chances sum to 1. Empty
    /// if there is no legal move.
    pub moves: Vec<MoveChance>,
    /// Whether the policy of the rule scored them; else the tables alone.
    pub is_by_policy: bool,
}

/// The chances of the moves of a position of at most 22×22 that is not over.
///
/// # Panics
/// If the board is over 22×22.
pub fn move_chances(position: &Position, evals: &Evaluations) -> MoveChances {
    with_rule!(position.rule(), R => chances::<R>(position, evals))
}

fn chances<R: RuleSet>(position: &Position, evals: &Evaluations) -> MoveChances {
    let mut eval = evals.of(R::RULE);
    let board = Board::<R, _>::of_position(position, Evaluator::<R>::values(&eval));
    let mut scored = scored_moves(&board, &mut eval, &[]);
    if let Static::Win { by, .. } = look(&board) {
        let wins = winning_cells(&board, by);
        if scored.iter().any(|&(point, _)| wins.contains(point)) {
            scored.retain(|&(point, _)| wins.contains(point));
        }
    }
    MoveChances { moves: softmax(&scored), is_by_policy: eval.has_policy() }
}

/// The chances of moves by their scores, which are sorted.
fn softmax(scored: &[(Point, i32)]) -> Vec<MoveChance> {
    let best = scored.first().map_or(0, |&(_, score)| score);
    let odds = |score: i32| (f64::from(score - best) / f64::from(MOVE_SCALE)).exp();
    let sum: f64 = scored.iter().map(|&(_, score)| odds(score)).sum();
    let chance = |&(point, score): &(Point, i32)| MoveChance {
        at: point.coord(),
        chance: odds(score) / sum,
    };
    scored.iter().map(chance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetry;
    use crate::board::notation::{name, parse_moves, parse_picture};
    use crate::eval::policy::CellScores;
    use crate::eval::{Classical, EvaluationKind, Policy};
    use crate::rules::legality::legal_moves;
    use crate::threats::Danger;
    use crate::threats::danger::replies;
    use crate::types::{BoardSize, Rule};
    use crate::util::rng::Rng;

    fn of(position: &Position) -> MoveChances {
        move_chances(position, &Evaluations::default())
    }

    /// Positions of a random game near the center, while nobody has a five.
    fn game(rule: Rule, size: BoardSize, seed: u64) -> Vec<Position> {
        let mut rng = Rng::new(seed);
        let center = size.center();
        let near = |coord: &Coord| coord.x.abs_diff(center.x).max(coord.y.abs_diff(center.y)) < 4;
        let mut position = Position::new(rule, size);
        let mut positions = vec![position.clone()];
        while positions.len() < 16 {
            let legal: Vec<Coord> = legal_moves(&position).into_iter().filter(near).collect();
            let Some(&coord) = rng.choose(&legal) else { break };
            position.play(coord).unwrap();
            if crate::rules::reference::winner(&position).is_some() {
                break;
            }
            positions.push(position.clone());
        }
        positions
    }

    #[test]
    fn the_chances_of_legal_moves_sum_to_one_and_are_sorted() {
        for (number, rule) in Rule::ALL.into_iter().enumerate() {
            for (width, height) in [(5, 5), (15, 15), (22, 22), (9, 13)] {
                let size = BoardSize::new(width, height).unwrap();
                for position in game(rule, size, number as u64) {
                    let MoveChances { moves, is_by_policy } = of(&position);
                    assert!(is_by_policy);
                    let sum: f64 = moves.iter().map(|found| found.chance).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{sum} under {rule}");
                    assert!(moves.is_sorted_by(|one, other| one.chance >= other.chance));
                    let legal = legal_moves(&position);
                    assert!(moves.iter().all(|found| legal.contains(&found.at)));
                }
            }
        }
    }

    #[test]
    fn a_forbidden_point_has_no_chance() {
        let picture = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . X . . . .
            . . . . X . . . .
            . . X X . . . . .
            . . . . . . . . .
            . . . . . . . . .
            O . O . . . O . O
            . . . . . . . . .
            ";
        let cross = Coord::new(4, 4);
        let chance_of_cross = |rule| {
            let position = parse_picture(rule, picture).unwrap();
            let found = of(&position).moves.into_iter().find(|found| found.at == cross);
            found.map(|found| found.chance)
        };
        assert_eq!(chance_of_cross(Rule::Renju), None);
        assert!(chance_of_cross(Rule::Freestyle).unwrap() > 0.1);
    }

    #[test]
    fn symmetric_positions_have_the_same_chances() {
        for rule in Rule::ALL {
            let size = BoardSize::square(15).unwrap();
            for position in game(rule, size, 7) {
                let expected = of(&position);
                for symmetry in Symmetry::all(size) {
                    let image = |coord: Coord| symmetry.apply(coord, size);
                    let mut turned = Position::new(rule, size);
                    for &(coord, _) in position.stones() {
                        turned.play(image(coord)).unwrap();
                    }
                    let turned = of(&turned);
                    assert_eq!(turned.moves.len(), expected.moves.len());
                    for found in &expected.moves {
                        let twin = turned.moves.iter().find(|twin| twin.at == image(found.at));
                        let twin = twin.unwrap().chance;
                        assert!((twin - found.chance).abs() < 1e-9, "{symmetry:?}");
                    }
                }
            }
        }
    }

    /// The search tries only one of several symmetric moves, but all of them get a chance.
    #[test]
    fn equal_moves_of_a_position_have_the_same_chance() {
        let size = BoardSize::square(15).unwrap();
        let mut position = Position::new(Rule::Freestyle, size);
        position.play(size.center()).unwrap();
        let moves = of(&position).moves;
        let chance = |coord| moves.iter().find(|found| found.at == coord).unwrap().chance;
        let center = size.center();
        for (x, y) in [(1, 0), (1, 1), (2, 1)] {
            let first = chance(Coord::new(center.x + x, center.y + y));
            for symmetry in Symmetry::all(size) {
                let twin = symmetry.apply(Coord::new(center.x + x, center.y + y), size);
                assert!((chance(twin) - first).abs() < 1e-12);
            }
        }
    }

    fn agrees<R: RuleSet>(position: &Position, policy: Option<&Policy>) {
        let mut tables = Classical::of(R::RULE);
        let values = Evaluator::<R>::values(&tables);
        let board = Board::<R, _>::of_position(position, values);
        let mut scores = CellScores::new();
        let moves = replies(&board, Danger::of(&board));
        tables.score_moves(&board, &moves, |point, score| scores.push((point, score)));
        if let Some(policy) = policy {
            policy.correct(&board, &mut scores);
        }
        let kind =
            if policy.is_some() { EvaluationKind::Network } else { EvaluationKind::Classical };
        let found = move_chances(position, &Evaluations::default().with_kind(kind));
        assert_eq!(found.is_by_policy, policy.is_some());
        assert_eq!(found.moves.len(), scores.len());
        let odds = |&(_, score): &(Point, i32)| (f64::from(score) / f64::from(MOVE_SCALE)).exp();
        let sum: f64 = scores.iter().map(odds).sum();
        for scored in &scores {
            let at = scored.0.coord();
            let chance = found.moves.iter().find(|found| found.at == at).unwrap().chance;
            assert!((chance - odds(scored) / sum).abs() < 1e-9, "{at}");
        }
    }

    #[test]
    fn the_chances_are_those_of_the_corrected_scores_or_of_the_tables() {
        let size = BoardSize::square(15).unwrap();
        for rule in Rule::ALL {
            let mut position = Position::new(rule, size);
            for coord in parse_moves("h8i9g9i7i8g8j10h6", size).unwrap() {
                position.play(coord).unwrap();
                with_rule!(rule, R => agrees::<R>(&position, Some(Policy::of(rule))));
                with_rule!(rule, R => agrees::<R>(&position, None));
            }
        }
    }

    /// The moves of a position, sorted by name; none has a low chance.
    fn moves_after(moves: &str) -> Vec<String> {
        let size = BoardSize::square(15).unwrap();
        let mut position = Position::new(Rule::Freestyle, size);
        for coord in parse_moves(moves, size).unwrap() {
            position.play(coord).unwrap();
        }
        let found = of(&position).moves;
        assert!(found.iter().all(|found| found.chance > 0.1), "{found:?}");
        let mut names: Vec<_> = found.iter().map(|f| name(f.at, size)).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn where_counting_proves_a_win_only_winning_moves_have_a_chance() {
        // A five, an open four beside the opponent's open three, a four-three.
        assert_eq!(moves_after("h8a1i8a3j8a5k8a7"), ["g8", "l8"]);
        assert_eq!(moves_after("h8h9i8i9g8g9"), ["f8", "j8"]);
        assert_eq!(moves_after("g8f8h8a1i8a3k10a5k11a7"), ["k8"]);
    }
}
