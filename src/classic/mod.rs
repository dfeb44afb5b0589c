//! Layer 5: the player of the teaching books. It looks at every empty point, adds up the shapes
//! that a stone there would make and stop along four lines, and plays the largest sum; its stronger
//! levels look a few moves ahead with the same eyes. It takes boards of every size, and plays those
//! that the strong search does not hold. Imports `rules` and below; shares nothing with the search.

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
