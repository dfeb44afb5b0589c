//! Layer 1: the basic types of the game, one per file. May import `util`.

pub mod by_color;
pub mod by_rule;
pub mod color;
pub mod coord;
pub mod direction;
pub mod point;
pub mod point_set;
pub mod rule;
pub mod score;
pub mod size;
pub mod window;

pub use by_color::ByColor;
pub use by_rule::ByRule;
pub(crate) use by_rule::with_rule;
pub use color::{Color, Stone};
pub use coord::Coord;
pub use direction::Direction;
pub use point::Point;
pub use point_set::PointSet;
pub use rule::{ForbiddenKind, Rule, RuleSet};
pub use score::Score;
pub use size::{BoardSize, SizeError};
pub use window::Window;
