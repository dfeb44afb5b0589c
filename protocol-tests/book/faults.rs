//! Files cut short, writers that are killed, and several at once.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Instant;

use super::{checked, common, folder, lines, refused, stdout, tengen};

/// The database panics on a file that is cut short; this is one line for every command, and none
/// on stderr for a brain.
#[test]
fn a_store_that_is_cut_short_is_one_line() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("in.jsonl"), lines(0, 200)).expect("a file");
    stdout(folder, "book import in.jsonl --into a.tgbook");
    let bytes = fs::read(folder.join("a.tgbook")).expect("the store");
    fs::write(folder.join("cut.tgbook"), &bytes[..30_000]).expect("a file");
    let damaged = "'cut.tgbook' is damaged: it is cut short, or its pages contradict each other";
    for arguments in ["book show cut.tgbook", "play --book cut.tgbook --nodes 9"] {
        let error = refused(folder, arguments);
        assert!(error.contains(damaged), "{arguments}: {error}");
    }
    let script = "START 15\nINFO max_node 20\nBEGIN\n";
    let said = common::stdout_of(&mut tengen(folder, "--book cut.tgbook"), script);
    assert!(said.contains(damaged) && said.ends_with("7,7\n"), "{said}");
    assert_eq!(said.matches("MESSAGE").count(), 1, "{said}");
}

/// A writer is killed ten times. Each file is one transaction, so what is found afterwards is whole
/// files, and the next writer continues.
#[test]
fn a_writer_that_is_killed_leaves_whole_transactions() {
    const FILES: usize = 40;
    const EACH: usize = 150;
    let folder = folder();
    let folder = folder.path();
    stdout(folder, "book new a.tgbook");
    let mut arguments = String::from("book import");
    let mut sizes = vec![0];
    for number in 0..FILES {
        fs::write(folder.join(format!("{number}.jsonl")), lines(number * EACH, EACH))
            .expect("a file");
        arguments += &format!(" {number}.jsonl");
        stdout(folder, &format!("book import {number}.jsonl --into all.tgbook"));
        sizes.push(checked(folder, "all.tgbook"));
    }
    // How long a writer works that nobody kills: the kills fall into this time on any machine.
    let began = Instant::now();
    stdout(folder, &format!("{arguments} --into timed.tgbook"));
    let whole = began.elapsed();
    arguments += " --into a.tgbook";
    let mut killed = 0;
    let mut before = 0;
    for attempt in 1..=10 {
        let mut writer = tengen(folder, &arguments);
        let mut child = writer.stdout(Stdio::null()).spawn().expect("it starts");
        thread::sleep(whole * attempt / 12);
        killed += usize::from(child.try_wait().expect("a process").is_none());
        // SIGKILL, or TerminateProcess on Windows.
        let _ = child.kill();
        child.wait().expect("it ends");
        let found = checked(folder, "a.tgbook");
        assert!(sizes.contains(&found) && found >= before, "{found} of {sizes:?}");
        before = found;
    }
    assert!(killed >= 5, "only {killed} were killed at work");
    stdout(folder, &arguments);
    assert_eq!(checked(folder, "a.tgbook"), sizes[FILES]);
}

#[test]
fn writers_wait_for_each_other() {
    let folder = folder();
    let folder = folder.path();
    stdout(folder, "book new a.tgbook");
    let all: Vec<String> = (0..4).map(|number| format!("{number}.jsonl")).collect();
    for (number, name) in all.iter().enumerate() {
        fs::write(folder.join(name), lines(number * 500, 500)).expect("a file");
    }
    let start = |name: &String| {
        let arguments = format!("book import {name} --into a.tgbook");
        let mut writer = tengen(folder, &arguments);
        writer.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let children: Vec<_> = all.iter().map(start).collect();
    for child in children {
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{output:?}");
    }
    for name in &all {
        stdout(folder, &format!("book import {name} --into b.tgbook"));
    }
    assert_eq!(checked(folder, "a.tgbook"), checked(folder, "b.tgbook"));
}
