//! Compares the node counts of the searches, and shows what a narrow width misses. Imports the
//! searches of this crate.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Instant;

use super::check::legal_moves;
use super::session::{tell_line, tell_value};
use super::square::XiangqiMove;
use super::{Xiangqi, fen::FenError};
use crate::ask::grouped;
use crate::game::DemoGame;
use crate::method::{Method, search};
use crate::observer::SearchCounts;
use crate::selective::{Ideas, Variation, choose};
use crate::settings::SearchSettings;

/// Searches without cuts grow forty-fold per ply: beyond this depth they are left out.
const MOST_PLIES_WITHOUT_CUTS: u32 = 4;

/// The default width.
const WIDTH: NonZeroUsize = NonZeroUsize::new(8).unwrap();

/// Red wins by sacrificing a chariot: d0d9 takes the advisor, and when the other one takes back,
/// the second chariot goes to e9. The general cannot take it, because the red general faces it
/// along the open file.
pub(crate) const MISSED: &str = "2ba1k3/4ar3/b4c3/9/9/9/4R4/9/9/3RK4 w - - 0 1";

/// Plies to the taking of the general in [`MISSED`].
const MISSED_DEPTH: u32 = 5;

/// One way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Plain(Method),
    With(Ideas),
}

impl Way {
    fn name(self) -> String {
        let name = match self {
            Way::Plain(method) => return method.to_string(),
            Way::With(Ideas { order: true, .. }) => "alpha-beta, order",
            Way::With(_) => "alpha-beta",
        };
        match self {
            Way::With(Ideas { width: Some(width), .. }) => format!("{name}, width {width}"),
            _ => name.to_owned(),
        }
    }

    fn run(self, game: &mut Xiangqi, depth: u32) -> (Variation<XiangqiMove>, SearchCounts) {
        let mut counts = SearchCounts::default();
        let line = match self {
            Way::Plain(method) => {
                let settings = SearchSettings { depth, ..SearchSettings::default() };
                let found = search(game, method, settings, &mut counts);
                Variation { value: found.value, moves: found.best.into_iter().collect() }
            }
            Way::With(ideas) => {
                let moves = legal_moves(game.board());
                choose(game, moves, depth, ideas, &mut counts)
            }
        };
        (line, counts)
    }
}

/// Writes a table of all searches of a position, each idea off and on.
///
/// # Errors
/// If writing fails.
pub fn write_page(
    mut game: Xiangqi,
    depth: u32,
    width: Option<NonZeroUsize>,
    output: &mut impl Write,
) -> io::Result<()> {
    if let Some(verdict) = game.verdict() {
        return writeln!(output, "{game}\n{verdict}");
    }
    writeln!(output, "{game}\n{depth} plies deep\n")?;
    writeln!(output, "  {:<28}{:>12}{:>9}  move  value", "search", "nodes", "seconds")?;
    for way in ways(depth, width.unwrap_or(WIDTH)) {
        let start = Instant::now();
        let (line, counts) = way.run(&mut game, depth);
        let seconds = start.elapsed().as_secs_f64();
        let chosen = line.moves.first().map_or("none".to_owned(), XiangqiMove::to_string);
        let (name, nodes) = (way.name(), grouped(counts.nodes));
        let value = tell_value(line.value, 0);
        writeln!(output, "  {name:<28}{nodes:>12}{seconds:>9.2}  {chosen}  {value}")?;
        output.flush()?;
    }
    if depth > MOST_PLIES_WITHOUT_CUTS {
        writeln!(
            output,
            "\n  minimax and negamax are left out beyond {MOST_PLIES_WITHOUT_CUTS} plies"
        )?;
    }
    writeln!(
        output,
        "\n  order: moves tried in the order of a search two plies shallower, whose nodes"
    )?;
    writeln!(
        output,
        "  are counted too; width N: only the best N of them are searched, so the value"
    )?;
    writeln!(output, "  may be wrong (see --missed)")
}

fn ways(depth: u32, width: NonZeroUsize) -> Vec<Way> {
    let mut ways = Vec::new();
    if depth <= MOST_PLIES_WITHOUT_CUTS {
        ways.extend([Way::Plain(Method::Minimax), Way::Plain(Method::Negamax)]);
    }
    for width in [None, Some(width)] {
        ways.extend([false, true].map(|order| Way::With(Ideas { order, width })));
    }
    ways
}

/// Writes what a narrow width misses in that position.
///
/// # Errors
/// If writing fails.
pub fn write_missed(width: Option<NonZeroUsize>, output: &mut impl Write) -> io::Result<()> {
    let mut game = missed().map_err(io::Error::other)?;
    let width = width.unwrap_or(WIDTH);
    writeln!(output, "{game}\nRed to move, {MISSED_DEPTH} plies deep\n")?;
    for ideas in [Ideas { order: true, width: None }, Ideas { order: true, width: Some(width) }] {
        let way = Way::With(ideas);
        let (line, counts) = way.run(&mut game, MISSED_DEPTH);
        let (value, nodes) = (tell_value(line.value, 0), grouped(counts.nodes));
        writeln!(
            output,
            "  {:<28}{nodes:>8} nodes  {value}: {}",
            way.name(),
            tell_line(&line.moves)
        )?;
    }
    write_rated(&mut game, width, output)?;
    writeln!(
        output,
        "\nThe winning move sacrifices a chariot, and the shallow search ends before it is"
    )?;
    writeln!(output, "regained. So it is far down in the order, and a width that ends above it")?;
    writeln!(output, "never sees the win; order alone loses nothing.")
}

/// Writes the moves as the ordering rates them, those within the width and the winning one.
fn write_rated(game: &mut Xiangqi, width: NonZeroUsize, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "\nHow a search two plies shallower rates the moves:\n")?;
    let rated = rated(game);
    let winning = Way::With(Ideas::default()).run(game, MISSED_DEPTH).0.moves.first().copied();
    for (index, &(rating, chosen)) in rated.iter().enumerate() {
        let is_winning = winning == Some(chosen);
        if index < width.get() || is_winning {
            let note = if is_winning { "  the winning move" } else { "" };
            writeln!(output, "  {:>3}. {chosen} {rating:>+6}{note}", index + 1)?;
        }
        if index + 1 == width.get() && index + 1 < rated.len() {
            writeln!(
                output,
                "       ---- a width of {width} ends here, {} moves in all",
                rated.len()
            )?;
        }
    }
    Ok(())
}

fn missed() -> Result<Xiangqi, FenError> {
    Xiangqi::from_fen(MISSED)
}

/// The legal moves, best first, each rated as the ordering rates it.
fn rated(game: &mut Xiangqi) -> Vec<(i32, XiangqiMove)> {
    // The move itself is the first of five plies, so four would follow; here two fewer suffice.
    let settings = SearchSettings { depth: MISSED_DEPTH - 3, ..SearchSettings::default() };
    let mut rated = Vec::new();
    for chosen in legal_moves(game.board()) {
        game.place(chosen);
        rated.push((-search(game, Method::AlphaBeta, settings, &mut ()).value, chosen));
        game.undo();
    }
    rated.sort_by_key(|&(rating, _)| -rating);
    rated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::WIN;

    #[test]
    fn a_narrow_width_misses_the_win_that_the_full_width_finds() {
        let mut game = missed().unwrap();
        let mut value = |order, width| {
            let ideas = Ideas { order, width: NonZeroUsize::new(width) };
            let (line, _) = Way::With(ideas).run(&mut game, MISSED_DEPTH);
            (line.value, tell_line(&line.moves))
        };
        // Width 0 means no limit.
        assert_eq!(value(false, 0).0, WIN - 5);
        let (wins, line) = value(true, 0);
        assert_eq!(wins, WIN - 5);
        assert!(line.starts_with("d0d9 e8d9 e3e9 "), "{line}");
        assert!(value(true, 8).0 < WIN / 2);
        assert!(value(true, 20).0 < WIN / 2);
    }

    #[test]
    fn the_missed_page_names_the_move_below_the_width() {
        let mut output = Vec::new();
        write_missed(None, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        let ends = text.find("a width of 8 ends here").unwrap();
        assert!(text.find("the winning move").unwrap() > ends, "{text}");
        assert!(text.contains("wins in 5 plies: d0d9 "), "{text}");
    }

    #[test]
    fn all_ways_without_a_width_agree_and_the_ideas_save_nodes() {
        let mut game = Xiangqi::default();
        let runs: Vec<_> =
            ways(3, WIDTH).into_iter().map(|way| (way, way.run(&mut game, 3))).collect();
        let value = runs[0].1.0.value;
        let nodes: Vec<u64> = runs.iter().map(|(_, (_, counts))| counts.nodes).collect();
        assert!(runs[..4].iter().all(|(_, (line, _))| line.value == value), "{runs:?}");
        assert_eq!(nodes[0], nodes[1], "minimax and negamax walk the same tree");
        assert!(nodes[2] * 3 < nodes[1], "alpha-beta cuts most of it: {nodes:?}");
        assert!(nodes[3] < nodes[2], "the order saves more than it costs: {nodes:?}");
        assert!(nodes[4] < nodes[2] && nodes[5] < nodes[3], "a width leaves out more: {nodes:?}");
    }

    #[test]
    fn the_page_has_a_row_for_every_way() {
        let mut output = Vec::new();
        write_page(Xiangqi::default(), 2, None, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        for row in ["minimax ", "negamax ", "alpha-beta ", "alpha-beta, order ", "order, width 8 "]
        {
            assert!(text.contains(row), "'{row}' is missing in\n{text}");
        }
        assert_eq!(text.lines().filter(|line| line.contains("  value -50")).count(), 6, "{text}");
    }
}
