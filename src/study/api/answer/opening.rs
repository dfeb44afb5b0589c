//! Answers about openings.

use schemars::JsonSchema;
use serde::Serialize;

use crate::api::request::ChoiceSpec;
use tengen_engine::rules::opening::OpeningRule;
use tengen_records::positions::PointSpec;

/// The result of `opening`: the state of the opening after all choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpeningState {
    /// The opening rule.
    pub opening: String,
    /// All choices, those of the engine included.
    pub choices: Vec<ChoiceSpec>,
    /// Who made each of them: `first` or `second`.
    pub chosen_by: Vec<String>,
    /// The choices that the engine has just made.
    pub chosen: Vec<ChoiceSpec>,
    /// Whether the opening is over.
    pub over: bool,
    /// Who chooses next: `first` or `second`, the participant who began with black or with white.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chooser: Option<String>,
    /// What is to be chosen; missing if the opening is over.
    #[serde(flatten)]
    pub next: Option<NextStep>,
    /// All choices that are possible now.
    pub possible: Vec<ChoiceSpec>,
    /// The fifth stones offered so far.
    pub offers: Vec<PointSpec>,
    /// How many fifth stones black has to offer.
    pub count: u8,
    /// The stones so far, black first.
    pub stones: Vec<PointSpec>,
    /// The side to move.
    pub to_move: String,
    /// Who currently plays each color.
    pub colors: Participants,
    /// Whether `stop` ended the engine's searches.
    pub stopped: bool,
}

/// What is to be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NextStep {
    /// `place`, `color`, `color-or-two`, `color-or-ten`, `count`, `offer` or `pick`.
    pub step: String,
    /// A description of the step, in English.
    pub text: String,
    /// The stone must be in the middle square of this side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inside: Option<u8>,
    /// The stone must be outside the middle square of this side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outside: Option<u8>,
    /// How many fifth stones are left to offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u8>,
    /// The largest number of fifth stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u8>,
}

/// An opening rule that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayableOpening {
    /// Its name.
    pub name: String,
    /// The shortest side of a board for it.
    pub least_side: u8,
    /// Whether federations of renju use it.
    pub renju: bool,
}

impl PlayableOpening {
    /// All of them.
    pub(in crate::api) fn all() -> Vec<Self> {
        let one = |rule: &OpeningRule| Self {
            name: rule.to_string(),
            least_side: rule.least_side(),
            renju: rule.is_of_renju(),
        };
        OpeningRule::ALL.iter().map(one).collect()
    }
}

/// The participants by color: `first` or `second`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Participants {
    /// Who plays black.
    pub black: String,
    /// Who plays white.
    pub white: String,
}
