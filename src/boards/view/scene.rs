//! Everything that the screen depends on.

use crate::engine_thread::SearchProgress;
use crate::game::{LiveGame, WaitingFor};
use crate::glyphs::Glyphs;

/// What the bottom line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prompt<'a> {
    /// The last message, or that the engine is searching.
    Idle,
    /// What the engine does: the message is shown elsewhere.
    Quiet,
    /// The line that is being typed.
    Typed(&'a str),
    /// A question to be answered by a key.
    Question(&'a str),
}

/// What the screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum ScreenPage {
    /// The board and, where there is room, the rest.
    #[default]
    Board,
    /// Everything known about the game.
    Info,
    /// The keys and commands.
    Help,
}

/// Everything that the screen depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    pub game: &'a LiveGame,
    /// What is typed or asked.
    pub prompt: Prompt<'a>,
    /// What the engine searches for, if it does.
    pub thinking: Option<WaitingFor>,
    /// The number of the move that it last searched; `None` if the board now shows another
    /// position.
    pub searched_move: Option<usize>,
    /// What the engine has found, now or in its last search.
    pub progress: &'a SearchProgress,
    /// The time since the side to move began to think, in milliseconds; `None` if its clock is
    /// stopped.
    pub turn_ms: Option<u64>,
    pub page: ScreenPage,
    /// The first line of the page that is shown.
    pub scroll: usize,
    /// The signs of the board.
    pub glyphs: &'a Glyphs,
}
