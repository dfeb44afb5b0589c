//! What is built once per rule from embedded weights, at the first use.

use once_cell::sync::OnceCell;

use crate::types::{ByRule, Rule};

/// One value per rule.
pub(super) struct BuiltIn<T>(ByRule<OnceCell<T>>);

impl<T> BuiltIn<T> {
    /// Nothing is built yet.
    pub(super) const fn new() -> Self {
        Self(ByRule::new([const { OnceCell::new() }; 5]))
    }

    /// The value of a rule.
    pub(super) fn of(&self, rule: Rule, build: impl FnOnce() -> T) -> &T {
        self.0[rule].get_or_init(build)
    }

    /// Whether the value of a rule is built.
    pub(super) fn has(&self, rule: Rule) -> bool {
        self.0[rule].get().is_some()
    }
}
