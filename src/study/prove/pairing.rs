//! Pairings: the defender divides cells into pairs so that every five consecutive cells that the
//! attacker could still fill contain a pair. Whenever the attacker takes one cell of a pair the
//! defender takes the other; so the attacker never makes five, under any rule, because every
//! winning run contains five consecutive stones.
//!
//! An extra stone of the defender never hurts, so it does not matter who is to move. The defender
//! must be free to play anywhere: no pairing is sought for black under renju.
//!
//! Pairing strategies: A. W. Hales, R. I. Jewett, 1963, <https://doi.org/10.1090/S0002-9947-1963-0143712-1>.

use super::runs::Runs;
use tengen_engine::board::Position;
use tengen_engine::types::{Color, Coord};

/// A pairing that stops every five of the attacker, if one is found within `steps` tries.
pub(crate) fn find(
    position: &Position,
    attacker: Color,
    steps: u64,
) -> Option<Vec<(Coord, Coord)>> {
    if position.rule().forbids(!attacker) {
        return None;
    }
    let runs = Runs::of(position, attacker)?;
    let pairs = cover_all(runs.masks.clone(), steps)?;
    Some(pairs.into_iter().map(|pair| runs.pair(pair)).collect())
}

/// Whether the pairs are disjoint, empty cells that stop every five of the attacker.
pub(crate) fn holds(position: &Position, attacker: Color, pairs: &[(Coord, Coord)]) -> bool {
    if position.rule().forbids(!attacker) {
        return false;
    }
    let mut cells: Vec<Coord> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    let is_open = cells.iter().all(|&cell| position.is_empty_at(cell));
    let count = cells.len();
    cells.sort_unstable();
    cells.dedup();
    let is_stopped =
        |run: &Vec<Coord>| pairs.iter().any(|(a, b)| run.contains(a) && run.contains(b));
    is_open && cells.len() == count && super::runs::open(position, attacker).iter().all(is_stopped)
}

/// Disjoint pairs, each a mask of two cells, such that each run contains one of them, if they are
/// found within `steps` tries.
pub(super) fn cover_all(runs: Vec<u128>, steps: u64) -> Option<Vec<u128>> {
    let mut search = CoverSearch { pairs: Vec::new(), steps };
    search.cover(&runs, 0).then_some(search.pairs)
}

struct CoverSearch {
    pairs: Vec<u128>,
    steps: u64,
}

impl CoverSearch {
    /// Completes the pairs; the run with the fewest free cells first.
    fn cover(&mut self, runs: &[u128], used: u128) -> bool {
        let Some(run) = runs.iter().min_by_key(|&run| (run & !used).count_ones()) else {
            return true;
        };
        let mut options: Vec<(usize, u128)> = Vec::new();
        let free: Vec<u128> = cells(run & !used).collect();
        for (index, a) in free.iter().enumerate() {
            options.extend(free[index + 1..].iter().map(|b| (stops(runs, a | b), a | b)));
        }
        options.sort_by_key(|&(stops, _)| std::cmp::Reverse(stops));
        for (_, pair) in options {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            let rest: Vec<u128> = runs.iter().copied().filter(|run| run & pair != pair).collect();
            if rest.iter().any(|run| (run & !(used | pair)).count_ones() < 2) {
                continue;
            }
            self.pairs.push(pair);
            if self.cover(&rest, used | pair) {
                return true;
            }
            self.pairs.pop();
        }
        false
    }
}

/// How many runs a pair stops.
fn stops(runs: &[u128], pair: u128) -> usize {
    runs.iter().filter(|&run| run & pair == pair).count()
}

/// The single cells of a mask.
pub(super) fn cells(mut mask: u128) -> impl Iterator<Item = u128> {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::{BoardSize, Rule};

    fn empty(side: u64) -> Position {
        Position::new(Rule::Freestyle, BoardSize::square(side).unwrap())
    }

    #[test]
    fn the_smallest_board_has_a_pairing_that_holds_and_needs_every_pair() {
        let pairs = find(&empty(5), Color::Black, 1_000_000).expect("a pairing");
        assert!(holds(&empty(5), Color::Black, &pairs));
        for index in 0..pairs.len() {
            let mut fewer = pairs.clone();
            fewer.remove(index);
            assert!(!holds(&empty(5), Color::Black, &fewer), "pair {index} is superfluous");
            let mut twice = pairs.clone();
            twice.push(pairs[index]);
            assert!(!holds(&empty(5), Color::Black, &twice));
        }
        // The four corners are of no use to a pairing of 6×6, and 32 cells are too few.
        assert_eq!(find(&empty(6), Color::Black, 10_000), None);
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
