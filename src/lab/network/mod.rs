//! The network, learned from games: positions as [`samples`], a [`model`] in real numbers, how it is
//! [`fit`]ted, and the state of an interrupted fit as a [`checkpoint`].

pub mod checkpoint;
pub(crate) mod coarse;
pub mod fit;
pub mod model;
pub mod samples;
