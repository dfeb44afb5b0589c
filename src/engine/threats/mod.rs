//! Layer 4: forcing play. Imports `rules` and below.
//!
//! [`statics`], [`danger`] and [`defense`] read threats from the board's counts without a search.
//! [`solve()`] looks for a forced win: by fours ([`vcf`]) or by fours and threes ([`vct`]). It
//! claims a win as a tree ([`solution`]), which [`verify`] checks against every reply, using only
//! the rules. [`task`] tries several kinds of threats, [`first_moves`] every first move.

pub mod brute;
pub mod danger;
pub(crate) mod defense;
pub mod first_moves;
mod promise;
pub(crate) mod proof_table;
pub(crate) mod solution;
mod solve;
pub mod statics;
pub(crate) mod task;
pub(crate) mod tree;
pub(crate) mod vcf;
pub(crate) mod vcf_table;
pub(crate) mod vct;
pub mod verify;
pub(crate) mod zone;

pub use danger::Danger;
pub use solution::{Solution, SolveAnswer, SolveBudget, ThreatKind, Watch, WinNode, WinTree};
pub(crate) use solve::prove_by_clock;
pub use solve::{longest_line, prove, solve};
pub use task::{ForcedWin, SolveResult, Task, TaskResult};
