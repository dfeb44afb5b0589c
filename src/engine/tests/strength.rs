//! The network and the policy play better than the tables alone, at equal nodes.

use tengen_engine::board::Position;
use tengen_engine::engine::{Engine, EvaluationKind, Options, Rng};
use tengen_engine::rules::legality;
use tengen_engine::search::{Limits, NullListener, StopFlag};
use tengen_engine::types::{BoardSize, ByColor, Color, Coord, Rule};

const NODES: u64 = 300;
/// Each is played twice, with colors exchanged.
const OPENINGS: u64 = 8;
/// Half points in a hundred of all that the network must win at least. It wins more; the rest is for
/// the chance of so few games.
const LEAST_PERCENT: u32 = 60;

/// Four stones in the middle of the board.
fn opening(rule: Rule, seed: u64) -> Position {
    let (mut position, mut rng) =
        (Position::new(rule, BoardSize::square(15).unwrap()), Rng::new(seed));
    while position.stones().len() < 4 {
        let coord = Coord::new(5 + rng.below(5) as u8, 5 + rng.below(5) as u8);
        if legality::is_legal(&position, coord) {
            position.play(coord).unwrap();
        }
    }
    position
}

fn player(evaluation: EvaluationKind) -> Engine {
    let mut engine = Engine::new();
    engine.set_options(Options { evaluation: Some(evaluation), ..Options::with_hash(1 << 10) });
    engine
}

/// The winner of a game.
fn winner(mut position: Position, players: ByColor<EvaluationKind>) -> Option<Color> {
    let mut players = players.0.map(player);
    loop {
        let engine = &mut players[position.to_move().index()];
        let limits = Limits::of_nodes(NODES);
        let choice = engine.think(&position, &limits, &StopFlag::new(), &mut NullListener);
        let coord = choice.best().expect("a board that is not full");
        position.play(coord).expect("an empty point");
        if let Some(ending) = legality::ending_after(&position, coord) {
            return ending.winner();
        }
    }
}

#[test]
fn the_network_beats_the_tables() {
    let rules = [Rule::Freestyle, Rule::Standard, Rule::Renju];
    let mut half_points = 0;
    for (number, rule) in (0..OPENINGS).zip(rules.into_iter().cycle()) {
        for own in Color::BOTH {
            let players = ByColor::from_fn(|color| {
                if color == own { EvaluationKind::Network } else { EvaluationKind::Classical }
            });
            half_points += match winner(opening(rule, number), players) {
                Some(color) if color == own => 2,
                Some(_) => 0,
                None => 1,
            };
        }
    }
    let percent = 100 * half_points / (4 * OPENINGS as u32);
    assert!(percent >= LEAST_PERCENT, "{half_points} half points of {}", 4 * OPENINGS);
}
