//! The evaluation learned from games: positions as [`data`], a [`model`] of [`table`]s, and how it
//! is [`fit`]ted to them.

pub mod data;
pub mod fit;
pub(crate) mod model;
pub(crate) mod table;
