//! The network, learned from games: positions as [`samples`], a [`model`] in real numbers, how it is
//! [`fit`]ted, and the state of an interrupted fit as a [`checkpoint`].

pub(crate) mod checkpoint;
pub(crate) mod coarse;
pub(crate) mod fit;
pub(crate) mod model;
pub(crate) mod samples;
