//! Victory by continuous fours: the attacker makes a four with every move, so that the defender has
//! one answer (under caro a few), until a five cannot be stopped.
//!
//! Depth-first over the whole board, complete under every rule: black's forbidden points under
//! renju restrict the attacker's fours and the defender's answers alike, an answer that makes a
//! four must be answered first, and under caro a five can also be stopped at its end.

use std::sync::atomic::Ordering;
use std::time::Duration;

use arrayvec::ArrayVec;

use super::defense::{against_five, legal_though_suspect};
use super::solution::{SolveBudget, Watch};
use super::vcf_table::{KnownVcf, NO_LIMIT, VcfTable};
use crate::board::{Board, Combined};
use crate::rules::forbidden::is_forbidden;
use crate::types::{Point, RuleSet};
use crate::util::clock::Clock;

/// Most fours examined in one position. Only constructed boards have more; there a failure is not a
/// proof.
const MOST_FOURS: usize = 64;
/// Interval in stones at which the clock and the stop flag are read.
const POLL: u64 = 1 << 12;

/// Stones after which [`Vcf::any`] looks for short wins first.
const HASTY_NODES: u64 = 16_000;
/// The lengths of these short wins, in plies.
const SHORT_FIRST: [u16; 2] = [9, 13];

/// The result of a search of fours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VcfResult {
    /// The side to move wins in this number of plies.
    Win(u16),
    /// There is no win within the depth.
    No,
    /// A limit came first.
    Stopped,
}

/// The effort of a search: its limits, and what was spent.
pub(crate) struct Meter<'a> {
    /// Stones placed so far.
    pub nodes: u64,
    /// The search ends at this number.
    most: u64,
    /// The search ends at this time of the clock.
    deadline: Option<Duration>,
    clock: &'a dyn Clock,
    /// Stops the search from outside, and shows its progress.
    watch: &'a Watch,
    /// Whether a limit was reached or the search was stopped.
    pub is_over: bool,
    /// The number of stones at which to check next.
    look_at: u64,
}

impl<'a> Meter<'a> {
    /// A meter with the limits of a budget, starting now.
    pub(crate) fn new(budget: &SolveBudget, watch: &'a Watch, clock: &'a dyn Clock) -> Self {
        let most = budget.nodes.unwrap_or(u64::MAX);
        let deadline = budget.time.and_then(|time| clock.now().checked_add(time));
        Self { nodes: 0, most, deadline, clock, watch, is_over: false, look_at: POLL.min(most) }
    }

    /// Counts a stone.
    #[inline]
    pub(crate) fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.look_at {
            self.poll();
        }
    }

    #[cold]
    fn poll(&mut self) {
        self.look_at = (self.nodes + POLL).min(self.most).max(self.nodes + 1);
        self.watch.nodes.store(self.nodes, Ordering::Relaxed);
        self.is_over |= self.nodes >= self.most
            || self.watch.stop.is_set()
            || self.deadline.is_some_and(|deadline| self.clock.now() >= deadline);
    }
}

/// The search of fours with its table, reusable from one position to the next of the same rule.
#[derive(Debug)]
pub(crate) struct Vcf {
    table: VcfTable,
}

impl Vcf {
    /// A search with a table of at most `bytes`.
    pub(crate) fn new(bytes: u64) -> Self {
        Self { table: VcfTable::new(bytes) }
    }

    /// Forgets everything, for a position of another board or rule.
    pub(crate) fn clear(&mut self, bytes: u64) {
        self.table.clear(bytes);
    }

    /// Looks for a win of the side to move within `depth` plies ([`NO_LIMIT`]: of any length),
    /// placing at most `cap` stones.
    pub(crate) fn search<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        depth: u16,
        cap: u64,
        meter: &mut Meter<'_>,
    ) -> VcfResult {
        let end = meter.nodes.saturating_add(cap);
        VcfSearch { table: &mut self.table, board, end, meter }.attack(depth)
    }

    /// Looks for any win of the side to move. If the first attempt takes long, short wins are tried
    /// before it continues: of 381 puzzles one needs 19,000 stones instead of 140,000, the others
    /// as many as before.
    pub(crate) fn any<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        meter: &mut Meter<'_>,
    ) -> VcfResult {
        let mut found = self.search(board, NO_LIMIT, HASTY_NODES, meter);
        for depth in SHORT_FIRST {
            if found != VcfResult::Stopped || meter.is_over {
                return found;
            }
            if let win @ VcfResult::Win(_) = self.search(board, depth, HASTY_NODES, meter) {
                found = win;
            }
        }
        match found {
            VcfResult::Stopped => self.search(board, NO_LIMIT, u64::MAX, meter),
            found => found,
        }
    }

    /// The shortest win of the side to move, by iterative deepening, once it is known that there is
    /// one.
    pub(crate) fn shortest<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        meter: &mut Meter<'_>,
    ) -> VcfResult {
        let plies = match self.search(board, NO_LIMIT, u64::MAX, meter) {
            VcfResult::Win(plies) => plies,
            other => return other,
        };
        let mut depth = 1;
        while depth < plies {
            match self.search(board, depth, u64::MAX, meter) {
                VcfResult::No => depth += 2,
                found => return found,
            }
        }
        VcfResult::Win(plies)
    }

    /// The first move of a win that [`Vcf::search`] has found here; `None` if it was forgotten.
    pub(crate) fn known<R: RuleSet>(&self, board: &Board<R>) -> Option<(Point, u16)> {
        if let Some(five) = board.threats_from(board.to_move(), Combined::Five).next() {
            return Some((five, 1));
        }
        match self.table.probe(board.key()) {
            Some(KnownVcf::Win { plies, by }) => Some((by, plies)),
            _ => None,
        }
    }
}

struct VcfSearch<'a, 'm, R> {
    table: &'a mut VcfTable,
    board: &'a mut Board<R>,
    /// Stops when the meter shows this.
    end: u64,
    meter: &'a mut Meter<'m>,
}

impl<R: RuleSet> VcfSearch<'_, '_, R> {
    /// The attacker is to move.
    fn attack(&mut self, depth: u16) -> VcfResult {
        let own = self.board.to_move();
        if self.board.count(own, Combined::Five) > 0 {
            return VcfResult::Win(1);
        }
        if depth < 3 {
            return VcfResult::No;
        }
        if self.meter.is_over || self.meter.nodes >= self.end {
            return VcfResult::Stopped;
        }
        let key = self.board.key();
        match self.table.probe(key) {
            Some(KnownVcf::Win { plies, .. }) if plies <= depth => return VcfResult::Win(plies),
            Some(KnownVcf::No { depth: tried }) if tried >= depth => return VcfResult::No,
            _ => {}
        }
        let (moves, is_whole) = self.moves();
        for point in moves {
            self.board.place_fours(point);
            self.meter.count();
            let found = self.defend(below(depth));
            self.board.undo();
            match found {
                VcfResult::Win(plies) => {
                    self.table.store(key, KnownVcf::Win { plies: plies + 1, by: point });
                    return VcfResult::Win(plies + 1);
                }
                VcfResult::Stopped => return VcfResult::Stopped,
                VcfResult::No => {}
            }
        }
        if !is_whole {
            return VcfResult::Stopped;
        }
        self.table.store(key, KnownVcf::No { depth });
        VcfResult::No
    }

    /// The attacker's fours that stop the opponent's five, if there is one, and whether these are
    /// all of them.
    fn moves(&self) -> (ArrayVec<Point, MOST_FOURS>, bool) {
        let opponent = !self.board.to_move();
        let mut moves = ordered_fours(self.board);
        let is_whole = !moves.is_full();
        if self.board.count(opponent, Combined::Five) > 0 {
            let answers = against_five(self.board, opponent);
            moves.retain(|point| answers.contains(point));
        }
        (moves, is_whole)
    }

    /// The defender is to move, against a four. The plies of a win count from here.
    fn defend(&mut self, depth: u16) -> VcfResult {
        let own = self.board.to_move();
        if self.board.count(own, Combined::Five) > 0 || depth < 2 {
            return VcfResult::No;
        }
        let mut longest = 2;
        for answer in against_five(self.board, !own) {
            if is_forbidden(self.board, own, answer) {
                continue;
            }
            self.board.place_fours(answer);
            self.meter.count();
            let found = self.attack(below(depth));
            self.board.undo();
            match found {
                VcfResult::Win(plies) => longest = longest.max(plies + 1),
                other => return other,
            }
        }
        VcfResult::Win(longest)
    }
}

/// The remaining depth after a move; unlimited depth stays unlimited, so that failures are final.
const fn below(depth: u16) -> u16 {
    if depth == NO_LIMIT { NO_LIMIT } else { depth - 1 }
}

/// The fours of the side to move, most promising first: by class, then by distance to the
/// attacker's previous stone.
fn ordered_fours<R: RuleSet>(board: &Board<R>) -> ArrayVec<Point, MOST_FOURS> {
    let own = board.to_move();
    let last = board.move_back(1);
    let mut scored: ArrayVec<(u32, Point), MOST_FOURS> = ArrayVec::new();
    for point in board.threats_from(own, Combined::Four) {
        let class = board.combined(own, point) as u32;
        let near = last.map_or(0, |last| if shares_line(last, point) { 16 } else { 0 });
        let far = last.map_or(0, |last| last.distance(point).min(15));
        let _ = scored.try_push((class << 8 | near | (15 - far), point));
    }
    if R::RULE.forbids(own) {
        for point in legal_though_suspect(board) {
            let _ = scored.try_push((0, point));
        }
    }
    scored.sort_unstable_by_key(|&(score, point)| (u32::MAX - score, point));
    scored.into_iter().map(|(_, point)| point).collect()
}

fn shares_line(a: Point, b: Point) -> bool {
    let dx = a.column() as i32 - b.column() as i32;
    let dy = a.row() as i32 - b.row() as i32;
    dx == 0 || dy == 0 || dx.abs() == dy.abs()
}
