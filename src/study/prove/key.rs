//! Positions up to symmetry. A proof holds for all images of a position, so each is stored once, as
//! its *canonical* image.
//!
//! A key is exact: it contains the stones themselves, not a hash.

use thiserror::Error;

use tengen_engine::board::notation::{self, NotationError};
use tengen_engine::board::{PlaceError, Position, Symmetry};
use tengen_engine::types::{BoardSize, Color, Coord, Stone};

/// The stones of a canonical position: the number of black ones, the black cells, the white cells,
/// each sorted; a cell is `y · width + x`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProofKey(Box<[u16]>);

impl ProofKey {
    /// Stones of both players.
    pub fn stones(&self) -> usize {
        self.0.len() - 1
    }
}

/// Text that is not a position of a proof.
#[derive(Debug, Error)]
pub enum KeyError {
    /// No slash between the colors.
    #[error("seen '{seen}', expected black and white stones such as h8i9/g7")]
    Slash {
        /// The text.
        seen: String,
    },
    /// Not a run of points.
    #[error(transparent)]
    Point(#[from] NotationError),
    /// A cell that is not free.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// Not the canonical image.
    #[error("seen '{seen}', expected its canonical image '{expected}'")]
    Image {
        /// The text.
        seen: String,
        /// The canonical one.
        expected: String,
    },
}

/// What all positions of a proof have in common: rule, board, blocked points and the side to move
/// at each number of stones.
#[derive(Clone, Debug)]
pub struct ProofFrame {
    /// The board without stones; blocked points are on it.
    empty: Position,
    /// Symmetries that map the blocked points to themselves. The identity comes first.
    symmetries: Vec<Symmetry>,
    /// The side to move when the number of stones is even.
    at_even: Color,
}

impl ProofFrame {
    /// The frame of all positions that can follow `root`.
    pub fn of(root: &Position) -> Self {
        let mut empty = Position::new(root.rule(), root.size());
        let mut blocked = Vec::new();
        for &(coord, stone) in root.stones().iter().filter(|(_, stone)| stone.color().is_none()) {
            // The stones of a position are on different cells of its board.
            let _ = empty.put(coord, stone);
            blocked.push(coord);
        }
        let size = root.size();
        let is_fixed = |symmetry: &Symmetry| {
            blocked.iter().all(|&coord| blocked.contains(&symmetry.apply(coord, size)))
        };
        let symmetries = Symmetry::all(size).filter(is_fixed).collect();
        let stones = root.stones().len() - blocked.len();
        let at_even = if stones.is_multiple_of(2) { root.to_move() } else { !root.to_move() };
        Self { empty, symmetries, at_even }
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.empty.size()
    }

    /// The cells that stones can be on.
    pub fn cells(&self) -> usize {
        self.size().area() - self.empty.stones().len()
    }

    /// The side to move with this many stones.
    pub fn to_move(&self, stones: usize) -> Color {
        if stones.is_multiple_of(2) { self.at_even } else { !self.at_even }
    }

    /// The key of a position, and the symmetry that maps the position to its canonical image.
    pub fn canonical(&self, position: &Position) -> (ProofKey, Symmetry) {
        let images = self.symmetries.iter().map(|&by| (self.image(position, by), by));
        // The identity is always there.
        let least = images.min_by(|(a, _), (b, _)| a.cmp(b));
        let (cells, by) = least.unwrap_or_else(|| (Vec::new(), self.symmetries[0]));
        (ProofKey(cells.into_boxed_slice()), by)
    }

    fn image(&self, position: &Position, by: Symmetry) -> Vec<u16> {
        let mut cells = vec![position.count(Color::Black) as u16];
        for color in Color::BOTH {
            let start = cells.len();
            let own = position.stones().iter().filter(|(_, stone)| stone.color() == Some(color));
            cells.extend(own.map(|&(coord, _)| self.cell(by.apply(coord, self.size()))));
            cells[start..].sort_unstable();
        }
        cells
    }

    fn cell(&self, coord: Coord) -> u16 {
        u16::from(coord.y) * u16::from(self.size().width()) + u16::from(coord.x)
    }

    fn coord(&self, cell: u16) -> Coord {
        let width = u16::from(self.size().width());
        // Both are smaller than a side of the board.
        Coord::new((cell % width) as u8, (cell / width) as u8)
    }

    /// The points of a key, black and white.
    fn points(&self, key: &ProofKey) -> [Vec<Coord>; 2] {
        let (black, white) = key.0[1..].split_at(usize::from(key.0[0]));
        [black, white].map(|cells| cells.iter().map(|&cell| self.coord(cell)).collect())
    }

    /// The canonical position of a key.
    pub fn position(&self, key: &ProofKey) -> Position {
        let mut position = self.empty.clone();
        for (color, points) in Color::BOTH.into_iter().zip(self.points(key)) {
            for coord in points {
                let _ = position.put(coord, Stone::from(color));
            }
        }
        position.set_to_move(self.to_move(key.stones()));
        position
    }

    /// The key after a move in the canonical position, which must be empty there, and the symmetry
    /// that maps that position to the canonical one.
    pub fn after(&self, position: &Position, play: Coord) -> (ProofKey, Symmetry) {
        let mut next = position.clone();
        let _ = next.play(play);
        self.canonical(&next)
    }

    /// A key as text: black stones, a slash, white stones, each sorted by row from the top.
    pub fn write(&self, key: &ProofKey) -> String {
        let [black, white] = self.points(key).map(|p| notation::write_moves(p, self.size()));
        format!("{black}/{white}")
    }

    /// Reads what [`ProofFrame::write`] wrote.
    ///
    /// # Errors
    /// If it is not a canonical position of this board.
    pub fn read(&self, text: &str) -> Result<ProofKey, KeyError> {
        let (black, white) =
            text.split_once('/').ok_or_else(|| KeyError::Slash { seen: text.to_owned() })?;
        let mut position = self.empty.clone();
        for (color, points) in Color::BOTH.into_iter().zip([black, white]) {
            for coord in notation::parse_moves(points, self.size())? {
                position.put(coord, Stone::from(color))?;
            }
        }
        let (key, _) = self.canonical(&position);
        let expected = self.write(&key);
        match expected == text {
            true => Ok(key),
            false => Err(KeyError::Image { seen: text.to_owned(), expected }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::Rule;
    use tengen_engine::util::rng::Rng;

    fn board(side: u64) -> Position {
        Position::new(Rule::Freestyle, BoardSize::square(side).unwrap())
    }

    fn played(root: &Position, moves: &str) -> Position {
        let mut position = root.clone();
        for coord in notation::parse_moves(moves, root.size()).unwrap() {
            position.play(coord).unwrap();
        }
        position
    }

    #[test]
    fn the_images_of_a_game_have_one_key_which_comes_back_as_text() {
        let root = board(9);
        let frame = ProofFrame::of(&root);
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            let mut moves: Vec<Coord> = root.size().coords().collect();
            rng.shuffle(&mut moves);
            moves.truncate(7);
            let keys: Vec<ProofKey> = Symmetry::all(root.size())
                .map(|by| {
                    let mut position = root.clone();
                    for &coord in &moves {
                        position.play(by.apply(coord, root.size())).unwrap();
                    }
                    frame.canonical(&position).0
                })
                .collect();
            assert!(keys.iter().all(|key| *key == keys[0]));
            assert_eq!(frame.read(&frame.write(&keys[0])).unwrap(), keys[0]);
            assert_eq!(frame.canonical(&frame.position(&keys[0])).0, keys[0]);
            assert_eq!(frame.position(&keys[0]).to_move(), Color::White);
        }
    }

    #[test]
    fn the_symmetry_maps_the_position_to_its_key() {
        let root = board(7);
        let frame = ProofFrame::of(&root);
        let position = played(&root, "a7b2c3g1");
        let (key, by) = frame.canonical(&position);
        let image = frame.position(&key);
        for &(coord, stone) in position.stones() {
            assert_eq!(image.stone_at(by.apply(coord, root.size())), Some(stone));
        }
    }

    #[test]
    fn a_blocked_point_leaves_only_the_symmetries_that_keep_it() {
        let mut root = board(5);
        root.put(Coord::new(0, 0), Stone::Blocked).unwrap();
        let frame = ProofFrame::of(&root);
        let key = |moves| frame.canonical(&played(&root, moves)).0;
        assert_eq!(key("b5"), key("a4"));
        assert_ne!(key("b5"), key("b1"));
        assert_eq!(frame.position(&key("b5")).stone_at(Coord::new(0, 0)), Some(Stone::Blocked));
    }

    #[test]
    fn text_that_is_no_canonical_position_is_refused() {
        let frame = ProofFrame::of(&board(15));
        for wrong in ["", "h8", "h8/h8", "h8/p1", "o1/", "h8/h7i8"] {
            assert!(frame.read(wrong).is_err(), "{wrong}");
        }
        assert!(frame.read("/").is_ok_and(|key| key.stones() == 0));
    }
}
