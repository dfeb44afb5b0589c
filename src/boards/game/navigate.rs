//! Moving in the tree of moves: back, forward, into variations.

use super::super::resume::{Resume, ResumedResignation};
use super::{Color, GameEffect, LiveGame, Mover, Surrender};
use tengen_records::game_tree::{GameTree, NodeId};

/// What a person reads who looks at a game while the engine is to move.
pub(super) const PAUSED: &str = "The engine is paused; pause lets it move.";

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
        self.end = self.tree.end_at(node);
        if let Some(last) = self.moves.last().and_then(|moved| moved.point) {
            self.cursor = last;
        }
    }

    /// The line through the board and how many of its moves are taken back, as in [`Resume`].
    pub(crate) fn resumed_line(&self) -> (Vec<usize>, usize) {
        let line = self.tree.path(self.line_end());
        let undone = line.len().saturating_sub(self.tree.path(self.at).len());
        let mut choices = self.choices(&line);
        // A resignation may end a line before its last move.
        while self.surrenders.is_empty() && choices.last() == Some(&0) {
            choices.pop();
        }
        (choices, undone)
    }

    /// The resignations, as in [`Resume`].
    pub(crate) fn resumed_resignations(&self) -> Vec<ResumedResignation> {
        let of = |&Surrender { at, loser, is_late }: &Surrender| {
            let choices = self.choices(&self.tree.path(at));
            ResumedResignation { choices, by: loser, is_late }
        };
        self.surrenders.iter().map(of).collect()
    }

    /// Which of the variations each move of a line is.
    fn choices(&self, line: &[NodeId]) -> Vec<usize> {
        line.iter().map(|&id| self.tree.siblings(id).1).collect()
    }

    /// The node to which choices lead; `None` if the game does not have it.
    fn follow(&self, choices: &[usize]) -> Option<NodeId> {
        let next = |node, &choice: &usize| self.tree.after(node).nth(choice);
        choices.iter().try_fold(GameTree::ROOT, next)
    }

    /// Restores the resignations of a game that continues.
    pub(super) fn restore_resignations(&mut self, resume: &Resume) {
        let found = resume.resignations.iter();
        let found = found.filter_map(|of| {
            let at = self.follow(&of.choices)?;
            Some(Surrender { at, loser: of.by, is_late: of.is_late })
        });
        let found: Vec<_> = found.collect();
        if !found.is_empty() {
            self.surrenders = found;
        }
    }

    /// Brings the board of a game that continues to where it was left; to the end of the main line
    /// if the game does not have that line.
    pub(super) fn return_to(&mut self, resume: &Resume) {
        let Some(node) = self.follow(&resume.line) else { return };
        let end = match self.surrendered_at(node) {
            Some(_) => node,
            None => self.tree.line_through(node).last().copied().unwrap_or(node),
        };
        self.go_to(end);
        for _ in 0..resume.undone.min(self.moves.len()) {
            self.take_one();
        }
    }

    /// Whether a person is to move.
    fn is_persons_turn(&self) -> bool {
        let is_free = self.is_paused || self.is_analyzing;
        is_free || self.seat(self.position.to_move()) == Mover::Person
    }

    pub(super) fn take_one(&mut self) -> bool {
        let Some(parent) = self.tree.node(self.at).parent else { return false };
        self.undone.push(self.at);
        self.go_to(parent);
        true
    }

    pub(super) fn undo(&mut self) -> GameEffect {
        let has_person = |color: Color| self.seat(color) == Mover::Person;
        let is_free = self.is_paused || self.is_analyzing;
        // The choices of an opening that was played here stay.
        let opening = if self.is_opened { 0 } else { self.tree.opening_stones() };
        let path = self.tree.path(self.at);
        let opening = if path.len() < opening { 0 } else { opening };
        let path = &path[opening..];
        let mut movers = path.iter().filter_map(|&id| Some(self.tree.node(id).played?.0));
        if self.surrendered().is_some() {
            // Only that is taken back.
            self.take_back_surrender();
            self.go_to(self.at);
            return GameEffect::Stop;
        }
        let can_return = (is_free && !path.is_empty()) || movers.any(has_person);
        if !can_return {
            self.message = match opening {
                0 => "There is nothing to take back.",
                _ => "There is nothing to take back after the opening.",
            }
            .to_owned();
            return GameEffect::None;
        }
        while self.moves.len() > opening && self.take_one() && !self.is_persons_turn() {}
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
        self.tree.first_after(self.at)
    }

    pub(super) fn go_first(&mut self) -> GameEffect {
        while self.take_one() {}
        self.stand_still()
    }

    pub(super) fn go_last(&mut self) -> GameEffect {
        // What was taken back before a resignation follows it, but is not part of the line.
        while !(self.undone.is_empty() && self.surrendered().is_some())
            && let Some(next) = self.undone.pop().or_else(|| self.first_after())
        {
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
    pub(super) fn stand_still(&mut self) -> GameEffect {
        if !self.is_over() && !self.is_persons_turn() {
            self.is_paused = true;
            self.message = PAUSED.to_owned();
        }
        GameEffect::Stop
    }
}
