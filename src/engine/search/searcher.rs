//! The searcher: the memory that outlives a search, and the threads of one search.

use std::io::{self, Read, Seek, Write};
use std::thread;
use std::time::Duration;

use super::experience::Experience;
use super::ground::Ground;
use super::known::{self, KnownLine};
use super::outcome::SearchOutcome;
use super::prove::proved_win;
use super::root::{RootResult, root_moves, static_best};
use super::rule_params::RuleParams;
use super::shared::{SearchState, SearchTimer};
use super::table_file::{self, TableFileError};
use super::time::Budget;
use super::tt::SearchTable;
use super::worker::Worker;
use super::{Goal, Limits, Listener, NullListener, StopFlag};
use crate::board::{Board, Position};
use crate::eval::{AllRulesEvaluator, Evaluations, Evaluator};
use crate::types::{Coord, Point, RuleSet, Score, with_rule};
use crate::util::clock::Clock;
use crate::util::pauses::Pauses;

/// At most 1/20 of the move time goes into pre-faulting the table. The rest waits for the next
/// move.
const PREFAULT_SHARE: u32 = 20;
/// Stack of a searching thread: the deepest recursion with a wide margin.
pub const STACK_BYTES: usize = 16 << 20;

/// Memory of the threat solver's tables in MiB, unless memory is limited.
pub const SOLVER_MB: u64 = 4;

/// Upper bound of the speed of one thread.
const POSITIONS_PER_SECOND: f64 = 4e6;
/// A search of depth d visits fewer positions than this times 2^d: in the positions of the bench
/// 4,000 to 10,000 at depth 6, 60,000 to 280,000 at depth 12.
const POSITIONS_AT_DEPTH_0: u64 = 300;

/// The memory of the search: the transposition table and each thread's experience.
#[derive(Debug)]
pub struct Searcher {
    table: SearchTable,
    experiences: Vec<Experience>,
    /// The ground that the memory belongs to; `None` while it is empty.
    ground: Option<Ground>,
    /// How long the system made earlier searches wait.
    pauses: Pauses,
    /// The evaluations.
    pub evals: Evaluations,
    /// The parameters, by rule.
    pub params: RuleParams,
    /// Memory of the threat solver's tables in MiB, which are not part of `table_bytes`.
    pub solver_mb: u64,
    /// What is known about the next search's position and those after it.
    pub known: Vec<KnownLine>,
}

impl Searcher {
    /// A searcher with a table of at most `table_bytes`, for `threads` threads (at least one).
    pub fn new(table_bytes: u64, threads: usize) -> Self {
        let experiences = vec![Experience::default(); threads.max(1)];
        Self {
            table: SearchTable::new(table_bytes),
            experiences,
            ground: None,
            pauses: Pauses::default(),
            evals: Evaluations::default(),
            params: RuleParams::default(),
            solver_mb: SOLVER_MB,
            known: Vec::new(),
        }
    }

    /// Forgets everything learned.
    pub fn clear(&mut self) {
        self.ground = None;
        self.table.clear();
        self.experiences.fill_with(Experience::default);
    }

    /// Forgets what was learned on another ground.
    fn settle(&mut self, ground: Ground) {
        if self.ground.as_ref().is_some_and(|known| *known != ground) {
            self.clear();
        }
        self.ground = Some(ground);
    }

    /// How full the transposition table is, in thousandths.
    pub fn usage(&mut self) -> u32 {
        self.table.share().usage()
    }

    /// Writes the transposition table for searches of such positions; returns the number of its
    /// entries.
    ///
    /// # Errors
    /// If that fails, or the last search was under another rule or on another board.
    pub fn write_table(&mut self, position: &Position, out: &mut dyn Write) -> io::Result<u64> {
        let ground = Ground::of(position);
        if self.ground.as_ref().is_some_and(|known| *known != ground) {
            let why = "the table is of another rule or board, expected a search of this game first";
            return Err(io::Error::other(why));
        }
        table_file::write(self.table.share(), &ground, out)
    }

    /// Adds the entries of a written table; returns how many were taken.
    ///
    /// # Errors
    /// If the file is damaged, larger than the table, or of another rule or board; nothing is taken
    /// then.
    pub fn read_table(
        &mut self,
        position: &Position,
        input: &mut (impl Read + Seek),
    ) -> Result<u64, TableFileError> {
        self.settle(Ground::of(position));
        table_file::read(&mut self.table, &Ground::of(position), input)
    }

    /// The longest time that a search of this position may take; `None` without a limit or if the
    /// clock counts nodes. After pauses of the system it takes less.
    pub(crate) fn longest_time(&self, position: &Position, limits: &Limits) -> Option<Duration> {
        let params = self.params.of(position.rule());
        let budget = Budget::new(limits, position.empty_coords().count(), params);
        budget.without(limits.delay).maximum.filter(|_| limits.nodes_per_ms.is_none())
    }

    /// Searches a position of at most 22×22. Forgets what was learned under another rule or on
    /// another board.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        clock: &dyn Clock,
        listener: &mut dyn Listener,
    ) -> SearchOutcome {
        let evals = self.evals.clone();
        self.search_with(evals.of(position.rule()), position, limits, stop, clock, listener)
    }

    /// Searches as [`search`](Self::search), with another evaluator. Values that an earlier search
    /// with yet another one stored are used until [`clear`](Self::clear).
    pub fn search_with(
        &mut self,
        eval: impl AllRulesEvaluator,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        clock: &dyn Clock,
        listener: &mut dyn Listener,
    ) -> SearchOutcome {
        let start = clock.now();
        self.settle(Ground::of(position));
        let timer = SearchTimer { clock, start };
        with_rule!(position.rule(), R => {
            self.run::<R, _>(eval, position, limits, stop, timer, listener)
        })
    }

    fn run<R: RuleSet, E: Evaluator<R> + Clone + Send>(
        &mut self,
        mut eval: E,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        timer: SearchTimer<'_>,
        listener: &mut dyn Listener,
    ) -> SearchOutcome {
        let mut board = Board::<R, _>::of_position(position, Evaluator::<R>::values(&eval));
        let params = self.params.of(R::RULE);
        let mut pauses = self.pauses;
        pauses.saw(limits.delay);
        let mut budget = Budget::new(limits, board.empty_count(), params);
        if limits.nodes_per_ms.is_none() {
            budget = budget.without(pauses.longest());
        }
        let limits = &budget.in_nodes(limits);
        let moves = root_moves(&board, &mut eval, &limits.excluded);
        let is_needed = needs_search(&moves, limits, &budget);
        let is_early = |most| timer.elapsed() * PREFAULT_SHARE < most;
        // A clock that counts nodes leaves time for the table at any load.
        let maximum = budget.maximum.filter(|_| limits.nodes_per_ms.is_none());
        let has_time = || is_needed && !stop.is_set() && maximum.is_none_or(is_early);
        let most = most_positions(limits, &budget, self.experiences.len());
        let table = self.table.begin_search(most, has_time);
        known::store(&mut board, table, &std::mem::take(&mut self.known));
        self.experiences.iter_mut().for_each(Experience::fade);
        let times = (budget, pauses);
        let shared = SearchState::new(table, params, limits, times, stop, timer);
        if !is_needed {
            return at_once(&board, &mut eval, &moves);
        }
        if is_plain(limits)
            && let Some(outcome) = proved_win(position, &shared, self.solver_mb, listener)
        {
            return outcome;
        }
        let (main, helpers) = self.experiences.split_at_mut(1);
        shared.begin();
        let mut worker = Worker::new(0, board, eval, &shared, &mut main[0]);
        let outcome = pursue(&mut worker, helpers, &moves, listener);
        self.pauses.fade();
        self.pauses.saw(shared.longest_gap());
        outcome
    }
}

/// Builds the tables that the first search of such a position needs: a few milliseconds, once per
/// process and rule.
pub fn prepare(position: &Position, evals: &Evaluations) {
    with_rule!(position.rule(), R => prepare_for::<R>(position, evals));
}

fn prepare_for<R: RuleSet>(position: &Position, evals: &Evaluations) {
    let mut eval = evals.of(R::RULE);
    let board = Board::<R, _>::of_position(position, Evaluator::<R>::values(&eval));
    root_moves(&board, &mut eval, &[]);
}

/// Searches for the goal.
fn pursue<R: RuleSet, E: Evaluator<R> + Clone + Send>(
    worker: &mut Worker<'_, R, E>,
    helpers: &mut [Experience],
    moves: &[Point],
    listener: &mut dyn Listener,
) -> SearchOutcome {
    match worker.shared.limits.goal {
        Goal::Best => {
            let found = deepen_with_helpers(worker, helpers, moves, listener);
            outcome(&found, worker.shared.nodes())
        }
        Goal::BalanceOne { bias } => balanced(worker, moves, 1, bias, listener),
        Goal::BalanceTwo { bias } => balanced(worker, moves, 2, bias, listener),
    }
}

/// Deepens with the main worker while helper threads search the same position with the same table.
fn deepen_with_helpers<R: RuleSet, E: Evaluator<R> + Clone + Send>(
    worker: &mut Worker<'_, R, E>,
    helpers: &mut [Experience],
    moves: &[Point],
    listener: &mut dyn Listener,
) -> RootResult {
    // Waiting for another thread would make the move even later.
    let helpers = if worker.shared.is_pressed() { &mut [] } else { helpers };
    thread::scope(|scope| {
        let help = |(id, experience)| {
            let (board, eval, shared) = (worker.board.clone(), worker.eval.clone(), worker.shared);
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, move || {
                let mut helper = Worker::new(id + 1, board, eval, shared, experience);
                helper.deepen(moves, 1 + id as u32 % 2, &mut NullListener);
            })
        };
        // If the system refuses another thread, the search runs with those it has.
        let helpers: Vec<_> = helpers.iter_mut().enumerate().flat_map(help).collect();
        let end = EndAtDrop(worker.shared);
        let found = worker.deepen(moves, 1, listener);
        drop(end);
        for helper in helpers {
            // A panic was reported where it happened; the main worker's move is as good without the
            // helper.
            let _ = helper.join();
        }
        // Waiting for late helpers counts as a pause, too.
        worker.shared.check_clock();
        found
    })
}

/// Ends the search for all workers even if the main one panics: no other worker reads the clock.
struct EndAtDrop<'a, 'b>(&'a SearchState<'b>);

impl Drop for EndAtDrop<'_, '_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Upper bound of the positions that a search within these limits can visit, if there is one, so
/// that a short search does not pre-fault a large table.
fn most_positions(limits: &Limits, budget: &Budget, threads: usize) -> Option<u64> {
    let by_depth =
        limits.depth.map(|depth| POSITIONS_AT_DEPTH_0.saturating_mul(1 << depth.min(50)));
    let in_time = |time: Duration| (time.as_secs_f64() * POSITIONS_PER_SECOND) as u64;
    let by_time = budget.maximum.map(|time| in_time(time).saturating_mul(threads as u64));
    [limits.nodes, by_depth, by_time].into_iter().flatten().min()
}

/// Whether any best move will do, so that a proved win ends the search.
fn is_plain(limits: &Limits) -> bool {
    limits.goal == Goal::Best && limits.multi_pv == 1 && limits.excluded.is_empty()
}

/// Whether to search at all: not without a legal move or time, and not for a single move while a
/// clock is running and neither its value nor a depth is wanted.
fn needs_search(moves: &[Point], limits: &Limits, budget: &Budget) -> bool {
    let no_time = budget.maximum.is_some_and(|maximum| maximum.is_zero());
    let no_choice = moves.len() == 1 && budget.is_hurried(limits);
    let is_best = limits.goal == Goal::Best;
    !moves.is_empty() && !(is_best && (no_time || no_choice))
}

/// The result where no search is needed.
fn at_once<R: RuleSet, E: Evaluator<R>>(
    board: &Board<R, E::Values>,
    eval: &mut E,
    moves: &[Point],
) -> SearchOutcome {
    let (best, value) = static_best(board, eval, moves);
    let moves: Vec<Coord> = best.into_iter().map(Point::coord).collect();
    SearchOutcome { pv: moves.clone(), moves, score: Score(value), depth: 0, nodes: 0 }
}

fn outcome(found: &RootResult, nodes: u64) -> SearchOutcome {
    let best = &found.moves[0];
    // A search stopped before its first value still has a first move, but no value.
    let known = [best.value, best.previous].into_iter().find(|value| value.abs() < Score::INFINITE);
    SearchOutcome {
        moves: vec![best.point.coord()],
        score: Score(known.unwrap_or(0)),
        depth: found.depth,
        nodes,
        pv: best.pv.iter().map(|point| point.coord()).collect(),
    }
}

fn balanced<R: RuleSet, E: Evaluator<R>>(
    worker: &mut Worker<'_, R, E>,
    moves: &[Point],
    count: usize,
    bias: i32,
    listener: &mut dyn Listener,
) -> SearchOutcome {
    let found = worker.balance(moves, count, bias, listener);
    let moves: Vec<Coord> = found.moves.iter().map(|point| point.coord()).collect();
    SearchOutcome {
        pv: moves.clone(),
        moves,
        score: Score(found.value),
        depth: found.depth,
        nodes: worker.shared.nodes(),
    }
}

/// A searcher is not shared between threads, but moves to the engine's thread.
const _: fn() = || {
    fn is_send<T: Send>() {}
    is_send::<Searcher>();
};

#[cfg(test)]
mod tests {
    use std::ops::RangeInclusive;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::super::params::Params;
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::types::{BoardSize, Rule};
    use crate::util::clock::{FakeClock, SystemClock};

    /// A clock that advances by 10 microseconds per reading, and in one reading by a pause of the
    /// system.
    #[derive(Default)]
    struct Paused {
        looks: AtomicU64,
        pause: Duration,
    }

    impl Clock for Paused {
        fn now(&self) -> Duration {
            let looks = self.looks.fetch_add(1, Ordering::Relaxed);
            let pause = if looks < 100 { Duration::ZERO } else { self.pause };
            Duration::from_micros(10 * looks) + pause
        }
    }

    #[test]
    fn a_pause_of_the_system_shortens_this_search_and_the_next() {
        let mut searcher = Searcher::new(1 << 20, 1);
        let turn = Some(Duration::from_millis(12));
        let limits = Limits { turn, reserve: Duration::ZERO, ..Limits::default() };
        let mut position = Position::new(Rule::Standard, BoardSize::square(15).unwrap());
        position.play(position.size().center()).unwrap();
        let mut ends_within = |range: RangeInclusive<u64>, pause, delay| {
            let clock = Paused { pause: Duration::from_millis(pause), ..Paused::default() };
            let limits = Limits { delay: Duration::from_millis(delay), ..limits.clone() };
            searcher.search(&position, &limits, &StopFlag::new(), &clock, &mut NullListener);
            let end = clock.now().as_micros() as u64;
            assert!(
                range.contains(&end),
                "{end} µs with a pause of {pause} ms, woken {delay} ms late"
            );
        };
        // Nine tenths may be enough, if an iteration ends at that time.
        ends_within(10_800..=12_300, 0, 0);
        ends_within(5_400..=6_300, 0, 3);
        ends_within(5_900..=7_500, 5, 0);
        ends_within(2_600..=4_500, 0, 0);
    }

    /// A clock that is a minute later at every reading.
    #[derive(Default)]
    struct Jumping {
        looks: AtomicU64,
    }

    impl Clock for Jumping {
        fn now(&self) -> Duration {
            Duration::from_secs(60 * self.looks.fetch_add(1, Ordering::Relaxed))
        }
    }

    #[test]
    fn beside_a_clock_of_nodes_the_clock_of_the_system_changes_nothing() {
        let picture = "
            . . . . . . . . .
            . . . . . . . . .
            . . . X . . . . .
            . . O . X O . . .
            . . . O X . . . .
            . . . . O X . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            ";
        let position = parse_picture(Rule::Freestyle, picture).unwrap();
        let turn = Some(Duration::from_millis(400));
        let limits = Limits { turn, nodes_per_ms: Some(10), ..Limits::default() };
        let search = |limits: &Limits, clock: &dyn Clock| {
            let mut searcher = Searcher::new(8 << 20, 1);
            let mut listener = NullListener;
            // The second search knows the pauses that the first one saw.
            let found = [(); 2].map(|()| {
                searcher.search(&position, limits, &StopFlag::new(), clock, &mut listener)
            });
            (found, searcher.table.ready_bytes())
        };
        let still = search(&limits, &FakeClock::new());
        assert!(still.0[0].nodes > 3_000, "{still:?}");
        let late = Limits { delay: Duration::from_secs(10), ..limits };
        assert_eq!(search(&late, &Jumping::default()), still);
    }

    #[test]
    fn the_longest_time_follows_the_parameters_of_the_searcher() {
        let position = Position::new(Rule::Renju, BoardSize::square(15).unwrap());
        let limits = Limits { left: Some(Duration::from_secs(180)), ..Limits::default() };
        let mut searcher = Searcher::new(1 << 20, 1);
        let usual = searcher.longest_time(&position, &limits).unwrap();
        searcher.params.set(Some(Rule::Renju), "clock_least_moves", 14).unwrap();
        let halved = searcher.longest_time(&position, &limits).unwrap();
        assert!(halved < usual.mul_f64(0.51), "{halved:?} of {usual:?}");
        let by_nodes = Limits { nodes_per_ms: Some(1), ..limits };
        assert_eq!(searcher.longest_time(&position, &by_nodes), None);
    }

    #[test]
    fn an_only_move_prepares_no_table() {
        let mut searcher = Searcher::new(64 << 20, 1);
        let turn = Some(Duration::from_secs(60));
        let limits = Limits { turn, ..Limits::default() };
        let empty = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
        let (stop, clock) = (StopFlag::new(), SystemClock::new());
        let mut search = |position: &Position, limits: &Limits| {
            let found = searcher.search(position, limits, &stop, &clock, &mut NullListener);
            (found, searcher.table.ready_bytes())
        };
        let (found, ready) = search(&empty, &limits);
        assert_eq!((found.moves, found.nodes), (vec![empty.size().center()], 0));
        assert!(ready <= 2 << 20, "{ready} bytes touched for the only move");
        let mut second = empty.clone();
        second.play(empty.size().center()).unwrap();
        let (found, ready) =
            search(&second, &Limits { nodes: Some(2_000_000), depth: Some(2), ..limits });
        assert!(found.nodes > 0 && ready > 0);
    }

    #[test]
    fn the_tightest_limit_bounds_the_positions() {
        let most = |limits: &Limits, threads| {
            most_positions(limits, &Budget::new(limits, 200, &Params::default()), threads)
        };
        let none = Limits::default();
        assert_eq!(most(&none, 1), None);
        assert_eq!(most(&Limits { nodes: Some(77), ..none.clone() }, 2), Some(77));
        let shallow = Limits { depth: Some(3), nodes: Some(1 << 40), ..none.clone() };
        assert_eq!(most(&shallow, 1), Some(2400));
        assert!(most(&Limits { depth: Some(99), ..none.clone() }, 1) > Some(1 << 50));
        let turn = Some(Duration::from_millis(100));
        let timed = Limits { turn, reserve: Duration::ZERO, ..none };
        assert_eq!(most(&timed, 1).map(|one| 2 * one), most(&timed, 2));
        assert!((100_000..=400_000).contains(&most(&timed, 1).unwrap()));
    }
}
