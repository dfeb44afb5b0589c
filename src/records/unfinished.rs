//! What continues a game that is not over, beside its moves: the state of its opening and its clock.
//! A board writes it into the file of the game, as the JSON object in SGF's private `SESSION`.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::game_tree::GameTree;
use tengen_engine::rules::opening::{
    OpeningChoice, OpeningError, OpeningPhase, OpeningPlayer, OpeningRule, OpeningRuleError,
};
use tengen_engine::types::{BoardSize, Coord, Rule};

/// A game that is not over, beside its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub struct UnfinishedGame {
    /// The opening, while it is being played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<UnfinishedOpening>,
    /// The clock of the players.
    #[serde(rename = "person_clock", skip_serializing_if = "is_no_clock")]
    pub clock: PersonClock,
}

/// An opening that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct UnfinishedOpening {
    /// The opening rule.
    pub rule: String,
    /// The choices so far, as people write them.
    #[serde(default)]
    pub choices: Vec<String>,
    /// Whether the first and the second participant are the engine.
    #[serde(default)]
    pub is_engine: [bool; 2],
    /// The time of each choice in milliseconds; 0 where it is not known.
    #[serde(default, rename = "times_ms", skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<u64>,
}

/// The limits of a player's clock: the time of each player, in milliseconds. It runs in an opening, too.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(default)]
pub struct PersonClock {
    /// For all moves together, the choices of an opening included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_ms: Option<u64>,
    /// For each move or choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_ms: Option<u64>,
    /// Added to the time of the game after each stone that is placed on the board, in an opening as
    /// well; not after its other choices, nor for stones that are offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
}

/// A state of an opening that the game does not have.
#[derive(Debug, Error)]
pub enum UnfinishedError {
    /// Not an opening rule.
    #[error("opening.rule: {0}")]
    Rule(#[from] OpeningRuleError),
    /// A choice that is not possible, or a board that is too small.
    #[error("opening.choices[{index}]: {error}")]
    Choice {
        /// Its index; 0 if the board is too small.
        index: usize,
        /// What is wrong with it.
        error: OpeningError,
    },
    /// An opening that is over.
    #[error("opening.choices: the opening is over, expected one that is being played")]
    Over,
    /// Other stones than those of the game.
    #[error(
        "opening.choices: seen {seen} on the board, expected the moves of the game, {expected}"
    )]
    Stones {
        /// How many stones the choices place.
        seen: String,
        /// How many moves the main line has.
        expected: String,
    },
}

impl UnfinishedGame {
    /// The text for the file of the game.
    pub fn text(&self) -> String {
        // Text and numbers can always be serialized.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads [`UnfinishedGame::text`], or what a board noted besides; `None` if it is neither. A limit of
    /// nothing is none, and no time is longer than JSON's readers can count.
    pub fn read(text: &str) -> Option<Self> {
        /// The largest number that they have exactly.
        const MOST_MS: u64 = (1 << 53) - 1;
        let mut read: Self = serde_json::from_str(text).ok()?;
        let limit = |ms: &mut Option<u64>| *ms = ms.filter(|&ms| ms > 0).map(|ms| ms.min(MOST_MS));
        let PersonClock { match_ms, turn_ms, increment_ms } = &mut read.clock;
        [match_ms, turn_ms, increment_ms].into_iter().for_each(limit);
        let times = read.opening.iter_mut().flat_map(|opening| &mut opening.times);
        times.for_each(|ms| *ms = (*ms).min(MOST_MS));
        Some(read)
    }

    /// Checks that the opening is one of this game.
    ///
    /// # Errors
    /// If it is not, or is over.
    pub fn check(&self, game: &GameTree) -> Result<(), UnfinishedError> {
        let Some(opening) = &self.opening else { return Ok(()) };
        let phase = opening.phase(game.head().rule, game.head().size)?;
        if phase.is_over() {
            return Err(UnfinishedError::Over);
        }
        let stones = phase.position().stones();
        let placed: Vec<Option<Coord>> = stones.iter().map(|&(coord, _)| Some(coord)).collect();
        let line = game.line_to(game.end());
        let moves: Vec<Option<Coord>> = line.moves.iter().map(|&(_, point)| point).collect();
        match placed == moves && !game.has_setup() {
            true => Ok(()),
            false => Err(UnfinishedError::Stones {
                seen: tengen_util::count::counted(placed.len() as u64, "stone"),
                expected: tengen_util::count::counted(moves.len() as u64, "move"),
            }),
        }
    }
}

impl UnfinishedOpening {
    /// The opening after the choices.
    ///
    /// # Errors
    /// If it cannot be played on this board, or one of them is not possible.
    pub fn phase(&self, rule: Rule, size: BoardSize) -> Result<OpeningPhase, UnfinishedError> {
        let failed = |(index, error)| UnfinishedError::Choice { index, error };
        let opening: OpeningRule = self.rule.parse()?;
        let mut phase =
            OpeningPhase::new(opening, rule, size).map_err(|error| failed((0, error)))?;
        for (index, text) in self.choices.iter().enumerate() {
            let chosen = phase.parse(text).and_then(|choice| phase.choose(choice));
            chosen.map_err(|error| failed((index, error)))?;
        }
        Ok(phase)
    }
}

impl PersonClock {
    /// Whether there is a limit.
    pub fn is_set(&self) -> bool {
        self.match_ms.is_some() || self.turn_ms.is_some()
    }

    /// What is left to a player who has used `used_ms` and placed so many `stones` before this turn,
    /// and has used `turn_ms` in it; `None` without a limit.
    pub fn left_ms(&self, used_ms: u64, stones: u64, turn_ms: u64) -> Option<u64> {
        let added = self.increment_ms.unwrap_or(0).saturating_mul(stones);
        let of_game = self
            .match_ms
            .map(|all| all.saturating_add(added).saturating_sub(used_ms).saturating_sub(turn_ms));
        let of_turn = self.turn_ms.map(|all| all.saturating_sub(turn_ms));
        of_game.into_iter().chain(of_turn).min()
    }
}

/// How many stones a participant of an opening has placed on the board: stones that are offered, and
/// the one of them that is picked, are not counted.
pub fn stones_placed(phase: &OpeningPhase, player: OpeningPlayer) -> u64 {
    let picked = usize::from(phase.is_over() && !phase.offers().is_empty());
    let placed = phase.position().stones().len() - picked;
    let points = phase.history().iter().zip(phase.choosers());
    let points = points.filter(|(choice, _)| matches!(choice, OpeningChoice::Point(_)));
    points.take(placed).filter(|(_, chooser)| **chooser == player).count() as u64
}

fn is_no_clock(clock: &PersonClock) -> bool {
    *clock == PersonClock::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf;

    fn opening(rule: &str, choices: &str) -> UnfinishedOpening {
        let choices = choices.split_whitespace().map(str::to_owned).collect();
        UnfinishedOpening {
            rule: rule.to_owned(),
            choices,
            is_engine: [false; 2],
            times: Vec::new(),
        }
    }

    #[test]
    fn stones_on_the_board_count_and_other_choices_do_not() {
        let size = BoardSize::square(15).unwrap();
        let placed = |rule: &str, choices: &str| {
            let phase = opening(rule, choices).phase(Rule::Renju, size).unwrap();
            let of = |player| stones_placed(&phase, player);
            [of(OpeningPlayer::First), of(OpeningPlayer::Second)]
        };
        assert_eq!(placed("swap", "h8 i9"), [2, 0]);
        assert_eq!(placed("swap2", "h8 i9 j10 two k5 l5"), [3, 2]);
        // The second participant takes white, places the fourth stone and declares two fifths.
        let soosorv = "h8 h9 h10 white g7 2 black";
        assert_eq!(placed("soosorv-8", &soosorv[..soosorv.len() - 6]), [3, 1]);
        let offered = placed("soosorv-8", "h8 h9 h10 white g7 2 white e5 f11");
        assert_eq!(offered, placed("soosorv-8", "h8 h9 h10 white g7 2 white"));
        assert_eq!(placed("soosorv-8", "h8 h9 h10 white g7 2 white e5 f11 f11"), offered);
    }

    #[test]
    fn the_state_of_an_opening_belongs_to_its_game() {
        let game = sgf::read_tree("(;GM[4]SZ[15]RU[Renju];B[hh];W[hg])", Rule::Renju).unwrap();
        let of = |opening| UnfinishedGame { opening: Some(opening), ..UnfinishedGame::default() };
        let said = |opening| of(opening).check(&game).map_err(|error| error.to_string());
        assert_eq!(said(opening("soosorv-8", "h8 h9")), Ok(()));
        for (rule, choices, expected) in [
            ("swop", "h8 h9", "opening.rule: unknown opening rule 'swop'"),
            ("swap", "h8 h8", "opening.choices[1]: point "),
            ("swap", "h8", "opening.choices: seen 1 stone on the board, expected the moves"),
            ("soosorv-8", "h8 i9", "opening.choices: seen 2 stones on the board"),
        ] {
            let error = said(opening(rule, choices)).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
        let text = of(opening("swap", "h8 h9")).text();
        assert_eq!(
            text,
            r#"{"opening":{"rule":"swap","choices":["h8","h9"],"is_engine":[false,false]}}"#
        );
        // A board notes more.
        let more = text.replacen('{', r#"{"strength":{"level":"3"},"#, 1);
        assert_eq!(UnfinishedGame::read(&more), Some(of(opening("swap", "h8 h9"))));
        assert_eq!(UnfinishedGame::read("no JSON"), None);
    }
}
