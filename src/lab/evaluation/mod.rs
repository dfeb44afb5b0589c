//! The evaluation learned from games: positions as [`data`], a [`model`] of [`table`]s, and what
//! the trainer does with it ([`fit`]).

pub mod data;
pub mod fit;
pub(crate) mod model;
pub(crate) mod table;
