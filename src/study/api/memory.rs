//! What is remembered between requests.

/// How a request uses what an engine remembers of earlier searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Memory {
    /// It neither uses it nor changes it.
    Unused,
    /// It starts with an empty memory, so that its answer does not depend on earlier requests.
    Fresh,
    /// It is part of a game, whose earlier searches help.
    Game,
}
