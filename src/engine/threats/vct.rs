//! Victory by continuous threats, by depth-first proof-number search.
//!
//! The attacker may play fours and threes: moves that make a line of three or more, after which the
//! attacker would win by fours ([`super::vcf`]) if the defender passed. Against a four the defender
//! has its answers. Against a three the defender has the moves that touch the threatened win
//! ([`super::zone`]) and fours; every other move loses to the threat itself.
//!
//! Depth-first proof numbers: A. Nagai, 2002,
//! <https://www.chessprogramming.org/Proof-Number_Search>. The solver of the engine quintet, too, finds the
//! threat by a search after a pass and takes the replies from that win.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

use super::defense::{against_five, four_cells};
use super::promise::promise;
use super::proof_table::{INFINITE, ProofNumbers, ProofTable};
use super::tree::{Author, Builder, Follow};
use super::vcf::{Meter, Vcf, VcfResult};
use super::vcf_table::NO_LIMIT;
use super::zone::zone;
use crate::board::{Board, Combined};
use crate::rules::forbidden::is_forbidden;
use crate::types::{Color, Point, PointSet, RuleSet};
use crate::util::key_hash::ByKey;

/// Most stones for one inner search of fours. A search that reaches the limit counts as a failure,
/// and the result of the whole is then not a proof that there is no win: after an exhaustive search
/// with the first limit everything is searched again with the second. Few wins by fours need more
/// than the first limit, and unsuccessful searches beyond it took three quarters of all stones. Of
/// 300 positions from games 261 are solved as wins within 400,000 stones; 231 with 2,000 as the
/// first limit.
const INNER_NODES: [u64; 2] = [60, 20_000];
/// Most stones for testing whether a reply loses to fours. Of 960 positions from games (freestyle,
/// standard, caro, caro-exact) 366 were solved within 30,000 stones; with 100 here 337, with 20,000
/// 318.
const LOST_NODES: u64 = 20;
/// The attacker's less promising moves are assumed to need more positions: the move of rank r costs
/// 1 + `MOST_COST` · r / (`HALF_COST` + r). Half or twice this value takes a quarter more stones.
const MOST_COST: usize = 60;
/// The rank at which half of `MOST_COST` is reached.
const HALF_COST: usize = 16;
/// Bytes of a list of moves besides its points, roughly.
const LIST_BYTES: usize = 64;

/// The result of a search of threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VctResult {
    /// The side to move wins; the plies are those of the tree.
    Win,
    /// There is no win.
    No,
    /// A limit came first.
    Stopped,
}

/// The search with its memory.
pub(crate) struct Vct<'a, 'm, R> {
    board: &'a mut Board<R>,
    attacker: Color,
    vcf: &'a mut Vcf,
    table: &'a mut ProofTable,
    /// The moves of positions visited before: generating them takes searches of fours.
    lists: HashMap<u64, Rc<[Move]>, ByKey>,
    list_bytes: usize,
    /// Memory limit for the tables and these lists.
    bytes: u64,
    meter: &'a mut Meter<'m>,
    /// Most stones for a search of fours.
    inner_nodes: u64,
    /// Whether the search is exhaustive so far.
    is_exhaustive: bool,
}

/// What is known about a position when it is first visited.
enum Opened<M> {
    Decided(ProofNumbers),
    Moves(M),
}

/// A move with its initial proof number: promising threats are searched for a while before the
/// others.
type Move = (Point, u8);

/// The best child of a position, and the bounds of its search.
struct ChildChoice {
    numbers: ProofNumbers,
    best: Option<Point>,
    /// Numbers of the best child, seen by its side to move.
    child: ProofNumbers,
    /// The second smallest `fail` among the children.
    second: u32,
}

impl<'a, 'm, R: RuleSet> Vct<'a, 'm, R> {
    /// A search for the side to move with tables of at most `bytes`, which are emptied.
    pub(crate) fn new(
        board: &'a mut Board<R>,
        vcf: &'a mut Vcf,
        table: &'a mut ProofTable,
        bytes: u64,
        meter: &'a mut Meter<'m>,
    ) -> Self {
        vcf.clear(bytes / 4);
        Self {
            bytes,
            attacker: board.to_move(),
            board,
            vcf,
            table,
            lists: HashMap::default(),
            list_bytes: 0,
            meter,
            inner_nodes: INNER_NODES[0],
            is_exhaustive: true,
        }
    }

    /// Searches until the position is decided or a limit is reached. `No` is returned only after an
    /// exhaustive search.
    pub(crate) fn search(&mut self) -> VctResult {
        for inner_nodes in INNER_NODES {
            self.begin(inner_nodes);
            match self.visit(ProofNumbers { reach: INFINITE, fail: INFINITE }) {
                ProofNumbers { reach: 0, .. } => return VctResult::Win,
                ProofNumbers { fail: 0, .. } if self.is_exhaustive => return VctResult::No,
                _ if self.meter.is_over => return VctResult::Stopped,
                _ => {}
            }
        }
        VctResult::Stopped
    }

    /// Starts with a limit for inner searches of fours; results found with another limit are
    /// forgotten.
    fn begin(&mut self, inner_nodes: u64) {
        (self.inner_nodes, self.is_exhaustive) = (inner_nodes, true);
        self.table.clear(self.bytes / 2);
        self.lists.clear();
        self.list_bytes = 0;
    }

    /// Searches the position until its numbers reach the given ones.
    fn visit(&mut self, most: ProofNumbers) -> ProofNumbers {
        let (key, start) = (self.board.key(), self.meter.nodes);
        let moves = match self.open() {
            Opened::Decided(numbers) => {
                self.table.store(key, numbers, None, 1 + self.meter.nodes - start);
                return numbers;
            }
            Opened::Moves(moves) => moves,
        };
        loop {
            let choice = self.choose(&moves);
            let ProofNumbers { reach, fail } = choice.numbers;
            let best = choice.best.filter(|_| reach < most.reach && fail < most.fail);
            let Some(best) = best.filter(|_| !self.meter.is_over) else {
                let work = 1 + self.meter.nodes - start;
                self.table.store(key, choice.numbers, choice.best, work);
                return choice.numbers;
            };
            // Slightly more than the second best allows, to avoid switching back and forth.
            let patience = choice.second.saturating_add(choice.second / 8 + 1);
            let child = ProofNumbers {
                reach: most.fail.saturating_sub(fail).saturating_add(choice.child.reach),
                fail: most.reach.min(patience),
            };
            self.board.place_patterns(best);
            self.meter.count();
            self.visit(ProofNumbers { reach: child.reach.min(INFINITE), fail: child.fail });
            self.board.undo();
        }
    }

    /// The numbers of a position from those of its children.
    fn choose(&self, moves: &[Move]) -> ChildChoice {
        let mut choice = ChildChoice {
            numbers: ProofNumbers { reach: INFINITE, fail: 0 },
            best: None,
            child: ProofNumbers { reach: 1, fail: 1 },
            second: INFINITE,
        };
        // The maximum plus the number of undecided children instead of the sum, which would count
        // positions with several parents more than once.
        let (mut largest, mut undecided) = (0, 0);
        for &(point, cost) in moves {
            let unknown = ProofNumbers { reach: 1, fail: u32::from(cost) };
            let child = self.table.numbers(self.board.key_after(point)).unwrap_or(unknown);
            if child.fail < choice.numbers.reach {
                choice.second = choice.numbers.reach;
                choice.numbers.reach = child.fail;
                choice.best = Some(point);
                choice.child = child;
            } else {
                choice.second = choice.second.min(child.fail);
            }
            largest = largest.max(child.reach);
            undecided += u32::from(child.reach > 0);
        }
        choice.numbers.fail = match choice.numbers.reach {
            0 => INFINITE,
            _ if largest >= INFINITE => INFINITE,
            _ => (largest + undecided.saturating_sub(1)).min(INFINITE - 1),
        };
        choice
    }

    fn open(&mut self) -> Opened<Rc<[Move]>> {
        let key = self.board.key();
        if let Some(list) = self.lists.get(&key) {
            return Opened::Moves(Rc::clone(list));
        }
        let opened = if self.board.to_move() == self.attacker {
            self.open_attack()
        } else {
            self.open_defense()
        };
        let list: Rc<[Move]> = match opened {
            Opened::Decided(numbers) => return Opened::Decided(numbers),
            Opened::Moves(points) => {
                points.iter().enumerate().map(|(i, &p)| (p, self.cost(i))).collect()
            }
        };
        self.list_bytes += LIST_BYTES + size_of_val(&*list);
        if self.list_bytes as u64 > self.bytes / 8 {
            self.lists.clear();
            self.list_bytes = 0;
        }
        self.lists.insert(key, Rc::clone(&list));
        Opened::Moves(list)
    }

    /// The initial proof number of the move with this rank.
    fn cost(&self, rank: usize) -> u8 {
        let is_attack = self.board.to_move() == self.attacker;
        if is_attack { 1 + (MOST_COST * rank / (HALF_COST + rank)) as u8 } else { 1 }
    }

    /// The attacker to move: a win by fours decides; otherwise fours and threes. If the defender
    /// threatens to win by fours, the moves that touch that win replace the threes: an earlier
    /// threat may persist.
    fn open_attack(&mut self) -> Opened<Vec<Point>> {
        let own = self.attacker;
        if let VcfResult::Win(_) = self.search_fours() {
            return Opened::Decided(ProofNumbers::REACHED);
        }
        let candidates: PointSet = if self.board.count(!own, Combined::Five) > 0 {
            against_five(self.board, !own).into_iter().collect()
        } else {
            match self.threatened() {
                Some(cells) => cells.union(&four_cells(self.board, own)),
                None => {
                    let board = &self.board;
                    board.empties().iter().filter(|&point| board.makes_three(own, point)).collect()
                }
            }
        };
        let moves = self.playable(&candidates).into_iter();
        let keyed = moves.map(|point| (promise(self.board, point).into(), point)).collect();
        Opened::Moves(best_first(keyed))
    }

    /// The value of a cell to a color, for move order.
    fn class(&self, color: Color, point: Point) -> u8 {
        self.board.combined(color, point) as u8
    }

    /// The cells of a set that the side to move may play on.
    fn playable(&self, cells: &PointSet) -> Vec<Point> {
        let own = self.board.to_move();
        cells
            .iter()
            .filter(|&point| self.board.is_empty(point) && !is_forbidden(self.board, own, point))
            .collect()
    }

    /// The defender to move. A pass finds the attacker's threat.
    fn open_defense(&mut self) -> Opened<Vec<Point>> {
        let own = !self.attacker;
        if self.board.count(own, Combined::Five) > 0 {
            return Opened::Decided(ProofNumbers::REACHED);
        }
        let candidates: PointSet = if self.board.count(!own, Combined::Five) > 0 {
            against_five(self.board, !own).into_iter().collect()
        } else {
            let Some(threatened) = self.threatened() else {
                return Opened::Decided(ProofNumbers::REACHED);
            };
            if let VcfResult::Win(_) = self.search_fours() {
                return Opened::Decided(ProofNumbers::REACHED);
            }
            threatened.union(&four_cells(self.board, own))
        };
        // A cell that is good for both sides is most likely to refute.
        let key = |point| (self.class(own, point) + self.class(!own, point)).into();
        let moves = self.playable(&candidates).into_iter();
        let mut moves = best_first(moves.map(|point| (key(point), point)).collect());
        if !R::HAS_FORBIDDEN {
            self.strike_lost(&mut moves);
        }
        match moves.is_empty() {
            true => Opened::Decided(ProofNumbers::FAILED),
            false => Opened::Moves(moves),
        }
    }

    /// Removes the replies that lose to fours found quickly: the number left shows how hard the
    /// position is. Not under renju, where a zone is often the whole board and this costs more than
    /// it saves.
    fn strike_lost(&mut self, replies: &mut Vec<Point>) {
        replies.retain(|&reply| {
            self.board.place_patterns(reply);
            self.meter.count();
            let found = self.vcf.search(self.board, NO_LIMIT, LOST_NODES, self.meter);
            self.board.undo();
            !matches!(found, VcfResult::Win(_))
        });
    }

    /// The zone of the win by fours that the side not to move threatens; `None` if there is none.
    fn threatened(&mut self) -> Option<PointSet> {
        self.board.pass();
        let mut builder = Builder::within(self.bytes);
        let mut root = None;
        if let VcfResult::Win(_) = self.search_fours() {
            root = builder.fours(self.vcf, self.board, NO_LIMIT, self.meter);
            // A win that could not be recorded in time counts as none.
            self.is_exhaustive &= root.is_some();
        }
        let cells = root.map(|root| zone(self.board, builder.so_far(), root));
        self.board.undo();
        cells
    }

    /// A search of fours for the side to move.
    fn search_fours(&mut self) -> VcfResult {
        let found = self.vcf.search(self.board, NO_LIMIT, self.inner_nodes, self.meter);
        self.is_exhaustive &= found != VcfResult::Stopped;
        found
    }

    /// What follows a three, the defender to move: after replies that do not touch the threat, the
    /// threat itself. The recorded win may differ from the one found in the search, so the replies
    /// that touch it are computed again.
    fn after_three(&mut self, builder: &mut Builder) -> Option<Follow> {
        let own = !self.attacker;
        self.board.pass();
        let threat = builder.fours(self.vcf, self.board, NO_LIMIT, self.meter);
        let cells = threat.map(|threat| zone(self.board, builder.so_far(), threat));
        self.board.undo();
        let touching = cells?.union(&four_cells(self.board, own));
        let mut replies = Vec::new();
        for reply in self.playable(&touching) {
            self.board.place_patterns(reply);
            let next = self.write(builder);
            self.board.undo();
            replies.push((reply.coord(), next?));
        }
        Some((replies, threat))
    }

    /// The first move of the win from here, searched again if the table has lost it.
    fn winning_move(&mut self) -> Option<Point> {
        let key = self.board.key();
        if self.table.numbers(key) != Some(ProofNumbers::REACHED) || self.table.best(key).is_none()
        {
            let found = self.visit(ProofNumbers { reach: INFINITE, fail: INFINITE });
            if found != ProofNumbers::REACHED {
                return None;
            }
        }
        self.table.best(key)
    }
}

impl<R: RuleSet> Author<R> for Vct<'_, '_, R> {
    fn board(&mut self) -> &mut Board<R> {
        self.board
    }

    fn write(&mut self, builder: &mut Builder) -> Option<usize> {
        let key = self.board.key();
        if let Some(node) = builder.node(key) {
            return Some(node);
        }
        if builder.is_full() {
            return None;
        }
        if let VcfResult::Win(_) = self.search_fours() {
            return builder.fours(self.vcf, self.board, NO_LIMIT, self.meter);
        }
        let by = self.winning_move()?;
        self.board.place_patterns(by);
        let follow = if self.board.count(self.attacker, Combined::Five) > 0 {
            self.after_four(builder)
        } else {
            self.after_three(builder)
        };
        self.board.undo();
        Some(builder.add(key, by, follow?))
    }
}

/// The points with the highest keys first, equal ones in their order. Not a method: it is compiled
/// once, not for every rule.
fn best_first(mut keyed: Vec<(i32, Point)>) -> Vec<Point> {
    keyed.sort_by_key(|&(key, _)| Reverse(key));
    keyed.into_iter().map(|(_, point)| point).collect()
}
