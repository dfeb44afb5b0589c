//! `tengen book show --swap2`: what a book knows about swap2.

use std::fmt::Write as _;

use anyhow::Result;
use serde::Serialize;

use crate::board::{Position, notation};
use crate::book::opening::{Stage, is_even};
use crate::book::reader::Session;
use crate::book::swap2::{Swap2Pair, choices};
use crate::book::{BookError, Label, Record};
use crate::types::{Coord, Score};
use crate::util::count::counted;

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
fn openings(session: &Session, position: &Position) -> Result<Vec<Opening>, BookError> {
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
pub(super) fn json(session: &Session, position: &Position) -> Result<String> {
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
pub(super) fn table(session: &Session, position: &Position) -> Result<String> {
    let openings = openings(session, position)?;
    let even = openings.iter().filter(|opening| is_even(&opening.record)).count();
    let mut text = format!(
        "{} {}: {} of three stones, {even} of them even; values for white, who is to move\n",
        position.rule(),
        position.size(),
        counted(openings.len() as u64, "opening")
    );
    if !openings.is_empty() {
        text += " value        nodes  black white black   white plays  two more stones\n";
    }
    for opening in &openings {
        let _ = writeln!(text, "{}", row(opening).trim_end());
    }
    Ok(text)
}

fn row(Opening { position, record, pairs }: &Opening) -> String {
    let size = position.size();
    let name = |coord: Coord| notation::name(coord, size);
    let value = record.claimed().map(|value| Score(value).to_string()).unwrap_or_default();
    let stones: String =
        position.stones().iter().map(|&(coord, _)| format!("{:<6}", name(coord))).collect();
    let best = record.best.map(name).unwrap_or_default();
    let blocked = if record.label == Label::Blocked { "blocked; " } else { "" };
    let pairs: Vec<String> = pairs
        .iter()
        .map(|&Swap2Pair { stones: [white, black], value }| {
            format!("{} {} ({})", name(white), name(black), Score(value))
        })
        .collect();
    let pairs = pairs.join(", ");
    format!("{value:>6} {:>12}  {stones}  {best:<11}  {blocked}{pairs}", record.nodes)
}
