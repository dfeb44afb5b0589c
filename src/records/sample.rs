//! A game for tests, also those of other crates.

#[cfg(test)]
mod any;

use super::game::{GameRecord, GameSide, Opening, PlayedMove};
use super::outcome::GameOutcome;
use super::verdict::Verdict;
use tengen_engine::types::{BoardSize, Color, Coord, ForbiddenKind, Rule};

#[cfg(test)]
pub(crate) use self::any::*;

/// A short game with everything in it.
///
/// # Panics
/// Never: 15 is a size.
pub fn game() -> GameRecord {
    let moved = |x, y, time_ms| PlayedMove::new(Coord::new(x, y), Some(time_ms));
    GameRecord {
        game: 4,
        round: 2,
        pair: 2,
        black: GameSide { player: 1, name: "alpha".into() },
        white: GameSide { player: 0, name: "beta".into() },
        rule: Rule::Renju,
        size: BoardSize::square(15).unwrap(),
        opening: Opening { name: "2".into(), moves: vec![Coord::new(7, 7)] },
        swap2: None,
        moves: vec![
            PlayedMove { depth: Some(9), value: Some(-12), nodes: Some(77), ..moved(7, 8, 12) },
            moved(0, 14, 345),
        ],
        outcome: GameOutcome::Ended {
            winner: Some(Color::White),
            verdict: Verdict::Forbidden(ForbiddenKind::DoubleThree),
        },
        attempt: Some(Coord::new(8, 8)),
        note: Some("played i7".into()),
        started_ms: Some(1_700_000_000_000),
        dates: None,
        duration_ms: 400,
        memory_kib: None,
    }
}
