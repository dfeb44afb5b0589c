//! How the mock plays: a win if there is one, else the opponent's winning point, else where lines
//! are long; always the same move in the same position. Good enough to end games and to pass the
//! judge's probes, fast enough for thousands of games.

use tengen_engine::board::Position;
use tengen_engine::rules::legality::{Ending, ending_after, is_legal};
use tengen_engine::types::{Color, Coord, Stone};
use tengen_engine::util::rng::Rng;

use super::is_stone;

/// The value of a line of five or more in [`worth`].
const FIVE: u32 = 8u32.pow(4);

/// The move; the board must not be full.
pub(super) fn choose(position: &Position) -> Coord {
    let own = position.to_move();
    let legal: Vec<Coord> =
        position.empty_coords().filter(|&coord| is_legal(position, coord)).collect();
    for color in [own, !own] {
        if let Some(&coord) = legal.iter().find(|&&coord| wins(position, coord, color)) {
            return coord;
        }
    }
    let stones = position.stones().len() as u64;
    let mut rng = Rng::new(stones.wrapping_mul(977) ^ fingerprint(position));
    let value = |coord: Coord| {
        let of = |color| Some(worth(position, coord, color)).filter(|&worth| worth < FIVE);
        of(own).unwrap_or(0) * 2 + of(!own).unwrap_or(0) * 3 / 2
    };
    let best = legal.iter().map(|&coord| (value(coord), rng.next_u64(), coord)).max();
    best.map(|(_, _, coord)| coord).or_else(|| position.empty_coords().next()).unwrap()
}

/// Whether a stone of the color on the point would end the game.
fn wins(position: &Position, coord: Coord, color: Color) -> bool {
    if worth(position, coord, color) < FIVE {
        return false;
    }
    let mut after = position.clone();
    after.put(coord, Stone::from(color)).unwrap();
    matches!(ending_after(&after, coord), Some(Ending::Win { .. }))
}

/// A hash of the position.
fn fingerprint(position: &Position) -> u64 {
    position.stones().iter().fold(7, |sum: u64, (coord, _)| {
        sum.wrapping_mul(31).wrapping_add(u64::from(coord.x) * 256 + u64::from(coord.y))
    })
}

/// How long the lines of the color through the point would be.
fn worth(position: &Position, coord: Coord, color: Color) -> u32 {
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let length = |(dx, dy): (i32, i32)| {
        let run = |sign: i32| {
            (1..5)
                .take_while(|step| {
                    let x = i32::from(coord.x) + sign * step * dx;
                    let y = i32::from(coord.y) + sign * step * dy;
                    let point = u8::try_from(x).ok().zip(u8::try_from(y).ok());
                    point.is_some_and(|(x, y)| {
                        is_stone(position, Coord::new(x, y), Stone::from(color))
                    })
                })
                .count() as u32
        };
        8u32.pow((run(1) + run(-1)).min(4))
    };
    directions.into_iter().map(length).sum()
}
