//! What is lost or in doubt in reading an SGF file: properties that are unknown here, and those of
//! the first node whose value is not understood, are skipped and named; games that cannot be read;
//! what is read otherwise than the file says it.

use std::collections::BTreeMap;

use tengen_engine::types::Rule;
use tengen_util::excerpt::excerpt;

use super::properties::is_known;
use super::read::SgfError;
use crate::located::Located;
use crate::read_loss::ReadLoss;
use crate::read_note::ReadNote;
use crate::unread::Unread;

/// The most names in a sentence, and the most characters of a name or value.
const MOST_NAMES: usize = 12;
const MOST_CHARS: usize = 20;
/// The most doubts.
const MOST_DOUBTS: usize = 12;

/// How often other properties occur, and the first names with the first of their values that is not
/// understood: a file can have more names than fit into memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfLosses {
    total: usize,
    /// The first in the order of the alphabet, one more than are shown.
    names: BTreeMap<String, Option<String>>,
    /// What is read otherwise than the file says it.
    doubts: Vec<ReadLoss>,
    /// The rule under which the first game with the number of Go is read.
    go: Option<Rule>,
    /// The games that cannot be read, or not to their end.
    pub unread: Unread<Located<SgfError>>,
}

impl SgfLosses {
    /// Counts a property if it is unknown.
    pub(super) fn add_unknown(&mut self, name: &str) {
        if !is_known(name) {
            self.add(name, None);
        }
    }

    /// Notes a doubt, once.
    pub(super) fn doubt(&mut self, doubt: ReadLoss) {
        if self.doubts.len() < MOST_DOUBTS && !self.doubts.contains(&doubt) {
            self.doubts.push(doubt);
        }
    }

    /// Notes that a game has the number of Go.
    pub(super) fn go(&mut self, rule: Rule) {
        self.go.get_or_insert(rule);
    }

    /// What the user should know beside losses.
    pub fn notes(&self) -> Vec<ReadNote> {
        self.go.map(ReadNote::Go).into_iter().collect()
    }

    /// All but the unread games.
    pub fn losses(&self) -> impl Iterator<Item = ReadLoss> {
        self.doubts.iter().cloned().chain(self.skipped())
    }

    /// Counts a property, with its value if that is not understood.
    pub(super) fn add(&mut self, name: &str, value: Option<&str>) {
        self.total += 1;
        match self.names.get_mut(name) {
            Some(first) if first.is_some() => {}
            Some(first) => *first = value.map(shown),
            None => {
                self.names.insert(name.to_owned(), value.map(shown));
                if self.names.len() > MOST_NAMES + 1 {
                    self.names.pop_last();
                }
            }
        }
    }

    /// `skipped 6 properties: CR, EV, RU[go]`; `None` if there are none.
    pub fn skipped(&self) -> Option<ReadLoss> {
        let total = self.total;
        let named = self.names.iter().take(MOST_NAMES);
        let mut names: Vec<String> = named
            .map(|(name, value)| match value {
                Some(value) => format!("{}[{value}]", shown(name)),
                None => shown(name),
            })
            .collect();
        if self.names.len() > MOST_NAMES {
            names.push("…".to_owned());
        }
        (total > 0).then_some(ReadLoss::Properties { total, names })
    }
}

/// A name or a value of any length as short text.
fn shown(text: &str) -> String {
    if text.is_empty() { "?".to_owned() } else { excerpt(text, MOST_CHARS) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;

    use crate::sgf::{each_tree, read_tree, write, write_unfinished};

    #[test]
    fn what_a_game_cannot_hold_is_named() {
        let skipped = |text: &str| {
            let read = each_tree(text, Rule::Renju, |_, _| ControlFlow::Continue(())).unwrap();
            read.skipped().map(|skipped| skipped.to_string())
        };
        assert_eq!(skipped("(;GM[4]SZ[9]AP[x]C[y];B[aa]LB[bb:1])"), None);
        assert_eq!(
            skipped("(;GM[4]EV[cup];B[aa]TR[bb][cc](;W[bb]TR[aa])(;W[cc]CR[aa]))(;GM[4]EV[cup])")
                .as_deref(),
            Some("skipped 5 properties: CR, EV, TR")
        );
        assert_eq!(skipped("(;GM[4]PC[here])").as_deref(), Some("skipped 1 property: PC"));
        assert_eq!(skipped("(;GM[4]RU[renju]RE[?]DT[2026-11-26])(;GM[4]RU[]RE[]DT[])"), None);
        assert_eq!(
            skipped("(;GM[4]RU[go]RE[unclear]DT[today])").as_deref(),
            Some("skipped 3 properties: DT[today], RE[unclear], RU[go]")
        );
        assert_eq!(
            skipped("(;GM[4]RE[Black did not win, as it happened])(;GM[4]RE[no])").as_deref(),
            Some("skipped 2 properties: RE[Black did not win, a…]")
        );
        assert_eq!(skipped("(;GM[4]foo[x])").as_deref(), Some("skipped 1 property: FOO"));
        let many: String = (b'A'..=b'Z').map(|c| format!("X{}[]", char::from(c))).collect();
        let sentence = skipped(&format!("(;{many})")).unwrap();
        assert!(
            sentence.starts_with("skipped 26 properties: XA, XB") && sentence.ends_with("XL, …")
        );
    }

    #[test]
    fn nothing_that_is_written_is_skipped() {
        let lost = |text: &str| {
            each_tree(text, Rule::Freestyle, |_, _| ControlFlow::Continue(())).unwrap()
        };
        assert_eq!(lost(&write(&crate::sample::game())), SgfLosses::default());
        let text = "(;GM[4]SZ[9]DT[2026-11-26]AB[aa]AW[bb]BLOCKED[cc]PL[W]C[x]LB[dd:1]HO[1]\
            START[1];W[ee]C[y])";
        let mut tree = read_tree(text, Rule::Freestyle).unwrap();
        tree.edit_head(|head| head.started_ms = head.started_ms.map(|ms| ms + 5000));
        let written = write_unfinished(&tree, "session");
        for name in ["AB", "AW", "BLOCKED", "PL", "C", "LB", "HO", "START", "SESSION", "STARTED"] {
            assert!(written.contains(&format!("{name}[")), "{name} in {written}");
        }
        assert_eq!(lost(&written), SgfLosses::default());
    }
}
