//! Layer 5: the classic player, as textbooks describe it. For every empty point it adds up the
//! shapes that a stone there would make and stop along four lines, and plays the point with the
//! largest sum; its stronger levels look a few moves ahead with the same evaluation. It supports
//! boards of every size, and plays on those that the strong search does not support. Imports
//! `rules` and below; shares nothing with the search.

pub(crate) mod grid;
pub(crate) mod player;
pub(crate) mod runs;
pub(crate) mod search;
pub(crate) mod shape;
pub(crate) mod skill;
pub(crate) mod threats;
pub(crate) mod values;
pub(crate) mod weights;
pub(crate) mod windows;

pub(crate) use player::{ClassicPlayer, fives};
pub(crate) use search::ClassicMove;
pub(crate) use skill::Skill;
pub(crate) use values::PointValues;
pub(crate) use weights::ClassicWeights;
