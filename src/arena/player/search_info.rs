//! What a player reports about its search: depth, value and nodes, read from free text.
//!
//! No protocol defines the format; every engine has its own. This reads the formats of known
//! engines (`Depth 12-18 | Eval 35 | Node 232K`, `depth: 5-7 … val=62`, `ev 127 nd 419k`, `depth 9
//! ev +M7 n 12345`) and skips what is ambiguous. Only adjudication, on request, depends on it.

use tengen_engine::types::Score;

/// The last values reported before a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Value from the player's view; known wins and losses on the scale of [`Score`].
    pub value: Option<i32>,
    pub nodes: Option<u64>,
}

impl SearchInfo {
    /// Takes over the values in a line; others stay.
    pub fn read(&mut self, text: &str) {
        let is_gap = |c: char| c.is_whitespace() || matches!(c, '|' | ':' | '=' | ',' | ';');
        let mut words = text.split(is_gap).filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            let Some(&value) = words.peek() else { break };
            match word.to_ascii_lowercase().as_str() {
                "depth" | "dep" => self.depth = depth(value).or(self.depth),
                "eval" | "ev" | "val" | "value" | "score" => {
                    self.value = score(value).or(self.value);
                }
                "node" | "nodes" | "nd" | "n" => self.nodes = count(value).or(self.nodes),
                _ => {}
            }
        }
    }
}

/// `12`, `12-18` or `12/18`: the nominal depth comes first.
fn depth(word: &str) -> Option<u32> {
    word.split(['-', '/']).next()?.parse().ok().filter(|depth| *depth <= 1000)
}

/// A whole number, or `+M7` and `-M8` for a win and a loss in that many plies.
fn score(word: &str) -> Option<i32> {
    let (sign, rest) = match word.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, word.strip_prefix('+').unwrap_or(word)),
    };
    // One sign is enough.
    if rest.starts_with(['+', '-']) {
        return None;
    }
    if let Some(plies) = rest.strip_prefix(['M', 'm']) {
        let plies: u16 = plies.parse().ok()?;
        return Some(sign * Score::win_in(plies.min(999).into()));
    }
    let value: u64 = rest.parse().ok()?;
    Some(sign * i32::try_from(value).unwrap_or(Score::MATE).min(Score::MATE))
}

/// `419`, `419k`, `1.5M`.
fn count(word: &str) -> Option<u64> {
    let (number, unit) = match word.char_indices().next_back()? {
        (at, 'k' | 'K') => (&word[..at], 1e3),
        (at, 'm' | 'M') => (&word[..at], 1e6),
        (at, 'g' | 'G') => (&word[..at], 1e9),
        _ => (word, 1.0),
    };
    let number: f64 = number.parse().ok().filter(|number| (0.0..1e15).contains(number))?;
    #[expect(clippy::cast_possible_truncation, reason = "in 0..1e24, and a cast saturates")]
    #[expect(clippy::cast_sign_loss, reason = "checked above")]
    Some((number * unit).round() as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn figures(lines: &[&str]) -> (Option<u32>, Option<i32>, Option<u64>) {
        let mut info = SearchInfo::default();
        for line in lines {
            info.read(line);
        }
        (info.depth, info.value, info.nodes)
    }

    #[test]
    fn formats_of_known_engines_are_read() {
        let rapfi = "Speed 627K | Depth 18-25 | Eval 265 | Node 232K | Time 371ms";
        assert_eq!(figures(&[rapfi]), (Some(18), Some(265), Some(232_000)));
        let wine = ["depth: 6-10 best:[8,9] val=56 time:140ms", "node:118278 eval:57"];
        assert_eq!(figures(&wine), (Some(6), Some(57), Some(118_278)));
        let zen = "dep - ev 127 nd 419k tm 352 sp 1191";
        assert_eq!(figures(&[zen]), (None, Some(127), Some(419_000)));
        let uci = "depth 12-20 multipv 1 ev -M8 n 1234 n/ms 700 tm 2 pv h8 i9";
        assert_eq!(figures(&[uci]), (Some(12), Some(Score::loss_in(8)), Some(1234)));
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_a_panic(
            text in prop_oneof![
                any::<String>(),
                "((depth|ev|n|nodes|score)[ :=|]?[-+M/0-9.kMG]{0,20} ){0,6}",
            ]
        ) {
            let mut info = SearchInfo::default();
            info.read(&text);
            prop_assert!(info.depth.is_none_or(|depth| depth <= 1000));
        }
    }

    #[test]
    fn ambiguous_figures_are_skipped() {
        assert_eq!(figures(&["ev 54.3% depth deep n many node -5"]), (None, None, None));
        assert_eq!(figures(&["depth", "value é", "n 1e99"]), (None, None, None));
    }
}
