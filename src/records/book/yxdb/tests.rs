//! Handmade files, round trips, and random files.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Color, Coord, Rule, Stone};
use tengen_engine::util::rng::Rng;
use tengen_util::charset::Charset;

/// The position of a picture, black to move if there are as many stones of both colors.
fn key(picture: &str) -> YxdbKey {
    let board = notation::parse_picture(Rule::Renju, picture).unwrap();
    let of = |wanted: Stone| {
        let stones = board.stones().iter().filter(|(_, stone)| *stone == wanted);
        let mut stones: Vec<Coord> = stones.map(|&(coord, _)| coord).collect();
        stones.sort_unstable();
        stones
    };
    let (black, white) = (of(Stone::Black), of(Stone::White));
    let to_move = if black.len() > white.len() { Color::White } else { Color::Black };
    YxdbKey { rule: Rule::Renju, size: board.size(), to_move, black, white }
}

fn record(key: YxdbKey) -> YxdbRecord {
    YxdbRecord {
        label: label::WIN,
        value: -29_995,
        depth: 17,
        bound: YxdbBound::Exact,
        text: "@BTXT@23A\n44b5\u{8}黑 wins".to_owned(),
        ..YxdbRecord::new(key)
    }
}

fn written(records: &[YxdbRecord], is_compressed: bool) -> Vec<u8> {
    let count = u32::try_from(records.len()).unwrap();
    let mut writer = YxdbWriter::new(Vec::new(), count, is_compressed).unwrap();
    records.iter().for_each(|record| writer.write(record).unwrap());
    writer.finish().unwrap()
}

fn read(bytes: &[u8]) -> Result<Vec<YxdbRecord>, YxdbError> {
    YxdbReader::new(bytes, Charset::GBK)?.collect()
}

const PICTURE: &str = ". . . . .
                       . X . . .
                       . . O . .
                       . . . . .
                       . . . . .";

#[test]
fn a_file_has_the_bytes_of_the_format() {
    let mut null = YxdbRecord::new(key(PICTURE));
    null.key.white.clear();
    null.key.to_move = Color::White;
    let bytes = written(&[record(key(PICTURE)), null], false);
    let expected: [&[u8]; 12] = [
        b"\x03\0\0\0",
        b"\x03\0\0\0\0",
        b"\x14\0\0\0\0\0\0charset=\"UTF-8\"",
        b"\x07\0\x02\x05\x05",
        b"\x01\x01\x02\x02",
        b"\x1c\0w",
        &(-29_995_i16).to_le_bytes(),
        b"\x47\0",
        "@BTXT@23A\n44b5\u{8}黑 wins".as_bytes(),
        b"\x05\0\x02\x05\x05",
        b"\x01\x01",
        b"\0\0",
    ];
    assert_eq!(bytes, expected.concat());
}

#[test]
fn a_pass_makes_the_numbers_fit() {
    let mut white_to_move = key(PICTURE);
    white_to_move.to_move = Color::White;
    let bytes = white_to_move.to_bytes().unwrap();
    assert_eq!(bytes, b"\x02\x05\x05\x01\x01\xff\xff\x02\x02");
    let mut two_whites = key(PICTURE);
    two_whites.white.push(Coord::new(0, 4));
    let bytes = two_whites.to_bytes().unwrap();
    assert_eq!(bytes, b"\x02\x05\x05\x01\x01\xff\xff\x00\x04\x02\x02");
    two_whites.white.sort_unstable();
    assert_eq!(YxdbKey::from_bytes(&bytes).unwrap(), two_whites);
}

#[test]
fn all_images_have_one_canonical_key() {
    let all: Vec<YxdbKey> = [
        PICTURE,
        ". . . . .\n. . . X .\n. . O . .\n. . . . .\n. . . . .",
        ". . . . .\n. . . . .\n. . O . .\n. X . . .\n. . . . .",
    ]
    .map(key)
    .to_vec();
    let smallest = all[0].canonical().0;
    for key in &all {
        let (canonical, symmetry) = key.canonical();
        assert_eq!(canonical, smallest);
        assert_eq!(symmetry.apply(key.black[0], key.size), canonical.black[0]);
    }
    assert_eq!(smallest.black, [Coord::new(1, 1)]);
}

#[test]
fn keys_have_the_order_of_the_format() {
    let few = YxdbKey { white: Vec::new(), to_move: Color::White, ..key(PICTURE) };
    let white_to_move = YxdbKey { to_move: Color::White, ..key(PICTURE) };
    let other = YxdbKey { white: vec![Coord::new(2, 3)], ..key(PICTURE) };
    let rule = YxdbKey { rule: Rule::Freestyle, ..key(PICTURE) };
    let mut keys =
        vec![other.clone(), white_to_move.clone(), key(PICTURE), few.clone(), rule.clone()];
    keys.sort();
    assert_eq!(keys, [rule, few, key(PICTURE), white_to_move, other]);
}

#[test]
fn texts_are_taken_apart_and_put_together() {
    let text = "@BTXT@23A\n4Hb5\u{8}two\u{8}lines";
    let parts = YxdbText::parse(text);
    let points = [(Coord::new(2, 3), "A".to_owned()), (Coord::new(4, 17), "b5".to_owned())];
    assert_eq!(parts.on_points, points);
    assert_eq!(parts.comment, "two\nlines");
    assert_eq!(parts.to_string(), "@BTXT@23A\n4Hb5\u{8}two\nlines");
    let comment = YxdbText { on_points: Vec::new(), comment: " only this\r\n".to_owned() };
    assert_eq!(comment.to_string(), "only this");
    assert_eq!(YxdbText::parse("only this").comment, "only this");
    // Zeros of an old version, a line without a text, and one that begins with no point.
    assert_eq!(YxdbText::parse("@BTXT@23A\0\n44\n?1x\n").on_points, points[..1]);
}

#[test]
fn old_files_have_another_code_page_and_short_contents() {
    let mut bytes = b"\x03\0\0\0".to_vec();
    bytes.extend(b"\x05\0\x02\x0f\x0f\x07\x07\x09\0w\x01\0\x07\0\xBA\xDA\0\0");
    bytes.extend(b"\0\0");
    bytes.extend(b"\x05\0\x00\x0f\x0f\x07\x08\x01\0l");
    let records = read(&bytes).unwrap();
    assert_eq!(records.len(), 2);
    let YxdbRecord { label, value, depth, bound, text, .. } = &records[0];
    assert_eq!((*label, *value, *depth, *bound), (label::WIN, 1, 1, YxdbBound::Exact));
    assert_eq!(text, "黑");
    assert_eq!((records[1].label, records[1].value), (label::LOSS, 0));
}

#[test]
fn errors_say_what_and_where() {
    let good = written(&[record(key(PICTURE))], false);
    let with = |place: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[place] = byte;
        bytes
    };
    let odd_key = [&good[..31], b"\x06\0\x02\x05\x05\x01\x01\x02\0\0"].concat();
    let cases: [(Vec<u8>, &str); 9] = [
        (vec![], "record 0, byte 0: the file ends inside the number of records, after 0 of 0 rec"),
        (good[..40].to_vec(), "record 2, byte 31: the file ends inside a record, after 1 of 2"),
        (
            with(33, 7),
            "record 2, byte 31: rule 7, expected 0 (freestyle), 1 (standard) or 2 (renju)",
        ),
        (with(34, 23), "record 2, byte 31: a board of 23x5, expected sides from 5 to 22"),
        (with(36, 5), "record 2, byte 31: a stone on 5,1, expected a point of a 5x5 board"),
        (with(36, 255), "record 2, byte 31: a stone on -1,1, expected a point of a 5x5 board"),
        (odd_key, "record 2, byte 31: a key of 6 bytes, expected 3 and 2 for each stone"),
        (with(0, 9), "record 3, byte 70: the file ends inside a key, after 2 of 9 records"),
        (
            [&with(38, 1)[..39], &[1], &good[40..]].concat(),
            "record 2, byte 31: two stones on 1,1, expected one",
        ),
    ];
    for (bytes, expected) in cases {
        let error = read(&bytes).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn a_compressed_file_that_is_cut_or_damaged_is_an_error() {
    let compressed = written(&[record(key(PICTURE))], true);
    assert!(read(&compressed).is_ok());
    for length in 4..compressed.len() {
        assert!(read(&compressed[..length]).is_err(), "{length} of {} bytes", compressed.len());
    }
    // The last 8 bytes are end mark and checksum: the records are whole without them.
    let error = read(&compressed[..compressed.len() - 8]).unwrap_err().to_string();
    assert!(error.ends_with("without its end mark and checksum: the file is cut"), "{error}");
    let mut damaged = compressed;
    *damaged.last_mut().unwrap() ^= 1;
    let error = read(&damaged).unwrap_err().to_string();
    assert!(error.starts_with("record 2, byte 70: "), "the checksum: {error}");
}

#[test]
fn what_the_format_does_not_hold_is_refused() {
    let refused = |record: &YxdbRecord| {
        let mut writer = YxdbWriter::new(Vec::new(), 1, false).unwrap();
        writer.write(record).unwrap_err().to_string()
    };
    let caro = YxdbKey { rule: Rule::Caro, ..key(PICTURE) };
    let expected = "the rule caro, expected freestyle, standard or renju";
    assert_eq!(refused(&record(caro)), expected);
    let large = YxdbKey { size: BoardSize::square(23).unwrap(), ..key(PICTURE) };
    assert_eq!(refused(&record(large)), "a board of 23x23, expected at most 22x22");
    let long = YxdbRecord { text: "x".repeat(65_531), ..record(key(PICTURE)) };
    assert_eq!(refused(&long), "a text of 65531 bytes, expected at most 65530");
    let writer = YxdbWriter::new(Vec::new(), 1, false).unwrap();
    let error = writer.finish().unwrap_err().to_string();
    assert_eq!(error, "0 records, expected 1 as announced");
}

/// Positions with any stones, sorted.
fn any_key() -> impl Strategy<Value = YxdbKey> {
    let rule = prop::sample::select(vec![Rule::Freestyle, Rule::Standard, Rule::Renju]);
    let stones = proptest::collection::btree_map((0u8..22, 0u8..22), any::<bool>(), 0..40);
    (rule, 5u64..=22, 5u64..=22, stones, any::<bool>()).prop_map(
        |(rule, width, height, stones, is_black)| {
            let size = BoardSize::new(width, height).unwrap();
            let stones: BTreeMap<Coord, bool> =
                stones.into_iter().map(|((x, y), color)| (Coord::new(x, y), color)).collect();
            let of = |wanted: bool| {
                let stones =
                    stones.iter().filter(|&(&at, &color)| color == wanted && size.contains(at));
                stones.map(|(&coord, _)| coord).collect()
            };
            let to_move = if is_black { Color::Black } else { Color::White };
            YxdbKey { rule, size, to_move, black: of(true), white: of(false) }
        },
    )
}

fn any_record() -> impl Strategy<Value = YxdbRecord> {
    let bound = prop::sample::select(vec![
        YxdbBound::None,
        YxdbBound::Upper,
        YxdbBound::Lower,
        YxdbBound::Exact,
    ]);
    (any_key(), 1i8.., any::<i16>(), -8192i16..8192, bound, "[ -~黑\u{8}\n]{0,30}").prop_map(
        |(key, label, value, depth, bound, text)| YxdbRecord {
            key,
            label,
            value,
            depth,
            bound,
            text,
        },
    )
}

proptest! {
    #[test]
    fn any_records_come_back(
        records in proptest::collection::vec(any_record(), 0..20),
        is_compressed in any::<bool>(),
    ) {
        prop_assert_eq!(read(&written(&records, is_compressed)).unwrap(), records);
    }

    #[test]
    fn canonical_keys_are_those_of_all_images(key in any_key()) {
        let (canonical, symmetry) = key.canonical();
        prop_assert_eq!(canonical.canonical().0, canonical.clone());
        for stone in &key.black {
            prop_assert!(canonical.black.contains(&symmetry.apply(*stone, key.size)));
        }
        prop_assert_eq!((canonical.black.len(), canonical.white.len()), (key.black.len(), key.white.len()));
    }
}

/// Changed files are refused or read, without a panic and without much memory.
#[test]
fn changed_files_cause_no_panic() {
    let mut rng = Rng::new(20_26);
    let records = [record(key(PICTURE)), YxdbRecord::new(key(PICTURE))];
    let originals = [written(&records, false), written(&records, true)];
    let mut accepted = 0;
    for round in 0..25_000 {
        let mut bytes = originals[usize::from(round % 4 == 0)].clone();
        for _ in 0..=rng.below(3) {
            let place = rng.below(bytes.len());
            let byte = u8::try_from(rng.below(256)).unwrap();
            match rng.below(4) {
                0 => bytes[place] = byte,
                1 => bytes[place] ^= 1 << rng.below(8),
                2 => bytes.insert(place, byte),
                _ => bytes.truncate(place.max(1)),
            }
        }
        let Ok(records) = read(&bytes) else { continue };
        accepted += 1;
        assert_eq!(read(&written(&records, false)).unwrap().len(), records.len());
    }
    assert!(accepted > 250, "{accepted} of the changed files are still databases");
}

/// Measured with `cargo test --release -- --ignored --nocapture yxdb`.
#[test]
#[ignore = "slow: a measurement"]
#[expect(clippy::print_stdout, reason = "the report is for people")]
fn records_per_second() {
    let mut rng = Rng::new(1);
    let size = BoardSize::square(15).unwrap();
    let mut records: Vec<YxdbRecord> = (0..200_000_usize)
        .map(|number| {
            let mut points: Vec<Coord> = size.coords().collect();
            rng.shuffle(&mut points);
            let stones = 4 + number % 30;
            let (black, white) = points[..stones].split_at(stones.div_ceil(2));
            let to_move = if stones % 2 == 0 { Color::Black } else { Color::White };
            let (black, white) = (black.to_vec(), white.to_vec());
            record(YxdbKey { rule: Rule::Renju, size, to_move, black, white }.canonical().0)
        })
        .collect();
    records.sort_by(|one, other| one.key.cmp(&other.key));
    for is_compressed in [false, true] {
        let start = std::time::Instant::now();
        let bytes = written(&records, is_compressed);
        let write = start.elapsed();
        let start = std::time::Instant::now();
        let count = YxdbReader::new(&bytes[..], Charset::GBK).unwrap().map(Result::unwrap).count();
        let read = start.elapsed();
        println!(
            "compressed {is_compressed}: {count} records, {} bytes, written in {write:?}, read in {read:?}",
            bytes.len()
        );
    }
}
