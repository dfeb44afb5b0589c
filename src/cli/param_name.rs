//! The name of a search parameter as users write it, for one rule or for all.

use tengen_engine::types::Rule;
use tengen_engine::types::rule::RuleError;

/// A search parameter and the rule that it is for: `RULE.NAME` or, for all rules, `NAME`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ParamName<'a> {
    /// The rule; `None` for all.
    pub rule: Option<Rule>,
    /// The parameter, which need not exist.
    pub name: &'a str,
}

impl<'a> ParamName<'a> {
    /// Reads the name at the beginning of a text, up to `=` if it has one.
    ///
    /// # Errors
    /// If there is no such rule.
    pub(super) fn parse(text: &'a str) -> Result<Self, RuleError> {
        let name = text.split_once('=').map_or(text, |(name, _)| name).trim();
        Ok(match name.split_once('.') {
            Some((rule, name)) => Self { rule: Some(rule.parse()?), name },
            None => Self { rule: None, name },
        })
    }

    /// Whether it is for this rule.
    pub(super) fn is_for(self, rule: Rule) -> bool {
        self.rule.is_none_or(|own| own == rule)
    }

    /// Whether both are the same parameter for a common rule.
    pub(super) fn overlaps(self, other: Self) -> bool {
        self.name == other.name && other.rule.is_none_or(|rule| self.is_for(rule))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_with_its_rule() {
        let name = "late_base";
        assert_eq!(ParamName::parse(" late_base = 3"), Ok(ParamName { rule: None, name }));
        let renju = Ok(ParamName { rule: Some(Rule::Renju), name });
        for text in ["renju.late_base", "Renju.late_base=3..5", " renju.late_base =2"] {
            assert_eq!(ParamName::parse(text), renju, "{text}");
        }
        let error = ParamName::parse("go.late_base=1").unwrap_err().to_string();
        assert!(error.starts_with("unknown rule 'go', expected freestyle"), "{error}");
    }

    #[test]
    fn names_overlap_if_they_are_the_same_parameter_for_a_common_rule() {
        let overlap = |texts: [&str; 2]| {
            let [a, b] = texts.map(|text| ParamName::parse(text).unwrap());
            a.overlaps(b) && b.overlaps(a)
        };
        assert!(overlap(["late_base=1", "late_base=3"]));
        assert!(overlap(["renju.late_base", "Renju.late_base"]));
        assert!(overlap(["renju.late_base", "late_base"]));
        assert!(!overlap(["renju.late_base", "caro.late_base"]));
        assert!(!overlap(["late_base", "late_factor"]));
    }
}
