//! The head of the page: title, settings, and the outcome in a few large figures.

use maud::{Markup, html};

use super::page::ReportPage;
use super::parts::{count, duration, estimate, number};
use crate::complaint::Complaints;
use crate::stats::elo;
use crate::stats::tally::{Pentanomial, pairing_scores};
use tengen_util::count::counted;
use tengen_util::date::Date;

pub(super) fn head(page: &ReportPage) -> Markup {
    html! {
        header {
            h1 { (page.tournament.title) }
            p.lead { (lead(page)) }
            @if !page.tournament.settings.is_empty() {
                dl.settings {
                    @for (name, value) in page.tournament.settings {
                        div { dt { (name) } dd { (value) } }
                    }
                }
            }
        }
        @for sentence in Complaints::of(page.tournament.games).sentences() {
            p.note.warn { (sentence) "." }
        }
        ul.figures {
            @for Figure { value, name, detail } in figures(page) {
                li { b { (value) } span { (name) } small { (detail) } }
            }
        }
    }
}

/// Players, games, date and time in one line.
fn lead(page: &ReportPage) -> String {
    let games = page.tournament.games;
    let players = counted(page.tournament.players.len() as u64, "player");
    let played = page.table.games();
    let noun = if played == 1 { "game" } else { "games" };
    let mut lead = format!("{players}, {} {noun}", count(played));
    if let Some(first) = games.iter().filter_map(|game| game.started_ms).min() {
        let total: u64 = games.iter().map(|game| game.duration_ms).sum();
        let day = Date::from_unix_ms(first).day('-');
        lead += &format!(", from {day}, {} of play", duration(total));
    }
    lead
}

struct Figure {
    value: String,
    name: &'static str,
    detail: String,
}

/// Large figures: of the pair if there are two players, else of the field.
fn figures(page: &ReportPage) -> Vec<Figure> {
    let mut figures = match page.tournament.players {
        [first, second] => pair_figures(page, first, second),
        _ => page.order.first().map(|&best| first_place(page, best)).into_iter().collect(),
    };
    let black = page.table.black_total().scores().mean();
    figures.push(Figure {
        value: estimate(page.ratings.first_move, 0),
        name: "Elo for the first move",
        detail: black.map_or_else(String::new, |mean| {
            format!("black scored {} % of the points", number(100.0 * mean, 1))
        }),
    });
    let verdicts = page.tournament.games.iter().filter_map(|game| game.verdict());
    figures.push(Figure {
        value: verdicts.filter(|verdict| verdict.is_fault()).count().to_string(),
        name: "games ended by a fault",
        detail: "crash, timeout, illegal move …".to_owned(),
    });
    figures
}

fn first_place(page: &ReportPage, best: usize) -> Figure {
    let detail = estimate(page.ratings.players[best], 0);
    Figure { value: page.name(best).to_owned(), name: "first", detail }
}

fn pair_figures(page: &ReportPage, first: &str, second: &str) -> Vec<Figure> {
    let counts = page.table.pairing(0, 1);
    let pairs = Pentanomial::of_games(page.tournament.games, 0, 1);
    let scores = pairing_scores(counts, pairs);
    let difference = elo::difference(&scores).map(|difference| Figure {
        value: estimate(difference, 1),
        name: "Elo",
        detail: format!("{first} against {second}"),
    });
    let results = Figure {
        value: format!("{}–{}–{}", counts.wins, counts.draws, counts.losses),
        name: "won, drawn, lost",
        detail: format!("{} points of {}", number(counts.points(), 1), counts.games()),
    };
    let superiority = Figure {
        value: format!("{} %", number(100.0 * elo::superiority(&counts.scores()), 1)),
        name: "likelihood of superiority",
        detail: format!("that {first} is the stronger one"),
    };
    difference.into_iter().chain([results, superiority]).collect()
}
