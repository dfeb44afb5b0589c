//! Values and costs that are updated incrementally equal their definitions.

use super::*;
use tengen_engine::types::{BoardSize, Rule};
use tengen_engine::util::rng::Rng;

fn start() -> Position {
    Position::new(Rule::Freestyle, BoardSize::square(7).unwrap())
}

fn searched(value: i16) -> Record {
    Record { value: Some(value), trust: Trust::Search, ..Record::default() }
}

/// The minimax value by recursion.
fn slow_value(graph: &BookGraph, place: NodePlace) -> i32 {
    let node = graph.node(place);
    if node.is_leaf() || node.record.is_proved() {
        return node.record.claimed().unwrap();
    }
    let after = node.links.iter().map(|link| {
        let value = slow_value(graph, link.to);
        let is_mate = Score(value).mate_plies().is_some();
        -if is_mate { value - value.signum() } else { value }
    });
    after.max().unwrap()
}

/// The lowest cost by recursion over all lines.
fn slow_cost(graph: &BookGraph, place: NodePlace) -> u32 {
    let node = graph.node(place);
    if node.record.is_proved() {
        return NEVER;
    }
    let own = if (node.is_leaf() || graph.wants_another_move(place)) && !node.is_busy {
        0
    } else {
        NEVER
    };
    let best = slow_value(graph, place);
    let by = node.links.iter().map(|link| {
        let value = slow_value(graph, link.to);
        let is_mate = Score(value).mate_plies().is_some();
        let value = -if is_mate { value - value.signum() } else { value };
        let distance = (best - value).clamp(0, MOST_DISTANCE) as u32;
        match slow_cost(graph, link.to) {
            NEVER => NEVER,
            cost => cost + PLY + distance * PLY / VALUE_PER_PLY,
        }
    });
    by.chain([own]).min().unwrap()
}

fn check(graph: &BookGraph) {
    for place in 0..graph.nodes().len() {
        let node = graph.node(place);
        assert_eq!(node.record.claimed(), Some(slow_value(graph, place)));
        assert_eq!(node.cost, slow_cost(graph, place), "place {place}");
    }
}

/// A graph built from all positions at once is the same.
fn check_built_at_once(graph: &BookGraph) {
    let all = graph.nodes().iter().map(|node| (node.key.clone(), node.record.clone()));
    let again = BookGraph::new(all.collect::<Vec<_>>(), |_| false);
    for node in graph.nodes() {
        let other = again.node(again.find(&node.key).unwrap());
        assert_eq!((&other.record, other.cost), (&node.record, node.cost));
        let links = |links: &[Link]| {
            let mut coords: Vec<Coord> = links.iter().map(|link| link.coord).collect();
            coords.sort_unstable();
            coords
        };
        assert_eq!(links(&other.links), links(&node.links));
    }
}

/// Grows by random moves and values; after each step, compares all values and costs with their
/// definitions, and a graph built at once with the grown one.
#[test]
fn values_and_costs_follow_every_change() {
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let mut graph = BookGraph::default();
        let root = graph.add(&start(), searched(0)).unwrap();
        for step in 0..60 {
            let Some(way) = graph.next_from(root) else { break };
            let target = *way.last().unwrap();
            let position = Key::position_of(graph.node(target).key.bytes()).unwrap();
            let mut moves = legality::legal_moves(&position);
            moves.retain(|&coord| graph.node(target).links.iter().all(|link| link.coord != coord));
            let mut after = position.clone();
            after.play(*rng.choose(&moves).unwrap()).unwrap();
            let value = rng.below(400) as i16 - 200;
            let record = match rng.below(9) {
                0 => Record {
                    label: Label::Win,
                    trust: Trust::Checker,
                    value: Some(29_991),
                    ..Record::default()
                },
                1 if step > 20 => {
                    Record { label: Label::Loss, trust: Trust::Checker, ..Record::default() }
                }
                _ => searched(value),
            };
            graph.add(&after, record).unwrap();
            if rng.below(5) == 0 {
                graph.set_busy(target, true);
                check(&graph);
                graph.set_busy(target, false);
            }
            check(&graph);
        }
        check_built_at_once(&graph);
    }
}

fn at(moves: &[(u8, u8)]) -> Position {
    let mut position = start();
    for &(x, y) in moves {
        position.play(Coord::new(x, y)).unwrap();
    }
    position
}

/// A lost position, as the checker reports it.
fn lost(value: i16) -> Record {
    Record { label: Label::Loss, trust: Trust::Checker, value: Some(value), ..Record::default() }
}

#[test]
fn a_proved_win_is_played_although_a_search_sees_a_nearer_one() {
    let mut graph = BookGraph::default();
    let root = graph.add(&start(), searched(0)).unwrap();
    graph.add(&at(&[(1, 1)]), Record { label: Label::Loss, ..searched(-29_996) }).unwrap();
    assert_eq!(graph.node(root).record.value, Some(29_995));
    graph.add(&at(&[(3, 3)]), lost(-29_980)).unwrap();
    let record = &graph.node(root).record;
    assert_eq!((record.proved(), record.trust), (Some(Label::Win), Trust::Solver));
    assert_eq!((record.best, record.value), (Some(Coord::new(3, 3)), Some(29_979)));
}

#[test]
fn a_mate_seen_by_a_search_is_not_proved_by_what_was_said_before() {
    let mut graph = BookGraph::default();
    let said = Record { trust: Trust::Checker, ..searched(0) };
    let root = graph.add(&start(), said).unwrap();
    graph.add(&at(&[(3, 3)]), Record { label: Label::Loss, ..searched(-29_996) }).unwrap();
    let record = &graph.node(root).record;
    assert_eq!((record.label, record.value), (Label::Win, Some(29_995)));
    assert_eq!((record.proved(), record.trust), (None, Trust::Search));
}

#[test]
fn advice_stays_until_the_result_is_proved() {
    for label in [Label::Forced, Label::Blocked] {
        let mut graph = BookGraph::default();
        let root = graph.add(&start(), searched(0)).unwrap();
        let advice = Record { label, trust: Trust::Person, ..Record::default() };
        let place = graph.add(&at(&[(3, 3)]), advice).unwrap();
        graph.say(place, searched(-20));
        let record = &graph.node(place).record;
        assert_eq!((record.label, record.value), (label, Some(-20)));
        graph.add(&at(&[(3, 3), (1, 1)]), searched(5)).unwrap();
        let record = &graph.node(place).record;
        assert_eq!((record.label, record.value), (label, Some(-5)));
        let is_rated = graph.node(root).record.best.is_some();
        assert_eq!(is_rated, label == Label::Forced);
        graph.add(&at(&[(3, 3), (2, 2)]), lost(-29_980)).unwrap();
        assert_eq!(graph.node(place).record.proved(), Some(Label::Win));
    }
}

#[test]
fn a_blocked_move_does_not_keep_others_from_being_searched() {
    let mut graph = BookGraph::default();
    let root = graph.add(&start(), searched(0)).unwrap();
    let blocked = Record { label: Label::Blocked, trust: Trust::Person, ..Record::default() };
    graph.add(&at(&[(3, 3)]), blocked).unwrap();
    assert_eq!(graph.next_from(root), Some(vec![root]));
}

#[test]
fn of_equal_moves_the_next_does_not_depend_on_the_order_of_reading() {
    // Neither is an image of the other: the corner, and the middle of a side.
    let moves = [(0, 0), (3, 0)];
    let next = |order: [usize; 2]| {
        let mut graph = BookGraph::default();
        let root = graph.add(&start(), searched(0)).unwrap();
        for index in order {
            graph.add(&at(&[moves[index]]), searched(10)).unwrap();
        }
        let way = graph.next_from(root).unwrap();
        graph.node(*way.last().unwrap()).key.clone()
    };
    assert_eq!(next([0, 1]), next([1, 0]));
}

#[test]
fn proofs_go_up_through_transpositions() {
    let mut graph = BookGraph::default();
    let root = graph.add(&start(), searched(0)).unwrap();
    let one = graph.add(&at(&[(3, 3)]), searched(10)).unwrap();
    let other = graph.add(&at(&[(2, 3)]), searched(20)).unwrap();
    let after_one = graph.add(&at(&[(3, 3), (1, 1)]), searched(5)).unwrap();
    let after_other = graph.add(&at(&[(2, 3), (1, 1)]), searched(5)).unwrap();
    let both = graph.add(&at(&[(3, 3), (1, 1), (2, 3)]), searched(-7)).unwrap();
    assert_eq!(graph.node(after_one).record.value, Some(7));
    assert_eq!(graph.node(after_other).record.value, Some(7));
    assert_eq!(graph.node(one).record.value, Some(-7));
    graph.say(both, lost(-29_990));
    for place in [after_one, after_other] {
        let record = &graph.node(place).record;
        assert_eq!((record.proved(), record.value), (Some(Label::Win), Some(29_989)));
    }
    // One losing reply does not lose a position that has other replies.
    assert_eq!(graph.node(one).record.proved(), None);
    assert!(graph.wants_another_move(one) && graph.wants_another_move(other));
    assert!(graph.next_from(root).is_some());
}

#[test]
fn a_position_is_lost_only_when_every_legal_move_loses() {
    let mut graph = BookGraph::default();
    let root = graph.add(&start(), searched(0)).unwrap();
    let won = Record {
        label: Label::Win,
        trust: Trust::Checker,
        value: Some(29_980),
        ..Record::default()
    };
    let mut seen = Vec::new();
    for coord in start().size().coords() {
        assert_eq!(graph.node(root).record.proved(), None, "before {coord}");
        let mut after = start();
        after.play(coord).unwrap();
        let place = graph.add(&after, won.clone()).unwrap();
        if seen.contains(&place) {
            continue;
        }
        seen.push(place);
        if graph.node(root).links.len() == 49 {
            break;
        }
    }
    // Ten kinds of points on a board of 7 by 7.
    assert_eq!(seen.len(), 10);
    let record = &graph.node(root).record;
    assert_eq!((record.proved(), record.value), (Some(Label::Loss), Some(-29_979)));
    assert_eq!(graph.next_from(root), None);
}

/// A library has moves without values.
#[test]
fn moves_without_a_value_are_searched_like_the_best() {
    let mut graph = BookGraph::default();
    let mut position = start();
    let root = graph.add(&position, Record::default()).unwrap();
    let line = [(3, 3), (2, 4)].map(|(x, y)| {
        position.play(Coord::new(x, y)).unwrap();
        graph.add(&position, Record::default()).unwrap()
    });
    let mut bad = start();
    bad.play(Coord::new(0, 0)).unwrap();
    let bad = graph.add(&bad, searched(80)).unwrap();
    let inner = vec![root, line[0], line[1]];
    assert_eq!(graph.node(root).record.value, Some(-80), "the only value");
    assert_eq!(graph.node(bad).cost, 0);
    assert_eq!(graph.next_from(root), Some(vec![root, bad]), "nearer, and the best so far");
    graph.set_busy(bad, true);
    assert_eq!(graph.next_from(root), Some(inner.clone()));
    graph.say(line[1], searched(25));
    graph.set_busy(bad, false);
    assert_eq!(graph.node(root).record.value, Some(25));
    assert_eq!(graph.next_from(root), Some(inner), "the other move is 105 worse: 2.6 plies");
    check(&graph);
}
