//! Records and positions for tests, drawn at random.

use proptest::prelude::*;

use super::record::{Bound, GameResults, Label, Record, Trust};
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Color, Coord, Rule, Stone};

fn coords(side: u8) -> impl Strategy<Value = Coord> {
    (0..side, 0..side).prop_map(|(x, y)| Coord::new(x, y))
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "[a-zA-Z0-9]{1,4}",
        Just("a line\nand \"another\", with commas; tab\tand 天元".to_owned()),
        "\\PC{0,12}",
    ]
}

/// A value of the side that the label says wins.
fn of_winner(label: Label, value: i16) -> i16 {
    match label {
        Label::Win => value.abs(),
        Label::Loss => -value.abs(),
        _ => value,
    }
}

/// Any record of a position on a board of this side.
pub(crate) fn records(side: u8) -> impl Strategy<Value = Record> {
    let words = (
        proptest::sample::select(Label::ALL),
        proptest::sample::select(Trust::ALL),
        proptest::sample::select(Bound::ALL),
    );
    let numbers = (
        proptest::option::of(-30_000i16..=30_000),
        any::<i16>(),
        proptest::option::of(coords(side)),
        any::<u64>(),
        (any::<u32>(), 0u32..9, 0u32..9),
    );
    let remarks =
        (texts(), texts(), proptest::collection::btree_map(coords(side), "[a-z天]{1,3}", 0..4));
    (words, numbers, remarks).prop_map(
        |((label, trust, bound), (value, depth, best, nodes, games), (engine, comment, texts))| {
            let (won, drawn, lost) = games;
            let results = GameResults { won, drawn, lost };
            let texts = texts.into_iter().collect();
            let value = value.map(|value| of_winner(label, value));
            Record {
                label,
                value,
                bound,
                depth,
                best,
                nodes,
                trust,
                engine,
                results,
                comment,
                texts,
            }
        },
    )
}

/// The record without a best move on a stone.
pub(crate) fn on_empty_points(position: &Position, record: Record) -> Record {
    let best = record.best.filter(|&best| position.is_empty_at(best));
    Record { best, ..record }
}

/// Any position with a few stones; its board is at least of side 9.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    let sizes = proptest::sample::select(vec![(15, 15), (9, 9), (9, 12), (20, 20), (30, 31)]);
    let stones = proptest::collection::btree_map(coords(9), 0..14u8, 0..12);
    let rules = proptest::sample::select(&Rule::ALL[..]);
    (rules, sizes, stones, any::<bool>()).prop_map(|(rule, (width, height), stones, white)| {
        let size = BoardSize::new(width, height).expect("the size exists");
        let mut position = Position::new(rule, size);
        for (coord, kind) in stones {
            let stone = match kind {
                0 => Stone::Blocked,
                kind if kind % 2 == 0 => Stone::Black,
                _ => Stone::White,
            };
            position.put(coord, stone).expect("an empty point");
        }
        position.set_to_move(if white { Color::White } else { Color::Black });
        position
    })
}
