//! What graded players do and never do.

use super::*;
use crate::board::notation::{parse_moves, parse_picture};
use crate::engine::{Level, Options};
use crate::rules::legality;
use crate::search::NullListener;
use crate::types::{BoardSize, Color, Rule};
use crate::util::rng::Rng;

fn player(level: u8, seed: u64) -> Engine {
    let mut engine = Engine::new();
    let level = Level::Number(LevelNumber::new(level).unwrap());
    engine.set_options(Options { level, hash_kib: Some(1024), ..Options::default() });
    engine.set_seed(seed);
    engine
}

fn think(engine: &mut Engine, position: &Position, limits: &Limits) -> Choice {
    engine.think(position, limits, &StopFlag::new(), &mut NullListener)
}

fn best(level: u8, seed: u64, position: &Position) -> Coord {
    think(&mut player(level, seed), position, &Limits::default()).moves[0]
}

/// The last two stones, near the lower right corner, draw attention there.
const FAR_FOURS: &str = "
    . . . . . . . . . . . . . . .
    . O X X X X . . . . . . . . .
    . . . . . . . . . . . . . . .
    . X O O O O . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . X . O . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . X . O . .
    ";

#[test]
fn every_level_makes_its_own_five_wherever_it_is() {
    for rule in Rule::ALL {
        let mut position = parse_picture(rule, FAR_FOURS).unwrap();
        for (color, y) in [(Color::Black, 1), (Color::White, 3)] {
            position.set_to_move(color);
            for (level, seed) in (1..=10).flat_map(|level| (0..3).map(move |seed| (level, seed))) {
                let limits = Limits { nodes: Some(2_000), ..Limits::default() };
                let choice = think(&mut player(level, seed), &position, &limits);
                assert_eq!(choice.moves, [Coord::new(6, y)], "{rule} level {level}");
            }
        }
    }
}

#[test]
fn from_level_2_on_every_four_is_stopped() {
    let picture = FAR_FOURS.replace("X O O O O", "X O O O .");
    let mut position = parse_picture(Rule::Freestyle, &picture).unwrap();
    position.set_to_move(Color::White);
    for level in 2..=9 {
        for seed in 0..5 {
            assert_eq!(best(level, seed, &position), Coord::new(6, 1), "level {level}");
        }
    }
    // A child forgets some that are far from the last moves, and none that was just made.
    let stops = |position: &Position| (0..60).filter(|&s| best(1, s, position).y == 1).count();
    assert!((20..60).contains(&stops(&position)), "{}", stops(&position));
    let last = Coord::new(5, 1);
    let stone = position.remove(last).unwrap();
    position.put(last, stone).unwrap();
    assert_eq!(stops(&position), 60);
}

#[test]
fn the_same_position_looks_the_same_and_seeds_differ() {
    let quiet = [
        "h8i10g11",
        "h8j9f6k12",
        "h8h10j11",
        "h8g6i5k9f10",
        "h8i6e7",
        "d4l12d12l4h8i10e6k10f11m6g7j13",
    ];
    for level in 1..=9 {
        let mut varied = 0;
        for text in quiet {
            let mut position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
            for coord in parse_moves(text, position.size()).unwrap() {
                position.play(coord).unwrap();
            }
            let moves: Vec<Coord> = (0..8).map(|seed| best(level, seed, &position)).collect();
            assert_eq!(best(level, 3, &position), moves[3], "level {level}");
            varied += usize::from(moves.iter().any(|&coord| coord != moves[0]));
            // The next game is different.
            let mut engine = player(level, 0);
            engine.forget();
            assert_eq!(think(&mut engine, &position, &Limits::default()).moves, [moves[1]]);
        }
        // The strongest levels prefer another move only where two are nearly equal.
        assert!(varied > 0 || level > 6, "level {level} always plays the same");
    }
}

#[test]
fn sight_improves_with_the_level_and_with_nearness() {
    let mut position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
    let mut rng = Rng::new(11);
    let free: Vec<Coord> = position.empty_coords().collect();
    for _ in 0..40 {
        // An occupied point is skipped.
        let _ = rng.choose(&free).map(|&coord| position.play(coord));
    }
    let stones = position.stones().len();
    let last = position.stones()[stones - 1].0;
    let overlooked = |level: u8| -> usize {
        let view = |seed| {
            Attention::of(&position, params::of(LevelNumber::new(level).unwrap()), seed).seen
        };
        let views: Vec<Position> = (0..100).map(view).collect();
        assert!(views.iter().all(|seen| !seen.is_empty_at(last)), "the last stone is seen");
        views.iter().map(|seen| stones - seen.stones().len()).sum()
    };
    let counts: Vec<usize> = (1..=9).map(overlooked).collect();
    assert!(counts[0] > counts[1] && counts[1] > counts[2], "{counts:?}");
    assert!(counts[3..].is_sorted_by(|a, b| a > b || *a == 0), "{counts:?}");
    assert_eq!(counts[8], 0);
}

#[test]
fn moves_are_legal_on_every_board_and_not_excluded() {
    let mut rng = Rng::new(5);
    for (index, rule) in Rule::ALL.into_iter().enumerate() {
        for (width, height) in [(5, 5), (9, 15), (22, 20), (30, 24)] {
            let mut position = Position::new(rule, BoardSize::new(width, height).unwrap());
            for turn in 0..24 {
                let level = 1 + rng.below(9) as u8;
                let excluded = vec![position.size().center()];
                let limits = Limits { excluded: excluded.clone(), ..Limits::default() };
                let coord = think(&mut player(level, turn), &position, &limits).moves[0];
                assert!(legality::is_legal(&position, coord), "{rule} {level} {coord}");
                let others = legality::legal_moves(&position).len() > 1;
                assert!(!others || !excluded.contains(&coord), "{rule} {level} {coord}");
                position.play(coord).unwrap();
                if legality::ending_after(&position, coord).is_some() {
                    break;
                }
            }
            assert!(position.stones().len() > 4, "{index}");
        }
    }
}

#[test]
fn an_overlooked_stone_is_not_played_on() {
    // Everything but the last stones is far away and often overlooked.
    let mut position = parse_picture(Rule::Freestyle, FAR_FOURS).unwrap();
    for coord in [Coord::new(6, 1), Coord::new(6, 3)] {
        position.play(coord).unwrap();
    }
    let corner = Coord::new(14, 14);
    position.play(corner).unwrap();
    for seed in 0..40 {
        for level in 1..=5 {
            assert!(position.is_empty_at(best(level, seed, &position)));
        }
    }
}

#[test]
fn a_level_is_bounded_by_nodes_and_level_10_is_the_engine() {
    let mut position = Position::new(Rule::Standard, BoardSize::square(15).unwrap());
    for (x, y) in [(7, 7), (8, 8), (7, 9), (7, 8)] {
        position.play(Coord::new(x, y)).unwrap();
    }
    for level in 4..=9 {
        let choice = think(&mut player(level, 1), &position, &Limits::default());
        assert!((1..=12_100).contains(&choice.nodes), "level {level}: {}", choice.nodes);
    }
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    let mut full = player(10, 1);
    let tenth = think(&mut full, &position, &limits);
    let mut full = player(10, 2);
    full.set_options(Options { level: Level::Full, hash_kib: Some(1024), ..Options::default() });
    assert_eq!(think(&mut full, &position, &limits), tenth);
}

#[test]
fn several_lines_are_an_analysis_which_no_level_limits() {
    let mut position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
    for (x, y) in [(7, 7), (8, 8), (7, 9), (7, 8)] {
        position.play(Coord::new(x, y)).unwrap();
    }
    let limits = Limits { nodes: Some(3_000), multi_pv: 2, ..Limits::default() };
    for level in [1, 4] {
        let choice = think(&mut player(level, 1), &position, &limits);
        assert!(choice.nodes >= 3_000, "level {level}: {}", choice.nodes);
    }
}

#[test]
fn from_level_4_on_a_win_that_is_seen_is_played() {
    let picture = "
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . X . . . . . . .
        . . . . . . O X O . . . . . .
        . . . . . . . X . . . . . . .
        . . . . . . . . O . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        ";
    for rule in Rule::ALL {
        let mut position = parse_picture(rule, picture).unwrap();
        position.set_to_move(Color::Black);
        for (level, seed) in (4..=9).flat_map(|level| (0..6).map(move |seed| (level, seed))) {
            let seen =
                Attention::of(&position, params::of(LevelNumber::new(level).unwrap()), seed).seen;
            if seen.stones().len() < position.stones().len() {
                // What is overlooked may be the win.
                continue;
            }
            let coord = best(level, seed, &position);
            assert!(coord.x == 7 && [5, 9].contains(&coord.y), "{rule} level {level}: {coord}");
        }
    }
}
