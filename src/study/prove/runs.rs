//! The runs of five that the attacker could still fill: without a stone of the defender or a
//! blocked point. Every win, under every rule, fills one.

use tengen_engine::board::Position;
use tengen_engine::types::{Color, Coord, Direction, Stone};

/// The open runs as masks over the empty cells that belong to one.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    /// The cell of each bit.
    pub cells: Vec<Coord>,
    /// The empty cells of each run.
    pub masks: Vec<u128>,
}

impl Runs {
    /// The open runs of a position; `None` if they have more than 128 cells.
    pub(super) fn of(position: &Position, attacker: Color) -> Option<Self> {
        let runs = open(position, attacker);
        let mut cells: Vec<Coord> = runs.iter().flatten().copied().collect();
        cells.sort_unstable();
        cells.dedup();
        if cells.len() > u128::BITS as usize {
            return None;
        }
        let bit = |cell: &Coord| cells.binary_search(cell).map_or(0, |index| 1u128 << index);
        let masks = runs.iter().map(|run| run.iter().map(bit).sum()).collect();
        Some(Self { cells, masks })
    }

    /// The two cells of a mask of two.
    pub(super) fn pair(&self, mask: u128) -> (Coord, Coord) {
        let last = 127 - mask.leading_zeros();
        (self.cells[mask.trailing_zeros() as usize], self.cells[last as usize])
    }
}

/// The open runs as their empty cells.
pub(super) fn open(position: &Position, attacker: Color) -> Vec<Vec<Coord>> {
    let size = position.size();
    let starts = size.coords().flat_map(|at| Direction::ALL.map(|direction| (at, direction)));
    starts.filter_map(|(at, direction)| run(position, attacker, at, direction)).collect()
}

fn run(
    position: &Position,
    attacker: Color,
    at: Coord,
    direction: Direction,
) -> Option<Vec<Coord>> {
    let mut empties = Vec::new();
    for steps in 0..5 {
        let coord = at.step(direction, steps).filter(|&coord| position.size().contains(coord))?;
        match position.stone_at(coord) {
            None => empties.push(coord),
            Some(stone) if stone == Stone::from(attacker) => {}
            Some(_) => return None,
        }
    }
    Some(empties)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::notation::parse_picture;
    use tengen_engine::types::{BoardSize, Rule};

    #[test]
    fn an_empty_board_has_runs_in_four_directions() {
        for (side, expected) in [(5, 12), (6, 32), (15, 15 * 11 * 2 + 11 * 11 * 2)] {
            let empty = Position::new(Rule::Freestyle, BoardSize::square(side).unwrap());
            assert_eq!(open(&empty, Color::Black).len(), expected);
            assert_eq!(Runs::of(&empty, Color::Black).is_some(), side < 12);
        }
    }

    #[test]
    fn stones_of_the_defender_close_runs_and_those_of_the_attacker_are_no_cells() {
        let picture = "
            X . O . .
            . X . . .
            O . . . O
            . . . . .
            . . # . .";
        let position = parse_picture(Rule::Freestyle, picture).unwrap();
        let runs = Runs::of(&position, Color::Black).unwrap();
        // Rows 2 and 4, columns b and d, both diagonals.
        assert_eq!(runs.masks.len(), 6);
        let diagonal: Vec<Coord> = (2..5).map(|at| Coord::new(at, at)).collect();
        assert!(open(&position, Color::Black).contains(&diagonal));
    }
}
