//! A growing book is consistent and can be continued.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Mutex;

use super::*;
use tengen_engine::board::notation::parse_picture;
use tengen_engine::rules::reference;
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::book::Trust;
use tengen_records::book::store::{PATIENCE, verify};
use tengen_util::shard::Shard;

pub(super) fn settings_of(root: Position, nodes: u64, steps: u64) -> GrowthSettings {
    GrowthSettings {
        root,
        nodes: Some(nodes),
        time: None,
        threads: 1,
        steps: Some(steps),
        shard: Shard::WHOLE,
        base: HashSet::new(),
        seed: 1,
        hash_kib: 1024,
    }
}

fn settings(root: Position, steps: u64, threads: usize) -> GrowthSettings {
    GrowthSettings { threads, ..settings_of(root, 400, steps) }
}

pub(super) fn store() -> (tempfile::TempDir, PathBuf, Store) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tgbook");
    let store = Store::create(&path).unwrap();
    (folder, path, store)
}

fn grown(settings: &GrowthSettings, store: &Store) -> GrowthReport {
    grow(settings, store, &Trained::default(), &StopFlag::new(), &|_| {}).unwrap()
}

/// The records of a store, by their keys.
pub(super) fn contents(store: &Store) -> Vec<(Vec<u8>, Record)> {
    let mut all = Vec::new();
    let take = |position: Position, record| {
        all.push((Canonical::of(&position).key.bytes().to_vec(), record));
        Ok::<_, BookError>(())
    };
    store.snapshot().unwrap().each(take).unwrap();
    all
}

fn after(moves: &[(u8, u8)]) -> Position {
    let mut position = Position::new(Rule::Freestyle, BoardSize::square(11).unwrap());
    for &(x, y) in moves {
        position.play(Coord::new(x, y)).unwrap();
    }
    position
}

#[test]
fn growth_is_continued_as_if_it_had_not_stopped() {
    let root = after(&[(5, 5), (5, 4)]);
    let (_folder, path, whole) = store();
    let reports = Mutex::new(0);
    let count = |_: &GrowthReport| *reports.lock().unwrap() += 1;
    let first = settings(root.clone(), 10, 1);
    let report = grow(&first, &whole, &Trained::default(), &StopFlag::new(), &count).unwrap();
    assert_eq!((report.steps, *reports.lock().unwrap()), (10, 10));
    assert!(report.positions > 10 && report.nodes > 4_000, "{report:?}");
    assert!(report.root.best.is_some() && report.line.len() > 1, "{report:?}");
    let (_other_folder, _, parts) = store();
    for steps in [4, 1, 5] {
        grown(&settings(root.clone(), steps, 1), &parts);
    }
    assert_eq!(contents(&parts), contents(&whole));
    drop(whole);
    assert_eq!(verify(&path).unwrap(), report.positions as u64);
}

#[test]
fn a_forced_win_is_proved_and_the_value_of_the_root_follows() {
    let picture = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . X . . . . . .
        . . . . . X . . . . .
        . . . O O . X . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        ";
    // White is to move and cannot stop the win.
    let mut root = parse_picture(Rule::Freestyle, picture).unwrap();
    assert_eq!(reference::winner(&root), None);
    root.set_to_move(tengen_engine::types::Color::Black);
    let (_folder, _, store) = store();
    let report = grown(&settings(root.clone(), 5, 1), &store);
    assert_eq!((report.root.proved(), report.root.trust), (Some(Label::Win), Trust::Checker));
    assert_eq!((report.steps, report.proved, report.positions), (1, 1, 1));
}

#[test]
fn advice_of_a_person_stays_in_a_book_that_grows() {
    let root = after(&[(5, 5), (5, 4)]);
    let (_folder, _, store) = store();
    grown(&settings(root.clone(), 6, 1), &store);
    let graph = load(&store, &root, |_| false).unwrap();
    let advised = |node: &&graph::BookNode| node.stones() == 3 && !node.is_leaf();
    let node = graph.nodes().iter().find(advised).expect("a move that was examined");
    let advice = Record { label: Label::Forced, trust: Trust::Person, ..node.record.clone() };
    store.write(|batch| batch.put(&node.key, advice, Overwrite::Always).map(drop)).unwrap();
    for steps in [0, 3] {
        grown(&settings(root.clone(), steps, 1), &store);
        let graph = load(&store, &root, |_| false).unwrap();
        let kept = &graph.node(graph.find(&node.key).unwrap()).record;
        assert_eq!(kept.label, Label::Forced, "after {steps} steps");
    }
    let stored = contents(&store).into_iter().filter(|(_, record)| record.label == Label::Forced);
    assert_eq!(stored.count(), 1);
}

#[test]
fn threads_grow_one_book_whose_values_are_minimax() {
    let root = after(&[(5, 5), (6, 4), (4, 3)]);
    let (_folder, _, store) = store();
    let report = grown(&settings(root.clone(), 24, 3), &store);
    assert_eq!(report.steps, 24);
    let graph = load(&store, &root, |_| false).unwrap();
    assert_eq!(graph.nodes().len(), report.positions);
    for (key, record) in contents(&store) {
        let position = Key::position_of(&key).unwrap();
        let place = graph.find(&Canonical::of(&position).key).unwrap();
        assert_eq!(graph.node(place).record, record, "what is stored is what follows from it");
        let children = graph.node(place).links.iter().map(|link| &graph.node(link.to).record);
        let best = children.filter_map(Record::claimed).map(|value| -value).max();
        if let Some(best) = best.filter(|best| best.abs() < Score::MATE_THRESHOLD - 1) {
            assert_eq!(record.claimed(), Some(best));
        }
    }
}

#[test]
fn a_stop_ends_the_growth_and_leaves_a_sound_book() {
    let root = after(&[(5, 5)]);
    let (_folder, path, store) = store();
    let stop = StopFlag::new();
    let report = |report: &GrowthReport| {
        if report.steps == 3 {
            stop.set();
        }
    };
    let endless = GrowthSettings { steps: None, ..settings(root, 0, 2) };
    let last = grow(&endless, &store, &Trained::default(), &stop, &report).unwrap();
    assert!((3..=5).contains(&last.steps), "{last:?}");
    drop(store);
    verify(&path).unwrap();
    Store::open(&path, PATIENCE).unwrap();
}

fn key_of(bytes: &[u8]) -> Key {
    Canonical::of(&Key::position_of(bytes).unwrap()).key
}

fn put(records: Vec<(Vec<u8>, Record)>, into: &Store) {
    let put = into.write(|batch| {
        let mut records = records.into_iter();
        records.try_for_each(|(key, record)| {
            batch.put(&key_of(&key), record, Overwrite::Better).map(drop)
        })
    });
    put.unwrap();
}

fn leaves(store: &Store, root: &Position) -> HashSet<Key> {
    let graph = load(store, root, |_| false).unwrap();
    graph.nodes().iter().filter(|node| node.is_leaf()).map(|node| node.key.clone()).collect()
}

/// Parts that continue one book examine different positions, and can be merged into one book.
#[test]
fn parts_of_a_book_share_its_positions_out_and_are_merged() {
    let root = after(&[(5, 5), (6, 4), (4, 3)]);
    let (_folder, _, base) = store();
    grown(&settings(root.clone(), 12, 1), &base);
    let known = contents(&base);
    let keys: HashSet<Key> = known.iter().map(|(key, _)| key_of(key)).collect();
    let (_merged_folder, _, merged) = store();
    let mut looked = HashSet::new();
    for index in 1..=2 {
        let shard = Shard { index, count: 2 };
        let (_part_folder, _, part) = store();
        put(known.clone(), &part);
        let own = GrowthSettings { shard, base: keys.clone(), ..settings(root.clone(), 5, 1) };
        assert_eq!(grown(&own, &part).steps, 5);
        for key in leaves(&base, &root).difference(&leaves(&part, &root)) {
            assert!(shard.has(key.hash()) && looked.insert(key.clone()), "a foreign leaf");
        }
        put(contents(&part), &merged);
    }
    assert!(looked.len() > 1, "{looked:?}");
    // Even without a step the values are made consistent.
    let report = grown(&settings(root.clone(), 0, 1), &merged);
    assert!(report.positions > keys.len(), "{report:?}");
    let graph = load(&merged, &root, |_| false).unwrap();
    for (key, record) in contents(&merged) {
        let place = graph.find(&key_of(&key)).unwrap();
        assert_eq!(graph.node(place).record, record);
    }
}
