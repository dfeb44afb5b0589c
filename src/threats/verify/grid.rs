//! Raw stones for the checker; finds wins by counting runs.

use crate::board::Position;
use crate::rules::legality;
use crate::types::{Color, Coord, Direction, Stone};
use crate::util::rng::Rng;

/// A stone in the count of five cells.
const BLACK: u8 = 1;
const WHITE: u8 = 16;

/// A position with fast queries for fives.
pub(super) struct Grid {
    position: Position,
    key: u128,
    /// Stones in every five cells in a row, by direction and first cell: the number of black ones
    /// times [`BLACK`] and that of white ones times [`WHITE`]. Blocked points count for both
    /// colors.
    windows: Vec<u8>,
    /// The number of those with four stones of one color and an empty cell: if 0, no five is
    /// possible.
    fours: [usize; 2],
}

impl Grid {
    pub(super) fn new(position: &Position) -> Self {
        let windows = vec![0; 4 * position.size().area()];
        let mut grid = Self { position: position.clone(), key: 0, windows, fours: [0; 2] };
        for &(coord, stone) in position.stones() {
            match stone.color() {
                Some(color) => grid.count(coord, color, true),
                None => Color::BOTH.into_iter().for_each(|color| grid.count(coord, color, true)),
            }
        }
        grid
    }

    /// Adds a stone to the windows around it, or removes it.
    fn count(&mut self, coord: Coord, color: Color, is_new: bool) {
        let stone = [BLACK, WHITE][color.index()];
        for direction in Direction::ALL {
            for index in self.windows_through(coord, direction) {
                let window = &mut self.windows[index];
                let before = *window;
                *window = if is_new { before + stone } else { before - stone };
                let after = *window;
                for (fours, four) in self.fours.iter_mut().zip([4 * BLACK, 4 * WHITE]) {
                    *fours = *fours + usize::from(after == four) - usize::from(before == four);
                }
            }
        }
    }

    /// The indices of the windows that contain a cell.
    fn windows_through(
        &self,
        coord: Coord,
        direction: Direction,
    ) -> impl Iterator<Item = usize> + use<> {
        let size = self.position.size();
        let (width, area) = (i32::from(size.width()), size.area() as i32);
        let (dx, dy) = direction.delta();
        let (behind, ahead) = self.room(coord, dx, dy);
        let first =
            direction.index() as i32 * area + i32::from(coord.y) * width + i32::from(coord.x);
        // The windows that begin `back` cells before the cell.
        ((4 - ahead).max(0)..=behind).map(move |back| (first - back * (dy * width + dx)) as usize)
    }

    /// How many steps against a direction and along it stay on the board, four at most.
    fn room(&self, coord: Coord, dx: i32, dy: i32) -> (i32, i32) {
        let size = self.position.size();
        let (x, y) = (i32::from(coord.x), i32::from(coord.y));
        let (right, below) = (i32::from(size.width()) - 1 - x, i32::from(size.height()) - 1 - y);
        let across = |sign: i32| match sign {
            0 => 4,
            1 => right.min(4),
            _ => x.min(4),
        };
        let down = |sign: i32| match sign {
            0 => 4,
            1 => below.min(4),
            _ => y.min(4),
        };
        (across(-dx).min(down(-dy)), across(dx).min(down(dy)))
    }

    /// A hash of the stones played since the beginning.
    pub(super) fn key(&self) -> u128 {
        self.key
    }

    pub(super) fn is_empty(&self, coord: Coord) -> bool {
        self.position.is_empty_at(coord)
    }

    pub(super) fn is_full(&self) -> bool {
        self.position.is_full()
    }

    pub(super) fn empties(&self) -> impl Iterator<Item = Coord> + '_ {
        self.position.empty_coords()
    }

    pub(super) fn is_legal(&self, coord: Coord) -> bool {
        legality::is_legal(&self.position, coord)
    }

    pub(super) fn play(&mut self, coord: Coord) {
        self.toggle(coord, self.position.to_move());
        self.count(coord, self.position.to_move(), true);
        // The caller has checked that the cell is empty.
        let _ = self.position.play(coord);
    }

    pub(super) fn take_back(&mut self, coord: Coord) {
        let mover = !self.position.to_move();
        let _ = self.position.remove(coord);
        self.position.set_to_move(mover);
        self.toggle(coord, mover);
        self.count(coord, mover, false);
    }

    fn toggle(&mut self, coord: Coord, color: Color) {
        let stone = u64::from(coord.y) << 16 | u64::from(coord.x) << 8 | color.index() as u64;
        self.key ^=
            u128::from(Rng::new(stone).next_u64()) << 64 | u128::from(Rng::new(!stone).next_u64());
    }

    /// Whether the side to move wins at once on an empty cell.
    pub(super) fn wins_at(&self, coord: Coord) -> bool {
        self.win(coord, self.position.to_move()).is_some()
    }

    /// If the other side would win at once on an empty cell: the cells at the ends of its line.
    pub(super) fn opponent_wins_at(&self, coord: Coord) -> Option<[Option<Coord>; 2]> {
        self.is_empty(coord).then(|| self.win(coord, !self.position.to_move())).flatten()
    }

    /// A cell on which the side to move wins at once.
    pub(super) fn five(&self) -> Option<Coord> {
        let own = self.position.to_move();
        if self.fours[own.index()] == 0 {
            return None;
        }
        self.position
            .stones()
            .iter()
            .filter(|(_, stone)| stone.color() == Some(own))
            .flat_map(|&(coord, _)| self.neighbors(coord))
            .find(|&coord| self.is_empty(coord) && self.win(coord, own).is_some())
    }

    fn neighbors(&self, coord: Coord) -> impl Iterator<Item = Coord> + '_ {
        Direction::ALL
            .into_iter()
            .flat_map(|direction| [1, -1].map(|sense| (direction, sense)))
            .filter_map(move |(direction, sense)| self.steps(coord, direction, sense))
    }

    /// The ends of the line with which `color` would win on the cell: the cells beyond the run.
    fn win(&self, coord: Coord, color: Color) -> Option<[Option<Coord>; 2]> {
        if self.fours[color.index()] == 0 {
            return None;
        }
        let four = 4 * [BLACK, WHITE][color.index()];
        let has_four = |direction: &Direction| {
            self.windows_through(coord, *direction).any(|index| self.windows[index] == four)
        };
        Direction::ALL.into_iter().filter(has_four).find_map(|direction| {
            let (ahead, front) = self.run(coord, direction, 1, color);
            let (behind, back) = self.run(coord, direction, -1, color);
            let is_blocked = |end: Option<Coord>| {
                end.and_then(|end| self.position.stone_at(end)) == Some(Stone::from(!color))
            };
            let both = is_blocked(front) && is_blocked(back);
            self.position.rule().is_win(color, ahead + behind + 1, both).then_some([front, back])
        })
    }

    /// Stones of the color in a row from the cell on, and the first cell that holds none of them.
    fn run(
        &self,
        coord: Coord,
        direction: Direction,
        sense: i32,
        color: Color,
    ) -> (usize, Option<Coord>) {
        let mut length = 0;
        let mut at = self.steps(coord, direction, sense);
        while let Some(next) =
            at.filter(|&next| self.position.stone_at(next).and_then(Stone::color) == Some(color))
        {
            length += 1;
            at = self.steps(next, direction, sense);
        }
        (length, at)
    }

    fn steps(&self, coord: Coord, direction: Direction, steps: i32) -> Option<Coord> {
        let (dx, dy) = direction.delta();
        let x = i32::from(coord.x) + steps * dx;
        let y = i32::from(coord.y) + steps * dy;
        let coord = Coord::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        self.position.size().contains(coord).then_some(coord)
    }
}
