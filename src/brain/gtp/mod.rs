//! The Go Text Protocol, version 2, for programs of Go that can play other games on their boards:
//! GoGui, Sabaki, Lizzie.
//!
//! [`line`](mod@line) is the text of commands and answers, [`names`] how points are named. The
//! [`session`] is a state machine without I/O: a line in, an answer or a search out; it holds the
//! [`game`] and its [`clock`]. [`mod@run`] reads, searches and writes; [`analysis`] is what it writes
//! while it searches.
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
mod load;
mod names;
mod run;
mod session;
#[cfg(test)]
mod tests;
mod words;

pub use names::{MAX_SIDE, is_nameable};
pub use run::{GtpOptions, run};
#[doc(hidden)]
pub use session::accepts;
