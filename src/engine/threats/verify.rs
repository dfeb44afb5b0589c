//! The checker: verifies a claimed win against every reply, using only the rules. It shares no code
//! with the solvers: raw stones, the rules' definition of a win, and [`crate::rules::reference`]
//! for forbidden points.

mod claims;
mod fault;
mod grid;
mod line;
pub mod local;
#[cfg(test)]
mod mutation;

use self::claims::Claims;
pub use self::fault::{VerifyError, WinFault};
use self::line::ReplayedLine;
use super::solution::{WinNode, WinTree};
use crate::board::Position;
use crate::types::Coord;

/// Verifies that the side to move wins by the tree against every reply. Returns the number of
/// positions examined. `is_late` is polled from time to time and ends the verification.
///
/// # Errors
/// The first line that refutes the win, or that `is_late` returned true.
pub fn verify(
    position: &Position,
    tree: &WinTree,
    is_late: &dyn Fn() -> bool,
) -> Result<u64, VerifyError> {
    verify_within(u64::MAX, position, tree, is_late)
}

/// [`verify`] with at most `bytes` of memory beside the tree: with less, positions that several
/// lines reach are examined more often.
pub(crate) fn verify_within(
    bytes: u64,
    position: &Position,
    tree: &WinTree,
    is_late: &dyn Fn() -> bool,
) -> Result<u64, VerifyError> {
    let line = ReplayedLine::new(position, tree, is_late)?;
    let mut replay = Replay { line, checked: Claims::within(bytes), refuted: None };
    if let Err(fault) = replay.attack(tree.root) {
        return Err(VerifyError { path: replay.refuted.unwrap_or(replay.line.path), fault });
    }
    Ok(replay.line.positions())
}

struct Replay<'a> {
    line: ReplayedLine<'a>,
    /// Nodes verified in a position, so that transpositions are checked once.
    checked: Claims,
    /// The moves that lead to the reported fault.
    refuted: Option<Vec<Coord>>,
}

impl<'a> Replay<'a> {
    /// The attacker wins from here by the node.
    fn attack(&mut self, index: usize) -> Result<(), WinFault> {
        let claim = (index, self.line.grid.key());
        if self.checked.contains(claim) {
            return Ok(());
        }
        let node = self.line.enter(index)?;
        // A five is legal under every rule; other moves must be checked.
        if !self.line.grid.wins_at(node.play) {
            if !self.line.grid.is_legal(node.play) {
                return Err(WinFault::Illegal { play: node.play });
            }
            self.line.play(node.play);
            self.defend(index, node)?;
            self.line.take_back();
        }
        self.checked.insert(claim);
        Ok(())
    }

    /// Every legal reply to the node's move loses.
    fn defend(&mut self, index: usize, node: &'a WinNode) -> Result<(), WinFault> {
        if let Some(reply) = self.line.grid.five() {
            return Err(WinFault::DefenderWins { reply });
        }
        if self.line.grid.is_full() {
            return Err(WinFault::Full);
        }
        for &(reply, next) in &node.replies {
            self.reply(index, reply, next)?;
        }
        let listed = |coord: Coord| node.replies.iter().any(|&(reply, _)| reply == coord);
        let Some(next) = node.otherwise else {
            let mut others = self.line.grid.empties().filter(|&coord| !listed(coord));
            let unanswered = others.find(|&reply| self.line.grid.is_legal(reply));
            return unanswered.map_or(Ok(()), |reply| Err(WinFault::Unanswered { reply }));
        };
        // If a five is possible already, only the replies that touch it must be played out.
        let others: Vec<Coord> = match self.touching_five(next)? {
            Some(touching) => touching,
            None => self.line.grid.empties().collect(),
        };
        for reply in others.into_iter().filter(|&coord| !listed(coord)) {
            self.reply(index, reply, next)?;
        }
        Ok(())
    }

    /// If the node is a five that can be made now: the empty cells on which a single stone could
    /// affect it.
    fn touching_five(&self, next: usize) -> Result<Option<Vec<Coord>>, WinFault> {
        let node = self.line.node(next)?;
        Ok(self.line.grid.opponent_wins_at(node.play).map(|[front, back]| {
            let cells = [Some(node.play), front, back].into_iter().flatten();
            cells.filter(|&cell| self.line.grid.is_empty(cell)).collect()
        }))
    }

    /// The reply loses by the node `next`, or is not legal.
    fn reply(&mut self, parent: usize, reply: Coord, next: usize) -> Result<(), WinFault> {
        self.line.child(parent, next)?;
        if !self.line.grid.is_empty(reply) {
            // The point is occupied: this reply is impossible.
            return Ok(());
        }
        let depth = self.line.path.len();
        self.line.play(reply);
        let checked = self.attack(next);
        let refuted =
            checked.is_err().then(|| self.refuted.take().unwrap_or(self.line.path.clone()));
        self.line.take_back_to(depth);
        // Forbidden points are checked only where it matters: the check is slow.
        if checked.is_err() && self.line.grid.is_legal(reply) {
            self.refuted = refuted;
            return checked;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::types::{Color, Rule};

    /// An open three: a four at its right end, an answer at one end, a five at the other.
    const THREE: &str = "
        . . . . . . . . .
        . . . X X X . . .
        . . . . . . . . .
        . . O . O . O . .
        . . . . . . . . .
        ";

    fn claimed() -> WinTree {
        let [left, right, four] = [(2, 1), (7, 1), (6, 1)].map(|(x, y)| Coord::new(x, y));
        let mut tree = WinTree::default();
        let by_right = tree.push(WinNode::five(right));
        let by_left = tree.push(WinNode::five(left));
        tree.root = tree.push(WinNode {
            play: four,
            replies: vec![(left, by_right)],
            otherwise: Some(by_left),
        });
        tree
    }

    fn checked(text: &str, tree: &WinTree) -> Result<u64, WinFault> {
        let mut position = parse_picture(Rule::Freestyle, text).unwrap();
        position.set_to_move(Color::Black);
        verify(&position, tree, &|| false).map_err(|error| error.fault)
    }

    #[test]
    fn an_open_four_is_a_win_and_a_tree_without_it_is_refuted() {
        assert!(checked(THREE, &claimed()).is_ok());
        let mut unanswered = claimed();
        unanswered.nodes[2].otherwise = None;
        assert!(matches!(checked(THREE, &unanswered), Err(WinFault::Unanswered { .. })));
        let mut wrong = claimed();
        wrong.nodes[2].replies.clear();
        // A reply there prevents the five on the left.
        let left = Coord::new(2, 1);
        assert_eq!(checked(THREE, &wrong), Err(WinFault::Illegal { play: left }));
        let mut round = claimed();
        round.nodes[2].otherwise = Some(2);
        assert!(matches!(checked(THREE, &round), Err(WinFault::NoNode { .. })));
    }

    #[test]
    fn a_decided_game_cannot_be_won() {
        let over = THREE.replace(". . O . O . O . .", ". O O O O O . . .");
        let winner = Color::White;
        assert_eq!(checked(&over, &claimed()), Err(WinFault::Over { winner }));
    }

    #[test]
    fn a_defender_with_a_four_refutes_it() {
        let raced = THREE.replace(". . O . O . O . .", ". . O O O O . . .");
        assert!(matches!(checked(&raced, &claimed()), Err(WinFault::DefenderWins { .. })));
    }

    #[test]
    fn every_changed_cell_of_a_tree_is_detected() {
        for node in 0..3 {
            for coord in [(0, 0), (3, 1), (8, 4)] {
                let mut tree = claimed();
                tree.nodes[node].play = Coord::new(coord.0, coord.1);
                assert!(checked(THREE, &tree).is_err(), "node {node} at {coord:?}");
            }
        }
    }
}
