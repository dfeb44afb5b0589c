//! Each command, with files in a folder of its own.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::*;
use crate::wire::Axes;
use tengen_engine::types::{BoardSize, Coord, Rule};
use tengen_records::book::key::Canonical;
use tengen_records::book::store::{PATIENCE, Store};
use tengen_records::book::{Label, Record, Trust};

/// A front end with a folder.
struct Desk {
    folder: tempfile::TempDir,
    rule: Rule,
    book: Option<PathBuf>,
    is_readonly: bool,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder, rule: Rule::Renju, book: None, is_readonly: false }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Executes a command about the position after these moves; returns the lines without
    /// `MESSAGE`.
    fn send(&mut self, word: &str, arguments: &str, moves: &[(u8, u8)]) -> Vec<String> {
        let mut position = Position::new(self.rule, BoardSize::square(15).unwrap());
        moves.iter().for_each(|&(x, y)| position.play(Coord::new(x, y)).unwrap());
        let answer = obey(&DatabaseRequest {
            word: word.parse().unwrap(),
            arguments: arguments.to_owned(),
            position: Some(position),
            axes: Axes::RowFirst,
            book: self.book.clone(),
            is_readonly: self.is_readonly,
        });
        if let Some(book) = answer.book {
            self.book = Some(book);
        }
        let lines = answer.replies.iter().map(ToString::to_string);
        lines.map(|line| line.strip_prefix("MESSAGE ").unwrap().to_owned()).collect()
    }

    /// Executes a command with the path of a file of the folder.
    fn send_path(&mut self, word: &str, name: &str, moves: &[(u8, u8)]) -> Vec<String> {
        let path = self.path(name);
        let lines = self.send(word, path.to_str().unwrap(), moves);
        let folder = format!("{}{}", self.folder.path().display(), std::path::MAIN_SEPARATOR);
        lines.iter().map(|line| line.replace(&folder, "")).collect()
    }

    /// A database with a few records: i9 is won for white, i8 has a value, the first move a comment
    /// and texts.
    fn filled(name: &str) -> Self {
        let mut desk = Self::new();
        desk.send_path("YXSETDATABASE", name, &[]);
        desk.send("YXEDITTVDDATABASE", "3 119 -29989 0", &[FIRST, I9]);
        desk.send("YXEDITTVDDATABASE", "6 -1 120 14", &[FIRST, I8]);
        desk.send("YXEDITTEXTDATABASE", "two\nlines \"and\" \\", &[FIRST]);
        desk.send("YXEDITLABELDATABASE", "6,8 A B", &[FIRST]);
        desk.send("YXEDITLABELDATABASE", "0,3 xyz", &[FIRST]);
        desk
    }
}

/// Puts a proof about the empty board into a store.
fn prove(store: &Store, label: Label) {
    let position = Position::new(Rule::Renju, BoardSize::square(15).unwrap());
    let proof = Record { label, trust: Trust::Checker, ..Record::default() };
    store.write(|batch| batch.set(&Canonical::of(&position).key, &proof)).unwrap();
}

/// Gives a file the age of so many hours.
fn age(path: &Path, hours: u64) {
    let file = File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(3600 * hours)).unwrap();
}

/// Another program adds a record of one more position, with a comment, to a database. The file gets
/// longer: even two changes in one tick of the file system's clock differ.
fn add_elsewhere(database: &Path) {
    let mut other = Desk::new();
    let copy = other.path("x.db");
    std::fs::copy(database, &copy).unwrap();
    other.send_path("YXSETDATABASE", "x.db", &[]);
    other.send("YXEDITTEXTDATABASE", ELSEWHERE, &[(0, 0)]);
    other.send("YXSAVEDATABASE", "", &[]);
    let length = |path: &Path| std::fs::metadata(path).unwrap().len();
    assert!(length(&copy) > length(database));
    std::fs::copy(&copy, database).unwrap();
}

/// The remark about `x.db` when only its store has changed.
const UNCHANGED: &str = "x.db has not changed since it was last read or written; \
    x.db.tgbook is used, yxsavedatabase writes it back";
/// The comment of [`add_elsewhere`].
const ELSEWHERE: &str = "added by another program";
/// A move that every symmetry moves to another point.
const FIRST: (u8, u8) = (3, 5);
const I9: (u8, u8) = (8, 6);
const I10: (u8, u8) = (8, 5);
const I8: (u8, u8) = (8, 7);

/// What [`Desk::filled`] shows after the first move; `w11` and `35%` in numbers.
const SHOWN: [&str; 5] = [
    "DATABASE REFRESH",
    "DATABASE 0 3 -1 0 0 0 0 xyz",
    "DATABASE 6 8 7811377 -29989 0 3 0 AB",
    "DATABASE 7 8 3355941 120 14 3 0 ",
    "DATABASE DONE",
];

#[test]
fn queries_without_a_database_are_silent_and_edits_say_why() {
    let mut desk = Desk::new();
    for word in ["YXQUERYDATABASEALLT", "YXQUERYDATABASEONE", "YXQUERYDATABASETEXT"] {
        assert_eq!(desk.send(word, "", &[]), [""; 0]);
    }
    let none = ["no database, expected one of yxsetdatabase or --book"];
    assert_eq!(desk.send("YXEDITTEXTDATABASE", "x", &[]), none);
    assert_eq!(desk.send("YXSAVEDATABASE", "", &[]), none);
}

#[test]
fn what_was_edited_is_shown_after_each_move_and_in_every_image() {
    let mut desk = Desk::filled("a.tgbook");
    let text = "DATABASE TEXT \"two\nlines \\\"and\\\" \\\\\"";
    let mut expected = SHOWN.to_vec();
    expected.push(text);
    assert_eq!(desk.send("YXQUERYDATABASEALLT", "", &[FIRST]), expected);
    assert_eq!(desk.send("YXQUERYDATABASEALL", "", &[FIRST]), SHOWN);
    assert_eq!(desk.send("YXQUERYDATABASETEXT", "", &[FIRST]), [text]);
    assert_eq!(
        desk.send("YXQUERYDATABASEONE", "", &[FIRST, I9]),
        ["DATABASE ONE 119 -29989 0 3 w11"]
    );
    // The image under reflection in the diagonal.
    assert_eq!(
        desk.send("YXQUERYDATABASEONE", "", &[(5, 3), (6, 8)]),
        ["DATABASE ONE 119 -29989 0 3 w11"]
    );
    assert_eq!(desk.send("YXQUERYDATABASEONE", "", &[FIRST, (0, 0)]), ["DATABASE ONE 0 0 0 0"]);
    assert_eq!(desk.send("YXQUERYDATABASETEXT", "", &[]), ["DATABASE TEXT \"\""]);
}

#[test]
fn an_edit_changes_what_its_mask_names_and_is_answered() {
    let mut desk = Desk::filled("a.tgbook");
    let answer = desk.send("YXEDITTVDDATABASE", "4 -1 0 20", &[FIRST, I8]);
    assert_eq!(answer, ["DATABASE ONE -1 120 20 3 35%"]);
    let answer = desk.send("YXEDITTVDDATABASE", "1 68 0 0", &[FIRST, I8]);
    assert_eq!(answer, ["DATABASE ONE 100 120 20 3 d"]);
    desk.send("YXEDITLABELDATABASE", "0,3", &[FIRST]);
    desk.send("YXEDITTEXTDATABASE", "", &[FIRST]);
    let lines = desk.send("YXQUERYDATABASEALLT", "", &[FIRST]);
    assert!(!lines.concat().contains("xyz"), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "DATABASE TEXT \"\"");
    let wrong = desk.send("YXEDITTVDDATABASE", "1 119", &[FIRST]);
    assert_eq!(wrong, ["YXEDITTVDDATABASE: seen '1 119', expected mask, label, value and depth"]);
    let wrong = desk.send("YXEDITLABELDATABASE", "x A", &[FIRST]);
    assert!(wrong[0].starts_with("YXEDITLABELDATABASE: seen 'x A', expected a point"), "{wrong:?}");
}

#[test]
fn an_edit_drops_what_contradicts_it() {
    let mut desk = Desk::filled("a.tgbook");
    let mut edit = |arguments| desk.send("YXEDITTVDDATABASE", arguments, &[FIRST, I8]);
    assert_eq!(edit("1 108 0 0"), ["DATABASE ONE 108 120 14 3 l*"]);
    let expected = "expected a value of the side that wins by the label";
    let both = edit("3 108 -50 0");
    assert_eq!(both, [format!("YXEDITTVDDATABASE: seen '3 108 -50 0', {expected}")]);
    let valued = edit("2 -1 -50 0");
    assert!(valued[0].starts_with("DATABASE ONE -1 -50 14 3 "), "{valued:?}");
    assert_eq!(edit("1 108 0 0"), ["DATABASE ONE 108 0 0 0 l*"]);
}

#[test]
fn a_read_only_database_stays_as_it_is() {
    let mut desk = Desk::filled("a.tgbook");
    desk.is_readonly = true;
    for (word, arguments) in [
        ("YXEDITTVDDATABASE", "1 119 0 0"),
        ("YXEDITTEXTDATABASE", "x"),
        ("YXEDITLABELDATABASE", "1,1 x"),
        ("YXDELETEDATABASEONE", ""),
        ("YXDELETEDATABASEALL", ""),
        ("YXSAVEDATABASE", ""),
    ] {
        let lines = desk.send(word, arguments, &[FIRST]);
        let refused = "the database is read-only, expected database_readonly 0; nothing is written";
        assert_eq!(lines, [refused]);
    }
    assert_eq!(desk.send("YXQUERYDATABASEALL", "", &[FIRST]), SHOWN);
}

#[test]
fn one_position_or_what_comes_after_it_is_deleted() {
    let mut desk = Desk::filled("a.tgbook");
    desk.send("YXEDITTVDDATABASE", "2 -1 5 0", &[FIRST, I8, I9]);
    assert_eq!(desk.send("YXDELETEDATABASEONE", "", &[FIRST, (0, 0)]), ["no record deleted"]);
    let lines = desk.send("YXDELETEDATABASEALL", "w", &[FIRST]);
    assert_eq!(lines[0], "1 record deleted");
    assert!(!lines.concat().contains("7811377"), "{lines:?}");
    let lines = desk.send("YXDELETEDATABASEALL", "", &[FIRST]);
    assert_eq!(lines[0], "2 records deleted");
    assert_eq!(
        lines[1..],
        ["DATABASE REFRESH", SHOWN[1], "DATABASE 6 8 -1 0 0 0 0 AB", "DATABASE DONE"]
    );
    assert_eq!(desk.send("YXDELETEDATABASEONE", "", &[FIRST]), ["1 record deleted"]);
    let wrong = desk.send("YXDELETEDATABASEALL", "some", &[FIRST]);
    assert!(
        wrong[0].starts_with("YXDELETEDATABASEALL: seen 'some', expected nothing, nonwl"),
        "{wrong:?}"
    );
}

#[test]
fn a_position_that_another_one_leads_to_is_not_deleted_with_its_parent() {
    let mut desk = Desk::new();
    desk.send_path("YXSETDATABASE", "a.tgbook", &[]);
    for moves in [&[FIRST][..], &[I8], &[FIRST, I9, (0, 0)], &[FIRST, I9], &[(0, 0), I9]] {
        desk.send("YXEDITTVDDATABASE", "2 -1 1 1", moves);
    }
    assert_eq!(desk.send("YXDELETEDATABASEALL", "", &[FIRST, I9])[0], "0 records deleted");
    assert_eq!(desk.send("YXDELETEDATABASEONE", "", &[(0, 0), I9]), ["1 record deleted"]);
    assert_eq!(desk.send("YXDELETEDATABASEALL", "", &[FIRST, I9])[0], "1 record deleted");
}

#[test]
fn a_database_of_yixin_is_read_changed_and_written_back() {
    let mut desk = Desk::filled("x.db");
    assert!(!desk.path("x.db").exists(), "only the store so far");
    let saved = desk.send("YXSAVEDATABASE", "", &[]);
    assert_eq!(saved.len(), 2, "{saved:?}");
    assert!(saved[0].starts_with("DATABASE SAVE START") && saved[0].ends_with("x.db"), "{saved:?}");
    std::fs::remove_file(desk.path("x.db.tgbook")).unwrap();
    let opened = desk.send_path("YXSETDATABASE", "x.db", &[]);
    let expected = ["DATABASE LOAD START x.db", "DATABASE LOAD DONE", "3 records in x.db.tgbook"];
    assert_eq!(opened, expected);
    assert_eq!(desk.send("YXQUERYDATABASEALL", "", &[FIRST]), SHOWN);
    desk.send("YXDELETEDATABASEONE", "", &[FIRST, I9]);
    let opened = desk.send_path("YXSETDATABASE", "x.db", &[]);
    assert_eq!(opened[1], UNCHANGED);
    assert_eq!(opened[3], "2 records in x.db.tgbook");
}

#[test]
fn a_database_that_another_program_wrote_is_merged_into_its_store() {
    let mut desk = Desk::filled("x.db");
    desk.send("YXSAVEDATABASE", "", &[]);
    desk.send("YXEDITTVDDATABASE", "2 -1 5 0", &[(0, 0)]);
    desk.send("YXEDITTVDDATABASE", "2 -1 -29987 0", &[FIRST, I9]);
    desk.send("YXDELETEDATABASEONE", "", &[FIRST, I8]);
    age(&desk.path("x.db.tgbook"), 2);
    age(&desk.path("x.db"), 1);
    let opened = desk.send_path("YXSETDATABASE", "x.db", &[]);
    let expected = [
        "DATABASE LOAD START x.db",
        "x.db has changed: 2 of 3 records taken into x.db.tgbook",
        "DATABASE LOAD DONE",
        "4 records in x.db.tgbook",
    ];
    assert_eq!(opened, expected);
    let mut shown = SHOWN;
    shown[2] = "DATABASE 6 8 7811379 -29987 0 3 0 AB";
    assert_eq!(desk.send("YXQUERYDATABASEALL", "", &[FIRST]), shown, "what was edited stays");
    let unsaved = desk.send("YXQUERYDATABASEONE", "", &[(0, 0)]);
    assert!(unsaved[0].starts_with("DATABASE ONE -1 5 0 3 "), "{unsaved:?}");
    let again = desk.send_path("YXSETDATABASE", "x.db", &[]);
    assert_eq!(again[1], UNCHANGED);
}

#[test]
fn what_another_program_wrote_stays_although_the_store_was_edited_later() {
    for word in ["YXSETDATABASE", "YXSAVEDATABASE"] {
        let mut desk = Desk::filled("x.db");
        desk.send("YXSAVEDATABASE", "", &[]);
        add_elsewhere(&desk.path("x.db"));
        desk.send("YXEDITTVDDATABASE", "2 -1 5 0", &[FIRST, (0, 0)]);
        let lines = desk.send_path(word, "x.db", &[]);
        assert_eq!(lines[1], "x.db has changed: 3 of 4 records taken into x.db.tgbook", "{word}");
        let saved = desk.send("YXSAVEDATABASE", "", &[]);
        assert_eq!(saved.len(), 2, "nothing is left to take: {saved:?}");
        // Both are in the database.
        std::fs::remove_file(desk.path("x.db.tgbook")).unwrap();
        let opened = desk.send_path("YXSETDATABASE", "x.db", &[]);
        assert_eq!(opened[2], "5 records in x.db.tgbook", "{word}");
        let added = desk.send("YXQUERYDATABASETEXT", "", &[(0, 0)]);
        assert_eq!(added, [format!("DATABASE TEXT \"{ELSEWHERE}\"")]);
        let edited = desk.send("YXQUERYDATABASEONE", "", &[FIRST, (0, 0)]);
        assert!(edited[0].starts_with("DATABASE ONE -1 5 0 3 "), "{edited:?}");
    }
}

#[test]
fn comments_of_both_programs_are_joined() {
    let mut desk = Desk::filled("x.db");
    desk.send("YXEDITTVDDATABASE", "2 -1 5 0", &[(0, 0)]);
    desk.send("YXEDITTEXTDATABASE", "mine", &[(0, 0)]);
    desk.send("YXSAVEDATABASE", "", &[]);
    add_elsewhere(&desk.path("x.db"));
    desk.send_path("YXSETDATABASE", "x.db", &[]);
    let text = desk.send("YXQUERYDATABASETEXT", "", &[(0, 0)]).concat();
    assert!(text.contains("mine") && text.contains(ELSEWHERE), "{text}");
}

#[test]
fn a_database_that_appears_beside_its_store_is_not_overwritten() {
    let mut desk = Desk::filled("x.db");
    let mut other = Desk::filled("x.db");
    other.send("YXEDITTEXTDATABASE", ELSEWHERE, &[(0, 0)]);
    other.send("YXSAVEDATABASE", "", &[]);
    std::fs::copy(other.path("x.db"), desk.path("x.db")).unwrap();
    desk.send("YXDELETEDATABASEONE", "", &[FIRST, I8]);
    let saved = desk.send_path("YXSAVEDATABASE", "x.db", &[]);
    assert!(saved[1].starts_with("x.db has changed: "), "{saved:?}");
    let opened = desk.send_path("YXSETDATABASE", "x.db", &[]);
    assert_eq!(opened[3], "4 records in x.db.tgbook");
}

#[test]
fn a_store_that_remembers_nothing_is_compared_by_its_time() {
    let taken = "x.db has changed: 3 of 3 records taken into x.db.tgbook";
    for (aged, is_newer) in [("x.db.tgbook", true), ("x.db", false)] {
        let mut desk = Desk::filled("a.tgbook");
        desk.send_path("YXDBSPLIT", "x.db", &[FIRST]);
        drop(Store::create(&desk.path("x.db.tgbook")).unwrap());
        age(&desk.path(aged), 2);
        let opened = desk.send_path("YXSETDATABASE", "x.db", &[]);
        if is_newer {
            assert_eq!(opened[1], taken);
            continue;
        }
        assert_eq!(opened[1], UNCHANGED);
        // From then on it remembers.
        age(&desk.path("x.db"), 4);
        let opened = desk.send_path("YXSETDATABASE", "x.db", &[]);
        assert_eq!(opened[1], taken);
    }
}

#[test]
fn a_file_that_is_no_database_changes_nothing() {
    let mut desk = Desk::filled("a.tgbook");
    std::fs::write(desk.path("bad.db"), "no database").unwrap();
    let lines = desk.send_path("YXSETDATABASE", "bad.db", &[]);
    assert_eq!(lines[..2], ["DATABASE LOAD START bad.db", "DATABASE LOAD DONE"]);
    assert!(
        lines[2].starts_with("bad.db: record ") && lines[2].ends_with("; a.tgbook stays in use"),
        "{lines:?}"
    );
    let left = std::fs::read_dir(desk.path("")).unwrap();
    let names = left.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let new: Vec<_> = names.filter(|name| name.contains("bad.db.tgbook")).collect();
    assert_eq!(new, [""; 0]);
    assert_eq!(desk.send("YXQUERYDATABASEALL", "", &[FIRST]), SHOWN, "the old one is in use");
    let lines = desk.send_path("YXDBMERGE", "none.db", &[]);
    assert!(lines[0].starts_with("none.db: "), "{lines:?}");
    assert_eq!(desk.send("YXSETDATABASE", "", &[]), ["YXSETDATABASE: seen '', expected a path"]);
}

#[test]
fn a_name_that_is_new_creates_a_store_and_says_so() {
    let mut desk = Desk::new();
    for (name, store) in [("typo.db", "typo.db.tgbook"), ("typo.tgbook", "typo.tgbook")] {
        let expected = [
            format!("DATABASE LOAD START {name}"),
            format!("there was no {name}; the empty store {store} is created"),
            "DATABASE LOAD DONE".to_owned(),
            format!("0 records in {store}"),
        ];
        assert_eq!(desk.send_path("YXSETDATABASE", name, &[]), expected);
        let again = desk.send_path("YXSETDATABASE", name, &[]);
        assert!(!again.iter().any(|line| line.contains("is created")), "{again:?}");
        // Nothing was saved.
        let there_is_none =
            format!("there is no {name}; {store} is used, yxsavedatabase creates {name}");
        assert_eq!(again.contains(&there_is_none), name == "typo.db", "{again:?}");
    }
    // What cannot be created leaves no database in use, if there was none.
    desk.book = None;
    let lines = desk.send_path("YXSETDATABASE", "none/x.db", &[]);
    assert_eq!(lines[1], "DATABASE LOAD DONE");
    assert!(lines[2].ends_with("; no database is in use") && lines.len() == 3, "{lines:?}");
}

#[test]
fn what_is_not_saved_is_said_after_done() {
    let mut desk = Desk::filled("x.db");
    std::fs::create_dir(desk.path("x.db")).unwrap();
    let lines = desk.send_path("YXSAVEDATABASE", "", &[]);
    assert_eq!(lines[..2], ["DATABASE SAVE START x.db", "DATABASE SAVE DONE"]);
    assert!(lines[2].ends_with("; x.db is not written") && lines.len() == 3, "{lines:?}");
    desk.send_path("YXSETDATABASE", "a.tgbook", &[]);
    let saved = ["DATABASE SAVE START a.tgbook", "DATABASE SAVE DONE"];
    assert_eq!(desk.send_path("YXSAVEDATABASE", "", &[]), saved, "it is up to date");
    std::fs::remove_file(desk.path("a.tgbook")).unwrap();
    let lines = desk.send_path("YXSAVEDATABASE", "", &[]);
    assert!(lines[2].starts_with("cannot read '"), "{lines:?}");
    assert!(lines[2].ends_with("; a.tgbook is not written"), "{lines:?}");
}

#[test]
fn branches_are_split_off_and_merged() {
    let mut desk = Desk::filled("a.tgbook");
    desk.send("YXEDITTVDDATABASE", "2 -1 1 1", &[(0, 0)]);
    for name in ["part.db", "part.tgbook"] {
        let lines = desk.send_path("YXDBSPLIT", name, &[FIRST]);
        assert_eq!(lines, [format!("3 records written to {name}")]);
        let again = desk.send_path("YXDBSPLIT", name, &[FIRST]);
        assert!(again[0].contains("exists, expected the name of a new file"), "{again:?}");
    }
    for name in ["part.db", "part.tgbook"] {
        desk.send_path("YXSETDATABASE", &format!("new-{name}.tgbook"), &[]);
        let lines = desk.send_path("YXDBMERGE", name, &[]);
        assert_eq!(lines, [format!("3 of 3 records taken from {name}")]);
        assert_eq!(desk.send("YXQUERYDATABASEALL", "", &[FIRST]), SHOWN);
        assert_eq!(desk.send("YXQUERYDATABASEONE", "", &[(0, 0)]), ["DATABASE ONE 0 0 0 0"]);
    }
}

#[test]
fn records_that_a_database_cannot_hold_are_not_said_to_be_written() {
    let mut desk = Desk::new();
    desk.rule = Rule::Caro;
    desk.send_path("YXSETDATABASE", "a.tgbook", &[]);
    desk.send("YXEDITTVDDATABASE", "2 -1 1 1", &[FIRST]);
    let lines = desk.send_path("YXDBSPLIT", "part.db", &[]);
    let others = "records of other rules or boards that are only in the store: 1";
    assert_eq!(lines, ["0 records written to part.db", others]);
    let lines = desk.send_path("YXDBSPLIT", "part.tgbook", &[]);
    assert_eq!(lines, ["1 record written to part.tgbook"]);
}

#[test]
fn a_contradicting_proof_is_not_taken() {
    let mut desk = Desk::new();
    for (name, label) in [("a.tgbook", Label::Win), ("b.tgbook", Label::Loss)] {
        prove(&Store::create(&desk.path(name)).unwrap(), label);
    }
    desk.send_path("YXSETDATABASE", "a.tgbook", &[]);
    let lines = desk.send_path("YXDBMERGE", "b.tgbook", &[]);
    assert_eq!(lines, ["0 of 1 record taken from b.tgbook"]);
    assert_eq!(desk.send("YXQUERYDATABASEONE", "", &[]), ["DATABASE ONE 108 0 0 0 l*"]);
}

#[test]
fn libraries_and_tables_are_written_and_read() {
    let mut desk = Desk::filled("a.tgbook");
    assert_eq!(desk.send_path("YXDBTOTXT", "a.csv", &[]), ["3 records written to a.csv"]);
    assert_eq!(desk.send_path("YXDBTOTXTALL", "b.csv", &[]), ["3 records written to b.csv"]);
    let table = std::fs::read_to_string(desk.path("a.csv")).unwrap();
    assert!(table.starts_with("rule,size,black,white") && table.lines().count() >= 4, "{table}");
    // A move with a label and no text, one with both, one with neither.
    desk.send("YXEDITTVDDATABASE", "3 119 -29987 0", &[FIRST, I10]);
    assert_eq!(desk.send_path("YXDBTOLIB", "a.lib", &[]), ["4 moves written to a.lib"]);
    desk.send_path("YXSETDATABASE", "b.tgbook", &[]);
    assert_eq!(desk.send_path("YXLIBTODB", "a.lib", &[]), ["5 positions read from a.lib"]);
    let lines = desk.send("YXQUERYDATABASEALLT", "", &[FIRST]);
    let expected = [
        "DATABASE 0 3 -1 0 0 0 0 xyz",
        "DATABASE 5 8 7811379 -29987 0 3 0 ",
        "DATABASE 6 8 7811377 -29989 0 3 0 AB",
    ];
    let known = |line: &&str| lines.iter().any(|known| known == line);
    assert!(expected.iter().all(known), "{lines:?}");
    let lines = desk.send_path("YXLIBTODB", "a.csv", &[]);
    assert!(lines[0].starts_with("a.csv: the file begins with 72 75"), "{lines:?}");
}

#[test]
fn a_proof_is_not_edited() {
    let mut desk = Desk::filled("a.tgbook");
    prove(&Store::open(desk.book.as_deref().unwrap(), PATIENCE).unwrap(), Label::Win);
    let lines = desk.send("YXEDITTVDDATABASE", "1 119 0 0", &[]);
    assert!(lines[0].starts_with("the position is proved (checker)"), "{lines:?}");
    assert_eq!(desk.send("YXEDITTEXTDATABASE", "why", &[]), [""; 0], "remarks are free");
    assert_eq!(desk.send("YXQUERYDATABASEONE", "", &[]), ["DATABASE ONE 108 0 0 0 l*"]);
}

#[test]
fn the_built_in_book_is_shown_and_not_changed() {
    let mut desk = Desk::new();
    let opened = desk.send("YXSETDATABASE", "built-in", &[]);
    assert_eq!(opened[..2], ["DATABASE LOAD START built-in", "DATABASE LOAD DONE"]);
    assert!(opened[2].ends_with(" records in built-in"), "{opened:?}");
    for (word, arguments) in [("YXEDITTVDDATABASE", "2 -1 5 0"), ("YXDELETEDATABASEONE", "")] {
        let lines = desk.send(word, arguments, &[FIRST]);
        assert!(lines[0].contains("which is only read"), "{lines:?}");
    }
    let saved = [
        "DATABASE SAVE START built-in",
        "DATABASE SAVE DONE",
        "built-in is a sealed book, which is only read; nothing is written",
    ];
    assert_eq!(desk.send("YXSAVEDATABASE", "", &[]), saved);
}
