//! Moving in the tree of moves: back, forward, into variations.

use super::super::resume::Resume;
use super::{Color, GameEffect, LiveGame, Mover};
use crate::board::{Position, notation};
use crate::records::game_tree::{GameTree, NodeId};
use crate::rules::legality::{self, Ending};
use crate::rules::reference;
use crate::types::Coord;

impl LiveGame {
    /// Brings the board to a node.
    pub(super) fn go_to(&mut self, node: NodeId) {
        self.at = node;
        self.position = self.tree.position_at(node);
        let path = self.tree.path(node).into_iter();
        self.moves = path.filter_map(|id| Some(self.tree.node(id).played?.1)).collect();
        self.hint = None;
        self.drop_questions();
        self.explanation.clear();
        self.helps_out = false;
        let last = self.moves.last().map(|moved| moved.coord());
        self.ending = ending_of(&self.position, last);
        if let Some(last) = last {
            self.cursor = last;
        }
    }

    /// The line through the board as moves, `None` for the main line, and how many of its moves are
    /// taken back: what [`return_to`](Self::return_to) needs.
    pub(crate) fn resumed_line(&self) -> (Option<String>, usize) {
        let through = *self.undone.first().unwrap_or(&self.at);
        let line = self.tree.line_through(through);
        let undone = line.len().saturating_sub(self.tree.path(self.at).len());
        if line.last().is_none_or(|&last| last == self.tree.end()) {
            return (None, undone);
        }
        let moves = line.iter().filter_map(|&id| Some(self.tree.node(id).played?.1.coord()));
        (Some(notation::write_moves(moves, self.setup.size)), undone)
    }

    /// Brings the board of a game that continues to where it was left. A line that the game does
    /// not have is followed as far as it goes; text that is no line changes nothing.
    pub(super) fn return_to(&mut self, resume: &Resume) {
        let line = resume.line.as_deref().map(|line| notation::parse_moves(line, self.setup.size));
        if let Some(Ok(coords)) = line {
            let mut end = GameTree::ROOT;
            for coord in coords {
                let Some(next) = self.move_at(end, coord) else { break };
                end = next;
            }
            self.go_to(end);
        }
        for _ in 0..resume.undone.min(self.moves.len()) {
            self.take_one();
        }
        if resume.undone > 0 {
            self.stand_still();
        }
    }

    /// The node after `id` that plays a point.
    fn move_at(&self, id: NodeId, coord: Coord) -> Option<NodeId> {
        let is_there = |next: &NodeId| {
            let played = self.tree.node(*next).played;
            played.is_some_and(|(_, moved)| moved.coord() == coord)
        };
        self.tree.node(id).next.iter().copied().find(is_there)
    }

    /// Whether a person is to move.
    fn is_persons_turn(&self) -> bool {
        let is_free = self.is_paused || self.is_analyzing;
        is_free || self.seat(self.position.to_move()) == Mover::Person
    }

    fn take_one(&mut self) -> bool {
        let Some(parent) = self.tree.node(self.at).parent else { return false };
        self.undone.push(self.at);
        self.go_to(parent);
        true
    }

    pub(super) fn undo(&mut self) -> GameEffect {
        let has_person = |color: Color| self.seat(color) == Mover::Person;
        let is_free = self.is_paused || self.is_analyzing;
        let path = self.tree.path(self.at);
        let mut movers = path.iter().filter_map(|&id| Some(self.tree.node(id).played?.0));
        if self.resigned().is_some() {
            // Only the resignation is taken back.
            self.take_back_resignation();
            self.go_to(self.at);
            return GameEffect::Stop;
        }
        let can_return = (is_free && !path.is_empty()) || movers.any(has_person);
        if !can_return {
            self.message = "There is nothing to take back.".to_owned();
            return GameEffect::None;
        }
        while self.take_one() && !self.is_persons_turn() {}
        GameEffect::Stop
    }

    pub(super) fn redo(&mut self) -> GameEffect {
        let before = self.at;
        while let Some(next) = self.undone.pop().or_else(|| self.first_after()) {
            self.go_to(next);
            if self.is_persons_turn() {
                break;
            }
        }
        if self.at == before {
            self.message = "There is nothing to redo.".to_owned();
            return GameEffect::None;
        }
        GameEffect::Stop
    }

    fn first_after(&self) -> Option<NodeId> {
        self.tree.node(self.at).next.first().copied()
    }

    pub(super) fn go_first(&mut self) -> GameEffect {
        while self.take_one() {}
        self.stand_still()
    }

    pub(super) fn go_last(&mut self) -> GameEffect {
        while let Some(next) = self.undone.pop().or_else(|| self.first_after()) {
            self.go_to(next);
        }
        self.stand_still()
    }

    /// The next alternative to the last move, cyclically.
    pub(super) fn next_variation(&mut self) -> GameEffect {
        let (all, place) = self.tree.siblings(self.at);
        if all.len() < 2 {
            self.message =
                "There is no other move here yet; to begin a variation, undo and play a different move."
                    .to_owned();
            return GameEffect::None;
        }
        let place = (place + 1) % all.len();
        let (next, count) = (all[place], all.len());
        self.undone.clear();
        self.go_to(next);
        let effect = self.stand_still();
        self.message =
            format!("Variation {} of {count}. {}", place + 1, self.message).trim_end().to_owned();
        effect
    }

    pub(super) fn promote(&mut self) {
        self.tree.promote(self.at);
        self.update_head();
        self.message = "This line is the main line now.".to_owned();
    }

    /// A person who browses the game does not want the engine to move.
    fn stand_still(&mut self) -> GameEffect {
        let is_over = self.ending.is_some();
        if !is_over && !self.is_persons_turn() {
            self.is_paused = true;
            self.message = "The engine is paused; pause lets it move.".to_owned();
        }
        GameEffect::Stop
    }
}

/// What ended the game on a board: its last move, or a five that this move did not make, among
/// stones that were set up or in a game of a file with stones after its end.
pub(super) fn ending_of(position: &Position, last: Option<Coord>) -> Option<Ending> {
    let by_last = last.and_then(|last| legality::ending_after(position, last));
    let earlier = || {
        let (color, line) = reference::winner(position)?;
        Some(Ending::Win { color, line })
    };
    by_last.or_else(earlier)
}
