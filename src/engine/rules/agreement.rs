//! Compares the fast test for forbidden points, [`super::forbidden`], with the definition-shaped
//! one, [`super::reference`], on boards built for this purpose.
//!
//! Random boards are rarely hard cases. So most boards have stars of stones on the four lines
//! through a cell, and stars around the ends of such lines (where a three becomes a four, the
//! definition recurses). Some points are blocked. Each board is varied by single stones.

use super::{forbidden, reference};
use crate::board::{Board, Combined, Position, notation};
use crate::types::rule::Renju;
use crate::types::{BoardSize, Color, Coord, Direction, Point, Rule, Stone};
use crate::util::rng::Rng;

/// Of the drawn stones, one in this many becomes a blocked point.
const BLOCKED: usize = 12;

/// The counts of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Empty cells judged by both tests.
    pub cells: u64,
    /// Of these, cells whose combined class is suspect.
    pub sieved: u64,
    /// Of these, cells that are forbidden.
    pub forbidden: u64,
    /// Boards.
    pub boards: u64,
}

/// Compares both tests, including the kind, on at least `cells` empty cells of boards from `seed`.
///
/// # Errors
/// The first board and cell on which they differ, as a picture.
pub fn compare(cells: u64, seed: u64) -> Result<Agreement, String> {
    let mut rng = Rng::new(seed);
    let mut met = Agreement::default();
    let mut position = random_board(&mut rng);
    while met.cells < cells {
        position = match rng.below(8) {
            0 => random_board(&mut rng),
            1..=3 => star_board(&mut rng),
            _ => changed(&position, &mut rng),
        };
        compare_board(&position, &mut met)?;
    }
    Ok(met)
}

fn compare_board(position: &Position, met: &mut Agreement) -> Result<(), String> {
    let board = Board::<Renju>::from_position(position);
    met.boards += 1;
    for coord in position.empty_coords() {
        let point = Point::from_coord(coord);
        let fast = forbidden::forbidden(&board, point);
        let slow = reference::forbidden(position, coord);
        met.cells += 1;
        met.sieved += u64::from(board.combined(Color::Black, point) == Combined::Suspect);
        met.forbidden += u64::from(slow.is_some());
        if fast != slow {
            let picture = notation::picture(position, &[(coord, '!')]);
            return Err(format!("at {coord}: fast {fast:?}, reference {slow:?}\n{picture}"));
        }
    }
    Ok(())
}

fn empty_board(rng: &mut Rng) -> Position {
    let size = match rng.below(10) {
        0 => BoardSize::new(5 + rng.below(18) as u64, 5 + rng.below(18) as u64),
        1 => BoardSize::square(20),
        _ => BoardSize::square(15),
    };
    Position::new(Rule::Renju, size.expect("a size that exists"))
}

fn random_coord(size: BoardSize, rng: &mut Rng) -> Coord {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    Coord::new(rng.below(width) as u8, rng.below(height) as u8)
}

fn random_board(rng: &mut Rng) -> Position {
    let mut position = empty_board(rng);
    let size = position.size();
    for _ in 0..rng.below(size.area() * 2 / 3) {
        let stone = if rng.below(5) < 3 { Stone::Black } else { Stone::White };
        let coord = random_coord(size, rng);
        let _ = position.put(coord, or_blocked(stone, rng));
    }
    position
}

/// The stone, or rarely a blocked point.
fn or_blocked(stone: Stone, rng: &mut Rng) -> Stone {
    if rng.below(BLOCKED) == 0 { Stone::Blocked } else { stone }
}

/// One to four stars, the later ones around cells on lines of the first.
fn star_board(rng: &mut Rng) -> Position {
    let mut position = empty_board(rng);
    let center = random_coord(position.size(), rng);
    add_star(&mut position, center, rng);
    for _ in 0..rng.below(4) {
        if let Some(other) = on_line(position.size(), center, rng) {
            add_star(&mut position, other, rng);
        }
    }
    position
}

/// A cell one to four steps from `center` on one of its lines, if it is on the board.
fn on_line(size: BoardSize, center: Coord, rng: &mut Rng) -> Option<Coord> {
    let direction = Direction::ALL[rng.below(4)];
    let steps = [-4, -3, -2, -1, 1, 2, 3, 4][rng.below(8)];
    center.step(direction, steps).filter(|&coord| size.contains(coord))
}

/// Stones on the lines through a center that stays empty: mostly black, rarely white or blocked.
fn add_star(position: &mut Position, center: Coord, rng: &mut Rng) {
    let size = position.size();
    for _ in 0..8 + rng.below(12) {
        if let Some(coord) = on_line(size, center, rng) {
            let stone = if rng.below(8) == 0 { Stone::White } else { Stone::Black };
            let _ = position.put(coord, or_blocked(stone, rng));
        }
    }
}

/// The board with one to three stones added or removed.
fn changed(position: &Position, rng: &mut Rng) -> Position {
    let mut next = position.clone();
    for _ in 0..1 + rng.below(3) {
        let stone = rng.choose(next.stones()).copied();
        match stone {
            Some((coord, _)) if rng.below(2) == 0 => {
                let _ = next.remove(coord);
            }
            Some((near, _)) => {
                let stone = if rng.below(4) == 0 { Stone::White } else { Stone::Black };
                if let Some(coord) = on_line(next.size(), near, rng) {
                    let _ = next.put(coord, stone);
                }
            }
            None => return star_board(rng),
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_both_kinds_have_blocked_points() {
        let generators: [fn(&mut Rng) -> Position; 2] = [random_board, star_board];
        let is_blocked = |(_, stone): &(Coord, Stone)| *stone == Stone::Blocked;
        let mut rng = Rng::new(12);
        for generator in generators {
            let boards: Vec<Position> = (0..40).map(|_| generator(&mut rng)).collect();
            let with = boards.iter().filter(|board| board.stones().iter().any(is_blocked)).count();
            assert!(with > 10, "{with} of 40");
        }
    }

    #[test]
    fn fast_and_reference_agree_on_adversarial_boards() {
        let met = compare(150_000, 4).unwrap_or_else(|difference| panic!("{difference}"));
        // The boards must contain the hard cases that they are built for.
        assert!(met.forbidden > 1_000, "{met:?}");
        assert!(met.sieved > met.forbidden + 100, "{met:?}");
    }
}
