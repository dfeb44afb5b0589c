//! The rules: an enum at the edges, a type parameter in hot code.

use strum::{Display, EnumString, IntoStaticStr};
use thiserror::Error;

use super::Color;
use crate::util::listed::or;

/// What wins, and what black may not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString, IntoStaticStr)]
#[strum(
    serialize_all = "kebab-case",
    ascii_case_insensitive,
    parse_err_ty = RuleError,
    parse_err_fn = RuleError::new
)]
pub enum Rule {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five in a row win; six or more do not.
    Standard,
    /// Black wins by exactly five and has forbidden points; white wins by five or more.
    Renju,
    /// Five win unless an opponent's stone is at both ends; six or more always win.
    Caro,
    /// Exactly five win unless an opponent's stone is at both ends; six or more never win.
    CaroExact,
}

/// An unknown rule name or number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown rule '{seen}', expected {}", Rule::names())]
pub struct RuleError {
    /// What was given.
    pub seen: String,
}

impl RuleError {
    fn new(seen: &str) -> Self {
        Self { seen: seen.to_owned() }
    }
}

impl Rule {
    /// The index in [`Rule::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The number that managers send with `INFO rule`: 0, 1, 4, 8, 9.
    pub const fn wire(self) -> u32 {
        match self {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
            Rule::Caro => 8,
            Rule::CaroExact => 9,
        }
    }

    /// The rule of a wire number. Bit 2 (a continuous game) does not concern a brain and is
    /// ignored; renju takes precedence over the other bits, because its forbidden points are the
    /// stricter rule.
    ///
    /// ```
    /// use tengen_engine::types::Rule;
    /// assert_eq!(Rule::from_wire(6), Some(Rule::Renju));
    /// assert_eq!(Rule::from_wire(16), None);
    /// ```
    pub const fn from_wire(bits: u32) -> Option<Rule> {
        match bits & !2 {
            0 => Some(Rule::Freestyle),
            1 => Some(Rule::Standard),
            4 | 5 | 12 | 13 => Some(Rule::Renju),
            8 => Some(Rule::Caro),
            9 => Some(Rule::CaroExact),
            _ => None,
        }
    }

    /// The rule with exactly this number, without the bits that a manager may add.
    pub fn numbered(number: u32) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.wire() == number)
    }

    /// The name used on the command line and in files.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// All names, for help and errors: `freestyle, … or caro-exact`.
    pub fn names() -> String {
        or(&Rule::ALL.map(Rule::name))
    }

    /// All numbers, for errors: `0, … or 9`.
    pub fn numbers() -> String {
        or(&Rule::ALL.map(|rule| rule.wire().to_string()))
    }

    /// Whether a run of `length` stones of `color` wins, given whether an opponent's stone is at
    /// both of its ends. The edge of the board and blocked points do not count as opponent's
    /// stones.
    #[inline]
    pub const fn is_win(self, color: Color, length: usize, both_ends_opponent: bool) -> bool {
        match self {
            Rule::Freestyle => length >= 5,
            Rule::Standard => length == 5,
            Rule::Renju => match color {
                Color::Black => length == 5,
                Color::White => length >= 5,
            },
            Rule::Caro => length >= 6 || (length == 5 && !both_ends_opponent),
            Rule::CaroExact => length == 5 && !both_ends_opponent,
        }
    }

    /// Whether both colors win by the same and may play the same.
    pub fn treats_colors_alike(self) -> bool {
        let law = |color| {
            let wins = |length| [false, true].map(|ends| self.is_win(color, length, ends));
            ([5, 6].map(wins), self.forbids(color))
        };
        law(Color::Black) == law(Color::White)
    }

    /// Whether points can be forbidden to `color`.
    #[inline]
    pub const fn forbids(self, color: Color) -> bool {
        matches!((self, color), (Rule::Renju, Color::Black))
    }
}

/// Why a point is forbidden to black under renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum ForbiddenKind {
    /// Two threes at once.
    DoubleThree,
    /// Two fours at once.
    DoubleFour,
    /// Six or more in a row.
    Overline,
}

impl ForbiddenKind {
    /// All kinds.
    pub const ALL: [ForbiddenKind; 3] =
        [ForbiddenKind::DoubleThree, ForbiddenKind::DoubleFour, ForbiddenKind::Overline];

    /// The name used in JSON: `double-three`, `double-four`, `overline`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A rule as a type, so that hot code is compiled once per rule.
pub trait RuleSet: Copy + Default + Send + Sync + 'static {
    /// The rule itself.
    const RULE: Rule;
    /// Reach of a pattern window: 4 cells if a sixth stone never matters, else 5.
    const REACH: usize;
    /// Whether stones at both ends can block a five.
    const FIVE_CAN_BE_BLOCKED: bool;
    /// Whether black has forbidden points.
    const HAS_FORBIDDEN: bool;
}

macro_rules! rule_sets {
    ($($name:ident: reach $reach:literal, blocked fives $blocked:literal, forbidden $forbidden:literal;)*) => {
        impl Rule {
            /// All rules, in the order of their numbers on the wire.
            pub const ALL: [Rule; [$(Rule::$name),*].len()] = [$(Rule::$name),*];
        }

        $(
        #[doc = concat!("[`Rule::", stringify!($name), "`] as a type.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl RuleSet for $name {
            const RULE: Rule = Rule::$name;
            const REACH: usize = $reach;
            const FIVE_CAN_BE_BLOCKED: bool = $blocked;
            const HAS_FORBIDDEN: bool = $forbidden;
        }
        )*
    };
}

rule_sets! {
    Freestyle: reach 4, blocked fives false, forbidden false;
    Standard:  reach 5, blocked fives false, forbidden false;
    Renju:     reach 5, blocked fives false, forbidden true;
    Caro:      reach 5, blocked fives true,  forbidden false;
    CaroExact: reach 5, blocked fives true,  forbidden false;
}

/// Evaluates an expression with a type alias bound to the [`RuleSet`] of a
/// rule: `with_rule!(rule, R => search::<R>(position))`. The expression is compiled once per rule.
/// Nothing else in the crate turns a [`Rule`] into a type.
#[macro_export]
macro_rules! with_rule {
    ($rule:expr, $set:ident => $body:expr) => {
        match $rule {
            $crate::types::Rule::Freestyle => {
                type $set = $crate::types::rule::Freestyle;
                $body
            }
            $crate::types::Rule::Standard => {
                type $set = $crate::types::rule::Standard;
                $body
            }
            $crate::types::Rule::Renju => {
                type $set = $crate::types::rule::Renju;
                $body
            }
            $crate::types::Rule::Caro => {
                type $set = $crate::types::rule::Caro;
                $body
            }
            $crate::types::Rule::CaroExact => {
                type $set = $crate::types::rule::CaroExact;
                $body
            }
        }
    };
}

#[doc(inline)]
pub use with_rule;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_place_and_its_type() {
        for (index, rule) in Rule::ALL.into_iter().enumerate() {
            assert_eq!(rule.index(), index);
            assert_eq!(with_rule!(rule, R => R::RULE), rule);
            assert_eq!(with_rule!(rule, R => R::HAS_FORBIDDEN), rule.forbids(Color::Black));
        }
    }

    #[test]
    fn only_renju_treats_the_colors_differently() {
        let different: Vec<Rule> =
            Rule::ALL.into_iter().filter(|rule| !rule.treats_colors_alike()).collect();
        assert_eq!(different, [Rule::Renju]);
    }

    #[test]
    fn wire_numbers_and_names_come_back() {
        for rule in Rule::ALL {
            assert_eq!(Rule::from_wire(rule.wire()), Some(rule));
            assert_eq!(Rule::from_wire(rule.wire() | 2), Some(rule));
            assert_eq!(rule.name().parse(), Ok(rule));
        }
        assert!("gomoku".parse::<Rule>().is_err());
    }

    #[test]
    fn caro_counts_the_stones_at_both_ends() {
        assert!(Rule::Caro.is_win(Color::Black, 5, false));
        assert!(!Rule::Caro.is_win(Color::Black, 5, true));
        assert!(Rule::Caro.is_win(Color::Black, 6, true));
        assert!(!Rule::CaroExact.is_win(Color::Black, 6, false));
    }
}
