//! The games themselves: data for the list and the board, which `page.js` fills.

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use super::page::ReportPage;
use super::parts;
use tengen_engine::rules::reference::winning_line;
use tengen_engine::types::{Color, Coord};
use tengen_records::game::GameRecord;

/// A game for the browser; short names, because the file contains thousands of them.
#[derive(Serialize)]
struct BrowserGame<'a> {
    /// The number of the game.
    n: u64,
    /// The players' numbers: black, white.
    p: [usize; 2],
    /// The winner: 0 black, 1 white, 2 none.
    r: usize,
    /// The verdict.
    e: String,
    rule: &'static str,
    w: u8,
    h: u8,
    /// The name of the opening.
    o: &'a str,
    /// How many first stones it has.
    k: usize,
    /// All stones as `y * w + x`.
    m: Vec<u32>,
    /// Time, depth, value and nodes of the moves after the opening.
    t: Vec<u64>,
    #[serde(skip_serializing_if = "is_empty")]
    d: Vec<Option<u32>>,
    #[serde(skip_serializing_if = "is_empty")]
    v: Vec<Option<i32>>,
    #[serde(skip_serializing_if = "is_empty")]
    x: Vec<Option<u64>>,
    /// The winning line, as stones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    l: Vec<u32>,
    /// The point that was played against the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<u32>,
    /// What happened, if a fault ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

fn is_empty<T>(values: &[Option<T>]) -> bool {
    values.iter().all(Option::is_none)
}

impl<'a> BrowserGame<'a> {
    fn new(game: &'a GameRecord) -> Self {
        let cell =
            |coord: Coord| u32::from(coord.y) * u32::from(game.size.width()) + u32::from(coord.x);
        Self {
            n: game.game,
            p: [game.black.player, game.white.player],
            r: game.winner().map_or(2, Color::index),
            e: game.verdict().map(|verdict| verdict.to_string()).unwrap_or_default(),
            rule: game.rule.name(),
            w: game.size.width(),
            h: game.size.height(),
            o: &game.opening.name,
            k: game.opening.moves.len(),
            m: game.coords().map(cell).collect(),
            t: game.moves.iter().map(|played| played.time_ms.unwrap_or(0)).collect(),
            d: game.moves.iter().map(|played| played.depth).collect(),
            v: game.moves.iter().map(|played| played.value).collect(),
            x: game.moves.iter().map(|played| played.nodes).collect(),
            l: line(game).into_iter().map(cell).collect(),
            a: game.attempt.map(cell),
            note: game.note.as_deref(),
        }
    }
}

/// The line that the last stone completed; empty if there is none or the record is not a possible
/// game.
fn line(game: &GameRecord) -> Vec<Coord> {
    let last = game.moves.last().and_then(|played| played.point);
    match (last, game.final_position()) {
        (Some(last), Ok(position)) => winning_line(&position, last).unwrap_or_default(),
        _ => Vec::new(),
    }
}

pub(super) fn section(page: &ReportPage) -> Markup {
    let body = html! {
        (viewer())
        script #data type="application/json" { (PreEscaped(data(page))) }
    };
    let note = "Choose a game; ← and → step through it, ↑ and ↓ change the game, Home and End \
                jump, the space bar plays. A dot marks the stones of the opening, the strip below \
                the time of each move.";
    parts::section("games", "Games", note, &body)
}

/// The data of the games as JSON, one line per game.
fn data(page: &ReportPage) -> String {
    let games: Vec<String> =
        page.tournament.games.iter().map(|game| json(&BrowserGame::new(game))).collect();
    let players = json(&page.tournament.players);
    format!("{{\"players\":{players},\"games\":[\n{}\n]}}", games.join(",\n"))
}

/// JSON for a script element, without any `<` that could end the element.
fn json(value: &impl Serialize) -> String {
    // Plain numbers and text: serialization cannot fail, and if it did, the page would still open.
    serde_json::to_string(value).map_or_else(|_| "null".to_owned(), |t| t.replace('<', "\\u003c"))
}

/// The empty list and board.
fn viewer() -> Markup {
    html! {
        noscript { p.note.warn { "The list and the board need JavaScript." } }
        div #viewer {
            div.list {
                div.filters {
                    select #by-player aria-label="Player" {}
                    select #by-end aria-label="End" {}
                    span #found {}
                }
                div.rows #rows tabindex="0" role="listbox" aria-label="Games" {}
            }
            div.board {
                div.caption #caption {}
                svg #board role="img" aria-label="Board" {}
                svg #strip role="img" aria-label="Time of each move" {}
                div.controls {
                    (button("first", "To the start (Home)", &["M3 3h2v10H3zM13 3v10L6 8z"]))
                    (button("back", "Back (←)", &["M11 3v10L4 8z"]))
                    (button("play", "Play (space)", &[
                        "M3 3v10l5-5zM8 3v10l5-5z",
                        "M4 3h3v10H4zM9 3h3v10H9z",
                    ]))
                    (button("next", "Forward (→)", &["M5 3v10l7-5z"]))
                    (button("last", "To the end (End)", &["M11 3h2v10h-2zM3 3v10l7-5z"]))
                    input #slider type="range" min="0" value="0" aria-label="Move";
                    label { input #numbers type="checkbox"; " numbers" }
                }
                div.details #details {}
            }
        }
    }
}

/// A button with one icon, or with two of which the script shows one.
fn button(id: &str, title: &str, icons: &[&str]) -> Markup {
    let classes = if icons.len() == 2 { ["go", "halt"] } else { [""; 2] };
    html! {
        button id=(id) title=(title) aria-label=(title) {
            svg viewBox="0 0 16 16" {
                @for (class, icon) in classes.iter().zip(icons) { path class=(class) d=(icon) {} }
            }
        }
    }
}
