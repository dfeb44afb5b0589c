//! The steps of each opening rule.

use std::fmt;

use strum::Display;

use super::rule::OpeningRule;
use crate::types::{BoardSize, Color, Coord};

/// One of the two who play the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display)]
#[strum(serialize_all = "lowercase")]
pub enum OpeningPlayer {
    /// Has black until the colors are exchanged.
    First,
    /// Has white until the colors are exchanged.
    Second,
}

impl OpeningPlayer {
    /// The other participant.
    pub const fn other(self) -> Self {
        match self {
            OpeningPlayer::First => OpeningPlayer::Second,
            OpeningPlayer::Second => OpeningPlayer::First,
        }
    }
}

/// Where a stone must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningArea {
    /// Anywhere.
    Anywhere,
    /// In the middle square of this side; 1 is the center.
    Inside(u8),
    /// Outside it.
    Outside(u8),
}

impl OpeningArea {
    /// Whether the point lies in the area.
    pub fn contains(self, coord: Coord, size: BoardSize) -> bool {
        let center = size.center();
        let distance = center.x.abs_diff(coord.x).max(center.y.abs_diff(coord.y));
        match self {
            OpeningArea::Anywhere => true,
            OpeningArea::Inside(side) => distance <= side / 2,
            OpeningArea::Outside(side) => distance > side / 2,
        }
    }
}

impl fmt::Display for OpeningArea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningArea::Anywhere => f.write_str("anywhere"),
            OpeningArea::Inside(1) => f.write_str("at the center"),
            OpeningArea::Inside(side) => write!(f, "inside the middle {side}x{side} square"),
            OpeningArea::Outside(side) => write!(f, "outside the middle {side}x{side} square"),
        }
    }
}

/// What is to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningStep {
    /// A stone of the side to move, by [`OpeningChoice::Point`](super::OpeningChoice::Point).
    Place(OpeningArea),
    /// A color.
    Color,
    /// A color, or to place two more stones.
    ColorOrTwo,
    /// A color, or to offer ten fifth stones.
    ColorOrTen,
    /// How many fifth stones black has to offer, from 1 to this.
    Count(u8),
    /// A fifth stone to offer; this many are left.
    Offer(u8),
    /// One of the offered stones.
    Pick,
}

impl OpeningStep {
    /// What is to be chosen, for people; `to_move` is the color of the next stone.
    pub(super) fn in_words(self, to_move: Color) -> String {
        match self {
            OpeningStep::Place(OpeningArea::Anywhere) => format!("a point for a {to_move} stone"),
            OpeningStep::Place(area) => format!("a point for a {to_move} stone, {area}"),
            OpeningStep::Color => "black or white".to_owned(),
            OpeningStep::ColorOrTwo => "black, white or two (more stones)".to_owned(),
            OpeningStep::ColorOrTen => "black, white or ten (fifth stones)".to_owned(),
            OpeningStep::Count(most) => format!("a number of fifth stones from 1 to {most}"),
            OpeningStep::Offer(left) => format!("a fifth stone to offer, {left} left"),
            OpeningStep::Pick => "one of the offered points".to_owned(),
        }
    }
}

/// Whose step it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chooser {
    /// A specific participant.
    Fixed(OpeningPlayer),
    /// Whoever has the color to move.
    ToMove,
    /// Whoever has the other color.
    Waiting,
}

/// A step of a rule.
pub(super) type PlannedStep = (Chooser, OpeningStep);

const FIRST: Chooser = Chooser::Fixed(OpeningPlayer::First);
const SECOND: Chooser = Chooser::Fixed(OpeningPlayer::Second);
const STONE: OpeningStep = OpeningStep::Place(OpeningArea::Anywhere);
const CENTER: OpeningStep = OpeningStep::Place(OpeningArea::Inside(1));
const IN_3: OpeningStep = OpeningStep::Place(OpeningArea::Inside(3));
const IN_5: OpeningStep = OpeningStep::Place(OpeningArea::Inside(5));
const IN_7: OpeningStep = OpeningStep::Place(OpeningArea::Inside(7));
const IN_9: OpeningStep = OpeningStep::Place(OpeningArea::Inside(9));

/// The rule of Yamaguchi sets no largest number; this one leaves enough points on every board.
const MOST_OF_YAMAGUCHI: u8 = 12;

/// The steps of a rule in order, up to a choice that adds more.
pub(super) fn steps(rule: OpeningRule) -> &'static [PlannedStep] {
    use Chooser::{ToMove, Waiting};
    match rule {
        OpeningRule::Free => &[],
        OpeningRule::Swap1 => &[(FIRST, STONE), (SECOND, OpeningStep::Color)],
        OpeningRule::Swap => {
            &[(FIRST, STONE), (FIRST, STONE), (FIRST, STONE), (SECOND, OpeningStep::Color)]
        }
        OpeningRule::Swap2 => {
            &[(FIRST, STONE), (FIRST, STONE), (FIRST, STONE), (SECOND, OpeningStep::ColorOrTwo)]
        }
        OpeningRule::Caro | OpeningRule::Pro => &[
            (ToMove, CENTER),
            (ToMove, STONE),
            (ToMove, OpeningStep::Place(OpeningArea::Outside(5))),
        ],
        OpeningRule::LongPro => &[
            (ToMove, CENTER),
            (ToMove, STONE),
            (ToMove, OpeningStep::Place(OpeningArea::Outside(7))),
        ],
        OpeningRule::Rif => &[
            (FIRST, CENTER),
            (FIRST, IN_3),
            (FIRST, IN_5),
            (SECOND, OpeningStep::Color),
            (ToMove, STONE),
            (ToMove, OpeningStep::Offer(2)),
            (ToMove, OpeningStep::Offer(1)),
            (Waiting, OpeningStep::Pick),
        ],
        OpeningRule::Yamaguchi => &[
            (FIRST, CENTER),
            (FIRST, IN_3),
            (FIRST, IN_5),
            (FIRST, OpeningStep::Count(MOST_OF_YAMAGUCHI)),
            (SECOND, OpeningStep::Color),
            (ToMove, STONE),
        ],
        OpeningRule::Soosorv8 => &[
            (FIRST, CENTER),
            (FIRST, IN_3),
            (FIRST, IN_5),
            (SECOND, OpeningStep::Color),
            (ToMove, STONE),
            (Waiting, OpeningStep::Count(8)),
            (ToMove, OpeningStep::Color),
        ],
        OpeningRule::Tarannikov => &[
            (ToMove, CENTER),
            (ToMove, OpeningStep::Color),
            (ToMove, IN_3),
            (ToMove, OpeningStep::Color),
            (ToMove, IN_5),
            (ToMove, OpeningStep::Color),
            (ToMove, IN_7),
            (ToMove, OpeningStep::Color),
            (ToMove, IN_9),
            (ToMove, OpeningStep::Color),
        ],
        OpeningRule::Taraguchi10 => &[
            (ToMove, CENTER),
            (ToMove, OpeningStep::Color),
            (ToMove, IN_3),
            (ToMove, OpeningStep::Color),
            (ToMove, IN_5),
            (ToMove, OpeningStep::Color),
            (ToMove, IN_7),
            (ToMove, OpeningStep::ColorOrTen),
        ],
    }
}

/// Swap2: the second participant places two more stones, the first chooses.
pub(super) const TWO_MORE: &[PlannedStep] =
    &[(SECOND, STONE), (SECOND, STONE), (FIRST, OpeningStep::Color)];

/// Taraguchi-10 without ten offers: one fifth stone, and a last choice of colors.
pub(super) const ONE_FIFTH: &[PlannedStep] =
    &[(Chooser::ToMove, IN_9), (Chooser::ToMove, OpeningStep::Color)];

/// `count` fifth stones to offer, and the pick.
pub(super) fn offers(count: u8) -> Vec<PlannedStep> {
    let offers = (1..=count).rev().map(|left| (Chooser::ToMove, OpeningStep::Offer(left)));
    offers.chain([(Chooser::Waiting, OpeningStep::Pick)]).collect()
}
