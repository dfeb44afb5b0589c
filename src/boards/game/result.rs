//! The result of each line of the game: by the board, by resignation, by the clock, or as a file gives it
//! for the end of its main line. The head of the tree has the result of the main line.

use super::surrender::Surrender;
use super::{GivenResult, LiveGame};
use tengen_engine::types::Color;
use tengen_records::GameOutcome;
use tengen_records::game_tree::NodeId;

impl LiveGame {
    /// The result on the board: by its stones, by resignation or by the clock.
    pub fn outcome(&self) -> GameOutcome {
        self.surrendered().map_or(self.end.outcome, Surrender::outcome)
    }

    /// Who gave the game up here, if anyone.
    pub(crate) fn surrendered(&self) -> Option<Surrender> {
        self.surrendered_at(self.at)
    }

    pub(super) fn surrendered_at(&self, end: NodeId) -> Option<Surrender> {
        self.surrenders.iter().copied().find(|surrender| surrender.at == end)
    }

    /// The end of the game on the board by resignation or by the clock is taken back.
    pub(super) fn take_back_surrender(&mut self) {
        let at = self.at;
        self.surrenders.retain(|surrender| surrender.at != at);
        if self.given.end == at {
            self.given = GivenResult { end: at, outcome: GameOutcome::Unfinished, note: None };
        }
        if let Some((_, opening)) = self.lost_opening.take_if(|(place, _)| *place == at) {
            self.opening = Some(opening);
        }
        self.update_head();
    }

    /// The result at the end of a line.
    pub(super) fn outcome_at(&self, end: NodeId) -> GameOutcome {
        if let Some(surrender) = self.surrendered_at(end) {
            return surrender.outcome();
        }
        let given = || match self.given.end == end {
            true => self.given.outcome,
            false => GameOutcome::Unfinished,
        };
        let on_board =
            if end == self.at { self.end.outcome } else { self.tree.end_at(end).outcome };
        if on_board == GameOutcome::Unfinished { given() } else { on_board }
    }

    /// Writes the result of the main line into the head of the tree, and the players' names if the
    /// board is at its end. Variations do not change the players, and neither does a look at a game
    /// that its file says is over.
    pub(super) fn update_head(&mut self) {
        let end = self.tree.end();
        let outcome = self.outcome_at(end);
        let note = match self.surrendered_at(end) {
            Some(surrender) => Some(surrender.words()),
            None if self.given.end == end => self.given.note.clone(),
            None => None,
        };
        let is_given = self.given.end == end && self.given.outcome != GameOutcome::Unfinished;
        let plays_on = self.at == end && !is_given;
        let names = plays_on.then(|| Color::BOTH.map(|color| self.name(color).to_owned()));
        self.tree.edit_head(|head| {
            if let Some([black, white]) = names {
                head.set_names(&black, &white);
            }
            head.outcome = outcome;
            head.note = note;
        });
    }
}
