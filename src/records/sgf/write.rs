//! Writes games as SGF.

use std::fmt::Write as _;

use super::{LETTERS, has_letters};
use crate::game::{GameRecord, PlayedMove};
use crate::outcome::GameOutcome;
use crate::verdict::Verdict;
use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Color, Coord};
use tengen_util::date::Date;

/// The game as SGF, one move per line, ending with a line break. The result of an unfinished game
/// is unknown, `RE[?]`.
pub fn write(game: &GameRecord) -> String {
    let mut text = String::from("(;");
    put_head(&mut text, game, game.opening.moves.len());
    for (played, color) in game.all_moves().zip(Color::BOTH.into_iter().cycle()) {
        text.push_str("\n;");
        put_move(&mut text, color, &played, game.size);
    }
    text.push_str(")\n");
    text
}

/// The properties of the first node.
pub(super) fn put_head(text: &mut String, game: &GameRecord, opening_stones: usize) {
    let _ = write!(text, "FF[4]GM[4]CA[UTF-8]AP[tengen:{}]", env!("CARGO_PKG_VERSION"));
    let (width, height) = (game.size.width(), game.size.height());
    let _ = if game.size.is_square() {
        write!(text, "SZ[{width}]")
    } else {
        write!(text, "SZ[{width}:{height}]")
    };
    let mut put = |name: &str, value: &str| put_text(text, name, value);
    put("RU", game.rule.name());
    put("PB", &game.black.name);
    put("PW", &game.white.name);
    put("RO", &game.round.to_string());
    let day = game.started_ms.map(|ms| Date::from_unix_ms(ms).day('-'));
    if let Some(days) = game.dates.as_ref().or(day.as_ref()) {
        put("DT", days);
    }
    if !game.opening.name.is_empty() {
        put("ON", &game.opening.name);
    }
    put("OPENINGSTONES", &opening_stones.to_string());
    put("RE", result(&game.outcome));
    if let Some(verdict) = game.verdict() {
        put("VERDICT", &verdict.to_string());
    }
    if let Some(note) = &game.note {
        put("GC", note);
    }
}

/// A property with text that may need escapes.
pub(super) fn put_text(text: &mut String, name: &str, value: &str) {
    let _ = write!(text, "{name}[{}]", escape(value));
}

/// The properties of a move, without the `;` before them.
pub(super) fn put_move(text: &mut String, color: Color, played: &PlayedMove, size: BoardSize) {
    let letter = if color == Color::Black { 'B' } else { 'W' };
    let point = played.point.map(|coord| point_text(coord, size)).unwrap_or_default();
    let _ = write!(text, "{letter}[{point}]");
    let mut put = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = write!(text, "{name}[{value}]");
        }
    };
    put("MSEC", played.time_ms.map(|n| n.to_string()));
    put("DEPTH", played.depth.map(|n| n.to_string()));
    put("VALUE", played.value.map(|n| n.to_string()));
    put("NODES", played.nodes.map(|n| n.to_string()));
}

/// The result in SGF's own words: faults of a program are `F` (forfeit), time is `T`,
/// a resignation `R`.
fn result(outcome: &GameOutcome) -> &'static str {
    let &GameOutcome::Ended { winner, verdict } = outcome else { return "?" };
    let kind = match verdict {
        Verdict::Timeout => 2,
        Verdict::Resigned => 3,
        Verdict::Five | Verdict::Adjudicated | Verdict::Draw(_) => 0,
        Verdict::Forbidden(_)
        | Verdict::Illegal
        | Verdict::Crash
        | Verdict::Memory
        | Verdict::Refused => 1,
    };
    match winner {
        None => "0",
        Some(Color::Black) => ["B+", "B+F", "B+T", "B+R"][kind],
        Some(Color::White) => ["W+", "W+F", "W+T", "W+R"][kind],
    }
}

pub(super) fn point_text(coord: Coord, size: BoardSize) -> String {
    let letter = |n: u8| LETTERS.get(usize::from(n)).map(|&letter| char::from(letter));
    match (letter(coord.x), letter(coord.y)) {
        (Some(x), Some(y)) if has_letters(size) => format!("{x}{y}"),
        _ => notation::name(coord, size),
    }
}

pub(super) fn escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        if matches!(c, ']' | '\\' | ':') {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() && c != '\n' { ' ' } else { c });
    }
    escaped
}
