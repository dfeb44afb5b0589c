//! The rule book on raw stones: who has won, and which points renju forbids to black.
//!
//! Written like the definitions and slow on purpose: no tables, nothing incremental, full
//! recursion, boards of every size. It judges games, and it is the oracle for everything fast; it
//! is not for search. May import `board` and `types`.
//!
//! # The forbidden points
//! Black's stone on the empty point `p` is judged in this order, with the stone in place:
//!
//! 1. A run of exactly five in any direction: black has won, whatever else the stone makes.
//! 2. A run of six or more: an **overline**.
//! 3. Two **fours**. A four is a set of four stones, `p` among them, within five consecutive points
//!    whose fifth is empty and completes a run of exactly five. Sets count, not completing points:
//!    `.XXXX.` is one four, `X.XXX.X` is two.
//! 4. Two **threes**, at most one per direction. A three in a direction is an empty point `q` of
//!    that line on which a further black stone makes a straight four (a run of exactly four with
//!    `p` in it, both ends empty and each completing exactly five), provided that this stone makes
//!    no five at the same time and is itself permitted by this whole test while `p` is on the
//!    board.
//!
//! Blocked points and the edge are walls: they hold no player's stone and are never filled.
//!
//! "The International Rules of Renju" (RIF, 1996), section 9 and the definitions of four, straight
//! four and three: <https://www.renju.net/rules/>

use arrayvec::ArrayVec;

use crate::board::Position;
use crate::types::{BoardSize, Color, Coord, Direction, ForbiddenKind, Rule, Stone};

mod reasons;
#[cfg(test)]
mod tests;

pub use reasons::{ForbiddenReason, Part, reason, reasons};

/// The run through the stone on `last` that wins under the position's rule, from one end to the
/// other; the first in the order of [`Direction::ALL`] if there are several. `None` if the stone
/// does not win, or if there is no player's stone on `last`.
///
/// ```
/// use tengen_engine::board::notation::parse_picture;
/// use tengen_engine::rules::reference::winning_line;
/// use tengen_engine::types::{Coord, Rule};
/// let picture = "O X X X X\nX O . . .\n. . O . .\n. . . O .\n. . . . O";
/// let position = parse_picture(Rule::Standard, picture).unwrap();
/// assert_eq!(winning_line(&position, Coord::new(2, 2)).map(|line| line.len()), Some(5));
/// assert_eq!(winning_line(&position, Coord::new(2, 0)), None);
/// ```
pub fn winning_line(position: &Position, last: Coord) -> Option<Vec<Coord>> {
    let color = position.stone_at(last)?.color()?;
    let stones = Stones::of(position);
    Direction::ALL
        .into_iter()
        .map(|direction| stones.run(last, direction, color))
        .find(|run| stones.wins(run, position.rule()))
        .map(|run| run.coords())
}

/// Whether the stone on `last` wins under the position's rule, see [`winning_line`].
pub fn is_winning(position: &Position, last: Coord) -> bool {
    winning_line(position, last).is_some()
}

/// The player who has a winning run anywhere on the board, with the run from end to end; for
/// positions whose order of moves is unknown. If both players have one (impossible in a game), the
/// run whose first stone comes first, row by row from the top.
pub fn winner(position: &Position) -> Option<(Color, Vec<Coord>)> {
    let stones = Stones::of(position);
    position.size().coords().find_map(|coord| {
        let color = position.stone_at(coord)?.color()?;
        Direction::ALL
            .into_iter()
            .map(|direction| stones.run(coord, direction, color))
            .find(|run| run.start == coord && stones.wins(run, position.rule()))
            .map(|run| (color, run.coords()))
    })
}

/// Why the empty point is forbidden to black, if it is; the first of overline, double four and
/// double three when several apply. Always `None` under every rule but renju, and for points that
/// are occupied or off the board. The side to move does not matter.
pub fn forbidden(position: &Position, coord: Coord) -> Option<ForbiddenKind> {
    let judged = position.rule().forbids(Color::Black) && position.is_empty_at(coord);
    judged.then(|| Stones::of(position).forbidden_at(coord)).flatten()
}

/// All empty points forbidden to black, row by row from the top; none under every rule but renju.
pub fn forbidden_points(position: &Position) -> Vec<(Coord, ForbiddenKind)> {
    if !position.rule().forbids(Color::Black) {
        return Vec::new();
    }
    let mut stones = Stones::of(position);
    position
        .empty_coords()
        .filter_map(|coord| stones.forbidden_at(coord).map(|kind| (coord, kind)))
        .collect()
}

/// The points of one line that turn a stone's threes into straight fours, at most one per step.
type Extensions = ArrayVec<Coord, 7>;

/// A maximal run of stones of one color.
struct Run {
    /// Its first stone along the direction.
    start: Coord,
    length: usize,
    direction: Direction,
    color: Color,
}

impl Run {
    /// The point `steps` beyond the run's first stone; `None` outside every board.
    fn at(&self, steps: i32) -> Option<Coord> {
        self.start.step(self.direction, steps)
    }

    /// The points before the first and after the last stone; `None` outside every board.
    fn ends(&self) -> [Option<Coord>; 2] {
        [self.at(-1), self.at(self.length as i32)]
    }

    fn coords(&self) -> Vec<Coord> {
        (0..self.length as i32).filter_map(|steps| self.at(steps)).collect()
    }
}

/// A four through a point, as steps from the point along a direction.
struct Four {
    /// Its four stones.
    stones: Vec<i32>,
    /// The empty points that complete five: two of a straight four, else one.
    fifths: ArrayVec<i32, 2>,
}

/// The stones of a position, to which black stones can be added tentatively.
struct Stones {
    size: BoardSize,
    cells: Vec<Option<Stone>>,
}

impl Stones {
    fn of(position: &Position) -> Self {
        Self { size: position.size(), cells: position.cells() }
    }

    fn index(&self, coord: Coord) -> Option<usize> {
        let index = usize::from(coord.y) * usize::from(self.size.width()) + usize::from(coord.x);
        self.size.contains(coord).then_some(index)
    }

    fn has(&self, coord: Option<Coord>, color: Color) -> bool {
        let index = coord.and_then(|coord| self.index(coord));
        index.is_some_and(|index| self.cells[index] == Some(Stone::from(color)))
    }

    fn is_empty(&self, coord: Option<Coord>) -> bool {
        let index = coord.and_then(|coord| self.index(coord));
        index.is_some_and(|index| self.cells[index].is_none())
    }

    /// Evaluates a question with one more black stone on an empty point of the board.
    fn with_black<T>(&mut self, coord: Coord, ask: impl FnOnce(&mut Self) -> T) -> T {
        let index = self.index(coord).filter(|&index| self.cells[index].is_none());
        let index = index.expect("a tentative stone is placed on an empty point of the board");
        self.cells[index] = Some(Stone::Black);
        let answer = ask(self);
        self.cells[index] = None;
        answer
    }

    /// The run of `color` through a point that holds a stone of `color`.
    fn run(&self, through: Coord, direction: Direction, color: Color) -> Run {
        let reach = |sense: i32| {
            (1..).take_while(|n| self.has(through.step(direction, sense * n), color)).count()
        };
        let (before, behind) = (reach(-1), reach(1));
        let start = through.step(direction, -(before as i32)).unwrap_or(through);
        Run { start, length: before + 1 + behind, direction, color }
    }

    fn wins(&self, run: &Run, rule: Rule) -> bool {
        let blocked = run.ends().into_iter().all(|end| self.has(end, !run.color));
        rule.is_win(run.color, run.length, blocked)
    }

    /// Why black may not play on an empty point, by the definition at the top of this file.
    fn forbidden_at(&mut self, p: Coord) -> Option<ForbiddenKind> {
        self.with_black(p, |stones| {
            if stones.has_black_run(p, |length| length == 5) {
                None
            } else if stones.has_black_run(p, |length| length >= 6) {
                Some(ForbiddenKind::Overline)
            } else if stones.count_fours(p) >= 2 {
                Some(ForbiddenKind::DoubleFour)
            } else if stones.has_two_threes(p) {
                Some(ForbiddenKind::DoubleThree)
            } else {
                None
            }
        })
    }

    /// Whether the black stone on `p` is in a run whose length fits, in any direction.
    fn has_black_run(&self, p: Coord, is_right: impl Fn(usize) -> bool) -> bool {
        Direction::ALL
            .into_iter()
            .any(|direction| is_right(self.run(p, direction, Color::Black).length))
    }

    /// Whether a black stone on the point would make a run of exactly five along the direction;
    /// false if the point is not empty.
    fn completes_five(&mut self, coord: Option<Coord>, direction: Direction) -> bool {
        coord.filter(|_| self.is_empty(coord)).is_some_and(|coord| {
            self.with_black(coord, |stones| stones.run(coord, direction, Color::Black).length == 5)
        })
    }

    /// Number of fours that the black stone on `p` is part of, over all directions.
    fn count_fours(&mut self, p: Coord) -> usize {
        Direction::ALL.into_iter().map(|direction| self.count_fours_along(p, direction)).sum()
    }

    /// Number of distinct stone sets that are fours on one line through `p`.
    fn count_fours_along(&mut self, p: Coord, direction: Direction) -> usize {
        self.fours_along(p, direction).len()
    }

    /// The distinct stone sets that are fours on one line through `p`.
    fn fours_along(&mut self, p: Coord, direction: Direction) -> Vec<Four> {
        // Five consecutive points around `p` begin 4 to 0 steps before it; two of them with the
        // same stones are adjacent.
        let mut fours: Vec<Four> = Vec::new();
        for begin in -4..=0 {
            let five = begin..begin + 5;
            let is_black = |steps: &i32| self.has(p.step(direction, *steps), Color::Black);
            let mut others = five.clone().filter(|steps| !is_black(steps));
            let (Some(fifth), None) = (others.next(), others.next()) else { continue };
            if !self.completes_five(p.step(direction, fifth), direction) {
                continue;
            }
            let stones: Vec<i32> = five.filter(|&steps| steps != fifth).collect();
            match fours.last_mut().filter(|four| four.stones == stones) {
                Some(straight) => straight.fifths.push(fifth),
                None => fours.push(Four { stones, fifths: [fifth].into_iter().collect() }),
            }
        }
        fours
    }

    /// Whether the black stone on `p` makes a three in two directions.
    ///
    /// The result is the same as testing each direction separately, but whether points are
    /// permitted is tested only while it matters, that is, while at least two directions are left.
    /// Otherwise the cost would grow exponentially for regular patterns on large boards.
    fn has_two_threes(&mut self, p: Coord) -> bool {
        let fours: ArrayVec<Extensions, 4> = Direction::ALL
            .into_iter()
            .map(|direction| self.straight_fours(p, direction))
            .filter(|extensions| !extensions.is_empty())
            .collect();
        let mut threes = 0;
        for (index, extensions) in fours.iter().enumerate() {
            let left = fours.len() - index;
            if threes + left < 2 {
                return false;
            }
            threes += usize::from(extensions.iter().any(|&q| self.forbidden_at(q).is_none()));
            if threes == 2 {
                return true;
            }
        }
        false
    }

    /// The points `q` along the direction that make a straight four with the black stone on `p`,
    /// and no five. Whether they are permitted decides whether `p` makes a three.
    fn straight_fours(&mut self, p: Coord, direction: Direction) -> Extensions {
        // A run of four that contains both reaches at most three steps from either.
        let nearby = (-3..=3).filter_map(|steps| p.step(direction, steps));
        nearby
            .filter(|&q| {
                self.is_empty(Some(q))
                    && self.with_black(q, |stones| {
                        stones.is_straight_four(q, p, direction)
                            && !stones.has_black_run(q, |length| length == 5)
                    })
            })
            .collect()
    }

    /// Whether the black stone on `q` is part of a straight four along the direction that contains
    /// `p`.
    fn is_straight_four(&mut self, q: Coord, p: Coord, direction: Direction) -> bool {
        let run = self.run(q, direction, Color::Black);
        run.length == 4
            && (0..4).any(|steps| run.at(steps) == Some(p))
            && run.ends().into_iter().all(|end| self.completes_five(end, direction))
    }
}
