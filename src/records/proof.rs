//! Forced wins as files: JSON lines, the claim first and then one node a line, so that another program
//! can check them.
//!
//! ```json
//! {"tengen_proof":1,"kind":"vcf","plies":3,"root":2,"nodes":3,"position":{"rule":"freestyle",…}}
//! {"node":0,"play":[7,1],"replies":[],"otherwise":null}
//! {"node":1,"play":[2,1],"replies":[],"otherwise":null}
//! {"node":2,"play":[6,1],"replies":[[2,1,0]],"otherwise":1}
//! ```
//!
//! Located a node the side to move of the position plays `play`. A reply `[x,y,n]` is answered by node `n`,
//! every other legal reply by node `otherwise`. A node without both makes five. Nodes stand after those
//! they lead to.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::located;
use super::positions::{self, PositionError};
use crate::board::Position;
use crate::threats::{ThreatKind, WinNode, WinTree};
use crate::types::Coord;

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

/// Text that is no proof.
#[derive(Debug, Error)]
#[error("line {line}: {error}")]
pub struct ProofError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    #[source]
    pub error: ProofFault,
}

/// What is wrong with a line of a proof.
#[derive(Debug, Error)]
pub enum ProofFault {
    /// Not the JSON object that stands there.
    #[error("{what}, expected {expected}")]
    Json {
        /// What the parser says.
        what: String,
        /// What should stand there.
        expected: &'static str,
    },
    /// The position is none.
    #[error("position: {0}")]
    Position(#[from] PositionError),
    /// Another version, kind or number.
    #[error("{field} is {seen}, expected {expected}")]
    Value {
        /// The field.
        field: &'static str,
        /// What it holds.
        seen: String,
        /// What it should hold.
        expected: String,
    },
}

#[derive(Serialize, Deserialize)]
struct Head {
    tengen_proof: u32,
    kind: String,
    plies: usize,
    root: usize,
    nodes: usize,
    position: Value,
}

#[derive(Serialize, Deserialize)]
struct Node {
    node: usize,
    play: [u8; 2],
    replies: Vec<(u8, u8, usize)>,
    otherwise: Option<usize>,
}

/// Writes a claim, lines ended.
pub fn write(proof: &Proof) -> String {
    let head = Head {
        tengen_proof: VERSION,
        kind: proof.kind.name().to_owned(),
        plies: proof.tree.plies(),
        root: proof.tree.root,
        nodes: proof.tree.nodes.len(),
        position: serde_json::from_str(&positions::write(&proof.position)).unwrap_or_default(),
    };
    let mut text = serde_json::to_string(&head).unwrap_or_default();
    text.push('\n');
    for (index, node) in proof.tree.nodes.iter().enumerate() {
        let node = Node {
            node: index,
            play: [node.play.x, node.play.y],
            replies: node.replies.iter().map(|&(reply, next)| (reply.x, reply.y, next)).collect(),
            otherwise: node.otherwise,
        };
        text.push_str(&serde_json::to_string(&node).unwrap_or_default());
        text.push('\n');
    }
    text
}

/// Reads one claim.
///
/// # Errors
/// With the first line that does not fit the format. Whether the claim holds is not asked.
pub fn read(text: &str) -> Result<Proof, ProofError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let fail = |line: usize, error| ProofError { line: line + 1, error };
    let value = |field, seen: &dyn ToString, expected: String| ProofFault::Value {
        field,
        seen: seen.to_string(),
        expected,
    };
    let json = |error: &serde_json::Error, expected| ProofFault::Json {
        what: located::without_place(error),
        expected,
    };
    let (number, first) = lines.next().unwrap_or((0, ""));
    let head: Head = serde_json::from_str(first)
        .map_err(|error| fail(number, json(&error, "the head of a proof")))?;
    if head.tengen_proof != VERSION {
        let fault = value("tengen_proof", &head.tengen_proof, VERSION.to_string());
        return Err(fail(number, fault));
    }
    let kind = [ThreatKind::Vcf, ThreatKind::Vct].into_iter().find(|kind| kind.name() == head.kind);
    let kind =
        kind.ok_or_else(|| fail(number, value("kind", &head.kind, "vcf or vct".to_owned())))?;
    let position =
        positions::parse(&head.position.to_string()).map_err(|error| fail(number, error.into()))?;
    let mut tree = WinTree { nodes: Vec::new(), root: head.root };
    for (number, line) in lines {
        let node: Node = serde_json::from_str(line)
            .map_err(|error| fail(number, json(&error, "a node of a proof")))?;
        let index = tree.nodes.len();
        if node.node != index {
            return Err(fail(number, value("node", &node.node, index.to_string())));
        }
        let children = node.replies.iter().map(|&(_, _, next)| next).chain(node.otherwise);
        if let Some(child) = children.into_iter().find(|&child| child >= index) {
            let expected = format!("a node before {index}");
            return Err(fail(number, value("the following node", &child, expected)));
        }
        tree.nodes.push(WinNode {
            play: Coord::new(node.play[0], node.play[1]),
            replies: node.replies.iter().map(|&(x, y, next)| (Coord::new(x, y), next)).collect(),
            otherwise: node.otherwise,
        });
    }
    if tree.nodes.len() != head.nodes {
        return Err(fail(0, value("nodes", &tree.nodes.len(), head.nodes.to_string())));
    }
    if tree.plies() != head.plies {
        return Err(fail(0, value("plies", &head.plies, tree.plies().to_string())));
    }
    Ok(Proof { position, kind, tree })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::threats::{Answer, SolveBudget, Watch, solve};
    use crate::types::Rule;

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
        let Answer::Win(tree) = solution.answer else { panic!("no win") };
        Proof { position, kind: ThreatKind::Vcf, tree }
    }

    #[test]
    fn what_is_written_is_read() {
        let proof = proof();
        let again = read(&write(&proof)).unwrap();
        assert_eq!((again.kind, &again.tree), (proof.kind, &proof.tree));
        assert_eq!(again.position.to_move(), proof.position.to_move());
        assert_eq!(read(&write(&again)).unwrap(), again);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let text = write(&proof());
        let told = |text: &str| read(text).unwrap_err().to_string();
        assert!(told("").starts_with("line 1: "));
        assert!(told(&text.replace("\"vcf\"", "\"x\"")).contains("expected vcf or vct"));
        assert!(told(&text.replace("{\"node\":1", "{\"node\":7")).starts_with("line 3: node is 7"));
        assert!(
            told(&text.replace("\"plies\":3", "\"plies\":5")).contains("plies is 5, expected 3")
        );
        assert_eq!(told("{"), "line 1: EOF while parsing an object, expected the head of a proof");
        let short: Vec<&str> = text.lines().take(2).collect();
        assert!(told(&short.join("\n")).contains("nodes is 1"));
    }
}
