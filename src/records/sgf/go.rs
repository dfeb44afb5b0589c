//! Games of Go. Many programs save five in a row under the number of Go, `GM[1]`, so that alone says
//! little; what only a game of Go has says it is one, which would be read as another game. A user who
//! names a rule knows better: programs of Go write komi into all games.

use super::read::{SgfError, Spotted};
use super::tree::{SgfNode, SgfProperty, SgfTree};
use crate::words::rule::{GivenRule, rule_words};
use tengen_engine::board::PlaceError;
use tengen_util::excerpt::excerpt;

/// The most characters of a value that is repeated.
const MOST_CHARS: usize = 20;

/// Whether the first node has the number of Go.
pub(super) fn has_number(root: &SgfNode<'_>) -> bool {
    root.get("GM").is_some_and(|number| number.first().trim() == "1")
}

/// Whether a game may be one of Go: it has that number, and neither the user nor its first node names a
/// rule of five in a row.
pub(super) fn may_be_go(root: &SgfNode<'_>, given: GivenRule) -> bool {
    let named = || root.get("RU").and_then(|named| rule_words(named.first().trim()));
    has_number(root)
        && !matches!(given, GivenRule::Asked(_))
        && named().is_none_or(|words| words.rule.is_none())
}

/// Refuses a game with the number of Go that has what only Go has: komi, handicap stones, a result in
/// points, or marked territory.
///
/// # Errors
/// If it has one of these; with its place.
pub(super) fn check(sgf: SgfTree<'_>) -> Spotted<()> {
    let root = sgf.nodes().next().unwrap_or(SgfNode::EMPTY);
    let of_root = root.properties().find(is_of_go);
    let territory = |property: &SgfProperty<'_>| matches!(&*property.name(), "TB" | "TW");
    let found = of_root.or_else(|| sgf.nodes().flat_map(|node| node.properties()).find(territory));
    match found {
        Some(property) => {
            let value = excerpt(property.first().trim(), MOST_CHARS);
            let seen = format!("{}[{value}]", property.name());
            Err((property.byte, SgfError::Go { seen }))
        }
        None => Ok(()),
    }
}

/// Whether a property of the first node has a meaning in Go alone.
fn is_of_go(property: &SgfProperty<'_>) -> bool {
    let value = property.first();
    let number = |text: &str| text.trim().replace(',', ".").parse::<f64>().ok();
    match &*property.name() {
        "KM" => number(&value).is_some_and(|komi| komi != 0.0),
        "HA" => number(&value).is_some_and(|stones| stones >= 2.0),
        // `B+3.5`; `B+` and `B+R` are results of any game.
        "RE" => value
            .trim()
            .split_once('+')
            .and_then(|(_, points)| number(points))
            .is_some_and(|points| points > 0.0),
        _ => false,
    }
}

/// The error of a move in what may be a game of Go: on an occupied point it needs a capture.
pub(super) fn of_move(error: (usize, SgfError), is_go: bool) -> (usize, SgfError) {
    match error {
        (byte, SgfError::Stone(stone @ PlaceError::Occupied { .. })) if is_go => {
            (byte, SgfError::Go { seen: format!("a move after a capture ({stone})") })
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use crate::read_note::ReadNote;
    use crate::sgf::each_tree;
    use crate::words::rule::GivenRule;
    use std::ops::ControlFlow;
    use tengen_engine::types::Rule;

    fn read(text: &str) -> Result<Vec<ReadNote>, String> {
        read_as(text, GivenRule::Suggested(Rule::Renju))
    }

    fn read_as(text: &str, rule: GivenRule) -> Result<Vec<ReadNote>, String> {
        each_tree(text, rule, |_, _| ControlFlow::Continue(()))
            .map(|lost| lost.notes())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_game_that_can_only_be_go_is_refused() {
        for (text, seen) in [
            ("(;GM[1]SZ[19]KM[6.5];B[dd])", "line 1, column 14: a game of Go: GM[1] with KM[6.5],"),
            ("(;GM[1]SZ[19]HA[4]AB[dd][pp];W[aa])", "GM[1] with HA[4]"),
            ("(;GM[1]SZ[19]RE[W+12,5];B[dd])", "GM[1] with RE[W+12,5]"),
            ("(;GM[1]SZ[9];B[dd];W[ee];TB[aa])", "GM[1] with TB[aa]"),
            ("(;GM[1]SZ[9];B[dd];W[ee];B[dd])", "with a move after a capture (point d6 is occ"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(seen), "{error}");
        }
        let damaged = read("(;GM[1]SZ[9]RU[renju];B[dd];W[dd])").unwrap_err();
        assert!(damaged.starts_with("line 1, column 31: point d6 is occupied"), "{damaged}");
        let komi = "(;GM[1]SZ[19]KM[6.5];B[dd])";
        assert_eq!(read_as(komi, Rule::Renju.into()), Ok(vec![ReadNote::Go(Rule::Renju)]));
        // The number of five in a row says what it is.
        assert_eq!(read("(;GM[4]KM[6.5];B[dd])"), Ok(Vec::new()));
        let occupied = read("(;GM[4]SZ[9];B[dd];W[dd])").unwrap_err();
        assert!(occupied.contains("point d6 is occupied"), "{occupied}");
    }

    #[test]
    fn five_in_a_row_with_the_number_of_go_is_read_and_said() {
        for text in [
            "(;GM[1]SZ[15]KM[0]HA[0]RE[B+R];B[hh])",
            "(;GM[1]SZ[19]RU[renju]RE[B+];B[dd];W[];B[ee])(;GM[1]SZ[15];B[hh])",
            // Programs of Go write komi into all games; the name of the rule says what it is.
            "(;GM[1]SZ[15]RU[Renju]KM[6.5];B[hh])",
        ] {
            assert_eq!(read(text), Ok(vec![ReadNote::Go(Rule::Renju)]), "{text}");
        }
        assert_eq!(read("(;SZ[15];B[hh])"), Ok(Vec::new()));
    }
}
