//! The answers. A request gets any number of `depth` or `move` and exactly one final `done` or `error`.

mod book;
mod games;
mod opening;
mod puzzles;
mod search;
mod study;

use schemars::JsonSchema;
use serde::Serialize;

use super::error::ErrorCode;
use super::opening_fault::OpeningFault;
use super::point::PointForm;
use super::reading_fault::ReadingFault;
use super::request::{Id, SearchLimits};
use crate::explain::ReasonReport;
use tengen_records::game_format::{FileFormat, GameFormat};
use tengen_records::positions::PointSpec;

pub use self::book::{BookRecord, BookReport, KnownMove};
pub use self::games::{Exported, GameHead, GamesList, GamesReport, Imported};
pub use self::opening::{NextStep, OpeningState, Participants, PlayableOpening};
pub use self::puzzles::{PuzzleReply, PuzzleSpec, PuzzlesReport};
pub use self::search::{
    Balanced, DepthReport, Likely, LikelyMove, Line, Over, ScoreSource, SearchResult,
};
pub(crate) use self::study::{AgainReport, ProofNode, ProofTree, ReviewResult, ReviewedReport};

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Answer {
    /// The `id` of the request; `null` if it could not be read or is in use.
    pub id: Option<Id>,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// What happened to a request.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// A search has finished a depth.
    Depth(DepthReport),
    /// A review has judged a move.
    Move(Box<ReviewedReport>),
    /// A review looks again at a doubtful move.
    Again(AgainReport),
    /// The request is done.
    Done(Box<Outcome>),
    /// The request failed.
    Error(ErrorReport),
}

impl Event {
    /// Whether nothing follows it.
    pub(super) fn is_final(&self) -> bool {
        !matches!(self, Event::Depth(_) | Event::Move(_) | Event::Again(_))
    }
}

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ErrorReport {
    /// The kind of error.
    pub code: ErrorCode,
    /// The path of the invalid value, such as `position.moves[3]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What was seen and what was expected.
    pub error: String,
    /// Why a choice of an opening, or the opening, is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningFault>,
    /// Why a text or a file is no game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<Box<ReadingFault>>,
    /// The number of the message in this session, from 1, if its request was not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
}

/// The result of a request.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "request", rename_all = "snake_case")]
pub enum Outcome {
    /// The result of `analyze`.
    Analyze(SearchResult),
    /// The result of `move`.
    Move(SearchResult),
    /// The result of `solve` with the goal `win`, `all-first-moves` or `defend`.
    Solve(SolveReport),
    /// The result of `judge`.
    Judge(Verdict),
    /// The result of `policy`.
    Policy(Likely),
    /// The result of `book`.
    Book(BookReport),
    /// The result of `explain`.
    Explain(Box<Explanation>),
    /// The result of `review`.
    Review(ReviewResult),
    /// The result of `puzzles`.
    Puzzles(PuzzlesReport),
    /// The result of `balance`.
    Balance(Balanced),
    /// The result of `opening`.
    Opening(OpeningState),
    /// The result of `import`.
    Import(Imported),
    /// The result of `export`.
    Export(Exported),
    /// The result of `games`.
    Games(GamesReport),
    /// The result of `stop`.
    Stop(Stopped),
    /// The result of `cancel`.
    Cancel(Stopped),
    /// The result of `new_game`.
    NewGame {},
    /// The result of `options`.
    Options(Settings),
    /// The result of `ping`.
    Ping(Pong),
}

/// The result of `solve`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SolveReport {
    /// The goal of the request.
    pub goal: super::request::SolveGoal,
    /// `win`, `none`, `unknown` if a limit or a stop ended it, `over` if the game is over, or
    /// `too-large` for boards over 22×22; with the goal `defend` this is about the opponent. With the kind
    /// `book`: what the book proves for the side to move, `win`, `loss` or `draw`.
    pub result: String,
    /// The threats that were tried last, or `book`.
    pub kind: String,
    /// Plies of the longest line of the win.
    pub plies: usize,
    /// The longest line of the win.
    pub line: Vec<PointSpec>,
    /// The first moves that win, or the moves that defend.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<FirstMove>>,
    /// Moves that a limit left undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<Vec<PointSpec>>,
    /// The proof, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<ProofTree>,
    /// Stones placed.
    pub nodes: u64,
    /// Time in milliseconds.
    pub time_ms: u64,
    /// Whether `stop` ended it.
    pub stopped: bool,
}

/// A first move that wins, or a move that defends.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FirstMove {
    /// The move.
    #[serde(rename = "move")]
    pub play: PointSpec,
    /// The length of the win in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
}

/// The result of `judge`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Verdict {
    /// `black`, `white` or `none`.
    pub winner: String,
    /// The winning stones from end to end.
    pub line: Vec<PointSpec>,
    /// Whether no empty point is left.
    pub full: bool,
    /// The result of a game that is over; a draw also by two passes, where the rule says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// Why it is over: `five`, `forbidden`, `full-board` or `passes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The kind of the forbidden move that ended it: `overline`, `double-four` or `double-three`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forbidden_kind: Option<String>,
    /// The side to move.
    pub to_move: String,
    /// The points forbidden to black.
    pub forbidden: Vec<Forbidden>,
    /// Whether a `stop` ended the list of forbidden points before its end.
    pub stopped: bool,
    /// What each side threatens; missing if the game is over or the board is larger than 22×22.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<Threats>,
}

/// A point forbidden to black.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Forbidden {
    /// The point.
    pub point: PointSpec,
    /// `overline`, `double-four` or `double-three`.
    pub kind: String,
    /// The overlines, fours or threes that a stone there would make.
    pub parts: Vec<ForbiddenPart>,
}

/// An overline, a four or a three that a forbidden stone would make.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ForbiddenPart {
    /// Its stones, that on the point included.
    pub stones: Vec<PointSpec>,
    /// Where a four becomes five, or a three a straight four.
    pub completed_at: Vec<PointSpec>,
}

/// What each side threatens with its next stone.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Threats {
    /// Black's threats.
    pub black: Vec<CellThreat>,
    /// White's threats.
    pub white: Vec<CellThreat>,
}

/// A cell on which a stone makes an open three or more.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CellThreat {
    /// The cell.
    pub point: PointSpec,
    /// `five`, `open-four`, `double-four`, `four-three`, `four`, `double-three` or `open-three`.
    pub kind: String,
    /// What the stone makes in each line.
    pub lines: Vec<ThreatLine>,
}

/// What a stone makes in one line.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ThreatLine {
    /// `five`, `open-four`, `four` or `open-three`.
    pub kind: String,
    /// Where a four becomes five, or a three an open four.
    pub next: Vec<PointSpec>,
}

/// The result of `explain`: a text, and the facts that it states.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Explanation {
    /// The move explained; none if the game is over.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub play: Option<PointSpec>,
    /// The facts in English; points are always written as `h8`.
    pub text: String,
    /// The reasons of the text one by one, for programs that have words of their own: all but the
    /// values of `line` and `runner_up`.
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<ReasonReport<PointSpec>>,
    /// Why it is forbidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<Forbidden>,
    /// The five that it completes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub five: Option<Vec<PointSpec>>,
    /// The threats that it makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub makes: Option<CellThreat>,
    /// The opponent's threats, double threes and better, that it takes away.
    pub stops: Vec<CellThreat>,
    /// The open twos that it builds.
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub builds: Vec<OpenTwoReport>,
    /// The opponent's open threes that it stops before they are made.
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stops_early: Vec<CellThreat>,
    /// The opponent's double threes and better, short of an open four, that it leaves.
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaves: Vec<CellThreat>,
    /// The opponent's forced win that it stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stops_win: Option<ProvedWin>,
    /// The forced win that the opponent has after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allows: Option<ProvedWin>,
    /// The forced win that it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProvedWin>,
    /// What the search found for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Line>,
    /// The best other move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<Other>,
    /// The result of a game that is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// Whether `stop` ended it.
    pub stopped: bool,
}

/// An open two.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "OpenTwo")]
pub struct OpenTwoReport {
    /// Where a third stone makes an open three of it.
    pub next: Vec<PointSpec>,
}

/// A forced win that was verified against every reply.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ProvedWin {
    /// `vcf` or `vct`.
    pub kind: String,
    /// Plies of the longest line.
    pub plies: usize,
    /// The longest line of the win.
    pub line: Vec<PointSpec>,
}

/// The best other move.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Other {
    /// What the search found for it.
    pub line: Line,
    /// The forced win that it allows the opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loses_to: Option<ProvedWin>,
}

/// The result of `stop` and `cancel`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stopped {
    /// The requests that were ended; each still sends its own final object. Empty if there was none,
    /// for example because it has just finished.
    pub targets: Vec<Id>,
}

/// The result of `options`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Settings {
    /// Search threads for requests that do not set them.
    pub threads: usize,
    /// Playing strength.
    pub level: String,
    /// How many lines to report.
    pub multipv: usize,
    /// When searches stop.
    pub limits: SearchLimits,
    /// Which evaluation plays.
    pub evaluation: String,
    /// The form of points in answers to positions without points.
    pub points: PointForm,
    /// Whether there is a book.
    pub book: bool,
    /// The maximum number of search threads of all requests together.
    pub max_threads: usize,
    /// How many requests run at the same time.
    pub engines: usize,
    /// Memory for the tables of all engines together, in MiB.
    pub memory_mb: u64,
    /// How many requests may wait.
    pub max_waiting: usize,
    /// The opening rules.
    pub openings: Vec<PlayableOpening>,
    /// The formats of games.
    pub formats: Vec<KnownFormat>,
}

/// A format of games, of files or texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KnownFormat {
    /// Its name, as in `import` and `export`.
    pub name: String,
    /// What it is.
    pub title: String,
    /// The extensions of its files, without a dot; the first is the usual one.
    pub extensions: Vec<String>,
    /// Whether its files are text.
    pub is_text: bool,
    /// Whether `export` writes it.
    pub is_written: bool,
}

impl KnownFormat {
    /// All of them.
    pub(super) fn all() -> Vec<Self> {
        let known = |format: &GameFormat| {
            let FileFormat { name, title, extensions, is_text, ref write, .. } =
                *format.description();
            Self {
                name: name.to_owned(),
                title: title.to_owned(),
                extensions: extensions.iter().map(|&extension| extension.to_owned()).collect(),
                is_text,
                is_written: write.is_some(),
            }
        };
        GameFormat::ALL.iter().map(known).collect()
    }
}

/// The result of `ping`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Pong {
    /// `tengen`.
    pub engine: String,
    /// Its version.
    pub version: String,
}
