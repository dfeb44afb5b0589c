//! Openings are the same on every image, from a store and from a sealed book.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::book::Trust;
use crate::book::key::{Canonical, Key};
use crate::book::opening::EVEN;
use crate::book::sealed::SealedBook;
use crate::book::store::{PATIENCE, Snapshot, Store};

fn size() -> BoardSize {
    BoardSize::square(15).unwrap()
}

fn after(moves: &[(u8, u8)]) -> Position {
    let mut position = Position::new(Rule::Freestyle, size());
    for &(x, y) in moves {
        position.play(Coord::new(x, y)).unwrap();
    }
    position
}

const EVEN_THREE: [(u8, u8); 3] = [(3, 2), (5, 4), (5, 6)];
const OTHER_THREE: [(u8, u8); 3] = [(7, 7), (8, 8), (9, 7)];
const WHITE: (u8, u8) = (9, 9);
const BLACK: (u8, u8) = (12, 3);

fn with_two(three: [(u8, u8); 3], two: [(u8, u8); 2]) -> Position {
    after(&[&three[..], &two[..]].concat())
}

fn worth(value: i16) -> Record {
    Record { value: Some(value), trust: Trust::Search, nodes: 1 << 20, ..Record::default() }
}

/// An even triple with two pairs, one of them uneven; another triple and a pair of its own.
fn rows() -> Vec<(Key, Record)> {
    let of = |position: &Position, record: Record| {
        let canonical = Canonical::of(position);
        (canonical.key.clone(), record.image(&canonical))
    };
    vec![
        of(&after(&EVEN_THREE), Record { best: Some(Coord::new(1, 1)), ..worth(-9) }),
        of(&after(&OTHER_THREE), worth(-160)),
        of(&with_two(EVEN_THREE, [WHITE, BLACK]), worth(7)),
        of(&with_two(EVEN_THREE, [BLACK, WHITE]), worth(90)),
        of(&with_two(OTHER_THREE, [(0, 0), (14, 3)]), worth(2)),
        of(&after(&[(7, 7)]), worth(3)),
        of(&after(&[(7, 7), (7, 8), (1, 1), (2, 2)]), worth(0)),
    ]
}

/// A session of a store and one of a sealed book with the same records.
fn sessions() -> (tempfile::TempDir, [BookSession; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tgbook");
    let store = Store::create(&path).unwrap();
    let put = |(key, record): (Key, Record)| store.write(|batch| batch.set(&key, &record));
    rows().into_iter().try_for_each(put).unwrap();
    drop(store);
    let bytes = SealedBook::new("a test".to_owned(), rows()).unwrap().bytes();
    let sealed = SealedBook::read(&bytes, Path::new("a.book")).unwrap();
    let store = Snapshot::open(&path, PATIENCE).unwrap();
    (folder, [BookSession::Store(Box::new(store)), BookSession::Sealed(Arc::new(sealed))])
}

fn image(position: &Position, symmetry: Symmetry) -> Position {
    let mut image = Position::new(position.rule(), position.size());
    for &(coord, stone) in position.stones() {
        image.put(symmetry.apply(coord, size()), stone).unwrap();
    }
    image.set_to_move(position.to_move());
    image
}

#[test]
fn only_even_stones_are_offered_on_every_image() {
    let (_folder, sessions) = sessions();
    let even = Canonical::of(&after(&EVEN_THREE)).key;
    for session in &sessions {
        let mut seen = BTreeSet::new();
        for seed in 0..100 {
            let mut rng = Rng::new(seed);
            let stones = offer(session, Rule::Freestyle, size(), &mut rng).unwrap().unwrap();
            let points: Vec<(u8, u8)> = stones.iter().map(|coord| (coord.x, coord.y)).collect();
            assert_eq!(Canonical::of(&after(&points)).key, even);
            seen.insert(points);
        }
        // Either black stone may come first.
        assert_eq!(seen.len(), 8, "{seen:?}");
        let mut rng = Rng::new(1);
        assert_eq!(offer(session, Rule::Renju, size(), &mut rng).unwrap(), None);
        let other = BoardSize::square(16).unwrap();
        assert_eq!(offer(session, Rule::Freestyle, other, &mut rng).unwrap(), None);
    }
}

#[test]
fn the_choices_are_known_on_every_image() {
    let (_folder, [store, sealed]) = sessions();
    for symmetry in Symmetry::all(size()) {
        let at = |(x, y)| symmetry.apply(Coord::new(x, y), size());
        let three = image(&after(&EVEN_THREE), symmetry);
        let even = Swap2Pair { stones: [at(WHITE), at(BLACK)], value: 7 };
        let uneven = Swap2Pair { stones: [at(BLACK), at(WHITE)], value: 90 };
        let known = choices(&store, &three).unwrap().unwrap();
        assert_eq!(known, Swap2Choices { value: -9, pairs: vec![even, uneven] });
        // Uneven positions are not listed.
        let known = choices(&sealed, &three).unwrap().unwrap();
        assert_eq!(known, Swap2Choices { value: -9, pairs: vec![even] });
        for session in [&store, &sealed] {
            let value =
                |position: &Position| choices(session, position).unwrap().map(|known| known.value);
            assert_eq!(value(&image(&after(&OTHER_THREE), symmetry)), Some(-160));
            assert_eq!(value(&image(&with_two(EVEN_THREE, [WHITE, BLACK]), symmetry)), Some(7));
            assert_eq!(value(&image(&with_two(EVEN_THREE, [WHITE, (0, 9)]), symmetry)), None);
            assert_eq!(value(&after(&[(7, 7)])), None, "no choice of colors follows");
        }
    }
}

#[test]
fn what_a_person_advises_against_is_not_chosen() {
    let blocked = Record { label: Label::Blocked, ..worth(1) };
    assert!(is_even(&worth(-EVEN as i16)) && !is_even(&worth(EVEN as i16 + 1)));
    assert!(!is_even(&blocked) && !is_even(&Record::default()));
}

#[test]
fn stones_lead_to_more_stones_only_where_they_are_among_them() {
    let three = after(&EVEN_THREE);
    let pair = pair_between(&three, &with_two(EVEN_THREE, [WHITE, BLACK]));
    assert_eq!(pair, Some([Coord::new(WHITE.0, WHITE.1), Coord::new(BLACK.0, BLACK.1)]));
    assert_eq!(pair_between(&three, &with_two(OTHER_THREE, [WHITE, BLACK])), None);
    let mut renju = with_two(EVEN_THREE, [WHITE, BLACK]);
    renju.set_rule(Rule::Renju);
    assert_eq!(pair_between(&three, &renju), None);
}

#[test]
fn every_damage_of_a_sealed_book_with_openings_is_an_error() {
    let bytes = SealedBook::new("a test".to_owned(), rows()).unwrap().bytes();
    assert_eq!(bytes[4], 2);
    for index in 0..bytes.len() {
        assert!(SealedBook::read(&bytes[..index], Path::new("a.book")).is_err(), "cut at {index}");
        let mut damaged = bytes.clone();
        damaged[index] ^= 1;
        assert!(SealedBook::read(&damaged, Path::new("a.book")).is_err(), "byte {index}");
    }
    let resummed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut body = bytes[..bytes.len() - 4].to_vec();
        change(&mut body);
        let sum = crc32fast::hash(&body);
        body.extend(sum.to_le_bytes());
        SealedBook::read(&body, Path::new("a.book")).map(|_| ())
    };
    resummed(&|_| ()).unwrap();
    // A key that no record has, one too many, a point that is not on the board.
    resummed(&|body| *body.last_mut().unwrap() ^= 1).unwrap_err();
    resummed(&|body| body.push(0)).unwrap_err();
    resummed(&|body| *body.last_mut().unwrap() = 99).unwrap_err();
    let plain = SealedBook::new("a test".to_owned(), rows().into_iter().skip(5)).unwrap().bytes();
    assert_eq!(plain[4], 1, "without openings the file is as before");
}
