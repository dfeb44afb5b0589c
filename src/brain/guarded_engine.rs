//! The guarded engine: it returns a move as long as one exists, whatever happens inside the engine.
//!
//! The engine should never panic and should return only legal moves. But a brain that does not
//! answer loses the game, so any fault is logged and the move replaced: by a five, a point that stops
//! one, or the nearest legal point.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tengen_engine::board::Position;
use tengen_engine::engine::swap2::Swap2Answer;
use tengen_engine::engine::{Choice, Engine, Options, Trained, fallback};
use tengen_engine::rules::legality;
use tengen_engine::rules::opening::{OpeningChoice, OpeningPhase};
use tengen_engine::search::{Limits, Listener, MoveChance, StopFlag};
use tengen_engine::types::{BoardSize, Coord, Rule};

/// An engine that always answers.
#[derive(Debug, Default)]
pub(crate) struct GuardedEngine {
    engine: Engine,
}

impl GuardedEngine {
    /// A new engine.
    pub(crate) fn new(trained: Trained) -> Self {
        Self { engine: Engine::with_trained(trained) }
    }

    /// Forgets what earlier searches found.
    pub(crate) fn forget(&mut self) {
        self.engine.forget();
    }

    /// The engine with these options, for what is no search.
    pub(crate) fn with_options(&mut self, options: &Options) -> &mut Engine {
        self.engine.set_options(options.clone());
        &mut self.engine
    }

    /// Sets the seed of what a graded player overlooks and of the choice among equal book moves.
    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.engine.set_seed(seed);
    }

    /// Prepares the tables of the next searches.
    pub(crate) fn prepare(&mut self, options: &Options, rule: Rule, size: BoardSize) {
        let engine = &mut self.engine;
        let prepared = catch_unwind(AssertUnwindSafe(|| {
            engine.set_options(options.clone());
            engine.prepare(rule, size);
        }));
        if prepared.is_err() {
            self.engine = self.engine.replaced();
        }
    }

    /// The book's answer to a swap2 opening, if it has one.
    pub(crate) fn swap2_from_book(
        &mut self,
        options: &Options,
        position: &Position,
        seed: u64,
    ) -> Option<Swap2Answer> {
        let engine = &mut self.engine;
        let answer = catch_unwind(AssertUnwindSafe(|| {
            engine.set_options(options.clone());
            engine.swap2_from_book(position, seed)
        }));
        if answer.is_err() {
            self.engine = self.engine.replaced();
        }
        answer.ok()?
    }

    /// Searches a position within limits. What was found is written by [`Self::write_note`].
    pub(crate) fn think(
        &mut self,
        options: &Options,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Choice {
        let engine = &mut self.engine;
        let thought = catch_unwind(AssertUnwindSafe(|| {
            engine.set_options(options.clone());
            engine.think_before_noting(position, limits, stop, listener)
        }));
        if thought.is_err() {
            self.engine = self.engine.replaced();
        }
        checked(position, limits, thought.ok())
    }

    /// The chances of the moves of a position that is not over, before any search; none on boards
    /// that only the classic player knows.
    pub(crate) fn move_chances(
        &mut self,
        options: &Options,
        position: &Position,
    ) -> Vec<MoveChance> {
        if !position.size().is_fast() {
            return Vec::new();
        }
        let engine = &mut self.engine;
        let chances = catch_unwind(AssertUnwindSafe(|| {
            engine.set_options(options.clone());
            engine.move_chances(position).moves
        }));
        chances.unwrap_or_default()
    }

    /// Chooses in an opening, all of the turn or only the next choice. If the engine fails, the
    /// first choices that are possible.
    pub(crate) fn choose_opening(
        &mut self,
        options: &Options,
        opening: &OpeningPhase,
        is_single: bool,
        limits: &Limits,
        stop: &StopFlag,
        seed: u64,
    ) -> Vec<OpeningChoice> {
        let engine = &mut self.engine;
        let chosen = catch_unwind(AssertUnwindSafe(|| {
            engine.set_options(options.clone());
            match is_single {
                true => engine.choose_next(opening, limits, stop, seed),
                false => engine.choose_opening(opening, limits, stop, seed),
            }
        }));
        chosen.unwrap_or_else(|_| {
            self.engine = self.engine.replaced();
            first_choices(opening, is_single)
        })
    }

    /// Writes what the last search found into the book, if it learns.
    pub(crate) fn write_note(&mut self) {
        let engine = &mut self.engine;
        if catch_unwind(AssertUnwindSafe(|| engine.write_note())).is_err() {
            self.engine = self.engine.replaced();
        }
    }

    /// Why the book could not be opened, once.
    pub(crate) fn take_book_failure(&mut self) -> Option<String> {
        self.engine.take_book_failure()
    }

    /// The book may be another one, under the same name.
    pub(crate) fn retry_book(&mut self) {
        self.engine.retry_book();
    }
}

/// The first possible choices of the turn, or the first one.
fn first_choices(opening: &OpeningPhase, is_single: bool) -> Vec<OpeningChoice> {
    let mut opening = opening.clone();
    let own = opening.chooser();
    let mut choices = Vec::new();
    while opening.chooser() == own && (!is_single || choices.is_empty()) {
        let Some(&choice) = opening.choices().first() else { break };
        if opening.choose(choice).is_err() {
            break;
        }
        choices.push(choice);
    }
    choices
}

/// The choice if it can be played and has the requested number of stones, else a replacement.
fn checked(position: &Position, limits: &Limits, choice: Option<Choice>) -> Choice {
    let stones = fallback::stones(limits.goal).min(position.empty_coords().count());
    if let Some(choice) = choice {
        if choice.moves.len() == stones && is_playable(position, &choice.moves) {
            return choice;
        }
        log::warn!("the engine chose {:?}, expected {stones} to play", choice.moves);
    }
    fallback::choice(position, limits)
}

/// Whether all moves can be played one after the other, the first of them legally if any legal move
/// exists.
fn is_playable(position: &Position, moves: &[Coord]) -> bool {
    let mut after = position.clone();
    let can_be_played = moves.iter().all(|&coord| after.play(coord).is_ok());
    let is_legal = moves.first().is_none_or(|&first| legality::is_legal(position, first));
    can_be_played && (is_legal || legality::legal_moves(position).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::notation::parse_picture;
    use tengen_engine::rules::opening::OpeningRule;
    use tengen_engine::search::Goal;
    use tengen_engine::types::Score;

    /// Limits for a choice of one or two stones.
    fn limits(stones: usize) -> Limits {
        let goal = if stones == 2 { Goal::BalanceTwo { bias: 0 } } else { Goal::Best };
        Limits { goal, ..Limits::default() }
    }

    fn with_moves(moves: &[Coord]) -> Option<Choice> {
        Some(Choice { moves: moves.to_vec(), score: Score(5), depth: 3, nodes: 9, pv: Vec::new() })
    }

    fn position() -> Position {
        parse_picture(Rule::Freestyle, "X O . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .")
            .unwrap()
    }

    #[test]
    fn a_faulty_choice_is_replaced_by_a_legal_move_near_the_last_stone() {
        for fault in [None, with_moves(&[]), with_moves(&[Coord::new(0, 0)])] {
            let choice = checked(&position(), &limits(1), fault);
            assert_eq!(choice.moves, [Coord::new(0, 1)]);
        }
        let off_board = with_moves(&[Coord::new(5, 0)]);
        assert_eq!(checked(&position(), &limits(1), off_board).moves.len(), 1);
    }

    #[test]
    fn a_legal_choice_is_returned_unchanged() {
        let choice = with_moves(&[Coord::new(4, 4), Coord::new(3, 3)]);
        assert_eq!(Some(checked(&position(), &limits(2), choice.clone())), choice);
    }

    #[test]
    fn a_forbidden_move_is_replaced_while_a_legal_one_exists() {
        let picture = ". . . . . . . . .\n. . . . . . . . .\n. . . . X . . . .\n\
                       . . . . X . . . .\n. . X X . . . . .\n. . . . . . . . .\n\
                       . . . . . . . . .\n. O . O . . . . .\n. O . . . O . . .";
        let position = parse_picture(Rule::Renju, picture).unwrap();
        let forbidden = Coord::new(4, 4);
        assert!(!legality::is_legal(&position, forbidden), "the picture must show a double three");
        let moves = checked(&position, &limits(1), with_moves(&[forbidden])).moves;
        let [only] = moves[..] else { panic!("one move was expected: {moves:?}") };
        assert!(legality::is_legal(&position, only));
    }

    #[test]
    fn a_choice_of_two_stones_has_two_whatever_the_engine_returns() {
        let choice = checked(&position(), &limits(2), with_moves(&[Coord::new(4, 4)]));
        assert_eq!(choice.moves, [Coord::new(0, 1), Coord::new(0, 2)]);
    }

    #[test]
    fn without_an_engine_the_first_possible_choices_of_an_opening_are_made() {
        let size = BoardSize::square(15).unwrap();
        let opening = OpeningPhase::new(OpeningRule::Swap2, Rule::Freestyle, size).unwrap();
        assert_eq!(first_choices(&opening, false).len(), 3);
        let single = first_choices(&opening, true);
        assert_eq!(single, [OpeningChoice::Point(Coord::new(0, 0))]);
    }

    #[test]
    fn a_full_board_has_no_move() {
        let row = "X O X O X\n";
        let position = parse_picture(Rule::Freestyle, &row.repeat(5)).unwrap();
        assert_eq!(checked(&position, &limits(1), None).moves, []);
    }
}
