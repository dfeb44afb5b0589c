//! Properties of an SGF file that a game here cannot hold: they are skipped, and named.

use std::collections::BTreeMap;

/// What is read, and what says nothing about a game: the version, the code page and the program
/// that wrote the file.
const KNOWN: &str = "FF GM CA AP ST SZ RU PB PW RO DT ON OPENINGSTONES RE VERDICT GC SESSION \
    STARTED AB AW BLOCKED PL B W MSEC DEPTH VALUE NODES C LB HO START";

/// The most names in a sentence.
const MOST_NAMES: usize = 12;

/// How often each other property occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Skipped(BTreeMap<String, usize>);

impl Skipped {
    /// Counts the names of all properties.
    pub(super) fn of<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut counts = BTreeMap::<String, usize>::new();
        let is_known = |name: &str| KNOWN.split(' ').any(|known| known == name);
        for name in names.filter(|name| !is_known(name)) {
            *counts.entry(name.to_owned()).or_default() += 1;
        }
        Self(counts)
    }

    /// `skipped 6 properties: CR, EV, TR`; `None` if there are none.
    pub(crate) fn sentence(&self) -> Option<String> {
        let total: usize = self.0.values().sum();
        let mut names: Vec<&str> = self.0.keys().take(MOST_NAMES).map(String::as_str).collect();
        if self.0.len() > MOST_NAMES {
            names.push("…");
        }
        let what = if total == 1 { "property" } else { "properties" };
        (total > 0).then(|| format!("skipped {total} {what}: {}", names.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::sgf::{read_trees, write};
    use crate::types::Rule;

    #[test]
    fn what_a_game_cannot_hold_is_named() {
        let skipped = |text: &str| read_trees(text, Rule::Renju).unwrap().skipped.sentence();
        assert_eq!(skipped("(;GM[4]SZ[9]AP[x]C[y];B[aa]LB[bb:1])"), None);
        assert_eq!(
            skipped("(;GM[4]EV[cup];B[aa]TR[bb][cc](;W[bb]TR[aa])(;W[cc]CR[aa]))(;GM[4]EV[cup])")
                .as_deref(),
            Some("skipped 5 properties: CR, EV, TR")
        );
        assert_eq!(skipped("(;GM[4]PC[here])").as_deref(), Some("skipped 1 property: PC"));
        let many: String = (b'A'..=b'Z').map(|c| format!("X{}[]", char::from(c))).collect();
        let sentence = skipped(&format!("(;{many})")).unwrap();
        assert!(
            sentence.starts_with("skipped 26 properties: XA, XB") && sentence.ends_with("XL, …")
        );
    }

    #[test]
    fn nothing_that_is_written_is_skipped() {
        let text = write(&crate::records::sample::game());
        assert_eq!(read_trees(&text, Rule::Freestyle).unwrap().skipped, Skipped::default());
    }
}
