//! Whether two stones make the same figure.

use crate::board::Position;
use crate::types::{Coord, Stone};

/// The stones of a position and one more of the side to move on `extra`, in a form that is the same
/// for all figures that can be turned, mirrored and moved into each other.
pub fn figure(position: &Position, extra: Coord) -> Vec<(i16, i16, Stone)> {
    let added = (extra, Stone::from(position.to_move()));
    let stones: Vec<_> = position.stones().iter().copied().chain([added]).collect();
    (0..8).map(|turn| placed(&stones, turn)).min_by_key(|image| sort_key(image)).unwrap_or_default()
}

/// Whether a stone on `one` makes the same figure as on `other`.
pub(crate) fn alike(position: &Position, one: Coord, other: Coord) -> bool {
    figure(position, one) == figure(position, other)
}

/// The image of the stones under one of the eight symmetries, moved to the corner and sorted.
fn placed(stones: &[(Coord, Stone)], turn: u8) -> Vec<(i16, i16, Stone)> {
    let turned = |&(coord, stone): &(Coord, Stone)| {
        let (x, y) = (i16::from(coord.x), i16::from(coord.y));
        let (x, y) = if turn & 4 == 0 { (x, y) } else { (y, x) };
        let x = if turn & 1 == 0 { x } else { -x };
        let y = if turn & 2 == 0 { y } else { -y };
        (x, y, stone)
    };
    let mut image: Vec<_> = stones.iter().map(turned).collect();
    let left = image.iter().map(|&(x, _, _)| x).min().unwrap_or(0);
    let top = image.iter().map(|&(_, y, _)| y).min().unwrap_or(0);
    for (x, y, _) in &mut image {
        *x -= left;
        *y -= top;
    }
    image.sort_by_key(|&stone| cell_key(stone));
    image
}

fn cell_key((x, y, stone): (i16, i16, Stone)) -> (i16, i16, u8) {
    (x, y, stone as u8)
}

fn sort_key(image: &[(i16, i16, Stone)]) -> Vec<(i16, i16, u8)> {
    image.iter().copied().map(cell_key).collect()
}
