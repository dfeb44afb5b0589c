//! The result of each line of the game: by the board, by resignation, or as a file gives it for the
//! end of its main line. The head of the tree has the result of the main line.

use super::{GivenResult, LiveGame};
use tengen_engine::types::Color;
use tengen_records::game_tree::NodeId;
use tengen_records::{GameOutcome, Verdict};

impl LiveGame {
    /// The result on the board: by its stones or by resignation.
    pub fn outcome(&self) -> GameOutcome {
        match self.resigned() {
            Some(loser) => by_resignation(loser),
            None => self.end.outcome,
        }
    }

    /// Who resigned here, if anyone.
    pub(crate) fn resigned(&self) -> Option<Color> {
        self.resigned_at(self.at)
    }

    pub(super) fn resigned_at(&self, end: NodeId) -> Option<Color> {
        let found = self.resignations.iter().find(|(node, _)| *node == end);
        found.map(|(_, loser)| *loser)
    }

    /// The resignation on the board is taken back.
    pub(super) fn take_back_resignation(&mut self) {
        let at = self.at;
        self.resignations.retain(|(node, _)| *node != at);
        if self.given.end == at {
            self.given = GivenResult { end: at, outcome: GameOutcome::Unfinished, note: None };
        }
        self.update_head();
    }

    /// The result at the end of a line.
    pub(super) fn outcome_at(&self, end: NodeId) -> GameOutcome {
        if let Some(loser) = self.resigned_at(end) {
            return by_resignation(loser);
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
        let note = match self.resigned_at(end) {
            Some(loser) => Some(format!("{loser} resigned")),
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

pub(super) fn by_resignation(loser: Color) -> GameOutcome {
    GameOutcome::Ended { winner: Some(!loser), verdict: Verdict::Resigned }
}
