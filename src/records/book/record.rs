//! What is known about a position.

use strum::{Display, EnumString, IntoStaticStr, VariantArray};
use thiserror::Error;

use super::key::Canonical;
use tengen_engine::types::{Coord, Score};

/// A word that is not one of an enumeration's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seen '{seen}', expected {expected}")]
pub struct WordError {
    seen: String,
    expected: String,
}

impl WordError {
    pub(super) fn new<'a>(seen: &str, names: impl Iterator<Item = &'a str>) -> Self {
        let expected = names.collect::<Vec<_>>().join(", ");
        Self { seen: seen.to_owned(), expected }
    }
}

/// A value and a result of different sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("seen {value} with label {label}, expected a value of the same side")]
pub struct ContradictionError {
    pub value: i16,
    /// The result.
    pub label: Label,
}

/// What an enumeration with words, whose number in files is the index in `ALL`, has beside its
/// derived traits.
macro_rules! worded {
    ($($name:ident)*) => {$(
        impl $name {
            /// All values, in the order of their numbers in files.
            pub const ALL: &[Self] = Self::VARIANTS;

            /// The word in files and on the command line.
            pub fn name(self) -> &'static str {
                self.into()
            }

            fn unknown(word: &str) -> WordError {
                WordError::new(word, Self::ALL.iter().map(|known| known.name()))
            }
        }
    )*};
}

/// The result of the position for the side to move, or advice.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "lowercase")]
#[strum(parse_err_ty = WordError, parse_err_fn = Label::unknown)]
#[repr(u8)]
pub enum Label {
    /// Nothing is said.
    #[default]
    None,
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
    /// Neither wins.
    Draw,
    /// The move that leads here must be played where possible.
    Forced,
    /// The move that leads here must not be played.
    Blocked,
}

/// The source of a record, in order of increasing trust.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "lowercase")]
#[strum(parse_err_ty = WordError, parse_err_fn = Trust::unknown)]
#[repr(u8)]
pub enum Trust {
    /// Nobody.
    #[default]
    Unknown,
    Person,
    /// An imported file, or a proof that was not checked here.
    Import,
    /// A search of the engine.
    Search,
    /// A solver that found a forced win, or the values of the following positions.
    Solver,
    /// The checker, which verified every reply by the rules.
    Checker,
}

/// How the value relates to the true one.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "lowercase")]
#[strum(parse_err_ty = WordError, parse_err_fn = Bound::unknown)]
#[repr(u8)]
pub enum Bound {
    /// Not said.
    #[default]
    None,
    /// At most the value.
    Upper,
    /// At least the value.
    Lower,
    /// The value.
    Exact,
}

worded! { Label Trust Bound }

macro_rules! numbered {
    ($($name:ident)*) => {$(
        impl $name {
            /// The value with this number in files.
            pub(super) fn from_number(number: u8) -> Option<Self> {
                Self::ALL.get(usize::from(number)).copied()
            }
        }
    )*};
}

numbered! { Label Trust Bound }

impl Label {
    /// Whether the label says how the game ends.
    pub(crate) const fn is_result(self) -> bool {
        matches!(self, Self::Win | Self::Loss | Self::Draw)
    }
}

/// Finished games that went through a position, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameResults {
    /// Games that the side to move won.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Games that it lost.
    pub lost: u32,
}

impl GameResults {
    /// The games of both.
    pub fn plus(self, other: Self) -> Self {
        Self {
            won: self.won.saturating_add(other.won),
            drawn: self.drawn.saturating_add(other.drawn),
            lost: self.lost.saturating_add(other.lost),
        }
    }

    /// The number of games.
    pub fn games(self) -> u64 {
        u64::from(self.won) + u64::from(self.drawn) + u64::from(self.lost)
    }
}

/// What is known about a position. Values and labels are those of the side to move, in the unit of
/// [`Score`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// How the game ends, or advice about the move to this position.
    pub label: Label,
    /// The value, within ±30,000; `None` if unknown.
    pub value: Option<i16>,
    /// How the value relates to the true one.
    pub bound: Bound,
    /// Depth of the search in plies; 0 if unknown.
    pub depth: i16,
    /// The best move.
    pub best: Option<Coord>,
    /// Nodes that were searched; 0 if unknown.
    pub nodes: u64,
    /// Who says so.
    pub trust: Trust,
    /// The program and its version, such as `tengen 1.0.0`; empty if unknown.
    pub engine: String,
    /// Games that went through the position.
    pub results: GameResults,
    pub comment: String,
    /// Short texts on points of the board, sorted by points.
    pub texts: Vec<(Coord, String)>,
}

impl Record {
    /// What a search of this engine found.
    pub fn searched(score: Score, depth: u32, nodes: u64, best: Coord) -> Self {
        let label = match score.mate_plies() {
            Some(plies) if plies > 0 => Label::Win,
            Some(_) => Label::Loss,
            None => Label::None,
        };
        Self {
            label,
            value: i16::try_from(score.0).ok(),
            bound: Bound::Exact,
            depth: i16::try_from(depth).unwrap_or(i16::MAX),
            best: Some(best),
            nodes,
            trust: Trust::Search,
            engine: super::engine_name(),
            ..Self::default()
        }
    }

    /// Whether the record rests on a proof: of a solver or of the checker. In memory that was
    /// always found or verified [here](super::here); what is read from elsewhere is a claim.
    pub fn is_checked(&self) -> bool {
        self.trust >= Trust::Solver
    }

    /// The record as a claim of others: what comes from outside is not proved by its own word.
    #[must_use]
    pub fn as_claim(self) -> Self {
        let trust = if self.is_checked() { Trust::Import } else { self.trust };
        Self { trust, ..self }
    }

    /// Whether the result is proved: then only another proved record may replace it.
    pub fn is_proved(&self) -> bool {
        self.label.is_result() && self.is_checked()
    }

    /// The result if it is proved.
    pub fn proved(&self) -> Option<Label> {
        self.is_proved().then_some(self.label)
    }

    /// Whether it says how the game ends, but nobody has proved it here.
    pub fn is_claimed_result(&self) -> bool {
        self.label.is_result() && !self.is_proved()
    }

    /// The value of a win of unknown length, below all wins of known length.
    pub const WIN: i32 = Score::MATE_THRESHOLD - 1;

    /// The value of a claimed but unproved win or loss.
    pub const SAID: i32 = 1_000;

    /// The value that is claimed for the side to move; `None` if there is none.
    pub fn claimed(&self) -> Option<i32> {
        let value = self.value.map(i32::from);
        let of_result = |sign: i32| {
            let fits = value.filter(|value| value * sign >= Score::MATE_THRESHOLD);
            fits.unwrap_or(sign * if self.is_proved() { Self::WIN } else { Self::SAID })
        };
        match self.label {
            Label::Win => Some(of_result(1)),
            Label::Loss => Some(of_result(-1)),
            Label::Draw => Some(0),
            Label::None | Label::Forced | Label::Blocked => value,
        }
    }

    /// [`Record::claimed`] as the value of the move to the position.
    pub fn claimed_for_move(&self) -> Option<i32> {
        self.claimed().map(Self::value_for_move)
    }

    /// The value of a move, for the player who makes it, to a position of this value: an end is a
    /// ply further away.
    pub fn value_for_move(value: i32) -> i32 {
        let nearer = if Score(value).mate_plies().is_some() { value.signum() } else { 0 };
        nearer - value
    }

    /// Whether the value belongs to the other side than the one that the label says wins.
    pub(crate) fn contradicts_itself(&self) -> bool {
        match self.label {
            Label::Win => self.value.is_some_and(|value| value < 0),
            Label::Loss => self.value.is_some_and(|value| value > 0),
            Label::None | Label::Draw | Label::Forced | Label::Blocked => false,
        }
    }

    /// The record without a value that contradicts its label, as files of other programs have it.
    #[must_use]
    pub(crate) fn reconciled(self) -> Self {
        match self.contradicts_itself() {
            true => Self { value: None, bound: Bound::None, ..self },
            false => self,
        }
    }

    /// Sets what a person says about the result; `None` leaves what is known. What is said now
    /// stands: an older value of the other side goes, with its depth and nodes, or an older result.
    ///
    /// # Errors
    /// If both are said and contradict each other; the record is unchanged.
    pub fn set_result(
        &mut self,
        label: Option<Label>,
        value: Option<i16>,
    ) -> Result<(), ContradictionError> {
        let said = Self { label: label.unwrap_or_default(), value, ..Self::default() };
        if let Some(value) = value.filter(|_| said.contradicts_itself()) {
            return Err(ContradictionError { value, label: said.label });
        }
        self.label = label.unwrap_or(self.label);
        if value.is_some() {
            (self.value, self.bound, self.depth, self.nodes) = (value, Bound::Exact, 0, 0);
        }
        if self.contradicts_itself() {
            match label {
                Some(_) => {
                    (self.value, self.bound, self.depth, self.nodes) = (None, Bound::None, 0, 0);
                }
                None => self.label = Label::None,
            }
        }
        Ok(())
    }

    /// Sets the text on a point; an empty one removes it.
    pub fn set_text(&mut self, coord: Coord, text: &str) {
        self.texts.retain(|(at, _)| *at != coord);
        if !text.is_empty() {
            self.texts.push((coord, text.to_owned()));
            self.texts.sort_unstable();
        }
    }

    /// Whether it claims anything about the position; remarks and games alone do not.
    pub fn claims_something(&self) -> bool {
        self.label != Label::None || self.value.is_some() || self.best.is_some()
    }

    /// Whether the record is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Converts the record of a position's image to the position itself: points are mapped back.
    /// Points off the board, which a damaged book may contain, are dropped.
    #[must_use]
    pub fn back(mut self, canonical: &Canonical) -> Self {
        let is_point = |coord: &Coord| canonical.size().contains(*coord);
        self.best = self.best.filter(is_point);
        self.texts.retain(|(coord, _)| is_point(coord));
        self.mapped(|coord| canonical.back(coord))
    }

    /// Converts the record of a position to its canonical image.
    #[must_use]
    pub fn image(self, canonical: &Canonical) -> Self {
        self.mapped(|coord| canonical.image(coord))
    }

    fn mapped(mut self, map: impl Fn(Coord) -> Coord) -> Self {
        self.best = self.best.map(&map);
        for (coord, _) in &mut self.texts {
            *coord = map(*coord);
        }
        self.texts.sort_unstable();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_come_back() {
        for (number, &label) in (0..).zip(Label::ALL) {
            assert_eq!(label.name().parse(), Ok(label));
            assert_eq!((Label::from_number(number), label as u8), (Some(label), number));
        }
        assert_eq!(Trust::from_number(Trust::ALL.len() as u8), None);
        let error = "won".parse::<Label>().unwrap_err().to_string();
        assert_eq!(error, "seen 'won', expected none, win, loss, draw, forced, blocked");
    }

    #[test]
    fn a_value_of_the_other_side_contradicts_a_result() {
        let said = |label, value| Record { label, value, ..Record::default() }.contradicts_itself();
        assert!(said(Label::Win, Some(-1)) && said(Label::Loss, Some(29_995)));
        assert!(!said(Label::Win, Some(0)) && !said(Label::Loss, None));
        assert!(!said(Label::None, Some(-29_995)));
    }

    #[test]
    fn what_is_said_now_stands_and_what_contradicts_it_goes() {
        let known = || Record {
            label: Label::Win,
            value: Some(29_980),
            bound: Bound::Lower,
            depth: 9,
            nodes: 70,
            ..Record::default()
        };
        let after = |label, value| {
            let mut record = known();
            record.set_result(label, value).map(|()| record)
        };
        let said = Record { bound: Bound::Exact, ..Record::default() };
        let valued = |label, value| Record { label, value, ..said.clone() };
        assert_eq!(after(None, None), Ok(known()));
        assert_eq!(after(Some(Label::Draw), None), Ok(Record { label: Label::Draw, ..known() }));
        let lost = Record { label: Label::Loss, ..Record::default() };
        assert_eq!(after(Some(Label::Loss), None), Ok(lost));
        assert_eq!(after(None, Some(50)), Ok(valued(Label::Win, Some(50))));
        assert_eq!(after(None, Some(-50)), Ok(valued(Label::None, Some(-50))));
        assert_eq!(after(Some(Label::Loss), Some(-50)), Ok(valued(Label::Loss, Some(-50))));
        let mut record = known();
        let error = record.set_result(Some(Label::Loss), Some(50)).unwrap_err();
        assert_eq!(error, ContradictionError { value: 50, label: Label::Loss });
        assert_eq!(record, known());
    }

    #[test]
    fn a_text_on_a_point_is_replaced_or_removed() {
        let mut record = Record::default();
        let (one, other) = (Coord::new(1, 0), Coord::new(2, 0));
        for (coord, text) in [(other, "B"), (one, "A"), (other, "C")] {
            record.set_text(coord, text);
        }
        assert_eq!(record.texts, [(one, "A".to_owned()), (other, "C".to_owned())]);
        record.set_text(other, "");
        assert_eq!(record.texts, [(one, "A".to_owned())]);
    }

    #[test]
    fn only_results_of_solvers_and_checkers_are_proved() {
        let record = |label, trust| Record { label, trust, ..Record::default() };
        assert!(record(Label::Win, Trust::Solver).is_proved());
        assert!(record(Label::Draw, Trust::Checker).is_proved());
        assert!(!record(Label::Win, Trust::Search).is_proved());
        assert!(!record(Label::Forced, Trust::Checker).is_proved());
    }
}
