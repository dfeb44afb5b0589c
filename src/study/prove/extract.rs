//! Converts the graph to the certificate (one move for each attacker's position on the way), and
//! back.

use std::collections::BTreeMap;

use super::certificate::{Certificate, STONES};
use super::claim::ProofClaim;
use super::estimate;
use super::finding::{ExpansionFinding, FindingKind};
use super::graph::{ProofGraph, ProofNodeId, State};
use super::key::{ProofFrame, ProofKey};
use tengen_engine::board::notation;
use tengen_engine::types::{Coord, Score};

/// The certificate of what is proved: the whole claim, or the proved replies to the first move.
/// `None` if there is nothing yet.
pub fn certificate(graph: &ProofGraph, claim: &ProofClaim) -> Option<Certificate> {
    let is_complete = graph.node(ProofGraph::ROOT).cost == 0;
    let mut extract = Extract { sizes: sizes(graph), graph, entries: BTreeMap::new() };
    if is_complete {
        extract.take(ProofGraph::ROOT);
    } else {
        let defense = extract.partial(ProofGraph::ROOT)?;
        for reply in extract.proved(defense) {
            extract.take(reply);
        }
    }
    let entries = extract.entries;
    Some(Certificate { claim: claim.clone(), stones: STONES, is_complete, entries })
}

/// The moves of a certificate as findings of a search, which then only has to expand the replies.
pub(super) fn findings(certificate: &Certificate, frame: &ProofFrame) -> Vec<ExpansionFinding> {
    let size = frame.size();
    let finding = |(key, &play): (&ProofKey, &Coord)| {
        let moves = vec![(notation::name(play, size), estimate::MATE)];
        // Should the move fail, the others are estimated as quiet moves.
        let widen = Some(estimate::after_move(key.stones() + 1, Score(0)));
        ExpansionFinding { at: frame.write(key), found: FindingKind::Attack { moves, widen } }
    };
    certificate.entries.iter().map(finding).collect()
}

/// The replies to the attacker's first move that are proved, and all that are known.
pub fn replies(graph: &ProofGraph) -> (usize, usize) {
    let extract = Extract { sizes: Vec::new(), graph, entries: BTreeMap::new() };
    let Some(defense) = extract.defense(ProofGraph::ROOT) else { return (0, 0) };
    (extract.proved(defense).len(), graph.node(defense).children.len())
}

/// The position after the attacker's first move, the one with the most proved replies.
pub(crate) fn first_defense(graph: &ProofGraph) -> Option<ProofNodeId> {
    Extract { sizes: Vec::new(), graph, entries: BTreeMap::new() }.defense(ProofGraph::ROOT)
}

struct Extract<'a> {
    graph: &'a ProofGraph,
    /// Entries below each proved position, roughly.
    sizes: Vec<u64>,
    entries: BTreeMap<ProofKey, Coord>,
}

/// The number of entries in the proof of each position, where shared entries count each time.
/// Positions with more stones come first; unproved ones have the largest number.
fn sizes(graph: &ProofGraph) -> Vec<u64> {
    let mut order: Vec<ProofNodeId> = (0..graph.nodes().len() as ProofNodeId).collect();
    order.sort_by_key(|&id| std::cmp::Reverse(graph.node(id).key.stones()));
    let mut sizes = vec![u64::MAX; order.len()];
    for id in order {
        let node = graph.node(id);
        if node.cost != 0 {
            continue;
        }
        let below = node.children.iter().map(|&(_, child)| sizes[child as usize]);
        sizes[id as usize] = match node.state {
            State::Threats(_) => 0,
            _ if graph.is_attack(id) => below.min().unwrap_or(0).saturating_add(1),
            _ => below.fold(0, u64::saturating_add),
        };
    }
    sizes
}

impl Extract<'_> {
    /// The position after the attacker's first move: the claim itself if the defender is to move.
    fn defense(&self, id: ProofNodeId) -> Option<ProofNodeId> {
        if !self.graph.is_attack(id) {
            return Some(id);
        }
        let children = self.graph.node(id).children.iter().map(|&(_, child)| child);
        children.max_by_key(|&child| self.proved(child).len())
    }

    /// Enters the attacker's move to the position of [`Self::defense`], and returns that.
    fn partial(&mut self, id: ProofNodeId) -> Option<ProofNodeId> {
        let defense = self.defense(id).filter(|&defense| !self.proved(defense).is_empty())?;
        if let Some(&(play, _)) = self.to(id, defense) {
            self.entries.insert(self.graph.node(id).key.clone(), play);
        }
        Some(defense)
    }

    fn to(&self, id: ProofNodeId, child: ProofNodeId) -> Option<&(Coord, ProofNodeId)> {
        self.graph.node(id).children.iter().find(|&&(_, other)| other == child)
    }

    fn proved(&self, defense: ProofNodeId) -> Vec<ProofNodeId> {
        let children = self.graph.node(defense).children.iter().map(|&(_, child)| child);
        children.filter(|&child| self.graph.node(child).cost == 0).collect()
    }

    /// Adds a proved position and all that it leads to.
    fn take(&mut self, id: ProofNodeId) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let node = self.graph.node(id);
            if !self.graph.is_attack(id) {
                open.extend(node.children.iter().map(|&(_, child)| child));
                continue;
            }
            let proved =
                node.children.iter().filter(|&&(_, child)| self.graph.node(child).cost == 0);
            let smallest = proved.min_by_key(|&&(_, child)| self.sizes[child as usize]);
            let Some(&(play, child)) = smallest else { continue };
            if self.entries.insert(node.key.clone(), play).is_none() {
                open.push(child);
            }
        }
    }
}
