//! The zone of a win by fours: the only cells on which a single extra stone of the defender, other
//! than a four, can affect the win.
//!
//! The win consists of fours and their answers; under caro the ends of the fives belong to it too.
//! A stone outside the zone neither occupies a cell of the win nor turns an answer into a four,
//! because the cells that could are in the zone; and a defender's stone never adds to the
//! attacker's lines. If the win depends on a foul, or on a point that only looks like one, this
//! argument fails, since the definition of the double three is recursive: then the zone is the
//! whole board.
//!
//! Relevance zones come from T. Thomsen's lambda search
//! (<https://www.chessprogramming.org/Lambda-Search>) and the threat-space search of Allis, van den
//! Herik and Huntjens (1993). The argument above is our own, and every win that relies on it is
//! verified by [`super::verify`].

use std::collections::HashSet;

use super::defense::{add_counter_cells, against_five, against_one_five};
use super::solution::WinTree;
use crate::board::{Board, Combined, LineClass};
use crate::rules::forbidden::is_forbidden;
use crate::types::{Color, Direction, Point, PointSet, RuleSet};
use crate::util::key_hash::ByKey;

/// The zone of a win by fours of the side to move, recorded as the node `root` of `tree`.
pub(crate) fn zone<R: RuleSet>(board: &mut Board<R>, tree: &WinTree, root: usize) -> PointSet {
    let mut walk =
        Walk { tree, board, cells: PointSet::EMPTY, seen: HashSet::default(), is_fragile: false };
    walk.attack(root);
    let (cells, is_fragile) = (walk.cells, walk.is_fragile);
    if is_fragile { *board.empties() } else { cells }
}

struct Walk<'a, R> {
    tree: &'a WinTree,
    board: &'a mut Board<R>,
    cells: PointSet,
    seen: HashSet<(usize, u64), ByKey>,
    /// Whether the win depends on a foul, or on a point that only looks like one.
    is_fragile: bool,
}

impl<R: RuleSet> Walk<'_, R> {
    fn attack(&mut self, index: usize) {
        if !self.seen.insert((index, self.board.key())) {
            return;
        }
        let play = Point::from_coord(self.tree.nodes[index].play);
        self.cells.insert(play);
        if self.tree.nodes[index].is_five() {
            return;
        }
        self.is_fragile |= self.board.combined(self.board.to_move(), play) == Combined::Suspect;
        self.board.place_patterns(play);
        self.defend(index);
        self.board.undo();
    }

    fn defend(&mut self, index: usize) {
        let own = self.board.to_move();
        let fives: Vec<Point> = self.board.threats_from(!own, Combined::Five).collect();
        for five in fives {
            self.is_fragile |= is_forbidden(self.board, own, five);
            for answer in against_one_five(self.board, !own, five) {
                self.cells.insert(answer);
            }
            if R::FIVE_CAN_BE_BLOCKED {
                self.add_ends(!own, five);
            }
        }
        let answers = against_five(self.board, !own);
        let tree = self.tree;
        for &(reply, next) in &tree.nodes[index].replies {
            let reply = Point::from_coord(reply);
            if answers.contains(&reply) {
                add_counter_cells(self.board, own, reply, &mut self.cells);
            }
            self.board.place_patterns(reply);
            self.attack(next);
            self.board.undo();
        }
    }

    /// The empty ends of a five: with a stone at one of them, an answer at the other blocks it.
    fn add_ends(&mut self, attacker: Color, five: Point) {
        for direction in Direction::ALL {
            if self.board.line(attacker, five, direction) != LineClass::F5 {
                continue;
            }
            for step in [1, -1] {
                let mut end = five.step(direction, step);
                while self.board.stone(end) == Some(attacker) {
                    end = end.step(direction, step);
                }
                if self.board.is_empty(end) {
                    self.cells.insert(end);
                }
            }
        }
    }
}
