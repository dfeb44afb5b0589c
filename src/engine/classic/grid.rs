//! The board of the classic player: plain cells with a border, and for every empty point the shapes
//! that both colors would make there, kept up to date stone by stone. Any size from 5×5 to 181×181.

use super::shape::{CellLine, LineCell, REACH, Shape};
use super::values::{PointValues, ThreatLevel};
use crate::board::Position;
use crate::types::{BoardSize, Color, Coord, Direction, Rule, Stone};
use crate::util::rng::Rng;

/// Index of a cell, border included.
pub type Index = usize;

/// Largest distance from a stone at which points are considered.
const NEAR: isize = 2;

/// The board with its shapes.
#[derive(Clone, Debug)]
pub struct ShapeGrid<'a> {
    values: &'a PointValues,
    rule: Rule,
    size: BoardSize,
    stride: usize,
    cells: Vec<LineCell>,
    /// Shapes by cell, color and direction.
    shapes: Vec<[[Shape; 4]; 2]>,
    /// Number of stones near each cell: cells with none are not considered.
    near: Vec<u16>,
    to_move: Color,
    keys: Vec<[u64; 2]>,
    key: u64,
}

const fn cell_of(color: Color) -> LineCell {
    match color {
        Color::Black => LineCell::Black,
        Color::White => LineCell::White,
    }
}

impl<'a> ShapeGrid<'a> {
    /// The grid of a position.
    pub fn new(position: &Position, values: &'a PointValues) -> Self {
        let size = position.size();
        let stride = usize::from(size.width()) + 2 * REACH;
        let count = stride * (usize::from(size.height()) + 2 * REACH);
        let mut rng = Rng::new(0x0c1a_551c);
        let mut grid = Self {
            values,
            rule: position.rule(),
            size,
            stride,
            cells: vec![LineCell::Wall; count],
            shapes: vec![[[Shape::NOTHING; 4]; 2]; count],
            near: vec![0; count],
            to_move: position.to_move(),
            keys: (0..count).map(|_| [rng.next_u64(), rng.next_u64()]).collect(),
            key: 0,
        };
        for coord in size.coords() {
            let index = grid.index(coord);
            grid.cells[index] = match position.stone_at(coord) {
                None => LineCell::Empty,
                Some(Stone::Blocked) => LineCell::Wall,
                Some(stone) => stone.color().map_or(LineCell::Wall, cell_of),
            };
        }
        for coord in size.coords() {
            let index = grid.index(coord);
            match grid.cells[index] {
                LineCell::Empty => Direction::ALL.into_iter().for_each(|d| grid.see(index, d)),
                LineCell::Black | LineCell::White => grid.come_near(index, true),
                LineCell::Wall => {}
            }
        }
        grid
    }

    /// The index of a point.
    pub fn index(&self, coord: Coord) -> Index {
        (usize::from(coord.y) + REACH) * self.stride + usize::from(coord.x) + REACH
    }

    /// The point of an index on the board.
    pub fn coord(&self, index: Index) -> Coord {
        Coord::new((index % self.stride - REACH) as u8, (index / self.stride - REACH) as u8)
    }

    /// Whose move it is.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Lets the other side move.
    pub fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
    }

    /// A hash of stones and side to move.
    pub fn key(&self) -> u64 {
        self.key ^ if self.to_move == Color::White { 0x9e37_79b9_7f4a_7c15 } else { 0 }
    }

    /// Whether a point is empty.
    pub fn is_empty(&self, index: Index) -> bool {
        self.cells[index] == LineCell::Empty
    }

    /// The empty points near stones, row by row.
    pub fn candidates(&self) -> impl Iterator<Item = Index> + '_ {
        let width = usize::from(self.size.width());
        (0..usize::from(self.size.height())).flat_map(move |y| {
            let first = (y + REACH) * self.stride + REACH;
            (first..first + width).filter(|&index| self.near[index] > 0 && self.is_empty(index))
        })
    }

    /// The shapes that a stone of the color would make on an empty point.
    pub fn shapes(&self, index: Index, color: Color) -> [Shape; 4] {
        self.shapes[index][color.index()]
    }

    /// How forcing a stone of the color on an empty point would be on its four lines.
    pub fn threats(&self, index: Index, color: Color) -> [ThreatLevel; 4] {
        self.shapes(index, color).map(|shape| self.values.threat(shape))
    }

    /// Whether a stone of the color on an empty point wins.
    pub(crate) fn makes_five(&self, index: Index, color: Color) -> bool {
        self.threats(index, color).contains(&ThreatLevel::Five)
    }

    /// What a stone of `own` on an empty point is worth: its shapes and those that it stops.
    pub fn score(&self, index: Index, own: Color) -> i32 {
        let sum = |color: Color, value: fn(&PointValues, Shape) -> i32| -> i32 {
            self.shapes(index, color).into_iter().map(|shape| value(self.values, shape)).sum()
        };
        sum(own, PointValues::own) + sum(!own, PointValues::opponent)
    }

    /// What the shapes of `own` on an empty point are worth to that player alone.
    pub(crate) fn own_score(&self, index: Index, own: Color) -> i32 {
        self.shapes(index, own).into_iter().map(|shape| self.values.own(shape)).sum()
    }

    /// The neighbor some steps away along a line.
    pub fn step(&self, index: Index, direction: Direction, steps: isize) -> Index {
        let (dx, dy) = direction.delta();
        let stride = dy as isize * self.stride as isize + dx as isize;
        index.wrapping_add_signed(steps * stride)
    }

    /// Places a stone of the side to move.
    pub fn place(&mut self, index: Index) {
        self.cells[index] = cell_of(self.to_move);
        self.key ^= self.keys[index][self.to_move.index()];
        self.come_near(index, true);
        self.see_around(index);
        self.to_move = !self.to_move;
    }

    /// Takes back the last stone.
    pub fn undo(&mut self, index: Index) {
        self.to_move = !self.to_move;
        self.cells[index] = LineCell::Empty;
        self.key ^= self.keys[index][self.to_move.index()];
        self.come_near(index, false);
        Direction::ALL.into_iter().for_each(|direction| self.see(index, direction));
        self.see_around(index);
    }

    fn come_near(&mut self, index: Index, is_new: bool) {
        for dy in -NEAR..=NEAR {
            for dx in -NEAR..=NEAR {
                let near =
                    &mut self.near[index.wrapping_add_signed(dy * self.stride as isize + dx)];
                *near = if is_new { *near + 1 } else { *near - 1 };
            }
        }
    }

    fn see_around(&mut self, index: Index) {
        for direction in Direction::ALL {
            for steps in 1..=REACH as isize {
                for sense in [steps, -steps] {
                    let neighbor = self.step(index, direction, sense);
                    if self.is_empty(neighbor) {
                        self.see(neighbor, direction);
                    }
                }
            }
        }
    }

    /// Recomputes the shapes of an empty point on one line.
    fn see(&mut self, index: Index, direction: Direction) {
        let mut line: CellLine = [LineCell::Wall; 2 * REACH + 1];
        for (place, cell) in line.iter_mut().enumerate() {
            let at = self.step(index, direction, place as isize - REACH as isize);
            *cell = self.cells.get(at).copied().unwrap_or(LineCell::Wall);
        }
        for color in Color::BOTH {
            let shape = self.values.shape(&line, cell_of(color));
            let is_five = self.values.threat(shape) == ThreatLevel::Five;
            let shape =
                if is_five && !wins(self.rule, color, &line) { Shape::NOTHING } else { shape };
            self.shapes[index][color.index()][direction.index()] = shape;
        }
    }
}

/// Whether a stone in the middle of the line, which makes five or more in a row, wins.
fn wins(rule: Rule, color: Color, line: &CellLine) -> bool {
    let own = cell_of(color);
    let count =
        |cells: &mut dyn Iterator<Item = &LineCell>| cells.take_while(|&&c| c == own).count();
    let left = count(&mut line[..REACH].iter().rev());
    let right = count(&mut line[REACH + 1..].iter());
    let end = |place: Option<&LineCell>| place == Some(&cell_of(!color));
    let is_closed = end(line.get(REACH + right + 1))
        && end((REACH - left).checked_sub(1).and_then(|place| line.get(place)));
    rule.is_win(color, left + right + 1, is_closed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;

    #[test]
    fn a_row_is_a_five_as_the_rule_has_it() {
        let values = PointValues::default();
        let is_five = |rule: Rule, text: &str, color: Color| {
            let rows = format!("{text}\n{}", ". . . . . . . . .\n".repeat(4));
            let position = parse_picture(rule, &rows).unwrap();
            let grid = ShapeGrid::new(&position, &values);
            grid.makes_five(grid.index(Coord::new(4, 0)), color)
        };
        for (rule, text, color, expected) in [
            (Rule::Freestyle, ". X X X . X X . .", Color::Black, true),
            (Rule::Standard, ". X X X . X X . .", Color::Black, false),
            (Rule::Standard, ". O O O . O . . .", Color::White, true),
            (Rule::Renju, ". X X X . X X . .", Color::Black, false),
            (Rule::Renju, ". O O O . O O . .", Color::White, true),
            (Rule::Caro, "O X X X . X O . .", Color::Black, false),
            (Rule::Caro, ". X X X . X X . .", Color::Black, true),
            (Rule::Caro, "O X X X . X . . .", Color::Black, true),
            (Rule::CaroExact, ". X X X . X X . .", Color::Black, false),
        ] {
            assert_eq!(is_five(rule, text, color), expected, "{rule} {text}");
        }
    }

    #[test]
    fn placing_and_undoing_keeps_what_a_fresh_look_sees() {
        let values = PointValues::default();
        let size = BoardSize::new(9, 7).unwrap();
        let mut position = Position::new(Rule::Freestyle, size);
        let mut grid = ShapeGrid::new(&position, &values);
        let mut rng = Rng::new(5);
        let mut played = Vec::new();
        for _ in 0..200 {
            let free: Vec<Coord> = position.empty_coords().collect();
            if played.is_empty() || (free.len() > 20 && rng.below(3) > 0) {
                let &coord = rng.choose(&free).unwrap();
                grid.place(grid.index(coord));
                position.play(coord).unwrap();
                played.push(coord);
            } else {
                let coord = played.pop().unwrap();
                grid.undo(grid.index(coord));
                position.remove(coord).unwrap();
                position.set_to_move(!position.to_move());
            }
            let fresh = ShapeGrid::new(&position, &values);
            assert_eq!(grid.to_move, fresh.to_move);
            assert_eq!(grid.near, fresh.near);
            for coord in position.empty_coords() {
                let index = grid.index(coord);
                assert_eq!(grid.shapes[index], fresh.shapes[index], "{coord}");
            }
        }
    }
}
