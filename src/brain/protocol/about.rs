//! The answer to `ABOUT`.

/// `name="Tengen", version="…", …`. Managers take the name from it; keys without a value are left
/// out.
pub(super) fn text() -> String {
    let fields = [
        ("name", "Tengen"),
        ("version", env!("CARGO_PKG_VERSION")),
        ("author", "The Tengen authors"),
        ("country", "International"),
        ("www", env!("CARGO_PKG_REPOSITORY")),
    ];
    let known = fields.into_iter().filter(|(_, value)| !value.is_empty());
    let words: Vec<String> = known.map(|(key, value)| format!("{key}=\"{value}\"")).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn about_names_the_version_and_has_no_empty_field() {
        let line = super::text();
        let version = format!("name=\"Tengen\", version=\"{}\", ", env!("CARGO_PKG_VERSION"));
        assert!(line.starts_with(&version), "{line}");
        assert!(!line.contains("\"\""), "{line}");
    }
}
