//! Playing, saving and converting games as users do: the built executable, scripts on stdin, files.

mod common;
#[path = "games/dialects.rs"]
mod dialects;
#[path = "games/formats.rs"]
mod formats;
#[path = "games/partial.rs"]
mod partial;
#[path = "games/puzzles.rs"]
mod puzzles;
#[path = "games/quotas.rs"]
mod quotas;
#[path = "games/review.rs"]
mod review;
#[cfg(target_os = "linux")]
mod terminal;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// `tengen …` in a folder.
fn tengen(folder: &Path, arguments: &str) -> Command {
    let mut command = common::tengen();
    command.args(arguments.split_whitespace()).current_dir(folder);
    command
}

/// The output of a run that must succeed and write nothing to stderr.
fn stdout(folder: &Path, arguments: &str, script: &str) -> String {
    common::stdout_of(&mut tengen(folder, arguments), script)
}

/// The line on stderr of a run that must end with exit status 2.
fn refused(folder: &Path, arguments: &str, script: &str) -> String {
    common::refusal_of(&mut tengen(folder, arguments), script)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The openings of a list, without its header.
fn listed(folder: &Path, more: &str) -> Vec<String> {
    let arguments = format!("openings --size 9 --radius 3 --max-value 150 --nodes 400 {more}");
    let list = stdout(folder, &arguments, "");
    list.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn openings_check_nodes_drops_some_and_adds_none() {
    let folder = folder();
    let once = listed(folder.path(), "--count 120");
    let twice = listed(folder.path(), "--count 15 --check-nodes 4000 --check-value 25");
    assert_eq!((once.len(), twice.len()), (120, 15));
    let last = once.iter().position(|opening| twice.last() == Some(opening));
    let seen: Vec<&String> = once.iter().filter(|opening| twice.contains(opening)).collect();
    assert_eq!(seen, twice.iter().collect::<Vec<_>>(), "in the same order, no others");
    assert!(last > Some(17), "of {last:?} some were dropped");
}

/// Two persons, nine moves, black wins.
const GAME: &str = "h8\na1\ni8\na2\nj8\na3\nk8\nb7\nl8\n";

/// Killed in the middle of its second move, which it has an hour for.
#[test]
fn a_brain_that_is_killed_has_saved_its_game_up_to_the_last_move() {
    let folder = folder();
    let mut brain = tengen(folder.path(), "--record games.csv");
    let mut child =
        brain.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the brain starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let mut lines = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
    stdin
        .write_all(b"INFO hash_size 4096\nSTART 15\nINFO timeout_turn 50\nTURN 7,7\n")
        .expect("the brain reads");
    let is_point = |line: &std::io::Result<String>| line.as_ref().is_ok_and(|l| common::is_move(l));
    lines.find(is_point).expect("a move").expect("the output is UTF-8");
    stdin.write_all(b"INFO timeout_turn 3600000\nTURN 0,0\n").expect("the brain reads");
    // The header and three stones, the last of which was read a moment ago.
    wait_for_lines(folder.path(), 4);
    child.kill().and_then(|()| child.wait()).expect("the brain is killed");
    let list = stdout(folder.path(), "games list", "");
    assert!(list.contains("opponent - tengen  freestyle 15x15  3 moves  unfinished"), "{list}");
    let moves = stdout(folder.path(), "games show 1", "");
    assert!(moves.contains("h8 ") && moves.contains(" a15"), "{moves}");
}

/// Waits until the recorded games have this many lines, or for half a minute.
fn wait_for_lines(folder: &Path, count: usize) {
    let saved = || fs::read_to_string(folder.join("games.csv")).unwrap_or_default();
    let deadline = Instant::now() + Duration::from_secs(30);
    while saved().lines().count() < count && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(5));
    }
}

/// It would ponder until the next line comes.
#[test]
fn a_brain_that_is_killed_while_it_ponders_has_saved_its_answer() {
    let folder = folder();
    let mut brain = tengen(folder.path(), "--record games.csv");
    let mut child =
        brain.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("the brain starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin
        .write_all(b"START 15\nINFO timeout_turn 50\nINFO pondering 1\nTURN 7,7\n")
        .expect("the brain reads");
    wait_for_lines(folder.path(), 3);
    child.kill().and_then(|()| child.wait()).expect("the brain is killed");
    let list = stdout(folder.path(), "games list", "");
    assert!(list.contains("opponent - tengen  freestyle 15x15  2 moves  unfinished"), "{list}");
}

#[test]
fn play_reads_a_script() {
    let folder = folder();
    let script =
        "h8\nhint\nthreats\nexplain\nforbidden\nnonsense\nundo\nredo\nundo\n7,7\nsave\nquit\n";
    let text = stdout(folder.path(), "play --rule renju --nodes 300 --name Ann", script);
    for part in [
        "renju 15x15, move 1: black to move (person)",
        "Black plays h8.\nWhite plays ",
        "The engine would play ",
        "Black: none. White: none.",
        "No point is forbidden to black.",
        "'nonsense' is neither a command nor a point of a 15x15 board, expected a point like h8",
        "The game is saved as number 1 in games.csv.",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let list = stdout(folder.path(), "games list", "");
    assert!(list.contains("Ann - tengen  renju 15x15  2 moves  unfinished"), "{list}");
}

#[test]
fn play_begins_by_an_opening_rule_with_moves_a_file_or_a_position() {
    let folder = folder();
    let play = |arguments: &str, script: &str| {
        stdout(folder.path(), &format!("play --nodes 300 {arguments}"), script)
    };
    let swap2 = play("--opening swap2", "h8\ni9\nwhat\nk11\nquit!\n");
    for part in [
        "freestyle 15x15, swap2: person chooses a point for a black stone",
        "'what' is neither a command nor a point",
        "The engine places two more stones: ",
    ] {
        assert!(swap2.contains(part), "{part} in\n{swap2}");
    }
    let engine =
        play("--opening taraguchi-10 --rule renju --black engine --white engine", "quit!\n");
    assert!(engine.contains("The opening is over: engine has black."), "{engine}");
    let renju = play("--opening soosorv-8", "quit!\n");
    assert!(renju.contains("renju 15x15, soosorv-8: "), "{renju}");
    let branched = "undo\ni9\ncomment two\nsave a.sgf\nsave a.sgf\nquit!\n";
    let moves = play("--white person --moves h8h9", branched);
    assert!(moves.contains("a.sgf already exists; save! a.sgf replaces it."), "{moves}");
    let sgf = fs::read_to_string(folder.path().join("a.sgf")).expect("the file");
    assert!(sgf.contains("(;W[hg]") && sgf.contains("(;W[ig]C[two])"), "{sgf}");
    let again = play("--white person --game a.sgf", "undo\nvariation\nboard\n");
    assert!(again.contains("move 3: black to move"), "{again}");
    let json = "{\"size\":7,\"black\":[\"d4\"],\"white\":[\"a1\"],\"to_move\":\"white\"}";
    let set_up =
        play(&format!("--white person --position {json}"), "c3\nsave\nsave b.sgf\nquit!\n");
    assert!(set_up.contains("began with stones set up; save NAME.sgf saves it"), "{set_up}");
    assert!(set_up.contains("The game is saved in b.sgf."), "{set_up}");
    let edited =
        play("--size 7 --white person", "edit\nblack d4 e4\nturn white\nedit\na1\nquit!\n");
    assert!(edited.contains("A new game begins with this position."), "{edited}");
    assert!(edited.contains("White plays a1."), "{edited}");
    for (arguments, expected) in [
        ("play --opening swop", "--opening"),
        ("play --moves h8h8", "move 2, h8: point h8 is occupied"),
        ("play --game none.sgf", "cannot read"),
        ("play --game a.sgf --number 3", "no game 3, the file has 1 game"),
        ("play --position {}", "expected 'size' or"),
        ("play --size 5 --opening taraguchi-10", "needs a board of"),
        ("play --continue", "no game was interrupted"),
        ("play --evaluation x", "--evaluation: seen 'x', expected network or classical"),
    ] {
        let error = refused(folder.path(), arguments, "");
        assert!(error.contains(expected), "{arguments}: {error}");
    }
    let left = fs::read_dir(folder.path()).expect("the folder").flatten();
    let left: Vec<_> =
        left.filter(|file| file.path().display().to_string().contains("games-")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn play_loses_no_game_when_its_input_ends() {
    let folder = folder();
    let play = |arguments: &str, script: &str| {
        stdout(folder.path(), &format!("play --size 7 --white person {arguments}"), script)
    };
    let files = || {
        let names = fs::read_dir(folder.path()).expect("the folder").flatten();
        let names = names.map(|file| file.file_name().to_string_lossy().into_owned());
        let mut names: Vec<_> = names.filter(|name| name.contains("games-")).collect();
        names.sort();
        names
    };
    let left = play("", "d4\nnew\ne5\nd5\nquit\n");
    assert!(left.contains("The game stays in games-1.sgf. A new game.\n"), "{left}");
    let end = "The game stays in games-2.sgf; tengen play --continue continues it.\n";
    assert!(left.ends_with(end), "{left}");
    // A game that continues is not dropped either, not even if it is saved; nothing is left of one
    // that is over and saved.
    assert!(play("--continue", "quit\n").ends_with(end));
    let saved = play("--continue", "e4\nsave\n");
    assert!(saved.contains("move 4: white to move") && saved.ends_with(end), "{saved}");
    assert_eq!(files(), ["games-1.sgf", "games-2.sgf"]);
    assert!(play("--continue", "resign\nsave\n").contains("saved as number 2"));
    assert_eq!(files(), ["games-1.sgf"]);
    let over = play("--continue", "resign\n");
    assert!(over.ends_with("The game stays in games-1.sgf.\n"), "{over}");
    let refused = refused(folder.path(), "play --continue", "");
    assert!(refused.contains("no game was interrupted"), "{refused}");
    let text = fs::read_to_string(folder.path().join("games-1.sgf")).expect("the game");
    assert!(text.contains("RE[B+R]") && !text.contains("SESSION"), "{text}");
    assert!(play("", "a1\nquit!\n").contains("move 2: white to move"));
    assert_eq!(files(), ["games-1.sgf"]);
    let list = stdout(folder.path(), "games list", "");
    assert!(list.contains("freestyle 7x7  3 moves  unfinished"), "{list}");
}

#[test]
fn play_saves_a_game_once_and_continues_it_where_it_was_left() {
    let folder = folder();
    let play = |arguments: &str, script: &str| {
        stdout(folder.path(), &format!("play --size 7 --white person {arguments}"), script)
    };
    let rest = "The game stays in games-1.sgf; tengen play --continue continues it.\n";
    let first = play("", "d4\nundo\nc3\ncomment why\nsave\nquit\n");
    assert!(first.contains("The game is saved as number 1 in games.csv.") && first.ends_with(rest));
    let again = play("--continue", "save\nsave b.csv\nquit\n");
    assert!(again.starts_with("The game continues.\n"), "{again}");
    assert!(again.contains("\n3 . .(X)"), "at c3, although d4 came first: {again}");
    assert!(again.contains("The game is already saved as number 1 in games.csv."), "{again}");
    assert!(again.contains("The game is saved as number 1 in b.csv.") && again.ends_with(rest));
    assert!(play("--continue", "quit!\n").contains("\n3 . .(X)"));
}

#[test]
fn play_evaluates_with_the_network_unless_it_is_asked_for_tables() {
    let folder = folder();
    let hint = |evaluation: &str| {
        let command = format!("play --size 9 --nodes 500 --white person {evaluation}");
        let text = stdout(folder.path(), &command, "e5\nd4\nf6\nhint\n");
        let line = text.lines().find(|line| line.starts_with("The engine would play"));
        line.expect("a hint").to_owned()
    };
    let usual = hint("");
    assert_eq!(hint("--evaluation network"), usual);
    assert_ne!(hint("--evaluation classical"), usual);
}

#[test]
fn play_takes_every_rule_size_and_pair_of_players() {
    let folder = folder();
    for (rule, size) in
        [("freestyle", "5"), ("standard", "9x6"), ("caro", "7"), ("caro-exact", "6")]
    {
        let both = "--black engine --white engine --nodes 50 --record all.csv";
        let text = stdout(folder.path(), &format!("play --rule {rule} --size {size} {both}"), "");
        assert!(text.contains(" in all.csv."), "{text}");
    }
    let large = "play --size 30 --black engine --white person --plain";
    assert!(
        stdout(folder.path(), large, "quit").contains("freestyle 30x30, move 2: white to move")
    );
    let list = stdout(folder.path(), "games list --file all.csv", "");
    assert_eq!(list.lines().count(), 4, "{list}");
    assert!(!list.contains("unfinished"), "{list}");
    assert!(refused(folder.path(), "play --size 4", "").contains("expected N or WxH"));
}

/// A file with two finished games and an unfinished one.
fn three_games(folder: &Path) {
    let script = format!("{GAME}new\n{GAME}new\nh8\n");
    let seats = "play --black person --white person --record games.csv";
    let text = stdout(folder, seats, &script);
    assert!(text.contains("black wins: five"), "{text}");
}

#[test]
fn games_show_and_replay_print_the_games_in_order() {
    let folder = folder();
    three_games(folder.path());
    let shown = stdout(folder.path(), "games show 1 3", "");
    assert!(shown.contains("h8 a1 i8 a2 j8 a3 k8 b7 l8\n"), "{shown}");
    assert!(shown.contains("<X<X<X<X<X>") && shown.contains("Black wins: five."), "{shown}");
    assert!(shown.ends_with("The game is unfinished.\n"), "{shown}");
    let replayed = stdout(folder.path(), "games replay 2 1 --speed 1000", "");
    assert_eq!(replayed.matches("9. Black l8\n").count(), 2);
    let (second, first) = (replayed.find("game 2:"), replayed.find("game 1:"));
    assert!(second < first && second.is_some(), "in the order that was asked for");
    let error = refused(folder.path(), "games show 9", "");
    assert_eq!(
        error,
        "tengen: 'games.csv' has no game 9, the file has 3 games (see tengen games list)\n"
    );
    assert!(refused(folder.path(), "games replay 1 --speed 0", "").contains("moves per second"));
    let error = refused(folder.path(), "games list --file no.csv", "");
    assert!(error.starts_with("tengen: 'no.csv' does not exist, expected "), "{error}");
}

#[test]
fn games_delete_asks_and_deletes_nothing_else() {
    let folder = folder();
    three_games(folder.path());
    let path = folder.path().join("games.csv");
    let before = fs::read_to_string(&path).expect("the file");
    let output = common::run(&mut tengen(folder.path(), "games delete 2"), "no\n");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(fs::read_to_string(&path).expect("the file"), before);
    refused(folder.path(), "games delete 1 7 --yes", "");
    assert_eq!(fs::read_to_string(&path).expect("the file"), before);
    assert!(stdout(folder.path(), "games delete 2", "y\n").ends_with("1 deleted.\n"));
    let left_over: Vec<&str> = before.lines().filter(|line| !line.starts_with("2,")).collect();
    assert_eq!(fs::read_to_string(&path).expect("the file"), left_over.join("\n") + "\n");
}

#[test]
fn games_report_a_damaged_row_and_keep_it() {
    let folder = folder();
    three_games(folder.path());
    let path = folder.path().join("games.csv");
    let text = fs::read_to_string(&path).expect("the file");
    let mut lines: Vec<&str> = text.lines().collect();
    lines.insert(10, "2,what is,this");
    fs::write(&path, lines.join("\n")).expect("the file");
    let output = common::run(&mut tengen(folder.path(), "games list"), "");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(error.starts_with("tengen: games.csv:11: 3 cells, expected 11"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
    let delete = &mut tengen(folder.path(), "games delete 1 3 --yes");
    assert!(common::run(delete, "").status.success());
    let left = fs::read_to_string(&path).expect("the file");
    assert!(left.contains("\n2,what is,this\n"), "{left}");
}

#[test]
fn games_convert_round_trips() {
    let folder = folder();
    three_games(folder.path());
    stdout(folder.path(), "games convert games.csv one.sgf 1", "");
    stdout(folder.path(), "games convert one.sgf one.psq", "");
    stdout(folder.path(), "games convert one.psq one.txt", "");
    let line = fs::read_to_string(folder.path().join("one.txt")).expect("the line");
    assert_eq!(line, "h8a1i8a2j8a3k8b7l8\n");
    stdout(folder.path(), "games convert one.txt back.csv", "");
    assert!(
        stdout(folder.path(), "games list -f back.csv", "").contains("9 moves  black wins: five")
    );
    stdout(folder.path(), "games convert games.csv all.sgf", "");
    for number in 1..=3 {
        assert!(folder.path().join(format!("all-{number}.sgf")).exists());
    }
    let error = refused(folder.path(), "games convert games.csv one.sgf 1", "");
    assert_eq!(error, "tengen: 'one.sgf' exists, expected --force to overwrite it\n");
    fs::remove_file(folder.path().join("all-1.sgf")).expect("it was written");
    let error = refused(folder.path(), "games convert games.csv all.sgf", "");
    assert!(error.contains("'all-2.sgf' exists"), "{error}");
    assert!(!folder.path().join("all-1.sgf").exists(), "nothing is written by halves");
    stdout(folder.path(), "games convert games.csv all.sgf --force", "");
    let text = stdout(
        folder.path(),
        "games convert - - --from txt --to sgf --size 9 --rule renju",
        "e5\n",
    );
    assert!(text.contains("SZ[9]RU[renju]") && text.contains("RE[?]"), "{text}");
    let error = refused(folder.path(), "games convert games.csv games.csv", "");
    assert!(error.contains("'games.csv' is an input file"), "{error}");
    fs::write(folder.path().join("tree.sgf"), "(;GM[4]SZ[9];B[ee]C[why](;W[dd])(;W[ff]))")
        .expect("the file");
    let whole = stdout(folder.path(), "games convert tree.sgf copy.sgf", "");
    assert_eq!(whole, "");
    let copy = fs::read_to_string(folder.path().join("copy.sgf")).expect("the copy");
    assert!(copy.contains("C[why]") && copy.contains("(;W[ff]"), "{copy}");
    let command = &mut tengen(folder.path(), "games convert tree.sgf tree.txt");
    let output = common::run(command, "");
    let lost = "tengen: game 1: txt does not hold board, variations and comments; sgf does\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), lost);
    let error = refused(folder.path(), "games convert games.csv - --to psq", "");
    assert!(error.contains("-: seen 3 games, but psq holds one"), "{error}");
    let error = refused(folder.path(), "games convert - - --from txt --to sgf", "");
    assert!(error.contains("-: no games, expected at least one"), "{error}");
    let error = refused(folder.path(), "games convert - - --from txt --to psq", "h8h8\n");
    assert_eq!(error, "tengen: -: line 1: point h8 is occupied, expected an empty one\n");
}

#[test]
fn games_convert_refuses_the_library_and_does_not_list_it() {
    let folder = folder();
    three_games(folder.path());
    for line in ["convert --file games.csv one.sgf two.sgf", "-f games.csv convert one.sgf two.sgf"]
    {
        let error = refused(folder.path(), &format!("games {line}"), "");
        assert_eq!(error, "tengen: --file with convert, expected only the input and the output\n");
    }
    let help = |command: &str| stdout(folder.path(), &format!("games {command} --help"), "");
    assert!(!help("convert").contains("--file") && help("list").contains("--file"));
    let list = stdout(folder.path(), "games --file games.csv list", "");
    assert_eq!(list.lines().count(), 3, "{list}");
}

#[test]
fn games_convert_reads_and_writes_libraries_of_renlib() {
    let folder = folder();
    let file = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let sgf = "(;GM[4]SZ[15];B[hh]C[why]LB[ig:A](;W[ig])(;W[ff]))";
    fs::write(folder.path().join("tree.sgf"), sgf).unwrap();
    stdout(folder.path(), "games convert tree.sgf tree.lib", "");
    assert!(file("tree.lib").starts_with(b"\xffRenLib\xff\x03"));
    stdout(folder.path(), "games convert tree.lib again.sgf", "");
    let again = String::from_utf8(file("again.sgf")).unwrap();
    assert!(again.contains("B[hh]C[why]LB[ig:A]\n(;W[ig])\n(;W[ff])"), "{again}");
    stdout(folder.path(), "games convert again.sgf again.lib", "");
    assert_eq!(file("again.lib"), file("tree.lib"));
    let error = refused(folder.path(), "games convert - cut.sgf --from lib", "\u{78}\u{8}abc");
    assert_eq!(error, "tengen: -: byte 2: the file ends inside a comment\n");
    fs::write(folder.path().join("small.sgf"), "(;GM[4]SZ[9];B[ee])").unwrap();
    let error = refused(folder.path(), "games convert small.sgf small.lib", "");
    assert!(error.contains("a board of 9x9, expected 15x15; sgf has no such limit"), "{error}");
    let error = refused(folder.path(), "games convert tree.lib x.sgf --encoding latin9x", "");
    assert!(error.contains("seen 'latin9x', expected a code page such as utf-8"), "{error}");
    assert!(!folder.path().join("cut.sgf").exists() && !folder.path().join("x.sgf").exists());
}

#[test]
fn brain_saves_its_games_with_record() {
    let folder = folder();
    let script = "START 15\nINFO max_node 100\nBOARD\n7,7,2\nDONE\nRESTART\nTURN 3,3\nEND\n";
    let output = common::run(&mut tengen(folder.path(), "--record brain.csv"), script);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let list = stdout(folder.path(), "games list -f brain.csv", "");
    assert_eq!(list.lines().count(), 2, "{list}");
    assert!(
        list.lines().all(|line| line.contains("opponent - tengen") && line.contains("2 moves"))
    );
}

#[test]
fn match_saves_its_games_with_record() {
    let folder = folder();
    let engine = common::tengen().get_program().display().to_string();
    let players = format!("--engine cmd={engine},name=a --engine cmd={engine},name=b");
    let terms = "--rule freestyle --size 5 --nodes 50 --games 2 --record match.csv --quiet";
    stdout(folder.path(), &format!("match {players} {terms}"), "");
    let list = stdout(folder.path(), "games list -f match.csv", "");
    assert_eq!(list.lines().count(), 2, "{list}");
    assert!(list.contains("a - b") && list.contains("b - a"), "{list}");
}
