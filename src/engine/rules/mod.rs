//! Layer 3: the rules of the game. May import `board` and below.
//!
//! [`mod@reference`] is written like the definitions of the rule book, for boards of every size;
//! referees, records and tests use it. [`forbidden`] is its fast twin for the search. [`legality`]
//! decides which moves are legal and how a game ends. [`opening`] is how the first stones are
//! placed and the colors assigned.

#[doc(hidden)]
pub mod agreement;
#[doc(hidden)]
pub mod forbidden;
pub mod legality;
pub mod opening;
pub mod reference;

use crate::board::{Board, Position};
use crate::types::rule::Renju;
use crate::types::{Coord, ForbiddenKind, Point, Rule};

/// All empty points forbidden to black, row by row from the top; none under every rule but renju.
/// The side to move does not matter.
///
/// It answers as [`reference::forbidden_points`], the definition, about a hundred times faster on
/// boards up to 22×22.
pub fn forbidden_points(position: &Position) -> Vec<(Coord, ForbiddenKind)> {
    if position.rule() != Rule::Renju || !position.size().is_fast() {
        return reference::forbidden_points(position);
    }
    let board = Board::<Renju>::from_position(position);
    let kind = |coord| forbidden::forbidden(&board, Point::from_coord(coord));
    position.empty_coords().filter_map(|coord| Some((coord, kind(coord)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::BoardSize;
    use crate::util::rng::Rng;

    #[test]
    fn fast_forbidden_points_are_those_of_the_definition() {
        let (mut rng, mut found) = (Rng::new(5), 0);
        for side in [9, 15, 22].repeat(40) {
            let mut position = Position::new(Rule::Renju, BoardSize::square(side).unwrap());
            for _ in 0..side * side / 3 {
                let empty: Vec<Coord> = position.empty_coords().collect();
                position.play(*rng.choose(&empty).unwrap()).unwrap();
            }
            let expected = reference::forbidden_points(&position);
            assert_eq!(forbidden_points(&position), expected);
            found += expected.len();
        }
        assert!(found > 20, "{found}");
    }
}
