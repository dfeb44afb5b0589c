//! The engine as a player at the table: it searches in its own thread, so that the keyboard always
//! responds, and reports what it finds as it finds it. [`EnginePlayer`] is its interface, which
//! tests implement with a fake.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::Position;
use crate::engine::{Choice, Engine, Options};
use crate::explain;
use crate::rules::opening::{OpeningChoice, OpeningPhase};
use crate::search::{DepthLines, Event, Iteration, Limits, Listener, StopFlag};
use crate::threats::Watch;
use crate::types::{Coord, Score};

/// Stack size of the engine's thread in bytes: the deepest recursion of a search with a wide
/// margin.
const STACK_BYTES: usize = 16 << 20;

/// How many lines an analysis shows.
const ANALYSIS_LINES: usize = 3;

/// How strong and how long the engine thinks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// The choices in an opening; empty for a move.
    pub choices: Vec<OpeningChoice>,
}

/// One line of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SearchLine {
    /// The value for the side to move.
    pub score: Score,
    /// The moves, the one to play first.
    pub pv: Vec<Coord>,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Progress {
    /// Nominal depth in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The lines, the best first.
    pub lines: Vec<SearchLine>,
    /// Whether the value is proved.
    pub is_proved: bool,
}

impl Progress {
    /// What is known from a complete depth.
    fn of(found: &DepthLines) -> Self {
        let Some(last) = found.lines().last() else { return Self::default() };
        let line = |line: &Iteration| SearchLine { score: line.score, pv: line.pv.clone() };
        Self {
            depth: last.depth,
            selective_depth: last.selective_depth,
            nodes: last.nodes,
            elapsed: last.elapsed,
            lines: found.lines().iter().map(line).collect(),
            is_proved: found.is_proved(),
        }
    }
}

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchKind {
    /// A move, within the limits; with the time that the color to move has used so far.
    Move {
        /// That time in milliseconds.
        used_ms: u64,
    },
    /// The value of the position, without an end.
    Analysis,
    /// The best move, and why it is good.
    Explanation,
}

/// A player that searches one position at a time.
pub(crate) trait EnginePlayer {
    /// Starts a search of a new position; an earlier one is stopped.
    fn begin(&mut self, position: &Position, kind: SearchKind);
    /// Starts to choose in an opening; an earlier search is stopped.
    fn begin_opening(&mut self, opening: &OpeningPhase);
    /// Waits for the answer, at most `patience`.
    fn wait(&mut self, patience: Duration) -> Option<EngineMove>;
    /// Asks for an answer at once.
    fn hurry(&mut self);
    /// What the current search has found so far.
    fn progress(&self) -> Progress;
    /// How strong it plays.
    fn strength(&self) -> &Strength;
    /// Sets how strong it plays from the next search on.
    fn set_strength(&mut self, strength: Strength);
}

/// Sets the engine's level if the text names one. Returns a sentence that tells the level, or what is
/// wrong with the text.
pub(crate) fn level(brain: &mut dyn EnginePlayer, text: &str) -> String {
    if !text.is_empty() {
        let mut strength = brain.strength().clone();
        match text.parse() {
            Ok(level) => strength.options.level = level,
            Err(error) => return format!("{error}."),
        }
        brain.set_strength(strength);
    }
    format!("The engine plays at level {}.", brain.strength().options.level)
}

/// What to think about.
enum Subject {
    Position(Position),
    Reasons(Position),
    Opening(OpeningPhase),
}

struct EngineTask {
    number: u64,
    options: Options,
    subject: Subject,
    limits: Limits,
    stop: StopFlag,
    progress: Arc<Mutex<Progress>>,
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
    progress: Arc<Mutex<Progress>>,
}

impl PlayThread {
    /// Starts the thread, which ends when the value is dropped.
    ///
    /// # Errors
    /// If the thread cannot be created.
    pub(crate) fn start(strength: Strength) -> std::io::Result<Self> {
        let (tasks, to_do) = mpsc::channel();
        let (done, answers) = mpsc::channel();
        let job = move || serve(&to_do, &done);
        thread::Builder::new().name("engine".to_owned()).stack_size(STACK_BYTES).spawn(job)?;
        let progress = Arc::default();
        Ok(Self { tasks, answers, number: 0, stop: StopFlag::new(), strength, progress })
    }

    fn send(&mut self, subject: Subject, limits: Limits) {
        self.stop.set();
        self.stop = StopFlag::new();
        // A search that is being stopped writes into its own record.
        self.progress = Arc::default();
        self.number += 1;
        // The thread lives as long as this value.
        let _ = self.tasks.send(EngineTask {
            number: self.number,
            options: self.strength.options.clone(),
            subject,
            limits,
            stop: self.stop.clone(),
            progress: Arc::clone(&self.progress),
        });
    }

    fn limits(&self, kind: SearchKind) -> Limits {
        match kind {
            SearchKind::Move { used_ms } => {
                let left = |game: Duration| game.saturating_sub(Duration::from_millis(used_ms));
                Limits { left: self.strength.game.map(left), ..self.strength.limits.clone() }
            }
            SearchKind::Explanation => {
                Limits { multi_pv: 2, analysis: true, ..self.strength.limits.clone() }
            }
            SearchKind::Analysis => {
                Limits { multi_pv: ANALYSIS_LINES, analysis: true, ..Limits::default() }
            }
        }
    }
}

impl EnginePlayer for PlayThread {
    fn begin(&mut self, position: &Position, kind: SearchKind) {
        let subject = match kind {
            SearchKind::Explanation => Subject::Reasons(position.clone()),
            _ => Subject::Position(position.clone()),
        };
        self.send(subject, self.limits(kind));
    }

    fn begin_opening(&mut self, opening: &OpeningPhase) {
        self.send(Subject::Opening(opening.clone()), self.limits(SearchKind::Move { used_ms: 0 }));
    }

    fn wait(&mut self, patience: Duration) -> Option<EngineMove> {
        match self.answers.recv_timeout(patience) {
            Ok((number, answer)) => Some(answer).filter(|_| number == self.number),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(EngineMove {
                coord: None,
                time_ms: 0,
                note: "(the engine has stopped)".to_owned(),
                choices: Vec::new(),
            }),
        }
    }

    fn hurry(&mut self) {
        self.stop.set();
    }

    fn progress(&self) -> Progress {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn strength(&self) -> &Strength {
        &self.strength
    }

    fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
    }
}

impl Drop for PlayThread {
    fn drop(&mut self) {
        self.stop.set();
    }
}

/// Writes what the search reports where the screen finds it.
struct Reporter {
    lines: DepthLines,
    progress: Arc<Mutex<Progress>>,
}

impl Reporter {
    fn new(progress: Arc<Mutex<Progress>>) -> Self {
        Self { lines: DepthLines::default(), progress }
    }
}

impl Listener for Reporter {
    fn hear(&mut self, event: &Event) {
        if self.lines.take(event) {
            let progress = Progress::of(&self.lines);
            *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = progress;
        }
    }
}

fn serve(tasks: &Receiver<EngineTask>, answers: &Sender<(u64, EngineMove)>) {
    let mut engine = Engine::new();
    let seed = rand::random();
    for EngineTask { number, options, subject, limits, stop, progress } in tasks {
        let began = Instant::now();
        engine.set_options(options);
        let mut answer = match subject {
            Subject::Position(position) => {
                let choice = engine.think(&position, &limits, &stop, &mut Reporter::new(progress));
                let coord = choice.moves.first().copied();
                EngineMove { coord, time_ms: 0, note: note(&choice), choices: Vec::new() }
            }
            Subject::Reasons(position) => {
                let mut reporter = Reporter::new(progress);
                let choice = engine.think(&position, &limits, &stop, &mut reporter);
                let coord = choice.moves.first().copied();
                let note =
                    coord.map(|coord| reasons(&position, coord, reporter.lines.lines(), &stop));
                let note = note.unwrap_or_default();
                EngineMove { coord, time_ms: 0, note, choices: Vec::new() }
            }
            Subject::Opening(opening) => {
                let choices = engine.choose_opening(&opening, &limits, &stop, seed);
                EngineMove { coord: None, time_ms: 0, note: String::new(), choices }
            }
        };
        answer.time_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        if answers.send((number, answer)).is_err() {
            return;
        }
    }
}

/// Why a move is good, from what the search has found.
fn reasons(position: &Position, play: Coord, found: &[Iteration], stop: &StopFlag) -> String {
    let is_of_play = |line: &&Iteration| line.pv.first() == Some(&play);
    let question = explain::Question {
        position,
        play,
        line: found.iter().find(is_of_play).map(explain::RatedLine::of),
        runner_up: found.iter().find(|line| !is_of_play(line)).map(explain::RatedLine::of),
    };
    let watch = Watch { stop: stop.clone(), ..Watch::default() };
    explain::explain(&explain::facts(&question, &watch), position.size())
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
        /// The choices to come in an opening.
        pub choices: Vec<OpeningChoice>,
        /// How often it was asked to hurry.
        pub hurried: usize,
        /// Answers only when asked to hurry.
        pub is_slow: bool,
        /// What it reports.
        pub progress: Progress,
        /// How strong it was told to play.
        pub strength: Strength,
    }

    impl EnginePlayer for FirstPoint {
        fn begin(&mut self, position: &Position, _kind: SearchKind) {
            self.task = position.empty_coords().next();
        }

        /// Always the first choice that is possible.
        fn begin_opening(&mut self, opening: &OpeningPhase) {
            let mut opening = opening.clone();
            let own = opening.chooser();
            while own.is_some() && opening.chooser() == own {
                let choice = opening.choices()[0];
                opening.choose(choice).unwrap();
                self.choices.push(choice);
            }
        }

        fn wait(&mut self, _patience: Duration) -> Option<EngineMove> {
            if self.is_slow && self.hurried == 0 {
                return None;
            }
            let choices = std::mem::take(&mut self.choices);
            let coord = self.task.take();
            if coord.is_none() && choices.is_empty() {
                return None;
            }
            Some(EngineMove { coord, time_ms: 1, note: "(at once)".to_owned(), choices })
        }

        fn hurry(&mut self) {
            self.hurried += 1;
        }

        fn progress(&self) -> Progress {
            self.progress.clone()
        }

        fn strength(&self) -> &Strength {
            &self.strength
        }

        fn set_strength(&mut self, strength: Strength) {
            self.strength = strength;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Rule};

    const MOVE: SearchKind = SearchKind::Move { used_ms: 0 };

    fn engine(limits: Limits) -> PlayThread {
        let options = Options { hash_kib: Some(1024), ..Options::default() };
        PlayThread::start(Strength { options, limits, game: None }).unwrap()
    }

    #[test]
    fn the_engine_answers_within_its_limits_and_at_once_when_hurried() {
        let mut position = Position::new(Rule::Renju, BoardSize::square(9).unwrap());
        let mut limited = engine(Limits { nodes: Some(500), ..Limits::default() });
        limited.begin(&position, MOVE);
        let answer = limited.wait(Duration::from_secs(20)).unwrap();
        assert_eq!(answer.coord, Some(Coord::new(4, 4)));
        position.play(Coord::new(4, 4)).unwrap();
        let mut endless = engine(Limits::default());
        endless.begin(&position, MOVE);
        assert_eq!(endless.wait(Duration::from_millis(50)), None);
        endless.hurry();
        let answer = endless.wait(Duration::from_secs(20)).unwrap();
        assert!(answer.coord.is_some_and(|coord| position.is_empty_at(coord)));
    }
}
