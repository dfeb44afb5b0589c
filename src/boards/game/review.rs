//! The review of the game on the board: its remarks become comments, the better moves variations.

use super::{GameEffect, LiveGame};
use tengen_engine::types::Color;
use tengen_records::game_tree::NodeId;
use tengen_study::review::{self, MoveRemark, MoveVerdict, Review, ReviewedGame};
use tengen_util::sentence::sentence;

/// What is said when a review begins.
pub(crate) const REVIEW_BEGINS: &str = "The engine reviews the game; that takes some seconds.";

impl LiveGame {
    pub(super) fn ask_review(&mut self) {
        let opening = self.tree.opening_stones();
        self.wants_review = self.setup.size.is_fast() && self.reviewed_line().length() > opening;
        self.message = match self.wants_review {
            true => REVIEW_BEGINS,
            false if self.setup.size.is_fast() => "There is no move to review yet.",
            false => "Games on boards up to 22x22 are reviewed.",
        }
        .to_owned();
    }

    /// The line on the board, as the review sees it.
    pub(crate) fn reviewed_line(&self) -> ReviewedGame {
        let mut game = ReviewedGame::of_line(&self.tree, self.line_on_board());
        game.head.outcome = self.outcome_at(self.line_end());
        game
    }

    /// Takes the review of the line on the board; `None` if it could not be made.
    pub(crate) fn take_review(&mut self, review: Option<&Review>) {
        self.wants_review = false;
        let Some(review) = review else {
            self.message = "The game could not be reviewed.".to_owned();
            return;
        };
        let through = self.line_on_board();
        self.mistakes = review::annotate(review, &mut self.tree, through);
        let sides = Color::BOTH.map(|color| sentence(&review::player(review, color)));
        let next = if self.mistakes.is_empty() { "" } else { " mistake shows them in turn." };
        self.message = format!("{}{next}", sides.join(" "));
    }

    fn mistake_at(&self, node: NodeId) -> Option<&MoveRemark> {
        self.mistakes.iter().find(|mistake| mistake.node == node)
    }

    /// The review's verdict on a move; `None` for a good one.
    pub(crate) fn verdict_at(&self, node: NodeId) -> Option<MoveVerdict> {
        self.mistake_at(node).map(|mistake| mistake.verdict)
    }

    /// Whether a move has a comment besides what the review has noted there.
    pub(crate) fn has_own_comment(&self, node: NodeId) -> bool {
        let comment = self.tree.node(node).comment;
        let is_noted = match self.mistake_at(node) {
            Some(mistake) => comment.split_whitespace().eq(mistake.text.split_whitespace()),
            None => review::is_only_chance(comment),
        };
        !comment.is_empty() && !is_noted
    }

    /// Whether a review has found mistakes.
    pub(crate) fn has_mistakes(&self) -> bool {
        !self.mistakes.is_empty()
    }

    /// Goes to the next mistake of the review after the move on the board, from the last one to the
    /// first.
    pub(super) fn next_mistake(&mut self) -> GameEffect {
        let here = self.tree.path(self.at).len();
        let depth = |node| self.tree.path(node).len();
        let next = self.mistakes.iter().find(|mistake| depth(mistake.node) > here);
        let next = next.or(self.mistakes.first()).cloned();
        let Some(MoveRemark { node, text, .. }) = next else {
            self.message = "No mistake is known; review looks for them.".to_owned();
            return GameEffect::None;
        };
        self.undone.clear();
        let end = self.tree.line_through(node).last().copied().unwrap_or(node);
        self.go_to(end);
        while self.at != node && self.take_one() {}
        let effect = self.stand_still();
        self.message = sentence(&text).trim_end_matches('.').to_owned() + ".";
        effect
    }
}

#[cfg(test)]
pub(crate) mod fake {
    //! A game that was reviewed.

    use super::*;
    use crate::command::TableCommand;
    use crate::game::{LiveGameSetup, Mover, WaitingFor};
    use tengen_engine::engine::{Engine, Trained};
    use tengen_engine::search::StopFlag;
    use tengen_engine::types::{BoardSize, Rule};
    use tengen_records::game_tree::GameTree;
    use tengen_records::txt;
    use tengen_study::review::{Cost, KnownSearches, ReviewOptions};

    /// Both have an open three; black plays in the corner instead of winning.
    const MISSED: &str = "h8g10i8h10j8i10o15j10\n";

    /// The game with its remarks, at its end.
    pub(crate) fn reviewed() -> LiveGame {
        let size = BoardSize::square(15).unwrap();
        let record = txt::read(MISSED, Rule::Freestyle, size).unwrap().remove(0);
        let setup = LiveGameSetup { size, ..LiveGameSetup::small(Mover::Person, Mover::Person) };
        let mut game = LiveGame::new(setup, 0);
        assert_eq!(game.obey(TableCommand::Mistake, None, 0), GameEffect::None);
        assert_eq!(game.message(), "No mistake is known; review looks for them.");
        game.obey(TableCommand::Review, None, 0);
        assert_eq!(game.message(), "There is no move to review yet.");
        game.open(GameTree::from_record(&record).unwrap(), 0);
        game.obey(TableCommand::Review, None, 0);
        assert_eq!(game.waiting_for(), WaitingFor::Review);
        let mut engine = Engine::with_hash(Trained::default(), 1 << 10);
        let options = ReviewOptions::of_cost(Cost::of_nodes(300));
        let (known, stop) = (&mut KnownSearches::default(), StopFlag::new());
        let line = game.reviewed_line();
        let found = review::review(&line, &mut engine, &options, known, &stop, &mut |_| {});
        game.take_review(found.ok().as_ref());
        assert_ne!(game.waiting_for(), WaitingFor::Review);
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::TableCommand;
    use tengen_engine::board::notation;

    #[test]
    fn the_remarks_of_a_review_are_comments_and_its_mistakes_are_visited_in_turn() {
        let mut game = fake::reviewed();
        assert!(game.message().contains("1 missed win"), "{}", game.message());
        game.obey(TableCommand::First, None, 0);
        while !game.message().contains("lack o15 ✗ missed win") {
            game.obey(TableCommand::Mistake, None, 0);
            assert!(game.moves().len() <= 7, "{}", game.message());
        }
        assert_eq!(game.moves().len(), 7);
        let comment = game.tree().node(game.at()).comment;
        assert!(comment.contains("missed win") && comment.contains("Better: "), "{comment}");
        assert_eq!(game.verdict_at(game.at()), Some(MoveVerdict::MissedWin));
        assert!(!game.has_own_comment(game.at()));
        game.obey(TableCommand::Comment("my own".to_owned()), None, 0);
        assert!(game.has_own_comment(game.at()));
        // The better move is a variation of the one that was played.
        assert!(game.tree().siblings(game.at()).0.len() > 1);
        let last = game.moves().last().and_then(|moved| moved.point).unwrap();
        assert_eq!(notation::name(last, game.position().size()), "o15");
    }
}
