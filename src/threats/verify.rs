//! The checker: verifies a claimed win against every reply, using only the rules. It shares no code
//! with the solvers: raw stones, the rules' definition of a win, and [`crate::rules::reference`]
//! for forbidden points.

mod grid;
pub(crate) mod local;
#[cfg(test)]
mod mutation;

use std::collections::HashSet;

use thiserror::Error;

use self::grid::Grid;
use super::solution::{WinNode, WinTree};
use crate::board::Position;
use crate::rules::reference;
use crate::types::{Color, Coord};
use crate::util::key_hash::ByKey;

/// Why a claimed win is refuted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("after {}: {fault}", written(path))]
pub struct VerifyError {
    /// The moves from the claimed position.
    pub path: Vec<Coord>,
    /// The fault after these moves.
    pub fault: Fault,
}

/// A fault in a claimed win.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The tree refers to a node that does not exist, or is cyclic.
    #[error("the tree has no node {index}, expected 0 to {last}")]
    NoNode {
        /// The index seen.
        index: usize,
        /// The last index.
        last: usize,
    },
    /// The attacker's move is not legal.
    #[error("the attacker may not play {play}")]
    Illegal {
        /// The move.
        play: Coord,
    },
    /// The defender makes five.
    #[error("the defender wins on {reply}")]
    DefenderWins {
        /// His move.
        reply: Coord,
    },
    /// A legal reply has no answer.
    #[error("no answer to {reply}")]
    Unanswered {
        /// The reply.
        reply: Coord,
    },
    /// The move does not make a five, and nothing follows.
    #[error("the board is full without a win")]
    Full,
    /// The game is over.
    #[error("the game is over: {winner} has won")]
    Over {
        /// Who.
        winner: Color,
    },
    /// The time for checking ended.
    #[error("the time for checking ended")]
    Late,
}

fn written(path: &[Coord]) -> String {
    if path.is_empty() {
        return "no move".to_owned();
    }
    path.iter().map(Coord::to_string).collect::<Vec<_>>().join(" ")
}

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
    let mut checker = Replay {
        tree,
        grid: Grid::new(position),
        checked: HashSet::default(),
        path: Vec::new(),
        refuted: None,
        positions: 0,
        is_late,
    };
    if let Some((winner, _)) = reference::winner(position) {
        return Err(VerifyError { path: Vec::new(), fault: Fault::Over { winner } });
    }
    if let Err(fault) = checker.attack(tree.root) {
        return Err(VerifyError { path: checker.refuted.unwrap_or(checker.path), fault });
    }
    Ok(checker.positions)
}

struct Replay<'a> {
    tree: &'a WinTree,
    grid: Grid,
    /// Nodes verified in a position, so that transpositions are checked once.
    checked: HashSet<(usize, u128), ByKey>,
    /// The moves so far, as on the grid.
    path: Vec<Coord>,
    /// The moves that lead to the reported fault.
    refuted: Option<Vec<Coord>>,
    positions: u64,
    is_late: &'a dyn Fn() -> bool,
}

impl<'a> Replay<'a> {
    fn node(&self, index: usize) -> Result<&'a WinNode, Fault> {
        let last = self.tree.nodes.len().saturating_sub(1);
        self.tree.nodes.get(index).ok_or(Fault::NoNode { index, last })
    }

    /// The attacker wins from here by the node.
    fn attack(&mut self, index: usize) -> Result<(), Fault> {
        let claim = (index, self.grid.key());
        if self.checked.contains(&claim) {
            return Ok(());
        }
        self.positions += 1;
        if self.positions.is_multiple_of(256) && (self.is_late)() {
            return Err(Fault::Late);
        }
        let node = self.node(index)?;
        if !self.grid.is_empty(node.play) {
            return Err(Fault::Illegal { play: node.play });
        }
        // A five is legal under every rule; other moves must be checked.
        if !self.grid.wins_at(node.play) {
            if !self.grid.is_legal(node.play) {
                return Err(Fault::Illegal { play: node.play });
            }
            self.play(node.play);
            self.defend(index, node)?;
            self.take_back();
        }
        self.checked.insert(claim);
        Ok(())
    }

    /// Every legal reply to the node's move loses.
    fn defend(&mut self, index: usize, node: &'a WinNode) -> Result<(), Fault> {
        if let Some(reply) = self.grid.five() {
            return Err(Fault::DefenderWins { reply });
        }
        if self.grid.is_full() {
            return Err(Fault::Full);
        }
        for &(reply, next) in &node.replies {
            self.reply(index, reply, next)?;
        }
        let listed = |coord: Coord| node.replies.iter().any(|&(reply, _)| reply == coord);
        let Some(next) = node.otherwise else {
            let mut others = self.grid.empties().filter(|&coord| !listed(coord));
            let unanswered = others.find(|&reply| self.grid.is_legal(reply));
            return unanswered.map_or(Ok(()), |reply| Err(Fault::Unanswered { reply }));
        };
        // If a five is possible already, only the replies that touch it must be played out.
        let others: Vec<Coord> = match self.touching_five(next)? {
            Some(touching) => touching,
            None => self.grid.empties().collect(),
        };
        for reply in others.into_iter().filter(|&coord| !listed(coord)) {
            self.reply(index, reply, next)?;
        }
        Ok(())
    }

    /// If the node is a five that can be made now, the cells by which a single stone could touch
    /// it, those that are empty.
    fn touching_five(&self, next: usize) -> Result<Option<Vec<Coord>>, Fault> {
        let node = self.node(next)?;
        Ok(self.grid.opponent_wins_at(node.play).map(|[front, back]| {
            let cells = [Some(node.play), front, back].into_iter().flatten();
            cells.filter(|&cell| self.grid.is_empty(cell)).collect()
        }))
    }

    /// The reply loses by the node `next`, or is not legal.
    fn reply(&mut self, parent: usize, reply: Coord, next: usize) -> Result<(), Fault> {
        if next >= parent {
            return Err(Fault::NoNode { index: next, last: parent.saturating_sub(1) });
        }
        if !self.grid.is_empty(reply) {
            // The point is occupied: this reply is impossible.
            return Ok(());
        }
        let depth = self.path.len();
        self.play(reply);
        let checked = self.attack(next);
        let refuted = checked.is_err().then(|| self.refuted.take().unwrap_or(self.path.clone()));
        while self.path.len() > depth {
            self.take_back();
        }
        // Forbidden points are checked only where it matters: the check is slow.
        if checked.is_err() && self.grid.is_legal(reply) {
            self.refuted = refuted;
            return checked;
        }
        Ok(())
    }

    fn play(&mut self, coord: Coord) {
        self.grid.play(coord);
        self.path.push(coord);
    }

    fn take_back(&mut self) {
        if let Some(coord) = self.path.pop() {
            self.grid.take_back(coord);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::types::Rule;

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

    fn checked(text: &str, tree: &WinTree) -> Result<u64, Fault> {
        let mut position = parse_picture(Rule::Freestyle, text).unwrap();
        position.set_to_move(Color::Black);
        verify(&position, tree, &|| false).map_err(|error| error.fault)
    }

    #[test]
    fn an_open_four_is_a_win_and_a_tree_without_it_is_refuted() {
        assert!(checked(THREE, &claimed()).is_ok());
        let mut unanswered = claimed();
        unanswered.nodes[2].otherwise = None;
        assert!(matches!(checked(THREE, &unanswered), Err(Fault::Unanswered { .. })));
        let mut wrong = claimed();
        wrong.nodes[2].replies.clear();
        // The five at the left is gone when the reply stands there.
        let left = Coord::new(2, 1);
        assert_eq!(checked(THREE, &wrong), Err(Fault::Illegal { play: left }));
        let mut round = claimed();
        round.nodes[2].otherwise = Some(2);
        assert!(matches!(checked(THREE, &round), Err(Fault::NoNode { .. })));
    }

    #[test]
    fn a_decided_game_cannot_be_won() {
        let over = THREE.replace(". . O . O . O . .", ". O O O O O . . .");
        let winner = Color::White;
        assert_eq!(checked(&over, &claimed()), Err(Fault::Over { winner }));
    }

    #[test]
    fn a_defender_with_a_four_refutes_it() {
        let raced = THREE.replace(". . O . O . O . .", ". . O O O O . . .");
        assert!(matches!(checked(&raced, &claimed()), Err(Fault::DefenderWins { .. })));
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
