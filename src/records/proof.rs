//! Forced wins as files: JSON lines, the claim first and then one node per line, so that other
//! programs can check them.
//!
//! ```json
//! {"tengen_proof":1,"kind":"vcf","plies":3,"root":2,"nodes":3,"position":{"rule":"freestyle",…}}
//! {"node":0,"play":[7,1],"replies":[],"otherwise":null}
//! {"node":1,"play":[2,1],"replies":[],"otherwise":null}
//! {"node":2,"play":[6,1],"replies":[[2,1,0]],"otherwise":1}
//! ```
//!
//! At a node, the side to move of the position plays `play`. A reply `[x,y,n]` is answered by node
//! `n`, every other legal reply by node `otherwise`. A node without both makes five. A node comes
//! after the nodes that it leads to.

use serde::{Deserialize, Serialize};
use serde_with::serde_as;
use thiserror::Error;

use super::json::{self, JsonError};
use super::positions::{PositionError, PositionSpec};
use super::serde_text::PointPair;
use tengen_engine::board::Position;
use tengen_engine::threats::{ThreatKind, WinNode, WinTree};
use tengen_engine::types::{Coord, Rule};

/// The version of the format.
const VERSION: u32 = 1;

/// A claimed win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The position; its side to move wins.
    pub position: Position,
    /// The threats used.
    pub kind: ThreatKind,
    /// How.
    pub tree: WinTree,
}

/// Text that is not a proof.
#[derive(Debug, Error)]
#[error("line {line}: {error}")]
pub struct ProofError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub error: ProofFault,
}

/// What is wrong with a line of a proof.
#[derive(Debug, Error)]
pub enum ProofFault {
    /// Not the JSON object that belongs there.
    #[error("{error}, expected {expected}")]
    Json {
        /// What is wrong with it.
        error: JsonError,
        /// What belongs there.
        expected: &'static str,
    },
    /// The position is not valid.
    #[error("position: {0}")]
    Position(#[from] PositionError),
    /// Another version, kind or number.
    #[error("{field} is {seen}, expected {expected}")]
    Value {
        field: &'static str,
        /// What it holds.
        seen: String,
        /// What it should hold.
        expected: String,
    },
}

#[derive(Serialize, Deserialize)]
struct ProofHead {
    tengen_proof: u32,
    kind: String,
    plies: usize,
    root: usize,
    nodes: usize,
    position: PositionSpec,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
struct ProofNode {
    node: usize,
    #[serde_as(as = "PointPair")]
    play: Coord,
    replies: Vec<(u8, u8, usize)>,
    otherwise: Option<usize>,
}

/// Writes a claim, each line with its line break.
pub fn write(proof: &Proof) -> String {
    let head = ProofHead {
        tengen_proof: VERSION,
        kind: proof.kind.name().to_owned(),
        plies: proof.tree.plies(),
        root: proof.tree.root,
        nodes: proof.tree.nodes.len(),
        position: PositionSpec::from(&proof.position),
    };
    let mut text = serde_json::to_string(&head).unwrap_or_default();
    text.push('\n');
    for (index, node) in proof.tree.nodes.iter().enumerate() {
        let node = ProofNode {
            node: index,
            play: node.play,
            replies: node.replies.iter().map(|&(reply, next)| (reply.x, reply.y, next)).collect(),
            otherwise: node.otherwise,
        };
        text.push_str(&serde_json::to_string(&node).unwrap_or_default());
        text.push('\n');
    }
    text
}

/// Reads one claim. Whether it holds is for [`tengen_engine::threats::verify`] to decide.
///
/// # Errors
/// With the first line that does not fit the format.
pub fn read(text: &str) -> Result<Proof, ProofError> {
    let lines = (1..).zip(text.lines());
    let mut lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let (first, line) = lines.next().unwrap_or((1, ""));
    let in_head = |error| ProofError { line: first, error };
    let (head, kind) = read_head(line).map_err(in_head)?;
    let position = head.position.to_position(Rule::Freestyle);
    let position = position.map_err(|error| in_head(error.into()))?;
    let mut tree = WinTree { nodes: Vec::new(), root: head.root };
    for (number, line) in lines {
        let node = read_node(line, tree.nodes.len());
        tree.nodes.push(node.map_err(|error| ProofError { line: number, error })?);
    }
    check_head(&head, &tree).map_err(in_head)?;
    Ok(Proof { position, kind, tree })
}

/// The head, and the kind that it names.
fn read_head(line: &str) -> Result<(ProofHead, ThreatKind), ProofFault> {
    let head: ProofHead = json::parse(line)
        .map_err(|error| ProofFault::Json { error, expected: "the head of a proof" })?;
    if head.tengen_proof != VERSION {
        return Err(wrong("tengen_proof", head.tengen_proof, VERSION));
    }
    let kind = ThreatKind::ALL.into_iter().find(|kind| kind.name() == head.kind);
    let kind = kind.ok_or_else(|| wrong("kind", &head.kind, "vcf or vct"))?;
    Ok((head, kind))
}

/// The node on a line after `index` other nodes; it may lead only to these.
fn read_node(line: &str, index: usize) -> Result<WinNode, ProofFault> {
    let node: ProofNode = json::parse(line)
        .map_err(|error| ProofFault::Json { error, expected: "a node of a proof" })?;
    if node.node != index {
        return Err(wrong("node", node.node, index));
    }
    let mut children = node.replies.iter().map(|&(_, _, next)| next).chain(node.otherwise);
    if let Some(child) = children.find(|&child| child >= index) {
        return Err(wrong("the following node", child, format!("a node before {index}")));
    }
    let replies = node.replies.iter().map(|&(x, y, next)| (Coord::new(x, y), next)).collect();
    Ok(WinNode { play: node.play, replies, otherwise: node.otherwise })
}

/// Compares what the head claims with the nodes that followed.
fn check_head(head: &ProofHead, tree: &WinTree) -> Result<(), ProofFault> {
    let nodes = tree.nodes.len();
    if nodes != head.nodes {
        return Err(wrong("nodes", nodes, head.nodes));
    }
    if head.root >= nodes {
        return Err(wrong("root", head.root, format!("a node before {nodes}")));
    }
    if tree.plies() != head.plies {
        return Err(wrong("plies", head.plies, tree.plies()));
    }
    Ok(())
}

fn wrong(field: &'static str, seen: impl ToString, expected: impl ToString) -> ProofFault {
    ProofFault::Value { field, seen: seen.to_string(), expected: expected.to_string() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sample::{any_changes, any_text, changed};
    use tengen_engine::board::notation::parse_picture;
    use tengen_engine::threats::{SolveAnswer, SolveBudget, Watch, solve};

    fn proof() -> Proof {
        let picture = "
            . . . . . . . .
            . . X X X . . .
            . . . . . . . .
            . . O O O . . .
            . . . . . . . .
            ";
        let position = parse_picture(Rule::Renju, picture).unwrap();
        let solution =
            solve(&position, ThreatKind::Vcf, &SolveBudget::default(), &Watch::default());
        let SolveAnswer::Win(tree) = solution.answer else { panic!("no win") };
        Proof { position, kind: ThreatKind::Vcf, tree }
    }

    #[test]
    fn proof_comes_back_from_its_text() {
        let proof = proof();
        let again = read(&write(&proof)).unwrap();
        assert_eq!((again.kind, &again.tree), (proof.kind, &proof.tree));
        assert_eq!(again.position.to_move(), proof.position.to_move());
        assert_eq!(read(&write(&again)).unwrap(), again);
    }

    #[test]
    fn proof_errors_name_the_line() {
        let text = write(&proof());
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert!(error("").starts_with("line 1: not JSON: "));
        assert!(error(&text.replace("\"vcf\"", "\"x\"")).contains("expected vcf or vct"));
        assert!(
            error(&text.replace("{\"node\":1", "{\"node\":7")).starts_with("line 3: node is 7")
        );
        assert!(
            error(&text.replace("\"plies\":3", "\"plies\":5")).contains("plies is 5, expected 3")
        );
        assert!(
            error(&text.replace("\"root\":2", "\"root\":9"))
                .contains("root is 9, expected a node before 3")
        );
        let unknown = error(&text.replace("\"rule\"", "\"Rule\""));
        assert!(unknown.starts_with("line 1: position: unknown key `Rule`"), "{unknown}");
        let short: Vec<&str> = text.lines().take(2).collect();
        assert!(error(&short.join("\n")).contains("nodes is 1"));
    }

    proptest! {
        #[test]
        fn proof_read_survives_any_bytes(changes in any_changes()) {
            let _ = read(&changed(&write(&proof()), &changes));
        }

        #[test]
        fn proof_read_survives_any_text(text in any_text("{}[]\",:0123456789nodeplayrepliesotherwise\n")) {
            let _ = read(&text);
        }
    }
}
