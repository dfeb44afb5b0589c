//! The rules and the solver against positions with known verdicts.
//!
//! `data/*.jsonl` is a sample of our own: random and played positions with the verdicts of the slow
//! reference rules (`tengen judge`) and of the solver with verification (`tengen solve`). Where
//! `../shared/data` is beside the checkout, its larger files, with verdicts of other programs, are
//! tested as well.
#![expect(clippy::print_stdout, reason = "the number of positions is part of the result")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tengen_engine::board::Position;
use tengen_engine::rules::legality::{Ending, ending_after};
use tengen_engine::rules::reference;
use tengen_engine::threats::{SolveAnswer, SolveBudget, ThreatKind, Watch, prove};
use tengen_engine::types::{Color, Coord, ForbiddenKind, Rule};
use tengen_records::positions;

/// A line of a data file: where it is, the position, and all its keys.
struct Case {
    place: String,
    position: Position,
    data: Value,
}

/// The keys of a data line that describe the position.
const POSITION_KEYS: &[&str] = &["rule", "size", "moves", "black", "white", "to_move"];

impl Case {
    fn parse(place: String, line: &str) -> Self {
        let data: Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{place}: {error}"));
        let mut keys = data.as_object().expect("an object").clone();
        if let Some(stones) = keys.remove("stones") {
            keys.insert("moves".to_owned(), stones);
        }
        keys.retain(|key, _| POSITION_KEYS.contains(&key.as_str()));
        let position = positions::parse(&Value::Object(keys).to_string());
        let position = position.unwrap_or_else(|error| panic!("{place}: {error}"));
        Self { place, position, data }
    }
}

/// The cases of our sample, and of the shared file if it exists.
fn cases(sample: &str, shared: &str) -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cases = read(root.join("protocol-tests/data").join(sample));
    assert!(cases.len() > 20, "{sample}: only {} positions", cases.len());
    let shared = root.join("../shared/data").join(shared);
    if shared.exists() {
        cases.extend(read(shared));
    }
    println!("{sample}: {} positions", cases.len());
    cases
}

fn read(path: PathBuf) -> Vec<Case> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = fs::read_to_string(path).expect("the data can be read");
    let case = |(index, line)| Case::parse(format!("{name}:{}", index + 1), line);
    text.lines().enumerate().map(case).collect()
}

/// The kind as the data name it; `None` where the oracles rank several kinds differently.
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
    let mut points = 0;
    for Case { place, mut position, data } in cases("forbidden.jsonl", "forbidden_shared.jsonl") {
        position.set_rule(Rule::Renju);
        let expected = data["forbidden"].as_object().expect("an object of points");
        let found = reference::forbidden_points(&position);
        for (coord, found_kind) in &found {
            let expected_kind = expected.get(&coord.to_string());
            let expected_kind = expected_kind.unwrap_or_else(|| panic!("{place}: {coord}"));
            let agrees = kind(expected_kind).is_none_or(|kind| kind == *found_kind);
            assert!(agrees, "{place}: {coord} is {found_kind}, expected {expected_kind}");
        }
        assert_eq!(found.len(), expected.len(), "{place}: expected {expected:?}");
        points += found.len();
    }
    println!("{points} forbidden points agree");
    assert!(points > 150, "only {points} forbidden points");
}

#[test]
fn wins_and_fouls_are_those_of_the_data() {
    for Case { place, mut position, data } in cases("wins.jsonl", "wins_shared.jsonl") {
        let side = |index: usize| data["last"][index].as_u64().expect("a number") as u8;
        let last = Coord::new(side(0), side(1));
        let color = if data["color"] == "black" { Color::Black } else { Color::White };
        for rule in Rule::ALL {
            position.set_rule(rule);
            let wins = data["win"][rule.wire().to_string()].as_bool().expect("a verdict");
            let run = reference::winning_line(&position, last);
            assert_eq!(run.is_some(), wins, "{place}, {rule}");
            assert!(run.is_none_or(|run| run.contains(&last)), "{place}, {rule}");
            let winner = reference::winner(&position).map(|(winner, _)| winner);
            assert_eq!(winner, wins.then_some(color), "{place}, {rule}");
        }
        position.set_rule(Rule::Renju);
        let foul = match ending_after(&position, last) {
            Some(Ending::Foul { kind }) => Some(kind),
            _ => None,
        };
        let expected = &data["renju_foul"];
        assert_eq!(foul.is_some(), !expected.is_null(), "{place}: {expected}");
        assert!(kind(expected).is_none_or(|kind| Some(kind) == foul), "{place}: {expected}");
    }
}

/// The solver's answer within a number of stones; a win has been verified against every reply.
fn solved(position: &Position, kind: ThreatKind, nodes: u64, shortest: bool) -> SolveAnswer {
    let budget =
        SolveBudget { nodes: Some(nodes), shortest, memory_mb: 64, ..SolveBudget::default() };
    prove(position, kind, &budget, &Watch::default()).answer
}

#[test]
fn wins_by_fours_are_those_of_the_data() {
    for Case { place, position, data } in cases("puzzles.jsonl", "puzzles_shared.jsonl") {
        let known = data["plies"].as_u64().map(|plies| plies as usize);
        match (data["kind"].as_str(), solved(&position, ThreatKind::Vcf, 5_000_000, true)) {
            (Some("vcf"), SolveAnswer::Win(tree)) => {
                assert!(
                    known.is_some_and(|known| tree.plies() <= known),
                    "{place}: {}",
                    tree.plies()
                );
            }
            (Some("vct" | "none"), SolveAnswer::None) => {}
            (kind, answer) => panic!("{place} is {kind:?}, the solver says {answer:?}"),
        }
    }
}

#[test]
fn wins_by_threats_are_those_of_the_data() {
    let cases = cases("puzzles.jsonl", "puzzles_shared.jsonl");
    let threats: Vec<&Case> = cases.iter().filter(|case| case.data["kind"] == "vct").collect();
    let is_solved = |case: &&&Case| {
        let answer = solved(&case.position, ThreatKind::Vct, 100_000, false);
        assert!(answer != SolveAnswer::None, "{}: there is a win", case.place);
        matches!(answer, SolveAnswer::Win(_))
    };
    let solved = threats.iter().filter(is_solved).count();
    println!("{solved} of {} solved within 100,000 stones", threats.len());
    assert!(solved * 4 >= threats.len() * 3, "{solved} of {}", threats.len());
}
