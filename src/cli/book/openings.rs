//! `tengen book show --swap2`: what a book knows about swap2.

use std::fmt::Write as _;

use anyhow::Result;
use serde::Serialize;

use tengen_engine::board::{Position, notation};
use tengen_engine::engine::opening_book::Swap2Pair;
use tengen_engine::types::{Coord, Score};
use tengen_records::book::opening::{Stage, is_even};
use tengen_records::book::reader::BookSession;
use tengen_records::book::swap2::choices;
use tengen_records::book::{BookError, Label, Record};
use tengen_util::count::counted;

/// Three stones, and what the second player can do about them.
struct Opening {
    position: Position,
    record: Record,
    pairs: Vec<Swap2Pair>,
}

/// An opening as JSON; values are for white, who is to move.
#[derive(Serialize)]
struct ShownOpening {
    /// Black, white, black.
    stones: Vec<[u8; 2]>,
    value: Option<i32>,
    nodes: u64,
    best: Option<[u8; 2]>,
    /// Whether it is offered.
    even: bool,
    /// Whether a record advises against it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    blocked: bool,
    pairs: Vec<ShownPair>,
}

#[derive(Serialize)]
struct ShownPair {
    /// White, black.
    stones: [[u8; 2]; 2],
    value: i32,
}

/// The openings for the position's rule and board, the most even first; if it has three stones,
/// only that opening.
fn openings(session: &BookSession, position: &Position) -> Result<Vec<Opening>, BookError> {
    let found = match Stage::of(position) {
        Some(Stage::Three) => {
            session.get(position)?.map(|record| (position.clone(), record)).into_iter().collect()
        }
        _ => session.at_stage(Stage::Three, (position.rule(), position.size()), usize::MAX)?,
    };
    let mut openings = Vec::new();
    for (position, record) in found {
        let pairs = choices(session, &position)?.map(|known| known.pairs).unwrap_or_default();
        openings.push(Opening { record, position, pairs });
    }
    let worth = |opening: &Opening| opening.record.claimed().map_or(i32::MAX, i32::abs);
    openings.sort_by_key(worth);
    Ok(openings)
}

/// The openings as JSON, one object per line.
pub(super) fn json(session: &BookSession, position: &Position) -> Result<String> {
    let pair = |coord: &Coord| [coord.x, coord.y];
    let mut text = String::new();
    for Opening { position, record, pairs } in openings(session, position)? {
        let pairs = pairs.iter().map(|Swap2Pair { stones, value }| ShownPair {
            stones: stones.each_ref().map(pair),
            value: *value,
        });
        let shown = ShownOpening {
            stones: position.stones().iter().map(|(coord, _)| pair(coord)).collect(),
            value: record.claimed(),
            nodes: record.nodes,
            best: record.best.as_ref().map(pair),
            even: is_even(&record),
            blocked: record.label == Label::Blocked,
            pairs: pairs.collect(),
        };
        text += &(serde_json::to_string(&shown)? + "\n");
    }
    Ok(text)
}

/// The openings as a table.
pub(super) fn table(session: &BookSession, position: &Position) -> Result<String> {
    let openings = openings(session, position)?;
    let (rule, size) = (position.rule(), position.size());
    let listed = listed(session, position, &openings);
    let mut text = format!("{rule} {size}: {listed}; values for white, who is to move\n");
    if !openings.is_empty() {
        text += " value        nodes  black white black   white plays  two more stones\n";
    }
    for opening in &openings {
        let _ = writeln!(text, "{}", row(opening).trim_end());
    }
    Ok(text)
}

/// How many openings there are: `2 openings of three stones, 1 of them even`.
fn listed(session: &BookSession, position: &Position, openings: &[Opening]) -> String {
    let count = openings.len() as u64;
    match session {
        BookSession::Sealed(_) if position.stones().is_empty() => format!(
            "{} of three stones; a sealed book does not list the others",
            counted(count, "even opening")
        ),
        _ => {
            let even = openings.iter().filter(|opening| is_even(&opening.record)).count();
            format!("{} of three stones, {even} of them even", counted(count, "opening"))
        }
    }
}

fn row(Opening { position, record, pairs }: &Opening) -> String {
    let size = position.size();
    let name = |coord: Coord| notation::name(coord, size);
    let value = record.claimed().map(|value| Score(value).to_string()).unwrap_or_default();
    let stones: String =
        position.stones().iter().map(|&(coord, _)| format!("{:<6}", name(coord))).collect();
    let best = record.best.map(name).unwrap_or_default();
    let blocked = if record.label == Label::Blocked { "blocked" } else { "" };
    let pairs: Vec<String> = pairs
        .iter()
        .map(|&Swap2Pair { stones: [white, black], value }| {
            format!("{} {} ({})", name(white), name(black), Score(value))
        })
        .collect();
    let pairs = pairs.join(", ");
    let between = if blocked.is_empty() || pairs.is_empty() { "" } else { "; " };
    format!("{value:>6} {:>12}  {stones}  {best:<11}  {blocked}{between}{pairs}", record.nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::{BoardSize, Rule};

    #[test]
    fn only_pairs_follow_a_semicolon() {
        let mut position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
        for (x, y) in [(7, 7), (8, 8), (9, 7)] {
            position.play(Coord::new(x, y)).unwrap();
        }
        let stones = [Coord::new(0, 14), Coord::new(1, 14)];
        let row = |label, pairs| {
            let record = Record { label, ..Record::default() };
            let row = row(&Opening { position: position.clone(), record, pairs });
            row.rsplit("  ").next().unwrap_or_default().to_owned()
        };
        assert_eq!(row(Label::Blocked, Vec::new()), "blocked");
        let pair = || vec![Swap2Pair { stones, value: 5 }];
        assert_eq!(row(Label::Blocked, pair()), "blocked; a1 b1 (5)");
        assert_eq!(row(Label::None, pair()), "a1 b1 (5)");
    }
}
