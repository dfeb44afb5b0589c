//! The head of the page: title, what was played, and the outcome in a few large figures.

use std::fmt::Write as _;

use super::Page;
use super::html::{count, duration, escape, estimate, number};
use crate::arena::elo;
use crate::arena::tally::{Pentanomial, pairing_scores};
use crate::util::date::Date;

/// Writes the head.
pub(super) fn write(out: &mut String, page: &Page) {
    let games = page.tournament.games;
    let _ = write!(out, "<header>\n<h1>{}</h1>\n<p class=\"lead\">", escape(page.tournament.title));
    let _ = write!(
        out,
        "{} players, {} games",
        page.tournament.players.len(),
        count(page.table.games())
    );
    if let Some(first) = games.iter().filter_map(|game| game.started_ms).min() {
        let date = Date::from_unix_ms(first);
        let _ = write!(out, ", from {:04}-{:02}-{:02}", date.year, date.month, date.day);
        let total: u64 = games.iter().map(|game| game.duration_ms).sum();
        let _ = write!(out, ", {} of play", duration(total));
    }
    out.push_str("</p>\n");
    if !page.tournament.settings.is_empty() {
        out.push_str("<dl class=\"settings\">\n");
        for (name, value) in page.tournament.settings {
            let _ = writeln!(out, "<div><dt>{}</dt><dd>{}</dd></div>", escape(name), escape(value));
        }
        out.push_str("</dl>\n");
    }
    out.push_str("</header>\n");
    figures(out, page);
}

/// Large figures: of the pair if there are two players, else of the field.
fn figures(out: &mut String, page: &Page) {
    let mut figures: Vec<(String, String, String)> = Vec::new();
    let mut figure = |value: String, name: &str, detail: String| {
        figures.push((value, name.to_owned(), detail));
    };
    let names = page.tournament.players;
    if let [first, second] = names {
        let counts = page.table.pairing(0, 1);
        let pairs = Pentanomial::of_games(page.tournament.games, 0, 1);
        let scores = pairing_scores(counts, pairs);
        if let Some(difference) = elo::difference(&scores) {
            figure(estimate(difference, 1), "Elo", format!("{first} against {second}"));
        }
        figure(
            format!("{}–{}–{}", counts.wins, counts.draws, counts.losses),
            "won, drawn, lost",
            format!("{} points of {}", number(counts.points(), 1), counts.games()),
        );
        figure(
            format!("{} %", number(100.0 * elo::superiority(&scores), 1)),
            "likelihood of superiority",
            format!("that {first} is the stronger one"),
        );
    } else if let Some(&best) = page.order.first() {
        figure(names[best].clone(), "first", estimate(page.ratings.players[best], 0));
    }
    figure(
        estimate(page.ratings.first_move, 0),
        "Elo for the first move",
        page.table.black_total().scores().mean().map_or_else(String::new, |mean| {
            format!("black made {} % of the points", number(100.0 * mean, 1))
        }),
    );
    let faults = page
        .tournament
        .games
        .iter()
        .filter(|game| game.verdict().is_some_and(|verdict| verdict.is_fault()))
        .count();
    figure(faults.to_string(), "games ended by a fault", "crash, timeout, illegal move …".into());
    out.push_str("<ul class=\"figures\">\n");
    for (value, name, detail) in figures {
        let (value, detail) = (escape(&value), escape(&detail));
        let _ = writeln!(out, "<li><b>{value}</b><span>{name}</span><small>{detail}</small></li>");
    }
    out.push_str("</ul>\n");
}
