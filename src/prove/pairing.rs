//! Pairings: the defender divides cells into pairs so that every five consecutive cells that the
//! attacker could still fill contain a pair. Whenever the attacker takes one cell of a pair the
//! defender takes the other; so the attacker never makes five, under any rule, because every winning
//! run contains five consecutive stones.
//!
//! An extra stone of the defender never hurts, so it does not matter who is to move. The defender
//! must be free to play anywhere: no pairing is sought for black under renju.
//!
//! Pairing strategies: A. W. Hales, R. I. Jewett, 1963, <https://doi.org/10.1090/S0002-9947-1963-0143712-1>.

use std::collections::HashSet;

use crate::board::Position;
use crate::types::{Color, Coord, Direction, Stone};

/// A run of five that the attacker could fill: its empty cells.
type Run = Vec<Coord>;

/// The runs of five that hold no stone of the defender and no blocked point, as their empty cells.
pub(crate) fn open_runs(position: &Position, attacker: Color) -> Vec<Run> {
    let size = position.size();
    let starts = size.coords().flat_map(|at| Direction::ALL.map(|direction| (at, direction)));
    starts.filter_map(|(at, direction)| run(position, attacker, at, direction)).collect()
}

fn run(position: &Position, attacker: Color, at: Coord, direction: Direction) -> Option<Run> {
    let (dx, dy) = direction.delta();
    let mut empties = Vec::new();
    for step in 0..5 {
        let x = u8::try_from(i32::from(at.x) + step * dx).ok()?;
        let y = u8::try_from(i32::from(at.y) + step * dy).ok()?;
        let coord = Coord::new(x, y);
        if !position.size().contains(coord) {
            return None;
        }
        match position.stone_at(coord) {
            None => empties.push(coord),
            Some(stone) if stone == Stone::from(attacker) => {}
            Some(_) => return None,
        }
    }
    Some(empties)
}

/// A pairing that stops every five of the attacker, if one is found within `steps` tries.
pub(crate) fn find(
    position: &Position,
    attacker: Color,
    steps: u64,
) -> Option<Vec<(Coord, Coord)>> {
    if position.rule().forbids(!attacker) {
        return None;
    }
    let runs = open_runs(position, attacker);
    let cells: HashSet<Coord> = runs.iter().flatten().copied().collect();
    // A pair stops the runs that contain both of its cells: four at most.
    if runs.len() > 2 * cells.len() {
        return None;
    }
    let mut search = Search { runs, used: HashSet::new(), pairs: Vec::new(), steps };
    search.cover().then_some(search.pairs)
}

/// Whether the pairs are disjoint, empty cells that stop every five of the attacker.
pub(crate) fn holds(position: &Position, attacker: Color, pairs: &[(Coord, Coord)]) -> bool {
    let cells: Vec<Coord> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    let distinct: HashSet<Coord> = cells.iter().copied().collect();
    let is_open = cells.iter().all(|&cell| position.is_empty_at(cell));
    let is_stopped = |run: &Run| pairs.iter().any(|(a, b)| run.contains(a) && run.contains(b));
    !position.rule().forbids(!attacker)
        && is_open
        && distinct.len() == cells.len()
        && open_runs(position, attacker).iter().all(is_stopped)
}

struct Search {
    runs: Vec<Run>,
    used: HashSet<Coord>,
    pairs: Vec<(Coord, Coord)>,
    steps: u64,
}

impl Search {
    /// Completes the pairs; the run with the fewest free cells first.
    fn cover(&mut self) -> bool {
        let left = self.runs.iter().filter(|run| !self.is_stopped(run));
        let free = |run: &Run| -> Run {
            run.iter().copied().filter(|cell| !self.used.contains(cell)).collect()
        };
        let Some(cells) = left.map(free).min_by_key(Vec::len) else { return true };
        let mut options: Vec<(Coord, Coord)> = Vec::new();
        for (index, &a) in cells.iter().enumerate() {
            options.extend(cells[index + 1..].iter().map(|&b| (a, b)));
        }
        options.sort_by_key(|pair| std::cmp::Reverse(self.stops(pair)));
        for (a, b) in options {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            self.used.extend([a, b]);
            self.pairs.push((a, b));
            if self.cover() {
                return true;
            }
            self.pairs.pop();
            self.used.remove(&a);
            self.used.remove(&b);
        }
        false
    }

    fn is_stopped(&self, run: &Run) -> bool {
        self.pairs.iter().any(|(a, b)| run.contains(a) && run.contains(b))
    }

    /// How many more runs a pair would stop.
    fn stops(&self, (a, b): &(Coord, Coord)) -> usize {
        let runs = self.runs.iter().filter(|run| !self.is_stopped(run));
        runs.filter(|run| run.contains(a) && run.contains(b)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Rule};

    fn empty(side: u64) -> Position {
        Position::new(Rule::Freestyle, BoardSize::square(side).unwrap())
    }

    #[test]
    fn there_are_four_directions_of_runs() {
        for (side, expected) in [(5, 12), (6, 32), (15, 15 * 11 * 2 + 11 * 11 * 2)] {
            assert_eq!(open_runs(&empty(side), Color::Black).len(), expected);
        }
    }

    #[test]
    fn small_boards_have_pairings_that_hold() {
        for side in [5, 6] {
            let pairs = find(&empty(side), Color::Black, 1_000_000).expect("a pairing");
            assert!(holds(&empty(side), Color::Black, &pairs));
            for index in 0..pairs.len() {
                let mut fewer = pairs.clone();
                fewer.remove(index);
                let stopped = holds(&empty(side), Color::Black, &fewer);
                assert!(!stopped, "side {side}: pair {index} is superfluous");
            }
        }
        assert_eq!(find(&empty(15), Color::Black, 1000), None);
    }

    #[test]
    fn black_under_renju_has_no_pairing() {
        let mut position = empty(5);
        position.set_rule(Rule::Renju);
        assert_eq!(find(&position, Color::White, 1_000_000), None);
        assert!(find(&position, Color::Black, 1_000_000).is_some());
    }
}
