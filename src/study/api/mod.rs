//! The JSON engine API, for scripts, web pages and every front end. `README.md` in this
//! directory describes it.
//!
//! A [`session::ApiSession`] is one client. It takes requests as text and sends [`answer::Answer`]s to
//! a sink; the caller decides how both are transported: [`mod@serve`] uses lines of a pipe.
//! Requests that take time run in the threads of a [`EnginePool`], which sessions share and which bounds
//! engines, threads and memory. Dropping a session cancels its requests.
//!
//! [`request`] and [`answer`] are the messages, [`mod@schema`] describes them as JSON Schema,
//! [`run`] does the work.

mod alone;
pub mod answer;
mod error;
mod memory;
mod number;
mod opening_fault;
mod outbox;
mod point;
mod pool;
mod reading_fault;
mod reading_note;
pub mod registry;
pub mod request;
mod run;
mod schema;
mod serve;
pub mod session;
mod settings;
mod strict;

pub use alone::{AloneSession, Worked, serve_alone};
pub use pool::{EnginePool, PoolLimits};
pub use schema::schema;
pub use serve::serve;
