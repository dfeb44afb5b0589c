//! Counts how large the game is and how much of it each method visits. Imports the searches.

use std::collections::HashSet;
use std::io::{self, Write};

use super::{TicTacToe, TicTacToeMark, key_of};
use crate::ask::grouped;
use crate::game::DemoGame;
use crate::method::{Method, search};
use crate::observer::SearchCounts;
use crate::settings::SearchSettings;

/// The size of the game, found by playing every game there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Census {
    /// Sequences of moves, the empty one and the complete games included.
    pub nodes: u64,
    /// Complete games.
    pub games: u64,
    /// Games that × wins.
    pub won_by_cross: u64,
    /// Games that ○ wins.
    pub won_by_nought: u64,
    /// Different positions that games lead through.
    pub positions: usize,
    /// Different positions, with rotated and mirrored ones counted once.
    pub classes: usize,
    /// Those of them in which the game is over.
    pub finished_classes: usize,
}

/// Plays every game.
pub(crate) fn census() -> Census {
    let (mut census, mut seen) = (Census::default(), HashSet::new());
    visit(&mut TicTacToe::default(), &mut census, &mut seen);
    let mut classes = HashSet::new();
    let mut finished = HashSet::new();
    for cells in &seen {
        let class = smallest_image(cells);
        classes.insert(class);
        if TicTacToe::from_cells(*cells).is_some_and(|game| game.outcome().is_some()) {
            finished.insert(class);
        }
    }
    Census {
        positions: seen.len(),
        classes: classes.len(),
        finished_classes: finished.len(),
        ..census
    }
}

type Cells = [Option<TicTacToeMark>; 9];

fn visit(game: &mut TicTacToe, census: &mut Census, seen: &mut HashSet<Cells>) {
    census.nodes += 1;
    seen.insert(game.cells);
    if let Some(value) = game.outcome() {
        census.games += 1;
        census.won_by_cross += u64::from(value > 0);
        census.won_by_nought += u64::from(value < 0);
        return;
    }
    for chosen in game.moves() {
        game.place(chosen);
        visit(game, census, seen);
        game.undo();
    }
}

/// One name for a position and its images: the smallest key among the eight.
///
/// ```text
///   1 2 3            7 4 1             3 2 1
///   4 5 6   turned:  8 5 2   mirrored: 6 5 4   and each of the four turns may be mirrored: 4 · 2 = 8
///   7 8 9            9 6 3             9 8 7
/// ```
fn smallest_image(cells: &Cells) -> u16 {
    let mut image = *cells;
    let mut smallest = u16::MAX;
    for _ in 0..4 {
        image = [6, 3, 0, 7, 4, 1, 8, 5, 2].map(|from: usize| image[from]);
        let mirrored = [2, 1, 0, 5, 4, 3, 8, 7, 6].map(|from: usize| image[from]);
        smallest = smallest.min(key_of(&image)).min(key_of(&mirrored));
    }
    smallest
}

/// A row of the table of methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparisonRow {
    /// The search.
    pub method: Method,
    /// The options.
    pub settings: SearchSettings,
    /// The value of the empty board.
    pub value: i32,
    /// The counts of the search.
    pub counts: SearchCounts,
}

/// Searches the empty board by every method, with and without early ends and the table.
pub fn compare() -> Vec<ComparisonRow> {
    let mut rows = Vec::new();
    for table in [false, true] {
        for stop_at_best in [false, true] {
            for method in Method::ALL {
                let settings = SearchSettings { stop_at_best, table, ..SearchSettings::default() };
                let mut counts = SearchCounts::default();
                let found = search(&mut TicTacToe::default(), method, settings, &mut counts);
                rows.push(ComparisonRow { method, settings, value: found.value, counts });
            }
        }
    }
    rows
}

/// Writes both counts.
///
/// # Errors
/// If writing fails.
pub fn write_page(output: &mut impl Write) -> io::Result<()> {
    let census = census();
    let draws = census.games - census.won_by_cross - census.won_by_nought;
    let figures = [
        ("complete games", census.games),
        ("  won by ×", census.won_by_cross),
        ("  won by ○", census.won_by_nought),
        ("  drawn", draws),
        ("nodes of the full tree", census.nodes),
        ("different positions", census.positions as u64),
        ("  up to symmetry", census.classes as u64),
        ("  of these, finished", census.finished_classes as u64),
    ];
    writeln!(output, "The game\n")?;
    for (name, figure) in figures {
        writeln!(output, "  {name:<24} {:>8}", grouped(figure))?;
    }
    writeln!(output, "\nThe empty board, searched to the end of every game\n")?;
    writeln!(output, "  {:<36}{:>8}{:>9}{:>8}  value", "method", "nodes", "seen", "cuts")?;
    for row in compare() {
        let name = format!(
            "{}{}{}",
            row.method,
            if row.settings.stop_at_best { ", ends early at ±1" } else { "" },
            if row.settings.table { ", table" } else { "" },
        );
        let SearchCounts { nodes, seen, cuts, .. } = row.counts;
        let (nodes, seen, cuts) = (grouped(nodes), grouped(seen), grouped(cuts));
        writeln!(output, "  {name:<36}{nodes:>8}{seen:>9}{cuts:>8}  {:>5}", row.value)?;
    }
    writeln!(
        output,
        "\n  nodes: positions entered; seen: of these, answered by the table of seen"
    )?;
    writeln!(output, "  positions; cuts: nodes at which moves were left out")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_is_as_large_as_the_literature_says() {
        let census = census();
        assert_eq!(census.games, 255_168);
        assert_eq!((census.won_by_cross, census.won_by_nought), (131_184, 77_904));
        assert_eq!(census.nodes, 549_946);
        assert_eq!(census.positions, 5_478);
        assert_eq!(census.classes, 765);
        assert_eq!(census.finished_classes, 138);
    }

    #[test]
    fn every_method_finds_the_draw() {
        let rows = compare();
        assert_eq!(rows.len(), 12);
        assert!(rows.iter().all(|row| row.value == 0));
    }

    #[test]
    fn without_early_ends_minimax_and_negamax_visit_the_full_tree() {
        for row in &compare()[..2] {
            assert_eq!((row.counts.nodes, row.counts.ends), (549_946, 255_168), "{row:?}");
            assert_eq!((row.counts.seen, row.counts.cuts), (0, 0));
        }
    }

    #[test]
    fn with_the_table_minimax_searches_every_position_once() {
        for row in compare().iter().filter(|row| row.settings.table && !row.settings.stop_at_best) {
            if row.method != Method::AlphaBeta {
                // Finished positions are not looked up in the table, so they may be visited more
                // than once.
                let inner = row.counts.nodes - row.counts.seen - row.counts.ends;
                assert_eq!(inner, 5_478 - 958, "{row:?}");
            }
        }
    }

    #[test]
    fn every_trick_saves_nodes() {
        let rows = compare();
        let nodes = |method, stop_at_best, table| {
            let wanted = SearchSettings { stop_at_best, table, ..SearchSettings::default() };
            rows.iter()
                .find(|row| (row.method, row.settings) == (method, wanted))
                .unwrap()
                .counts
                .nodes
        };
        for table in [false, true] {
            for stop in [false, true] {
                assert_eq!(
                    nodes(Method::Minimax, stop, table),
                    nodes(Method::Negamax, stop, table)
                );
                assert!(
                    nodes(Method::AlphaBeta, stop, table) < nodes(Method::Negamax, stop, table)
                );
            }
            for method in Method::ALL {
                assert!(nodes(method, true, table) < nodes(method, false, table));
            }
        }
    }
}
