//! The findings of an expansion about one position: the lines of the journal.
//!
//! All points are those of the canonical position `at`.

use serde::{Deserialize, Serialize};

/// A finding. As JSON one object with `at` and the fields of its kind:
///
/// | kind | fields |
/// |---|---|
/// | attacker to move, wins by threats | `"win":{"plies":9,"stones":1234}` |
/// | attacker to move, moves to try | `"moves":[["h8",3],…],"widen":200` |
/// | defender to move, replies without a win by threats | `"replies":[["h8",5],…],"untried":[["a1",4],…]` |
/// | the attacker cannot win | `"lost":"five"` |
///
/// The number after a point is the estimated cost of the proof after this move, in expansions;
/// `widen` is the estimate for all unlisted moves, absent if there are none. `untried` replies were
/// not given to the solver. Another `moves` for the same position adds to the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpansionFinding {
    /// The canonical position as text, see [`super::key`].
    pub at: String,
    #[serde(flatten)]
    pub found: FindingKind,
}

/// The kinds of findings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected one of the keys win, moves, replies or lost, with a value that belongs to it"
)]
pub enum FindingKind {
    /// The attacker, to move, wins by threats.
    Win { win: ThreatWin },
    /// Moves of the attacker.
    Attack {
        /// Each with its estimate.
        moves: Vec<(String, u32)>,
        /// Estimate of all other moves together; `None` if there are no others.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        widen: Option<u32>,
    },
    /// The replies of the defender that are not refuted by threats; none if all are.
    Defense {
        /// Replies that the solver was tried on, each with its estimate.
        replies: Vec<(String, u32)>,
        /// The others.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        untried: Vec<(String, u32)>,
    },
    /// The attacker cannot win.
    Lost {
        /// Why.
        lost: NoWin,
    },
}

/// A win by threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreatWin {
    /// Plies to the five.
    pub plies: u16,
    /// Stones that the solver placed.
    pub stones: u64,
}

/// Why the attacker cannot win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoWin {
    /// The defender makes five.
    Five,
    /// The board is full, or no move is legal.
    Full,
    /// The defender has a pairing of cells that stops every five.
    Pairing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_comes_back() {
        let some = |point: &str| vec![(point.to_owned(), 3)];
        let win = ThreatWin { plies: 9, stones: 40 };
        for (found, text) in [
            (FindingKind::Win { win }, r#"{"at":"h8/","win":{"plies":9,"stones":40}}"#),
            (
                FindingKind::Attack { moves: some("a1"), widen: Some(7) },
                r#"{"at":"h8/","moves":[["a1",3]],"widen":7}"#,
            ),
            (
                FindingKind::Attack { moves: some("a1"), widen: None },
                r#"{"at":"h8/","moves":[["a1",3]]}"#,
            ),
            (
                FindingKind::Defense { replies: some("a1"), untried: some("b1") },
                r#"{"at":"h8/","replies":[["a1",3]],"untried":[["b1",3]]}"#,
            ),
            (
                FindingKind::Defense { replies: vec![], untried: vec![] },
                r#"{"at":"h8/","replies":[]}"#,
            ),
            (FindingKind::Lost { lost: NoWin::Five }, r#"{"at":"h8/","lost":"five"}"#),
        ] {
            let event = ExpansionFinding { at: "h8/".to_owned(), found };
            assert_eq!(serde_json::to_string(&event).unwrap(), text);
            assert_eq!(serde_json::from_str::<ExpansionFinding>(text).unwrap(), event);
        }
    }
}
