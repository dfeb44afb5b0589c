//! The engine as a player: it searches in its own thread, so that the keyboard always responds, and
//! reports its results as it finds them. [`EnginePlayer`] is its interface, which tests implement
//! with a fake.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tengen_engine::board::Position;
use tengen_engine::engine::{Choice, Engine, Level, Options};
use tengen_engine::rules::opening::{OpeningChoice, OpeningPhase};
use tengen_engine::search::{
    DepthLines, Event, Iteration, Limits, Listener, STACK_BYTES, StopFlag,
};
use tengen_engine::threats::Watch;
use tengen_engine::types::{Coord, Score};
use tengen_records::book::open_book::BookFile;
use tengen_records::book::reader::Book;
use tengen_study::explain;
use tengen_study::review::{
    self, Effort, KnownSearches, Review, ReviewOptions, ReviewProgress, ReviewedGame,
};
use tengen_util::count::moves_of;
use tengen_util::sentence::sentence;

/// How many lines an analysis shows.
const ANALYSIS_LINES: usize = 3;

/// How strong and how long the engine thinks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// Options of the engine.
    pub options: Options,
    /// Limits of one move.
    pub limits: Limits,
    /// Time for all moves of a color in a game.
    pub game: Option<Duration>,
    /// The book of the options, for explanations.
    pub book: Option<BookFile>,
}

impl Strength {
    /// Time for a move without another limit.
    pub const TURN: Duration = Duration::from_secs(1);
}

/// The engine's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineMove {
    /// The move; `None` in an opening, and from an engine that has stopped.
    pub coord: Option<Coord>,
    /// Time for it in milliseconds.
    pub time_ms: u64,
    /// Depth and value, in parentheses: `(depth 9, value 31)`; empty if nothing was searched.
    pub note: String,
    /// The choices in an opening; empty for a move.
    pub choices: Vec<OpeningChoice>,
    /// The review, if one was asked for.
    pub review: Option<Box<Review>>,
}

/// One line of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchLine {
    /// The value for the side to move.
    pub score: Score,
    /// The moves, the one to play first.
    pub pv: Vec<Coord>,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SearchProgress {
    /// Nominal depth in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The lines, the best first.
    pub lines: Vec<SearchLine>,
    /// Whether the value is proved.
    pub is_proved: bool,
    /// How far a review is.
    pub review: Option<ReviewShare>,
}

/// How far a review is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewShare {
    /// Whether doubtful moves are looked at again.
    pub is_again: bool,
    /// Positions, or such moves, that are done.
    pub done: usize,
    /// How many there are, as far as is known.
    pub all: usize,
}

impl SearchProgress {
    /// Adds the answer, which may be newer than the last complete depth: the line of the chosen
    /// move comes first, with the value of the answer.
    fn conclude(&mut self, choice: &Choice) {
        if self.lines.is_empty() || choice.pv.is_empty() {
            return;
        }
        let first = choice.pv.first();
        let is_same = |line: &SearchLine| line.pv.first() == first;
        let place = self.lines.iter().position(is_same).unwrap_or(0);
        let mut line = self.lines.remove(place);
        line.score = choice.score;
        if line.pv.first() != first || choice.pv.len() > 1 {
            line.pv.clone_from(&choice.pv);
        }
        self.lines.insert(0, line);
        self.depth = choice.depth;
    }

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
            review: None,
        }
    }
}

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchKind {
    /// A move, within the limits; with the time that the color to move has used so far.
    Move {
        /// That time in milliseconds.
        used_ms: u64,
    },
    /// A move suggestion for a person: without a game clock, within the limits of one move.
    Hint,
    /// The value of the position, without a limit.
    Analysis,
    /// The best move, and why it is good, within the limits of one move.
    Explanation,
}

/// A player that searches one position at a time.
pub trait EnginePlayer {
    /// Starts a search of a new position; an earlier one is stopped.
    fn begin(&mut self, position: &Position, kind: SearchKind);
    /// Forgets the last game: what a level draws for a game is drawn again.
    fn new_game(&mut self);
    /// Starts to choose in an opening, in which the player who chooses has used `used_ms` so far; an earlier
    /// search is stopped.
    fn begin_opening(&mut self, opening: &OpeningPhase, used_ms: u64);
    /// Starts the review of a game; an earlier search is stopped.
    fn begin_review(&mut self, game: ReviewedGame);
    /// Waits for the answer, at most `patience`.
    fn wait(&mut self, patience: Duration) -> Option<EngineMove>;
    /// Asks for an answer at once.
    fn hurry(&mut self);
    /// What the current search has found so far.
    fn progress(&self) -> SearchProgress;
    /// How strong it plays.
    fn strength(&self) -> &Strength;
    /// Sets how strong it plays from the next search on.
    fn set_strength(&mut self, strength: Strength);
}

/// Sets the engine's level if the text names one. Returns a sentence that reports the level, or
/// what is wrong with the text.
pub fn level(brain: &mut dyn EnginePlayer, text: &str) -> String {
    if !text.is_empty() {
        let mut strength = brain.strength().clone();
        match text.parse() {
            Ok(level) => strength.options.level = level,
            Err(error) => return sentence(&error.to_string()),
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
    Review(Box<ReviewedGame>),
}

enum Task {
    NewGame,
    Think(Box<EngineTask>),
}

struct EngineTask {
    number: u64,
    options: Options,
    book: Option<BookFile>,
    subject: Subject,
    limits: Limits,
    stop: StopFlag,
    progress: Arc<Mutex<SearchProgress>>,
}

/// The engine in its thread.
#[derive(Debug)]
pub struct PlayThread {
    tasks: Sender<Task>,
    answers: Receiver<(u64, EngineMove)>,
    /// The number of the last task; answers to earlier ones are ignored.
    number: u64,
    stop: StopFlag,
    strength: Strength,
    progress: Arc<Mutex<SearchProgress>>,
}

impl PlayThread {
    /// Starts the thread, which ends when the value is dropped.
    ///
    /// # Errors
    /// If the thread cannot be created.
    pub fn start(strength: Strength) -> std::io::Result<Self> {
        let (tasks, to_do) = mpsc::channel();
        let (done, answers) = mpsc::channel();
        let job = move || serve(&to_do, &done);
        thread::Builder::new().name("engine".to_owned()).stack_size(STACK_BYTES).spawn(job)?;
        let progress = Arc::default();
        Ok(Self { tasks, answers, number: 0, stop: StopFlag::new(), strength, progress })
    }

    fn send(&mut self, subject: Subject, level: Level, limits: Limits) {
        self.stop.set();
        self.stop = StopFlag::new();
        // A search that is still stopping writes into its own record.
        self.progress = Arc::default();
        self.number += 1;
        // The thread lives as long as this value.
        let _ = self.tasks.send(Task::Think(Box::new(EngineTask {
            number: self.number,
            options: Options { level, ..self.strength.options.clone() },
            book: self.strength.book.clone(),
            subject,
            limits,
            stop: self.stop.clone(),
            progress: Arc::clone(&self.progress),
        })));
    }

    /// The limits of one move outside the clocks of a game.
    fn advice_limits(&self) -> Limits {
        let limits = self.strength.limits.clone();
        let is_bounded = limits.turn.is_some() || limits.depth.is_some() || limits.nodes.is_some();
        Limits { turn: limits.turn.or((!is_bounded).then_some(Strength::TURN)), ..limits }
    }

    fn limits(&self, kind: SearchKind) -> Limits {
        match kind {
            SearchKind::Move { used_ms } => {
                let left = |game: Duration| game.saturating_sub(Duration::from_millis(used_ms));
                Limits { left: self.strength.game.map(left), ..self.strength.limits.clone() }
            }
            SearchKind::Hint => self.advice_limits(),
            SearchKind::Explanation => {
                Limits { multi_pv: 2, analysis: true, ..self.advice_limits() }
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
        // A weak opponent is not a weak adviser.
        let level = match kind {
            SearchKind::Analysis | SearchKind::Explanation => Level::Full,
            SearchKind::Move { .. } | SearchKind::Hint => self.strength.options.level,
        };
        self.send(subject, level, self.limits(kind));
    }

    fn new_game(&mut self) {
        self.stop.set();
        // The thread lives as long as this value.
        let _ = self.tasks.send(Task::NewGame);
    }

    fn begin_opening(&mut self, opening: &OpeningPhase, used_ms: u64) {
        let limits = self.limits(SearchKind::Move { used_ms });
        self.send(Subject::Opening(opening.clone()), self.strength.options.level, limits);
    }

    fn begin_review(&mut self, game: ReviewedGame) {
        self.send(Subject::Review(Box::new(game)), Level::Full, Limits::default());
    }

    fn wait(&mut self, patience: Duration) -> Option<EngineMove> {
        match self.answers.recv_timeout(patience) {
            Ok((number, answer)) => Some(answer).filter(|_| number == self.number),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(EngineMove {
                coord: None,
                time_ms: 0,
                note: String::new(),
                choices: Vec::new(),
                review: None,
            }),
        }
    }

    fn hurry(&mut self) {
        self.stop.set();
    }

    fn progress(&self) -> SearchProgress {
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

/// Stores the reports of the search for the screen.
struct Reporter {
    lines: DepthLines,
    progress: Arc<Mutex<SearchProgress>>,
}

impl Reporter {
    fn new(progress: Arc<Mutex<SearchProgress>>) -> Self {
        Self { lines: DepthLines::default(), progress }
    }

    /// Stores the answer for the screen.
    fn conclude(&self, choice: &Choice) {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).conclude(choice);
    }
}

impl Listener for Reporter {
    fn hear(&mut self, event: &Event) {
        if self.lines.take(event) {
            let progress = SearchProgress::of(&self.lines);
            *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = progress;
        }
    }
}

fn serve(tasks: &Receiver<Task>, answers: &Sender<(u64, EngineMove)>) {
    let mut engine = Engine::new();
    let mut seed = rand::random();
    for task in tasks {
        match task {
            Task::NewGame => {
                engine.forget();
                seed = rand::random();
            }
            Task::Think(task) => {
                let number = task.number;
                let answer = think(&mut engine, *task, seed);
                if answers.send((number, answer)).is_err() {
                    return;
                }
            }
        }
    }
}

/// Does a task.
fn think(engine: &mut Engine, task: EngineTask, seed: u64) -> EngineMove {
    let EngineTask { options, book, subject, limits, stop, progress, .. } = task;
    let began = Instant::now();
    if let Subject::Review(game) = subject {
        let review = review(engine, &game, options, &stop, &progress).map(Box::new);
        let time_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let (note, choices) = (String::new(), Vec::new());
        return EngineMove { coord: None, time_ms, note, choices, review };
    }
    engine.set_options(options);
    let mut reporter = Reporter::new(progress);
    let (coord, note, choices) = match subject {
        // It has returned above.
        Subject::Review(_) => (None, String::new(), Vec::new()),
        Subject::Position(position) => {
            let choice = engine.think(&position, &limits, &stop, &mut reporter);
            reporter.conclude(&choice);
            (choice.moves.first().copied(), note(&choice), Vec::new())
        }
        Subject::Reasons(position) => {
            let choice = engine.think(&position, &limits, &stop, &mut reporter);
            let coord = choice.moves.first().copied();
            let found = reporter.lines.lines();
            let book = book.as_ref().map(BookFile::book);
            let note = coord.map(|coord| reasons(&position, coord, found, book, &stop));
            (coord, note.unwrap_or_default(), Vec::new())
        }
        Subject::Opening(opening) => {
            let choices = engine.choose_opening(&opening, &limits, &stop, seed);
            (None, String::new(), choices)
        }
    };
    let time_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    EngineMove { coord, time_ms, note, choices, review: None }
}

/// The quick review of a game: by nodes, so that it is the same each time.
fn review(
    engine: &mut Engine,
    game: &ReviewedGame,
    options: Options,
    stop: &StopFlag,
    shown: &Mutex<SearchProgress>,
) -> Option<Review> {
    let hash_kib = Some(ReviewOptions::HASH_KIB);
    engine.set_options(Options { threads: 1, hash_kib, book: None, ..options });
    let limits = ReviewOptions::of_effort(Effort::Quick);
    let known = &mut KnownSearches::default();
    let found = review::review(game, engine, &limits, known, stop, &mut |progress| {
        let (is_again, done, all) = match progress {
            ReviewProgress::Position(done, all) => (false, done, all),
            ReviewProgress::Again(done, all) => (true, done, all),
            ReviewProgress::Searched(_) | ReviewProgress::Move(_) => return,
        };
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.review = Some(ReviewShare { is_again, done, all });
    });
    found.inspect_err(|error| log::warn!("{error}")).ok()
}

/// Why a move is good, from what the search has found.
fn reasons(
    position: &Position,
    play: Coord,
    found: &[Iteration],
    book: Option<&Book>,
    stop: &StopFlag,
) -> String {
    let question = explain::MoveQuestion::new(position, play, found, book);
    let watch = Watch { stop: stop.clone(), ..Watch::default() };
    explain::explain(&explain::facts(&question, &watch), position.size())
}

/// `win in 3 moves`, `loss in 2 moves`: its own, after so many plies.
pub(crate) fn decided(plies: i32) -> String {
    let end = if plies >= 0 { "win" } else { "loss" };
    format!("{end} in {}", moves_of(plies.unsigned_abs() as usize))
}

/// Depth and value, a decided game in moves; empty if nothing was searched, so that there is no value.
fn note(choice: &Choice) -> String {
    if choice.depth == 0 {
        return String::new();
    }
    let value = match choice.score.mate_plies() {
        Some(plies) => decided(plies),
        None => format!("value {}", choice.score),
    };
    format!("(depth {}, {value})", choice.depth)
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
        /// How often it was asked to answer at once.
        pub hurried: usize,
        /// Answers only when asked to answer at once.
        pub is_slow: bool,
        /// How many games were begun.
        pub new_games: usize,
        /// The last search.
        pub kind: Option<SearchKind>,
        /// What it reports.
        pub progress: SearchProgress,
        /// How strong it plays.
        pub strength: Strength,
    }

    impl EnginePlayer for FirstPoint {
        fn begin(&mut self, position: &Position, kind: SearchKind) {
            self.kind = Some(kind);
            self.task = position.empty_coords().next();
        }

        fn new_game(&mut self) {
            self.new_games += 1;
        }

        /// Always the first choice that is possible.
        fn begin_opening(&mut self, opening: &OpeningPhase, used_ms: u64) {
            self.kind = Some(SearchKind::Move { used_ms });
            let mut opening = opening.clone();
            let own = opening.chooser();
            while own.is_some() && opening.chooser() == own {
                let choice = opening.choices()[0];
                opening.choose(choice).unwrap();
                self.choices.push(choice);
            }
        }

        fn begin_review(&mut self, _game: ReviewedGame) {}

        fn wait(&mut self, _patience: Duration) -> Option<EngineMove> {
            if self.is_slow && self.hurried == 0 {
                return None;
            }
            let choices = std::mem::take(&mut self.choices);
            let coord = self.task.take();
            if coord.is_none() && choices.is_empty() {
                return None;
            }
            let (note, review) = ("(at once)".to_owned(), None);
            Some(EngineMove { coord, time_ms: 1, note, choices, review })
        }

        fn hurry(&mut self) {
            self.hurried += 1;
        }

        fn progress(&self) -> SearchProgress {
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
mod tests;
