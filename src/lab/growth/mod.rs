//! Growth of a book: positions are searched one after the other, the most urgent first ([`graph`]),
//! and results are written into the store at once. The store contains everything that a later run
//! needs, so growth can be stopped at any time and continued.
//!
//! One step examines a leaf: a win by threats that the checker verifies proves it; else a search
//! chooses the best move, and the position after it becomes a leaf. A position whose known moves
//! have all been examined gets another move: a search that excludes them chooses the best of the
//! rest. So every move that is better than the book thought is found sooner or later.
//!
//! Several machines grow one book in parts ([`GrowthSettings::shard`]): the initial positions of
//! the book are divided by their hash, and positions that a part adds after its own ones belong to
//! it. The parts are merged afterwards. [`swap2`] grows the knowledge about openings.

mod examine;
mod graph;
pub mod picture;
mod settings;
pub mod swap2;
mod workers;

use self::examine::Examiner;
use self::graph::{BookGraph, NodePlace};
use self::picture::MainLine;
pub use self::settings::GrowthSettings;
use self::workers::{Growth, SharedGrowth, Steps};
use tengen_engine::board::Position;
use tengen_engine::engine::Trained;
use tengen_engine::search::StopFlag;
use tengen_engine::types::{Coord, Score};
use tengen_records::book::key::{Canonical, Key};
use tengen_records::book::overwrite::Overwrite;
use tengen_records::book::store::Store;
use tengen_records::book::{BookError, Label, Record};
use tengen_util::count::counted;

/// The state of the growth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrowthReport {
    /// Steps of this run.
    pub steps: u64,
    /// Positions of this rule and board.
    pub positions: usize,
    /// How many of them are proved.
    pub proved: usize,
    /// Nodes of this run.
    pub nodes: u64,
    /// What is known about the root.
    pub root: Record,
    /// The line of best values, on the board of the root.
    pub line: Vec<Coord>,
}

/// The state of the growth, which the workers share.
struct GrowthState {
    graph: BookGraph,
    root: NodePlace,
    steps: Steps,
    nodes: u64,
}

/// The position to examine, and the one before it on the way there.
struct GrowthJob {
    place: NodePlace,
    parent: Option<NodePlace>,
}

/// Grows the book; `report` is called after each step. Returns the last report.
///
/// # Errors
/// If the store cannot be read or written.
pub fn grow(
    settings: &GrowthSettings,
    store: &Store,
    trained: &Trained,
    stop: &StopFlag,
    report: &(dyn Fn(&GrowthReport) + Sync),
) -> Result<GrowthReport, BookError> {
    let foreign = |key: &Key| settings.base.contains(key) && !settings.shard.has(key.hash());
    let mut graph = load(store, &settings.root, foreign)?;
    let root = root_of(&mut graph, &settings.root);
    // Makes the values of a merged or edited store consistent again.
    write(store, graph.take_changed())?;
    let state = GrowthState { graph, root, steps: Steps::default(), nodes: 0 };
    SharedGrowth::new(settings, store, stop, state).run(trained, report)
}

/// The positions of the rule and board of the root.
fn load(
    store: &Store,
    root: &Position,
    foreign: impl Fn(&Key) -> bool,
) -> Result<BookGraph, BookError> {
    let mut known = Vec::new();
    store.snapshot()?.each(|position, record| {
        if (position.rule(), position.size()) == (root.rule(), root.size()) {
            known.push((Canonical::of(&position).key, record));
        }
        Ok::<_, BookError>(())
    })?;
    Ok(BookGraph::new(known, foreign))
}

/// Writes records in one transaction.
fn write(store: &Store, records: Vec<(Key, Record)>) -> Result<(), BookError> {
    store.write(|batch| {
        for (key, record) in records {
            batch.put(&key, record, Overwrite::Always)?;
        }
        Ok(())
    })
}

fn root_of(graph: &mut BookGraph, root: &Position) -> NodePlace {
    let known = graph.find(&Canonical::of(root).key);
    // The key came from a position, so it is valid.
    known.or_else(|| graph.add(root, Record::default())).unwrap_or_default()
}

impl Growth for GrowthState {
    type Job = GrowthJob;
    type Report = GrowthReport;

    fn steps(&mut self) -> &mut Steps {
        &mut self.steps
    }

    fn take(&mut self, _: &GrowthSettings) -> Option<GrowthJob> {
        let way = self.graph.next_from(self.root)?;
        let place = way.last().copied().unwrap_or(self.root);
        self.graph.set_busy(place, true);
        Some(GrowthJob { place, parent: way.iter().rev().nth(1).copied() })
    }

    fn work(
        shared: &SharedGrowth<'_, Self>,
        examiner: &mut Examiner,
        GrowthJob { place, parent }: GrowthJob,
    ) -> Result<(), BookError> {
        let written = shared.step(examiner, place, parent);
        shared.state().graph.set_busy(place, false);
        written
    }

    fn report(&self, settings: &GrowthSettings) -> GrowthReport {
        let root = &settings.root;
        let canonical = Canonical::of(root);
        let nodes = self.graph.nodes();
        GrowthReport {
            steps: self.steps.done,
            positions: nodes.len(),
            proved: nodes.iter().filter(|node| node.record.is_proved()).count(),
            nodes: self.nodes,
            root: self.graph.node(self.root).record.clone().back(&canonical),
            line: self.line(root),
        }
    }
}

impl SharedGrowth<'_, GrowthState> {
    /// Examines a position, then finds another move for its parent if it needs one.
    fn step(
        &self,
        examiner: &mut Examiner,
        place: NodePlace,
        parent: Option<NodePlace>,
    ) -> Result<(), BookError> {
        let is_leaf = self.state().graph.node(place).is_leaf();
        if is_leaf {
            self.examine_leaf(examiner, place)?;
        } else {
            self.examine_another(examiner, place)?;
        }
        match parent {
            Some(parent) if is_leaf => self.examine_another(examiner, parent),
            _ => Ok(()),
        }
    }

    fn examine_leaf(&self, examiner: &mut Examiner, place: NodePlace) -> Result<(), BookError> {
        let Some(position) = self.position(place) else { return Ok(()) };
        let found = examiner.examine(&position, &[], self.stop);
        let Some(found) = found.filter(|_| !self.stop.is_set()) else { return Ok(()) };
        self.note(|state| {
            state.nodes += found.nodes;
            state.graph.say(place, found.own);
            for (position, record) in found.after {
                state.graph.add(&position, record);
            }
        })
    }

    /// Adds the best unknown move, and the next ones as long as these lose.
    fn examine_another(&self, examiner: &mut Examiner, place: NodePlace) -> Result<(), BookError> {
        while !self.stop.is_set() {
            let known: Vec<Coord> = {
                let state = self.state();
                if !state.graph.wants_another_move(place) {
                    break;
                }
                state.graph.node(place).links.iter().map(|link| link.coord).collect()
            };
            let Some(position) = self.position(place) else { break };
            let found = examiner.examine(&position, &known, self.stop);
            let Some(found) = found.filter(|_| !self.stop.is_set()) else { break };
            if found.after.is_empty() {
                break;
            }
            self.note(|state| {
                state.nodes += found.nodes;
                for (position, record) in found.after {
                    state.graph.add(&position, record);
                }
            })?;
        }
        Ok(())
    }

    fn position(&self, place: NodePlace) -> Option<Position> {
        Key::position_of(self.state().graph.node(place).key.bytes())
    }

    /// Changes the graph and writes the changes in one transaction.
    fn note(&self, change: impl FnOnce(&mut GrowthState)) -> Result<(), BookError> {
        let mut state = self.state();
        change(&mut state);
        let changed = state.graph.take_changed();
        write(self.store, changed)
    }
}

impl GrowthState {
    /// The lines after each known first move, the best first; only one of several symmetric moves.
    fn lines(&self, root: &Position) -> Vec<MainLine> {
        let canonical = Canonical::of(root);
        let mut seen = Vec::new();
        let mut lines = Vec::new();
        for link in &self.graph.node(self.root).links {
            let first = canonical.back(link.coord);
            let record = &self.graph.node(link.to).record;
            let (false, Some(value)) = (seen.contains(&link.to), record.claimed_for_move()) else {
                continue;
            };
            seen.push(link.to);
            let mut position = root.clone();
            if position.play(first).is_ok() {
                let rest = self.line_from(link.to, position);
                let moves = [first].into_iter().chain(rest).collect();
                lines.push(MainLine { value, is_proved: record.is_proved(), moves });
            }
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.value));
        lines.truncate(LINES_MAX);
        lines
    }

    /// The line of best values, each move as on the board of the root.
    fn line(&self, root: &Position) -> Vec<Coord> {
        self.line_from(self.root, root.clone())
    }

    fn line_from(&self, start: NodePlace, mut position: Position) -> Vec<Coord> {
        let mut line = Vec::new();
        let places = [start].into_iter().chain(self.graph.best_line(start));
        for place in places {
            let canonical = Canonical::of(&position);
            let best = self.graph.node(place).record.best.map(|best| canonical.back(best));
            let Some(best) = best.filter(|&best| position.play(best).is_ok()) else { break };
            line.push(best);
        }
        line
    }
}

/// The data of a picture of the book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownBook {
    /// By number of stones: positions, and how many of them are proved.
    pub by_stones: Vec<(usize, usize)>,
    /// The lines after each known first move, the best first.
    pub lines: Vec<MainLine>,
}

/// Most lines that are shown.
const LINES_MAX: usize = 16;

/// Collects the data of a picture of the book.
///
/// # Errors
/// If the store cannot be read.
pub fn shown(store: &Store, root: &Position) -> Result<ShownBook, BookError> {
    let mut graph = load(store, root, |_| false)?;
    let place = root_of(&mut graph, root);
    let mut by_stones = Vec::new();
    for node in graph.nodes() {
        if by_stones.len() <= node.stones() {
            by_stones.resize(node.stones() + 1, (0, 0));
        }
        let (all, proved) = &mut by_stones[node.stones()];
        *all += 1;
        *proved += usize::from(node.record.is_proved());
    }
    let state = GrowthState { graph, root: place, steps: Steps::default(), nodes: 0 };
    Ok(ShownBook { by_stones, lines: state.lines(root) })
}

impl GrowthReport {
    /// One line for people, without the moves.
    pub fn text(&self) -> String {
        let Self { steps, positions, proved, nodes, root, .. } = self;
        let value = root.value.map_or_else(|| "?".to_owned(), |v| Score(v.into()).to_string());
        let label =
            if root.label == Label::None { String::new() } else { format!(" {}", root.label) };
        format!(
            "{}, {}, {proved} proved, {nodes} nodes, value {value}{label}",
            counted(*steps, "step"),
            counted(*positions as u64, "position"),
        )
    }
}

#[cfg(test)]
mod tests;
