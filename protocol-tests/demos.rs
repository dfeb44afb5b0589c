//! The teaching programs as a user meets them: the built executable, its arguments, a script on
//! stdin, exit statuses.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

/// `tengen demo …`.
fn demo(arguments: &[&str]) -> Command {
    let mut command = common::tengen();
    command.arg("demo").args(arguments);
    command
}

/// The output of a run that must succeed in silence.
fn demo_output(arguments: &[&str], script: &str) -> String {
    common::stdout_of(&mut demo(arguments), script)
}

/// The one line on stderr of a run that must be refused.
fn refused(arguments: &[&str], script: &str) -> String {
    let text = common::refusal_of(&mut demo(arguments), script);
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn tictactoe_counts_what_the_literature_counts() {
    let text = demo_output(&["tictactoe", "--count"], "");
    for figure in ["255,168", "549,946", "5,478", "765", "138"] {
        assert!(text.contains(&format!(" {figure}\n")), "{figure} is missing in\n{text}");
    }
}

#[test]
fn tictactoe_plays_a_scripted_game_and_reports_bad_keys() {
    let text = demo_output(&["tictactoe"], "five\n5\n5\n0\n2\n\n7\n4\n9\n3\n8\n6\n1\n");
    assert!(text.contains("'five' is not a cell"), "{text}");
    assert!(text.contains("Cell 5 is occupied by ×"), "{text}");
    assert!(text.ends_with("A draw.\n") || text.ends_with("○ wins.\n"), "{text}");
    let text = demo_output(&["tictactoe", "--o", "person"], "1\n4\n");
    assert!(text.ends_with("The input has ended.\nThe game is unfinished.\n"), "{text}");
    for method in ["minimax", "negamax", "alphabeta"] {
        for option in ["--table", "--whole"] {
            let both = ["--x", "computer", "--o", "computer", "--method", method, option];
            let text = demo_output(&[&["tictactoe"], &both[..]].concat(), "");
            assert!(text.ends_with("A draw.\n"), "{method} {option}: {text}");
        }
    }
}

#[test]
fn options_without_effect_are_refused() {
    for (line, first, second) in [
        ("tictactoe --brain --method minimax", "--brain", "--method"),
        ("tictactoe --count --x computer", "--count", "--x"),
        ("tictactoe --count --table", "--count", "--table"),
        ("tictactoe --trace 2 --o person", "--trace", "--o"),
        ("xiangqi --perft 1 --depth 9", "--perft", "--depth"),
        ("xiangqi --perft 1 --width 3", "--perft", "--width"),
        ("xiangqi --compare --red computer", "--compare", "--red"),
        ("xiangqi --missed --depth 3", "--missed", "--depth"),
        ("xiangqi --missed --fen 9/9", "--missed", "--fen"),
        ("xiangqi --missed --no-order", "--missed", "--no-order"),
    ] {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let error = refused(&arguments, "");
        let either = [(first, second), (second, first)]
            .map(|(one, other)| format!("tengen: {one} cannot be used with {other} (see "));
        assert!(either.iter().any(|start| error.starts_with(start)), "{line}: {error}");
    }
}

#[test]
fn options_without_effect_at_a_depth_are_refused() {
    for (line, option) in [
        ("--width 1 --depth 2", "--width"),
        ("--compare --width 1 --depth 1", "--width"),
        ("--no-order --depth 2", "--no-order"),
    ] {
        let arguments: Vec<&str> = ["xiangqi"].into_iter().chain(line.split(' ')).collect();
        let error = refused(&arguments, "");
        assert!(error.starts_with(&format!("tengen: {option} with --depth ")), "{line}: {error}");
        assert!(error.contains("expected a depth of 3 or more"), "{line}: {error}");
    }
    let narrow = ["xiangqi", "--width", "1", "--depth", "3", "--red", "computer", "--plies", "1"];
    assert!(demo_output(&narrow, "").contains("red plays "));
    assert!(demo_output(&["xiangqi", "--missed", "--width", "9"], "").contains("width 9"));
}

#[test]
fn a_reader_of_the_trace_may_leave_early() {
    let mut child = demo(&["tictactoe", "--trace", "9", "--method", "minimax", "--whole"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the executable starts");
    let mut first = String::new();
    let stdout = child.stdout.take().expect("stdout is piped");
    BufReader::new(stdout).read_line(&mut first).expect("a line");
    assert!(first.starts_with("Values in the view of ×"), "{first}");
    let mut errors = String::new();
    let mut stderr = child.stderr.take().expect("stderr is piped");
    stderr.read_to_string(&mut errors).expect("stderr ends");
    assert_eq!(errors, "");
    assert!(child.wait().expect("the child ends").success());
}

#[test]
fn the_brain_answers_line_by_line_while_the_pipe_stays_open() {
    let mut child = demo(&["tictactoe", "--brain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the executable starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let mut lines = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
    let mut ask = |line: &str| {
        stdin.write_all(format!("{line}\r\n").as_bytes()).expect("the brain reads");
        lines.next().expect("an answer").expect("UTF-8")
    };
    assert!(ask("ABOUT").starts_with("name="));
    assert!(ask("START 15").starts_with("ERROR"));
    assert_eq!(ask("START 3"), "OK");
    // × in two opposite corners: ○ holds the center and must not take a corner.
    assert_eq!(ask("TURN 0,0"), "1,1");
    assert!(["1,0", "0,1", "2,1", "1,2"].contains(&ask("TURN 2,2").as_str()));
    assert_eq!(ask("RESTART"), "OK");
    stdin.write_all(b"END\r\n").expect("the brain reads");
    assert!(child.wait().expect("the child ends").success());
}

#[test]
fn a_tree_comes_from_a_file_from_stdin_or_is_built_in() {
    let example = demo_output(&["tree"], "");
    assert!(example.contains("cut: 2b.2 (-4), 2b.3 (5)"), "{example}");
    let from_stdin = demo_output(&["tree", "-"], "[[-1,1],[2,-4,5]]");
    assert!(from_stdin.contains("cut: root.2.2 (-4), root.2.3 (5)"), "{from_stdin}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tree.txt");
    let name = file.to_str().expect("a name in UTF-8");
    std::fs::write(&file, "a\n  2a\n    -1\n    1\n  2b\n    2\n    -4\n    5\n").expect("written");
    assert_eq!(demo_output(&["tree", name], ""), example);
    std::fs::write(&file, "a\n  b\n  1\n").expect("written");
    let error = refused(&["tree", name], "");
    assert!(error.contains("tree.txt:2: 'b' has neither children nor a value"), "{error}");
    assert!(refused(&["tree", "/no/such/tree"], "").contains("cannot read /no/such/tree"));
}

#[test]
fn xiangqi_plays_a_scripted_game() {
    let script = "help\nh2e9\nh2e2\nmoves\nundo\nb0c2\nfen\nquit\n";
    let text = demo_output(&["xiangqi", "--depth", "2"], script);
    assert!(text.contains("the piece 'C' on h2 cannot go to e9."), "{text}");
    assert_eq!(text.matches("black plays ").count(), 2, "{text}");
    assert!(text.contains("The game is unfinished: "), "{text}");
    let mate = ["xiangqi", "--fen", "4k4/R8/8R/9/9/6p2/9/9/9/3K5 w", "--black", "person"];
    assert!(demo_output(&mate, "i7i9\n").ends_with("Checkmate: red wins.\n"));
    let two = ["xiangqi", "--red", "computer", "--depth", "3", "--width", "6", "--plies", "30"];
    assert!(demo_output(&two, "").matches(" plays ").count() <= 30);
}

#[test]
fn xiangqi_counts_and_compares() {
    let text = demo_output(&["xiangqi", "--perft", "3"], "");
    for line in ["perft 1 = 44 ", "perft 2 = 1,920 ", "perft 3 = 79,666 "] {
        assert!(text.contains(line), "{text}");
    }
    let text = demo_output(&["xiangqi", "--compare", "--depth", "3", "--width", "5"], "");
    assert!(text.contains("alpha-beta, order, width 5"), "{text}");
    assert!(demo_output(&["xiangqi", "--missed"], "").contains("d0d9 e8d9 e3e9"));
    assert!(refused(&["xiangqi", "--fen", "9/9 w"], "").contains("has 2 ranks, expected 10"));
}
