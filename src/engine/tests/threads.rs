//! A search with several threads, seen from outside.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use tengen_engine::board::{Bare, Board, Position, notation};
use tengen_engine::engine::{Choice, Engine, Options};
use tengen_engine::eval::Evaluator;
use tengen_engine::search::{Limits, NullListener, StopFlag};
use tengen_engine::types::{BoardSize, Coord, Point, PointSet, Rule, RuleSet};

fn engine(threads: usize) -> Engine {
    let mut engine = Engine::new();
    engine.set_options(Options { threads, ..Options::with_hash(4 << 10) });
    engine
}

fn think(position: &Position, limits: &Limits) -> Choice {
    engine(2).think(position, limits, &StopFlag::new(), &mut NullListener)
}

/// Two moves of a game that nobody has won.
fn quiet() -> Position {
    let mut position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
    for coord in [Coord::new(7, 7), Coord::new(8, 6)] {
        position.play(coord).unwrap();
    }
    position
}

#[test]
fn two_threads_find_a_forced_win() {
    // Black wins by a four and a double four; no first move wins at once.
    let picture = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . X . . . . . O . .
        . . X . . . . O . . .
        . . X . . . . . . . .
        . . . . . X X . . . .
        . . . . . . O . . . .
        . . O . . . . O . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        ";
    let position = notation::parse_picture(Rule::Freestyle, picture).unwrap();
    // With two lines the solver does not decide before the search.
    let limits = Limits { multi_pv: 2, ..Limits::of_nodes(60_000) };
    for limits in [Limits::of_nodes(60_000), limits] {
        let choice = think(&position, &limits);
        assert!(choice.score.mate_plies().is_some_and(|plies| plies > 0), "{choice:?}");
    }
}

#[test]
fn two_threads_end_by_every_limit() {
    let position = quiet();
    let nodes = think(&position, &Limits::of_nodes(20_000));
    // Each thread reports its nodes from time to time.
    assert!((20_000..22_000).contains(&nodes.nodes), "{} nodes", nodes.nodes);
    assert_eq!(think(&position, &Limits::of_depth(4)).depth, 4);
    let begun = Instant::now();
    let timed = think(&position, &Limits::of_time(Duration::from_millis(60)));
    assert!(timed.best().is_some() && begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn two_threads_end_when_they_are_stopped() {
    let (position, stop) = (quiet(), StopFlag::new());
    let choice = thread::scope(|scope| {
        let searching = scope
            .spawn(|| engine(2).think(&position, &Limits::default(), &stop, &mut NullListener));
        thread::sleep(Duration::from_millis(30));
        stop.set();
        searching.join().unwrap()
    });
    assert!(choice.best().is_some_and(|coord| position.is_empty_at(coord)));
}

/// Knows nothing, but remembers which threads asked.
#[derive(Clone, Default)]
struct Asked(Arc<Mutex<HashSet<ThreadId>>>);

impl<R: RuleSet> Evaluator<R> for Asked {
    type Values = Bare;

    fn values(&self) -> Bare {
        Bare::of(R::RULE)
    }

    fn evaluate(&mut self, board: &Board<R>) -> i32 {
        self.0.lock().unwrap().insert(thread::current().id());
        board.key() as i32 % 100
    }

    fn score_moves(&mut self, _: &Board<R>, moves: &PointSet, mut each: impl FnMut(Point, i32)) {
        moves.iter().for_each(|point| each(point, 0));
    }
}

#[test]
fn every_thread_takes_part() {
    for threads in [1, 3] {
        let (asked, limits) = (Asked::default(), Limits::of_nodes(100_000));
        let mut engine = engine(threads);
        engine.think_with(asked.clone(), &quiet(), &limits, &StopFlag::new(), &mut NullListener);
        assert_eq!(asked.0.lock().unwrap().len(), threads);
    }
}
