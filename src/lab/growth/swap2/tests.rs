//! The grown swap2 knowledge is what searches find; growth can be continued and split.

use std::collections::HashSet;

use super::super::tests::{contents, settings_of, store};
use super::*;
use tengen_engine::engine::{Engine, Options};
use tengen_engine::search::{Limits, NullListener};
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::book::opening::EVEN;
use tengen_records::book::swap2::choices;
use tengen_util::shard::Shard;

const NODES: u64 = 800;

fn settings(steps: u64) -> GrowthSettings {
    settings_of(Position::new(Rule::Freestyle, BoardSize::square(15).unwrap()), NODES, steps)
}

fn grown(settings: &GrowthSettings, store: &Store) -> Swap2Report {
    grow(settings, store, &Trained::default(), &StopFlag::new(), &|_| {}).unwrap()
}

/// Grows a store in which some of the three stones are even and some are not. Which stones are
/// depends on the play, so the first seed that draws such stones serves.
fn grown_of_both_kinds(steps: u64) -> (tempfile::TempDir, Store, Swap2Report) {
    (1..=30)
        .find_map(|seed| {
            let (folder, _, store) = store();
            let report = grown(&GrowthSettings { seed, ..settings(steps) }, &store);
            (report.even > 0 && report.triples > report.even).then_some((folder, store, report))
        })
        .expect("some of the stones that 30 seeds draw are even, and some are not")
}

fn session(store: &Store) -> BookSession {
    BookSession::Store(Box::new(store.snapshot().unwrap()))
}

/// The result of a separate engine.
fn searched(position: &Position, nodes: u64) -> (i32, Option<Coord>) {
    let mut engine = Engine::new();
    engine.set_options(Options { hash_kib: Some(1024), ..Options::default() });
    let limits = Limits { nodes: Some(nodes), analysis: true, ..Limits::default() };
    let choice = engine.think(position, &limits, &StopFlag::new(), &mut NullListener);
    (choice.score.0, choice.moves.first().copied())
}

/// The value of a position and its best move, by a search four times as long where the first finds
/// it even.
fn confirmed(position: &Position) -> (i32, Option<Coord>) {
    let first = searched(position, NODES);
    if first.0.abs() <= EVEN { searched(position, 4 * NODES) } else { first }
}

#[test]
fn values_are_those_of_searches_and_pairs_continue_even_stones() {
    let (_folder, store, report) = grown_of_both_kinds(60);
    assert_eq!(report.steps, 60);
    let session = session(&store);
    let root = settings(0).root;
    let threes = session.at_stage(Stage::Three, (root.rule(), root.size()), usize::MAX).unwrap();
    let fives = session.at_stage(Stage::Five, (root.rule(), root.size()), usize::MAX).unwrap();
    assert_eq!((threes.len(), threes.len() + fives.len()), (report.triples, 60));
    let mut even = 0;
    for (position, record) in &threes {
        let value = record.claimed().unwrap();
        let mut expected = searched(position, NODES / 8);
        if expected.0.abs() <= 60 {
            expected = confirmed(position);
        }
        assert_eq!((value, record.best), expected, "{record:?}");
        even += usize::from(value.abs() <= EVEN);
    }
    assert_eq!(even, report.even);
    for (position, record) in &fives {
        assert_eq!((record.claimed().unwrap(), record.best), confirmed(position));
        let before = threes.iter().find(|(three, _)| pair_between(three, position).is_some());
        assert!(is_even(&before.unwrap().1));
    }
}

#[test]
fn growth_is_continued_as_if_it_had_not_stopped() {
    let (_folder, _, whole) = store();
    grown(&settings(24), &whole);
    let (_other_folder, _, parts) = store();
    for steps in [7, 1, 16] {
        grown(&settings(steps), &parts);
    }
    assert_eq!(contents(&parts), contents(&whole));
}

#[test]
fn three_given_stones_get_their_value_and_pairs_and_growth_ends() {
    let (_folder, store, _) = grown_of_both_kinds(40);
    let root = settings(0).root;
    let threes =
        session(&store).at_stage(Stage::Three, (root.rule(), root.size()), usize::MAX).unwrap();
    let (three, record) = threes.into_iter().find(|(_, record)| is_even(record)).unwrap();
    let (_other_folder, _, other) = self::store();
    let given = GrowthSettings { root: three.clone(), ..settings(100) };
    let report = grown(&given, &other);
    assert!(report.steps < 10 && report.triples == 1, "{report:?}");
    let known = choices(&session(&other), &three).unwrap().unwrap();
    assert_eq!(Some(known.value), record.claimed());
    assert!(!known.pairs.is_empty() && known.pairs.len() <= PAIRS, "{known:?}");
    let whites: HashSet<Coord> = known.pairs.iter().map(|pair| pair.stones[0]).collect();
    assert_eq!(whites.len(), known.pairs.len(), "each with another white stone");
    assert_eq!(grown(&given, &other).steps, 0, "nothing is left to do");
}

#[test]
fn shards_draw_different_stones_and_threads_share_the_work() {
    // After each of three stones up to PAIRS steps look for more.
    let (steps, fewest) = (12, 12 / (1 + PAIRS));
    let mut seen = HashSet::new();
    for index in 1..=3 {
        let (_folder, _, store) = store();
        let shard = Shard { index, count: 3 };
        grown(&GrowthSettings { shard, threads: 2, ..settings(steps) }, &store);
        let root = settings(0).root;
        let threes =
            session(&store).at_stage(Stage::Three, (root.rule(), root.size()), usize::MAX).unwrap();
        assert!(threes.len() >= fewest, "{} openings", threes.len());
        for (position, _) in threes {
            let key = Canonical::of(&position).key;
            assert!(shard.has(key.hash()));
            assert!(seen.insert(key), "drawn twice");
        }
    }
}

#[test]
fn a_stop_leaves_a_sound_store() {
    let (_folder, path, store) = store();
    let stop = StopFlag::new();
    let report = |report: &Swap2Report| {
        if report.steps == 3 {
            stop.set();
        }
    };
    let endless = GrowthSettings { steps: None, threads: 2, ..settings(0) };
    let last = grow(&endless, &store, &Trained::default(), &stop, &report).unwrap();
    assert!((3..=5).contains(&last.steps), "{last:?}");
    drop(store);
    tengen_records::book::store::verify(&path).unwrap();
}

#[test]
fn one_pair_is_singular() {
    let report = Swap2Report { steps: 1, triples: 3, even: 1, pairs: 1, nodes: 9 };
    let text = "1 step, 3 openings of three stones, 1 even, 1 even pair after them, 9 nodes";
    assert_eq!(report.text(), text);
}
