//! The steps of swap2 and Soosõrv-8 as [Yixin-Board](https://github.com/accreator/Yixin-Board)
//! plays them. The program asks for one choice after another and answers a color with the next step
//! or with `BOARD`; every choice is a `MESSAGE` line with a point as two numbers and a blank. A swap
//! is to take the color that is not to move.

use std::time::Duration;

use super::BrainSession;
use super::action::{Actions, OpeningRequest, Purpose, SessionAction, answered, say_error};
use super::draft::{RowsDraft, RowsOf};
use crate::protocol::error::StateError;
use crate::protocol::game::SessionGame;
use crate::protocol::setup;
use crate::wire::{BlockKind, BlockReader, BlockRow, Reply, YxStep};
use tengen_engine::rules::opening::{OpeningChoice, OpeningPhase, OpeningRule};
use tengen_engine::types::{Color, Coord};
use tengen_util::text::WordCursor;

/// Most fifth stones of Soosõrv-8.
const MOST_FIFTHS: u8 = 8;

impl BrainSession {
    /// The line of a step.
    pub(super) fn open_step(&mut self, step: YxStep, rest: &str, at: Duration) -> Actions {
        if !step.has_rows() {
            return answered(self.step(step, 1, &[], at));
        }
        let mut words = WordCursor::new(rest);
        let declared = if step.has_count() { words.next().map(count_of) } else { Some(Some(1)) };
        let rows = words.rest();
        let command = step.word();
        let fault = match (self.size(command), declared.flatten()) {
            (Err(error), _) => Some(error),
            (Ok(_), None) => Some(StateError::Fifths { command, most: MOST_FIFTHS }),
            (Ok(_), Some(_)) => None,
        };
        let mut block = BlockReader::new(BlockKind::YxStep);
        if fault.is_some() {
            block.refuse();
        }
        let mut actions: Actions = fault.map(say_error).into_iter().collect();
        let of = RowsOf::Step { step, count: declared.flatten().unwrap_or(1) };
        actions.extend(self.open_rows(RowsDraft { block, of }, rows, at));
        actions
    }

    /// Asks for the choice of a step, now that its rows are there.
    pub(super) fn step(
        &mut self,
        step: YxStep,
        count: u8,
        rows: &[BlockRow],
        at: Duration,
    ) -> Result<Actions, StateError> {
        let opening = self.opening_at(step, count, rows)?;
        let request = OpeningRequest {
            opening: opening.clone(),
            // The choices that follow a color are asked for by the next step.
            is_single: matches!(step, YxStep::SoosorvFirstColor | YxStep::SoosorvSecondColor),
            limits: self.settings.limits(self.config.reserve),
            options: self.settings.options(),
            asked_at: at,
            seed: self.config.seed,
        };
        self.config.seed = self.config.seed.wrapping_add(1);
        self.pending = Some((Purpose::Step(step, Box::new(opening)), at));
        let mut actions = self.notices();
        actions.push(SessionAction::Advise(Box::new(request)));
        Ok(actions)
    }

    /// The opening up to a step.
    fn opening_at(
        &mut self,
        step: YxStep,
        count: u8,
        rows: &[BlockRow],
    ) -> Result<OpeningPhase, StateError> {
        let command = step.word();
        let (size, rule, axes) = (self.size(command)?, self.settings.rule(), self.axes);
        let stones = match step {
            // A new game, whatever is on the board.
            YxStep::Swap2Three | YxStep::SoosorvThree => Vec::new(),
            YxStep::Swap2Choice | YxStep::Swap2Color => {
                let position = &self.game_for(command)?.position;
                position.moves_in_turn().ok_or(StateError::NotInTurn { command })?
            }
            _ => {
                let position = setup::moves(rows, rule, size, axes)
                    .map_err(|error| StateError::Setup { command, error })?;
                position.stones().iter().map(|&(coord, _)| coord).collect()
            }
        };
        let expected = stones_at(step);
        if !expected.contains(&stones.len()) {
            let (least, most) = (*expected.start(), *expected.end());
            return Err(StateError::OpeningStones { command, seen: stones.len(), least, most });
        }
        let opening_rule = match step {
            YxStep::Swap2Three | YxStep::Swap2Choice | YxStep::Swap2Color => OpeningRule::Swap2,
            _ => OpeningRule::Soosorv8,
        };
        let replay = |choices: &[OpeningChoice]| {
            OpeningPhase::replay(opening_rule, rule, size, choices)
                .map_err(|(_, error)| StateError::Opening { command, error })
        };
        match step {
            YxStep::SoosorvPick => {
                let fifths = stones.get(4..).unwrap_or_default();
                // Offers that the rule does not allow are not picked.
                let mut trial = replay(&choices_before(step, &stones, MOST_FIFTHS))?;
                let allowed: Vec<OpeningChoice> =
                    points(fifths).filter(|&fifth| trial.choose(fifth).is_ok()).collect();
                let count = u8::try_from(allowed.len()).unwrap_or(MOST_FIFTHS);
                let mut choices = choices_before(step, &stones, count);
                choices.extend(allowed);
                replay(&choices)
            }
            _ => replay(&choices_before(step, &stones, count)),
        }
    }

    /// Takes the choices for the last [`SessionAction::Advise`] at the time `now`.
    pub(crate) fn advised(&mut self, choices: &[OpeningChoice], now: Duration) -> Actions {
        let Some((Purpose::Step(step, opening), at)) = self.pending.take() else {
            return Vec::new();
        };
        self.settings.spend(now.saturating_sub(at));
        let actions = answered(self.answer_step(step, *opening, choices));
        self.with_rest(actions)
    }

    fn answer_step(
        &mut self,
        step: YxStep,
        mut opening: OpeningPhase,
        choices: &[OpeningChoice],
    ) -> Result<Actions, StateError> {
        let command = step.word();
        let to_move = opening.position().to_move();
        for &choice in choices {
            opening.choose(choice).map_err(|error| StateError::Opening { command, error })?;
        }
        let point = |coord: &Coord| {
            let pair = self.axes.pair(*coord);
            format!("{} {}", pair.first, pair.second)
        };
        let lines = lines(step, choices, to_move, point);
        self.set_up(SessionGame { position: opening.position().clone(), own: None });
        Ok(lines.into_iter().map(Reply::Message).map(SessionAction::Say).collect())
    }
}

/// A number of fifth stones.
fn count_of(word: &str) -> Option<u8> {
    word.parse().ok().filter(|count| (1..=MOST_FIFTHS).contains(count))
}

/// How many stones there are at a step; the fifth ones count as well.
fn stones_at(step: YxStep) -> std::ops::RangeInclusive<usize> {
    match step {
        YxStep::Swap2Three | YxStep::SoosorvThree => 0..=0,
        YxStep::Swap2Choice | YxStep::SoosorvFirstColor | YxStep::SoosorvFourth => 3..=3,
        YxStep::SoosorvSecondColor | YxStep::SoosorvOffer => 4..=4,
        YxStep::Swap2Color => 5..=5,
        YxStep::SoosorvPick => 5..=4 + usize::from(MOST_FIFTHS),
    }
}

fn points(coords: &[Coord]) -> impl Iterator<Item = OpeningChoice> + '_ {
    coords.iter().copied().map(OpeningChoice::Point)
}

/// The choices that led to a step, except fifth stones. Who made them makes no difference to what
/// comes next.
fn choices_before(step: YxStep, stones: &[Coord], count: u8) -> Vec<OpeningChoice> {
    let (three, more) = stones.split_at(stones.len().min(3));
    let mut choices: Vec<OpeningChoice> = points(three).collect();
    let keep_white = OpeningChoice::Color(Color::White);
    let fourth = points(more.get(..1).unwrap_or_default());
    match step {
        YxStep::Swap2Three
        | YxStep::Swap2Choice
        | YxStep::SoosorvThree
        | YxStep::SoosorvFirstColor => {}
        YxStep::Swap2Color => {
            choices.push(OpeningChoice::Two);
            choices.extend(points(more));
        }
        YxStep::SoosorvFourth => choices.push(keep_white),
        YxStep::SoosorvSecondColor => {
            choices.push(keep_white);
            choices.extend(fourth);
            choices.push(OpeningChoice::Count(count));
        }
        YxStep::SoosorvOffer | YxStep::SoosorvPick => {
            choices.push(keep_white);
            choices.extend(fourth);
            let keep_black = OpeningChoice::Color(Color::Black);
            choices.extend([OpeningChoice::Count(count), keep_black]);
        }
    }
    choices
}

/// The answer, each line after `MESSAGE`.
fn lines(
    step: YxStep,
    choices: &[OpeningChoice],
    to_move: Color,
    point: impl Fn(&Coord) -> String,
) -> Vec<String> {
    let placed: Vec<String> = choices
        .iter()
        .filter_map(|choice| match choice {
            OpeningChoice::Point(coord) => Some(point(coord)),
            _ => None,
        })
        .collect();
    let numbered = |rule: &str, first: usize| -> Vec<String> {
        let line = |(number, point)| format!("{rule} MOVE{number} {point}");
        (first..).zip(&placed).map(line).collect()
    };
    let swaps = choices.contains(&OpeningChoice::Color(!to_move));
    let [yes_or_no, y_or_n] = if swaps { ["YES", "Y"] } else { ["NO", "N"] };
    match step {
        YxStep::Swap2Three => numbered("SWAP2", 1),
        YxStep::Swap2Choice if !placed.is_empty() => numbered("SWAP2", 4),
        YxStep::Swap2Choice => vec![format!("SWAP2 SWAP1 {yes_or_no}")],
        YxStep::Swap2Color => vec![format!("SWAP2 SWAP2 {yes_or_no}")],
        YxStep::SoosorvThree => numbered("SOOSORV", 1),
        YxStep::SoosorvFirstColor => vec![format!("SOOSORV SWAP1 {y_or_n}")],
        YxStep::SoosorvFourth => {
            let count = choices.iter().find_map(|choice| match choice {
                OpeningChoice::Count(count) => Some(*count),
                _ => None,
            });
            let line = |line| format!("{line} {}", count.unwrap_or(1));
            numbered("SOOSORV", 4).into_iter().map(line).collect()
        }
        YxStep::SoosorvSecondColor => vec![format!("SOOSORV SWAP2 {y_or_n}")],
        YxStep::SoosorvOffer => {
            let mut lines = vec!["SOOSORV MOVE5 REFRESH".to_owned()];
            lines.extend(placed.iter().map(|point| format!("SOOSORV MOVE5 {point}")));
            lines.push("SOOSORV MOVE5 DONE".to_owned());
            lines
        }
        YxStep::SoosorvPick => {
            placed.iter().map(|point| format!("SOOSORV MOVE5C {point}")).collect()
        }
    }
}
