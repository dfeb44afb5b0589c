//! An engine with a book of a file.

use tengen_engine::engine::swap2::{Swap2Answer, Swap2Decision};
use tengen_engine::engine::{Engine, Level, Options};
use tengen_engine::rules::opening::{OpeningChoice, OpeningPhase, OpeningRule};
use tengen_engine::search::{Limits, NullListener, StopFlag};
use tengen_engine::types::Score;

use super::*;
use crate::book::key::Canonical;
use crate::book::store::{PATIENCE, Snapshot, Store};
use crate::book::{Label, Trust};

/// An engine with a book, and the file of the book.
struct Reader {
    engine: Engine,
    options: Options,
    path: PathBuf,
    _folder: tempfile::TempDir,
}

fn position() -> Position {
    let mut position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
    position.play(Coord::new(7, 7)).unwrap();
    position
}

/// A store that knows one position, and an engine that plays from it.
fn with_record(record: Record, learning: bool) -> Reader {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tgbook");
    let store = Store::create(&path).unwrap();
    let canonical = Canonical::of(&position());
    store.write(|batch| batch.set(&canonical.key, &record.clone().image(&canonical))).unwrap();
    drop(store);
    let mut engine = Engine::new();
    let options = Options {
        hash_kib: Some(1024),
        book: Some(OpenBook::handle(&path)),
        book_learning: learning,
        ..Options::default()
    };
    engine.set_options(options.clone());
    engine.set_seed(1);
    Reader { engine, options, path, _folder: folder }
}

fn corner(label: Label, trust: Trust, value: i16) -> Record {
    let best = Some(Coord::new(0, 0));
    Record { label, trust, best, value: Some(value), ..Record::default() }
}

fn think(reader: &mut Reader, limits: &Limits) -> Choice {
    reader.engine.think(&position(), limits, &StopFlag::new(), &mut NullListener)
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn the_book_is_played_left_where_bad_and_analysis_takes_proofs_only() {
    let corner_move = [Coord::new(0, 0)];
    let mut reader = with_record(corner(Label::None, Trust::Search, 40), false);
    let choice = think(&mut reader, &nodes(300));
    assert_eq!((&choice.moves[..], choice.score, choice.nodes), (&corner_move[..], Score(40), 0));
    let excluded = Limits { excluded: corner_move.to_vec(), ..nodes(300) };
    assert_ne!(think(&mut reader, &excluded).moves, corner_move);
    let analysis = Limits { analysis: true, ..nodes(300) };
    assert_ne!(think(&mut reader, &analysis).moves, corner_move);
    let mut bad = with_record(corner(Label::None, Trust::Search, -400), false);
    assert_ne!(think(&mut bad, &nodes(300)).moves, corner_move);
    let mut won = with_record(corner(Label::Win, Trust::Checker, 29_989), false);
    let choice = think(&mut won, &analysis);
    assert_eq!((&choice.moves[..], choice.score.mate_plies()), (&corner_move[..], Some(11)));
}

#[test]
fn a_search_is_noted_only_where_wanted_and_never_over_a_proof() {
    let known = |reader: &Reader| {
        let snapshot = Snapshot::open(&reader.path, PATIENCE).unwrap();
        let canonical = Canonical::of(&position());
        snapshot.get(&canonical.key).unwrap().unwrap().back(&canonical)
    };
    let remark = Record { comment: "a remark".to_owned(), ..Record::default() };
    let mut reader = with_record(remark.clone(), false);
    let searched = think(&mut reader, &nodes(2_000));
    assert_eq!(known(&reader), remark);
    let mut reader = with_record(remark, true);
    let (stop, limits) = (StopFlag::new(), nodes(2_000));
    let choice =
        reader.engine.think_without_learning(&position(), &limits, &stop, &mut NullListener);
    assert_eq!(choice, searched);
    assert_eq!(known(&reader).best, None, "the answer comes first");
    reader.engine.learn();
    let noted = known(&reader);
    assert_eq!((noted.best, noted.trust), (Some(searched.moves[0]), Trust::Search));
    assert_eq!((noted.nodes, noted.comment.as_str()), (searched.nodes, "a remark"));
    let lost = Record { best: None, ..corner(Label::Loss, Trust::Solver, -29_980) };
    let mut reader = with_record(lost.clone(), true);
    think(&mut reader, &nodes(2_000));
    assert_eq!(known(&reader), lost);
}

/// A move that the book proves to lose is not played, though it looks best.
#[test]
fn what_the_book_proves_near_the_root_decides_the_search() {
    let mut reader = with_record(corner(Label::None, Trust::Search, -400), false);
    let path = reader.path.clone();
    let natural = think(&mut reader, &nodes(3_000)).moves[0];
    let mut after = position();
    after.play(natural).unwrap();
    let canonical = Canonical::of(&after);
    let won = Record { best: None, ..corner(Label::Win, Trust::Checker, 29_979) };
    let store = Store::open(&path, PATIENCE).unwrap();
    store.write(|batch| batch.set(&canonical.key, &won)).unwrap();
    drop(store);
    reader.engine.forget();
    let book = reader.options.book.clone().unwrap();
    let known = book.known_lines(&position(), 48).unwrap();
    assert!(known.len() > 1 && known.iter().any(|line| line.moves == [natural]), "{known:?}");
    assert_ne!(think(&mut reader, &nodes(3_000)).moves[0], natural);
}

#[test]
fn only_the_full_level_takes_openings_from_the_book() {
    let mut reader = with_record(corner(Label::None, Trust::Search, 40), false);
    let path = reader.path.clone();
    let mut three = position();
    for (x, y) in [(8, 9), (2, 2)] {
        three.play(Coord::new(x, y)).unwrap();
    }
    let canonical = Canonical::of(&three);
    let even = corner(Label::None, Trust::Search, 7).image(&canonical);
    let store = Store::open(&path, PATIENCE).unwrap();
    store.write(|batch| batch.set(&canonical.key, &even)).unwrap();
    drop(store);
    let empty = Position::new(Rule::Freestyle, three.size());
    let offer = reader.engine.swap2_from_book(&empty, 3);
    assert_eq!(reader.engine.swap2_from_book(&empty, 3), offer, "the seed decides");
    let Some(Swap2Answer::Offer(stones)) = offer else { panic!("{offer:?}") };
    assert_eq!(stones.len(), 3);
    let stay = Swap2Answer::Decide(Swap2Decision::Stay(Coord::new(0, 0)));
    assert_eq!(reader.engine.swap2_from_book(&three, 3), Some(stay));
    assert_eq!(reader.engine.swap2_from_book(&position(), 3), None);
    let phase = OpeningPhase::new(OpeningRule::Swap2, Rule::Freestyle, three.size()).unwrap();
    let chosen = |reader: &mut Reader| {
        let limits = Limits { nodes: Some(100), ..Limits::default() };
        reader.engine.choose_opening(&phase, &limits, &StopFlag::new(), 3)
    };
    let of_book: Vec<_> = stones.iter().copied().map(OpeningChoice::Point).collect();
    assert_eq!(chosen(&mut reader), of_book);
    reader.engine.set_options(Options { level: Level::Hard, ..reader.options.clone() });
    assert_ne!(chosen(&mut reader), of_book);
    assert_eq!(reader.engine.swap2_from_book(&empty, 3), None);
    assert_eq!(reader.engine.swap2_from_book(&three, 3), None);
}

#[test]
fn a_missing_or_damaged_book_does_not_stop_the_engine() {
    let mut reader = with_record(corner(Label::None, Trust::Search, 40), false);
    let path = reader.path.clone();
    std::fs::write(&path, "nonsense").unwrap();
    assert_eq!(think(&mut reader, &nodes(300)).moves.len(), 1);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(think(&mut reader, &nodes(300)).moves.len(), 1);
}
