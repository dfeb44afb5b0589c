//! Writes games as SGF.

use std::fmt::Write as _;

use super::LETTERS;
use crate::board::notation;
use crate::records::game::{GameRecord, PlayedMove};
use crate::records::outcome::GameOutcome;
use crate::records::verdict::Verdict;
use crate::types::{Color, Coord};
use crate::util::date::Date;

/// The game as SGF, one move per line, ending with a line break. The result of an unfinished game
/// is unknown, `RE[?]`.
pub(crate) fn write(game: &GameRecord) -> String {
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]AP[tengen:{}]", env!("CARGO_PKG_VERSION"));
    let (width, height) = (game.size.width(), game.size.height());
    let _ = if game.size.is_square() {
        write!(text, "SZ[{width}]")
    } else {
        write!(text, "SZ[{width}:{height}]")
    };
    let mut put = |name: &str, value: &str| {
        let _ = write!(text, "{name}[{}]", escape(value));
    };
    put("RU", game.rule.name());
    put("PB", &game.black.name);
    put("PW", &game.white.name);
    put("RO", &game.round.to_string());
    if let Some(started_ms) = game.started_ms {
        put("DT", &Date::from_unix_ms(started_ms).day('-'));
    }
    if !game.opening.name.is_empty() {
        put("ON", &game.opening.name);
    }
    put("OPENINGSTONES", &game.opening.moves.len().to_string());
    put("RE", result(&game.outcome));
    if let Some(verdict) = game.verdict() {
        put("VERDICT", &verdict.to_string());
    }
    if let Some(note) = &game.note {
        put("GC", note);
    }
    write_moves(&mut text, game);
    text.push_str(")\n");
    text
}

fn write_moves(text: &mut String, game: &GameRecord) {
    let opening = game.opening.moves.iter().map(|&coord| (coord, None));
    let played = game.moves.iter().map(|played| (played.coord(), Some(played)));
    for (index, (coord, played)) in opening.chain(played).enumerate() {
        let color = if index % 2 == 0 { 'B' } else { 'W' };
        let _ = write!(text, "\n;{color}[{}]", point_text(coord, game));
        let Some(PlayedMove { time_ms, depth, value, nodes, .. }) = played else { continue };
        let mut put = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = write!(text, "{name}[{value}]");
            }
        };
        put("MSEC", time_ms.map(|n| n.to_string()));
        put("DEPTH", depth.map(|n| n.to_string()));
        put("VALUE", value.map(|n| n.to_string()));
        put("NODES", nodes.map(|n| n.to_string()));
    }
}

/// The result in SGF's own words: faults of a program are `F` (forfeit), time is `T`.
fn result(outcome: &GameOutcome) -> &'static str {
    let &GameOutcome::Ended { winner, verdict } = outcome else { return "?" };
    let kind = match verdict {
        Verdict::Timeout => 2,
        Verdict::Five | Verdict::Adjudicated | Verdict::Draw(_) => 0,
        Verdict::Forbidden(_)
        | Verdict::Illegal
        | Verdict::Crash
        | Verdict::Memory
        | Verdict::Refused => 1,
    };
    match winner {
        None => "0",
        Some(Color::Black) => ["B+", "B+F", "B+T"][kind],
        Some(Color::White) => ["W+", "W+F", "W+T"][kind],
    }
}

pub(super) fn point_text(coord: Coord, game: &GameRecord) -> String {
    let letter = |n: u8| LETTERS.get(usize::from(n)).map(|&letter| char::from(letter));
    let has_letters = game.size.width() <= 52 && game.size.height() <= 52;
    match (letter(coord.x), letter(coord.y)) {
        (Some(x), Some(y)) if has_letters => format!("{x}{y}"),
        _ => notation::name(coord, game.size),
    }
}

fn escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        if matches!(c, ']' | '\\' | ':') {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() && c != '\n' { ' ' } else { c });
    }
    escaped
}
