//! The board in the browser: a page, and the JSON engine API behind a WebSocket, served on this
//! machine only. `README.md` in this directory describes it.
//!
//! [`Board::bind`] opens the port, [`Board::serve`] serves until its [`Ending`] says so. [`guard`]
//! decides who may ask, [`site`] answers, [`files`] has the page, whose
//! modules [`bundle`] puts into one script, [`tab`] is one open page with its
//! session of the API, [`server`] holds the connections together. No file of the disk is read or
//! written here, and nothing goes to standard streams.
//!
//! Why hyper and tokio-tungstenite: hyper limits the time and the size of request headers, which
//! the synchronous servers do not; axum on top of it adds a router for two kinds of paths and a
//! third to the time of the build.

mod bundle;
mod files;
mod guard;
mod server;
mod site;
mod tab;
#[cfg(test)]
mod tests;

pub(crate) use self::guard::Token;
pub(crate) use self::server::{Board, Ending};
