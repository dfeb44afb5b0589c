//! The games themselves: data for the list and the board, which `page.js` builds from them.

use std::fmt::Write as _;

use serde::Serialize;

use super::Page;
use super::html::section;
use crate::records::game::{GameRecord, PlayedMove};
use crate::rules::reference::winning_line;
use crate::types::{Color, Coord};

/// A game for the browser; short names, because the file contains thousands of them.
#[derive(Serialize)]
struct Shown<'a> {
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
    /// What was seen where a fault ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

fn is_empty<T>(values: &[Option<T>]) -> bool {
    values.iter().all(Option::is_none)
}

impl<'a> Shown<'a> {
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
    let last = game.moves.last().map(PlayedMove::coord);
    match (last, game.final_position()) {
        (Some(last), Ok(position)) => winning_line(&position, last).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// Writes the section.
pub(super) fn write(out: &mut String, page: &Page) {
    section(
        out,
        "games",
        "Games",
        "Choose a game; ← and → step through it, ↑ and ↓ change the game, Home and End jump, the space \
         bar plays. A dot marks the stones of the opening, the strip below the time of each move.",
    );
    out.push_str(PLACE);
    out.push_str("<script type=\"application/json\" id=\"data\">");
    out.push_str("{\"players\":");
    json(out, &page.tournament.players);
    out.push_str(",\"games\":[");
    for (index, game) in page.tournament.games.iter().enumerate() {
        out.push_str(if index == 0 { "\n" } else { ",\n" });
        json(out, &Shown::new(game));
    }
    out.push_str("]}</script>\n</section>\n");
}

/// JSON for a script element: without any `<` that could end it.
fn json(out: &mut String, value: &impl Serialize) {
    match serde_json::to_string(value) {
        Ok(text) => out.push_str(&text.replace('<', "\\u003c")),
        // Plain numbers and text: it cannot fail, and if it did, the page would still open.
        Err(error) => {
            let _ = write!(out, "null/*{}*/", error.to_string().replace(['*', '<'], " "));
        }
    }
}

/// Where the program puts list and board.
const PLACE: &str = r#"<noscript><p class="note warn">The list and the board need JavaScript.</p></noscript>
<div id="viewer">
<div class="list">
<div class="filters"><select id="by-player" aria-label="Player"></select><select id="by-end" aria-label="End"></select><span id="found"></span></div>
<div class="rows" id="rows" tabindex="0" role="listbox" aria-label="Games"></div>
</div>
<div class="board">
<div class="caption" id="caption"></div>
<svg id="board" role="img" aria-label="Board"></svg>
<svg id="strip" role="img" aria-label="Time of each move"></svg>
<div class="controls">
<button id="first" title="To the start (Home)" aria-label="To the start (Home)"><svg viewBox="0 0 16 16"><path d="M3 3h2v10H3zM13 3v10L6 8z"/></svg></button>
<button id="back" title="Back (←)" aria-label="Back (←)"><svg viewBox="0 0 16 16"><path d="M11 3v10L4 8z"/></svg></button>
<button id="play" title="Play (space)" aria-label="Play (space)"><svg viewBox="0 0 16 16"><path class="go" d="M3 3v10l5-5zM8 3v10l5-5z"/><path class="halt" d="M4 3h3v10H4zM9 3h3v10H9z"/></svg></button>
<button id="next" title="Forward (→)" aria-label="Forward (→)"><svg viewBox="0 0 16 16"><path d="M5 3v10l7-5z"/></svg></button>
<button id="last" title="To the end (End)" aria-label="To the end (End)"><svg viewBox="0 0 16 16"><path d="M11 3h2v10h-2zM3 3v10l7-5z"/></svg></button>
<input id="slider" type="range" min="0" value="0" aria-label="Move"><label><input id="numbers" type="checkbox"> numbers</label></div>
<div class="told" id="told"></div>
</div>
</div>
"#;
