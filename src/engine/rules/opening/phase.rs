//! The state of an opening.

use std::collections::VecDeque;

use super::alike::alike;
use super::choice::OpeningChoice;
use super::error::OpeningError;
use super::plan::{
    self, Chooser, ONE_FIFTH, OpeningArea, OpeningPlayer, OpeningStep, PlannedStep, TWO_MORE,
};
use super::rule::OpeningRule;
use crate::board::Position;
use crate::rules::legality;
use crate::types::{BoardSize, ByColor, Color, Coord, Rule};

/// An opening that is being played, from the empty board to the position and colors from which the
/// game continues.
///
/// ```
/// use tengen_engine::rules::opening::{OpeningChoice, OpeningPhase, OpeningRule, OpeningStep, OpeningPlayer};
/// use tengen_engine::types::{BoardSize, Color, Rule};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let size = BoardSize::square(15)?;
/// let mut opening = OpeningPhase::new(OpeningRule::Swap, Rule::Freestyle, size)?;
/// for point in ["h8", "i9", "k11"] {
///     assert_eq!(opening.chooser(), Some(OpeningPlayer::First));
///     opening.choose(opening.parse(point)?)?;
/// }
/// assert_eq!(opening.step(), Some(OpeningStep::Color));
/// assert_eq!(opening.chooser(), Some(OpeningPlayer::Second));
/// opening.choose(OpeningChoice::Color(Color::Black))?;
/// assert!(opening.is_over());
/// assert_eq!(opening.colors()[Color::White], OpeningPlayer::First);
/// assert_eq!(opening.position().to_move(), Color::White);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningPhase {
    rule: OpeningRule,
    position: Position,
    /// Who plays each color.
    colors: ByColor<OpeningPlayer>,
    /// The steps to come, the next first.
    plan: VecDeque<PlannedStep>,
    /// How many fifth stones are to be offered.
    count: u8,
    offers: Vec<Coord>,
    history: Vec<OpeningChoice>,
    /// Who made each choice.
    choosers: Vec<OpeningPlayer>,
}

impl OpeningPhase {
    /// The beginning of an opening.
    ///
    /// # Errors
    /// If the board is too small for the opening rule.
    pub fn new(rule: OpeningRule, game: Rule, size: BoardSize) -> Result<Self, OpeningError> {
        if size.width().min(size.height()) < rule.least_side() {
            return Err(OpeningError::Size { rule, size });
        }
        Ok(Self {
            rule,
            position: Position::new(game, size),
            colors: ByColor::new(OpeningPlayer::First, OpeningPlayer::Second),
            plan: plan::steps(rule).iter().copied().collect(),
            count: if rule == OpeningRule::Rif { 2 } else { 1 },
            offers: Vec::new(),
            history: Vec::new(),
            choosers: Vec::new(),
        })
    }

    /// The opening after some choices.
    ///
    /// # Errors
    /// The first thing that is wrong, and the index of the choice (0 for the board).
    pub fn replay(
        rule: OpeningRule,
        game: Rule,
        size: BoardSize,
        choices: &[OpeningChoice],
    ) -> Result<Self, (usize, OpeningError)> {
        let mut opening = Self::new(rule, game, size).map_err(|error| (0, error))?;
        for (index, &choice) in choices.iter().enumerate() {
            opening.choose(choice).map_err(|error| (index, error))?;
        }
        Ok(opening)
    }

    /// The opening rule.
    pub fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// The stones so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who plays each color, as things stand.
    pub fn colors(&self) -> ByColor<OpeningPlayer> {
        self.colors
    }

    /// The color that a participant plays, as things stand.
    pub fn color_of(&self, participant: OpeningPlayer) -> Color {
        match self.colors[Color::Black] == participant {
            true => Color::Black,
            false => Color::White,
        }
    }

    /// The fifth stones offered so far.
    pub fn offers(&self) -> &[Coord] {
        &self.offers
    }

    /// How many fifth stones black has to offer: 1 (two by the rule of the RIF) until another number
    /// is chosen.
    pub fn count(&self) -> u8 {
        self.count
    }

    /// The choices made so far.
    pub fn history(&self) -> &[OpeningChoice] {
        &self.history
    }

    /// Who made each of them.
    pub fn choosers(&self) -> &[OpeningPlayer] {
        &self.choosers
    }

    /// Whether the game continues by the rules of the game.
    pub fn is_over(&self) -> bool {
        self.plan.is_empty()
    }

    /// What is to be chosen next; `None` if the opening is over.
    pub fn step(&self) -> Option<OpeningStep> {
        self.plan.front().map(|&(_, step)| step)
    }

    /// What is to be chosen next, for people: `a point for a black stone`; `None` if the opening is
    /// over.
    pub fn step_in_words(&self) -> Option<String> {
        self.step().map(|step| step.in_words(self.position.to_move()))
    }

    /// Who chooses next; `None` if the opening is over.
    pub fn chooser(&self) -> Option<OpeningPlayer> {
        let to_move = self.position.to_move();
        self.plan.front().map(|&(chooser, _)| match chooser {
            Chooser::Fixed(participant) => participant,
            Chooser::ToMove => self.colors[to_move],
            Chooser::Waiting => self.colors[!to_move],
        })
    }

    /// All choices that are possible now.
    pub fn choices(&self) -> Vec<OpeningChoice> {
        let Some(step) = self.step() else { return Vec::new() };
        let points = self.position.size().coords().map(OpeningChoice::Point);
        let colors = Color::BOTH.map(OpeningChoice::Color);
        let counts = (1..=u8::MAX).map(OpeningChoice::Count);
        let all: Vec<OpeningChoice> = match step {
            OpeningStep::Place(_) | OpeningStep::Offer(_) => points.collect(),
            OpeningStep::Pick => self.offers.iter().copied().map(OpeningChoice::Point).collect(),
            OpeningStep::Color => colors.to_vec(),
            OpeningStep::ColorOrTwo => colors.into_iter().chain([OpeningChoice::Two]).collect(),
            OpeningStep::ColorOrTen => colors.into_iter().chain([OpeningChoice::Ten]).collect(),
            OpeningStep::Count(most) => counts.take(most.into()).collect(),
        };
        all.into_iter().filter(|&choice| self.check(choice).is_ok()).collect()
    }

    /// Reads a choice as people write it: see [`OpeningChoice::text`]; `swap` names the color that
    /// the chooser does not have, `keep` the one that it has.
    ///
    /// # Errors
    /// If the text is not a choice. [`OpeningPhase::check`] decides whether the choice is possible
    /// now.
    pub fn parse(&self, text: &str) -> Result<OpeningChoice, OpeningError> {
        let expected =
            self.step_in_words().unwrap_or_else(|| "nothing: the opening is over".to_owned());
        let error = || OpeningError::Text { seen: text.trim().to_owned(), expected };
        let Some(chooser) = self.chooser() else { return Err(error()) };
        let own = self.color_of(chooser);
        match text.trim().to_ascii_lowercase().as_str() {
            "swap" => Ok(OpeningChoice::Color(!own)),
            "keep" => Ok(OpeningChoice::Color(own)),
            word => OpeningChoice::read(word, self.position.size()).ok_or_else(error),
        }
    }

    /// Whether the choice is possible now.
    ///
    /// # Errors
    /// The reason why not.
    pub fn check(&self, choice: OpeningChoice) -> Result<(), OpeningError> {
        let Some(step) = self.step() else { return Err(OpeningError::Over { seen: choice }) };
        match (step, choice) {
            (OpeningStep::Place(area), OpeningChoice::Point(coord)) => {
                self.check_stone(coord, area)
            }
            (OpeningStep::Offer(_), OpeningChoice::Point(coord)) => self.check_offer(coord),
            (OpeningStep::Pick, OpeningChoice::Point(coord)) => {
                let is_offered = self.offers.contains(&coord);
                is_offered.then_some(()).ok_or(OpeningError::NotOffered { coord })
            }
            (
                OpeningStep::Color | OpeningStep::ColorOrTwo | OpeningStep::ColorOrTen,
                OpeningChoice::Color(_),
            )
            | (OpeningStep::ColorOrTwo, OpeningChoice::Two)
            | (OpeningStep::ColorOrTen, OpeningChoice::Ten) => Ok(()),
            (OpeningStep::Count(most), OpeningChoice::Count(seen)) => {
                let fits = (1..=most).contains(&seen);
                fits.then_some(()).ok_or(OpeningError::Count { seen, most })
            }
            (step, seen) => {
                Err(OpeningError::Kind { seen, step, to_move: self.position.to_move() })
            }
        }
    }

    fn check_stone(&self, coord: Coord, area: OpeningArea) -> Result<(), OpeningError> {
        legality::check(&self.position, coord)?;
        let is_inside = area.contains(coord, self.position.size());
        is_inside.then_some(()).ok_or(OpeningError::Area { coord, area })
    }

    fn check_offer(&self, coord: Coord) -> Result<(), OpeningError> {
        legality::check(&self.position, coord)?;
        if self.offers.contains(&coord) {
            return Err(OpeningError::Offered { coord });
        }
        let twin = self.offers.iter().find(|&&other| alike(&self.position, coord, other));
        twin.map_or(Ok(()), |&other| Err(OpeningError::Alike { coord, other }))
    }

    /// Makes a choice.
    ///
    /// # Errors
    /// If it is not possible now; nothing changes.
    pub fn choose(&mut self, choice: OpeningChoice) -> Result<(), OpeningError> {
        self.check(choice)?;
        let Some((chooser, (_, step))) = self.chooser().zip(self.plan.pop_front()) else {
            return Err(OpeningError::Over { seen: choice });
        };
        match choice {
            OpeningChoice::Point(coord) if matches!(step, OpeningStep::Offer(_)) => {
                self.offers.push(coord);
            }
            OpeningChoice::Point(coord) => {
                // It was checked, so it can be placed.
                let placed = self.position.play(coord);
                debug_assert!(placed.is_ok());
                self.plan_declared();
            }
            OpeningChoice::Color(color) => self.take(chooser, color, step),
            OpeningChoice::Two => self.plan.extend(TWO_MORE),
            OpeningChoice::Ten => self.plan_offers(10),
            OpeningChoice::Count(count) => self.count = count,
        }
        self.history.push(choice);
        self.choosers.push(chooser);
        Ok(())
    }

    /// Assigns a color to a participant, and plans the steps that follow.
    fn take(&mut self, chooser: OpeningPlayer, color: Color, step: OpeningStep) {
        self.colors = match color {
            Color::Black => ByColor::new(chooser, chooser.other()),
            Color::White => ByColor::new(chooser.other(), chooser),
        };
        if step == OpeningStep::ColorOrTen {
            self.plan.extend(ONE_FIFTH);
        } else if self.rule == OpeningRule::Soosorv8 && self.plan.is_empty() {
            self.plan_offers(self.count);
        }
    }

    /// After the fourth stone of Yamaguchi's rule black offers what was declared before.
    fn plan_declared(&mut self) {
        let is_fourth = self.position.stones().len() == 4;
        if self.rule == OpeningRule::Yamaguchi && is_fourth {
            self.plan_offers(self.count);
        }
    }

    fn plan_offers(&mut self, count: u8) {
        self.count = count;
        self.plan.extend(plan::offers(count));
    }

    /// Takes the last choice back and returns it; `None` at the beginning.
    pub fn undo(&mut self) -> Option<OpeningChoice> {
        let (&last, before) = self.history.split_last()?;
        let (game, size) = (self.position.rule(), self.position.size());
        // The same choices were possible before.
        *self = Self::replay(self.rule, game, size, before).ok()?;
        Some(last)
    }
}
