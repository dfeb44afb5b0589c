//! Layer 6: the engine, without I/O. A [`Position`] and [`Limits`] go in, a [`Choice`] comes out. An
//! [opening book](OpeningBook) is handed in.
//!
//! It chooses the player for a board and a level, plays opening rules, divides memory, and catches
//! every internal failure: a caller always gets a legal move if there is one.
//!
#![doc = include_str!("README.md")]

mod book;
mod choice;
mod classic;
pub mod fallback;
mod handicap;
mod level;
mod lines;
mod memory;
mod opening;
pub mod opening_book;
mod options;
mod rule_tables;
pub mod swap2;
mod trained;
mod triples;

use std::io::{self, Read, Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use self::choice::FinishedSearch;
use crate::board::Position;
use crate::classic::{ClassicPlayer, PointValues, Skill};
use crate::eval::{AllRulesEvaluator, Evaluations};
use crate::search::{self, Limits, Listener, MoveChances, Searcher, StopFlag, TableFileError};
use crate::types::{BoardSize, Rule};
use crate::util::clock::{Clock, SystemClock};

pub use crate::eval::{EvaluationKind, EvaluationKindError};
#[doc(inline)]
pub use crate::search::known::KnownLine;
#[doc(inline)]
pub use crate::util::rng::Rng;
pub use choice::Choice;
pub use level::{Level, LevelError, LevelNumber};
pub use opening_book::{BookFault, BookHandle, BookMove, OpeningBook};
pub use options::Options;
pub use trained::{Trained, TrainedError};

/// The engine: options, and memory that outlives a move. Prints nothing.
#[derive(Default)]
pub struct Engine {
    options: Options,
    trained: Trained,
    clock: SystemClock,
    /// Created at the first search, when the options are known.
    searcher: Option<Searcher>,
    /// The rules that were searched: their tables stay until the process ends.
    rules: Vec<Rule>,
    classic: ClassicPlayer,
    /// Seed of what the levels 1 to 9 overlook and prefer; drawn when first needed.
    seed: Option<u64>,
    /// The last search, from which the book has not learned yet.
    unlearned: Option<FinishedSearch>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine with default options. Cheap: tables are built when first needed.
    pub fn new() -> Self {
        Self::default()
    }

    /// An engine with other weights or parameters than the built-in ones.
    pub fn with_trained(trained: Trained) -> Self {
        let classic = Self::classic_player(&trained);
        Self { trained, classic, ..Self::default() }
    }

    /// A new engine with the same weights, for one whose search panicked: its state may be
    /// inconsistent.
    #[must_use]
    pub fn replaced(&self) -> Self {
        Self { rules: self.rules.clone(), ..Self::with_trained(self.trained.clone()) }
    }

    fn classic_player(trained: &Trained) -> ClassicPlayer {
        let values = trained.classic.as_ref().map(PointValues::windows).unwrap_or_default();
        ClassicPlayer { values, ..ClassicPlayer::default() }
    }

    /// Sets the options. What was learned is forgotten if the tables change.
    pub fn set_options(&mut self, options: Options) {
        let options =
            Options { threads: options.threads.clamp(1, Options::MAX_THREADS), ..options };
        // Level and book are read at every move; everything else determines the tables.
        let keeps_tables = options
            == Options {
                level: options.level,
                book: options.book.clone(),
                book_learning: options.book_learning,
                ..self.options.clone()
            };
        self.options = options;
        if !keeps_tables {
            self.searcher = None;
        }
    }

    /// An engine with trained weights, one thread and a transposition table of `hash_kib` KiB.
    pub fn with_hash(trained: Trained, hash_kib: u64) -> Self {
        let mut engine = Self::with_trained(trained);
        engine.set_options(Options::with_hash(hash_kib));
        engine
    }

    /// The smallest [`Options::max_memory`] other than 0 that the engine can stay within, in bytes.
    pub fn min_memory() -> u64 {
        memory::MINIMUM
    }

    /// Forgets everything learned from earlier searches (a new game, `yxhashclear`).
    pub fn forget(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
        self.retry_book();
        self.seed = self.seed.map(|seed| seed.wrapping_add(1));
    }

    /// How full the transposition table is, in thousandths.
    pub fn table_usage(&mut self) -> u32 {
        self.searcher.as_mut().map_or(0, Searcher::usage)
    }

    /// Writes the transposition table for searches of such positions; returns the number of its
    /// entries.
    ///
    /// # Errors
    /// If that fails.
    pub fn write_table(&mut self, position: &Position, out: &mut dyn Write) -> io::Result<u64> {
        self.searcher_of(position.rule()).write_table(position, out)
    }

    /// Adds the entries of a table that [`write_table`](Self::write_table) wrote; returns how many were
    /// taken. Claims of wins and losses are not.
    ///
    /// # Errors
    /// If the file is damaged, larger than the table, or of another rule or board; nothing is taken
    /// then.
    pub fn read_table(
        &mut self,
        position: &Position,
        input: &mut (impl Read + Seek),
    ) -> Result<u64, TableFileError> {
        self.searcher_of(position.rule()).read_table(position, input)
    }

    /// Adds weights, as [`Trained::add_weights`]. What earlier searches found is forgotten.
    ///
    /// # Errors
    /// If the bytes are not weights.
    pub fn add_weights(&mut self, bytes: &[u8]) -> Result<(), TrainedError> {
        self.trained.add_weights(bytes)?;
        self.classic = Self::classic_player(&self.trained);
        self.searcher = None;
        Ok(())
    }

    /// Determines what the levels 1 to 9 overlook and prefer, which is otherwise random.
    /// [`Engine::forget`] changes it, so that the next game is different.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = Some(seed);
    }

    /// Builds now what the first search on such a board would build: a few milliseconds that matter
    /// for a move of 50 ms. On a busy machine it returns before the tables are finished. Opens the
    /// book. Does not change any search.
    pub fn prepare(&mut self, rule: Rule, size: BoardSize) {
        if let Some(book) = &self.options.book {
            book.prepare();
        }
        if self.searches(size) {
            // Not `searcher_of`: the rule may not be the one that is played, and the size of the
            // tables must not depend on when the manager sends it.
            let evals = &self.searcher().evals;
            let (position, stop) = (Position::new(rule, size), StopFlag::new());
            rule_tables::build_within(Some(Duration::ZERO), &position, evals, &stop);
        }
    }

    /// Why the book could not be opened, if that has happened since the last call.
    pub fn take_book_failure(&mut self) -> Option<String> {
        self.options.book.as_ref()?.take_failure()
    }

    /// The book may be another one, under the same name.
    pub fn retry_book(&mut self) {
        if let Some(book) = &self.options.book {
            book.retry();
        }
    }

    /// The chance with which a deeper search chooses each move, without a search.
    ///
    /// # Panics
    /// If the board is over 22×22.
    pub fn move_chances(&self, position: &Position) -> MoveChances {
        search::move_chances(position, &chosen_evals(&self.options, &self.trained))
    }

    /// Thinks about a position within the limits. Returns soon after `stop` is set. An internal
    /// panic of the search is logged and answered with a legal move. Writes what it found into the
    /// book, if the book learns.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Choice {
        let choice = self.think_without_learning(position, limits, stop, listener);
        self.learn();
        choice
    }

    /// Thinks as [`think`](Self::think), at full strength and without a book, with an evaluator of
    /// the caller. Keep one engine for each evaluator: values of earlier searches stay in the table.
    /// Over 22×22 the classic player plays, which needs none.
    pub fn think_with(
        &mut self,
        eval: impl AllRulesEvaluator,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Choice {
        self.guarded(position, limits, |engine| {
            if !position.size().is_fast() {
                return engine.choose_classic(Skill::Hard, position, limits, stop);
            }
            // The caller's evaluator reads the board's tables; the classical kind adds the least to them.
            let kind = Some(EvaluationKind::Classical);
            let Some(limits) = engine.ready(kind, position, limits, stop) else {
                return fallback::choice(position, limits);
            };
            let clock = engine.clock;
            let searcher = engine.searcher_of(position.rule());
            searcher.search_with(eval, position, &limits, stop, &clock, listener).into()
        })
    }

    /// Thinks as [`think`](Self::think), but the caller calls [`Engine::learn`] once it has
    /// answered.
    pub fn think_without_learning(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Choice {
        self.guarded(position, limits, |engine| engine.choose(position, limits, stop, listener))
    }

    /// What `choose` returns; if it panics or that cannot be played, another legal move.
    fn guarded(
        &mut self,
        position: &Position,
        limits: &Limits,
        choose: impl FnOnce(&mut Self) -> Choice,
    ) -> Choice {
        let chosen = catch_unwind(AssertUnwindSafe(|| choose(self)));
        if chosen.is_err() {
            log::error!("the search panicked; playing a five, a stop of one, or any legal move");
            // It may have left an inconsistent state.
            self.searcher = None;
            self.classic = Self::classic_player(&self.trained);
        }
        fallback::checked(position, limits, chosen.ok())
    }

    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Choice {
        match self.options.level {
            Level::Number(number) if number < LevelNumber::LAST => {
                self.choose_as(number, position, limits, stop, listener)
            }
            Level::Easy => self.choose_classic(Skill::Easy, position, limits, stop),
            Level::Threats => self.choose_classic(Skill::Threats, position, limits, stop),
            Level::Hard => self.choose_classic(Skill::Hard, position, limits, stop),
            Level::Full | Level::Number(_) => {
                self.choose_with_book(position, limits, stop, listener)
            }
        }
    }

    /// The book's choice, else the strong engine's with what the book knows.
    fn choose_with_book(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Choice {
        if self.options.book.is_none() {
            return self.choose_fully(position, limits, stop, listener);
        }
        let begun = self.clock.now();
        if let Some(choice) = self.book_choice(position, limits, listener) {
            return choice;
        }
        if position.size().is_fast() {
            let known = self.known_lines(position, limits);
            self.searcher_of(position.rule()).known = known;
        }
        // The clock of the search begins now.
        let searched = self.rest_of(limits, begun);
        let choice = self.choose_fully(position, &searched, stop, listener);
        self.remember(position, limits, &choice);
        choice
    }

    /// The limits of a search that begins now, for a move that began at `begun`.
    fn rest_of(&self, limits: &Limits, begun: Duration) -> Limits {
        let used = limits.used + self.clock.now().saturating_sub(begun);
        Limits { used, ..limits.clone() }
    }

    /// The classic player's choice.
    fn choose_classic(
        &mut self,
        skill: Skill,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Choice {
        classic::choose(&mut self.classic, skill, position, limits, stop, &self.clock)
    }

    /// The strong engine's choice; on boards that it does not hold the classic player's.
    fn choose_fully(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Choice {
        if !position.size().is_fast() {
            return self.choose_classic(Skill::Hard, position, limits, stop);
        }
        let Some(limits) = self.ready(None, position, limits, stop) else {
            return fallback::choice(position, limits);
        };
        let clock = self.clock;
        let searcher = self.searcher_of(position.rule());
        searcher.search(position, &limits, stop, &clock, listener).into()
    }

    /// The limits that are left once the tables of the rule are built, for the evaluation of the
    /// engine or of this kind; `None` if there is no time for that and a move.
    fn ready(
        &mut self,
        kind: Option<EvaluationKind>,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Option<Limits> {
        let begun = self.clock.now();
        // An analysis wants a value, however late.
        let is_ready = limits.analysis || self.has_tables(kind, position, limits, stop);
        is_ready.then(|| self.rest_of(limits, begun))
    }

    /// Whether the tables of the rule are built while there is time for a move.
    fn has_tables(
        &mut self,
        kind: Option<EvaluationKind>,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
    ) -> bool {
        let searcher = self.searcher_of(position.rule());
        let patience = searcher.longest_time(position, limits);
        let evals = kind.map(|kind| searcher.evals.with_kind(kind));
        let evals = evals.as_ref().unwrap_or(&searcher.evals);
        let is_built = rule_tables::build_within(patience, position, evals, stop);
        if !is_built {
            log::warn!("no time for the tables of {}", position.rule());
            searcher.known.clear();
        }
        is_built
    }

    /// Whether boards of this size are searched; the classic player plays on the others.
    fn searches(&self, size: BoardSize) -> bool {
        let is_classic = matches!(self.options.level, Level::Easy | Level::Threats | Level::Hard);
        size.is_fast() && !is_classic
    }

    /// The searcher for a search under this rule.
    fn searcher_of(&mut self, rule: Rule) -> &mut Searcher {
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
            // Under a limit, the tables of another rule leave less for the rest.
            if self.options.max_memory != 0 && self.rules.len() > 1 {
                self.searcher = None;
            }
        }
        self.searcher()
    }

    fn searcher(&mut self) -> &mut Searcher {
        let Self { options, trained, rules, .. } = self;
        self.searcher.get_or_insert_with(|| {
            let options = memory::after_rules(options, rules.len());
            let mut searcher =
                Searcher::new(memory::table_bytes(&options), memory::threads(&options));
            searcher.solver_mb = memory::solver_mb(&options);
            searcher.evals = chosen_evals(&options, trained);
            searcher.params = trained.params.clone();
            searcher
        })
    }
}

/// The trained evaluations of the kind that the options select.
fn chosen_evals(options: &Options, trained: &Trained) -> Evaluations {
    trained.evals.with_kind(options.evaluation.unwrap_or(trained.evals.kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::rules::legality;
    use crate::search::NullListener;
    use crate::types::{BoardSize, Color, Coord, Rule, Score};

    fn think(engine: &mut Engine, position: &Position, limits: &Limits) -> Choice {
        engine.think(position, limits, &StopFlag::new(), &mut NullListener)
    }

    fn small() -> Engine {
        let mut engine = Engine::new();
        engine.set_options(Options { hash_kib: Some(1024), ..Options::default() });
        engine
    }

    fn nodes(count: u64) -> Limits {
        Limits { nodes: Some(count), ..Limits::default() }
    }

    #[test]
    fn the_first_move_is_the_center() {
        for side in [5, 15, 22] {
            let position = Position::new(Rule::Renju, BoardSize::square(side).unwrap());
            let choice = think(&mut small(), &position, &nodes(1000));
            assert_eq!(choice.moves, [position.size().center()]);
        }
    }

    #[test]
    fn no_search_begins_before_the_tables_of_the_rule_are_there() {
        let position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
        let limits = Limits { turn: Some(Duration::from_millis(20)), ..nodes(1000) };
        let with = |limits: &Limits| {
            let evals = Evaluations::default();
            let (eval, stop) = (evals.of(Rule::Freestyle), StopFlag::new());
            small().think_with(eval, &position, limits, &stop, &mut NullListener)
        };
        rule_tables::NEVER_READY.set(true);
        let late = [with(&limits), think(&mut small(), &position, &limits)];
        // There is time for a value, however late.
        let analyzed = with(&Limits { analysis: true, ..nodes(1000) });
        rule_tables::NEVER_READY.set(false);
        for choice in late {
            assert_eq!((choice.nodes, choice.moves.len()), (0, 1), "{choice:?}");
        }
        assert!(analyzed.nodes > 0 && with(&nodes(1000)).nodes > 0);
    }

    #[test]
    fn nothing_is_prepared_for_a_board_of_the_classic_player() {
        let mut engine = small();
        engine.prepare(Rule::Freestyle, BoardSize::square(30).unwrap());
        assert!(engine.searcher.is_none());
    }

    #[test]
    fn a_replaced_engine_leaves_memory_for_the_tables_that_the_process_has() {
        let mut engine = small();
        for rule in [Rule::Renju, Rule::Caro] {
            let position = Position::new(rule, BoardSize::square(9).unwrap());
            think(&mut engine, &position, &nodes(10));
        }
        assert_eq!(engine.replaced().rules, [Rule::Renju, Rule::Caro]);
    }

    #[test]
    fn the_same_node_limit_gives_the_same_search_after_forgetting() {
        let picture = "
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . O . . . . . . . .
            . . . . . . . X . . . . . . .
            . . . . . . . O X . . . . . .
            . . . . . . . X . . . . . . .
            . . . . . . . . O . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            ";
        for rule in Rule::ALL {
            let position = parse_picture(rule, picture).unwrap();
            let mut engine = small();
            let first = think(&mut engine, &position, &nodes(20_000));
            engine.forget();
            assert_eq!(think(&mut engine, &position, &nodes(20_000)), first);
            assert_eq!(think(&mut small(), &position, &nodes(20_000)), first);
            let mut prepared = small();
            prepared.prepare(rule, position.size());
            assert!(prepared.searcher.is_some());
            assert_eq!(think(&mut prepared, &position, &nodes(20_000)), first);
            assert!(first.nodes >= 20_000 && first.nodes < 20_100, "{}", first.nodes);
        }
    }

    #[test]
    fn a_lost_position_is_defended_as_long_as_possible_and_never_in_the_corner() {
        let picture = "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . X X X . . . . .
            . . . . . . . . . . .
            . . O . O . . . . . .
            . . . . . . X X X . .
            . . . O . . . . . . .
            . . O . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            ";
        let mut position = parse_picture(Rule::Freestyle, picture).unwrap();
        position.set_to_move(Color::White);
        let choice = think(&mut small(), &position, &nodes(5000));
        assert!(choice.score.0 < -Score::MATE_THRESHOLD, "{}", choice.score);
        let Coord { y, .. } = choice.moves[0];
        assert!(y == 3 || y == 6, "plays {} instead of stopping a three", choice.moves[0]);
    }

    #[test]
    fn an_only_move_is_played_at_once_but_analyzed() {
        let picture = "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . O . . . . . . .
            . . O X X X X . . . .
            . . . . . . . . . . .
            . . O . O . . . . . .
            . . . . . . . . . . .
            . . . O . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            ";
        let mut position = parse_picture(Rule::Freestyle, picture).unwrap();
        let timed = Limits { turn: Some(Duration::from_secs(1)), ..Limits::default() };
        // Black's five is the only candidate, and its value is known.
        let five = Coord::new(7, 3);
        let choice = think(&mut small(), &position, &timed);
        assert_eq!((choice.moves, choice.score), (vec![five], Score(Score::win_in(1))));
        // An excluded five does not win.
        let excluded = Limits { excluded: vec![five], turn: Some(Duration::ZERO), ..timed.clone() };
        let choice = think(&mut small(), &position, &excluded);
        assert!(choice.moves != [five] && choice.score.mate_plies().is_none(), "{choice:?}");
        // White must stop it.
        position.set_to_move(Color::White);
        let choice = think(&mut small(), &position, &timed);
        assert_eq!((choice.moves, choice.depth), (vec![five], 0));
        let analysis = Limits { analysis: true, nodes: Some(3000), ..timed };
        let choice = think(&mut small(), &position, &analysis);
        assert_eq!(choice.moves, [five]);
        assert!(choice.depth > 2, "{}", choice.depth);
    }

    #[test]
    fn any_numbers_of_stones_are_searched() {
        // As after passes, or as set up: one side has many more, and either is to move.
        let picture = "
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . X . .
            . . . . O . . . .
            . . . . X . . . .
            . . . . . . . . .
            . . X . . . X . .
            . . . . . . . . .
            . . . . . . . . .
            ";
        for rule in Rule::ALL {
            let black = parse_picture(rule, picture).unwrap();
            let mut white = Position::new(rule, black.size());
            for &(coord, stone) in black.stones() {
                white.put(coord, stone.color().map_or(stone, |color| (!color).into())).unwrap();
            }
            for (mut position, color) in
                [&black, &white].into_iter().flat_map(|at| Color::BOTH.map(|c| (at.clone(), c)))
            {
                position.set_to_move(color);
                let choice = think(&mut small(), &position, &nodes(2000));
                assert!(legality::is_legal(&position, choice.moves[0]), "{rule} {color}");
                assert!(choice.depth > 1, "{rule} {color}: {}", choice.depth);
            }
        }
    }

    #[test]
    fn black_with_forbidden_points_only_still_moves() {
        let picture = "
            X X X . X X X
            # # # # # # #
            # # # # # # #
            # # # # # # #
            # # # # # # #
            ";
        let mut position = parse_picture(Rule::Renju, picture).unwrap();
        position.set_to_move(Color::Black);
        assert_eq!(legality::legal_moves(&position), []);
        let choice = think(&mut small(), &position, &nodes(100));
        assert_eq!(choice.moves, [Coord::new(3, 0)]);
    }

    #[test]
    fn a_full_board_has_no_move() {
        let mut position = Position::new(Rule::Freestyle, BoardSize::square(5).unwrap());
        let coords: Vec<Coord> = position.empty_coords().collect();
        for coord in coords {
            position.play(coord).unwrap();
        }
        assert!(think(&mut small(), &position, &nodes(100)).moves.is_empty());
    }

    #[test]
    fn large_boards_get_an_answer() {
        let mut position = Position::new(Rule::Renju, BoardSize::new(181, 23).unwrap());
        position.play(Coord::new(100, 11)).unwrap();
        let choice = think(&mut small(), &position, &nodes(100));
        let Coord { x, y } = choice.moves[0];
        assert!(x.abs_diff(100) <= 2 && y.abs_diff(11) <= 2, "{x},{y}");
    }
}
