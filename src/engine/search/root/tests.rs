use std::time::Duration;

use super::*;
use crate::board::Position;
use crate::board::notation::{parse_moves, parse_picture};
use crate::search::searcher::Searcher;
use crate::search::{Goal, Limits, StopFlag};
use crate::types::{BoardSize, Color, Rule};
use crate::util::clock::FakeClock;

/// A search of `nodes` nodes with all its events; marks are sent from the start.
fn search(position: &Position, limits: &Limits) -> (crate::search::SearchOutcome, Vec<Event>) {
    struct Late<'a>(&'a FakeClock, Vec<Event>);
    impl Listener for Late<'_> {
        fn hear(&mut self, event: &Event) {
            self.0.advance(Duration::from_secs(1));
            self.1.push(event.clone());
        }
    }
    let clock = FakeClock::new();
    let mut late = Late(&clock, Vec::new());
    let mut searcher = Searcher::new(1 << 20, 1);
    let outcome = searcher.search(position, limits, &StopFlag::new(), &clock, &mut late);
    (outcome, late.1)
}

fn nodes(count: u64) -> Limits {
    Limits { nodes: Some(count), ..Limits::default() }
}

#[test]
fn the_move_is_the_last_that_was_best_wherever_the_search_ends() {
    let size = BoardSize::square(15).unwrap();
    let mut changes = 0;
    for moves in UNSETTLED {
        let mut position = Position::new(Rule::Freestyle, size);
        for coord in parse_moves(moves, size).unwrap() {
            position.play(coord).unwrap();
        }
        let mut before = None;
        for count in (300..9000).step_by(167) {
            let (outcome, events) = search(&position, &nodes(count));
            let best = events.iter().rev().find_map(|event| match event {
                Event::Root { coord, mark: RootMark::Best } => Some(*coord),
                _ => None,
            });
            let best = best.unwrap_or(outcome.moves[0]);
            assert_eq!(outcome.moves[0], best, "{moves}, {count} nodes");
            changes += u32::from(before.replace(outcome.moves[0]) != Some(outcome.moves[0]));
        }
    }
    assert!(changes > 3, "only {changes} changes of the best move: these positions test nothing");
}

/// Positions in whose searches the best move changes.
const UNSETTLED: [&str; 3] =
    ["h6g6i6g4e6", "l9j8i6k8k6i7l7", "j11k11k12k9i8g10e12i10h10j9l9h11g12k8l7i12j13l8f12h12"];

const FOUR: &str = "
    . . . . . . . . .
    . O X X X X . . .
    . . . . . . . . .
    . . O . O . . . .
    . . . . O . . . .
    . . . . . . . . .
    ";

#[test]
fn a_five_at_the_root_ends_the_game_in_every_variation() {
    let mut position = parse_picture(Rule::Freestyle, FOUR).unwrap();
    position.set_to_move(Color::Black);
    let limits = Limits { multi_pv: 2, ..nodes(2000) };
    let (outcome, _) = search(&position, &limits);
    assert_eq!((outcome.moves[0], outcome.score.0), (Coord::new(6, 1), Score::win_in(1)));
}

#[test]
fn variations_begin_with_different_moves() {
    let position = parse_picture(Rule::Freestyle, &FOUR.replace("X X X X", "X X . .")).unwrap();
    let (_, events) = search(&position, &Limits { multi_pv: 3, ..nodes(20_000) });
    let firsts = |depth: u32| -> Vec<Coord> {
        let found = events.iter().filter_map(|event| match event {
            Event::Iteration(found) if found.depth == depth => Some(found.pv[0]),
            _ => None,
        });
        found.collect()
    };
    let mut firsts = firsts(3);
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 3);
}

#[test]
fn a_balanced_choice_has_its_value_for_the_side_that_moves_first() {
    // Black's four wins, whatever white plays.
    let mut lost = parse_picture(Rule::Freestyle, &FOUR.replace("O X X X X", ". X X X X")).unwrap();
    lost.set_to_move(Color::White);
    let one = Limits { goal: Goal::BalanceOne { bias: 0 }, depth: Some(3), ..Limits::default() };
    let (outcome, _) = search(&lost, &one);
    lost.play(outcome.moves[0]).unwrap();
    let (reply, _) = search(&lost, &Limits { depth: Some(2), ..Limits::default() });
    assert!(outcome.score.0 < 0 && reply.score.0 > 0, "{} {}", outcome.score, reply.score);
    let mut position = parse_picture(Rule::Freestyle, &FOUR.replace("X X X X", "X X . .")).unwrap();
    position.set_to_move(Color::White);
    for (goal, count) in [(Goal::BalanceOne { bias: 0 }, 1), (Goal::BalanceTwo { bias: 0 }, 2)] {
        let (outcome, _) = search(&position, &Limits { goal, depth: Some(3), ..Limits::default() });
        assert_eq!((outcome.moves.len(), outcome.depth), (count, 3));
        let mut after = position.clone();
        outcome.moves.iter().for_each(|&coord| after.play(coord).unwrap());
        let (reply, _) =
            search(&after, &Limits { depth: Some(3 - count as u32), ..Limits::default() });
        let sign = if count == 1 { -1 } else { 1 };
        assert!(outcome.score.0 * sign * reply.score.0 >= 0, "{} {}", outcome.score, reply.score);
    }
}

#[test]
fn the_last_point_is_no_pair() {
    let mut position = Position::new(Rule::Freestyle, BoardSize::square(5).unwrap());
    let coords: Vec<Coord> = position.empty_coords().skip(1).collect();
    for (index, coord) in coords.into_iter().enumerate() {
        let color = if index / 2 % 2 == 0 { Color::Black } else { Color::White };
        position.put(coord, color.into()).unwrap();
    }
    let goal = Goal::BalanceTwo { bias: 0 };
    let (outcome, _) = search(&position, &Limits { goal, ..nodes(100) });
    assert_eq!(outcome.moves, [Coord::new(0, 0)]);
}

#[test]
fn a_first_move_that_wins_has_no_second() {
    let mut position = parse_picture(Rule::Freestyle, FOUR).unwrap();
    position.set_to_move(Color::Black);
    let goal = Goal::BalanceTwo { bias: 0 };
    let (outcome, _) = search(&position, &Limits { goal, ..nodes(100) });
    assert_eq!(outcome.moves, [Coord::new(6, 1)]);
}

#[test]
fn what_was_learned_under_another_rule_is_forgotten() {
    let mut searcher = Searcher::new(1 << 20, 1);
    let choose = |searcher: &mut Searcher, rule: Rule| {
        let position = parse_picture(rule, &FOUR.replace("X X X X", "X X . .")).unwrap();
        let clock = FakeClock::new();
        searcher.search(&position, &nodes(5000), &StopFlag::new(), &clock, &mut Vec::new())
    };
    for rules in Rule::ALL.windows(2) {
        choose(&mut searcher, rules[0]);
        let fresh = choose(&mut Searcher::new(1 << 20, 1), rules[1]);
        assert_eq!(choose(&mut searcher, rules[1]), fresh, "{rules:?}");
    }
}

#[test]
fn every_reported_depth_has_all_variations_sorted_by_value() {
    let size = BoardSize::square(15).unwrap();
    for moves in UNSETTLED {
        let mut position = Position::new(Rule::Freestyle, size);
        for coord in parse_moves(moves, size).unwrap() {
            position.play(coord).unwrap();
        }
        // Node limits that end the search in the middle of an iteration.
        for count in [2_000, 5_003, 20_001] {
            let (outcome, events) = search(&position, &Limits { multi_pv: 5, ..nodes(count) });
            let lines: Vec<&Iteration> = events
                .iter()
                .filter_map(|event| match event {
                    Event::Iteration(line) => Some(line),
                    _ => None,
                })
                .collect();
            assert!(lines.len() >= 10, "{moves}, {count} nodes: {} lines", lines.len());
            for depth in lines.chunks(5) {
                let numbers: Vec<usize> = depth.iter().map(|line| line.pv_index).collect();
                assert_eq!(numbers, [0, 1, 2, 3, 4], "{moves}, {count} nodes");
                assert!(depth.iter().all(|line| line.depth == depth[0].depth), "{depth:?}");
                assert!(depth.is_sorted_by_key(|line| Reverse(line.score)), "{depth:?}");
            }
            assert_eq!(outcome.depth, lines[lines.len() - 1].depth);
        }
    }
}
