//! A review as one HTML page that needs no other file and no network.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::line_words::line;
use super::model::{MoveVerdict, Review, ReviewedMove};
use super::{curve, text};
use crate::board_svg::{STYLE, picture};
use tengen_engine::board::notation;
use tengen_engine::types::Color;
use tengen_util::count::counted;
use tengen_util::sentence::sentence;

/// The page.
pub fn page(review: &Review) -> String {
    let game = &review.game.head;
    let title = format!("{} – {}", game.black.name, game.white.name);
    let remarkable: Vec<_> =
        review.moves.iter().filter(|reviewed| reviewed.is_remarkable()).collect();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(include_str!("page.css"))) (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                p.lead {
                    (game.rule) " " (game.size) ", " (counted(review.game.length() as u64, "move"))
                    ", " (game.outcome)
                    @if !review.is_complete { "; the review was stopped early" }
                }
                h2 { "Black's win chance" }
                div.scroll { (curve::picture(review)) }
                ul.players { @for color in Color::BOTH { li { (text::player(review, color)) } } }
                @if remarkable.is_empty() { p { "No mistakes were found." } }
                @else { p.lead { (sentence(text::CHANCES)) } }
                @for reviewed in remarkable { (remark(review, reviewed)) }
                (moves(review))
                (end(review))
            }
        }
    };
    page.into_string()
}

/// A remarkable move with the better line on the board.
fn remark(review: &Review, reviewed: &ReviewedMove) -> Markup {
    let position = review.position_before(reviewed);
    // Stones have room for one digit, and barely for two.
    let line = &reviewed.best[..reviewed.best.len().min(25)];
    html! {
        section id=(format!("move-{}", reviewed.number)) {
            h2 {
                (reviewed.number) ". " (reviewed.color) " "
                (notation::move_name(reviewed.played, position.size())) " "
                span class=(curve::class(reviewed.verdict)) { (signed(reviewed.verdict)) }
            }
            p { (sentence(&text::details(reviewed, position.size()))) }
            @for reason in text::reasons(reviewed, position.size()) { p { (reason) } }
            (picture(&position, line, reviewed.played))
        }
    }
}

/// `?? blunder`.
fn signed(verdict: MoveVerdict) -> String {
    format!("{} {verdict}", verdict.sign())
}

/// All moves in a table.
fn moves(review: &Review) -> Markup {
    let size = review.game.head.size;
    let percent = |chance: f64| format!("{:.0} %", 100.0 * chance);
    html! {
        h2 { "All moves" }
        div.scroll { table {
            thead {
                tr { th { "#" } th { "Color" } th { "Move" } th { "Black's chance" } th { "Verdict" } th { "Best" } }
            }
            tbody {
                @for reviewed in &review.moves {
                    tr {
                        td { (reviewed.number) }
                        td { (reviewed.color) }
                        td { (notation::move_name(reviewed.played, size)) }
                        td { (percent(reviewed.black_chance())) }
                        td class=(curve::class(reviewed.verdict)) {
                            @if reviewed.is_remarkable() {
                                a href=(format!("#move-{}", reviewed.number)) { (signed(reviewed.verdict)) }
                            } @else { (reviewed.verdict) }
                        }
                        td { (line(&reviewed.best, size)) }
                    }
                }
            }
        } }
    }
}

/// The final position.
fn end(review: &Review) -> Markup {
    let Ok(position) = review.game.position_after(review.game.length()) else { return html! {} };
    html! {
        h2 { "Final position" }
        (picture(&position, &[], None))
    }
}
