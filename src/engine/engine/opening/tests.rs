//! Every opening rule, engine against engine, as text.

use std::fmt::Write;

use super::*;
use crate::board::notation;
use crate::engine::Options;
use crate::rules::legality;
use crate::rules::opening::{OpeningPlayer, OpeningRule, OpeningStep};
use crate::search::NullListener;
use crate::types::{BoardSize, Color, Rule};

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.set_options(Options { hash_kib: Some(1024), ..Options::default() });
    engine
}

fn nodes(count: u64) -> Limits {
    Limits { nodes: Some(count), ..Limits::default() }
}

fn new(rule: OpeningRule, game: Rule, side: u64) -> OpeningPhase {
    OpeningPhase::new(rule, game, BoardSize::square(side).unwrap()).unwrap()
}

/// Plays an opening with a new engine per turn and writes it as text: `1: h8 i9 k12 | 2: black`.
fn play(opening: &mut OpeningPhase, limits: &Limits, seed: u64) -> String {
    let size = opening.position().size();
    let mut text = String::new();
    while let Some(chooser) = opening.chooser() {
        let number = if chooser == OpeningPlayer::First { 1 } else { 2 };
        let separator = if text.is_empty() { "" } else { " | " };
        write!(text, "{separator}{number}:").unwrap();
        let made = engine().choose_opening(opening, limits, &StopFlag::new(), seed);
        assert!(!made.is_empty());
        for choice in made {
            assert_eq!(opening.chooser(), Some(chooser), "{text}");
            opening.choose(choice).unwrap_or_else(|error| panic!("{text}: {error}"));
            write!(text, " {}", choice.text(size)).unwrap();
        }
    }
    text
}

#[test]
fn engine_against_engine_plays_every_opening_rule_and_goes_on() {
    for &rule in OpeningRule::ALL {
        let game = match rule {
            OpeningRule::Caro => Rule::Caro,
            _ if rule.is_of_renju() => Rule::Renju,
            _ => Rule::Standard,
        };
        for seed in 0..2 {
            let mut opening = new(rule, game, 15);
            let text = play(&mut opening, &nodes(6000), seed);
            let replayed =
                OpeningPhase::replay(rule, game, opening.position().size(), opening.history());
            assert_eq!(replayed.as_ref(), Ok(&opening), "{text}");
            let mut position = opening.position().clone();
            for _ in 0..2 {
                let limits = nodes(500);
                let choice =
                    engine().think(&position, &limits, &StopFlag::new(), &mut NullListener);
                assert!(legality::is_legal(&position, choice.moves[0]), "{rule} {text}");
                position.play(choice.moves[0]).unwrap();
            }
            // The same seed and node limit give the same opening.
            let mut again = new(rule, game, 15);
            assert_eq!(play(&mut again, &nodes(6000), seed), text);
        }
    }
}

/// The nodes of each turn of an opening.
fn nodes_of_turns(rule: OpeningRule, limits: &Limits) -> Vec<u64> {
    let mut opening = new(rule, Rule::Renju, 15);
    let mut turns = Vec::new();
    while let Some(own) = opening.chooser() {
        let (mut engine, stop) = (engine(), StopFlag::new());
        let (rng, start) = (Rng::new(3), engine.clock.now());
        let mut advisor =
            Advisor { engine: &mut engine, limits, stop: &stop, seed: 3, start, nodes: 0, rng };
        let mut made = Vec::new();
        while opening.chooser() == Some(own) {
            advisor.advance(&mut opening, &mut made);
        }
        turns.push(advisor.nodes);
    }
    turns
}

#[test]
fn all_searches_of_a_turn_together_stay_within_the_limits() {
    const NODES: u64 = 20_000;
    for &rule in OpeningRule::ALL.iter().filter(|&&rule| rule != OpeningRule::Free) {
        let turns = nodes_of_turns(rule, &nodes(NODES));
        // A search that finds nothing left still spends one node.
        assert!(turns.iter().all(|&nodes| nodes < NODES + 20), "{rule}: {turns:?}");
        assert!(turns.iter().any(|&nodes| nodes > NODES / 4), "{rule}: {turns:?}");
    }
}

#[test]
fn openings_vary_with_the_seed() {
    for rule in [OpeningRule::Swap2, OpeningRule::Soosorv8, OpeningRule::Taraguchi10] {
        let first = |seed| {
            let mut opening = new(rule, Rule::Freestyle, 15);
            let mut stones = Vec::new();
            while stones.len() < 3 {
                for choice in engine().choose_opening(&opening, &nodes(1), &StopFlag::new(), seed) {
                    opening.choose(choice).unwrap();
                }
                stones = opening.position().stones().to_vec();
            }
            notation::write_moves(stones.iter().map(|&(c, _)| c), opening.position().size())
        };
        let seen: std::collections::HashSet<String> = (0..20).map(first).collect();
        assert!(seen.len() > 8, "{rule}: {seen:?}");
    }
}

#[test]
fn every_state_of_an_opening_has_an_answer_on_every_board() {
    // The other participant may have made any choices before; a stopped search answers, too.
    let stopped = StopFlag::new();
    stopped.set();
    let mut rng = Rng::new(7);
    for (side, stop) in [(9, StopFlag::new()), (15, stopped), (30, StopFlag::new())] {
        for &rule in OpeningRule::ALL {
            let mut opening = new(rule, Rule::Renju, side);
            while let Some(&choice) = rng.choose(&opening.choices()) {
                let mut other = opening.clone();
                for made in engine().choose_opening(&opening, &nodes(300), &stop, 1) {
                    other.choose(made).unwrap();
                }
                assert_ne!(other.chooser(), opening.chooser(), "{rule} {side}");
                opening.choose(choice).unwrap();
            }
        }
    }
}

#[test]
fn the_winning_side_is_taken() {
    // Black's three touches nothing of white's and black moves after white's lone stone.
    let mut opening = new(OpeningRule::Swap, Rule::Freestyle, 15);
    for point in ["h8", "a1", "i8"] {
        opening.choose(opening.parse(point).unwrap()).unwrap();
    }
    let made = engine().choose_opening(&opening, &nodes(20_000), &StopFlag::new(), 1);
    assert_eq!(made, [OpeningChoice::Color(Color::Black)]);
    let mut opening = new(OpeningRule::Swap, Rule::Freestyle, 15);
    for point in ["a1", "h8", "o15"] {
        opening.choose(opening.parse(point).unwrap()).unwrap();
    }
    let made = engine().choose_opening(&opening, &nodes(20_000), &StopFlag::new(), 1);
    assert_eq!(made, [OpeningChoice::Color(Color::White)]);
}

#[test]
fn a_single_stone_to_choose_after_is_placed_near_the_edge() {
    for seed in 0..4 {
        let opening = new(OpeningRule::Swap1, Rule::Freestyle, 15);
        let made = engine().choose_opening(&opening, &nodes(40_000), &StopFlag::new(), seed);
        let [OpeningChoice::Point(point)] = made[..] else { panic!("{made:?}") };
        let to_edge = point.x.min(14 - point.x).min(point.y.min(14 - point.y));
        assert!(to_edge <= 2, "{point}");
    }
}

#[test]
fn colors_before_the_fourth_stone_depend_on_the_fifths_to_come() {
    // Black's stones beside each other, one fifth stone to offer; and black's far away with twelve.
    let color = |third: &str, count: &str| {
        let mut opening = new(OpeningRule::Yamaguchi, Rule::Renju, 15);
        for text in ["h8", "h9", third, count] {
            opening.choose(opening.parse(text).unwrap()).unwrap();
        }
        engine().choose_opening(&opening, &nodes(40_000), &StopFlag::new(), 1)[0]
    };
    assert_eq!(color("i8", "1"), OpeningChoice::Color(Color::Black));
    assert_eq!(color("f6", "12"), OpeningChoice::Color(Color::White));
}

#[test]
fn the_best_fifths_are_offered_and_the_worst_picked() {
    let mut opening = new(OpeningRule::Soosorv8, Rule::Renju, 15);
    for text in ["h8", "i9", "j8", "black", "g9", "2", "black", "a1", "i7"] {
        opening.choose(opening.parse(text).unwrap()).unwrap();
    }
    assert_eq!(opening.step(), Some(OpeningStep::Pick));
    let made = engine().choose_opening(&opening, &nodes(20_000), &StopFlag::new(), 1);
    assert_eq!(made, [opening.parse("a1").unwrap()], "white does not leave black the center");
    for _ in 0..2 {
        opening.undo();
    }
    assert_eq!(opening.step(), Some(OpeningStep::Offer(2)));
    let made = engine().choose_opening(&opening, &nodes(20_000), &StopFlag::new(), 1);
    assert_eq!(made.len(), 2);
    assert!(made.iter().all(|choice| *choice != opening.parse("a1").unwrap()));
}
