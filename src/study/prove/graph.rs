//! The graph of positions in memory, and the choice of the next position.
//!
//! Every position has a *cost*: the estimated number of expansions that a proof still takes; 0 if
//! it is proved, [`LOST`] if the attacker cannot win. If the attacker is to move, the cost is that
//! of the cheapest move; if the defender is to move, it is the sum over the replies. This is
//! proof-number search with estimates as initial values. There are no disproof numbers: without an
//! exhaustive list of the attacker's moves they would mean little, and the costs already show which
//! reply is hard.
//!
//! A wrong estimate must not be trusted forever: after `n` findings below a move of the attacker,
//! it costs at least about `n / 2`; findings below replies that have been proved since are not
//! counted. Without this rule, the first complete search of 15×15 spent 22,000 expansions on
//! threats of one wrong move, each of which looked as if a few more would suffice.
//!
//! Proof-number search: Allis, van der Meulen, van den Herik, 1994,
//! <https://www.chessprogramming.org/Proof-Number_Search>.

use std::collections::HashMap;

use super::finding::FindingKind;
use super::key::{KeyError, ProofFrame, ProofKey};
use tengen_engine::board::notation;
use tengen_engine::types::{Color, Coord};

/// The cost of a position that the attacker cannot win.
pub(crate) const LOST: u32 = u32::MAX;
/// Every other cost is at most this.
const MOST: u32 = u32::MAX - 1;
/// This many findings without a proof raise the cost by one.
const FINDINGS_PER_COST: u32 = 2;

/// The index of a position.
pub(crate) type ProofNodeId = u32;

/// A position of the graph.
#[derive(Clone, Debug)]
pub struct GraphPosition {
    /// The canonical position.
    pub key: ProofKey,
    /// Estimated number of expansions that a proof still takes.
    pub cost: u32,
    /// The known moves from here, as points of the canonical position.
    pub children: Vec<(Coord, ProofNodeId)>,
    parents: Vec<ProofNodeId>,
    /// For an expanded position with the attacker to move: the cost of trying more moves; [`LOST`]
    /// if all are known.
    pub widen: u32,
    /// What the expansion found.
    pub state: State,
    /// Whether the solver was tried by the expansion of a parent.
    pub is_tried: bool,
    /// Findings here and below, each counted along the path by which the search last reached it.
    spent: u32,
    /// The parent on that path, if the search has been here.
    via: Option<ProofNodeId>,
    is_busy: bool,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing.
    Leaf,
    /// The moves that follow.
    Open,
    /// The attacker wins by threats in this many plies.
    Threats(u16),
    /// The attacker cannot win.
    Lost,
}

/// A finding that does not fit the graph.
#[derive(Debug, thiserror::Error)]
pub enum GraphError {
    /// A text that is not a position.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A text that is not a point.
    #[error(transparent)]
    Point(#[from] notation::NotationError),
    /// A move onto a stone.
    #[error("'{at}': seen a move to {play}, expected an empty point")]
    Occupied {
        /// The position.
        at: String,
        /// The point.
        play: String,
    },
    /// A finding for the other side to move.
    #[error("'{at}': seen {seen}, expected those of the side to move")]
    Side {
        /// The position.
        at: String,
        /// What was found.
        seen: &'static str,
    },
}

#[derive(Debug)]
pub struct ProofGraph {
    frame: ProofFrame,
    attacker: Color,
    nodes: Vec<GraphPosition>,
    ids: HashMap<ProofKey, ProofNodeId>,
}

impl ProofGraph {
    /// The graph of one position, the claim that `attacker` wins from it.
    pub fn new(frame: ProofFrame, root: ProofKey, attacker: Color) -> Self {
        let mut graph = Self { frame, attacker, nodes: Vec::new(), ids: HashMap::new() };
        graph.enter(root, 1, false);
        graph
    }

    /// The index of the claim.
    pub const ROOT: ProofNodeId = 0;

    /// The frame of all positions.
    pub fn frame(&self) -> &ProofFrame {
        &self.frame
    }

    /// Who is to win.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    pub fn node(&self, id: ProofNodeId) -> &GraphPosition {
        &self.nodes[id as usize]
    }

    /// All positions.
    pub fn nodes(&self) -> &[GraphPosition] {
        &self.nodes
    }

    /// The index of a position.
    pub fn find(&self, key: &ProofKey) -> Option<ProofNodeId> {
        self.ids.get(key).copied()
    }

    /// Whether the attacker is to move.
    pub(crate) fn is_attack(&self, id: ProofNodeId) -> bool {
        self.frame.to_move(self.node(id).key.stones()) == self.attacker
    }

    /// The position of a key, new as a leaf with this estimate.
    fn enter(&mut self, key: ProofKey, cost: u32, is_tried: bool) -> ProofNodeId {
        if let Some(&id) = self.ids.get(&key) {
            self.nodes[id as usize].is_tried |= is_tried;
            return id;
        }
        let id = self.nodes.len() as ProofNodeId;
        self.ids.insert(key.clone(), id);
        self.nodes.push(GraphPosition {
            key,
            cost: cost.clamp(1, MOST),
            children: Vec::new(),
            parents: Vec::new(),
            widen: LOST,
            state: State::Leaf,
            is_tried,
            spent: 0,
            via: None,
            is_busy: false,
        });
        id
    }

    /// Adds a finding. Decided positions and known replies stay unchanged.
    ///
    /// # Errors
    /// If it does not fit the position.
    pub fn apply(&mut self, at: &ProofKey, found: &FindingKind) -> Result<(), GraphError> {
        let id = self.enter(at.clone(), 1, false);
        let is_attack = self.is_attack(id);
        if matches!(self.node(id).state, State::Threats(_) | State::Lost) {
            return Ok(());
        }
        let wrong = |seen| Err(GraphError::Side { at: self.frame.write(at), seen });
        match found {
            FindingKind::Win { .. } | FindingKind::Attack { .. } if !is_attack => {
                return wrong("the attacker's moves");
            }
            FindingKind::Defense { .. } if is_attack => return wrong("the defender's replies"),
            FindingKind::Win { win } => self.nodes[id as usize].state = State::Threats(win.plies),
            FindingKind::Lost { .. } => self.nodes[id as usize].state = State::Lost,
            FindingKind::Attack { moves, widen } => {
                self.connect(id, moves, false)?;
                self.nodes[id as usize].widen = widen.map_or(LOST, |cost| cost.clamp(1, MOST));
                self.nodes[id as usize].state = State::Open;
            }
            FindingKind::Defense { replies, untried } if self.node(id).state == State::Leaf => {
                self.connect(id, replies, true)?;
                self.connect(id, untried, false)?;
                self.nodes[id as usize].state = State::Open;
            }
            FindingKind::Defense { .. } => {}
        }
        self.spend(id);
        Ok(())
    }

    /// Counts a finding along the path to it, and recomputes the costs there.
    fn spend(&mut self, id: ProofNodeId) {
        let mut way = Some(id);
        while let Some(id) = way {
            let node = &mut self.nodes[id as usize];
            node.spent = node.spent.saturating_add(1);
            // The path to a finding from a journal is unknown.
            way = node.via.or(node.parents.first().copied());
            self.update(id);
        }
    }

    /// Adds moves from a position.
    fn connect(
        &mut self,
        id: ProofNodeId,
        moves: &[(String, u32)],
        is_tried: bool,
    ) -> Result<(), GraphError> {
        let position = self.frame.position(&self.node(id).key);
        for (name, cost) in moves {
            let play = notation::parse(name, self.frame.size())?;
            if !position.is_empty_at(play) {
                let at = self.frame.write(&self.node(id).key);
                return Err(GraphError::Occupied { at, play: name.clone() });
            }
            let (key, _) = self.frame.after(&position, play);
            let child = self.enter(key, *cost, is_tried);
            if self.node(id).children.iter().all(|&(_, other)| other != child) {
                self.nodes[id as usize].children.push((play, child));
                self.nodes[child as usize].parents.push(id);
            }
        }
        Ok(())
    }

    /// Recomputes the costs of a position and its ancestors.
    fn update(&mut self, id: ProofNodeId) {
        let mut changed = vec![id];
        while let Some(id) = changed.pop() {
            let cost = self.cost_of(id);
            let node = &mut self.nodes[id as usize];
            if node.cost != cost {
                node.cost = cost;
                changed.extend_from_slice(&node.parents);
            }
        }
    }

    fn cost_of(&self, id: ProofNodeId) -> u32 {
        let node = self.node(id);
        let costs = node.children.iter().map(|&(_, child)| self.node(child).cost);
        match node.state {
            State::Leaf => node.cost,
            State::Threats(_) => 0,
            State::Lost => LOST,
            State::Open if self.is_attack(id) => costs.min().unwrap_or(LOST).min(node.widen),
            State::Open => {
                let sum = costs.fold(0, |sum: u32, cost| match cost {
                    LOST => LOST,
                    _ if sum == LOST => LOST,
                    _ => sum.saturating_add(cost).min(MOST),
                });
                // Decided positions stay decided.
                if sum == 0 { 0 } else { sum.max(self.spent_in_vain(id) / FINDINGS_PER_COST) }
            }
        }
    }

    /// The findings below the open replies. The findings of a reply that several moves lead to
    /// count for each of the moves.
    fn spent_in_vain(&self, id: ProofNodeId) -> u32 {
        let children = self.node(id).children.iter().map(|&(_, child)| self.node(child));
        let open = children.filter(|child| !matches!(child.cost, 0 | LOST));
        open.fold(0, |sum: u32, child| sum.saturating_add(child.spent))
    }

    /// The position whose expansion helps most to prove `from`, marked as busy; `None` if `from` is
    /// decided, or all useful positions are busy.
    pub fn pick(&mut self, from: ProofNodeId) -> Option<ProofNodeId> {
        let mut way = Vec::new();
        let id = self.best(from, true, &mut way)?;
        for (above, below) in way.iter().zip(&way[1..]) {
            self.nodes[*below as usize].via = Some(*above);
        }
        self.nodes[id as usize].is_busy = true;
        Some(id)
    }

    /// Ends what [`ProofGraph::pick`] began.
    pub fn release(&mut self, id: ProofNodeId) {
        self.nodes[id as usize].is_busy = false;
    }

    /// The position that [`ProofGraph::pick`] marks, below `id`; `way` receives the positions from
    /// here to it. `is_forced`: on the path to here, the attacker has no other moves to try.
    fn best(
        &self,
        id: ProofNodeId,
        is_forced: bool,
        way: &mut Vec<ProofNodeId>,
    ) -> Option<ProofNodeId> {
        way.push(id);
        let found = self.best_below(id, is_forced, way);
        if found.is_none() {
            way.pop();
        }
        found
    }

    fn best_below(
        &self,
        id: ProofNodeId,
        is_forced: bool,
        way: &mut Vec<ProofNodeId>,
    ) -> Option<ProofNodeId> {
        let node = self.node(id);
        if node.cost == 0 || node.cost == LOST {
            return None;
        }
        if node.state == State::Leaf {
            return (!node.is_busy).then_some(id);
        }
        let open = |&(_, child): &(Coord, ProofNodeId)| !matches!(self.node(child).cost, 0 | LOST);
        let mut children: Vec<ProofNodeId> =
            node.children.iter().filter(|child| open(child)).map(|&(_, child)| child).collect();
        children.sort_by_key(|&child| self.node(child).cost);
        if self.is_attack(id) {
            let is_only = is_forced && children.len() == 1 && node.children.len() == 1;
            for child in children {
                if self.node(child).cost > node.widen && !node.is_busy {
                    return Some(id);
                }
                if let Some(found) = self.best(child, is_only, way) {
                    return Some(found);
                }
            }
            return (node.widen != LOST && !node.is_busy).then_some(id);
        }
        // The hardest reply refutes a move, so it comes first; but if there is no other move, easy
        // replies come first, so that early proofs are useful on their own. Among equals, the least
        // likely reply comes first.
        children.reverse();
        if is_forced {
            children.sort_by_key(|&child| self.node(child).cost);
        }
        children.into_iter().find_map(|child| self.best(child, is_forced, way))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::finding::{NoWin, ThreatWin};
    use tengen_engine::board::Position;
    use tengen_engine::types::{BoardSize, Rule};

    fn graph() -> ProofGraph {
        let root = Position::new(Rule::Freestyle, BoardSize::square(9).unwrap());
        let frame = ProofFrame::of(&root);
        let (key, _) = frame.canonical(&root);
        ProofGraph::new(frame, key, Color::Black)
    }

    fn moves(list: &[(&str, u32)]) -> Vec<(String, u32)> {
        list.iter().map(|&(name, cost)| (name.to_owned(), cost)).collect()
    }

    fn attack(list: &[(&str, u32)], widen: Option<u32>) -> FindingKind {
        FindingKind::Attack { moves: moves(list), widen }
    }

    fn defense(list: &[(&str, u32)]) -> FindingKind {
        FindingKind::Defense { replies: moves(list), untried: Vec::new() }
    }

    fn apply(graph: &mut ProofGraph, id: ProofNodeId, found: &FindingKind) {
        let key = graph.node(id).key.clone();
        graph.apply(&key, found).unwrap();
    }

    /// The child of the root with this rank.
    fn child(graph: &ProofGraph, id: ProofNodeId, rank: usize) -> ProofNodeId {
        graph.node(id).children[rank].1
    }

    /// The key after these moves on the empty board.
    fn key(graph: &ProofGraph, moves: &[&str]) -> ProofKey {
        let mut position = Position::new(Rule::Freestyle, graph.frame().size());
        for point in moves {
            position.play(notation::parse(point, position.size()).unwrap()).unwrap();
        }
        graph.frame().canonical(&position).0
    }

    /// The move from one position to another.
    fn to(graph: &ProofGraph, id: ProofNodeId, next: &ProofKey) -> String {
        let position = graph.frame().position(&graph.node(id).key);
        let mut moves = position.empty_coords();
        let play = moves.find(|&play| graph.frame().after(&position, play).0 == *next);
        notation::name(play.unwrap(), position.size())
    }

    const WIN: FindingKind = FindingKind::Win { win: ThreatWin { plies: 5, stones: 1 } };
    const LOSS: FindingKind = FindingKind::Lost { lost: NoWin::Five };

    #[test]
    fn costs_are_the_least_over_moves_and_the_sum_over_replies() {
        let mut graph = graph();
        apply(&mut graph, ProofGraph::ROOT, &attack(&[("e5", 9), ("d5", 4)], Some(50)));
        assert_eq!(graph.node(ProofGraph::ROOT).cost, 4);
        let center = child(&graph, ProofGraph::ROOT, 0);
        apply(&mut graph, center, &defense(&[("e6", 2), ("f6", 3), ("e4", 7)]));
        // e4 is the image of e6.
        assert_eq!(graph.node(center).children.len(), 2);
        assert_eq!(graph.node(center).cost, 5);
        for rank in [0, 1] {
            let reply = child(&graph, center, rank);
            apply(&mut graph, reply, &WIN);
        }
        assert_eq!((graph.node(center).cost, graph.node(ProofGraph::ROOT).cost), (0, 0));
        assert_eq!(graph.pick(ProofGraph::ROOT), None);
    }

    #[test]
    fn a_lost_reply_loses_the_move_and_only_all_moves_lose_the_position() {
        let mut graph = graph();
        apply(&mut graph, ProofGraph::ROOT, &attack(&[("e5", 9)], Some(50)));
        let center = child(&graph, ProofGraph::ROOT, 0);
        apply(&mut graph, center, &defense(&[("e6", 2), ("f6", 3)]));
        let reply = child(&graph, center, 1);
        apply(&mut graph, reply, &LOSS);
        assert_eq!((graph.node(center).cost, graph.node(ProofGraph::ROOT).cost), (LOST, 50));
        assert_eq!(graph.pick(ProofGraph::ROOT), Some(ProofGraph::ROOT), "more moves are wanted");
        graph.release(ProofGraph::ROOT);
        apply(&mut graph, ProofGraph::ROOT, &attack(&[("d5", 4)], None));
        let other = child(&graph, ProofGraph::ROOT, 1);
        assert_eq!(graph.node(ProofGraph::ROOT).cost, 4);
        apply(&mut graph, other, &LOSS);
        assert_eq!(graph.node(ProofGraph::ROOT).cost, LOST);
    }

    #[test]
    fn a_position_reached_in_two_ways_is_proved_once() {
        let mut graph = graph();
        apply(&mut graph, ProofGraph::ROOT, &attack(&[("e5", 9), ("d5", 9)], None));
        let [center, beside] = [0, 1].map(|rank| child(&graph, ProofGraph::ROOT, rank));
        apply(&mut graph, center, &defense(&[("f6", 3)]));
        apply(&mut graph, beside, &defense(&[("f6", 3)]));
        let [first, second] = [center, beside].map(|id| child(&graph, id, 0));
        apply(&mut graph, first, &attack(&[("d5", 5)], None));
        // The points refer to canonical images, so the other path is found by its key.
        let joined = child(&graph, first, 0);
        let position = graph.frame().position(&graph.node(second).key);
        let size = graph.frame().size();
        let play = size
            .coords()
            .filter(|&coord| position.is_empty_at(coord))
            .find(|&coord| graph.frame().after(&position, coord).0 == graph.node(joined).key)
            .unwrap();
        apply(&mut graph, second, &attack(&[(&notation::name(play, size), 5)], None));
        assert_eq!(child(&graph, second, 0), joined);
        apply(&mut graph, joined, &defense(&[]));
        assert_eq!([center, beside].map(|id| graph.node(id).cost), [0, 0]);
    }

    #[test]
    fn what_is_busy_is_not_picked_again() {
        let mut graph = graph();
        apply(&mut graph, ProofGraph::ROOT, &attack(&[("e5", 9), ("d5", 4)], None));
        let first = graph.pick(ProofGraph::ROOT).unwrap();
        assert_eq!(first, child(&graph, ProofGraph::ROOT, 1));
        assert_eq!(graph.pick(ProofGraph::ROOT), Some(child(&graph, ProofGraph::ROOT, 0)));
        assert_eq!(graph.pick(ProofGraph::ROOT), None);
        graph.release(first);
        assert_eq!(graph.pick(ProofGraph::ROOT), Some(first));
    }

    #[test]
    fn a_finding_is_counted_on_the_way_of_the_search_and_only_while_it_is_in_vain() {
        let mut graph = graph();
        apply(&mut graph, ProofGraph::ROOT, &attack(&[("e5", 1), ("d5", 9)], None));
        let [center, beside] = [0, 1].map(|rank| child(&graph, ProofGraph::ROOT, rank));
        apply(&mut graph, center, &defense(&[("a1", 2), ("b1", 40)]));
        let corner = to(&graph, beside, &key(&graph, &["d5", "a1"]));
        apply(&mut graph, beside, &defense(&[(&corner, 1)]));
        let [easy, hard] = [0, 1].map(|rank| child(&graph, center, rank));
        let single = child(&graph, beside, 0);
        // Black at d5 and e5, white at a1: first known below e5, reached by d5.
        let joined = key(&graph, &["e5", "a1", "d5"]);
        let by_center = to(&graph, easy, &joined);
        let by_beside = to(&graph, single, &joined);
        apply(&mut graph, easy, &attack(&[(&by_center, 5)], None));
        apply(&mut graph, single, &attack(&[(&by_beside, 5)], None));
        let shared = child(&graph, easy, 0);
        assert_eq!(shared, child(&graph, single, 0));
        assert_eq!(graph.node(shared).parents, [easy, single]);
        let before = [easy, single].map(|id| graph.node(id).spent);
        assert_eq!(graph.pick(ProofGraph::ROOT), Some(shared), "by d5, where less is left");
        graph.release(shared);
        apply(&mut graph, shared, &defense(&[("i9", 50)]));
        let after = [easy, single].map(|id| graph.node(id).spent);
        assert_eq!(after, [before[0], before[1] + 1]);
        // Findings below proved replies do not count as wasted.
        assert_eq!(graph.spent_in_vain(center), after[0]);
        apply(&mut graph, easy, &WIN);
        assert_eq!(graph.spent_in_vain(center), graph.node(hard).spent);
    }

    #[test]
    fn of_replies_that_cost_the_same_the_last_comes_first_where_all_must_be_proved() {
        let mut graph = graph();
        apply(&mut graph, ProofGraph::ROOT, &attack(&[("e5", 1)], None));
        let center = child(&graph, ProofGraph::ROOT, 0);
        apply(&mut graph, center, &defense(&[("e6", 4), ("f6", 4), ("g7", 9)]));
        assert_eq!(graph.pick(ProofGraph::ROOT), Some(child(&graph, center, 1)));
    }

    #[test]
    fn a_move_that_took_much_without_a_proof_is_left_for_another() {
        let mut graph = graph();
        apply(&mut graph, ProofGraph::ROOT, &attack(&[("e5", 4), ("d5", 6)], None));
        let [center, beside] = [0, 1].map(|rank| child(&graph, ProofGraph::ROOT, rank));
        apply(&mut graph, center, &defense(&[("e6", 2)]));
        let mut below = child(&graph, center, 0);
        let mut findings = 1;
        while graph.pick(ProofGraph::ROOT) == Some(below) {
            graph.release(below);
            // Each looks as if the next one would suffice.
            let position = graph.frame().position(&graph.node(below).key);
            let play = position.empty_coords().next().unwrap();
            let play = notation::name(play, position.size());
            let found = if graph.is_attack(below) {
                attack(&[(&play, 1)], None)
            } else {
                defense(&[(&play, 1)])
            };
            apply(&mut graph, below, &found);
            below = child(&graph, below, 0);
            findings += 1;
        }
        assert_eq!(graph.node(center).cost, 7);
        // The first finding, about the replies to the move, is below none of them.
        assert_eq!(findings, 1 + 7 * FINDINGS_PER_COST);
        assert!(graph.nodes[beside as usize].is_busy);
        assert_eq!(graph.node(ProofGraph::ROOT).cost, 6);
    }

    #[test]
    fn findings_that_do_not_fit_are_refused() {
        let mut graph = graph();
        let root = graph.node(ProofGraph::ROOT).key.clone();
        assert!(matches!(graph.apply(&root, &defense(&[])), Err(GraphError::Side { .. })));
        assert!(matches!(
            graph.apply(&root, &attack(&[("z1", 1)], None)),
            Err(GraphError::Point(_))
        ));
        apply(&mut graph, ProofGraph::ROOT, &attack(&[("e5", 9)], None));
        let center = graph.node(child(&graph, ProofGraph::ROOT, 0)).key.clone();
        let onto = graph.apply(&center, &defense(&[("e5", 1)]));
        assert!(matches!(onto, Err(GraphError::Occupied { .. })));
    }
}
