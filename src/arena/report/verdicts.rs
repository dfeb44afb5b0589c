//! How the games ended, and how each player lost its own.

use std::fmt::Write as _;

use super::Page;
use super::html::{count, escape, number, section};

/// The verdict words in the order in which they are shown.
const WORDS: [&str; 9] = [
    "five",
    "forbidden",
    "draw",
    "adjudicated",
    "timeout",
    "crash",
    "memory",
    "illegal",
    "refused",
];

/// From here on the words of [`WORDS`] are faults of a program.
const FIRST_FAULT: usize = 4;

/// Writes the section.
pub(super) fn write(out: &mut String, page: &Page) {
    section(
        out,
        "verdicts",
        "Ends of games",
        "How often games ended in each way, and how each player lost. Faults of a program are listed apart \
         from its play.",
    );
    let seen: Vec<(usize, &str)> = WORDS
        .into_iter()
        .enumerate()
        .filter(|(_, word)| page.table.verdicts().contains_key(word))
        .collect();
    let class = |index: usize| if index >= FIRST_FAULT { "fault" } else { "play" };
    let all = page.table.games().max(1) as f64;
    out.push_str(
        "<div class=\"scroll\"><table class=\"data verdicts\">\n<thead><tr><th class=\"l\"></th>",
    );
    for &(index, word) in &seen {
        let _ = write!(out, "<th class=\"{}\">{word}</th>", class(index));
    }
    out.push_str("</tr></thead>\n<tbody>\n<tr><th class=\"l\" scope=\"row\">all games</th>");
    for &(index, word) in &seen {
        let games = page.table.verdicts().get(word).copied().unwrap_or(0);
        let share = 100.0 * games as f64 / all;
        let _ = write!(
            out,
            "<td class=\"{0}\"><b>{1}</b><small>{2} %</small>\
             <svg class=\"share {0}\" width=\"72\" height=\"4\"><rect width=\"{3:.1}\" height=\"4\"/></svg></td>",
            class(index),
            count(games),
            number(share, 1),
            0.72 * share
        );
    }
    out.push_str("</tr>\n");
    for &player in &page.order {
        let name = escape(&page.tournament.players[player]);
        let _ = write!(out, "<tr><th class=\"l\" scope=\"row\">lost by {name}</th>");
        for &(index, word) in &seen {
            match page.table.losses(player).get(word) {
                Some(&games) => {
                    let _ = write!(out, "<td class=\"{}\">{}</td>", class(index), count(games));
                }
                None => out.push_str("<td class=\"dim\">·</td>"),
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n</section>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::verdict::{DrawReason, Verdict};
    use crate::types::ForbiddenKind;

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
        ] {
            let index = WORDS.iter().position(|&word| word == verdict.word()).unwrap();
            assert_eq!(index >= FIRST_FAULT, verdict.is_fault(), "{verdict}");
        }
    }
}
