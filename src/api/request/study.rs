//! Requests that study games and positions: `review` and `balance`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parts::{Id, SearchLimits, SolveLimits, Threads};
use crate::api::number::Whole;
use crate::api::point::PointForm;
use crate::records::positions::PositionSpec;

/// `review`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewGame {
    /// The request's name.
    pub id: Id,
    /// The game, by its `moves`.
    pub position: PositionSpec,
    /// How many first moves are the opening's and not reviewed.
    #[serde(default)]
    pub opening_stones: usize,
    /// What each position may cost; without any, 500 ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<SolveLimits>,
    /// Searching threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<Threads>,
    /// The form of points in answers, if not that of the position's points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
}

/// `balance`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Balance {
    /// The request's name.
    pub id: Id,
    /// The position.
    pub position: PositionSpec,
    /// How many moves to find: one of the side to move, or two, one of each side; 1 if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stones: Option<Whole<1, 2>>,
    /// The value to come near to, from the view of the side to move; 0 if missing.
    #[serde(default)]
    #[schemars(range(min = -1000, max = 1000))]
    pub bias: i32,
    /// Where the search ends; without any, 5 seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<SearchLimits>,
    /// Searching threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<Threads>,
    /// The form of points in answers, if not that of the position's points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
}
