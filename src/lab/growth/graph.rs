//! The positions of a growing book as a graph: moves lead from each position to later ones, and
//! several lines may lead to the same one. Values are minimax values; costs determine what to
//! search next.
//!
//! *Drop-out expansion*: T. R. Lincke, "Strategies for the automatic construction of opening
//! books", 2000. The cost of a leaf is the number of plies to it plus, for each move on the way,
//! how much worse it is than the best move; the leaf with the lowest cost is next. So good lines
//! become long, bad ones stay short, and the book can answer unexpected moves for a while.

use std::collections::{BTreeSet, HashMap};

use tengen_engine::board::Position;
use tengen_engine::rules::legality;
use tengen_engine::types::{Coord, Score, Stone};
use tengen_records::book::key::{Canonical, Key};
use tengen_records::book::{Label, Record, Trust};

/// The cost of a ply.
const PLY: u32 = 100;

/// The loss of a move that counts as much as a ply, in units of [`Score`].
const VALUE_PER_PLY: u32 = 40;

/// The cost of a position that need not be searched.
const NEVER: u32 = u32::MAX;

/// The greatest difference of two values that counts.
const MOST_DISTANCE: i32 = 4_000;

/// A position by its place in the graph.
pub(super) type NodePlace = usize;

/// A move to another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The move, on the canonical image of the position.
    pub coord: Coord,
    /// The position after it.
    pub to: NodePlace,
}

/// A position.
#[derive(Clone, Debug)]
pub(super) struct BookNode {
    pub key: Key,
    /// The record, for the canonical image.
    pub record: Record,
    /// Moves to known positions. Moves that are images of each other under a symmetry of the
    /// position lead to the same one; all of them are here.
    pub links: Vec<Link>,
    parents: Vec<NodePlace>,
    stones: usize,
    /// Empty points.
    empty: usize,
    /// The lowest cost of a position to search from here.
    cost: u32,
    /// Whether it is being searched, here or elsewhere.
    is_busy: bool,
}

impl BookNode {
    /// The number of stones.
    pub(super) fn stones(&self) -> usize {
        self.stones
    }

    /// Whether nothing is known after it.
    pub(super) fn is_leaf(&self) -> bool {
        self.links.is_empty()
    }

    /// Whether every legal move is known.
    fn is_covered(&self) -> bool {
        // Counting legal moves takes time under renju; most positions have many that are unknown.
        2 * self.links.len() >= self.empty
            && Key::position_of(self.key.bytes())
                .is_some_and(|position| self.links.len() >= legality::legal_moves(&position).len())
    }
}

#[derive(Debug, Default)]
pub(super) struct BookGraph {
    nodes: Vec<BookNode>,
    by_key: HashMap<Key, NodePlace>,
    /// Positions whose record changed since [`take_changed`](Self::take_changed).
    changed: BTreeSet<NodePlace>,
}

impl BookGraph {
    /// A graph of known positions. The `foreign` ones are not searched here, only positions added
    /// after them.
    pub(super) fn new(
        known: impl IntoIterator<Item = (Key, Record)>,
        foreign: impl Fn(&Key) -> bool,
    ) -> Self {
        let mut graph = Self::default();
        for (key, record) in known {
            let is_foreign = foreign(&key);
            if let Some(place) = graph.insert(key, record) {
                graph.nodes[place].is_busy = is_foreign;
            }
        }
        for place in 0..graph.nodes.len() {
            graph.link_to_parents(place);
        }
        let mut places: Vec<NodePlace> = (0..graph.nodes.len()).collect();
        places.sort_by_key(|&place| std::cmp::Reverse(graph.nodes[place].stones));
        for place in places {
            graph.evaluate(place);
        }
        graph
    }

    fn insert(&mut self, key: Key, record: Record) -> Option<NodePlace> {
        let position = Key::position_of(key.bytes())?;
        let place = self.nodes.len();
        self.nodes.push(BookNode {
            key: key.clone(),
            record,
            links: Vec::new(),
            parents: Vec::new(),
            stones: position.stones().len(),
            empty: position.empty_coords().count(),
            cost: 0,
            is_busy: false,
        });
        self.by_key.insert(key, place);
        Some(place)
    }

    /// Links from all known positions that have one stone less.
    fn link_to_parents(&mut self, place: NodePlace) {
        let Some(position) = Key::position_of(self.nodes[place].key.bytes()) else { return };
        let mover = !position.to_move();
        let stones = position.stones().iter().filter(|(_, stone)| *stone == Stone::from(mover));
        let stones: Vec<Coord> = stones.map(|&(coord, _)| coord).collect();
        for coord in stones {
            let mut before = position.clone();
            let _ = before.remove(coord);
            before.set_to_move(mover);
            let canonical = Canonical::of(&before);
            if let Some(&parent) = self.by_key.get(&canonical.key) {
                self.link(parent, canonical.image(coord), place);
            }
        }
    }

    /// Links by a move and its images under the symmetries of the position.
    fn link(&mut self, from: NodePlace, coord: Coord, to: NodePlace) {
        let Some(position) = Key::position_of(self.nodes[from].key.bytes()) else { return };
        for coord in images(&position, coord) {
            let links = &mut self.nodes[from].links;
            // A forbidden point is not a move.
            if !links.iter().any(|link| link.coord == coord) && legality::is_legal(&position, coord)
            {
                links.push(Link { coord, to });
            }
        }
        let parents = &mut self.nodes[to].parents;
        if !parents.contains(&from) {
            parents.push(from);
        }
    }

    /// Adds a position with its links in both directions, or merges a new record into a known
    /// position.
    pub(super) fn add(&mut self, position: &Position, record: Record) -> Option<NodePlace> {
        let canonical = Canonical::of(position);
        let record = record.image(&canonical);
        let place = match self.by_key.get(&canonical.key) {
            Some(&place) => place,
            None => {
                let place = self.insert(canonical.key, Record::default())?;
                self.link_to_parents(place);
                self.link_to_children(place);
                place
            }
        };
        self.say(place, record);
        Some(place)
    }

    fn link_to_children(&mut self, place: NodePlace) {
        let Some(position) = Key::position_of(self.nodes[place].key.bytes()) else { return };
        for coord in legality::legal_moves(&position) {
            let mut after = position.clone();
            if after.play(coord).is_ok()
                && let Some(&child) = self.by_key.get(&Canonical::of(&after).key)
            {
                self.link(place, coord, child);
            }
        }
    }

    /// Replaces the claim about a position, unless it is proved and the new one is not. Advice
    /// stays until the result is proved.
    pub(super) fn say(&mut self, place: NodePlace, said: Record) {
        let node = &mut self.nodes[place];
        if !node.record.is_proved() || said.is_proved() {
            let known = std::mem::take(&mut node.record);
            let stays = is_advice(known.label) && !said.is_proved();
            let label = if stays { known.label } else { said.label };
            let Record { comment, texts, results, .. } = known;
            node.record = Record { label, comment, texts, results, ..said };
        }
        self.changed.insert(place);
        self.update(place);
    }

    /// The position with this key.
    pub(super) fn find(&self, key: &Key) -> Option<NodePlace> {
        self.by_key.get(key).copied()
    }

    /// A position.
    pub(super) fn node(&self, place: NodePlace) -> &BookNode {
        &self.nodes[place]
    }

    /// All positions.
    pub(super) fn nodes(&self) -> &[BookNode] {
        &self.nodes
    }

    /// The records that changed since the last call.
    pub(super) fn take_changed(&mut self) -> Vec<(Key, Record)> {
        let changed = std::mem::take(&mut self.changed).into_iter();
        let of =
            |place: NodePlace| (self.nodes[place].key.clone(), self.nodes[place].record.clone());
        changed.map(of).collect()
    }

    /// Hides a position from other workers, or releases it.
    pub(super) fn set_busy(&mut self, place: NodePlace, is_busy: bool) {
        self.nodes[place].is_busy = is_busy;
        self.update(place);
    }

    /// Whether to look for a new move: no known move is waiting to be searched.
    pub(super) fn wants_another_move(&self, place: NodePlace) -> bool {
        let node = &self.nodes[place];
        // A blocked move is never searched.
        let waits = |link: &Link| {
            let child = &self.nodes[link.to];
            let is_blocked = child.record.label == Label::Blocked;
            child.is_leaf() && !child.record.is_proved() && !is_blocked
        };
        !node.record.is_proved()
            && !node.is_leaf()
            && !node.is_covered()
            && !node.links.iter().any(waits)
    }

    /// The path to the position with the lowest cost, the start first; `None` if there is none. Of
    /// equal moves the first on the board: the order in which positions were added is another after
    /// the book was read again, and a growth that was interrupted is to continue the same.
    pub(super) fn next_from(&self, start: NodePlace) -> Option<Vec<NodePlace>> {
        let mut way = vec![start];
        let mut at = start;
        loop {
            let node = &self.nodes[at];
            if node.cost == NEVER {
                return None;
            }
            if self.own_cost(at) == node.cost {
                return Some(way);
            }
            let costs = node.links.iter().map(|link| (self.cost_by(at, link), link.coord, link.to));
            at = costs.min()?.2;
            way.push(at);
        }
    }

    /// The positions of the line of best values after the given one.
    pub(super) fn best_line(&self, start: NodePlace) -> Vec<NodePlace> {
        let best = |&at: &NodePlace| {
            let node = &self.nodes[at];
            let link = node.links.iter().find(|link| Some(link.coord) == node.record.best);
            link.map(|link| link.to)
        };
        std::iter::successors(Some(start), best).skip(1).collect()
    }

    /// The cost of searching the position itself.
    fn own_cost(&self, place: NodePlace) -> u32 {
        let node = &self.nodes[place];
        let is_next = node.is_leaf() || self.wants_another_move(place);
        if is_next && !node.is_busy && !node.record.is_proved() && node.empty > 0 {
            0
        } else {
            NEVER
        }
    }

    /// The lowest cost of a position reached by a move.
    fn cost_by(&self, place: NodePlace, link: &Link) -> u32 {
        let (node, child) = (&self.nodes[place], &self.nodes[link.to]);
        if child.cost == NEVER || child.record.label == Label::Blocked {
            return NEVER;
        }
        // A move without a value, such as those of a library, counts as the best until it has one.
        let loss = |value| node.record.claimed().map_or(0, |best| best - value);
        let distance =
            child.record.claimed_for_move().map_or(0, loss).clamp(0, MOST_DISTANCE) as u32;
        child.cost.saturating_add(PLY + distance * PLY / VALUE_PER_PLY)
    }

    /// Updates value, label and cost of a position; returns whether anything changed.
    fn evaluate(&mut self, place: NodePlace) -> bool {
        let before = (self.nodes[place].record.clone(), self.nodes[place].cost);
        if !before.0.is_proved() {
            let record = self.by_minimax(place);
            self.nodes[place].record = record;
        }
        let links = self.nodes[place].links.iter().map(|link| self.cost_by(place, link));
        let cost = links.chain([self.own_cost(place)]).min().unwrap_or(NEVER);
        let cost = if self.nodes[place].record.is_proved() { NEVER } else { cost };
        self.nodes[place].cost = cost;
        let node = &self.nodes[place];
        if node.record != before.0 {
            self.changed.insert(place);
        }
        (&node.record, node.cost) != (&before.0, before.1)
    }

    /// The record that follows from the positions after it.
    fn by_minimax(&self, place: NodePlace) -> Record {
        let node = &self.nodes[place];
        let mut record = node.record.clone();
        let proved =
            |label: Label| move |link: &Link| self.nodes[link.to].record.proved() == Some(label);
        let is_won = node.links.iter().any(proved(Label::Loss));
        let rated = node.links.iter().filter_map(|link| {
            let child = &self.nodes[link.to].record;
            // A nearer mate that only a search has seen is no proof.
            let counts = !is_won || child.proved() == Some(Label::Loss);
            (counts && child.label != Label::Blocked)
                .then_some((child.claimed_for_move()?, link.coord))
        });
        let Some((value, best)) = rated.max_by_key(|&(value, coord)| (value, coord)) else {
            return record;
        };
        record.best = Some(best);
        record.value = i16::try_from(value).ok();
        let mut all = node.links.iter();
        if is_won {
            (record.label, record.trust) = (Label::Win, Trust::Solver);
        } else if node.is_covered() && all.all(proved(Label::Win)) {
            (record.label, record.trust) = (Label::Loss, Trust::Solver);
        } else if node.is_covered() && node.links.iter().all(|link| self.is_proved(link)) {
            (record.label, record.trust) = (Label::Draw, Trust::Solver);
        } else {
            // Values of later positions replace the result of a search of this position.
            record.label = match Score(value).mate_plies() {
                _ if is_advice(record.label) => record.label,
                Some(plies) if plies > 0 => Label::Win,
                Some(_) => Label::Loss,
                None => Label::None,
            };
            // Whoever said something before did not prove this.
            record.trust = Trust::Search;
        }
        record
    }

    fn is_proved(&self, link: &Link) -> bool {
        self.nodes[link.to].record.is_proved()
    }

    /// Updates a position and its ancestors, those with more stones first.
    fn update(&mut self, place: NodePlace) {
        let mut open = BTreeSet::from([(self.nodes[place].stones, place)]);
        self.evaluate(place);
        for &parent in &self.nodes[place].parents {
            open.insert((self.nodes[parent].stones, parent));
        }
        while let Some((_, at)) = open.pop_last() {
            if self.evaluate(at) {
                for &parent in &self.nodes[at].parents {
                    open.insert((self.nodes[parent].stones, parent));
                }
            }
        }
    }
}

/// Whether the label is a person's advice about the move to the position.
fn is_advice(label: Label) -> bool {
    matches!(label, Label::Forced | Label::Blocked)
}

/// A move and its images under the symmetries of the position.
fn images(position: &Position, coord: Coord) -> Vec<Coord> {
    let size = position.size();
    let is_own = |symmetry: &tengen_engine::board::Symmetry| {
        let mut stones = position.stones().iter();
        stones.all(|&(at, stone)| position.stone_at(symmetry.apply(at, size)) == Some(stone))
    };
    let own = tengen_engine::board::Symmetry::all(size).filter(is_own);
    let mut images: Vec<Coord> = own.map(|symmetry| symmetry.apply(coord, size)).collect();
    images.sort_unstable();
    images.dedup();
    images
}

#[cfg(test)]
mod tests;
