//! The review of the game on the board: its remarks become comments, the better moves variations.

use super::{GameEffect, LiveGame};
use tengen_engine::types::{Color, Coord};
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
        // As they are called beside the board, whoever played the game that was opened.
        game.head.black.name = self.name(Color::Black).to_owned();
        game.head.white.name = self.name(Color::White).to_owned();
        game
    }

    /// Takes the review of the line on the board; `None` if it could not be made.
    pub(crate) fn take_review(&mut self, review: Option<&Review>) {
        let wants_mistake = self.wants_mistake;
        self.drop_questions();
        let Some(review) = review else {
            self.message = "The game could not be reviewed.".to_owned();
            return;
        };
        let through = self.line_on_board();
        self.reviewed = through;
        let found = review::annotate(review, &mut self.tree, through);
        self.read_remarks();
        let sides = Color::BOTH.map(|color| sentence(&review::player(review, color)));
        let lost = review::when_lost(review);
        let sides = lost.iter().map(|lost| sentence(lost)).chain(sides);
        let sides: Vec<String> = sides.collect();
        let next =
            if found.is_empty() { "" } else { " The command mistake (key M) shows them in turn." };
        self.message = format!("{}{next}", sides.join(" "));
        if let Some(first) = found.into_iter().next().filter(|_| wants_mistake) {
            let said = std::mem::take(&mut self.message);
            self.show_mistake(first);
            self.message = format!("{said} {}", self.message);
        }
    }

    /// The better move that is marked: that of the mistake on the board, else of the one to come.
    pub(super) fn better_move(&self) -> Option<Coord> {
        let next = || self.undone.last().copied().or_else(|| self.tree.first_after(self.at));
        let here = self.mistake_at(self.at);
        here.or_else(|| self.mistake_at(next()?))?.better
    }

    /// Reads the remarks of reviews from the comments, of all variations.
    pub(super) fn read_remarks(&mut self) {
        self.mistakes = review::remarks_in(&self.tree);
    }

    fn mistake_at(&self, node: NodeId) -> Option<&MoveRemark> {
        let place = self.mistakes.binary_search_by_key(&node, |mistake| mistake.node).ok()?;
        self.mistakes.get(place)
    }

    /// The review's verdict on a move; `None` for a good one.
    pub(crate) fn verdict_at(&self, node: NodeId) -> Option<MoveVerdict> {
        self.mistake_at(node).map(|mistake| mistake.verdict)
    }

    /// Whether a move has a comment besides what reviews have noted there.
    pub(crate) fn has_own_comment(&self, node: NodeId) -> bool {
        !review::own_comment(&self.tree, node).is_empty()
    }

    /// Whether a review has found mistakes.
    pub(crate) fn has_mistakes(&self) -> bool {
        !self.mistakes.is_empty()
    }

    /// The line whose mistakes are shown in turn: the one on the board if it has some of its own, else the
    /// one that was reviewed last, else that of any remark.
    fn line_of_mistakes(&self) -> Vec<NodeId> {
        let through = |node| self.tree.line_through(node);
        let (here, reviewed) = (through(self.line_on_board()), through(self.reviewed));
        let has_mistake = |line: &[NodeId], except: &[NodeId]| {
            line.iter().any(|&node| !except.contains(&node) && self.mistake_at(node).is_some())
        };
        match self.mistakes.first() {
            _ if has_mistake(&here, &reviewed) => here,
            _ if has_mistake(&reviewed, &[]) => reviewed,
            Some(mistake) => through(mistake.node),
            None => here,
        }
    }

    /// How many moves of a line are behind the board. In a variation of a move that move is.
    fn depth_on(&self, line: &[NodeId]) -> usize {
        let here = self.tree.path(self.at);
        let shared = here.iter().zip(line).take_while(|(one, other)| one == other).count();
        if shared < here.len() { shared + 1 } else { shared }
    }

    /// Goes to the next mistake of the review after the move on the board, from the last one to the
    /// first; while the review runs, to the first one as soon as it is done.
    pub(super) fn next_mistake(&mut self) -> GameEffect {
        if self.wants_review {
            self.wants_mistake = true;
            self.message = "The first mistake is shown as soon as the review is done.".to_owned();
            return GameEffect::None;
        }
        let line = self.line_of_mistakes();
        let (before, after) = line.split_at(self.depth_on(&line).min(line.len()));
        let next = after.iter().chain(before).find_map(|&node| self.mistake_at(node)).cloned();
        let Some(next) = next else {
            self.message = "No mistake is known; review looks for them.".to_owned();
            return GameEffect::None;
        };
        self.show_mistake(next)
    }

    /// Brings the board to a mistake, at its place in its line.
    fn show_mistake(&mut self, MoveRemark { node, text, .. }: MoveRemark) -> GameEffect {
        let line = self.line_of_mistakes();
        self.undone.clear();
        let end = line.last().copied().unwrap_or(node);
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
        let review = review_of(&game);
        game.take_review(Some(&review));
        assert_ne!(game.waiting_for(), WaitingFor::Review);
        game
    }

    /// A review of the line on its board.
    pub(super) fn review_of(game: &LiveGame) -> Review {
        let mut engine = Engine::with_hash(Trained::default(), 1 << 10);
        let options = ReviewOptions::of_cost(Cost::of_nodes(300));
        let (known, stop) = (&mut KnownSearches::default(), StopFlag::new());
        let line = game.reviewed_line();
        review::review(&line, &mut engine, &options, known, &stop, &mut |_| {}).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::TableCommand;
    use crate::game::{LiveGameSetup, Mover, WaitingFor};
    use tengen_engine::board::notation;

    #[test]
    fn the_better_move_is_marked_before_a_mistake_as_well_and_nowhere_else() {
        let mut game = fake::reviewed();
        let (first, better) = (game.mistakes[0].node, game.mistakes[0].better);
        game.obey(TableCommand::First, None, 0);
        let before = game.tree().path(first).len() - 1;
        for moves in 0..=before {
            let expected = better.filter(|_| moves == before);
            assert_eq!((game.moves().len(), game.better_move()), (moves, expected));
            game.obey(TableCommand::Redo, None, 0);
        }
        assert_eq!((game.at(), game.better_move()), (first, better));
        // A file that holds the remarks shows them, too.
        let setup = LiveGameSetup::small(Mover::Person, Mover::Person);
        let read = LiveGame::with_tree(setup, game.tree().clone());
        assert_eq!(read.verdict_at(first), game.verdict_at(first));
    }

    #[test]
    fn a_mistake_that_is_asked_for_while_the_review_runs_is_shown_at_its_end() {
        let mut game = fake::reviewed();
        let review = fake::review_of(&game);
        let first = game.mistakes[0].node;
        game.obey(TableCommand::Review, None, 0);
        assert_eq!(game.obey(TableCommand::Mistake, None, 0), GameEffect::None);
        assert_eq!(game.waiting_for(), WaitingFor::Review, "it goes on");
        assert!(game.message().contains("as soon as the review is done"), "{}", game.message());
        game.take_review(Some(&review));
        assert_eq!(game.at(), first);
        assert!(game.message().contains("win chance"), "{}", game.message());
    }

    #[test]
    fn a_mistake_before_a_branch_is_shown_on_the_line_that_was_reviewed() {
        let mut game = fake::reviewed();
        // Another game after the mistake: its line is the second one there.
        game.obey(TableCommand::First, None, 0);
        (0..7).for_each(|_| _ = game.obey(TableCommand::Redo, None, 0));
        let branch = game.at();
        assert_eq!(game.verdict_at(branch), Some(MoveVerdict::MissedWin));
        for point in ["a1", "o1", "a3"] {
            let at = notation::parse(point, game.position().size()).unwrap();
            game.obey(TableCommand::Put(at), None, 0);
        }
        let end = game.at();
        let review = fake::review_of(&game);
        game.take_review(Some(&review));
        let mut seen = Vec::new();
        for _ in 0..game.mistakes.len() {
            game.obey(TableCommand::Mistake, None, 0);
            assert_eq!(game.line_end(), end, "{}", game.message());
            seen.push(game.at());
        }
        assert!(seen.contains(&branch), "{seen:?}");
    }

    #[test]
    fn the_next_mistake_after_a_better_line_is_the_one_after_that_move() {
        let mut game = fake::reviewed();
        game.obey(TableCommand::First, None, 0);
        let mut nodes = Vec::new();
        for _ in 0..2 {
            game.obey(TableCommand::Mistake, None, 0);
            nodes.push(game.at());
        }
        game.obey(TableCommand::First, None, 0);
        game.obey(TableCommand::Mistake, None, 0);
        game.obey(TableCommand::Variation, None, 0);
        assert_ne!(game.at(), nodes[0]);
        game.obey(TableCommand::Mistake, None, 0);
        assert_eq!(game.at(), nodes[1], "{}", game.message());
    }

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
        assert_eq!(game.verdict_at(game.at()), Some(MoveVerdict::MissedWin), "it stays");
        // The better move is a variation of the one that was played, and marked.
        assert!(game.tree().siblings(game.at()).0.len() > 1);
        let better =
            game.better_move().map(|better| notation::name(better, game.position().size()));
        assert!(["k8", "g8"].map(Some).contains(&better.as_deref()), "{better:?}");
        assert_eq!(game.marks(true).better, game.better_move());
        let last = game.moves().last().and_then(|moved| moved.point).unwrap();
        assert_eq!(notation::name(last, game.position().size()), "o15");
    }
}
