//! The rules and the solver against the shared data: `../shared/data` beside the checkout, where it
//! exists. Without it nothing is tested here and the tests pass, saying so (`-- --nocapture`).
#![expect(clippy::print_stdout, reason = "a test that did nothing must be able to say so")]

use std::fs;
use std::path::Path;

use serde_json::Value;
use tengen::board::Position;
use tengen::records::positions;
use tengen::rules::legality::{Ending, ending_after};
use tengen::rules::reference;
use tengen::threats::{Answer, Budget, Kind, Watch, prove};
use tengen::types::{Color, Coord, ForbiddenKind, Rule};

/// Every line of a data file as a position and as plain JSON; `None` if the file is not there.
fn read(name: &str) -> Option<Vec<(Position, Value)>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name);
    let Ok(text) = fs::read_to_string(&path) else {
        println!("{name}: not beside the checkout, nothing tested");
        return None;
    };
    let line = |line| {
        let position = positions::parse(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        (position, serde_json::from_str(line).expect("it was JSON a moment ago"))
    };
    Some(text.lines().map(line).collect())
}

/// The kind that the data call so; `None` where the oracles rank several kinds differently.
fn kind(value: &Value) -> Option<ForbiddenKind> {
    match value.as_str()? {
        "3-3" => Some(ForbiddenKind::DoubleThree),
        "4-4" => Some(ForbiddenKind::DoubleFour),
        "overline" => Some(ForbiddenKind::Overline),
        "multiple" => None,
        other => panic!("unknown kind {other}"),
    }
}

#[test]
fn forbidden_points_are_those_of_the_data() {
    let Some(lines) = read("forbidden_shared.jsonl") else { return };
    let mut points = 0;
    for (number, (mut position, data)) in lines.into_iter().enumerate() {
        position.set_rule(Rule::Renju);
        let expected = data["forbidden"].as_object().expect("an object of points");
        let found = reference::forbidden_points(&position);
        let line = number + 1;
        for (coord, found_kind) in &found {
            let expected_kind = expected.get(&coord.to_string());
            let expected_kind = expected_kind.unwrap_or_else(|| panic!("line {line}: {coord}"));
            let agrees = kind(expected_kind).is_none_or(|kind| kind == *found_kind);
            assert!(agrees, "line {line}: {coord} is {found_kind}, expected {expected_kind}");
        }
        assert_eq!(found.len(), expected.len(), "line {line}: expected {expected:?}");
        points += found.len();
    }
    println!("forbidden_shared.jsonl: {points} forbidden points agree");
    assert_eq!(points, 6399, "the complete file");
}

#[test]
fn wins_and_fouls_are_those_of_the_data() {
    let Some(lines) = read("wins_shared.jsonl") else { return };
    assert_eq!(lines.len(), 500, "the complete file");
    for (number, (mut position, data)) in lines.into_iter().enumerate() {
        let line = number + 1;
        let side = |index: usize| data["last"][index].as_u64().expect("a number") as u8;
        let last = Coord::new(side(0), side(1));
        let color = if data["color"] == "black" { Color::Black } else { Color::White };
        for rule in Rule::ALL {
            position.set_rule(rule);
            let wins = data["win"][rule.wire().to_string()].as_bool().expect("a verdict");
            let run = reference::winning_line(&position, last);
            assert_eq!(run.is_some(), wins, "line {line}, {rule}");
            assert!(run.is_none_or(|run| run.contains(&last)), "line {line}, {rule}");
            let winner = reference::winner(&position).map(|(winner, _)| winner);
            assert_eq!(winner, wins.then_some(color), "line {line}, {rule}");
        }
        position.set_rule(Rule::Renju);
        let foul = match ending_after(&position, last) {
            Some(Ending::Foul { kind }) => Some(kind),
            _ => None,
        };
        let expected = &data["renju_foul"];
        assert_eq!(foul.is_some(), !expected.is_null(), "line {line}: {expected}");
        assert!(kind(expected).is_none_or(|kind| Some(kind) == foul), "line {line}: {expected}");
    }
    println!("wins_shared.jsonl: 500 positions agree under five rules");
}

/// What the solver says, within so many stones; a claimed win has been replayed against every reply.
fn solved(position: &Position, kind: Kind, nodes: u64, shortest: bool) -> Answer {
    let budget = Budget { nodes: Some(nodes), shortest, memory_mb: 64, ..Budget::default() };
    prove(position, kind, &budget, &Watch::default()).answer
}

#[test]
fn wins_by_fours_are_those_of_the_data() {
    let Some(lines) = read("puzzles_shared.jsonl") else { return };
    for (position, data) in lines {
        let id = &data["id"];
        let known = data["plies"].as_u64().map(|plies| plies as usize);
        match (data["kind"].as_str(), solved(&position, Kind::Vcf, 5_000_000, true)) {
            (Some("vcf"), Answer::Win(tree)) => {
                assert!(known.is_some_and(|known| tree.plies() <= known), "{id}: {}", tree.plies());
            }
            (Some("vct" | "none"), Answer::None) => {}
            (kind, answer) => panic!("{id} is {kind:?}, the solver says {answer:?}"),
        }
    }
}

#[test]
fn wins_by_threats_are_those_of_the_data() {
    let Some(lines) = read("puzzles_shared.jsonl") else { return };
    let threats: Vec<_> = lines.into_iter().filter(|(_, data)| data["kind"] == "vct").collect();
    let easy = threats.iter().filter(|(position, data)| {
        let answer = solved(position, Kind::Vct, 100_000, false);
        assert!(answer != Answer::None, "{}: there is a win", data["id"]);
        matches!(answer, Answer::Win(_))
    });
    let easy = easy.count();
    println!("puzzles_shared.jsonl: {easy} of {} within 100,000 stones", threats.len());
    assert!(easy * 4 >= threats.len() * 3, "{easy} of {}", threats.len());
}
