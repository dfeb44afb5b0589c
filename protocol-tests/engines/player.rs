//! How the mock plays: the same move in the same position, five if it can, and otherwise where lines
//! are long. Good enough to end games, quick enough for thousands.

use tengen::board::Position;
use tengen::rules::legality::is_legal;
use tengen::types::{Coord, Stone};
use tengen::util::rng::Rng;

use super::is_stone;

/// The move; the board must not be full.
pub fn choose(position: &Position) -> Coord {
    let own = Stone::from(position.to_move());
    let other = Stone::from(!position.to_move());
    let empty: Vec<Coord> = position.empty_coords().collect();
    let stones = position.stones().len() as u64;
    let mut rng = Rng::new(stones.wrapping_mul(977) ^ fingerprint(position));
    let value = |coord: Coord| {
        let attack = worth(position, coord, own);
        attack * 2 + worth(position, coord, other) * 3 / 2
    };
    let mut best: Vec<(u32, u64, Coord)> =
        empty.iter().map(|&coord| (value(coord), rng.next_u64(), coord)).collect();
    best.sort_unstable_by(|a, b| b.cmp(a));
    let legal = best.iter().find(|&&(_, _, coord)| is_legal(position, coord));
    legal.or(best.first()).map(|&(_, _, coord)| coord).unwrap()
}

/// A number that tells positions apart.
fn fingerprint(position: &Position) -> u64 {
    position.stones().iter().fold(7, |sum: u64, (coord, _)| {
        sum.wrapping_mul(31).wrapping_add(u64::from(coord.x) * 256 + u64::from(coord.y))
    })
}

/// How long the lines through the point would be.
fn worth(position: &Position, coord: Coord, stone: Stone) -> u32 {
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let length = |(dx, dy): (i32, i32)| {
        let run = |sign: i32| {
            (1..5)
                .take_while(|step| {
                    let x = i32::from(coord.x) + sign * step * dx;
                    let y = i32::from(coord.y) + sign * step * dy;
                    let point = u8::try_from(x).ok().zip(u8::try_from(y).ok());
                    point.is_some_and(|(x, y)| is_stone(position, Coord::new(x, y), stone))
                })
                .count() as u32
        };
        let stones = (run(1) + run(-1)).min(4);
        8u32.pow(stones)
    };
    directions.into_iter().map(length).sum()
}
