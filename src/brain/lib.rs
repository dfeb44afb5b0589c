//! The brain: the Piskvork protocol and its dialects over the engine.
//!
//! [`wire`] is the text of the protocol in both directions, which the match manager shares.
//! [`protocol`] is the brain on stdin and stdout, [`gtp`] the same engine for programs that speak the
//! Go Text Protocol. [`command`] has its options and the commands of
//! the lean build. A book or a library of games comes from `tengen-records`; the engine itself reads
//! no file.

pub mod wire;

mod guarded_engine;

pub mod protocol;

pub mod gtp;

pub mod command;
