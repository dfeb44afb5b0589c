//! Lines of moves in words, and proved wins with theirs.

use crate::explain::{MoveReasons, Reason, WinPath, words};
use tengen_engine::board::notation;
use tengen_engine::threats::ForcedWin;
use tengen_engine::types::{BoardSize, Color, Coord};

/// Most moves of a line that are shown.
const SHOWN: usize = 12;

/// `black wins by fours in 3 moves, proved: h8 …`, up to the move that decides, if the reasons tell it.
pub(super) fn won(
    win: &ForcedWin,
    color: Color,
    reasons: Option<&MoveReasons>,
    size: BoardSize,
) -> String {
    let mut paths = reasons.iter().flat_map(|why| &why.reasons).filter_map(Reason::path);
    let is_begin = |path: &&WinPath| {
        let points = path.steps.iter().map(|step| &step.at);
        path.winner == color
            && path.decides.is_some()
            && win.line.iter().take(path.steps.len()).eq(points)
    };
    let decided = paths.find(is_begin).map_or(win.line.len(), |path| path.steps.len());
    let more = if decided < win.line.len().min(SHOWN) { " …" } else { "" };
    format!("{}, proved: {}{more}", words::wins(color, win), line(&win.line[..decided], size))
}

/// The first moves of a line.
pub(super) fn line(moves: &[Coord], size: BoardSize) -> String {
    let names: Vec<String> =
        moves.iter().take(SHOWN).map(|&coord| notation::name(coord, size)).collect();
    let more = if moves.len() > SHOWN { " …" } else { "" };
    names.join(" ") + more
}
