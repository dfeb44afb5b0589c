//! `tengen solve` as its user meets it: positions in, answers and proofs out.

mod common;

use std::process::Output;

/// Black has an open three and white has one too; black is to move.
const THREES: &str =
    r#"{"rule":"renju","size":15,"black":[[5,5],[6,5],[7,5]],"white":[[5,9],[6,9],[7,9]]}"#;
/// A four-three: a win by fours with a longer line.
const FOUR_THREE: &str = r#"{"rule":"freestyle","size":15,"black":[[3,7],[4,7],[5,7],[6,5],[6,6]],"white":[[2,7],[0,0],[14,0],[0,14],[14,14]]}"#;

fn solve(arguments: &[&str], input: &str) -> Output {
    common::run(common::tengen().arg("solve").args(arguments), input)
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn lines_are_answered_in_order_and_a_bad_one_in_its_place() {
    let output = solve(&[], &format!("{THREES}\nnonsense\n{{\"size\":15,\"moves\":[[7,7]]}}\n"));
    assert_eq!(output.status.code(), Some(2));
    let answer = text(output.stdout);
    let lines: Vec<&str> = answer.lines().collect();
    assert!(lines[0].starts_with(r#"{"result":"win","kind":"vcf","plies":3,"#), "{answer}");
    assert!(
        lines[1].starts_with(r#"{"error":"#) && lines[1].ends_with(r#","line":2}"#),
        "{answer}"
    );
    assert!(
        lines[2].starts_with(r#"{"result":"none","kind":"vct","plies":0,"line":[]"#),
        "{answer}"
    );
}

#[test]
fn a_written_proof_is_verified_and_a_changed_one_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("win.jsonl");
    let name = path.to_str().expect("UTF-8");
    let input = format!("{FOUR_THREE}\n{THREES}\n");
    // A run that finds nothing to read leaves no file, so that it can be repeated.
    assert!(!solve(&["none.jsonl", "--proof", name], "").status.success() && !path.exists());
    assert!(solve(&["--proof", name], &input).status.success());
    let again = solve(&["--proof", name], &input);
    assert!(text(again.stderr).contains("exists, expected --force to overwrite it"));
    assert!(solve(&["--proof", name, "--force"], &input).status.success());
    let verified = solve(&["verify", name], "");
    let answer = text(verified.stdout);
    assert!(verified.status.success());
    assert_eq!(answer.matches("holds against every reply").count(), 2, "{answer}");
    let proof = std::fs::read_to_string(&path).expect("it was written");
    // The first five of the first proof, made somewhere else.
    let start = proof.find("\"play\":[").expect("a node") + "\"play\":[".len();
    let end = start + proof[start..].find(']').expect("its end");
    std::fs::write(&path, format!("{}14,7{}", &proof[..start], &proof[end..])).expect("written");
    let refused = solve(&["verify", name], "");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(refused.stderr).contains("proof 1: not a win"));
}

#[test]
fn first_moves_that_win_and_that_defend_are_listed() {
    let all = text(solve(&["--all", "--kind", "vcf", "--threads", "2"], THREES).stdout);
    // Both open fours; the fours with a gap are answered by white's own.
    assert!(all.contains(r#"{"x":4,"y":5,"plies":3}"#), "{all}");
    assert!(all.contains(r#"{"x":8,"y":5,"plies":3}"#), "{all}");
    let white = THREES.replacen("}", r#","to_move":"white"}"#, 1);
    let quiet = white.replace("[5,9],[6,9],[7,9]", "[5,9],[1,1],[13,13]");
    let answer = text(solve(&["--defend", "--kind", "vcf"], &quiet).stdout);
    assert!(answer.starts_with(r#"{"threat":"win","kind":"vcf","plies":3"#), "{answer}");
    for point in ["[4,5]", "[8,5]"] {
        assert!(
            answer.split("\"moves\"").nth(1).is_some_and(|moves| moves.contains(point)),
            "{answer}"
        );
    }
}

#[test]
fn people_get_a_board() {
    let answer = text(
        solve(&["--board", "--tree", "--moves", "h8a1i8a3j8a5", "--rule", "standard"], "").stdout,
    );
    assert!(answer.contains("black wins in 2 moves by vcf, proved: "), "{answer}");
    assert!(answer.contains(" five"), "{answer}");
}

#[test]
fn the_lengths_of_first_moves_are_bounds() {
    let all = |moves: &str| {
        let command = "--all --board --kind vcf --size 7 --nodes 2000 --moves";
        let arguments: Vec<&str> = command.split(' ').chain([moves]).collect();
        text(solve(&arguments, "").stdout)
    };
    let three = all("c4a1d4a3e4a7");
    let wins = "black wins by vcf with b4 (at most 2 moves), f4 (at most 2 moves) (";
    assert!(three.contains(wins), "{three}");
    let four = all("c4a1d4a3e4a7f4b1");
    assert!(four.contains(", b4 (five), g4 (five), "), "{four}");
}

/// A game of black's three stones and its image as a list of moves.
#[test]
fn a_position_of_a_game_is_chosen_by_game_and_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let psq = "Piskvorky 15x15, 11:11, 0\n6,6,0\n1,1,0\n7,6,0\n1,3,0\n8,6,0\n1,5,0\n-1\n";
    let files = [("game.psq", psq), ("games.txt", "g9b14h9b12i9b10\na1\n")];
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).expect("written");
    }
    let answer = |arguments: &str| {
        let (name, options) = arguments.split_once(' ').unwrap_or((arguments, ""));
        let path = folder.path().join(name);
        let mut all = vec![path.to_str().expect("UTF-8")];
        all.extend(options.split_whitespace());
        let output = solve(&all, "");
        assert!(output.status.success(), "{arguments}: {output:?}");
        text(output.stdout)
    };
    let win = r#"{"result":"win","kind":"vcf","plies":3"#;
    assert!(answer("game.psq").starts_with(win));
    assert!(answer("game.psq --after 2").starts_with(r#"{"result":"none""#));
    assert!(answer("games.txt --number 1").starts_with(win));
    let last = answer("games.txt");
    assert!(last.starts_with(r#"{"result":"none""#), "the last game has one move: {last}");
    assert!(answer("games.txt --number 1 --after 6").starts_with(win));
}
