//! One value per rule, and the one place where a [`Rule`] becomes a type.

use std::ops::{Index, IndexMut};

use super::Rule;

/// One `T` per rule, indexed by [`Rule`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByRule<T>([T; Rule::ALL.len()]);

impl<T> ByRule<T> {
    /// The values in the order of [`Rule::ALL`].
    pub const fn new(values: [T; Rule::ALL.len()]) -> Self {
        Self(values)
    }

    /// Builds each value from its rule.
    pub fn from_fn(f: impl FnMut(Rule) -> T) -> Self {
        Self(Rule::ALL.map(f))
    }
}

impl<T> Index<Rule> for ByRule<T> {
    type Output = T;

    #[inline]
    fn index(&self, rule: Rule) -> &T {
        &self.0[rule.index()]
    }
}

impl<T> IndexMut<Rule> for ByRule<T> {
    #[inline]
    fn index_mut(&mut self, rule: Rule) -> &mut T {
        &mut self.0[rule.index()]
    }
}

/// Evaluates an expression with a type alias bound to the [`RuleSet`](crate::types::RuleSet) of a
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
    use crate::types::RuleSet;

    #[test]
    fn with_rule_binds_the_rule_set_of_every_rule() {
        for rule in Rule::ALL {
            assert_eq!(with_rule!(rule, R => R::RULE), rule);
        }
    }

    #[test]
    fn by_rule_finds_the_value_of_its_rule() {
        let mut numbers = ByRule::from_fn(Rule::wire);
        assert!(Rule::ALL.into_iter().all(|rule| numbers[rule] == rule.wire()));
        numbers[Rule::Caro] = 77;
        assert_eq!((numbers[Rule::Caro], numbers[Rule::Renju]), (77, 4));
    }
}
