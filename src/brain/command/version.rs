//! What `tengen --version` prints.

/// The version, the commit it was built from, and the signature that `tengen bench` prints; a change of play
/// changes the last line, and `.ci/run` compares it.
pub const LONG: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit: ",
    env!("TENGEN_BUILT_FROM"),
    "\nbench: 897f598c",
);
