//! Books as users have them: the built executable and files, kills, several processes at once.

mod answers;
mod claims;
#[path = "../common/mod.rs"]
mod common;
mod content;
mod exchange;
mod faults;
mod growth;

use std::path::Path;
use std::process::Command;

use tengen_records::book::BookError;
use tengen_records::book::key::Canonical;
use tengen_records::book::overwrite::Overwrite;
use tengen_records::book::store::{Batch, Store};
use tengen_records::book_formats::json_lines;

/// `tengen …` in a folder.
fn tengen(folder: &Path, arguments: &str) -> Command {
    let mut command = common::tengen();
    command.args(arguments.split_whitespace()).current_dir(folder);
    command
}

/// The output of a run that must succeed and write nothing to stderr.
fn stdout(folder: &Path, arguments: &str) -> String {
    common::stdout_of(&mut tengen(folder, arguments), "")
}

/// The line on stderr of a run that must end with exit status 2.
#[track_caller]
fn refused(folder: &Path, arguments: &str) -> String {
    let error = common::refusal_of(&mut tengen(folder, arguments), "");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

/// A store of records that count as proved here. No command makes proofs from text, so the test
/// writes them itself, as the same user.
fn proved_here(folder: &Path, records: &str, store: &str) {
    let store = Store::create(&folder.join(store)).expect("a new store");
    let put = |batch: &mut Batch<'_>| -> Result<(), BookError> {
        for line in records.lines() {
            let entry = json_lines::read(line).expect("a record");
            let canonical = Canonical::of(&entry.position);
            let record = entry.record.image(&canonical);
            batch.put(&canonical.key, record, Overwrite::Better)?;
        }
        Ok(())
    };
    store.write(put).expect("a store");
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// JSON lines of different positions with three stones, `count` of them after the first `skipped`.
fn lines(skipped: usize, count: usize) -> String {
    let pairs = (0..15u32).flat_map(|x| (0..15u32).map(move |y| (x, y)));
    let pairs: Vec<(u32, u32)> = pairs.filter(|&point| point != (7, 7)).collect();
    let all = (0..pairs.len()).flat_map(|a| (a + 1..pairs.len()).map(move |b| (a, b)));
    let line = |(number, (a, b)): (usize, (usize, usize))| {
        let ((ax, ay), (bx, by)) = (pairs[a], pairs[b]);
        let value = number % 1000;
        format!(
            "{{\"size\":15,\"black\":[[{ax},{ay}],[7,7]],\"white\":[[{bx},{by}]],\"to_move\":\"white\",\"value\":{value},\"trust\":\"search\",\"depth\":9}}\n"
        )
    };
    // Every image of a position is written as well: only every eighth is new.
    all.enumerate().skip(skipped).take(count).map(line).collect()
}

/// The number of positions that `tengen book check` finds.
fn checked(folder: &Path, store: &str) -> usize {
    let text = stdout(folder, &format!("book check {store}"));
    let (_, count) = text.split_once("store, ").unwrap_or_else(|| panic!("{text}"));
    count.split(' ').next().and_then(|count| count.parse().ok()).expect("a number")
}
