//! The report of a tournament: one HTML file that opens in a browser without a network.
//!
//! Everything is in the file: style, pictures (inline SVG), games, and the script that shows them.
//! Its bytes depend on the tournament alone. Each section has its own file; style and script are
//! `page.css` and `page.js`. No I/O: the caller writes the text.

mod curve;
mod games;
mod page;
mod parts;
mod standings;
mod summary;
mod times;
mod verdicts;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::page::ReportPage;
pub(crate) use self::page::{ReportError, Test, Tournament};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// What the page may load: nothing but its own style and script.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// Writes the report.
///
/// # Errors
/// If a game or the anchor names a player that the tournament does not have.
pub(crate) fn report(tournament: &Tournament) -> Result<String, ReportError> {
    Ok(document(&ReportPage::new(tournament)?).into_string() + "\n")
}

fn document(page: &ReportPage) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (page.tournament.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    (summary::head(page))
                    (standings::section(page))
                    (curve::section(page))
                    (standings::cross_section(page))
                    (times::section(page))
                    (verdicts::section(page))
                    (games::section(page))
                }
                footer {
                    "Written by tengen " (env!("CARGO_PKG_VERSION"))
                    ". Nothing in this page is loaded from elsewhere."
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

#[cfg(test)]
mod tests;
