//! Wins against a pass: a win by threats against a defender who passes wins also against every reply
//! on which it does not depend ([`tengen_engine::threats::verify::local`]).

use tengen_engine::board::Position;
use tengen_engine::threats::verify::local;
use tengen_engine::threats::{Solution, SolveAnswer, SolveBudget, ThreatKind, Watch, solve};
use tengen_engine::types::{Coord, Point, PointSet};

/// Stones of the solver, fewer than for a reply. The solver soon finds out if a move makes no
/// threat at all.
const STONES: u64 = 50_000;

/// A win against a defender who passes.
#[derive(Clone, Debug)]
pub(super) struct PassWin {
    /// Upper bound of the plies of the win.
    pub plies: u64,
    /// The cells on which it depends.
    cells: PointSet,
}

impl PassWin {
    /// The win, if the side that is not to move has one by threats.
    pub(super) fn of(position: &Position, memory_mb: u64, watch: &Watch) -> Option<Self> {
        if !local::applies(position) {
            return None;
        }
        let mut passed = position.clone();
        passed.set_to_move(!position.to_move());
        let budget = SolveBudget { nodes: Some(STONES), memory_mb, ..SolveBudget::default() };
        let Solution { answer, .. } = solve(&passed, ThreatKind::Vct, &budget, watch);
        let SolveAnswer::Win(tree) = answer else { return None };
        let cells = local::dependence(&passed, &tree, &|| watch.stop.is_set());
        // A tree that wins against every reply but depends on nearly everything is not a fault.
        let cells = cells.inspect_err(|error| log::debug!("a win against a pass: {error}")).ok()?;
        // The reply occupies a cell, so the win has room only for the remaining plies.
        let room = position.empty_coords().count().saturating_sub(1);
        Some(Self { plies: tree.plies().min(room) as u64, cells })
    }

    /// Whether the reply loses to this win, unless it makes five.
    pub(super) fn wins_after(&self, reply: Coord) -> bool {
        !self.cells.contains(Point::from_coord(reply))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::notation::parse_picture;
    use tengen_engine::types::{Color, Rule};

    const THREE: &str = "
        . . . . . . . . . .
        . . . X X X . . . .
        . . . . . . . . . .
        . O . . . . . O . .
        . . . . . . . . . .
        O . . . . . . . . O
        ";

    #[test]
    fn an_open_three_wins_after_every_reply_that_is_not_near() {
        let watch = Watch::default();
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::CaroExact] {
            let mut position = parse_picture(rule, THREE).unwrap();
            position.set_to_move(Color::White);
            let win = PassWin::of(&position, 1, &watch).unwrap();
            assert!(win.wins_after(Coord::new(4, 4)) && win.wins_after(Coord::new(9, 4)), "{rule}");
            assert!(!win.wins_after(Coord::new(2, 1)) && !win.wins_after(Coord::new(6, 1)));
            assert_eq!(win.plies, 3);
        }
        let renju = parse_picture(Rule::Renju, THREE).unwrap();
        assert!(PassWin::of(&renju, 1, &watch).is_none());
    }
}
