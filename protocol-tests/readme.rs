//! Every example of every README works.
//!
//! In a `console` block each line `$ COMMAND` is run by `sh` and its output compared with the lines
//! below it, up to the next command. The blocks of one file run in order in one empty directory, so
//! a later one sees the files of an earlier one. What changes from run to run is masked on both
//! sides (times, dates, speeds, versions, width of columns), and a line `…` stands for any lines.
//!
//! In an `sh` block commands are too long to run: their arguments must be accepted by the parser.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use regex_lite::Regex;

/// Directories without a README of ours.
const SKIPPED: &[&str] = &["target", ".git", "node_modules"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Markdown files named README.md below a directory, sorted.
fn readmes(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable directory") {
        let path = entry.expect("a readable directory").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !SKIPPED.contains(&name.as_str()) {
            found.extend(readmes(&path));
        } else if name == "README.md" {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A fenced block: language, number of its first line, text.
struct Block<'a> {
    language: &'a str,
    line: usize,
    lines: Vec<&'a str>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found: Vec<Block<'_>> = Vec::new();
    let mut is_open = false;
    for (index, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if is_open => is_open = false,
            Some(language) => {
                is_open = true;
                found.push(Block { language, line: index + 2, lines: Vec::new() });
            }
            None if is_open => found.last_mut().expect("a block is open").lines.push(line),
            None => {}
        }
    }
    found
}

/// A command of a `console` block with the output that the README shows.
struct Example<'a> {
    command: &'a str,
    line: usize,
    output: Vec<&'a str>,
}

fn examples<'a>(block: &Block<'a>) -> Vec<Example<'a>> {
    let mut found: Vec<Example<'a>> = Vec::new();
    for (index, text) in block.lines.iter().enumerate() {
        if let Some(command) = text.strip_prefix("$ ") {
            found.push(Example { command, line: block.line + index, output: Vec::new() });
        } else {
            found.last_mut().expect("a console block starts with '$ '").output.push(text);
        }
    }
    found
}

/// An empty directory in which the paths of the examples exist.
fn scene() -> tempfile::TempDir {
    let scene = tempfile::tempdir().expect("a temporary directory");
    let release = scene.path().join("target/release");
    fs::create_dir_all(&release).expect("a directory");
    symlink(env!("CARGO_BIN_EXE_tengen"), release.join("tengen")).expect("a link");
    symlink(root().join("tournaments"), scene.path().join("tournaments")).expect("a link");
    scene
}

fn run(command: &str, folder: &Path) -> String {
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.join("target/release").display());
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("RUST_LOG")
        .output()
        .expect("a shell");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Replaces what differs from run to run.
struct Masks(Vec<(Regex, &'static str)>);

impl Masks {
    fn new() -> Self {
        let masks = [
            (r#""(time_ms|time_us|check_us|nps)":\d+"#, "\"$1\":N"),
            (r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "DATE"),
            (r"\d+(\.\d+)? ?(ms|s|MiB|GiB|MB|k/s|M/s)\b", "N $2"),
            (r"\d+\.\d\d(\s|$)", "N$1"),
            (r#"version="[^"]*""#, "version=\"N\""),
            (r"tengen \d+\.\d+\.\d+", "tengen N"),
            (r" +", " "),
        ];
        let compiled = |(pattern, mask)| (Regex::new(pattern).expect("a valid pattern"), mask);
        Self(masks.into_iter().map(compiled).collect())
    }

    fn apply(&self, line: &str) -> String {
        let mask = |line: String, (pattern, mask): &(Regex, &str)| {
            pattern.replace_all(&line, *mask).into_owned()
        };
        self.0.iter().fold(line.trim_end().to_owned(), mask)
    }
}

/// Whether the lines match; a `…` in `expected` matches any number of lines.
fn matches(expected: &[String], found: &[String]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((first, rest)) if first == "…" => {
            (0..=found.len()).any(|skipped| matches(rest, &found[skipped..]))
        }
        Some((first, rest)) => found.first() == Some(first) && matches(rest, &found[1..]),
    }
}

/// What is wrong with the `console` examples of a file.
fn wrong_outputs(text: &str, masks: &Masks) -> Vec<String> {
    let scene = scene();
    let masked = |lines: &[&str]| lines.iter().map(|line| masks.apply(line)).collect::<Vec<_>>();
    let mut wrong = Vec::new();
    for block in blocks(text).iter().filter(|block| block.language == "console") {
        for example in examples(block) {
            let output = run(example.command, scene.path());
            let found = masked(&output.trim_end().lines().collect::<Vec<_>>());
            let end = example.output.iter().rposition(|line| !line.trim().is_empty());
            let expected = masked(&example.output[..end.map_or(0, |end| end + 1)]);
            if !matches(&expected, &found) {
                let Example { command, line, .. } = example;
                wrong.push(format!("line {line}: $ {command}\n{output}"));
            }
        }
    }
    wrong
}

/// The `tengen` commands of an `sh` block as words: continued lines joined, comments left out.
fn commands(block: &Block<'_>) -> Vec<Vec<String>> {
    let text = block.lines.join("\n").replace("\\\n", " ");
    let line = |line: &str| {
        let code = line.split(" #").next().unwrap_or_default();
        let words = code.split_whitespace().take_while(|word| !word.starts_with(['|', '>']));
        words.filter(|word| *word != "…").map(str::to_owned).collect::<Vec<_>>()
    };
    // `cargo run` starts it, too.
    let text = text.replace("cargo run --release --", "tengen");
    let lines = text.lines().map(line);
    lines.filter(|words| words.first().is_some_and(|word| word == "tengen")).collect()
}

fn wrong_arguments(text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for block in blocks(text).iter().filter(|block| block.language == "sh") {
        for words in commands(block) {
            if let Err(error) = tengen_cli::check_arguments(&words) {
                wrong.push(format!("block at line {}: {}\n{error}", block.line, words.join(" ")));
            }
        }
    }
    wrong
}

/// Blocks that show `tengen` at work but would not be run.
fn unmarked(text: &str) -> Vec<String> {
    let is_run = |block: &&Block<'_>| ["console", "sh"].contains(&block.language);
    let shows = |block: &&Block<'_>| block.lines.iter().any(|line| line.contains("$ tengen"));
    let blocks = blocks(text);
    let unmarked = blocks.iter().filter(|block| !is_run(block)).filter(shows);
    unmarked.map(|block| format!("line {}: expected a console block", block.line)).collect()
}

fn assert_each(check: impl Fn(&str) -> Vec<String> + Sync) {
    let files = readmes(root());
    assert!(files.len() > 2, "only {files:?}");
    let wrong_in = |file: &PathBuf| {
        let text = fs::read_to_string(file).expect("UTF-8");
        let name = file.strip_prefix(root()).expect("it was found there").display();
        check(&text).into_iter().map(|wrong| format!("{name}, {wrong}")).collect::<Vec<_>>()
    };
    let next = AtomicUsize::new(0);
    let work = || {
        let taken = std::iter::from_fn(|| files.get(next.fetch_add(1, Ordering::Relaxed)));
        taken.flat_map(wrong_in).collect::<Vec<_>>()
    };
    let wrong = std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.map(|worker| worker.join().expect("no panic")).concat()
    });
    assert!(wrong.is_empty(), "{} wrong examples:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn readme_console_examples_print_what_they_show() {
    let masks = Masks::new();
    assert_each(|text| wrong_outputs(text, &masks));
}

#[test]
fn readme_sh_examples_have_valid_arguments() {
    assert_each(wrong_arguments);
}

#[test]
fn readme_examples_are_marked_as_such() {
    assert_each(unmarked);
}

#[test]
fn readme_is_short() {
    let length = fs::read(root().join("README.md")).expect("it exists").len();
    assert!(length <= 9_216, "README.md has {length} bytes, expected at most 9,216");
}

#[test]
fn wrong_examples_are_found() {
    let masks = Masks::new();
    assert_eq!(wrong_outputs("```console\n$ echo 3.4 ms\n9 ms\n```\n", &masks), [""; 0]);
    assert_eq!(wrong_outputs("```console\n$ echo a; echo b\n…\nb\n```\n", &masks), [""; 0]);
    assert_eq!(wrong_outputs("```console\n$ echo a\nb\n```\n", &masks).len(), 1);
    assert_eq!(wrong_arguments("```sh\ntengen bench --depht 3\n```\n").len(), 1);
    assert_eq!(wrong_arguments("```sh\ntengen bench --depth 3 # text\n```\n"), [""; 0]);
    assert_eq!(unmarked("```text\n$ tengen bench\n```\n").len(), 1);
}
