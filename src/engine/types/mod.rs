//! Layer 1: the basic types of the game, one per file. May import `util`.

pub mod by_color;
pub(crate) mod by_rule;
pub(crate) mod color;
pub(crate) mod coord;
pub(crate) mod direction;
pub(crate) mod point;
pub(crate) mod point_set;
pub mod rule;
pub(crate) mod score;
pub(crate) mod size;
pub(crate) mod window;

pub use by_color::ByColor;
pub use by_rule::ByRule;
pub(crate) use by_rule::OncePerRule;
pub use color::{Color, Stone};
pub use coord::Coord;
pub use direction::Direction;
pub use point::Point;
pub use point_set::PointSet;
pub use rule::{ForbiddenKind, Rule, RuleSet, with_rule};
pub use score::Score;
pub use size::{BoardSize, SizeError};
pub use window::Window;
