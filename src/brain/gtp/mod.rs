//! The Go Text Protocol, version 2, for programs of Go that can play other games on their boards:
//! GoGui, Sabaki, Lizzie.
//!
//! [`line`] is the text of commands and answers. The [`session`] is a state machine without I/O: a
//! line in, an answer or a search out; it holds the [`game`] and its [`clock`]. [`mod@run`] reads,
//! searches and writes; [`analysis`] is what it writes while it searches.
//!
#![doc = include_str!("README.md")]
//!
//! CITE: the protocol: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2",
//! <https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html>. `gogui-rules_…`: the
//! chapter "Rules" of GoGui's manual, <https://www.kayufu.com/gogui/rules.html>. `lz-…` and `kata-…`:
//! <https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>. `kgs-time_settings`:
//! the documentation of kgsGtp, as quoted there.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

mod analysis;
mod clock;
mod command;
mod error;
mod game;
pub mod line;
mod run;
mod session;
#[cfg(test)]
mod tests;
mod words;

pub use run::{GtpOptions, run};

use tengen_engine::types::BoardSize;

/// The longest side of a board: the protocol names columns by one letter, without I.
pub const MAX_SIDE: u8 = 25;

/// Whether the protocol can name the points of a board.
pub fn is_nameable(size: BoardSize) -> bool {
    size.width().max(size.height()) <= MAX_SIDE
}

/// Passes a line to the readers of the protocol, for fuzzing; returns whether it is a command that
/// can be obeyed or searched for.
#[doc(hidden)]
pub fn accepts(text: &str) -> bool {
    session::accepts(text)
}
