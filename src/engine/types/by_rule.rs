//! One value per rule.

use std::ops::{Index, IndexMut};

use once_cell::sync::OnceCell;

use super::Rule;

/// One `T` per rule, indexed by [`Rule`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByRule<T>([T; Rule::ALL.len()]);

impl<T> ByRule<T> {
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

/// One `T` per rule, built at its first use.
pub(crate) struct OncePerRule<T>(ByRule<OnceCell<T>>);

impl<T> OncePerRule<T> {
    /// Nothing is built yet.
    pub(crate) const fn new() -> Self {
        Self(ByRule([const { OnceCell::new() }; Rule::ALL.len()]))
    }

    /// The value of a rule.
    pub(crate) fn of(&self, rule: Rule, build: impl FnOnce() -> T) -> &T {
        self.0[rule].get_or_init(build)
    }

    /// Whether the value of a rule is built.
    pub(crate) fn has(&self, rule: Rule) -> bool {
        self.0[rule].get().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_rule_finds_the_value_of_its_rule() {
        let mut numbers = ByRule::from_fn(Rule::wire);
        assert!(Rule::ALL.into_iter().all(|rule| numbers[rule] == rule.wire()));
        numbers[Rule::Caro] = 77;
        assert_eq!((numbers[Rule::Caro], numbers[Rule::Renju]), (77, 4));
    }
}
