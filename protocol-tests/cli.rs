//! The command line as people and scripts meet it: typos, wrong values, terminals, help.

mod common;
#[cfg(unix)]
#[path = "cli/examples.rs"]
mod examples;
#[cfg(target_os = "linux")]
#[path = "cli/interrupt.rs"]
mod interrupt;
#[cfg(target_os = "linux")]
#[path = "cli/terminal.rs"]
mod terminal;

use std::process::Stdio;

use common::{refusal_of, run, stdout_of, tengen};

fn refused(arguments: &str) -> String {
    let error = refusal_of(tengen().args(arguments.split_whitespace()), "");
    assert_eq!(error.lines().count(), 1, "{arguments}: {error}");
    assert!(error.starts_with("tengen: "), "{arguments}: {error}");
    error
}

#[test]
fn typos_are_refused_even_through_a_pipe() {
    for (line, meant) in [
        ("analyse", "'analyze'"),
        ("Solv", "'solve'"),
        ("jugde -", "'judge'"),
        ("--levl easy", "'--level'"),
        ("--levl=easy", "'--level'"),
        ("analyze --dept 3", "'--depth'"),
    ] {
        assert!(refused(line).contains(&format!("did you mean {meant}?")), "{line}");
    }
    for (line, meant) in
        [("mach", "'match'"), ("games lst", "'list'"), ("paly", "'play'"), ("helpp", "'help'")]
    {
        assert!(refused(line).contains(&format!("did you mean {meant}?")), "{line}");
    }
}

#[test]
fn wrong_keys_and_values_are_one_line_each() {
    for (line, expected) in [
        ("judge --rule go", "expected freestyle, standard, renju, "),
        ("--level eazy", "expected 1, 2, "),
        ("analyze --depth x", "expected a whole number"),
        ("analyze --threads 0", "1 to 256"),
        ("solve --kind vcx", "expected vcf or vct"),
        ("judge --moves h8h8", "occupied"),
        ("judge --moves h8 --size 4", "--size"),
        ("analyze --param nonsense=1 --moves h8", "--param"),
        ("judge nowhere.jsonl", "nowhere.jsonl"),
        (
            "judge nowhere.jsonl --size 9",
            "--size: seen 9x9, but positions as JSON name their board",
        ),
        ("bench --evaluation other", "expected network or classical"),
    ] {
        let error = refused(line);
        assert!(error.contains(expected), "{line}: {error}");
    }
    for (line, expected) in [
        ("selfplay --out x --threads 0", "1 to 256"),
        ("match --engine nme=x", "unknown key 'nme'"),
        ("match --engine cmd=x", "seen 1 player, expected at least 2"),
        ("match --tc 40/60+x", "BASE+INCREMENT"),
        ("match --tc 10+0.1 --turn-ms 5", "--tc cannot be used with --turn-ms"),
        ("analyze --depth 1 --depth 2", "--depth: given twice, expected once"),
        ("bench --json --micro", "--json cannot be used with --micro (see"),
        ("openings --out nowhere/list", "--out: cannot write 'nowhere/list'"),
        ("solve --moves h8 --proof -", "--proof: seen '-', expected the name of a file"),
        ("match --order both", "expected gui or judge"),
        ("match --line-end cr", "expected crlf or lf"),
        ("match --sprt-counts trios", "expected pairs or games"),
        ("match --schedule ladder", "expected round-robin, gauntlet or swiss"),
        ("check x --league chess", "expected freestyle20, fastgame, "),
        ("check x --league renju15 --rule caro", "--rule needs --hostile"),
        ("check x --hostile 9 --turn-ms 9", "--hostile cannot be used with --league"),
        ("games", "expected list, show, replay, delete, convert"),
        ("judge game.psq --size 9", "a .psq file names its board"),
        ("match a.toml b.toml", "unexpected argument after [FILE.toml]"),
        ("play --record games.sgf", "expected a .csv file"),
        ("solve games.jsonl --after 3", "--after chooses in a file of games"),
        ("judge nowhere.sgf --number 3", "cannot read nowhere.sgf"),
        ("api --library nowhere/g.csv", "--library: cannot write 'nowhere/g.csv'"),
        ("board --no-open --port 0 --library nowhere/g.csv", "--library: cannot write"),
    ] {
        let error = refused(line);
        assert!(error.contains(expected), "{line}: {error}");
    }
}

#[test]
fn weights_without_effect_are_named() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), "1\n".repeat(16)).expect("weights of the classic player");
    let text = "--weights: weights of the classic player have no effect at level full";
    let line = ["analyze", "--moves", "h8", "--depth", "1", "--weights"];
    let output = run(tengen().args(line).arg(file.path()), "");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.starts_with(&format!("tengen: {text}")), "{error}");
    let dialogue = "START 15\nINFO max_node 100\nBEGIN\nEND\n";
    let said = stdout_of(tengen().arg("--weights").arg(file.path()), dialogue);
    assert!(said.contains(&format!("MESSAGE {text}")), "{said}");
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_executed_is_no_player() {
    let error = refused("match --engine cmd=/etc/passwd --engine cmd=/etc/passwd --games 2");
    assert!(error.contains("no executable '/etc/passwd'"), "{error}");
}

#[test]
fn what_managers_pass_starts_a_silent_brain() {
    for line in ["", "--force-utf8", "/tmp/some where", "-x 3", "15 20", "--tournament"] {
        let output = run(tengen().args(line.split_whitespace()), "START 15\nEND\n");
        assert!(output.status.success() && output.stderr.is_empty(), "{line}: {output:?}");
        assert_eq!(output.stdout, b"OK\n", "{line}");
    }
}

#[test]
fn a_dialogue_through_a_pipe_gets_every_answer() {
    let dialogues = [
        (&["--level", "5"][..], "START 15\nTURN 7,7\nEND\n", 2),
        (&[][..], "START 15\nINFO rule 4\nBEGIN\nRESTART\nINFO rule 8\nBEGIN\nABOUT\nEND\n", 5),
        (&[][..], "START 15\nBEGIN\nABOUT", 3),
    ];
    for (options, dialogue, answers) in dialogues {
        let said = stdout_of(tengen().args(options), dialogue);
        let said: Vec<_> = said.lines().filter(|line| !line.starts_with("MESSAGE")).collect();
        assert_eq!(said.len(), answers, "{dialogue}: {said:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn answers_that_cannot_be_written_are_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a full device");
    let input = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(input.path(), "START 15\nEND\n").expect("a dialogue");
    let mut brain = tengen();
    brain.stdin(input.reopen().expect("the dialogue")).stdout(full);
    assert_eq!(brain.status().expect("the brain ends").code(), Some(2));
}

#[test]
fn a_reader_that_closes_the_pipe_early_is_no_error() {
    let mut command = tengen();
    command.args(["api", "--schema"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = command.spawn().expect("the program starts");
    drop(program.stdout.take());
    let output = program.wait_with_output().expect("the program ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn help_shows_defaults_possible_values_and_exit_statuses() {
    let help = stdout_of(tengen().args(["help", "analyze"]), "");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["[default: 1]", "possible values: freestyle, standard, renju", "Exit status: 0 "] {
        assert!(help.contains(part), "{part}: {help}");
    }
    let version = stdout_of(tengen().arg("--version"), "");
    let lines: Vec<&str> = version.lines().collect();
    let [first, commit, bench] = lines[..] else { panic!("{version}") };
    assert_eq!(first, format!("tengen {}", env!("CARGO_PKG_VERSION")));
    assert!(commit.strip_prefix("commit: ").is_some_and(|commit| !commit.is_empty()), "{version}");
    let signature = bench.strip_prefix("bench: ").unwrap_or_default();
    assert!(signature.len() == 8 && u32::from_str_radix(signature, 16).is_ok(), "{version}");
    assert_eq!(stdout_of(tengen().arg("-V"), ""), format!("{first}\n"));
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout_of(tengen().args(["completions", shell]), "");
        assert!(script.contains("analyze") && script.contains("multipv"), "{shell}");
        let lists_values = !["powershell", "elvish"].contains(&shell);
        assert!(script.contains("caro-exact") || !lists_values, "{shell}");
        assert!(!script.contains("launch-player"), "{shell}");
        assert!(script.contains("reserve-ms"), "{shell}: the options of the engine");
    }
    let page = stdout_of(tengen().arg("man"), "");
    assert!(page.contains(".TH tengen 1") && page.contains("reserve"), "{page}");
    let folder = tempfile::tempdir().expect("a folder");
    stdout_of(tengen().arg("man").arg(folder.path().join("man")), "");
    for name in ["tengen.1", "tengen-solve.1", "tengen-games-list.1"] {
        assert!(folder.path().join("man").join(name).exists(), "{name}");
    }
}
