//! Handmade files, round trips, and random files.

use proptest::prelude::*;

use super::*;
use crate::PlayedMove;
use crate::game_tree::{GameTree, NodeId};
use crate::sample::{any_changes, changed_bytes};
use crate::sgf;
use tengen_engine::types::{BoardSize, Color, Coord, Rule};
use tengen_engine::util::rng::Rng;
use tengen_util::charset::Charset;

/// The header of version 3.`minor`.
fn header(minor: u8) -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff\x03".to_vec();
    bytes.push(minor);
    bytes.extend([0xFF; 10]);
    bytes
}

fn lib(minor: u8, nodes: &[&[u8]]) -> Vec<u8> {
    [header(minor), nodes.concat()].concat()
}

fn tree(bytes: &[u8]) -> GameTree {
    read(bytes, Rule::Renju, None).unwrap().tree
}

fn sgf_of(bytes: &[u8]) -> String {
    let text = sgf::write_tree(&tree(bytes));
    text.split_once("RE[?]").unwrap().1.replace('\n', "")
}

/// h8 with two answers, i9 with a comment, a text and an answer, and i8 marked; a text on a1
/// without a move, which comes last as its row is the lowest.
fn sample() -> Vec<u8> {
    lib(
        4,
        &[
            b"\x00\x08Hello\x08more\r\nlines\0",
            b"\x78\x00",
            b"\x69\x89\x00\x01good\0\0A\0",
            b"\x59\x40",
            b"\x79\xD4",
            b"\xE1\x43\x00\x01xy\0\0",
        ],
    )
}

fn sentences(lost: &super::read::LibLosses) -> Vec<String> {
    lost.losses().iter().map(ToString::to_string).collect()
}

#[test]
fn comments_texts_and_marks_are_read() {
    assert_eq!(
        sgf_of(&sample()),
        "C[Hellomorelines];B[hh]LB[ig:A][ao:xy](;W[ig]C[good];B[if])(;W[ih]HO[1]START[1]))"
    );
    let tree = tree(&sample());
    assert_eq!(tree.node(GameTree::ROOT).comment, "Hello\nmore\nlines");
}

#[test]
fn a_file_as_renlib_writes_it_comes_back_byte_by_byte() {
    let rootless = lib(0, &[b"\x78\x10", b"\x68\xC0", b"\x69\x40"]);
    let passes = lib(4, &[b"\0\0", b"\x78\0", b"\0\x80", b"\x77\xC0", b"\x87\x40", b"\x69\x40"]);
    for bytes in [sample(), rootless, passes, lib(4, &[b"\0\x40"])] {
        assert_eq!(write(&tree(&bytes), Charset::UTF_8).unwrap(), bytes);
    }
}

#[test]
fn files_of_all_versions_are_read() {
    let h8_i9 = ";B[hh];W[ig])";
    assert_eq!(sgf_of(b"\x78\0\x69\x40"), h8_i9);
    assert_eq!(sgf_of(&lib(0, &[b"\x78\0", b"\x69\x40"])), h8_i9);
    assert_eq!(sgf_of(&lib(4, &[b"\0\0", b"\x78\0", b"\x69\x40"])), h8_i9);
    // Several first moves without a root, as Rapfi writes them.
    assert_eq!(sgf_of(&lib(0, &[b"\x78\xC0", b"\x69\x40"])), "(;B[hh])(;B[ig]))");
    // An old comment is 7-bit, its letters are those of Swedish, its last byte has the highest bit.
    let old = b"\x78\x60Bra }{|\x08]\xDB";
    assert_eq!(sgf_of(old), ";B[hh]C[Bra åäöÅÄ])");
}

#[test]
fn a_part_of_a_tree_may_end_before_the_siblings_that_it_names() {
    assert_eq!(sgf_of(&lib(4, &[b"\0\0", b"\x78\x80", b"\x69\x80"])), ";B[hh];W[ig])");
}

#[test]
fn errors_say_what_and_where() {
    let cases: [(Vec<u8>, &str); 6] = [
        (vec![], "the file begins with nothing, expected FF 52 65 6E 4C 69 62 FF (Ren"),
        (b"(;GM[4])".to_vec(), "the file begins with 28 3B 47 4D 5B 34 5D 29, expected FF"),
        (header(5), "version 3.5 of the format, expected at most 3.4"),
        (header(4)[..15].to_vec(), "byte 0: the file ends inside the header"),
        (lib(4, &[b"\0\0", b"\x70\x40"]), "byte 22: point 70, expected 00 (pass) or row 0 to"),
        (lib(4, &[b"\0\x80", b"\x70\x40"]), "byte 20: the root has a sibling, expected one root"),
    ];
    for (bytes, expected) in cases {
        let error = read(&bytes, Rule::Renju, None).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn of_a_file_that_is_cut_the_whole_nodes_are_read() {
    for (nodes, stones, expected) in [
        (&[&b"\0\0"[..], b"\x78"][..], 0, "byte 22: the file ends inside a node"),
        (&[b"\0\0", b"\x79\0", b"\x78\x48ab"], 1, "byte 26: the file ends inside a comment"),
        (&[b"\0\0", b"\x78\x40", b"abc"], 1, "byte 24: 3 more bytes after the last node, expected"),
    ] {
        let read = read(&lib(4, nodes), Rule::Renju, None).unwrap();
        let error = read.unread.clone().unwrap().to_string();
        assert!(error.starts_with(expected), "{error}");
        assert_eq!(read.tree.len(), stones);
        assert!(read.whole().is_err());
    }
}

#[test]
fn bytes_that_say_nothing_may_follow_the_tree() {
    for tail in [&b"\0\0"[..], b"\r\n", b"\x1a"] {
        let read = read(&lib(4, &[b"\0\0", b"\x78\x40", tail]), Rule::Renju, None).unwrap();
        assert_eq!((read.tree.len(), read.unread), (1, None));
        assert!(
            read.notes[0].to_string().ends_with("after the last node, ignored"),
            "{:?}",
            read.notes
        );
    }
}

#[test]
fn moves_on_occupied_points_are_skipped_with_what_follows() {
    let bytes =
        lib(4, &[b"\0\0", b"\x78\0", b"\x69\0", b"\x78\x80", b"\x11\0", b"\x12\x40", b"\x79\x40"]);
    let read = read(&bytes, Rule::Renju, None).unwrap();
    assert_eq!(read.lost.occupied, 3);
    assert_eq!(read.tree.len(), 3);
    assert_eq!(
        sentences(&read.lost),
        ["skipped 3 moves on occupied points, with what follows them"]
    );
    assert_eq!(sgf_of(&bytes), ";B[hh];W[ig];B[ih])");
    let sentences =
        |nodes: &[&[u8]]| sentences(&super::read(&lib(4, nodes), Rule::Renju, None).unwrap().lost);
    let one = sentences(&[b"\0\0", b"\x78\0", b"\x78\x40"]);
    assert_eq!(one, ["skipped 1 move on an occupied point"]);
    // A text on the board at a pass.
    let one = sentences(&[b"\0\0", b"\x78\0", b"\0\x01\0\x01A\0", b"\x69\x40"]);
    let expected =
        "skipped 1 remark that belongs to no point: on a pass, or on a text on the board";
    assert_eq!(one, [expected]);
}

#[test]
fn texts_have_the_code_page_that_is_named_or_seems_right() {
    let comment = |bytes: &[u8], charset: Option<&str>| {
        let bytes = lib(4, &[b"\0\0", b"\x79\x48", bytes, b"\0\0"]);
        let charset = charset.map(|name| name.parse().unwrap());
        let tree = read(&bytes, Rule::Renju, charset).unwrap().tree;
        tree.node(tree.line_through(GameTree::ROOT)[0]).comment.to_owned()
    };
    assert_eq!(comment(b"\xBA\xDA\xCA\xA4", Some("gbk")), "黑胜");
    assert_eq!(comment(b"\xB0\xD7\xC6\xE5\xB7\xC0\xCA\xD8", None), "白棋防守");
    assert_eq!(comment(b"J\xF6rg", None), "Jörg");
    assert_eq!(comment("黑胜".as_bytes(), None), "黑胜");
    let mut tree = tree(&sample());
    tree.set_comment(GameTree::ROOT, "a € 黑");
    let gbk = write(&tree, Charset::GBK).unwrap();
    assert!(gbk.windows(4).any(|bytes| bytes == b" \xBA\xDA\0"), "{gbk:02X?}");
    assert_eq!(read(&gbk, Rule::Renju, Some(Charset::GBK)).unwrap().tree, tree);
    let error = write(&tree, "windows-1251".parse().unwrap()).unwrap_err().to_string();
    assert_eq!(error, "'黑' in a comment or text, expected characters of windows-1251");
}

#[test]
fn a_game_that_no_library_holds_is_refused() {
    let other = GameTree::new(Rule::Renju, BoardSize::square(19).unwrap());
    let error = write(&other, Charset::UTF_8).unwrap_err().to_string();
    assert_eq!(error, "a board of 19x19, expected 15x15");
    let set_up = sgf::read_tree("(;GM[4]SZ[15]AB[hh])", Rule::Renju).unwrap();
    assert_eq!(write(&set_up, Charset::UTF_8), Err(RenlibWriteError::SetUp));
}

#[test]
fn a_pass_is_a_move_with_remarks_like_any_other() {
    let bytes = lib(4, &[b"\0\0", b"\x78\0", b"\0\x18ab\0\0", b"\x69\x40"]);
    assert_eq!(sgf_of(&bytes), ";B[hh];W[]C[ab]HO[1];B[ig])");
    assert_eq!(write(&tree(&bytes), Charset::UTF_8).unwrap(), bytes);
    // Not a move, whatever it is: its comment is kept where it stands.
    let bytes = lib(4, &[b"\0\0", b"\x78\0", b"\0\x0Aab\0\0", b"\x69\x40"]);
    assert_eq!(sgf_of(&bytes), ";B[hh]C[ab];W[ig])");
}

#[test]
fn a_long_line_does_not_exhaust_the_stack() {
    let bytes = lib(4, &[&b"\0\0".repeat(1_000_000), b"\x78\x40"]);
    assert_eq!(tree(&bytes).len(), 1_000_000);
}

/// Changed files are refused or read; what was read survives a round trip.
#[test]
fn changed_files_cause_no_panic() {
    let mut rng = Rng::new(20_26);
    let (mut accepted, original) = (0, sample());
    for _ in 0..25_000 {
        let mut bytes = original.clone();
        for _ in 0..=rng.below(4) {
            let place = rng.below(bytes.len());
            let byte = u8::try_from(rng.below(256)).unwrap();
            match rng.below(4) {
                0 => bytes[place] = byte,
                1 => bytes[place] ^= 1 << rng.below(8),
                2 => bytes.insert(place, byte),
                _ => bytes.truncate(place.max(1)),
            }
        }
        let Ok(first) = read(&bytes, Rule::Renju, None) else { continue };
        accepted += 1;
        let written = write(&first.tree, Charset::UTF_8).unwrap();
        let second = tree(&written);
        assert_eq!(second.len(), first.tree.len(), "{bytes:02X?}");
        assert_eq!(write(&second, Charset::UTF_8).unwrap(), written, "{bytes:02X?}");
    }
    assert!(accepted > 2_500, "{accepted} of the changed files are still libraries");
}

/// A tree with stones and passes of both colors in turn, comments, texts and marks.
fn any_tree() -> impl Strategy<Value = GameTree> {
    let index = any::<prop::sample::Index>;
    let point = prop_oneof![9 => (0u8..15, 5u8..9).prop_map(Some), 1 => Just(None)];
    let moves = proptest::collection::vec((index(), point), 0..60);
    let remarks = proptest::collection::vec((index(), "[a-zé黑\n]{1,9}"), 0..6);
    let texts = proptest::collection::vec((index(), 0u8..15, 5u8..9, "[A-Zü黑]{1,3}"), 0..9);
    let marks = proptest::collection::vec((index(), any::<bool>()), 0..5);
    (moves, remarks, texts, marks).prop_map(|(moves, remarks, texts, marks)| {
        let mut tree = GameTree::new(Rule::Renju, BoardSize::square(15).unwrap());
        let mut nodes = vec![GameTree::ROOT];
        for (place, point) in moves {
            let played = PlayedMove::plain(point.map(|(x, y)| Coord::new(x, y)), None);
            nodes.extend(tree.play(nodes[place.index(nodes.len())], played));
        }
        let node = |place: prop::sample::Index| -> NodeId { nodes[place.index(nodes.len())] };
        for (place, remark) in remarks {
            tree.set_comment(node(place), remark);
        }
        for (place, x, y, text) in texts {
            tree.edit_marks(node(place), |marks| marks.set_text(Coord::new(x, y), text));
        }
        for (place, is_start) in marks {
            tree.edit_marks(node(place), |marks| {
                if is_start { marks.is_start = true } else { marks.is_marked = true }
            });
        }
        // A library does not say how a game ended; the board may, by two passes.
        let outcome = tree.end_at(tree.end()).outcome;
        tree.edit_head(|head| head.outcome = outcome);
        tree
    })
}

proptest! {
    #[test]
    fn any_tree_comes_back(tree in any_tree()) {
        let bytes = write(&tree, Charset::UTF_8).unwrap();
        let back = read(&bytes, Rule::Renju, None).unwrap();
        prop_assert_eq!(back.lost, Default::default());
        prop_assert_eq!(sgf::write_tree(&back.tree), sgf::write_tree(&tree));
        prop_assert_eq!(write(&back.tree, Charset::UTF_8).unwrap(), bytes);
    }

    #[test]
    fn moves_out_of_turn_follow_a_pass(tree in any_tree(), colors in any::<u64>()) {
        // Every second move, on average, has the other color: the other side passed before it.
        let text = sgf::write_tree(&tree);
        let mut bit = 0;
        let text: String = text.split(";W[").map(|part| {
            bit += 1;
            format!("{part};{}[", if colors >> (bit % 64) & 1 == 0 { 'W' } else { 'B' })
        }).collect();
        let tree = sgf::read_tree(text.trim_end_matches([';', 'W', 'B', '[']), Rule::Renju).unwrap();
        prop_assume!(tree.start().to_move() == Color::Black);
        let bytes = write(&tree, Charset::UTF_8).unwrap();
        let back = super::tests::tree(&bytes);
        // A pass that is written may be one that the tree has, and lines that then agree become one.
        prop_assert!(back.alternates());
        let stones = |tree: &GameTree| {
            let mut all: Vec<_> = tree.walk(usize::MAX).map(|(_, board)| board.cells()).collect();
            all.sort_unstable_by_key(|cells| format!("{cells:?}"));
            all.dedup();
            all
        };
        prop_assert_eq!(stones(&back), stones(&tree));
        let again = super::tests::tree(&write(&back, Charset::UTF_8).unwrap());
        prop_assert_eq!(stones(&again), stones(&tree));
    }

    #[test]
    fn read_survives_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&[header(4), bytes].concat(), Rule::Renju, None);
    }

    #[test]
    fn read_survives_changed_text(changes in any_changes()) {
        let _ = read(&changed_bytes("\u{78}\u{8}ab\u{0}\u{0}i@", &changes), Rule::Renju, None);
    }
}
