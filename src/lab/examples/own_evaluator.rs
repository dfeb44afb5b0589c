//! A match of an evaluator of your own against the built-in one, at equal nodes per move:
//! `cargo run --release -p tengen-lab --example own_evaluator`. Change the evaluator, and see what it
//! is worth.

use std::io::{self, Write};

use tengen_engine::board::{Bare, Board};
use tengen_engine::engine::Trained;
use tengen_engine::eval::Evaluator;
use tengen_engine::search::StopFlag;
use tengen_engine::types::{BoardSize, Point, PointSet, Rule, RuleSet, SizeError};
use tengen_lab::duel::{DuelSetting, OwnEvaluator, Pace, PairResult, series};

/// Counts the empty points where each side threatens something.
#[derive(Clone)]
struct ThreatCount;

impl<R: RuleSet> Evaluator<R> for ThreatCount {
    type Values = Bare;

    fn values(&self) -> Bare {
        Bare::of(R::RULE)
    }

    fn evaluate(&mut self, board: &Board<R>) -> i32 {
        let makes_three = |color, &point: &Point| board.makes_three(color, point);
        let count =
            |color| board.empties().iter().filter(|point| makes_three(color, point)).count() as i32;
        10 * (count(board.to_move()) - count(!board.to_move()))
    }

    fn score_moves(
        &mut self,
        board: &Board<R>,
        moves: &PointSet,
        mut each: impl FnMut(Point, i32),
    ) {
        for point in moves {
            each(point, 100 * i32::from(board.makes_three(board.to_move(), point)));
        }
    }
}

/// Plays `pairs` balanced openings with both colors, `nodes` nodes per move.
fn play(pairs: usize, nodes: u64) -> Result<Vec<PairResult>, SizeError> {
    let size = BoardSize::square(15)?;
    let setting = DuelSetting { rule: Rule::Freestyle, size, paces: [Pace::Nodes(nodes); 2] };
    let (own, built_in) = (OwnEvaluator(ThreatCount), Trained::default());
    Ok(series([&own, &built_in], setting, (pairs, 1), 2, &StopFlag::new(), &|| {}))
}

/// `8 games: 1 won, 0 drawn, 7 lost, score 12.5 %`.
fn score(pairs: &[PairResult]) -> String {
    let games: Vec<i32> = pairs.iter().flat_map(|pair| pair.games).collect();
    let [won, drawn, lost] = [1, 0, -1].map(|of| games.iter().filter(|&&game| game == of).count());
    let all = won + drawn + lost;
    let score = 100.0 * (won as f64 + 0.5 * drawn as f64) / all.max(1) as f64;
    format!("{all} games: {won} won, {drawn} drawn, {lost} lost, score {score:.1} %")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    Ok(writeln!(io::stdout(), "{}", score(&play(20, 2000)?))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluator_of_another_crate_plays_a_match() {
        let pairs = play(1, 100).unwrap();
        assert!(pairs.iter().all(|pair| pair.nodes.iter().all(|&nodes| nodes > 0)), "{pairs:?}");
        assert!(score(&pairs).starts_with("2 games: "), "{}", score(&pairs));
        assert_eq!(play(1, 100).unwrap(), pairs, "a match is the same every time");
    }
}
