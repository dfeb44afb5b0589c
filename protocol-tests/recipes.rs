//! The recipes for many machines, with stand-ins for GNU parallel, Slurm and ssh that run every part here.
#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tengen_records::jsonl;

/// Runs the command after `--quote` for every line of stdin, in the place of `{}`.
const PARALLEL: &str = r#"#!/bin/sh
while [ "$1" != --quote ]; do shift; done
shift
while read -r number; do
    command=
    for word in "$@"; do
        word=$(printf %s "$word" | sed "s/{}/$number/g; s/'/'\\\\''/g")
        command="$command '$word'"
    done
    eval "$command" < /dev/null || exit 1
done
"#;

/// Runs the tasks of a job at once, notes its options in `$CALLS`, and prints its number. Jobs always
/// end before the ones that are submitted later.
const SBATCH: &str = r#"#!/bin/sh
echo "$*" >> "$CALLS"
tasks=0 log=/dev/null
for word in "$@"; do
    case $word in
        --array=*) tasks=$(seq "${word#--array=1-}") ;;
        --output=*) log=${word#--output=} ;;
    esac
    script=$word
done
for task in $tasks; do
    export SLURM_ARRAY_TASK_ID=$task
    sh "$script" > "$(printf %s "$log" | sed "s/%a/$task/")" 2>&1
done
echo "$(wc -l < "$CALLS" | tr -d ' ');cluster"
"#;

/// Runs a command in the folder of a host.
const SSH: &str = r#"#!/bin/sh
cd "$HOSTS_AT/$1" && shift && exec sh -c "$*"
"#;

/// A folder with the stand-ins, and an apostrophe in its name.
struct Site {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Site {
    fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("it's a site ").tempdir().unwrap();
        let path = folder.path().to_owned();
        fs::create_dir(path.join("bin")).unwrap();
        for (name, text) in [("parallel", PARALLEL), ("sbatch", SBATCH), ("ssh", SSH)] {
            let file = path.join("bin").join(name);
            fs::write(&file, text).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Self { _folder: folder, path }
    }

    fn recipe(&self, name: &str, arguments: &[&str]) -> Command {
        let recipes = Path::new(env!("CARGO_MANIFEST_DIR")).join("tournaments/recipes");
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new("sh");
        command.arg(recipes.join(name)).args(arguments).current_dir(&self.path);
        command.env("PATH", format!("{}:{path}", self.path.join("bin").display()));
        command.env("CALLS", self.path.join("calls")).env("HOSTS_AT", &self.path);
        command.env("TENGEN", env!("CARGO_BIN_EXE_tengen"));
        command
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs a recipe that must succeed; returns its output.
    fn done(&self, name: &str, arguments: &[&str]) -> String {
        done(&mut self.recipe(name, arguments))
    }

    /// Every game of a match as a line: number, verdict, moves.
    fn games(&self, folder: &str) -> Vec<String> {
        let mut games = jsonl::read(&self.read(&format!("{folder}/games.jsonl"))).unwrap();
        games.sort_by_key(|game| game.game);
        let line = |game: &tengen_records::GameRecord| {
            let moves: Vec<String> = game.coords().map(|coord| coord.to_string()).collect();
            format!("{} {:?} {}", game.game, game.verdict(), moves.join(" "))
        };
        games.iter().map(line).collect()
    }

    /// The match that the recipes play: two players of level 3, which overlook things by their seed.
    fn match_file(&self, folder: &str) -> String {
        let program = env!("CARGO_BIN_EXE_tengen");
        let engine = |name: &str| {
            format!("[[engine]]\ncmd = '{program}'\nname = '{name}'\nargs = ['--level', '3']\n")
        };
        let text = format!(
            "rule = 'freestyle'\ngames = 6\nmax-stones = 60\nturn-ms = 20000\n{}{}",
            engine("one"),
            engine("two")
        );
        fs::create_dir_all(self.path.join(folder)).unwrap();
        fs::write(self.path.join(folder).join("match.toml"), text).unwrap();
        format!("{folder}/match.toml")
    }

    /// The games of the match in one piece.
    fn unsplit(&self, file: &str) -> Vec<String> {
        let mut command = common::tengen();
        command.args(["match", file, "--out", "whole", "--quiet"]).current_dir(&self.path);
        done(&mut command);
        self.games("whole")
    }
}

fn text(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&both).into_owned()
}

fn done(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", text(&output));
    text(&output)
}

#[test]
fn recipes_are_valid_and_say_how_they_are_called() {
    let site = Site::new();
    let recipes = Path::new(env!("CARGO_MANIFEST_DIR")).join("tournaments/recipes");
    let files = fs::read_dir(recipes).unwrap().map(|file| file.unwrap().path());
    for file in files.filter(|file| file.extension().is_some_and(|ending| ending == "sh")) {
        done(Command::new("sh").arg("-n").arg(file));
    }
    let named = ["parallel.sh", "slurm.sh", "hosts.sh", "book-parallel.sh", "book-slurm.sh"];
    for name in named.into_iter().chain(["tasks-slurm.sh"]) {
        let output = site.recipe(name, &[]).output().unwrap();
        let usage = text(&output);
        assert_eq!(output.status.code(), Some(2), "{name}: {usage}");
        assert!(usage.contains(&format!("tournaments/recipes/{name} ")), "{name}: {usage}");
        assert!(!usage.contains("set -eu") && !usage.contains("not set"), "{name}: {usage}");
    }
    for (tengen, expected) in
        [("", "no program 'tengen' in PATH"), ("no/such", "TENGEN is 'no/such'")]
    {
        let mut command = site.recipe("slurm.sh", &["2", "out", "x.toml"]);
        command.env("TENGEN", tengen).env("PATH", "/usr/bin:/bin");
        let output = command.output().unwrap();
        let message = text(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.starts_with("slurm.sh: ") && message.contains(expected), "{message}");
    }
    let output = site.recipe("parallel.sh", &["many", "out", "x.toml"]).output().unwrap();
    assert!(text(&output).contains("PARTS is 'many'"), "{}", text(&output));
}

#[test]
fn a_match_in_parts_is_the_unsplit_match_at_a_level_with_a_seed() {
    let site = Site::new();
    let file = site.match_file("kit");
    let whole = site.unsplit(&file);
    assert_eq!(whole.len(), 6);
    let different: std::collections::HashSet<&str> =
        whole.iter().filter_map(|line| line.split_once(' ')).map(|(_, game)| game).collect();
    assert!(different.len() > 1, "the games of a match have different seeds: {whole:?}");
    site.done("parallel.sh", &["3", "by parallel", &file]);
    assert_eq!(site.games("by parallel/all"), whole);
    let about = site.read("by parallel/all/about.txt");
    assert!(about.starts_with("one: name=\"Tengen\"") && about.lines().count() == 2, "{about}");
    for host in ["a", "b"] {
        fs::create_dir(site.path.join(host)).unwrap();
    }
    let mut hosts = site.recipe("hosts.sh", &["by hosts", "kit", "match.toml"]);
    let merge = env!("CARGO_BIN_EXE_tengen");
    done(hosts.env("HOSTS", "a b a").env("MERGE", merge).env("REMOTE", "some where"));
    assert_eq!(site.games("by hosts/all"), whole);
    let (log, there) = ("by hosts/part-2.log", site.path.join("b/some where-2/part-2/match.json"));
    assert!(there.exists() && site.read(log).contains("one"), "{}", site.read(log));
    // Hosts that cannot be reached leave what was copied before.
    let mut again = site.recipe("hosts.sh", &["by hosts", "kit", "match.toml"]);
    let output =
        again.env("HOSTS", "a b a").env("MERGE", merge).env("SSH", "false").output().unwrap();
    let said = text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("part 2 of 3 is not done on b: see the end of by hosts/part-2.log"),
        "{said}"
    );
    assert!(site.path.join("by hosts/part-2/match.json").exists());
    assert_eq!(site.games("by hosts/all"), whole);
}

#[test]
fn a_job_array_says_which_part_failed_and_continues_it() {
    let site = Site::new();
    let file = site.match_file("kit");
    fs::create_dir(site.path.join("out")).unwrap();
    // A part that cannot be played: its folder is a file.
    fs::write(site.path.join("out/part-2"), "").unwrap();
    let mut command = site.recipe("slurm.sh", &["3", "out", &file, "--oversubscribe"]);
    done(command.env("CORES", "2"));
    let log = site.read("out/all.log");
    assert!(
        log.contains("part 2 of 3 is not done (exit status 2): see the end of out/part-2.log"),
        "{log}"
    );
    assert!(!log.contains("part 1 of 3") && !site.path.join("out/all").exists(), "{log}");
    let calls = site.read("calls");
    let calls: Vec<&str> = calls.lines().collect();
    assert!(
        calls[0].contains("--array=1-3") && calls[0].contains("--cpus-per-task=2"),
        "{calls:?}"
    );
    assert!(
        calls[1].contains("--dependency=afterany:1,singleton --kill-on-invalid-dep=yes"),
        "{calls:?}"
    );
    assert!(site.read("out/part.sh").contains("'--concurrency' '2'"));
    fs::remove_file(site.path.join("out/part-2")).unwrap();
    let said = site.done("slurm.sh", &["3", "out", &file, "--oversubscribe", "--concurrency=1"]);
    assert!(said.contains("tengen match report out/part-1"), "{said}");
    assert_eq!(site.games("out/all"), site.unsplit(&file));
}

#[test]
fn a_new_book_grows_alone_first_and_a_part_does_its_steps_once() {
    let site = Site::new();
    let growth = ["--rule", "freestyle", "--size", "9", "--nodes", "200", "--hash-mb", "1"];
    let mut command = site.recipe("book-parallel.sh", &["2", "3", "one.tgbook"]);
    let said = done(command.args(growth).env("FIRST", "5"));
    let steps: Vec<&str> =
        said.lines().filter_map(|line| line.split_once(" step")).map(|(n, _)| n).collect();
    assert_eq!(steps, ["5", "3", "3", "0"], "{said}");
    let mut command = site.recipe("book-slurm.sh", &["2", "3", "two.tgbook"]);
    // As if part 2 had been killed after two of its steps.
    fs::write(site.path.join("two.tgbook.part-2.steps"), "2\n").unwrap();
    done(command.args(growth).env("FIRST", "4"));
    for (log, expected) in
        [("first", "4 steps"), ("part-1", "3 steps"), ("part-2", "1 step"), ("merge", "0 steps")]
    {
        let text = site.read(&format!("two.tgbook.{log}.log"));
        assert!(text.lines().any(|line| line.starts_with(expected)), "{log}: {text}");
    }
    let calls = site.read("calls");
    assert!(calls.lines().nth(1).unwrap().contains("--dependency=afterok:1 "), "{calls}");
    let left = fs::read_dir(&site.path).unwrap().map(|file| file.unwrap().file_name());
    let left: Vec<String> = left.map(|name| name.to_string_lossy().into_owned()).collect();
    assert!(!left.iter().any(|name| name.ends_with(".steps")), "{left:?}");
    // A part that failed is named, and nothing is merged.
    fs::create_dir(site.path.join("two.tgbook.part-1")).unwrap();
    let mut command = site.recipe("book-slurm.sh", &["2", "3", "two.tgbook"]);
    done(command.args(growth));
    let log = site.read("two.tgbook.merge.log");
    assert!(log.starts_with("part 1 of 2 is not done (exit status 2)"), "{log}");
}

#[test]
fn tasks_run_a_command_for_each_word_and_name_the_one_that_failed() {
    let site = Site::new();
    let command = ["logs", "sh", "-c", "echo \"it's {}\" && test \"$0\" != bad", "{}", ":::"];
    let words = ["one", "two words", "bad"];
    site.done("tasks-slurm.sh", &[&command[..], &words[..2]].concat());
    assert_eq!(site.read("logs/task-2.log"), "it's two words\n");
    assert_eq!(site.read("logs/end.log"), "all 2 tasks are done\n");
    site.done("tasks-slurm.sh", &[&command[..], &words[..]].concat());
    let log = site.read("logs/end.log");
    assert!(
        log.starts_with("task 3 of 3 is not done (exit status 1): see the end of logs/task-3.log"),
        "{log}"
    );
    let output = site.recipe("tasks-slurm.sh", &["logs", "a", "b", "c", "d"]).output().unwrap();
    assert!(text(&output).contains("no ::: with words"), "{}", text(&output));
}
