//! Every fault gets its verdict, costs one game and nothing else.

use libtest_mimic::Trial;
use tengen_engine::types::{Color, ForbiddenKind};
use tengen_records::{DrawReason, Verdict};

use super::field::{Field, essence, run, tengen};
use super::{common, test};

/// The fault, more arguments, and the verdict word.
const FAULTS: &[(&str, &[&str], &str)] = &[
    ("hang@3", &[], "timeout"),
    ("slow@2", &[], "timeout"),
    ("crash@3", &[], "crash"),
    ("close@2", &[], "crash"),
    ("occupied@2", &[], "illegal"),
    ("off-board@2", &[], "illegal"),
    ("negative@2", &[], "illegal"),
    ("nonsense@2", &[], "timeout"),
    ("nonsense@2", &["--strict"], "illegal"),
    ("chatter@2", &[], "timeout"),
    ("endless-line@2", &[], "timeout"),
    ("refuse", &[], "refused"),
    ("silent-start", &["--start-ms", "300"], "refused"),
    ("crash-at-start", &[], "refused"),
    ("last-words", &[], "refused"),
    ("memory@2", &["--max-memory-mb", "300", "--turn-ms", "5000"], "memory"),
    ("hang@2", &["--order", "judge"], "timeout"),
    ("crash@2", &["--order", "judge"], "crash"),
    ("crash@2", &["--reuse"], "crash"),
    ("hang@2", &["--suspend", "--reuse"], "timeout"),
];

/// Manners that must not cost anything.
const HARMLESS: &[(&str, &[&str])] = &[
    ("torn", &[]),
    ("stderr-flood", &[]),
    ("not-utf8", &[]),
    ("ignore-end", &[]),
    ("suggest", &[]),
    ("torn", &["--order", "judge"]),
    ("torn", &["--suspend", "--reuse"]),
    ("ignore-end", &["--strict", "--bill-start", "--match-ms", "60000", "--line-end", "lf"]),
    ("not-utf8", &["--max-memory-mb", "2000", "--dialogues"]),
];

pub(crate) fn tests() -> Vec<Trial> {
    let faults = FAULTS.iter().map(|&(fault, more, word)| {
        let name = format!("{fault} {} is {word}", more.join(" "));
        Trial::test(name, move || {
            costs_its_game_only(fault, more, word);
            Ok(())
        })
    });
    let harmless = HARMLESS.iter().map(|&(manner, more)| {
        let name = format!("{manner} {} is harmless", more.join(" "));
        Trial::test(name, move || {
            costs_nothing(manner, more);
            Ok(())
        })
    });
    let others = [
        test("a_forbidden_move_is_named", a_forbidden_move_is_named),
        test("the_last_line_on_stderr_is_reported", the_last_line_on_stderr_is_reported),
        test(
            "a_player_that_does_not_play_as_asked_is_named",
            a_player_that_does_not_play_as_asked_is_named,
        ),
        test("a_match_on_a_rectangle_ends", a_match_on_a_rectangle_ends),
        test("the_move_limit_draws", the_move_limit_draws),
        test(
            "a_renju_game_is_drawn_when_few_points_are_left",
            a_renju_game_is_drawn_when_few_points_are_left,
        ),
        test("players_make_the_opening_by_swap2", players_make_the_opening_by_swap2),
        test("agreeing_players_are_adjudicated", agreeing_players_are_adjudicated),
        test("dialogues_are_kept_on_request", dialogues_are_kept_on_request),
    ];
    faults.chain(harmless).chain(others).collect()
}

fn costs_its_game_only(fault: &str, more: &[&str], word: &str) {
    let field = Field::new();
    let (status, out, err) = run(&mut field.command(&[fault], more));
    assert_eq!(status, 0, "{out}{err}");
    let games = field.journal();
    assert_eq!(games.len(), 2, "{out}{err}");
    if !more.contains(&"judge") {
        assert!(out.contains("good: name=\"mock\""), "{out}");
    }
    for game in games {
        assert_eq!(game.verdict().unwrap().word(), word, "{:?}", game.note);
        let winner = game.side(game.winner().unwrap());
        assert_eq!(winner.name, "good");
        assert!(out.contains(word), "{out}");
    }
}

fn costs_nothing(manner: &str, more: &[&str]) {
    let field = Field::new();
    let (status, out, err) = run(field.command(&[manner], more).arg("--fail-on-fault"));
    assert_eq!(status, 0, "{out}{err}");
    let games = field.journal();
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.verdict() == Some(Verdict::Five)), "{out}");
    // The manner changes nothing in the game either.
    let plain = Field::new();
    run(&mut plain.command(&[], &["--games", "2"]));
    assert_eq!(essence(&games), essence(&plain.journal()));
}

/// Two open threes of black cross in the middle of an empty board.
const DOUBLE_THREE: &str = "-1,0, 7,7, 1,0, -7,7, 0,-1, 7,-7, 0,1, -7,-7\n";

fn a_forbidden_move_is_named() {
    let field = Field::new();
    std::fs::write(field.path("list"), DOUBLE_THREE).unwrap();
    let list = field.path("list");
    let mut command = field.command(&["forbidden"], &["--rule", "renju", "--games", "2"]);
    let (status, out, err) = run(command.arg("--openings").arg(list));
    assert_eq!(status, 0, "{out}{err}");
    let games = field.journal();
    let foul = games.iter().find(|game| game.black.name == "other").unwrap();
    assert_eq!(foul.verdict(), Some(Verdict::Forbidden(ForbiddenKind::DoubleThree)));
    assert_eq!(foul.winner(), Some(Color::White));
    assert!(foul.attempt.is_some() && foul.moves.is_empty());
}

fn the_last_line_on_stderr_is_reported() {
    let field = Field::new();
    let (_, out, err) = run(&mut field.command(&["last-words"], &[]));
    assert!(out.contains("other: no answer to ABOUT\n"), "{out}{err}");
    let games = field.journal();
    assert_eq!(games.len(), 2, "{out}");
    for game in games {
        let note = game.note.unwrap();
        assert!(note.ends_with("3, stderr: 'no weights')"), "{note}");
    }
}

fn a_player_that_does_not_play_as_asked_is_named() {
    let field = Field::new();
    let program = common::tengen().get_program().to_string_lossy().into_owned();
    let missing = field.path("none.tgnn").display().to_string();
    let new = format!("cmd={program},name=new,arg=--weights,arg={missing}");
    let old = format!("cmd={program},name=old,arg=--level,arg=3");
    let mut command = tengen("match");
    command.args(["--engine", &new, "--engine", &old, "--games", "2", "--nodes", "20"]);
    let (status, out, err) = run(command.args(["--size", "7", "--out"]).arg(field.path("out")));
    assert_eq!(status, 0, "{out}{err}");
    let problem = format!("'--weights {missing}: cannot read the file");
    let sentence = format!("tengen: new may not have played as asked, in 2 games: {problem}");
    assert!(err.starts_with(&sentence) && err.lines().count() == 1, "{err}");
    for game in field.journal() {
        let note = game.note.unwrap();
        assert!(note.starts_with(&format!("new said before its first move: {problem}")), "{note}");
        assert!(out.contains(&note) && !note.contains("old"), "{note}");
    }
    let page = std::fs::read_to_string(field.path("out/report.html")).unwrap();
    assert!(page.contains("new may not have played as asked, in 2 games"), "{page}");
    let (_, _, again) = run(tengen("match").arg("report").arg(field.path("out")));
    assert_eq!(again, err);
    // A resumed match counts the games that were finished before.
    let (status, out, resumed) = run(command.arg("--resume"));
    assert_eq!((status, &resumed), (0, &err), "{out}");
}

fn a_match_on_a_rectangle_ends() {
    let field = Field::new();
    let (status, out, err) = run(&mut field.command(&[], &["--size", "12x9", "--rule", "caro"]));
    assert_eq!(status, 0, "{out}{err}");
    assert!(field.journal().iter().all(|game| game.size.to_string() == "12x9"));
}

fn the_move_limit_draws() {
    let field = Field::new();
    run(&mut field.command(&[], &["--max-stones", "6"]));
    for game in field.journal() {
        assert_eq!(game.verdict(), Some(Verdict::Draw(DrawReason::MoveLimit)));
        assert_eq!(game.moves.len(), 6);
    }
}

fn a_renju_game_is_drawn_when_few_points_are_left() {
    // On 5x5 a ninth of the board is two points; the judge's 25 would leave a single stone.
    for (extra, stones) in [(&[][..], 23), (&["--draw-at-empty", "25"][..], 1)] {
        let field = Field::new();
        let settings = ["--rule", "renju", "--size", "5"].iter().chain(extra).copied();
        run(&mut field.command(&[], &settings.collect::<Vec<_>>()));
        let games = field.journal();
        assert!(!games.is_empty());
        for game in games {
            assert_eq!(game.verdict(), Some(Verdict::Draw(DrawReason::FewEmpty)));
            assert_eq!(game.moves.len(), stones);
        }
    }
}

fn players_make_the_opening_by_swap2() {
    for (faults, put_two, swapped, chosen_white) in [
        (&["other-manner"][..], false, false, true),
        (&["swap"][..], false, true, false),
        (&["put-two"][..], true, false, false),
    ] {
        let field = Field::new();
        let (status, out, err) = run(&mut field.command(faults, &["--swap2"]));
        assert_eq!(status, 0, "{out}{err}");
        let games = field.journal();
        let game = games.iter().find(|game| game.swap2.as_ref().unwrap().proposer == 0).unwrap();
        let swap2 = game.swap2.as_ref().unwrap();
        assert_eq!((swap2.put_two, swap2.swapped), (put_two, swapped));
        assert_eq!(game.white.name == "other", chosen_white, "{faults:?}");
        assert_eq!(game.opening.moves.len(), if put_two { 5 } else { 3 });
    }
    let field = Field::new();
    run(&mut field.command(&["bad-swap2"], &["--swap2"]));
    assert!(field.journal().iter().any(|game| game.verdict() == Some(Verdict::Illegal)));
}

fn agreeing_players_are_adjudicated() {
    let field = Field::new();
    run(&mut field.command(&[], &["--adjudicate-draw", "20,2,8"]));
    for game in field.journal() {
        assert_eq!((game.verdict(), game.winner()), (Some(Verdict::Adjudicated), None));
        assert_eq!(game.moves.len(), 8);
        assert_eq!(game.moves[0].value, Some(12));
    }
}

fn dialogues_are_kept_on_request() {
    let field = Field::new();
    run(&mut field.command(&["crash@2", "stderr-flood"], &["--dialogues"]));
    let text = std::fs::read_to_string(field.path("out/dialogues/000001-white.txt")).unwrap();
    for part in ["> START 15", "< OK", "> INFO rule 0", "> TURN ", "! eee"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}
