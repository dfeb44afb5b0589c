//! Raw stones for the checker; finds wins by counting runs.

use crate::board::Position;
use crate::rules::legality;
use crate::types::{Color, Coord, Direction, Point, PointSet, Stone};
use crate::util::rng::Rng;

/// A stone in the count of five cells.
const BLACK: u8 = 1;
const WHITE: u8 = 16;
/// The count of five cells that are not all on the board: more than any number of stones.
const OFF_BOARD: u8 = 128;
/// Cells around the board, as many as a window reaches beyond a cell.
const MARGIN: usize = 4;

/// A position with fast queries for fives.
pub(super) struct Grid {
    position: Position,
    key: u128,
    /// Stones in every window of five cells, by direction and first cell of the board with its
    /// margins: the number of black stones times [`BLACK`] plus the number of white ones times
    /// [`WHITE`]. Blocked points count for both colors.
    windows: [Vec<u8>; 4],
    /// Cells of a row with its margin.
    stride: usize,
    /// The number of windows with four stones of one color and an empty cell: if 0, no five is
    /// possible.
    fours: [usize; 2],
}

impl Grid {
    pub(super) fn new(position: &Position) -> Self {
        let size = position.size();
        // The right margin of a row is the left margin of the next one.
        let stride = usize::from(size.width()) + MARGIN;
        let cells = stride * (usize::from(size.height()) + 2 * MARGIN) + MARGIN;
        let windows = [(); 4].map(|()| vec![OFF_BOARD; cells]);
        let mut grid = Self { position: position.clone(), key: 0, windows, stride, fours: [0; 2] };
        for coord in size.coords() {
            let cell = grid.cell(coord);
            for direction in Direction::ALL {
                if grid.steps(coord, direction, 4).is_some() {
                    grid.windows[direction.index()][cell] = 0;
                }
            }
        }
        for &(coord, stone) in position.stones() {
            match stone.color() {
                Some(color) => grid.count(coord, color, true),
                None => Color::BOTH.into_iter().for_each(|color| grid.count(coord, color, true)),
            }
        }
        grid
    }

    /// The index of a cell in the windows.
    fn cell(&self, coord: Coord) -> usize {
        (usize::from(coord.y) + MARGIN) * self.stride + usize::from(coord.x) + MARGIN
    }

    /// From a cell to the next one in a direction, which goes right or down.
    fn step(&self, direction: Direction) -> usize {
        let (dx, dy) = direction.delta();
        (dy * self.stride as i32 + dx) as usize
    }

    /// Adds a stone to the windows around it, or removes it.
    fn count(&mut self, coord: Coord, color: Color, is_new: bool) {
        let stone = [BLACK, WHITE][color.index()];
        let change = if is_new { stone } else { stone.wrapping_neg() };
        let cell = self.cell(coord);
        let [mut black, mut white] = self.fours;
        for direction in Direction::ALL {
            let step = self.step(direction);
            let windows = &mut self.windows[direction.index()];
            for back in 0..5 {
                let window = &mut windows[cell - back * step];
                let before = *window;
                let after = before.wrapping_add(change);
                *window = after;
                black = black + usize::from(after == 4 * BLACK) - usize::from(before == 4 * BLACK);
                white = white + usize::from(after == 4 * WHITE) - usize::from(before == 4 * WHITE);
            }
        }
        self.fours = [black, white];
    }

    /// The stones in the windows that contain a cell.
    fn windows_through(&self, coord: Coord, direction: Direction) -> impl Iterator<Item = u8> + '_ {
        let (cell, step) = (self.cell(coord), self.step(direction));
        let windows = &self.windows[direction.index()];
        (0..5).map(move |back| windows[cell - back * step])
    }

    /// The empty cells of lines of five that hold at least this many stones of `color` and no
    /// others.
    pub(super) fn on_lines_of(&self, color: Color, least: u8) -> PointSet {
        let stone = [BLACK, WHITE][color.index()];
        let is_wanted =
            |count: u8| count.is_multiple_of(stone) && (least..5).contains(&(count / stone));
        let mut cells = PointSet::EMPTY;
        for coord in self.position.size().coords() {
            let cell = self.cell(coord);
            for direction in Direction::ALL {
                if is_wanted(self.windows[direction.index()][cell]) {
                    let line = (0..5).filter_map(|at| self.steps(coord, direction, at));
                    let empty = line.filter(|&cell| self.is_empty(cell));
                    empty.for_each(|cell| cells.insert(Point::from_coord(cell)));
                }
            }
        }
        cells
    }

    /// The side to move.
    pub(super) fn to_move(&self) -> Color {
        self.position.to_move()
    }

    /// Passes: the other side is to move.
    pub(super) fn pass(&mut self) {
        self.position.set_to_move(!self.position.to_move());
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
        self.own_win_at(coord).is_some()
    }

    /// If the side to move wins at once on an empty cell: the cells at the ends of its line.
    pub(super) fn own_win_at(&self, coord: Coord) -> Option<[Option<Coord>; 2]> {
        self.win(coord, self.position.to_move())
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
            self.windows_through(coord, *direction).any(|stones| stones == four)
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
        coord.step(direction, steps).filter(|&coord| self.position.size().contains(coord))
    }
}
