//! The engine as a player at the table: it searches in its own thread, so that the keyboard always
//! responds. [`EnginePlayer`] is its interface, which tests implement with a fake.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::Position;
use crate::engine::{Choice, Engine, Options};
use crate::search::{Limits, NullListener, StopFlag};
use crate::types::Coord;

/// Stack size of the engine's thread in bytes: the deepest recursion of a search with a wide
/// margin.
const STACK_BYTES: usize = 16 << 20;

/// How strong and how long the engine thinks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Strength {
    /// Options of the engine.
    pub options: Options,
    /// Limits of one move.
    pub limits: Limits,
    /// Time for all moves of a color in a game.
    pub game: Option<Duration>,
}

/// The engine's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineMove {
    /// The move; `None` on a full board.
    pub coord: Option<Coord>,
    /// Time for it in milliseconds.
    pub time_ms: u64,
    /// Depth and value, in parentheses: `(depth 9, value 31)`.
    pub note: String,
}

/// A player that searches one position at a time.
pub(crate) trait EnginePlayer {
    /// Starts a search of a new position; `used_ms` is the time that the color to move has used so
    /// far.
    fn begin(&mut self, position: &Position, used_ms: u64);
    /// Waits for the answer, at most `patience`.
    fn wait(&mut self, patience: Duration) -> Option<EngineMove>;
    /// Asks for an answer at once.
    fn hurry(&mut self);
}

struct EngineTask {
    number: u64,
    position: Position,
    limits: Limits,
    stop: StopFlag,
}

/// The engine in its thread.
#[derive(Debug)]
pub(crate) struct PlayThread {
    tasks: Sender<EngineTask>,
    answers: Receiver<(u64, EngineMove)>,
    /// The number of the last task; answers to earlier ones are ignored.
    number: u64,
    stop: StopFlag,
    strength: Strength,
}

impl PlayThread {
    /// Starts the thread, which ends when the value is dropped.
    ///
    /// # Errors
    /// If the thread cannot be created.
    pub(crate) fn start(strength: Strength) -> std::io::Result<Self> {
        let (tasks, to_do) = mpsc::channel();
        let (done, answers) = mpsc::channel();
        let options = strength.options.clone();
        let job = move || serve(options, &to_do, &done);
        thread::Builder::new().name("engine".to_owned()).stack_size(STACK_BYTES).spawn(job)?;
        Ok(Self { tasks, answers, number: 0, stop: StopFlag::new(), strength })
    }
}

impl EnginePlayer for PlayThread {
    fn begin(&mut self, position: &Position, used_ms: u64) {
        self.stop.set();
        self.stop = StopFlag::new();
        self.number += 1;
        let left = |game: Duration| game.saturating_sub(Duration::from_millis(used_ms));
        let limits = Limits { left: self.strength.game.map(left), ..self.strength.limits.clone() };
        // The thread lives as long as this value.
        let (number, position, stop) = (self.number, position.clone(), self.stop.clone());
        let _ = self.tasks.send(EngineTask { number, position, limits, stop });
    }

    fn wait(&mut self, patience: Duration) -> Option<EngineMove> {
        match self.answers.recv_timeout(patience) {
            Ok((number, answer)) => Some(answer).filter(|_| number == self.number),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(EngineMove {
                coord: None,
                time_ms: 0,
                note: "(the engine has stopped)".to_owned(),
            }),
        }
    }

    fn hurry(&mut self) {
        self.stop.set();
    }
}

impl Drop for PlayThread {
    fn drop(&mut self) {
        self.stop.set();
    }
}

fn serve(options: Options, tasks: &Receiver<EngineTask>, answers: &Sender<(u64, EngineMove)>) {
    let mut engine = Engine::new();
    engine.set_options(options);
    for EngineTask { number, position, limits, stop } in tasks {
        let began = Instant::now();
        let choice = engine.think(&position, &limits, &stop, &mut NullListener);
        let time_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let note = note(&choice);
        let answer = EngineMove { coord: choice.moves.first().copied(), time_ms, note };
        if answers.send((number, answer)).is_err() {
            return;
        }
    }
}

fn note(choice: &Choice) -> String {
    format!("(depth {}, value {})", choice.depth, choice.score)
}

#[cfg(test)]
pub(crate) mod fake {
    //! A player that answers at once with the first empty point.

    use super::*;

    /// Answers with the first empty point, or with `next`.
    #[derive(Debug, Default)]
    pub(crate) struct FirstPoint {
        /// The answer to come.
        pub task: Option<Coord>,
        /// How often it was asked to hurry.
        pub hurried: usize,
        /// Answers only when asked to hurry.
        pub is_slow: bool,
    }

    impl EnginePlayer for FirstPoint {
        fn begin(&mut self, position: &Position, _used_ms: u64) {
            self.task = position.empty_coords().next();
        }

        fn wait(&mut self, _patience: Duration) -> Option<EngineMove> {
            if self.is_slow && self.hurried == 0 {
                return None;
            }
            let coord = self.task.take()?;
            Some(EngineMove { coord: Some(coord), time_ms: 1, note: "(at once)".to_owned() })
        }

        fn hurry(&mut self) {
            self.hurried += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Rule};

    fn engine(limits: Limits) -> PlayThread {
        let options = Options { hash_kib: Some(1024), ..Options::default() };
        PlayThread::start(Strength { options, limits, game: None }).unwrap()
    }

    #[test]
    fn the_engine_answers_within_its_limits_and_at_once_when_hurried() {
        let mut position = Position::new(Rule::Renju, BoardSize::square(9).unwrap());
        let mut limited = engine(Limits { nodes: Some(500), ..Limits::default() });
        limited.begin(&position, 0);
        let answer = limited.wait(Duration::from_secs(20)).unwrap();
        assert_eq!(answer.coord, Some(Coord::new(4, 4)));
        position.play(Coord::new(4, 4)).unwrap();
        let mut endless = engine(Limits::default());
        endless.begin(&position, 0);
        assert_eq!(endless.wait(Duration::from_millis(50)), None);
        endless.hurry();
        let answer = endless.wait(Duration::from_secs(20)).unwrap();
        assert!(answer.coord.is_some_and(|coord| position.is_empty_at(coord)));
    }
}
