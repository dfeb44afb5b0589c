//! How the games ended, and how each player lost.

use maud::{Markup, html};

use super::page::ReportPage;
use super::parts::{self, count, data_table, number};
use tengen_util::svg::pixel;

/// The verdict words in the order in which they are shown.
const WORDS: [&str; 10] = [
    "five",
    "forbidden",
    "draw",
    "adjudicated",
    "resigned",
    "timeout",
    "crash",
    "memory",
    "illegal",
    "refused",
];

/// From this index on, the words of [`WORDS`] are faults of a program.
const FIRST_FAULT: usize = 5;

/// Width of the bar for all games, in pixels.
const WIDTH: f64 = 72.0;

pub(super) fn section(page: &ReportPage) -> Markup {
    let is_seen = |word: &&str| page.table.verdicts().contains_key(word);
    let (plays, faults) = WORDS.split_at(FIRST_FAULT);
    let classed = |words: &'static [&'static str], class: &'static str| {
        words.iter().copied().filter(is_seen).map(move |word| (word, class))
    };
    let columns: Vec<_> = classed(plays, "play").chain(classed(faults, "fault")).collect();
    let head = html! {
        th.l {} @for (word, class) in &columns { th class=(class) { (word) } }
    };
    let rows = html! {
        tr {
            th.l scope="row" { "all games" }
            @for &(word, class) in &columns { (share(page, word, class)) }
        }
        @for &player in &page.order {
            tr {
                th.l scope="row" { "lost by " (page.name(player)) }
                @for &(word, class) in &columns {
                    @match page.table.losses(player).get(word) {
                        Some(&games) => td class=(class) { (count(games)) },
                        None => td.dim { "·" },
                    }
                }
            }
        }
    };
    let note = "How often games ended in each way, and how each player lost. Faults of a program \
                are listed apart from its play.";
    parts::section("verdicts", "Ends of games", note, &data_table("verdicts", &head, &rows))
}

/// The games that ended with a word: count, share and bar.
fn share(page: &ReportPage, word: &str, class: &str) -> Markup {
    let games = page.table.verdicts().get(word).copied().unwrap_or(0);
    let share = games as f64 / page.table.games().max(1) as f64;
    html! {
        td class=(class) {
            b { (count(games)) }
            small { (number(100.0 * share, 1)) " %" }
            svg class=(format!("share {class}")) width=(WIDTH) height="4" {
                rect width=(pixel(WIDTH * share)) height="4" {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::ForbiddenKind;
    use tengen_records::verdict::{DrawReason, Verdict};

    #[test]
    fn every_verdict_has_its_column() {
        for verdict in [
            Verdict::Five,
            Verdict::Forbidden(ForbiddenKind::Overline),
            Verdict::Illegal,
            Verdict::Timeout,
            Verdict::Crash,
            Verdict::Memory,
            Verdict::Refused,
            Verdict::Draw(DrawReason::FullBoard),
            Verdict::Adjudicated,
            Verdict::Resigned,
        ] {
            let index = WORDS.iter().position(|&word| word == verdict.word()).unwrap();
            assert_eq!(index >= FIRST_FAULT, verdict.is_fault(), "{verdict}");
        }
    }
}
