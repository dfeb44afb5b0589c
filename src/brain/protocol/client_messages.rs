//! Progress reports in the forms that programs for [Rapfi](https://github.com/dhbloo/rapfi) read:
//! fields between bars, or a word before every field. Times are whole milliseconds and nodes are
//! exact: units are what such programs read differently.

use super::messages::{line, per_second};
use crate::wire::Reply;
use tengen_engine::search::Iteration;
use tengen_engine::types::BoardSize;

/// The forms to report in; none: the form for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MessageForms {
    /// `Depth 9-16 | Eval 35 | Time 150ms | h8 i9`.
    pub piped: bool,
    /// `depth 9-16 multipv 1 ev 35 n 12000 n/ms 80 tm 150 pv h8 i9`.
    pub words: bool,
}

impl MessageForms {
    /// Whether reports are for people.
    pub(super) fn is_for_people(self) -> bool {
        self == Self::default()
    }

    /// The variations of one depth, or some of them.
    pub(super) fn report(self, variations: &[Iteration], size: BoardSize) -> Vec<Reply> {
        let mut lines = Vec::new();
        if self.piped {
            let several = variations.iter().filter(|variation| variation.variations > 1);
            lines.extend(several.map(|variation| ranked(variation, size)));
            let best = variations.iter().filter(|variation| variation.pv_index == 0);
            lines.extend(best.map(|best| piped(best, size)));
        }
        if self.words {
            lines.extend(variations.iter().map(|variation| in_words(variation, size)));
        }
        lines
    }

    /// The end of a search that chose this variation. A program that keeps only the last line has
    /// what it wants in it.
    pub(super) fn end(self, best: &Iteration, size: BoardSize) -> Vec<Reply> {
        let piped = self.piped.then(|| summary(best));
        piped.into_iter().chain(self.words.then(|| in_words(best, size))).collect()
    }
}

/// `(2) 35 | 9-16 | h8 i9`: the second best of several variations.
fn ranked(variation: &Iteration, size: BoardSize) -> Reply {
    Reply::Message(format!(
        "({}) {} | {}-{} | {}",
        variation.pv_index + 1,
        variation.score,
        variation.depth,
        variation.selective_depth,
        line(&variation.pv, size),
    ))
}

fn piped(best: &Iteration, size: BoardSize) -> Reply {
    Reply::Message(format!(
        "Depth {}-{} | Eval {} | Time {}ms | {}",
        best.depth,
        best.selective_depth,
        best.score,
        best.elapsed.as_millis(),
        line(&best.pv, size),
    ))
}

/// `Speed 80K | Depth 9-16 | Eval 35 | Node 12000 | Time 150ms`.
fn summary(best: &Iteration) -> Reply {
    Reply::Message(format!(
        "Speed {} | Depth {}-{} | Eval {} | Node {} | Time {}ms",
        speed(per_second(best.nodes, best.elapsed)),
        best.depth,
        best.selective_depth,
        best.score,
        best.nodes,
        best.elapsed.as_millis(),
    ))
}

fn in_words(variation: &Iteration, size: BoardSize) -> Reply {
    let multipv = match variation.variations {
        0 | 1 => String::new(),
        _ => format!("multipv {} ", variation.pv_index + 1),
    };
    let moves = line(&variation.pv, size);
    Reply::Message(format!(
        "depth {}-{} {multipv}ev {} n {} n/ms {} tm {} pv {}",
        variation.depth,
        variation.selective_depth,
        variation.score,
        variation.nodes,
        per_second(variation.nodes, variation.elapsed) / 1000,
        variation.elapsed.as_millis(),
        if moves.is_empty() { "(NONE)" } else { &moves },
    ))
}

/// Nodes per second: 80000, 80K, 8M.
fn speed(count: u64) -> String {
    match count {
        0..100_000 => count.to_string(),
        100_000..100_000_000 => format!("{}K", count / 1_000),
        _ => format!("{}M", count / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use tengen_engine::types::{Coord, Score};

    const PIPED: MessageForms = MessageForms { piped: true, words: false };
    const WORDS: MessageForms = MessageForms { piped: false, words: true };

    fn sample(pv_index: usize, variations: usize) -> Iteration {
        Iteration {
            pv_index,
            variations,
            depth: 9,
            selective_depth: 16,
            score: Score(35),
            nodes: 12_000,
            elapsed: Duration::from_millis(150),
            pv: vec![Coord::new(7, 7), Coord::new(8, 6)],
        }
    }

    fn texts(lines: Vec<Reply>) -> Vec<String> {
        lines.iter().map(Reply::to_string).collect()
    }

    fn reported(forms: MessageForms, variations: &[Iteration]) -> Vec<String> {
        texts(forms.report(variations, BoardSize::square(15).unwrap()))
    }

    #[test]
    fn one_variation_has_its_depth_value_time_and_moves_between_bars() {
        let line = "MESSAGE Depth 9-16 | Eval 35 | Time 150ms | h8 i9";
        assert_eq!(reported(PIPED, &[sample(0, 1)]), [line]);
    }

    #[test]
    fn several_variations_are_ranked_before_the_best_one_is_repeated() {
        let both = [sample(0, 2), sample(1, 2)];
        assert_eq!(
            reported(PIPED, &both),
            [
                "MESSAGE (1) 35 | 9-16 | h8 i9",
                "MESSAGE (2) 35 | 9-16 | h8 i9",
                "MESSAGE Depth 9-16 | Eval 35 | Time 150ms | h8 i9"
            ]
        );
        let words = reported(WORDS, &both);
        assert_eq!(words[1], "MESSAGE depth 9-16 multipv 2 ev 35 n 12000 n/ms 80 tm 150 pv h8 i9");
        assert_eq!(words.len(), 2);
    }

    #[test]
    fn a_win_is_a_number_of_plies_in_both_forms() {
        let win = Iteration { score: Score(Score::win_in(7)), pv: Vec::new(), ..sample(0, 1) };
        let both = MessageForms { piped: true, words: true };
        let lines = reported(both, &[win]);
        assert_eq!(lines[0], "MESSAGE Depth 9-16 | Eval +M7 | Time 150ms | ");
        assert_eq!(lines[1], "MESSAGE depth 9-16 ev +M7 n 12000 n/ms 80 tm 150 pv (NONE)");
    }

    #[test]
    fn the_last_line_has_the_nodes() {
        let end =
            |forms: MessageForms| texts(forms.end(&sample(0, 3), BoardSize::square(15).unwrap()));
        let summary = "MESSAGE Speed 80000 | Depth 9-16 | Eval 35 | Node 12000 | Time 150ms";
        assert_eq!(end(PIPED), [summary]);
        assert!(end(WORDS)[0].ends_with("multipv 1 ev 35 n 12000 n/ms 80 tm 150 pv h8 i9"));
        assert_eq!(end(MessageForms::default()), [""; 0]);
        assert_eq!([99_999, 480_000, 123_456_789].map(speed), ["99999", "480K", "123M"]);
    }
}
