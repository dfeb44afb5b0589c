//! A faster checker: replies that cannot matter are not played out.
//!
//! [`super::verify`] plays every reply at every move, so the number of lines multiplies: a win by
//! three threes on 15×15 has 220 · 218 · 216 lines. But most replies change nothing. This checker
//! finds the cells on which a win *depends*, and plays out only the replies there.
//!
//! **Claim.** `A(Q, n, k)`, the attacker to move, with the result `F`: for every set `S` of at most
//! `k` cells that are empty in `Q` and not in `F`, such that the defender has no five in `Q + S`,
//! the attacker wins by the node `n` from `Q` with more defender's stones on `S`. `D(Q, n, k)` says
//! the same of the defender to move after the node's move. `A(P, root, 0)` is the win from `P`.
//!
//! **A.** The node's move is in `F`, so its cell is empty in `Q + S`, too. If it wins in `Q`, the
//! ends of the line are in `F`: the attacker's stones in the line and what stands at its ends are
//! the same in `Q + S`, so it wins there. Otherwise `D` of the position after it is needed, and its
//! `F` is contained.
//!
//! **D.** (1) The defender cannot make five. In `Q` this is looked up. In `Q + S` a five needs five
//! cells of a line with four of his stones and nothing else. If some of the four are in `S`, at
//! least `4 − k` are in `Q`; the empty cells of all such lines of five are in `F`, so none are in
//! `S`. If none is in `S`, the move that completes the five was possible in `Q` and did not win,
//! because of the stones beyond the line: the attacker's stones, which are still there, or the
//! defender's own (an overline), to which `S` only adds.
//! (2) More than `k` cells are empty, so the board is not full in `Q + S`.
//! (3) A listed reply `x`: `A(Q + x, next, k)`, and its `F` is contained.
//! (4) Any other reply `x`, after which the node `next` follows. If the attacker threatens a five by
//! the move of `next`, that move and the ends of its line are in `F`; a reply elsewhere does not
//! touch the five. Otherwise `A(Q, next, k + 1)`, as if the defender passed, with the result `F'`,
//! which is contained in `F`: if `x` is not in `F'`, then `S + x` has at most `k + 1` cells outside
//! of `F'` and makes no five by (1), and the attacker wins. If `x` is in `F'`, `A(Q + x, next, k)`
//! is shown, and its `F` is contained.
//!
//! All this holds for rules without forbidden points only: with them, a distant stone can make a
//! move legal. For those, [`super::verify`] is used.
//!
//! Relevance zones are well known, see [`crate::threats::zone`]; the claim for several stones at
//! once is our own. It is tested against [`super::verify`] and against playing everything out.

use std::collections::{HashMap, HashSet};

use super::fault::{VerifyError, WinFault};
use super::line::ReplayedLine;
use crate::board::Position;
use crate::threats::solution::{WinNode, WinTree};
use crate::types::{Color, Coord, Point, PointSet};
use crate::util::key_hash::ByKey;

/// Whether the argument applies: there are no forbidden points, and the board is at most 22×22.
pub fn applies(position: &Position) -> bool {
    !position.rule().forbids(Color::Black) && position.size().is_fast()
}

/// The cells on which the win by the tree depends: one more stone of the opponent on any other
/// empty cell changes nothing, unless it makes five. `is_late` is polled from time to time and ends
/// the verification.
///
/// Only where the argument [`applies`].
///
/// # Errors
/// The line that refutes the win, or that `is_late` returned true.
pub fn dependence(
    position: &Position,
    tree: &WinTree,
    is_late: &dyn Fn() -> bool,
) -> Result<PointSet, VerifyError> {
    replayed(position, tree, 1, is_late)
}

/// Verifies that the side to move wins by the tree against every reply, as [`super::verify`] does.
/// For the same positions as [`dependence`].
///
/// # Errors
/// As [`dependence`].
pub fn verify_locally(
    position: &Position,
    tree: &WinTree,
    is_late: &dyn Fn() -> bool,
) -> Result<(), VerifyError> {
    replayed(position, tree, 0, is_late).map(drop)
}

fn replayed(
    position: &Position,
    tree: &WinTree,
    extra: u8,
    is_late: &dyn Fn() -> bool,
) -> Result<PointSet, VerifyError> {
    debug_assert!(applies(position));
    let line = ReplayedLine::new(position, tree, is_late)?;
    let mut replay = LocalReplay { line, shown: HashMap::default(), refuted: HashSet::default() };
    let shown = replay.attack(tree.root, extra);
    shown.map_err(|fault| VerifyError { path: replay.line.path, fault })
}

struct LocalReplay<'a> {
    line: ReplayedLine<'a>,
    /// What was shown: the node, the position and the number of extra stones, and the cells on
    /// which it depends.
    shown: HashMap<(usize, u128, u8), PointSet, ByKey>,
    /// The claims that were refuted as if the defender passed, so that they are tried only once.
    refuted: HashSet<(usize, u128, u8), ByKey>,
}

impl<'a> LocalReplay<'a> {
    /// `A(Q, index, extra)`.
    fn attack(&mut self, index: usize, extra: u8) -> Result<PointSet, WinFault> {
        let claim = (index, self.line.grid.key(), extra);
        if let Some(&cells) = self.shown.get(&claim) {
            return Ok(cells);
        }
        let node = self.line.enter(index)?;
        let cells = match self.line.grid.own_win_at(node.play) {
            Some(ends) => five(node.play, ends),
            None => {
                self.line.play(node.play);
                let mut cells = self.defend(index, node, extra)?;
                self.line.take_back();
                cells.insert(Point::from_coord(node.play));
                cells
            }
        };
        self.shown.insert(claim, cells);
        Ok(cells)
    }

    /// `D(Q, index, extra)`, after the move of the node.
    fn defend(&mut self, index: usize, node: &'a WinNode, extra: u8) -> Result<PointSet, WinFault> {
        if let Some(reply) = self.line.grid.five() {
            return Err(WinFault::DefenderWins { reply });
        }
        if self.line.grid.empties().count() <= usize::from(extra) {
            return Err(WinFault::Full);
        }
        let mut cells = match extra {
            0 => PointSet::EMPTY,
            _ => self.line.grid.on_lines_of(self.line.grid.to_move(), 4u8.saturating_sub(extra)),
        };
        for &(reply, next) in &node.replies {
            cells = cells.union(&self.reply(index, reply, next, extra)?);
        }
        let listed = |coord: Coord| node.replies.iter().any(|&(reply, _)| reply == coord);
        let Some(next) = node.otherwise else {
            let mut others = self.line.grid.empties().filter(|&coord| !listed(coord));
            return others.next().map_or(Ok(cells), |reply| Err(WinFault::Unanswered { reply }));
        };
        let near = self.near(index, next, extra)?;
        for reply in near.iter().map(Point::coord).filter(|&coord| !listed(coord)) {
            cells = cells.union(&self.reply(index, reply, next, extra)?);
        }
        Ok(cells.union(&near))
    }

    /// The cells of the unlisted replies that must be played out.
    fn near(&mut self, parent: usize, next: usize, extra: u8) -> Result<PointSet, WinFault> {
        let play = self.line.child(parent, next)?.play;
        if let Some(ends) = self.line.grid.opponent_wins_at(play) {
            return Ok(five(play, ends));
        }
        let passed = self.passed(next, extra + 1)?;
        // Even without a win against a pass, the node may win after every reply.
        Ok(passed.unwrap_or_else(|| self.line.grid.empties().map(Point::from_coord).collect()))
    }

    /// `A(Q, index, extra)` as if the defender passed; `None` if it is refuted.
    fn passed(&mut self, index: usize, extra: u8) -> Result<Option<PointSet>, WinFault> {
        let claim = (index, self.line.grid.key(), extra);
        if self.refuted.contains(&claim) {
            return Ok(None);
        }
        let depth = self.line.path.len();
        self.line.grid.pass();
        let passed = self.attack(index, extra);
        self.line.take_back_to(depth);
        self.line.grid.pass();
        match passed {
            Err(WinFault::Late) => return Err(WinFault::Late),
            Err(_) => drop(self.refuted.insert(claim)),
            Ok(_) => {}
        }
        Ok(passed.ok())
    }

    /// `A(Q + reply, next, extra)`. Nothing to show if the cell is not empty.
    fn reply(
        &mut self,
        parent: usize,
        reply: Coord,
        next: usize,
        extra: u8,
    ) -> Result<PointSet, WinFault> {
        self.line.child(parent, next)?;
        if !self.line.grid.is_empty(reply) {
            return Ok(PointSet::EMPTY);
        }
        self.line.play(reply);
        let cells = self.attack(next, extra)?;
        self.line.take_back();
        Ok(cells)
    }
}

/// The cells on which a five depends.
fn five(play: Coord, ends: [Option<Coord>; 2]) -> PointSet {
    let cells = [Some(play)].into_iter().chain(ends).flatten();
    cells.map(Point::from_coord).collect()
}
