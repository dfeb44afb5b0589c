//! What the session asks its caller to do, and what it must know about the caller.

use std::fmt::Display;
use std::time::Duration;

use crate::protocol::database::DatabaseRequest;
use crate::protocol::error::StateError;
use crate::protocol::progress::ProgressOptions;
use crate::protocol::tools::ToolRequest;
use crate::wire::{Reply, YxStep};
use tengen_engine::board::Position;
use tengen_engine::engine::Level;
use tengen_engine::engine::{Choice, Options};
use tengen_engine::rules::opening::OpeningPhase;
use tengen_engine::search::Limits;
use tengen_engine::types::{BoardSize, Color, Rule};

/// An action for the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SessionAction {
    /// Send a line.
    Say(Reply),
    /// Search, then call [`BrainSession::finished`](super::BrainSession::finished).
    Think(Box<SearchRequest>),
    /// Ask the book about the opening on the board, then call
    /// [`BrainSession::consulted`](super::BrainSession::consulted).
    Consult(Box<BookQuestion>),
    /// Choose in an opening, then call [`BrainSession::advised`](super::BrainSession::advised).
    Advise(Box<OpeningRequest>),
    /// Search on the opponent's time until the next command; nothing is reported.
    Ponder(Box<SearchRequest>),
    /// Something that the engine does beside searching.
    Tool(Box<ToolRequest>),
    /// The opponent resigned: this side has won the game on the board.
    Resigned(Color),
    /// Forget what earlier searches found.
    Forget,
    /// Play by this seed from now on.
    Seed(u64),
    /// Ask or change the position database, then call
    /// [`BrainSession::use_database`](super::BrainSession::use_database) if it opened another.
    Database(Box<DatabaseRequest>),
    /// Exit.
    Quit,
}

pub(super) type Actions = Vec<SessionAction>;

/// A search to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SearchRequest {
    pub position: Position,
    /// The limits; the caller fills in [`Limits::used`].
    pub limits: Limits,
    /// What the engine may use.
    pub options: Options,
    /// When the command was read.
    pub asked_at: Duration,
    /// What to report while it runs.
    pub progress: ProgressOptions,
}

/// A question about a swap2 opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BookQuestion {
    /// The stones on the board.
    pub position: Position,
    /// Which book.
    pub options: Options,
    /// Seed of the choice among equal answers.
    pub seed: u64,
}

/// A choice in an opening that the manager plays step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpeningRequest {
    /// The opening so far.
    pub opening: OpeningPhase,
    /// Whether only the next choice is wanted, not all of this participant's turn.
    pub is_single: bool,
    /// The limits of the turn; the caller fills in [`Limits::used`].
    pub limits: Limits,
    /// What the engine may use.
    pub options: Options,
    /// When the command was read.
    pub asked_at: Duration,
    /// Seed of the choice among equals.
    pub seed: u64,
}

/// What the next searches have in common, as far as the manager has set it. The engine prepares its
/// tables for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SearchSetup {
    pub rule: Rule,
    pub size: BoardSize,
    /// What the engine may use.
    pub options: Options,
}

/// What the session must know about its process and machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SessionConfig {
    /// The smallest `INFO max_memory` that is guaranteed to be respected, in bytes.
    pub min_memory: u64,
    /// Subtracted from every time limit for communication overhead.
    pub reserve: Duration,
    /// Number of threads that the machine can run at once.
    pub threads: usize,
    /// Seed of the choice among swap2 openings until `INFO seed` says otherwise.
    pub seed: u64,
    /// How strong to play until `INFO level` says otherwise.
    pub level: Level,
    /// Size of the transposition table in KiB until `INFO hash_size` says otherwise.
    pub hash_kib: Option<u64>,
}

/// What the running search is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Stones to play and to announce.
    Moves,
    /// What the book knows about a swap2 opening.
    SwapBook,
    /// The value of three stones of a swap2 opening.
    SwapThree,
    /// Two stones that keep the balance; the value of three stones.
    SwapPair(Choice),
    /// The value of five stones of a swap2 opening.
    SwapFive,
    /// A choice in the opening of a manager that plays it step by step.
    Step(YxStep, Box<OpeningPhase>),
}

impl Purpose {
    /// Whether it decides about an opening.
    pub(super) fn is_opening(&self) -> bool {
        !matches!(self, Self::Moves)
    }
}

pub(super) fn say_error(error: impl Display) -> SessionAction {
    SessionAction::Say(Reply::Error(error.to_string()))
}

/// The actions, or the error as a reply.
pub(super) fn answered(result: Result<Actions, StateError>) -> Actions {
    result.unwrap_or_else(|error| vec![say_error(error)])
}
