//! However a file is made, reading it takes at most 64 MB and four times its size. A counting
//! allocator measures that, which is why these tests are a program of their own.
//!
//! Each test takes turns with the others, since all count together. The sizes are such that a
//! reader that keeps a board, a game or a list entry for a few bytes of the file fails.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};

use proptest::prelude::*;

use tengen_engine::types::{BoardSize, Rule};
use tengen_records::book_formats::{BookEntry, rows};
use tengen_records::game_format::{GameFormat, ReadDefaults};
use tengen_records::{GameRecord, jsonl, openings};

/// Bytes that are in use, and the most that were at a time.
struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn count(more: usize, less: usize) {
    let live = LIVE.fetch_add(more, SeqCst) + more;
    PEAK.fetch_max(live.saturating_sub(less), SeqCst);
    LIVE.fetch_sub(less, SeqCst);
}

// SAFETY: every call goes to the allocator of the system unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: as this function's caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: as this function's caller promises.
        unsafe { System.dealloc(at, layout) }
    }

    /// Large blocks are moved by the system without a second copy in memory.
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: as this function's caller promises.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

static TURN: Mutex<()> = Mutex::new(());

const MB: usize = 1 << 20;
/// The size of the files.
const FILE_BYTES: usize = MB;

/// Checks the memory of a reader, the file included.
fn check(name: &str, file: impl FnOnce() -> Vec<u8>, read: impl FnOnce(&[u8])) {
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let before = LIVE.load(SeqCst);
    let mut bytes = file();
    bytes.shrink_to_fit();
    PEAK.store(LIVE.load(SeqCst), SeqCst);
    read(&bytes);
    let peak = PEAK.load(SeqCst).saturating_sub(before);
    let most = 64 * MB + 4 * bytes.len();
    let (peak_mb, most_mb) = (peak as f64 / MB as f64, most as f64 / MB as f64);
    let size = bytes.len();
    drop(turn);
    assert!(peak <= most, "{name}: {size} bytes take {peak_mb:.1} MB, expected {most_mb:.1}");
}

/// Reads all games of a file, whatever is wrong with it.
fn games(format: GameFormat, size: BoardSize) -> impl FnOnce(&[u8]) {
    move |bytes| {
        let defaults = ReadDefaults { rule: Rule::Renju.into(), size, charset: None };
        let _ = format.each(bytes, defaults, |_, _| ControlFlow::Continue(()));
        let _ = GameFormat::recognize(bytes);
    }
}

fn usual() -> BoardSize {
    BoardSize::square(15).unwrap()
}

fn largest() -> BoardSize {
    BoardSize::square(u64::from(BoardSize::MAX)).unwrap()
}

/// A text that repeats a part up to the size of the files.
fn repeated(head: &str, part: &str, tail: &str) -> Vec<u8> {
    let count = FILE_BYTES / part.len();
    [head.to_owned(), part.repeat(count), tail.repeat(count)].concat().into_bytes()
}

/// A text of numbered parts.
fn numbered(head: &str, part: impl Fn(usize) -> String) -> Vec<u8> {
    let mut text = head.to_owned();
    for number in 0.. {
        if text.len() >= FILE_BYTES {
            break;
        }
        text.push_str(&part(number));
    }
    text.into_bytes()
}

/// All lines of four moves of a 15×15 board, as one tree, as far as they fit.
fn tree(remark: &str, open: &str, close: &str) -> Vec<u8> {
    let point = |at: usize| {
        let letter = |n: usize| char::from(b'a' + n as u8);
        format!("{}{}", letter(at % 15), letter(at / 15))
    };
    let mut text = "(;GM[4]".to_owned();
    let node = |color, at| format!("{open};{color}[{}]{remark}", point(at));
    'all: for a in 0..225 {
        text.push_str(&node("B", a));
        for b in (0..225).filter(|&b| b != a) {
            text.push_str(&node("W", b));
            for c in (0..225).filter(|&c| c != a && c != b) {
                text.push_str(&node("B", c));
                text.push_str(close);
                if text.len() > FILE_BYTES {
                    text.push_str(&close.repeat(2));
                    break 'all;
                }
            }
            text.push_str(close);
        }
        text.push_str(close);
    }
    text.push(')');
    text.into_bytes()
}

fn check_sgf(name: &str, file: impl FnOnce() -> Vec<u8>) {
    check(name, file, games(GameFormat::SGF, usual()));
}

#[test]
fn many_games_of_sgf() {
    check_sgf("empty games", || repeated("", "(;)", ""));
    check_sgf("large boards", || repeated("", "(;SZ[181])", ""));
    check_sgf("games of one stone", || repeated("", "(;SZ[181];B[a1])", ""));
    check_sgf("repeated heads", || repeated("", "(;FF[4]GM[4]SZ[15]PB[Ann]PW[Bo]RE[?])\n", ""));
    check_sgf("stones set up", || repeated("", "(;SZ[181]AB[a1:e5])", ""));
}

#[test]
fn one_game_of_sgf() {
    check_sgf("deep branches", || repeated("(;", "(", ")"));
    check_sgf("deep nodes", || repeated("", "(;", ")"));
    check_sgf("empty nodes", || repeated("(", ";", ")"));
    check_sgf("a long comment", || repeated("(;C[", "x", "])"));
    check_sgf("escaped comments", || repeated("(;C[", "\\]", "])"));
    check_sgf("comments of one node", || repeated("(", ";C[x]", ")"));
    check_sgf("many properties", || repeated("(;GM[4]", "A[]", ")"));
    check_sgf("many values", || repeated("(;A", "[]", ")"));
    check_sgf("many labels", || repeated("(;LB", "[aa:x][bb:y]", ")"));
    check_sgf("a long name", || repeated("(;PB[", "=", "])"));
    check_sgf("unknown names", || {
        let letter = |n: usize| char::from(b'A' + (n % 26) as u8);
        let name = |n: usize| (0..6).map(|digit| letter(n / 26usize.pow(digit))).collect();
        numbered("(;", |n| {
            let name: String = name(n);
            format!("X{name}[]")
        })
    });
}

#[test]
fn trees_of_sgf() {
    check_sgf("a tree", || tree("", "(", ")"));
    check_sgf("a tree with comments", || tree("C[x]", "(", ")"));
    check_sgf("a tree with labels", || tree("LB[aa:x]", "(", ")"));
    check_sgf("a tree with figures", || tree("MSEC[1]", "(", ")"));
    let column = |x: usize| {
        let letter = |n: usize| char::from(b'a' + n as u8);
        let name = |x: usize| if x < 26 { String::new() } else { letter(x / 26 - 1).to_string() };
        format!("{}{}", name(x), letter(x % 26))
    };
    let point = |n: usize| format!("(;B[{}{}])", column(n % 181), n / 181 + 1);
    // A tree looks for a move among those beside it: a file full of them takes minutes here.
    let beside = || {
        let all: String = (0..4000).map(point).collect();
        format!("(;GM[4]SZ[181]{all})").into_bytes()
    };
    check_sgf("moves beside each other", beside);
}

#[test]
fn lists_of_moves() {
    for (name, part) in [("short games", "a1\n"), ("empty lines", "\n"), ("remarks", "#\n")] {
        for size in [usual(), largest()] {
            check(name, || repeated("", part, ""), games(GameFormat::TXT, size));
        }
    }
    check("one line", || repeated("", "a1", ""), games(GameFormat::TXT, usual()));
    check("signs", || repeated("1.", " .", ""), games(GameFormat::TXT, usual()));
}

#[test]
fn files_of_piskvork() {
    let head = "Piskvorky 181x181, 11:11, 0\n";
    for (name, part) in [("empty lines", "\n"), ("names", "x\n"), ("a long name", "x")] {
        check(name, || repeated(head, part, ""), games(GameFormat::PSQ, usual()));
    }
}

#[test]
fn libraries_of_games() {
    let head = "game,date,black,white,rule,size,result,reason,move,point,time_ms\n";
    let row = |n: usize, cells: &str| format!("{n},,a,b,renju,{cells}\n");
    let empty = "181x181,unfinished,,0,,";
    let one = "181x181,unfinished,,1,a1,";
    let check = |name: &str, file: &dyn Fn() -> Vec<u8>| {
        check(name, file, games(GameFormat::CSV, usual()));
    };
    check("empty games", &|| numbered(head, |n| row(n + 1, empty)));
    check("games of one stone", &|| numbered(head, |n| row(n + 1, one)));
    // The first rows of all games before the second rows.
    check("rows apart", &|| {
        let most = FILE_BYTES / 2 / row(10_000, one).len();
        let all = (0..2 * most).map(|n| row(n % most + 1, one));
        [head.to_owned(), all.collect()].concat().into_bytes()
    });
    check("rows without a game", &|| numbered(head, |n| format!("{},,,,,,,,,,\n", n + 1)));
    check("repeated headers", &|| repeated("", head, ""));
    check("damaged rows", &|| repeated(head, "x\n", ""));
    check("commas", &|| repeated(head, ",", ""));
    check("quotation marks", &|| repeated(head, "\"", ""));
    check("a long name", &|| repeated(&format!("{head}1,,"), "=", ""));
}

#[test]
fn records_of_books_as_rows() {
    let head = format!("{}\n", rows::COLUMNS.join(","));
    for (name, part) in [
        ("rows", "renju,181x181,a1,,,white,,,,,,,,,,,,\n"),
        ("a long row", ","),
        ("a long text", "x"),
        ("many lines in a text", "\"\n"),
    ] {
        check(
            name,
            || repeated(&head, part, ""),
            |bytes| {
                let _ = rows::read(bytes, |_: BookEntry| Ok::<_, rows::BookRowError>(()));
            },
        );
    }
}

/// A library of RenLib from the nodes that `nodes` writes.
fn lib(nodes: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff\x03\x04".to_vec();
    bytes.resize(20, 0xff);
    bytes.extend([0, 0]);
    nodes(&mut bytes);
    bytes
}

#[test]
fn libraries_of_renlib() {
    const SIBLING: u8 = 0x80;
    const NO_CHILD: u8 = 0x40;
    const COMMENT: u8 = 0x08;
    let check = |name: &str, file: &dyn Fn() -> Vec<u8>| {
        check(name, file, games(GameFormat::LIB, usual()));
    };
    let points: Vec<u8> = (0..225u16).map(|at| (at / 15 * 16 + at % 15 + 1) as u8).collect();
    check("a tree", &|| {
        lib(|bytes| {
            for &a in &points {
                bytes.extend([a, SIBLING]);
                for &b in points.iter().filter(|&&b| b != a) {
                    bytes.extend([b, SIBLING]);
                    for &c in points.iter().filter(|&&c| c != a && c != b) {
                        if bytes.len() < FILE_BYTES {
                            bytes.extend([c, SIBLING | NO_CHILD]);
                        }
                    }
                }
            }
        })
    });
    check("moves on one point", &|| lib(|bytes| bytes.resize(FILE_BYTES, 0x78)));
    check("passes", &|| lib(|bytes| bytes.resize(FILE_BYTES, 0)));
    check("siblings", &|| {
        lib(|bytes| {
            while bytes.len() < FILE_BYTES {
                bytes.extend([0x78, SIBLING]);
            }
        })
    });
    check("comments", &|| {
        lib(|bytes| {
            while bytes.len() < FILE_BYTES {
                bytes.extend([0x78, SIBLING | NO_CHILD | COMMENT, b'x', 0]);
            }
        })
    });
}

#[test]
fn games_and_openings_as_lines() {
    let game = jsonl::write(&GameRecord::new(Rule::Renju, usual()));
    check(
        "games",
        || repeated("", &game, ""),
        |bytes| {
            let text = std::str::from_utf8(bytes).unwrap();
            assert!(jsonl::read(text).is_ok_and(|games| games.len() > 1000));
        },
    );
    for part in ["h8\n", "0,0\n", "\n", "#\n", "{}\n"] {
        check(
            "openings",
            || repeated("", part, ""),
            |bytes| {
                let text = std::str::from_utf8(bytes).unwrap();
                let _ = openings::parse_list(text, Rule::Renju, usual());
            },
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Files that repeat any few words of their format.
    #[test]
    fn repeated_words(
        format in prop::sample::select(GameFormat::ALL.to_vec()),
        words in prop::collection::vec(any::<prop::sample::Index>(), 1..7),
    ) {
        let (head, all): (&str, &[&str]) = match format.name() {
            "sgf" => ("(;GM[4]", &["(", ")", ";", "(;", "B[hh]", "W[]", "C[x]", "LB[aa:b]", "[cc]", "SZ[181]", "x", " ", "\\", "PB[é]"]),
            "csv" => (
                "game,date,black,white,rule,size,result,reason,move,point,time_ms\n",
                &["1,", "2,,a,b,renju,181x181,unfinished,,0,,", ",", "\n", "\"", "renju,", "=", "é"],
            ),
            "psq" => ("Piskvorky 181x181, 11:11, 0\n", &["1,1,0", "8,8", "\n", "x", "-2", "é"]),
            "lib" => ("x\0", &["\0\0", "x\0", "x@", "w\u{8}a\0", "y ", "\u{1}\u{1}"]),
            "rif" => ("<database><game><move>", &["h8 ", "</move>", "</game>", "<game id=\"1\">", "<player id=\"1\"/>", "<a>", "&lt;", "<move>", "é"]),
            "pgn" => ("[Event \"renju 181x181\"]\n", &["a1", "h8 ", "1.", "\n", "{", "}", "[A \"\"]\n", "1-0", "é"]),
            "rec" => ("a\nb\n", &["1,1\n", "8,8,0\n", "\n", "x", "-2"]),
            "sav" => ("181\n181\n99999999\n", &["1 ", "2\n", "\n", "x"]),
            "pos" => ("", &["\u{1}", "a", "b", "\0"]),
            "link" => ("gomocalc.com/#/", &["h8", "a1", "\n", "gomocalc.com/#", "x"]),
            "drawing" => ("", &["X", "O", ".", " ", "\n", ".....\n", "1", "a"]),
            _ => ("", &["h8", "a1", "\n", "1.", "2.", " ", ",", "#", "é"]),
        };
        let part: String = words.iter().map(|word| *word.get(all)).collect();
        let name = format!("{format}: {head:?} and {part:?}");
        check(&name, || repeated(head, &part, ""), games(format, largest()));
    }
}
