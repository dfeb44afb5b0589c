//! Layer 5: the classic player, as textbooks describe it. For every empty point it adds up the
//! shapes that a stone there would make and stop along four lines, and plays the point with the
//! largest sum; its stronger levels look a few moves ahead with the same evaluation. It supports
//! boards of every size, and plays on those that the strong search does not support. Imports
//! `rules` and below; shares nothing with the search.

pub mod grid;
pub(crate) mod player;
pub(crate) mod runs;
pub(crate) mod search;
pub mod shape;
pub(crate) mod skill;
pub mod threats;
pub mod values;
pub mod weights;
pub(crate) mod windows;

pub use player::{ClassicPlayer, fives};
pub(crate) use search::ClassicMove;
pub use skill::Skill;
pub use values::PointValues;
pub use weights::ClassicWeights;
