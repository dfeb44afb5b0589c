//! The network, learned from games: positions as [`samples`], a [`model`] in real numbers, what the
//! trainer does with it ([`fit`]), and the state of an interrupted training as a [`checkpoint`], which
//! refuses another training with the first [difference](plan_difference) of their plans.

pub mod checkpoint;
pub(crate) mod coarse;
pub mod fit;
pub mod model;
pub mod plan_difference;
pub mod samples;
