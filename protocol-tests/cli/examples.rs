//! The examples of the help pages, as they stand.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{stdout_of, tengen};

/// The pages whose examples are run, in this order: some read what others write.
const PAGES: [&str; 40] = [
    "games convert",
    "games list",
    "games show",
    "games replay",
    "games review",
    "games",
    "puzzles",
    "judge",
    "analyze",
    "solve",
    "solve verify",
    "prove",
    "prove check",
    "prove full",
    "api",
    "gtp",
    "openings",
    "book new",
    "book grow",
    "book import",
    "book show",
    "book edit",
    "book export",
    "book merge",
    "book check",
    "book seal",
    "book delete",
    "selfplay",
    "tune eval",
    "tune network",
    "tune policy",
    "play",
    "bench",
    "demo",
    "demo tree",
    "demo tictactoe",
    "demo xiangqi",
    "completions",
    "games delete",
    "man",
];

/// What takes too long here, or runs until Ctrl-C.
const LONG: [&str; 3] = ["--thorough", "--rule renju --nodes", "--shard 1/4"];

/// Whether a line takes too long here: a review without a limit takes ten seconds without optimization.
fn is_long(line: &str) -> bool {
    let is_limited = !line.contains("games review") || line.contains("--nodes");
    LONG.iter().any(|long| line.contains(long)) || !is_limited
}

/// A line as it is run here: the reviews behind puzzles are short ones.
fn shortened(line: &str) -> String {
    let reviews = line.contains("tengen puzzles ")
        && [".sgf", ".csv"].iter().any(|games| line.contains(games))
        && !line.contains("--forced");
    if reviews { format!("{line} --nodes 20") } else { line.to_owned() }
}

/// The examples of a page.
fn examples(page: &str) -> Vec<String> {
    let help = stdout_of(tengen().arg("help").args(page.split(' ')), "");
    let shown = help.split_once("\nExamples:\n").map_or("", |(_, after)| after);
    let shown = shown.lines().take_while(|line| line.starts_with("  "));
    shown.map(|line| line.trim().split("  ").next().unwrap_or_default().to_owned()).collect()
}

/// Runs a line as a shell does.
fn run(line: &str, folder: &Path) -> Output {
    let program = tengen().get_program().to_owned();
    let bin = Path::new(&program).parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = [bin].into_iter().chain(std::env::split_paths(&path));
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder);
    shell.env("PATH", std::env::join_paths(all).expect("a path")).output().expect("a shell")
}

#[test]
fn the_examples_of_the_help_pages_can_be_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("lost.sgf", "(;GM[4]SZ[15];B[hh];W[gf];B[ih];W[hf];B[jh];W[if];B[oa];W[jf])");
    write(
        "positions.jsonl",
        "{\"size\":15,\"moves\":[\"h8\",\"h9\",\"i8\",\"i9\",\"g8\",\"g9\"]}\n",
    );
    write("other.txt", "h8i9g7\n");
    let prepared = run("tengen book import other.txt --into other.tgbook", folder.path());
    assert!(prepared.status.success(), "{prepared:?}");
    let mut count = 0;
    for page in PAGES {
        let examples = examples(page);
        assert!(!examples.is_empty(), "tengen help {page}");
        for line in examples.iter().filter(|line| !is_long(line)) {
            let ended = run(&shortened(line), folder.path());
            assert!(ended.status.success(), "{line}: {ended:?}");
            count += 1;
        }
    }
    assert!(count >= 60, "{count}");
}
