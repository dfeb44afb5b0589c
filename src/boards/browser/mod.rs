//! The board in the browser: a page, and the JSON engine API behind a WebSocket, served on this
//! machine only. `README.md` in this directory describes it.
//!
//! [`BoardServer::bind`] opens the port, [`BoardServer::serve`] serves until its [`Shutdown`] says
//! so. [`guard`] controls access, [`site`] answers, [`files`] contains the page, whose modules
//! [`bundle`] joins into one script, [`tab`] is one open page with its session of the API,
//! [`server`] manages the connections. [`static_page`] makes of the same page one without a server.
//! No file on disk is read or written here, and nothing goes to standard streams.
//!
//! Why hyper and tokio-tungstenite: hyper limits the time and the size of request headers, which
//! the synchronous servers do not; axum on top of it would add a router for only two kinds of
//! paths, and a third to the build time.

mod bundle;
mod files;
mod guard;
mod server;
mod site;
pub mod static_page;
mod tab;
#[cfg(test)]
mod tests;

pub use self::guard::Token;
pub use self::server::{BoardServer, Shutdown};
