//! `tengen book show`: a position's record and those after each move.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::openings;
use super::place::{PlaceArgs, check_swap2};
use tengen_engine::board::{Position, notation};
use tengen_engine::types::{BoardSize, Coord, Rule, Score};
use tengen_records::book::choice::sorted;
use tengen_records::book::key::{Canonical, Key};
use tengen_records::book::reader::{Book, Child};
use tengen_records::book::{Label, Record};
use tengen_records::book_formats::json_lines;
use tengen_util::count::counted;

/// Arguments of `tengen book show`.
#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// A store or a sealed book; `built-in` is the book inside the program
    #[arg(value_name = "STORE")]
    store: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
    /// Show what it knows about swap2: all openings of three stones, or the three stones of --moves
    #[arg(long)]
    swap2: bool,
    /// Print one JSON object; with --swap2 one per opening
    #[arg(long)]
    json: bool,
}

/// What is known about a position and those after it.
#[derive(Serialize)]
struct ShownPosition {
    /// How many positions the book has.
    positions: u64,
    /// The position.
    position: Value,
    /// What is known about it.
    record: Option<Value>,
    /// What is known after each move, row by row from the top.
    children: Vec<ShownChild>,
}

/// What is known after a move, for the player who is to move there.
#[derive(Serialize)]
struct ShownChild {
    #[serde(rename = "move")]
    coord: [u8; 2],
    record: Value,
}

/// Shows a position of a book.
pub(super) fn run(args: &ShowArgs) -> Result<()> {
    let position = args.place.position()?;
    if args.swap2 {
        check_swap2(&position)?;
    }
    let session = Book::open(&args.store)?.session()?;
    if args.swap2 {
        let text = match args.json {
            true => openings::json(&session, &position)?,
            false => openings::table(&session, &position)?,
        };
        return Ok(io::stdout().lock().write_all(text.as_bytes())?);
    }
    let record = session.get(&position)?;
    let children = session.children(&position)?;
    let text = if args.json {
        let shown = |Child { coord, record }: &Child| ShownChild {
            coord: [coord.x, coord.y],
            record: json_lines::object(record),
        };
        let shown = ShownPosition {
            positions: session.len()?,
            position: json_lines::position_object(&position),
            record: record.as_ref().map(json_lines::object),
            children: children.iter().map(shown).collect(),
        };
        serde_json::to_string(&shown)? + "\n"
    } else {
        let board = (position.rule(), position.size());
        let elsewhere = match record.is_none() && children.is_empty() {
            true => session.boards()?.into_iter().filter(|other| *other != board).collect(),
            false => Vec::new(),
        };
        let count = counted(session.len()?, "position");
        described(&position, record.as_ref(), &children)
            + &format!("{count} in all{}\n", others(&elsewhere))
    };
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}

/// Rules and boards that the user may have meant: `; other boards: renju 15x15`.
fn others(boards: &[(Rule, BoardSize)]) -> String {
    let names: Vec<String> = boards.iter().map(|(rule, size)| format!("{rule} {size}")).collect();
    if names.is_empty() { String::new() } else { format!("; other boards: {}", names.join(", ")) }
}

/// The board with the moves that lead to known positions, the record, a table of the moves.
fn described(position: &Position, record: Option<&Record>, children: &[Child]) -> String {
    let size = position.size();
    let children = distinct(position, children);
    let lettered = children.iter().zip('a'..='z');
    let marks: Vec<(Coord, char)> = lettered
        .flat_map(|(moves, letter)| moves.images.iter().map(move |&at| (at, letter)))
        .collect();
    let (rule, to_move) = (position.rule(), position.to_move());
    let stones = counted(position.stones().len() as u64, "stone");
    let mut text = format!("{rule} {size}, {stones}, {to_move} to move\n");
    text.push_str(&notation::picture(position, &marks));
    match record {
        Some(record) => text.push_str(&record_lines(record, position)),
        None => text.push_str("nothing is known about this position\n"),
    }
    if !children.is_empty() {
        let head = ["", "move", "label", "value", "depth", "nodes", "trust", "won-drawn-lost", ""];
        text.push_str(&row(&head));
    }
    let letters = ('a'..='z').map(String::from).chain(std::iter::repeat(String::new()));
    for (moves, letter) in children.iter().zip(letters) {
        text.push_str(&child_row(moves.child, &letter, position));
    }
    text
}

/// Moves that a symmetry of the position makes equal.
struct EqualMoves<'a> {
    /// One of them.
    child: &'a Child,
    /// All of them.
    images: Vec<Coord>,
}

/// The moves, the best first, with equal ones grouped.
fn distinct<'a>(position: &Position, children: &'a [Child]) -> Vec<EqualMoves<'a>> {
    let mut distinct: Vec<(Key, EqualMoves<'a>)> = Vec::new();
    for child in sorted(children) {
        let mut after = position.clone();
        // It leads to a known position.
        let _ = after.play(child.coord);
        let key = Canonical::of(&after).key;
        match distinct.iter_mut().find(|(known, _)| *known == key) {
            Some((_, moves)) => moves.images.push(child.coord),
            None => distinct.push((key, EqualMoves { child, images: vec![child.coord] })),
        }
    }
    distinct.into_iter().map(|(_, moves)| moves).collect()
}

fn row(cells: &[&str; 9]) -> String {
    let [letter, coord, label, value, depth, nodes, trust, games, comment] = cells;
    let row = format!(
        "{letter:>1}  {coord:<5} {label:<8} {value:>6} {depth:>6} {nodes:>12}  {trust:<8} {games:<15} {comment}"
    );
    row.trim_end().to_owned() + "\n"
}

/// A move as the player who makes it sees it.
fn child_row(child: &Child, letter: &str, position: &Position) -> String {
    let Child { coord, record } = child;
    let label = match record.label {
        Label::None => "",
        Label::Win => "loses",
        Label::Loss => "wins",
        Label::Draw => "draws",
        other => other.name(),
    };
    let value = record.value.map(|value| Score(Record::value_for_move(value.into())).to_string());
    let count = |count: u64| if count == 0 { String::new() } else { count.to_string() };
    let results = record.results;
    let games = match results.games() {
        0 => String::new(),
        _ => format!("{}-{}-{}", results.lost, results.drawn, results.won),
    };
    row(&[
        letter,
        &notation::name(*coord, position.size()),
        label,
        &value.unwrap_or_default(),
        &count(record.depth.max(0) as u64),
        &count(record.nodes),
        record.trust.name(),
        &games,
        record.comment.lines().next().unwrap_or_default(),
    ])
}

fn record_lines(record: &Record, position: &Position) -> String {
    let size = position.size();
    let mut parts = Vec::new();
    if record.label != Label::None {
        parts.push(record.label.to_string());
    }
    parts.extend(record.value.map(|value| format!("value {}", Score(value.into()))));
    if record.value.is_some() && record.bound != tengen_records::book::Bound::None {
        parts.push(record.bound.to_string());
    }
    if record.depth != 0 {
        parts.push(format!("depth {}", record.depth));
    }
    parts.extend(record.best.map(|best| format!("best {}", notation::name(best, size))));
    if record.nodes != 0 {
        parts.push(format!("{} nodes", record.nodes));
    }
    parts.push(format!("by {}", record.trust));
    if !record.engine.is_empty() {
        parts.push(record.engine.clone());
    }
    let mut text = parts.join(", ");
    text += if record.is_claimed_result() { "; a claim, not proved here\n" } else { "\n" };
    let results = record.results;
    if results.games() > 0 {
        let _ = writeln!(
            text,
            "games: {} won, {} drawn, {} lost",
            results.won, results.drawn, results.lost
        );
    }
    for (coord, point_text) in &record.texts {
        let _ = writeln!(text, "{}: {point_text}", notation::name(*coord, size));
    }
    for line in record.comment.lines() {
        let _ = writeln!(text, "| {line}");
    }
    text
}
