//! The report of a tournament: one HTML file that opens in a browser without a network.
//!
//! Everything is in the file: style, pictures (inline SVG), games, and the little program that
//! shows them. The same tournament gives the same bytes. Each section has its own file; style
//! and program are `page.css` and `page.js`. No I/O: the caller writes the text.

mod curve;
mod games;
mod html;
mod standings;
mod summary;
mod svg;
mod times;
mod verdicts;

use std::fmt::Write as _;

use self::html::escape;
use super::cross_table::{CrossTable, TableError};
use super::rating::{Anchor, RatingError, Ratings};
use super::sprt::Sprt;
use crate::records::game::GameRecord;

const STYLE: &str = include_str!("page.css");
const PROGRAM: &str = include_str!("page.js");

/// A sequential test between the first two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Test {
    /// The test.
    pub sprt: Sprt,
    /// Whether color-swapped pairs are counted instead of games.
    pub by_pairs: bool,
}

/// The contents of a report.
#[derive(Clone, Debug)]
pub(crate) struct Tournament<'a> {
    /// The title.
    pub title: &'a str,
    /// The players' names, by number.
    pub players: &'a [String],
    /// The games in the order of their numbers.
    pub games: &'a [GameRecord],
    /// The settings: names and values, shown as they are.
    pub settings: &'a [(String, String)],
    /// Where the ratings are anchored.
    pub anchor: Anchor,
    /// The test that was run, if any; needs two players.
    pub test: Option<Test>,
}

/// Why a report cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ReportError {
    /// Games that do not fit the players.
    #[error(transparent)]
    Table(#[from] TableError),
    /// An anchor that is not a player.
    #[error(transparent)]
    Rating(#[from] RatingError),
}

/// The tournament with everything that several sections need.
struct Page<'a> {
    tournament: &'a Tournament<'a>,
    table: CrossTable,
    ratings: Ratings,
    /// The players' numbers, the strongest first.
    order: Vec<usize>,
}

/// Writes the report.
///
/// # Errors
/// If a game or the anchor names a player that the tournament does not have.
pub(crate) fn report(tournament: &Tournament) -> Result<String, ReportError> {
    let table = CrossTable::new(tournament.players, tournament.games)?;
    let ratings = table.ratings(tournament.anchor)?;
    let order = ratings.order();
    let page = Page { tournament, table, ratings, order };
    let mut out = String::new();
    head(&mut out, &page);
    summary::write(&mut out, &page);
    standings::write(&mut out, &page);
    curve::write(&mut out, &page);
    standings::write_cross(&mut out, &page);
    times::write(&mut out, &page);
    verdicts::write(&mut out, &page);
    games::write(&mut out, &page);
    let _ = write!(
        out,
        "</main>\n<footer>Written by tengen {}. Nothing in this page is loaded from elsewhere.\
         </footer>\n<script>\n{PROGRAM}</script>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    Ok(out)
}

fn head(out: &mut String, page: &Page) {
    let title = escape(page.tournament.title);
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
    );
}

#[cfg(test)]
mod tests;
