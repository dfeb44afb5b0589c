//! Settings: errors are reported in one line, and `--dry-run` shows what would be played.

use std::fs;

use libtest_mimic::Trial;

use super::field::{Field, run, tengen};
use super::test;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test("a_dry_run_prints_the_schedule_and_plays_nothing", a_dry_run),
        test("a_dry_run_prints_only_the_beginning_of_a_long_schedule", a_long_dry_run),
        test("a_file_and_flags_make_one_match", a_file_and_flags),
        test("mistakes_are_reported_in_one_line_with_their_place", mistakes),
        test("a_time_control_is_announced_and_counted", a_time_control),
        test("a_swiss_tournament_is_played", a_swiss_tournament),
        test("a_gauntlet_from_a_file_is_played", a_gauntlet),
    ]
}

fn a_dry_run() {
    let field = Field::new();
    fs::write(field.path("list"), "h8i9\n").unwrap();
    let list = field.path("list");
    let settings = ["--dry-run", "--games", "4", "--nodes", "4000", "--max-memory-mb", "350"];
    let mut command = field.command(&[], &settings);
    let (status, out, err) = run(command.arg("--openings").arg(list));
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("freestyle on 15x15, 4 games"), "{out}");
    let limits = "\n  300 ms per move, 200 ms of tolerance, 4000 nodes per move, 350 MiB\n";
    assert_eq!(out.matches(limits).count(), 2, "{out}");
    assert!(out.contains("game 2: round 1, pair 1, other - good, opening 1"), "{out}");
    assert!(!field.path("out").exists());
}

fn a_long_dry_run() {
    let field = Field::new();
    let dry = |more: &[&str]| {
        let (status, out, err) = run(field.command(&[], &["--dry-run"]).args(more));
        assert_eq!(status, 0, "{more:?}: {err}");
        out
    };
    let test = dry(&["--sprt", "0,10"]);
    let head =
        "freestyle on 15x15, at most 100000 games\nSPRT [0, 10]: ends at LLR -2.94 or 2.94\n";
    assert!(test.starts_with(head), "{test}");
    assert!(test.contains("\ngame 20: ") && !test.contains("\ngame 21: "), "{test}");
    assert!(test.ends_with("\n… and 99980 more games\n"), "{test}");
    let short = dry(&["--games", "20"]);
    assert!(short.contains("\ngame 20: ") && !short.contains("… and"), "{short}");
    let part = dry(&["--games", "99", "--shard", "2/2"]);
    assert!(part.starts_with("freestyle on 15x15, 99 games, of which 49 in part 2/2\n"), "{part}");
    assert!(part.contains("\ngame 3: ") && !part.contains("\ngame 1: "), "{part}");
    assert!(part.ends_with("\n… and 29 more games\n"), "{part}");
    let swiss = dry(&["--schedule", "swiss", "--rounds", "3"]);
    assert!(swiss.ends_with("\n3 rounds; the results decide who plays whom\n"), "{swiss}");
    // What would be refused without --dry-run is refused with it.
    let mut resumed = tengen("match");
    for name in ["a", "b"] {
        resumed.args(["--engine", &Field::mock(name, &[])]);
    }
    let (status, _, err) = run(resumed.args(["--dry-run", "--resume"]));
    assert_eq!(status, 2);
    assert!(err.contains("--resume without a match to resume"), "{err}");
    let mut part = tengen("match");
    for name in ["a", "b"] {
        part.args(["--engine", &Field::mock(name, &[])]);
    }
    let (status, _, err) = run(part.args(["--games", "4", "--shard", "1/2"]));
    let expected = "tengen: --shard 1/2 without --out, expected a folder for match merge\n";
    assert_eq!((status, &err[..]), (2, expected));
}

/// A file with the given lines before two mocks.
fn file(field: &Field, lines: &str, players: usize) -> std::path::PathBuf {
    let program = std::env::current_exe().unwrap();
    let engine = |n| {
        let program = program.display();
        format!("[[engine]]\ncmd = '{program}'\nname = 'm{n}'\nargs = ['mock-brain']\n")
    };
    let engines: String = (0..players).map(engine).collect();
    let path = field.path("match.toml");
    fs::write(&path, format!("{lines}\n{engines}")).unwrap();
    path
}

fn a_file_and_flags() {
    let field = Field::new();
    let path = file(&field, "size = 11\ngames = 2\nrule = 'renju'", 2);
    let (status, out, err) = run(tengen("match").arg(path).args(["--rule", "standard"]));
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("m0 against m1: 2 games"), "{out}");
}

/// Lines before two players, and what is wrong with them.
const MISTAKES: &[(&str, &str)] = &[
    ("nodes = 0", "match.toml:1: key 'nodes': seen 0, expected at least 1"),
    ("\ndepth = 0", "match.toml:2: key 'depth': seen 0, expected at least 1"),
    (
        "size = 5\ndraw-at-empty = 26",
        "match.toml:2: key 'draw-at-empty': seen 26, expected at most the 25 points",
    ),
    ("sise = 15", "match.toml:1: unknown key `sise` (did you mean `size`?), expected one of"),
    ("\nrule = 'go'", "match.toml:2: key 'rule': seen 'go', expected freestyle"),
    ("games = 2\nconcurrency = 999", "match.toml:2: key 'concurrency': 999 games at the same time"),
    ("sprt = [10, 0]", "match.toml:1: key 'sprt': the bounds of a test are 10,0"),
    (
        "sprt-scale = 'normalized'",
        "match.toml:1: key 'sprt-scale': given without sprt, expected sprt as well",
    ),
    (
        "shard = '1/2'\nsprt = [0, 10]",
        "match.toml:1: key 'shard': seen 1/2 for a match with sprt, which ends by its results, ex",
    ),
    ("sprt = 10", "match.toml:1: key 'sprt': seen 1 number, expected ELO0,ELO1 or"),
    ("tc = '10++1'", "match.toml:1: key 'tc': seen '10++1', expected seconds as BASE"),
    ("[[engine]]\ncmd = 'no-x'", "match.toml:2: key 'cmd': no program 'no-x' in PATH"),
    ("[[engine]]\nname = 'm0'\ncmd = '/no/x'", "match.toml:3: key 'cmd': no executable '/no/x'"),
    ("openings = 'none.txt'", "match.toml:1: key 'openings'"),
    ("shard = '3/2'", "match.toml:1: key 'shard': '3/2' is not a shard"),
    ("order = 'both'", "match.toml:1: key 'order': seen 'both', expected gui or judge"),
    ("schedule = 'swiss'\ngames = 4", "match.toml:2: key 'games'"),
    (
        "adjudicate-win = [900, 0]",
        "match.toml:1: key 'adjudicate-win': seen 0 for MOVES, expected a whole number from 1",
    ),
    ("adjudicate-draw = [10, 0, 8]", "match.toml:1: key 'adjudicate-draw': seen 0 for MOVES"),
];

fn mistakes() {
    for &(lines, expected) in MISTAKES {
        let field = Field::new();
        let (status, out, err) = run(tengen("match").arg(file(&field, lines, 2)));
        assert_eq!(status, 2, "{lines}: {out}{err}");
        assert!(err.contains(expected), "{lines}: {err}");
        assert_eq!(err.trim_end().lines().count(), 1, "{err}");
    }
    // The file is not to blame for an option that replaces one of its keys.
    let field = Field::new();
    let path = file(&field, "games = 2", 2);
    let (status, _, err) = run(tengen("match").arg(path).args(["--games", "0"]));
    assert_eq!(status, 2);
    assert!(err.contains("--games: seen 0") && !err.contains("match.toml"), "{err}");
    let (status, _, err) =
        run(tengen("match").args(["--engine", "cmd=/nowhere/x", "--engine", "cmd=/nowhere/y"]));
    assert_eq!(status, 2);
    let expected = "tengen: --engine: player 1, key 'cmd': no executable '/nowhere/x', expected ";
    assert!(err.starts_with(expected), "{err}");
}

/// The base at the start, the time left before each move, the increment after it.
fn a_time_control() {
    let field = Field::new();
    let mut command = tengen("match");
    for name in ["one", "two"] {
        command.args(["--engine", &Field::mock(name, &[])]);
    }
    command.args(["--tc", "20/5+0.5", "--games", "2", "--dialogues", "--out"]);
    let (status, out, err) = run(command.arg(field.path("out")));
    assert_eq!(status, 0, "{out}{err}");
    for file in ["000001-black.txt", "000001-white.txt"] {
        let text = fs::read_to_string(field.path("out/dialogues").join(file)).unwrap();
        let sent = |key: &str| -> Vec<u64> {
            let key = format!("> INFO {key} ");
            let values = text.lines().filter_map(|line| line.split_once(&key));
            values.map(|(_, value)| value.parse().unwrap()).collect()
        };
        assert_eq!(sent("timeout_match"), [20_000], "{text}");
        assert_eq!(sent("timeout_turn"), [5_000], "{text}");
        assert_eq!(sent("time_increment"), [500], "{text}");
        let left = sent("time_left");
        assert!(left.len() > 2 && left[0] == 20_000, "{text}");
        // A mock answers within far less than the increment, unless the machine is very busy.
        let is_fair = |pair: &[u64]| pair[1] <= pair[0] + 500 && pair[1] + 5_000 > pair[0];
        assert!(left.windows(2).all(is_fair) && left[1] != 20_000, "{left:?}");
    }
}

fn a_swiss_tournament() {
    let field = Field::new();
    let path = file(&field, "schedule = 'swiss'\nrounds = 3", 5);
    let (status, out, err) = run(tengen("match").arg(path).arg("--out").arg(field.path("out")));
    assert_eq!(status, 0, "{err}");
    assert_eq!(field.journal().len(), 3 * 2 * 2, "{out}");
}

fn a_gauntlet() {
    let field = Field::new();
    let path = file(&field, "schedule = 'gauntlet'\ngames = 2", 4);
    let (status, _, err) = run(tengen("match").arg(path).arg("--out").arg(field.path("out")));
    assert_eq!(status, 0, "{err}");
    let games = field.journal();
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|game| game.players().0.contains(&0)));
}
