//! Boards over 22×22, which the padded board of the search does not hold.
//!
//! For now a player without search: it completes or stops what its lines show within five cells. The
//! classic player will take this place.

use crate::board::Position;
use crate::rules::legality::is_legal;
use crate::types::{Color, Coord, Direction, Stone};

/// The best looking legal move near the stones; the center of an empty board.
pub fn best_move(position: &Position, excluded: &[Coord]) -> Option<Coord> {
    let size = position.size();
    let near = candidates(position);
    let free = |coord: &Coord| position.is_empty_at(*coord) && !excluded.contains(coord);
    let mut scored: Vec<(i64, Coord)> =
        near.into_iter().filter(free).map(|coord| (score(position, coord), coord)).collect();
    scored.sort_by_key(|&(score, coord)| (std::cmp::Reverse(score), coord));
    let center = Some(size.center()).filter(free);
    let best = scored.into_iter().map(|(_, coord)| coord);
    best.chain(center).find(|&coord| is_legal(position, coord))
}

/// The points within two steps of a stone.
fn candidates(position: &Position) -> Vec<Coord> {
    let size = position.size();
    let mut points: Vec<Coord> = position
        .stones()
        .iter()
        .filter(|(_, stone)| *stone != Stone::Blocked)
        .flat_map(|&(center, _)| {
            (-2i32..=2).flat_map(move |dy| {
                (-2i32..=2).filter_map(move |dx| {
                    let x = u8::try_from(i32::from(center.x) + dx).ok()?;
                    let y = u8::try_from(i32::from(center.y) + dy).ok()?;
                    Some(Coord::new(x, y)).filter(|&coord| size.contains(coord))
                })
            })
        })
        .collect();
    points.sort_unstable();
    points.dedup();
    points
}

/// What the point gives both players; own lines count a little more.
fn score(position: &Position, coord: Coord) -> i64 {
    let own = position.to_move();
    Direction::ALL
        .into_iter()
        .map(|direction| {
            5 * line_score(position, coord, direction, own)
                + 4 * line_score(position, coord, direction, !own)
        })
        .sum()
}

/// The most promising five of the line through the point: the stones in it, weighted steeply.
fn line_score(position: &Position, coord: Coord, direction: Direction, color: Color) -> i64 {
    const WORTH: [i64; 5] = [1, 8, 60, 500, 20_000];
    let (dx, dy) = direction.delta();
    let at = |steps: i32| {
        let x = u8::try_from(i32::from(coord.x) + steps * dx).ok();
        let y = u8::try_from(i32::from(coord.y) + steps * dy).ok();
        let at = x.zip(y).map(|(x, y)| Coord::new(x, y));
        at.filter(|&at| position.size().contains(at)).map(|at| position.stone_at(at))
    };
    (-4..=0)
        .map(|first| {
            let others = (first..first + 5).filter(|&steps| steps != 0);
            let mut own = 0;
            for steps in others {
                match at(steps) {
                    Some(None) => {}
                    Some(Some(stone)) if stone.color() == Some(color) => own += 1,
                    _ => return 0,
                }
            }
            WORTH[own]
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Rule};

    #[test]
    fn a_four_is_completed_before_another_is_stopped() {
        let mut position = Position::new(Rule::Freestyle, BoardSize::square(40).unwrap());
        for x in 10..14 {
            position.play(Coord::new(x, 10)).unwrap();
            position.play(Coord::new(x, 20)).unwrap();
        }
        let best = best_move(&position, &[]).unwrap();
        assert_eq!(best.y, 10);
        assert!(best.x == 9 || best.x == 14);
        let other = best_move(&position, &[Coord::new(9, 10), Coord::new(14, 10)]).unwrap();
        assert_eq!(other.y, 20);
    }
}
