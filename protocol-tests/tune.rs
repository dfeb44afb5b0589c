//! `tengen selfplay` and `tengen tune` as users run them: the built executable, tiny files.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

fn tengen(folder: &Path, arguments: &str) -> Command {
    let mut command = common::tengen();
    command.args(arguments.split_whitespace()).current_dir(folder);
    command
}

/// The output of a run that must succeed and write nothing to stderr.
fn stdout(folder: &Path, arguments: &str, script: &str) -> String {
    common::stdout_of(&mut tengen(folder, arguments), script)
}

/// The single line on stderr of a run that must end with exit status 2.
fn refused(folder: &Path, arguments: &str, script: &str) -> String {
    let error = common::refusal_of(&mut tengen(folder, arguments), script);
    assert!(error.starts_with("tengen: ") && error.lines().count() == 1, "{arguments}: {error}");
    error
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn read(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The games of a file, without its head: eight bytes, the length of the setting, the setting.
fn body(file: &[u8]) -> &[u8] {
    let setting = u32::from_le_bytes(file[8..12].try_into().unwrap()) as usize;
    &file[12 + setting..]
}

/// The length of the first game, its own four bytes included.
fn game_length(games: &[u8]) -> usize {
    4 + u32::from_le_bytes(games[..4].try_into().unwrap()) as usize
}

/// A folder with `games.tgs`: games of self-play on a small board.
fn folder_with_games() -> tempfile::TempDir {
    let folder = folder();
    let text = stdout(folder.path(), "selfplay --games 6 --nodes 60 --size 9 --out games.tgs", "");
    assert!(text.starts_with("6 games: black won "), "{text}");
    folder
}

#[test]
fn selfplay_continues_its_file_and_refuses_another_setting() {
    let folder = folder_with_games();
    let path = folder.path();
    let terms = "--nodes 60 --size 9";
    stdout(path, &format!("selfplay --games 3 {terms} --out part.tgs"), "");
    stdout(path, &format!("selfplay --games 6 {terms} --out part.tgs --resume --threads 2"), "");
    assert_eq!(read(path, "part.tgs"), read(path, "games.tgs"));
    let other = "selfplay --games 6 --nodes 61 --size 9 --out part.tgs --resume";
    assert!(refused(path, other, "").contains("'part.tgs' was played with"));
    assert!(refused(path, "selfplay --games 1 --out games.tgs", "").contains("--resume"));
    for (options, expected) in [
        ("--param caro.late_base=2", "seen a parameter for caro, expected freestyle"),
        ("--param late_base=2 --param late_base=3", "replaced by --param late_base=3"),
        ("--games 0", "--games: seen '0', expected 1 to"),
    ] {
        let error = refused(path, &format!("selfplay {options} --out x.tgs"), "");
        assert!(error.contains(expected), "{error}");
    }
    assert_eq!(read(path, "part.tgs"), read(path, "games.tgs"));
}

#[test]
fn selfplay_in_parts_is_the_unsplit_run() {
    let folder = folder_with_games();
    let path = folder.path();
    let part = |shard: &str, more: &str| {
        let name = format!("part-{}.tgs", &shard[..1]);
        let terms = format!("--games 6 --nodes 60 --size 9 --shard {shard} --out {name} {more}");
        let text = stdout(path, &format!("selfplay {terms}"), "");
        assert!(text.starts_with("3 games: "), "{text}");
        read(path, &name)
    };
    let parts = [part("1/2", ""), part("2/2", "--threads 2")];
    // A file has a head, then the games one after the other: those of the parts take turns.
    let whole = read(path, "games.tgs");
    let mut rests = parts.each_ref().map(|part| body(part));
    let mut joined = Vec::new();
    for turn in [0, 1].into_iter().cycle().take(6) {
        let (game, rest) = rests[turn].split_at(game_length(rests[turn]));
        joined.extend_from_slice(game);
        rests[turn] = rest;
    }
    assert!(rests.iter().all(|rest| rest.is_empty()));
    assert_eq!(joined, body(&whole));
    // Another part is another setting.
    let error =
        refused(path, "selfplay --games 6 --nodes 60 --size 9 --out part-1.tgs --resume", "");
    assert!(error.contains("'part-1.tgs' was played with"), "{error}");
    assert_eq!(part("1/2", "--resume"), parts[0]);
}

#[test]
fn tune_eval_trains_weights_that_play_and_can_be_trained_further() {
    let folder = folder_with_games();
    let path = folder.path();
    let train = "tune eval games.tgs --epochs 2";
    let text = stdout(path, &format!("{train} --out one.tgev --report losses.svg"), "");
    assert!(text.contains(" quiet\nepoch "), "{text}");
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(read(path, "losses.svg").starts_with(b"<svg "));
    stdout(path, &format!("{train} --out two.tgev --threads 3"), "");
    assert_eq!(read(path, "one.tgev"), read(path, "two.tgev"));
    stdout(path, &format!("{train} --from one.tgev --values-only --out next.tgev"), "");
    assert_ne!(read(path, "one.tgev"), read(path, "next.tgev"));
    let text = stdout(path, "tune duel --weights next.tgev --pairs 1 --nodes 50 --size 9", "");
    assert!(text.starts_with("2 games: "), "{text}");
}

#[test]
fn tune_network_trains_is_continued_from_a_checkpoint_and_the_network_plays() {
    let folder = folder_with_games();
    let path = folder.path();
    let train = "tune network games.tgs --batch 64";
    let text = stdout(path, &format!("{train} --epochs 3 --out one.tgnn --report losses.svg"), "");
    assert!(text.contains("\nepoch  learned  held out\n    1  "), "{text}");
    assert!(text.contains("\nheld out  "), "{text}");
    assert!(read(path, "losses.svg").starts_with(b"<svg "));
    stdout(path, &format!("{train} --epochs 3 --out two.tgnn --threads 3"), "");
    assert_eq!(read(path, "one.tgnn"), read(path, "two.tgnn"));
    // A finished checkpoint gives the same network at once; another training refuses it.
    stdout(path, &format!("{train} --epochs 3 --out a.tgnn --checkpoint state"), "");
    let text = stdout(path, &format!("{train} --epochs 3 --out b.tgnn --checkpoint state"), "");
    assert!(text.contains("continued after epoch 3"), "{text}");
    assert_eq!(read(path, "one.tgnn"), read(path, "a.tgnn"));
    assert_eq!(read(path, "one.tgnn"), read(path, "b.tgnn"));
    // The losses of all epochs are in the checkpoint.
    let again = format!("{train} --epochs 3 --out b.tgnn --checkpoint state --report again.svg");
    stdout(path, &again, "");
    assert_eq!(read(path, "again.svg"), read(path, "losses.svg"));
    let other = format!("{train} --epochs 4 --out b.tgnn --checkpoint state");
    let expected = "tengen: 'state' belongs to another training, --epochs: 3, expected 4\n";
    assert_eq!(refused(path, &other, ""), expected);
    stdout(path, "selfplay --games 3 --nodes 70 --size 9 --out more.tgs", "");
    let other = format!("{train} more.tgs --epochs 3 --out b.tgnn --checkpoint state");
    let error = refused(path, &other, "");
    assert!(error.contains(", games of file 2: none, expected 3\n"), "{error}");
    stdout(path, &format!("{train} --epochs 1 --from one.tgnn --out next.tgnn"), "");
    assert_ne!(read(path, "one.tgnn"), read(path, "next.tgnn"));
    // A checkpoint keeps what the network's file has rounded, and the optimizer's moments.
    stdout(path, &format!("{train} --epochs 1 --from state --out after.tgnn"), "");
    assert_ne!(read(path, "after.tgnn"), read(path, "next.tgnn"));
    fs::write(path.join("cut"), &read(path, "state")[..4000]).expect("written");
    let cut = format!("{train} --epochs 1 --from cut --out after.tgnn");
    assert!(refused(path, &cut, "").contains("'cut' is not a complete checkpoint"));
    let duel = "tune duel --weights next.tgnn --other-evaluation classical";
    let text = stdout(path, &format!("{duel} --pairs 1 --nodes 50 --size 9"), "");
    assert!(text.starts_with("2 games: "), "{text}");
}

#[test]
fn a_duel_by_a_clock_of_nodes_says_how_much_of_it_was_used() {
    let folder = folder();
    let duel = "tune duel --param clock_horizon=100 --pairs 1 --seed 3 --match-ms 400 --turn-ms 100 --nodes-per-ms 10";
    let text = stdout(folder.path(), duel, "");
    let used = |text: &str| -> [u32; 2] {
        let line = text.lines().last().and_then(|line| line.strip_prefix("The first player used "));
        let line = line.and_then(|line| line.strip_suffix(" %."));
        let (first, second) =
            line.and_then(|l| l.split_once(" % of its time, the second ")).unwrap();
        [first, second].map(|share| share.parse().unwrap())
    };
    let [first, second] = used(&text);
    assert!(first < second && second <= 100, "{text}");
    assert_eq!(stdout(folder.path(), duel, ""), text, "the same every time");
    // What increments add is time as well.
    let text = stdout(folder.path(), &format!("{duel} --increment-ms 50"), "");
    assert!(used(&text).iter().all(|&share| 0 < share && share <= 100), "{text}");
    let error = refused(folder.path(), "tune duel --param late_base=9 --turn-ms 25", "");
    assert!(error.contains("--match-ms"), "{error}");
}

#[test]
fn tune_policy_trains_can_train_further_and_the_policy_plays() {
    let folder = folder_with_games();
    let path = folder.path();
    let text = stdout(path, "tune policy games.tgs --epochs 2 --batch 64 --out a.tgpo", "");
    assert!(text.contains("positions") && text.contains("first  in five"), "{text}");
    stdout(path, "tune policy games.tgs --epochs 2 --batch 64 --threads 3 --out b.tgpo", "");
    assert_eq!(read(path, "a.tgpo"), read(path, "b.tgpo"));
    stdout(path, "tune policy games.tgs --from a.tgpo --epochs 1 --out c.tgpo", "");
    let duel = "tune duel --weights c.tgpo --other-evaluation classical";
    let text = stdout(path, &format!("{duel} --pairs 1 --nodes 50 --size 9"), "");
    assert!(text.starts_with("2 games: "), "{text}");
    // Under another rule the weights would not play.
    for under_renju in [
        "tune duel --rule renju --other-weights c.tgpo",
        "selfplay --rule renju --weights c.tgpo --out d.tgs",
    ] {
        let error = refused(path, under_renju, "");
        assert!(error.contains("c.tgpo: seen weights for freestyle, expected renju"), "{error}");
    }
    let error = refused(path, "tune policy games.tgs --from games.tgs --out d.tgpo", "");
    assert!(error.contains("TGPO"), "{error}");
}

#[test]
fn a_damaged_network_is_refused_with_the_reason() {
    let folder = folder_with_games();
    let path = folder.path();
    stdout(path, "tune network games.tgs --epochs 1 --out whole.tgnn", "");
    let mut bytes = read(path, "whole.tgnn");
    bytes[5000] ^= 1;
    fs::write(path.join("damaged.tgnn"), &bytes).unwrap();
    fs::write(path.join("short.tgnn"), &bytes[..9000]).unwrap();
    let error = refused(path, "analyze --moves h8 --nodes 9 --weights damaged.tgnn", "");
    assert!(error.contains("the weights are damaged: checksum"), "{error}");
    let error = refused(path, "analyze --moves h8 --nodes 9 --weights short.tgnn", "");
    assert!(error.contains("9000 bytes of weights, expected"), "{error}");
    let error = refused(path, "tune network whole.tgnn --out x.tgnn", "");
    assert!(error.contains("is not a file of self-play games"), "{error}");
}

#[test]
fn a_brain_without_a_usable_weights_file_says_so_and_plays_without_it() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("damaged.tgnn"), b"TGNN and then nothing of use").unwrap();
    fs::write(path.join("empty.tgnn"), b"").unwrap();
    let play = |arguments: &str| {
        let begin = "INFO max_node 300\nBEGIN\n";
        let parts = [&format!("START 9\n{begin}"), "TURN 0,0\n", &format!("RESTART\n{begin}")];
        common::game_of(&mut tengen(path, arguments), &parts)
    };
    let moves = |text: &str| -> Vec<String> {
        text.lines().filter(|line| common::is_move(line)).map(str::to_owned).collect()
    };
    let whole = play("brain");
    assert_eq!(moves(&whole).len(), 3, "{whole}");
    for (file, problem) in [
        ("damaged.tgnn", ""),
        ("empty.tgnn", "an empty file, expected one of `tengen tune eval`"),
        ("none.tgnn", "cannot read the file"),
    ] {
        let text = play(&format!("--weights {file}"));
        assert_eq!(moves(&text), moves(&whole));
        let warnings: Vec<&str> = text.lines().filter(|line| line.contains(file)).collect();
        assert_eq!(warnings.len(), 1, "{text}");
        let start = format!("MESSAGE --weights {file}: {problem}");
        assert!(warnings[0].starts_with(&start), "{text}");
        assert!(warnings[0].ends_with("; playing without this file"), "{text}");
        assert!(text.starts_with("OK"), "nothing before the answer to START: {text}");
    }
    // A command that is not a brain refuses the same files.
    let error = refused(path, "analyze --moves h8 --nodes 9 --weights none.tgnn", "");
    assert!(error.contains("--weights none.tgnn: cannot read the file"), "{error}");
    let error = refused(path, "analyze --moves h8 --nodes 9 --weights empty.tgnn", "");
    assert!(error.contains("--weights empty.tgnn: an empty file, expected one of"), "{error}");
    assert!(!error.contains("numbers"), "one error only: {error}");
}

#[test]
fn tune_eval_refuses_bad_input_and_writes_nothing() {
    let folder = folder_with_games();
    let path = folder.path();
    fs::write(path.join("bad.tgs"), "no games\n").expect("written");
    stdout(path, "selfplay --games 2 --nodes 60 --size 9 --rule renju --out renju.tgs", "");
    for (arguments, part) in [
        ("tune eval none.tgs --out w", "none.tgs"),
        ("tune eval bad.tgs --out w", "bad.tgs"),
        ("tune eval games.tgs renju.tgs --out w", "renju.tgs' contains games of renju, expected"),
        ("tune eval games.tgs --out games.tgs", "is an input file"),
        ("tune eval games.tgs --from games.tgs --out w", "--from games.tgs"),
        ("tune eval games.tgs --out no/folder/w", "cannot write 'no/folder/w'"),
    ] {
        let error = refused(path, arguments, "");
        assert!(error.contains(part), "{arguments}: {error}");
    }
    assert!(!path.join("w").exists());
}

#[test]
fn a_file_of_games_that_is_cut_is_used_up_to_there_and_reported() {
    let folder = folder_with_games();
    let path = folder.path();
    let bytes = read(path, "games.tgs");
    fs::write(path.join("cut.tgs"), &bytes[..bytes.len() - 3]).expect("written");
    let part = "selfplay --games 5 --nodes 60 --size 9 --out five.tgs";
    stdout(path, part, "");
    let five = read(path, "five.tgs").len();
    for command in [
        "tune eval cut.tgs --epochs 1 --out w",
        "tune reference cut.tgs --positions 1 --nodes 9 --out r",
    ] {
        let output = common::run(&mut tengen(path, command), "");
        assert!(output.status.success(), "{output:?}");
        let expected = format!(
            "tengen: 'cut.tgs' is cut: it ends within game 5 (counted from 0), which begins at byte {five}; only the games before it are used\n"
        );
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    }
    fs::write(path.join("cut.tgs"), &bytes[..30]).expect("written");
    let error = refused(path, "tune eval cut.tgs --out w", "");
    let expected =
        "tengen: 'cut.tgs' is cut: it ends at byte 30, within its head, expected a whole head";
    assert!(error.starts_with(expected), "{error}");
    let resumed = refused(path, "selfplay --games 6 --out cut.tgs --resume", "");
    assert_eq!(resumed, error);
}

#[test]
fn invalid_numbers_are_refused() {
    let folder = folder();
    let path = folder.path();
    for (arguments, expected) in [
        ("tune eval g --out w --epochs 0", "--epochs: seen '0', expected 1 to "),
        ("tune network g --out w --epochs 0", "--epochs: seen '0', expected 1 to "),
        ("tune policy g --out w --epochs 0", "--epochs: seen '0', expected 1 to "),
        ("tune eval g --out w --rate 0", "--rate: seen '0', expected a number above 0 and"),
        ("tune network g --out w --rate nan", "--rate: seen 'nan', expected a number above 0 and"),
        ("tune policy g --out w --rate -1", "--rate: seen '-1', expected a number above 0 and"),
        ("tune eval g --out w --result-share 2", "--result-share: seen '2', expected a number"),
        ("tune eval g --out w --threads 0", "--threads: seen '0', expected 1 to 256"),
        ("tune duel --pairs 0", "--pairs: seen '0', expected 1 to "),
        ("tune search --out s --nodes 0", "--nodes: seen '0', expected 1 or more"),
        ("tune search --out s --steps 0", "--steps: seen '0', expected 1 to "),
        ("tune search --out s --threads 0", "--threads: seen '0', expected 1 to 256"),
        ("tune classic --out c --games 3", "--games: seen '3', expected an even number"),
    ] {
        let error = refused(path, arguments, "");
        assert!(error.starts_with(&format!("tengen: {expected}")), "{arguments}: {error}");
    }
}

#[test]
fn training_without_a_position_to_learn_from_is_refused() {
    let folder = folder();
    let path = folder.path();
    // A game whose only move is its opening, so that no position was searched.
    let game = b"\x0a\0\0\0\0\x09\x09\x01\x01\0\x28\0\0\x80";
    let file = [b"TGSP\x01\0\0\0\x02\0\0\0{}".as_slice(), game].concat();
    fs::write(path.join("opening.tgs"), file).expect("written");
    for kind in ["eval", "network", "policy"] {
        let error = refused(path, &format!("tune {kind} opening.tgs --out w"), "");
        let expected =
            "no position to learn from, expected quiet searched positions in games that are not";
        assert!(error.contains(expected), "{kind}: {error}");
    }
    assert!(!path.join("w").exists());
}

#[test]
fn tune_leaves_writes_games_that_tune_eval_reads() {
    let folder = folder();
    let path = folder.path();
    // Leaves come from decided games; on a small board without an opening most are drawn.
    let wild = "--min-stones 4 --max-stones 20 --max-value 1500";
    stdout(path, &format!("selfplay --games 6 --nodes 60 {wild} --out games.tgs"), "");
    let leaves = "tune leaves games.tgs --positions 6 --nodes 100 --value-nodes 200";
    let text = stdout(path, &format!("{leaves} --out leaves.tgs"), "");
    assert!(text.starts_with("6 searched, ") && text.contains(", of which proved: "), "{text}");
    stdout(path, &format!("{leaves} --out same.tgs --threads 2"), "");
    assert_eq!(read(path, "leaves.tgs"), read(path, "same.tgs"));
    let text = stdout(path, "tune eval leaves.tgs --epochs 1 --out leaves.tgev", "");
    assert!(text.contains("value_nodes"), "the origin of the leaves: {text}");
    assert!(refused(path, &format!("{leaves} --out games.tgs"), "").contains("is an input file"));
    let other = refused(path, &format!("{leaves} --param caro.late_base=2 --out x.tgs"), "");
    assert!(other.contains("seen a parameter for caro, expected freestyle"), "{other}");
    assert!(refused(path, "tune leaves no.tgs --out w.tgs", "").contains("no.tgs"));
}

#[test]
fn tune_search_saves_its_state_and_parameters() {
    let folder = folder();
    let path = folder.path();
    let search = "tune search --size 7 --nodes 20 --steps 2 --names late_base,razor_margin";
    let text = stdout(path, &format!("{search} --out one"), "");
    assert!(text.contains("late_base ") && text.lines().count() == 2, "{text}");
    let params = String::from_utf8(read(path, "one/params.txt")).expect("text");
    assert!(params.contains("--param freestyle.late_base="), "{params}");
    let state = read(path, "one/state.json");
    assert_eq!(stdout(path, &format!("{search} --out one --resume"), ""), text);
    stdout(path, &format!("{search} --out two --threads 4"), "");
    assert_eq!(
        (read(path, "one/state.json"), read(path, "two/state.json")),
        (state.clone(), state)
    );
    assert!(refused(path, &format!("{search} --out one"), "").contains("expected --resume"));
    let other = refused(path, &format!("{search} --out one --resume --seed 2"), "");
    assert!(other.contains("was written with another --seed: seen 2, expected 1"), "{other}");
    let unknown = refused(path, "tune search --out new --names late_base,nothing", "");
    assert!(unknown.contains("--names late_base,nothing, expected some of "), "{unknown}");
    assert!(refused(path, "tune search --out no --resume", "").contains("cannot read"));
    // What is written after the first steps is tried before them.
    fs::create_dir_all(path.join("taken/params.txt")).expect("a folder");
    let taken = refused(path, &format!("{search} --out taken"), "");
    assert!(taken.contains("params.txt': "), "{taken}");
    assert!(!path.join("taken/state.json").exists());
    fs::write(path.join("one/state.json"), "{}").expect("written");
    let broken = refused(path, &format!("{search} --out one --resume"), "");
    assert!(broken.contains("is not the state of a tuning"), "{broken}");
}

#[test]
fn tune_classic_continues_as_if_it_had_not_stopped() {
    let folder = folder();
    let path = folder.path();
    let text = stdout(path, "tune classic --out whole --rounds 3 --games 4", "");
    assert!(text.contains("round    3: ") && text.contains("\n4 games against"), "{text}");
    stdout(path, "tune classic --out parts --rounds 1 --games 2", "");
    stdout(path, "tune classic --out parts --rounds 3 --games 4 --resume", "");
    for file in ["state.json", "best.txt", "score.svg"] {
        assert_eq!(read(path, &format!("parts/{file}")), read(path, &format!("whole/{file}")));
    }
    let script = "START 9\nBEGIN\nEND\n";
    let brain = stdout(path, "--level easy --weights whole/best.txt", script);
    assert_eq!(brain, "OK\n4,4\n");
    assert!(refused(path, "tune classic --out whole", "").contains("expected --resume"));
    fs::create_dir_all(path.join("taken/score.svg")).expect("a folder");
    let taken = refused(path, "tune classic --out taken --rounds 1", "");
    assert!(taken.contains("score.svg': "), "{taken}");
    let seed = refused(path, "tune classic --out whole --resume --seed 2", "");
    assert!(seed.contains("--seed 2, expected 1 as in 'whole"), "{seed}");
    fs::write(path.join("whole/state.json"), "[]").expect("written");
    let broken = refused(path, "tune classic --out whole --resume", "");
    assert!(broken.contains("is not the state of a training"), "{broken}");
}

#[test]
fn tune_duel_prints_the_same_result_with_any_number_of_threads() {
    let folder = folder();
    let path = folder.path();
    let duel = "tune duel --size 7 --nodes 30 --pairs 3 --param late_base=1";
    let text = stdout(path, duel, "");
    assert!(text.starts_with("6 games: "), "{text}");
    assert_eq!(stdout(path, &format!("{duel} --threads 2"), ""), text);
    assert!(refused(path, "tune duel --pairs 1", "").contains("both players are equal"));
    // A handicap is a difference, too.
    let handicap = "tune duel --pairs 1 --nodes 20 --other-nodes 900";
    let text = stdout(path, handicap, "");
    assert!(text.starts_with("2 games: 0 won, 0 drawn, 2 lost"), "{text}");
    let faster = "tune duel --pairs 1 --match-ms 400 --nodes-per-ms 1 --other-nodes-per-ms 40";
    let text = stdout(path, faster, "");
    assert!(text.starts_with("2 games: 0 won, 0 drawn, 2 lost"), "{text}");
    for clash in ["--match-ms 200 --other-nodes 9", "--other-nodes-per-ms 9"] {
        let error = refused(path, &format!("tune duel {clash}"), "");
        assert!(error.contains("--match-ms"), "{error}");
    }
    for (options, expected) in [
        ("--param nothing=1", "--param: 'nothing=1': expected NAME=N"),
        ("--other-param nothing=1", "--other-param: 'nothing=1': expected NAME=N"),
        ("--weights no.tgev", "--weights no.tgev: cannot read the file"),
        ("--other-weights no.tgev", "--other-weights no.tgev: cannot read the file"),
        ("--param caro.late_base=2", "--param caro.late_base=2: seen a parameter for caro"),
        (
            "--param late_base=2 --param freestyle.late_base=3",
            "--param late_base=2: replaced by --param freestyle.late_base=3, expected one",
        ),
        (
            "--other-param late_base=2 --other-param late_base=3",
            "--other-param late_base=2: replaced by --other-param late_base=3, expected one",
        ),
    ] {
        let error = refused(path, &format!("tune duel {options}"), "");
        assert!(error.starts_with(&format!("tengen: {expected}")), "{options}: {error}");
    }
}

#[test]
fn tune_values_measures_searches_on_a_reference() {
    let folder = folder();
    let path = folder.path();
    stdout(path, "selfplay --games 4 --nodes 300 --size 9 --seed 3 --out games.tgs", "");
    stdout(path, "tune reference games.tgs --positions 3 --nodes 900 --out deep.jsonl", "");
    let deep = fs::read_to_string(path.join("deep.jsonl")).expect("the file is there");
    assert_eq!(deep.lines().count(), 3);
    // The same search gives the same values; another search is unlikely to.
    let text = stdout(path, "tune values deep.jsonl --nodes 900 --other-param late_base=1", "");
    assert!(text.starts_with("3 positions, "), "{text}");
    assert!(text.contains("\nfirst 0.00, second "), "{text}");
    assert!(!text.contains("second 0.00"), "{text}");
    let alone = stdout(path, "tune values deep.jsonl --nodes 900", "");
    let expected = "3 positions, mean squared error of win chances in thousandths\nfirst 0.00\nof ";
    assert!(alone.starts_with(expected), "{alone}");
    assert!(alone.contains(" results proved by the deep search: first "), "{alone}");
    let equal = "tune values deep.jsonl --param late_base=2 --other-param late_base=2";
    assert!(refused(path, equal, "").contains("both players are equal"));
}

#[test]
fn tune_refuses_weights_and_parameters_for_a_rule_that_no_position_has() {
    let folder = folder_with_games();
    let path = folder.path();
    stdout(path, "tune policy games.tgs --epochs 1 --out free.tgpo", "");
    stdout(path, "selfplay --games 2 --nodes 60 --size 9 --rule renju --out renju.tgs", "");
    let renju = "{\"rule\":\"renju\",\"size\":15,\"moves\":[],\"value\":0}\n";
    fs::write(path.join("renju.jsonl"), renju).expect("written");
    let weights = "--weights free.tgpo: seen weights for freestyle, expected renju";
    let param = "--param caro.late_base=2: seen a parameter for caro, expected renju";
    let [other_weights, other_param] =
        [weights, param].map(|text| text.replacen("--", "--other-", 1));
    for (arguments, expected) in [
        ("tune values renju.jsonl --weights free.tgpo", weights),
        ("tune values renju.jsonl --other-weights free.tgpo", other_weights.as_str()),
        ("tune values renju.jsonl --param caro.late_base=2", param),
        ("tune values renju.jsonl --other-param caro.late_base=2", other_param.as_str()),
        ("tune reference renju.tgs --weights free.tgpo --out deep.jsonl", weights),
        ("tune reference renju.tgs --param caro.late_base=2 --out deep.jsonl", param),
        ("tune search --rule renju --param caro.late_base=2 --out search", param),
        ("tune search --rule renju --weights free.tgpo --out search", weights),
    ] {
        assert_eq!(refused(path, arguments, ""), format!("tengen: {expected}\n"), "{arguments}");
    }
}

#[test]
fn tune_values_reports_the_line_of_an_invalid_position() {
    let folder = folder();
    let path = folder.path();
    let good = "{\"size\":15,\"moves\":[],\"value\":0}\n";
    fs::write(path.join("a.jsonl"), format!("{good}\n{{\"size\":15,\"moves\":[]}}\n"))
        .expect("written");
    let error = refused(path, "tune values a.jsonl", "");
    assert_eq!(
        error,
        "tengen: 'a.jsonl' line 3: no value, expected \"value\": a whole number from -30000 to 30000\n"
    );
    fs::write(path.join("a.jsonl"), good.replace('0', "\"x\"")).expect("written");
    let error = refused(path, "tune values a.jsonl", "");
    let expected =
        "'a.jsonl' line 1: value: seen \"x\", expected a whole number from -30000 to 30000";
    assert_eq!(error, format!("tengen: {expected}\n"));
    fs::write(path.join("b.jsonl"), "\n").expect("written");
    assert!(
        refused(path, "tune values b.jsonl", "").contains("'b.jsonl' is empty, expected positions")
    );
    assert!(refused(path, "tune values c.jsonl", "").contains("cannot read 'c.jsonl'"));
    let error = refused(path, "tune reference a.jsonl --out d.jsonl", "");
    assert!(error.starts_with("tengen: 'a.jsonl': line 1: "), "{error}");
    fs::copy(path.join("a.jsonl"), path.join("a.tgs")).expect("copied");
    let error = refused(path, "tune reference a.tgs --out d.jsonl", "");
    assert!(error.contains("is not a file of self-play games"), "{error}");
}
