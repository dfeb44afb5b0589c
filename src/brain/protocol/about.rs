//! The answer to `ABOUT`.

use tengen_engine::types::Rule;

/// `name="Tengen", version="…", …`. Managers take the name from it; keys without a value are left
/// out. The rule comes last, once the manager has named one.
pub(super) fn text(rule: Option<Rule>) -> String {
    let rule = rule.map(|rule| rule.to_string()).unwrap_or_default();
    let fields = [
        ("name", "Tengen"),
        ("version", env!("CARGO_PKG_VERSION")),
        ("author", "The Tengen authors"),
        ("country", "International"),
        ("www", env!("CARGO_PKG_REPOSITORY")),
        ("rule", &rule),
    ];
    let known = fields.into_iter().filter(|(_, value)| !value.is_empty());
    let words: Vec<String> = known.map(|(key, value)| format!("{key}=\"{value}\"")).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_names_the_version_and_has_no_empty_field() {
        let line = text(None);
        let version = format!("name=\"Tengen\", version=\"{}\", ", env!("CARGO_PKG_VERSION"));
        assert!(line.starts_with(&version), "{line}");
        assert!(!line.contains("\"\"") && !line.contains("rule"), "{line}");
        assert_eq!(text(Some(Rule::Renju)), format!("{line}, rule=\"renju\""));
    }
}
