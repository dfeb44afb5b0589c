//! Growth of what a book knows about swap2, see [`book::swap2`](tengen_records::book::swap2).
//!
//! One step draws three stones that the store does not know and searches their value. If they are
//! even, the next steps look for two more stones that keep them even, up to [`PAIRS`] times, each
//! with another white stone, and search their value as well. The evenest of thousands are partly
//! the luckiest: what a search finds even counts as even only if a search four times as long does,
//! too. Uneven openings are stored too: opponents often offer uneven ones, and they need not be
//! searched again. Everything that a later run needs is in the store.

use std::collections::{BTreeMap, BTreeSet};

use super::GrowthSettings;
use super::examine::{EffortShare, Examiner};
use super::workers::{Growth, SharedGrowth, Steps};
use tengen_engine::board::Position;
use tengen_engine::engine::Trained;
use tengen_engine::rules::legality::ending_after;
use tengen_engine::search::{Goal, StopFlag};
use tengen_engine::types::Coord;
use tengen_engine::util::rng::Rng;
use tengen_records::book::key::{Canonical, Key};
use tengen_records::book::opening::{EVEN, Stage, is_even, pair_between};
use tengen_records::book::overwrite::Overwrite;
use tengen_records::book::reader::BookSession;
use tengen_records::book::store::Store;
use tengen_records::book::{BookError, Record};
use tengen_util::count::counted;

/// Most attempts to find two more stones after three even ones, if none of the pairs is even.
const PAIRS: usize = 5;

/// Farthest line from the middle for random stones.
const RADIUS: u8 = 5;

/// Largest absolute value in the first, short search of three stones.
const NEARLY_EVEN: i32 = 60;

/// A search of three stones, which is long enough unless they are nearly even.
const FIRST_LOOK: (EffortShare, i32) = (EffortShare { numerator: 1, denominator: 8 }, NEARLY_EVEN);

/// The searches of three or five stones, each with the largest absolute value for the next one. The
/// last one confirms an even value: of 49 openings that were even with a million nodes 12 stayed so
/// with four million.
const SEARCHES: [(EffortShare, i32); 2] =
    [(EffortShare::FULL, EVEN), (EffortShare { numerator: 4, denominator: 1 }, EVEN)];

/// Number of draws without anything new after which drawing ends.
const TRIES: u32 = 20_000;

/// The state of the growth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Swap2Report {
    /// Steps of this run.
    pub steps: u64,
    /// Known openings of three stones.
    pub triples: usize,
    /// How many of them are even.
    pub even: usize,
    /// Pairs of stones after even openings that keep them even.
    pub pairs: usize,
    /// Nodes of this run.
    pub nodes: u64,
}

impl Swap2Report {
    /// One line for people.
    pub fn text(&self) -> String {
        let Self { steps, triples, even, pairs, nodes } = self;
        format!(
            "{}, {} of three stones, {even} even, {} after them, {nodes} nodes",
            counted(*steps, "step"),
            counted(*triples as u64, "opening"),
            counted(*pairs as u64, "even pair"),
        )
    }
}

/// An opening of three stones.
struct Triple {
    position: Position,
    is_even: bool,
    /// The examined pairs of stones, and whether they are even.
    pairs: Vec<([Coord; 2], bool)>,
    /// Whether a worker is examining it.
    is_busy: bool,
    /// Whether no further stones were found.
    is_exhausted: bool,
}

impl Triple {
    fn wants_pair(&self) -> bool {
        let is_found = self.pairs.iter().any(|(_, is_even)| *is_even);
        let may_be = !self.is_exhausted && self.pairs.len() < PAIRS;
        self.is_even && !self.is_busy && !is_found && may_be
    }
}

/// The state of the growth, which the workers share.
struct Swap2State {
    triples: BTreeMap<Key, Triple>,
    /// Drawn and being examined.
    busy: BTreeSet<Key>,
    rng: Rng,
    steps: Steps,
    nodes: u64,
}

/// What a worker does in a step.
enum Swap2Job {
    /// Search the value of three stones.
    Value(Position),
    /// Look for two more stones after these, with other white stones than in `known`.
    Pair { three: Position, known: Vec<[Coord; 2]> },
}

/// Grows the knowledge about swap2 for the rule and board of the root: for any three stones on an
/// empty board, or for the three stones of the root. `report` is called after each step. Returns
/// the last report.
///
/// # Errors
/// If the store cannot be read or written.
pub fn grow(
    settings: &GrowthSettings,
    store: &Store,
    trained: &Trained,
    stop: &StopFlag,
    report: &(dyn Fn(&Swap2Report) + Sync),
) -> Result<Swap2Report, BookError> {
    let triples = known(&BookSession::Store(Box::new(store.snapshot()?)), &settings.root)?;
    let (busy, rng) = (BTreeSet::new(), Rng::new(settings.seed));
    let state = Swap2State { triples, busy, rng, steps: Steps::default(), nodes: 0 };
    SharedGrowth::new(settings, store, stop, state).run(trained, report)
}

/// The openings in a store.
fn known(session: &BookSession, root: &Position) -> Result<BTreeMap<Key, Triple>, BookError> {
    let board = (root.rule(), root.size());
    let fives = session.at_stage(Stage::Five, board, usize::MAX)?;
    let threes = session.at_stage(Stage::Three, board, usize::MAX)?.into_iter();
    let triple = |(position, record): (Position, Record)| {
        let is_even = is_even(&record);
        let after = fives.iter().filter(|_| is_even);
        let pairs = after.filter_map(|(five, record)| {
            Some((pair_between(&position, five)?, tengen_records::book::opening::is_even(record)))
        });
        let pairs = pairs.collect();
        let key = Canonical::of(&position).key;
        (key, Triple { position, is_even, pairs, is_busy: false, is_exhausted: false })
    };
    Ok(threes.map(triple).collect())
}

impl Growth for Swap2State {
    type Job = Swap2Job;
    type Report = Swap2Report;

    fn steps(&mut self) -> &mut Steps {
        &mut self.steps
    }

    fn take(&mut self, settings: &GrowthSettings) -> Option<Swap2Job> {
        self.wanted_pair(settings).or_else(|| self.draw(settings).map(Swap2Job::Value))
    }

    fn work(
        shared: &SharedGrowth<'_, Self>,
        examiner: &mut Examiner,
        job: Swap2Job,
    ) -> Result<(), BookError> {
        match job {
            Swap2Job::Value(three) => shared.value(examiner, &three),
            Swap2Job::Pair { three, known } => shared.pair(examiner, &three, &known),
        }
    }

    fn report(&self, _: &GrowthSettings) -> Swap2Report {
        let even = || self.triples.values().filter(|triple| triple.is_even);
        let pairs = even().flat_map(|triple| &triple.pairs).filter(|(_, is_even)| *is_even);
        Swap2Report {
            steps: self.steps.done,
            triples: self.triples.len(),
            even: even().count(),
            pairs: pairs.count(),
            nodes: self.nodes,
        }
    }
}

impl SharedGrowth<'_, Swap2State> {
    /// Searches the value of three stones.
    fn value(&self, examiner: &mut Examiner, three: &Position) -> Result<(), BookError> {
        let (found, nodes) =
            searched(examiner, three, &[&[FIRST_LOOK][..], &SEARCHES].concat(), self.stop);
        let canonical = Canonical::of(three);
        let mut state = self.state();
        state.busy.remove(&canonical.key);
        let Some(record) = found.filter(|_| !self.stop.is_set()) else { return Ok(()) };
        state.nodes += nodes;
        let triple = Triple {
            position: three.clone(),
            is_even: is_even(&record),
            pairs: Vec::new(),
            is_busy: false,
            is_exhausted: false,
        };
        state.triples.insert(canonical.key.clone(), triple);
        self.put(&canonical, record)
    }

    /// Looks for two more stones and searches their value.
    fn pair(
        &self,
        examiner: &mut Examiner,
        three: &Position,
        known: &[[Coord; 2]],
    ) -> Result<(), BookError> {
        let whites = known.iter().map(|pair| pair[0]).collect();
        let found = examiner.think(three, EffortShare::FULL, self.stop, |limits| {
            limits.goal = Goal::BalanceTwo { bias: 0 };
            limits.excluded = whites;
        });
        // Uses the stored image: a search of another image may differ.
        let five = continued(three, &found.moves)
            .and_then(|five| Key::position_of(Canonical::of(&five).key.bytes()));
        let record = five.as_ref().map(|five| searched(examiner, five, &SEARCHES, self.stop));
        let mut state = self.state();
        let Some(triple) = state.triples.get_mut(&Canonical::of(three).key) else { return Ok(()) };
        triple.is_busy = false;
        if self.stop.is_set() {
            return Ok(());
        }
        let (Some(five), Some((Some(record), nodes)), &[white, black]) =
            (five, record, &found.moves[..])
        else {
            triple.is_exhausted = true;
            return Ok(());
        };
        triple.pairs.push(([white, black], is_even(&record)));
        state.nodes += found.nodes + nodes;
        self.put(&Canonical::of(&five), record)
    }

    fn put(&self, canonical: &Canonical, record: Record) -> Result<(), BookError> {
        let record = record.image(canonical);
        self.store.write(|batch| batch.put(&canonical.key, record, Overwrite::Better).map(drop))
    }
}

/// What the last search finds about an opening that the searches before it found nearly even, and
/// the nodes of all.
fn searched(
    examiner: &mut Examiner,
    opening: &Position,
    searches: &[(EffortShare, i32)],
    stop: &StopFlag,
) -> (Option<Record>, u64) {
    let (mut found, mut nodes) = (None, 0);
    for &(effort, most) in searches {
        let record = examiner.value(opening, effort, stop);
        nodes += record.as_ref().map_or(0, |record| record.nodes);
        let value = record.as_ref().and_then(|record| record.value);
        found = record;
        if value.is_none_or(|value| i32::from(value).abs() > most) {
            break;
        }
    }
    (found, nodes)
}

/// The position after two more stones that do not end the game.
fn continued(three: &Position, moves: &[Coord]) -> Option<Position> {
    let mut five = three.clone();
    for &coord in moves {
        five.play(coord).ok()?;
        if ending_after(&five, coord).is_some() {
            return None;
        }
    }
    (moves.len() == 2).then_some(five)
}

impl Swap2State {
    /// The next pair to look for: after the opening with the fewest pairs.
    fn wanted_pair(&mut self, settings: &GrowthSettings) -> Option<Swap2Job> {
        let root = (!settings.root.stones().is_empty()).then(|| Canonical::of(&settings.root).key);
        let is_own = |key: &Key| match &root {
            Some(root) => key == root,
            None => settings.shard.has(key.hash()),
        };
        let wanting = self.triples.iter_mut();
        let wanting = wanting.filter(|(key, triple)| triple.wants_pair() && is_own(key));
        let (_, triple) = wanting.min_by_key(|(_, triple)| triple.pairs.len())?;
        triple.is_busy = true;
        let known = triple.pairs.iter().map(|(pair, _)| *pair).collect();
        Some(Swap2Job::Pair { three: triple.position.clone(), known })
    }

    /// Three stones that are not known: those of the root, or random ones.
    fn draw(&mut self, settings: &GrowthSettings) -> Option<Position> {
        let root = &settings.root;
        let drawn = match Stage::of(root) {
            Some(_) => Some(root.clone()).filter(|root| self.is_new(&Canonical::of(root).key)),
            None => (0..TRIES).find_map(|_| {
                let drawn = drawn(root, &mut self.rng)?;
                let key = Canonical::of(&drawn).key;
                (settings.shard.has(key.hash()) && self.is_new(&key)).then_some(drawn)
            }),
        }?;
        // Always the same image, whichever was drawn: a search of another image may differ.
        let key = Canonical::of(&drawn).key;
        let position = Key::position_of(key.bytes());
        self.busy.insert(key);
        position
    }

    fn is_new(&self, key: &Key) -> bool {
        !self.triples.contains_key(key) && !self.busy.contains(key)
    }
}

/// Three random stones at most [`RADIUS`] lines from the middle of the empty board.
fn drawn(empty: &Position, rng: &mut Rng) -> Option<Position> {
    let center = empty.size().center();
    let is_near =
        |coord: &Coord| coord.x.abs_diff(center.x).max(coord.y.abs_diff(center.y)) <= RADIUS;
    let points: Vec<Coord> = empty.size().coords().filter(is_near).collect();
    let mut position = empty.clone();
    for _ in 0..3 {
        position.play(*rng.choose(&points)?).ok()?;
    }
    Some(position)
}

#[cfg(test)]
mod tests;
