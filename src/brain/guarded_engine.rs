//! The guarded engine: it returns a move as long as one exists, whatever happens inside the engine.
//!
//! [`Engine::think`] catches what fails in a search and checks its choice; here the rest of the engine
//! (tables, book, choices in openings) is guarded as well: a brain that does not answer loses the game.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tengen_engine::board::Position;
use tengen_engine::engine::swap2::Swap2Answer;
use tengen_engine::engine::{Choice, Engine, Options, Trained, fallback};
use tengen_engine::rules::opening::{OpeningChoice, OpeningPhase};
use tengen_engine::search::{Limits, Listener, MoveChance, StopFlag};
use tengen_engine::types::{BoardSize, Rule};

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

    /// The engine with these options, for what is no search. If it fails to take them, as with a book
    /// that cannot be closed, another one does.
    pub(crate) fn with_options(&mut self, options: &Options) -> &mut Engine {
        let is_set = self.guarded(|engine| engine.set_options(options.clone())).is_some();
        if !is_set && self.guarded(|engine| engine.set_options(options.clone())).is_none() {
            log::error!("the engine fails to take its options: it plays with the default ones");
        }
        &mut self.engine
    }

    /// Sets the seed of what a weaker player overlooks and of the choice among equal book moves.
    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.engine.set_seed(seed);
    }

    /// The result of work; `None` if the engine fails, which is then replaced.
    fn guarded<T>(&mut self, work: impl FnOnce(&mut Engine) -> T) -> Option<T> {
        let engine = &mut self.engine;
        let result = catch_unwind(AssertUnwindSafe(|| work(engine)));
        if result.is_err() {
            let replaced = self.engine.replaced();
            let failed = std::mem::replace(&mut self.engine, replaced);
            // What failed may fail again when it is given back.
            let dropped = catch_unwind(AssertUnwindSafe(|| drop(failed)));
            log::error!("the engine failed and was replaced; dropped: {}", dropped.is_ok());
        }
        result.ok()
    }

    /// Prepares the tables of the next searches.
    pub(crate) fn prepare(&mut self, options: &Options, rule: Rule, size: BoardSize) {
        self.with_options(options);
        self.guarded(|engine| engine.prepare(rule, size));
    }

    /// The book's answer to a swap2 opening, if it has one.
    pub(crate) fn swap2_from_book(
        &mut self,
        options: &Options,
        position: &Position,
        seed: u64,
    ) -> Option<Swap2Answer> {
        self.with_options(options);
        self.guarded(|engine| engine.swap2_from_book(position, seed))?
    }

    /// Searches a position within limits; [`Engine`] itself makes sure that its choice can be played.
    /// Nothing is learned until [`Self::learn`].
    pub(crate) fn think(
        &mut self,
        options: &Options,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Choice {
        let engine = self.with_options(options);
        let choice = engine.think_without_learning(position, limits, stop, listener);
        let stones = fallback::stones(limits.goal).min(position.empty_coords().count());
        // The classic player chooses one stone, and the manager waits for two.
        if choice.moves.len() < stones { fallback::choice(position, limits) } else { choice }
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
        self.with_options(options);
        let chances = self.guarded(|engine| engine.move_chances(position).moves);
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
        self.with_options(options);
        let chosen = self.guarded(|engine| match is_single {
            true => engine.choose_next(opening, limits, stop, seed),
            false => engine.choose_opening(opening, limits, stop, seed),
        });
        chosen.unwrap_or_else(|| first_choices(opening, is_single))
    }

    /// Lets the book learn what the last search found.
    pub(crate) fn learn(&mut self) {
        self.guarded(Engine::learn);
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

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::engine::{BookFault, BookHandle, BookMove, OpeningBook, Rng};
    use tengen_engine::rules::opening::OpeningRule;
    use tengen_engine::search::{Goal, NullListener};
    use tengen_engine::types::Coord;

    #[test]
    fn a_choice_of_two_stones_has_two_also_on_a_large_board() {
        let mut position = Position::new(Rule::Freestyle, BoardSize::square(30).unwrap());
        position.play(Coord::new(15, 15)).unwrap();
        let limits = Limits { goal: Goal::BalanceTwo { bias: 0 }, ..Limits::of_nodes(10) };
        let (options, stop) = (Options::default(), StopFlag::new());
        let mut engine = GuardedEngine::default();
        let choice = engine.think(&options, &position, &limits, &stop, &mut NullListener);
        assert_eq!(choice.moves.len(), 2);
    }

    #[test]
    fn an_engine_that_fails_is_replaced_and_its_work_has_no_result() {
        let mut engine = GuardedEngine::default();
        let has_three_threads =
            |engine: &GuardedEngine| format!("{engine:?}").contains("threads: 3");
        let failed = engine.guarded(|engine| {
            engine.set_options(Options { threads: 3, ..Options::default() });
            std::panic::resume_unwind(Box::new(()))
        });
        assert_eq!(failed, None::<()>);
        assert!(!has_three_threads(&engine), "it is the one that failed: {engine:?}");
        let set = |engine: &mut Engine| {
            engine.set_options(Options { threads: 3, ..Options::default() });
            7
        };
        assert_eq!(engine.guarded(set), Some(7));
        assert!(has_three_threads(&engine), "{engine:?}");
    }

    /// A book whose file cannot be closed.
    #[derive(Debug)]
    struct Unclosable;

    impl OpeningBook for Unclosable {
        fn best_move(
            &self,
            _position: &Position,
            _excluded: &[Coord],
            _rng: &mut Rng,
        ) -> Result<Option<BookMove>, BookFault> {
            Ok(None)
        }
    }

    impl Drop for Unclosable {
        fn drop(&mut self) {
            std::panic::resume_unwind(Box::new(()));
        }
    }

    #[test]
    fn options_that_fail_to_change_cost_no_move() {
        let position = Position::new(Rule::Freestyle, BoardSize::square(9).unwrap());
        let (limits, stop) = (Limits::of_nodes(10), StopFlag::new());
        let mut engine = GuardedEngine::default();
        let book = Some(BookHandle::new(Unclosable));
        engine.with_options(&Options { book, ..Options::default() });
        let options = Options { threads: 3, ..Options::default() };
        let choice = engine.think(&options, &position, &limits, &stop, &mut NullListener);
        assert_eq!(choice.moves, [position.size().center()]);
        assert!(format!("{engine:?}").contains("threads: 3"), "{engine:?}");
    }

    #[test]
    fn without_an_engine_the_first_possible_choices_of_an_opening_are_made() {
        let size = BoardSize::square(15).unwrap();
        let opening = OpeningPhase::new(OpeningRule::Swap2, Rule::Freestyle, size).unwrap();
        assert_eq!(first_choices(&opening, false).len(), 3);
        let single = first_choices(&opening, true);
        assert_eq!(single, [OpeningChoice::Point(Coord::new(0, 0))]);
    }
}
