//! The full form of a certificate, which can be checked without a search.
//!
//! JSON lines, the head first, then one line per entry:
//!
//! ```json
//! {"tengen_full":1,"claim":{"tengen_prove":1,…},"reply":null,"entries":2}
//! {"at":"h8/h9","play":"g10","nodes":[["i8",[],null],["h8",[["h9",0]],0]],"replies":[["a15",1]]}
//! ```
//!
//! In position `at` the attacker plays `play`. A reply `[point, n]` is answered by node `n`; every
//! other legal reply leads to another entry, which is its canonical image. A node is
//! `[play, replies, otherwise]`: the attacker's move, the replies that have a node of their own,
//! and the node after every other legal reply; without both the move makes five. Identical nodes
//! are written once, each after the nodes that it leads to. `play` is null where the claim itself
//! has the defender to move. A claim that is a win by threats alone has one line with `"at"`, no
//! `play`, and its root as `root`.

use std::collections::HashMap;
use std::io::{self, Write};

use serde::Serialize;
use thiserror::Error;

use super::certificate::Certificate;
use super::checker::{self, Check, Shown};
use super::claim::ProofClaim;
use super::key::ProofFrame;
use super::refusal::CertificateRefusal;
use tengen_engine::board::notation;
use tengen_engine::search::StopFlag;
use tengen_engine::threats::{WinNode, WinTree};
use tengen_engine::types::{BoardSize, Coord};

/// The version of the format.
const VERSION: u32 = 1;

/// Why the full form was not written.
#[derive(Debug, Error)]
pub enum FullError {
    /// The certificate does not hold.
    #[error("not proved")]
    Refusal(#[from] CertificateRefusal),
    /// It cannot be written.
    #[error("cannot write the full form")]
    Write(#[from] io::Error),
}

#[derive(Serialize)]
struct FullHead<'a> {
    tengen_full: u32,
    claim: &'a ProofClaim,
    /// The only reply to the first move that is answered.
    reply: Option<String>,
    entries: u64,
}

#[derive(Serialize)]
struct Line {
    at: String,
    play: Option<String>,
    nodes: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<usize>,
    replies: Vec<(String, usize)>,
}

/// A node: move, replies, otherwise.
type Row = (String, Vec<(String, usize)>, Option<usize>);

/// Checks the certificate, or what it says about one reply, and writes its full form. `tick` is
/// called with the number of positions written and the total.
///
/// # Errors
/// If it does not hold or cannot be written.
pub fn write(
    certificate: &Certificate,
    request: &Check,
    stop: &StopFlag,
    output: &mut dyn Write,
    tick: &mut dyn FnMut(u64, u64),
) -> Result<(), FullError> {
    let position = certificate.position().map_err(CertificateRefusal::from)?;
    let frame = ProofFrame::of(&position);
    let (key, _) = frame.canonical(&position);
    let claim = &certificate.claim;
    let reply = request.reply.map(|reply| notation::name(reply, frame.size()));
    let mut done = 0;
    checker::show(certificate, request, stop, |shown: Shown| {
        let Shown { of, entry, trees } = shown;
        if done == 0 {
            let reply = reply.clone();
            line(output, &FullHead { tengen_full: VERSION, claim, reply, entries: of })?;
        }
        done += 1;
        tick(done, of);
        let mut nodes = Nodes { size: frame.size(), rows: Vec::new(), known: HashMap::new() };
        let at = frame.write(entry.as_ref().unwrap_or(&key));
        let play = entry.as_ref().and_then(|key| certificate.entries.get(key));
        let play = play.map(|&play| notation::name(play, frame.size()));
        let is_alone = certificate.entries.is_empty() && position.to_move() == claim.attacker;
        let mut replies: Vec<(String, usize)> = Vec::new();
        for (reply, tree) in &trees {
            replies.push((nodes.name(*reply), nodes.add(tree)));
        }
        let root = replies.first().filter(|_| is_alone).map(|&(_, root)| root);
        let replies = if is_alone { Vec::new() } else { replies };
        Ok(line(output, &Line { at, play, nodes: nodes.rows, root, replies })?)
    })
}

fn line(output: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(value)?;
    text.push('\n');
    output.write_all(text.as_bytes())
}

/// The nodes of an entry, each written once.
struct Nodes {
    size: BoardSize,
    rows: Vec<Row>,
    known: HashMap<Row, usize>,
}

impl Nodes {
    fn name(&self, coord: Coord) -> String {
        notation::name(coord, self.size)
    }

    /// Adds a tree and returns its root.
    fn add(&mut self, tree: &WinTree) -> usize {
        let mut places = vec![0; tree.nodes.len()];
        for (index, node) in tree.nodes.iter().enumerate() {
            places[index] = self.place(node, &places);
        }
        places.get(tree.root).copied().unwrap_or(0)
    }

    fn place(&mut self, node: &WinNode, places: &[usize]) -> usize {
        let replies = node.replies.iter().map(|&(reply, next)| (self.name(reply), places[next]));
        let row =
            (self.name(node.play), replies.collect(), node.otherwise.map(|next| places[next]));
        if let Some(&place) = self.known.get(&row) {
            return place;
        }
        self.rows.push(row.clone());
        self.known.insert(row, self.rows.len() - 1);
        self.rows.len() - 1
    }
}
