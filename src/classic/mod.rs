//! Layer 5: the player of the teaching books. It looks at every empty point, adds up the shapes that a
//! stone there would make and stop along four lines, and plays the largest sum; its stronger levels look
//! a few moves ahead with the same eyes. It takes boards of every size, and plays those that the strong
//! search does not hold. Imports `rules` and below; shares nothing with the search.

pub mod grid;
pub mod level;
pub mod player;
pub mod runs;
pub mod search;
pub mod shape;
pub mod threats;
pub mod values;
pub mod weights;
pub mod windows;

pub use level::Level;
pub use player::ClassicPlayer;
pub use search::ClassicMove;
pub use values::PointValues;
pub use weights::{ClassicWeights, WeightError};
