//! Layer 4: forcing play. Imports `rules` and below.
//!
//! [`statics`], [`danger`] and [`defense`] read threats from the board's counts without a search.
//! [`solve`] looks for a forced win: by fours ([`vcf`]) or by fours and threes ([`vct`]). It claims
//! a win as a tree ([`solution`]), which [`verify`] checks against every reply, using only the
//! rules.

pub mod brute;
pub mod danger;
pub mod defense;
mod promise;
pub mod proof_table;
pub mod solution;
mod solve;
pub mod statics;
pub mod tree;
pub mod vcf;
pub mod vcf_table;
pub mod vct;
pub mod verify;
pub mod zone;

pub use danger::Danger;
pub use solution::{Answer, Solution, SolveBudget, ThreatKind, Watch, WinNode, WinTree};
pub use solve::{longest_line, prove, solve};
