//! A store keeps what was written, detects damage, and shares its file.

use std::collections::BTreeMap;
use std::panic;

use proptest::prelude::*;

use super::*;
use crate::book::key::Canonical;
use crate::book::record::{Label, Trust};
use crate::book::sample::{positions, records};
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Coord, Rule};

fn key(stones: &[(u8, u8)]) -> Key {
    let mut position = Position::new(Rule::Renju, BoardSize::square(15).unwrap());
    for &(x, y) in stones {
        position.play(Coord::new(x, y)).unwrap();
    }
    Canonical::of(&position).key
}

fn record(comment: &str) -> Record {
    Record { comment: comment.to_owned(), ..Record::default() }
}

fn contents(path: &Path) -> Result<BTreeMap<Vec<u8>, Record>, BookError> {
    let mut all = BTreeMap::new();
    Snapshot::open(path, Duration::ZERO)?.each(|position, record| {
        all.insert(Canonical::of(&position).key.bytes().to_vec(), record);
        Ok::<_, BookError>(())
    })?;
    Ok(all)
}

/// A store with some records in a new folder.
fn small() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tgbook");
    let store = Store::create(&path).unwrap();
    let put = |batch: &mut Batch<'_>| {
        for y in 0..8 {
            let record = Record { value: Some(i16::from(y)), ..record("a remark") };
            batch.put(&key(&[(7, 7), (0, y)]), record, Overwrite::Better)?;
        }
        Ok::<_, BookError>(())
    };
    store.write(put).unwrap();
    drop(store);
    (folder, path)
}

#[test]
fn records_are_found_again_after_closing() {
    let (_folder, path) = small();
    assert_eq!(verify(&path).unwrap(), 8);
    let snapshot = Snapshot::open(&path, PATIENCE).unwrap();
    // An image of a position that was stored.
    let found = snapshot.get(&key(&[(7, 7), (14, 3)])).unwrap().unwrap();
    assert_eq!((found.value, found.comment.as_str()), (Some(3), "a remark"));
    assert_eq!(snapshot.get(&key(&[(7, 7)])).unwrap(), None);
    assert_eq!(snapshot.len().unwrap(), 8);
    let error = Store::create(&path).unwrap_err().to_string();
    assert!(error.ends_with("exists, expected the name of a new file"), "{error}");
}

#[test]
fn a_transaction_that_fails_leaves_nothing() {
    let (_folder, path) = small();
    let before = contents(&path).unwrap();
    let store = Store::open(&path, PATIENCE).unwrap();
    let failed: Result<(), BookError> = store.write(|batch| {
        batch.set(&key(&[]), &record("half"))?;
        Err(BookError::damaged(&path, "a test"))
    });
    assert!(failed.is_err());
    let panicked: Result<(), BookError> = store.write(|batch| {
        batch.set(&key(&[]), &record("half"))?;
        panic!("a test panics");
    });
    assert!(panicked.unwrap_err().to_string().ends_with("its pages contradict each other"));
    drop(store);
    assert_eq!(contents(&path).unwrap(), before);
}

#[test]
fn what_is_proved_stays_until_it_is_removed() {
    let (_folder, path) = small();
    let store = Store::open(&path, PATIENCE).unwrap();
    let key = key(&[(7, 7), (0, 0)]);
    let win = Record { label: Label::Win, trust: Trust::Checker, ..Record::default() };
    let guess = Record { label: Label::Loss, trust: Trust::Search, depth: 40, ..record("no") };
    let put = |record: &Record| {
        store.write(|batch| batch.put(&key, record.clone(), Overwrite::Always)).unwrap()
    };
    assert_eq!(put(&win), StoreOutcome::Changed);
    assert_eq!(put(&guess), StoreOutcome::Changed, "the remark is added");
    let found = store.snapshot().unwrap().get(&key).unwrap().unwrap();
    assert_eq!((found.label, found.trust, found.depth), (Label::Win, Trust::Checker, 0));
    assert!(store.write(|batch| batch.remove(&key)).unwrap());
    assert!(!store.write(|batch| batch.remove(&key)).unwrap());
    assert_eq!(put(&guess), StoreOutcome::New);
}

#[test]
fn a_record_that_says_nothing_is_removed() {
    let (_folder, path) = small();
    let store = Store::open(&path, PATIENCE).unwrap();
    let key = key(&[(7, 7), (0, 0)]);
    let replace = |record: &Record| store.write(|batch| batch.replace(&key, record)).unwrap();
    let found = || store.snapshot().unwrap().get(&key).unwrap();
    replace(&record("a remark"));
    assert_eq!(found(), Some(record("a remark")));
    replace(&Record::default());
    assert_eq!(found(), None);
}

#[test]
fn what_a_store_remembers_changes_nothing_else() {
    let (_folder, path) = small();
    let before = contents(&path).unwrap();
    let remembered = || Snapshot::open(&path, PATIENCE).unwrap().remembered("a name").unwrap();
    assert_eq!(remembered(), None);
    for value in ["first", "second"] {
        let store = Store::open(&path, PATIENCE).unwrap();
        store.write(|batch| batch.remember("a name", value)).unwrap();
        drop(store);
        assert_eq!(remembered().as_deref(), Some(value));
    }
    assert_eq!(contents(&path).unwrap(), before);
    assert_eq!(verify(&path).unwrap(), 8);
}

#[test]
fn readers_share_a_store_and_a_writer_has_it_alone() {
    let (_folder, path) = small();
    let short = Duration::from_millis(60);
    let one = Snapshot::open(&path, short).unwrap();
    let two = Snapshot::open(&path, short).unwrap();
    let error = Store::open(&path, short).unwrap_err().to_string();
    assert!(error.contains("is in use by another process"), "{error}");
    drop((one, two));
    let writer = Store::open(&path, short).unwrap();
    assert!(matches!(Snapshot::open(&path, short), Err(BookError::InUse { .. })));
    assert!(matches!(Store::open(&path, short), Err(BookError::InUse { .. })));
    // A waiting process gets it.
    thread::scope(|scope| {
        let waiting = scope.spawn(|| Store::open(&path, PATIENCE).map(drop));
        thread::sleep(short);
        drop(writer);
        waiting.join().unwrap().unwrap();
    });
}

#[test]
fn other_files_are_no_stores_and_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.csv");
    for bytes in [&b""[..], b"game,date", b"TGBK\x01\0\0\0", b"redb"] {
        fs::write(&path, bytes).unwrap();
        let errors = [
            Store::open(&path, Duration::ZERO).map(drop).unwrap_err(),
            Snapshot::open(&path, Duration::ZERO).map(drop).unwrap_err(),
            verify(&path).map(drop).unwrap_err(),
        ];
        for error in errors.map(|error| error.to_string()) {
            assert!(
                error.contains("is not a book") || error.contains("is a sealed book"),
                "{error}"
            );
        }
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    let missing = Store::open(&folder.path().join("none"), PATIENCE).unwrap_err().to_string();
    assert!(missing.starts_with("cannot read '"), "{missing}");
}

/// Damages a byte and reads the store in all ways. What is read must be what was written, or an
/// error; checking the file detects all damage that matters; reading does not change the file.
#[test]
fn damage_at_any_byte_never_changes_what_is_read() {
    let (_folder, path) = small();
    let original = fs::read(&path).unwrap();
    let expected = contents(&path).unwrap();
    // The database panics on some damage, which is caught; its messages would fill the screen.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let seen = panic::catch_unwind(|| damage_each(&path, &original, &expected));
    panic::set_hook(hook);
    let (tried, noticed) = seen.unwrap();
    assert!(tried > 500 && noticed > 50, "{noticed} of {tried} noticed");
}

fn damage_each(
    path: &Path,
    original: &[u8],
    expected: &BTreeMap<Vec<u8>, Record>,
) -> (usize, usize) {
    let (mut tried, mut noticed) = (0, 0);
    // The header, and a part of all other bytes: most of a small file is not in use.
    let chosen = |&index: &usize| {
        index < 320 || index % 10_007 == 0 || (original[index] != 0 && index % 181 == 0)
    };
    for index in (0..original.len()).filter(chosen) {
        let mut bytes = original.to_vec();
        bytes[index] ^= 1 << (index % 8);
        fs::write(path, &bytes).unwrap();
        tried += 1;
        let verified = verify(path);
        assert!(fs::read(path).unwrap() == bytes, "byte {index}: checking changed the file");
        match verified {
            Err(error) => {
                noticed += 1;
                assert_eq!(error.to_string().lines().count(), 1, "{error}");
            }
            Ok(count) => {
                assert_eq!(count, expected.len() as u64, "byte {index}");
                let read = contents(path).unwrap_or_else(|error| panic!("byte {index}: {error}"));
                assert!(read == *expected, "byte {index} changes what is read");
            }
        }
        if let Ok(read) = contents(path) {
            let is_written = |(key, record)| expected.get(key) == Some(record);
            assert!(read.iter().all(is_written), "byte {index} changes a record");
        }
    }
    (tried, noticed)
}

#[test]
fn a_file_that_was_cut_is_an_error() {
    let (_folder, path) = small();
    let original = fs::read(&path).unwrap();
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let ways = [1, 2, 3, 5, 17, 100].map(|part| original.len() - original.len() / part);
    let results = ways.map(|length| {
        fs::write(&path, &original[..length]).unwrap();
        (verify(&path).is_err(), Store::open(&path, Duration::ZERO).is_err())
    });
    panic::set_hook(hook);
    assert_eq!(results, [(true, true); 6]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_records_come_back(rows in proptest::collection::vec((positions(), records(9)), 0..12)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tgbook");
        let store = Store::create(&path).unwrap();
        let mut expected = BTreeMap::new();
        for (position, record) in rows {
            let key = Canonical::of(&position).key;
            store.write(|batch| batch.set(&key, &record)).unwrap();
            expected.insert(key.bytes().to_vec(), record);
        }
        drop(store);
        prop_assert_eq!(contents(&path).unwrap(), expected);
    }
}

/// Positions of 6 to 20 stones at random.
fn random_position(rng: &mut tengen_engine::util::rng::Rng) -> Position {
    let mut position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
    let wanted = 6 + rng.below(15);
    while position.stones().len() < wanted {
        let coord = Coord::new(rng.below(15) as u8, rng.below(15) as u8);
        let _ = position.play(coord);
    }
    position
}

#[test]
#[ignore = "slow: measures, prints and asserts nothing but what is found"]
#[expect(clippy::print_stdout, reason = "the figures are for people (--nocapture)")]
fn lookups_per_second() {
    const POSITIONS: usize = 300_000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tgbook");
    let mut rng = tengen_engine::util::rng::Rng::new(3);
    let positions: Vec<Position> = (0..POSITIONS).map(|_| random_position(&mut rng)).collect();
    let timed = |what: &str, count: usize, work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        let seconds = start.elapsed().as_secs_f64();
        println!("{what}: {count} in {seconds:.2} s, {:.0} per second", count as f64 / seconds);
    };
    let store = Store::create(&path).unwrap();
    timed("put", POSITIONS, &mut || {
        store
            .write(|batch| {
                for position in &positions {
                    let key = Canonical::of(position).key;
                    batch.put(&key, Record { value: Some(7), ..record("") }, Overwrite::Better)?;
                }
                Ok::<_, BookError>(())
            })
            .unwrap();
    });
    drop(store);
    let snapshot = Snapshot::open(&path, PATIENCE).unwrap();
    timed("get", POSITIONS, &mut || {
        for position in &positions {
            assert!(snapshot.get(&Canonical::of(position).key).unwrap().is_some());
        }
    });
    drop(snapshot);
    timed("open to read", 100, &mut || {
        (0..100).for_each(|_| drop(Snapshot::open(&path, PATIENCE).unwrap()));
    });
    timed("verify", POSITIONS, &mut || {
        verify(&path).unwrap();
    });
}
