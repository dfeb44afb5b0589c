//! Why a point is forbidden to black: the stones of each overline, four and three that a stone
//! there would make, and the points that would complete them.

use super::Stones;
use crate::board::Position;
use crate::types::{Color, Coord, Direction, ForbiddenKind};

/// A forbidden point and the reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForbiddenReason {
    /// The first of overline, double four and double three that applies.
    pub kind: ForbiddenKind,
    /// The overlines, fours or threes.
    pub parts: Vec<Part>,
}

/// An overline, a four or a three that a stone on the point would make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its stones along the line, the one on the point included.
    pub stones: Vec<Coord>,
    /// The points that complete it: the fifth point of a four, both of a straight four, the points
    /// on which a three becomes a straight four; none for an overline.
    pub completed_at: Vec<Coord>,
}

/// Why the empty point is forbidden to black, if it is, see [`super::forbidden`].
pub fn reason(position: &Position, coord: Coord) -> Option<ForbiddenReason> {
    super::forbidden(position, coord)?;
    Stones::of(position).reason_at(coord)
}

/// All points forbidden to black under renju, row by row from the top; only the first ones if
/// `is_over` ends it.
pub fn reasons(position: &Position, is_over: impl Fn() -> bool) -> Vec<(Coord, ForbiddenReason)> {
    let mut stones = Stones::of(position);
    let points = position.empty_coords().take_while(|_| !is_over());
    points.filter_map(|coord| Some((coord, stones.reason_at(coord)?))).collect()
}

impl Stones {
    fn reason_at(&mut self, coord: Coord) -> Option<ForbiddenReason> {
        let kind = self.forbidden_at(coord)?;
        let parts = self.with_black(coord, |stones| match kind {
            ForbiddenKind::Overline => stones.overlines(coord),
            ForbiddenKind::DoubleFour => stones.fours(coord),
            ForbiddenKind::DoubleThree => stones.threes(coord),
        });
        Some(ForbiddenReason { kind, parts })
    }

    fn overlines(&self, p: Coord) -> Vec<Part> {
        let runs = Direction::ALL.into_iter().map(|direction| self.run(p, direction, Color::Black));
        let overlines = runs.filter(|run| run.length >= 6);
        overlines.map(|run| Part { stones: run.coords(), completed_at: Vec::new() }).collect()
    }

    fn fours(&mut self, p: Coord) -> Vec<Part> {
        let mut parts = Vec::new();
        for direction in Direction::ALL {
            let points = |steps: &[i32]| -> Vec<Coord> {
                steps.iter().filter_map(|&steps| p.step(direction, steps)).collect()
            };
            for four in self.fours_along(p, direction) {
                let (stones, completed_at) = (points(&four.stones), points(&four.fifths));
                parts.push(Part { stones, completed_at });
            }
        }
        parts
    }

    fn threes(&mut self, p: Coord) -> Vec<Part> {
        let mut parts = Vec::new();
        for direction in Direction::ALL {
            let mut part = Part { stones: Vec::new(), completed_at: Vec::new() };
            for q in self.straight_fours(p, direction) {
                if self.forbidden_at(q).is_some() {
                    continue;
                }
                let run = self.with_black(q, |stones| stones.run(q, direction, Color::Black));
                part.stones.extend(run.coords().into_iter().filter(|&coord| coord != q));
                part.completed_at.push(q);
            }
            if !part.completed_at.is_empty() {
                part.stones.sort_unstable_by_key(|coord| (coord.y, coord.x));
                part.stones.dedup();
                parts.push(part);
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{name, parse, parse_picture};
    use crate::types::Rule;

    /// The parts as `stones>completing points`.
    fn reasons(picture: &str, point: &str) -> Option<(ForbiddenKind, Vec<String>)> {
        let position = parse_picture(Rule::Renju, picture).unwrap();
        let size = position.size();
        let found = reason(&position, parse(point, size).unwrap())?;
        let names = |coords: &[Coord]| -> Vec<String> {
            coords.iter().map(|&coord| name(coord, size)).collect()
        };
        let part =
            |part: &Part| [names(&part.stones).join(" "), names(&part.completed_at).join(" ")];
        Some((found.kind, found.parts.iter().map(|p| part(p).join(">")).collect()))
    }

    #[test]
    fn a_double_three_names_its_threes_and_where_they_become_straight_fours() {
        let picture = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . X . . . .
            . . . . X . . . .
            . . X X . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            O O . . . . . . O";
        let (kind, parts) = reasons(picture, "e5").unwrap();
        assert_eq!(kind, ForbiddenKind::DoubleThree);
        assert_eq!(parts, ["c5 d5 e5>b5 f5", "e7 e6 e5>e8 e4"]);
        assert_eq!(reasons(picture, "f5"), None);
    }

    #[test]
    fn fours_and_overlines_are_named_with_their_stones() {
        let under = |row: &str| format!("{row}\n{}", ". . . . . . . . . . .\n".repeat(4));
        let two_fours = under("X . X X . . X . . . O");
        assert_eq!(
            reasons(&two_fours, "e5"),
            Some((
                ForbiddenKind::DoubleFour,
                vec!["a5 c5 d5 e5>b5".to_owned(), "c5 d5 e5 g5>f5".to_owned()]
            ))
        );
        let crossing = "
            . . . . O . . . .
            . . . . X . . . .
            . . . . X . . . .
            . . . . X . . . .
            . . X X . X . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            O O . . . . . . O";
        let straight_and_blocked = ["c5 d5 e5 f5>b5 g5", "e8 e7 e6 e5>e4"].map(str::to_owned);
        assert_eq!(
            reasons(crossing, "e5"),
            Some((ForbiddenKind::DoubleFour, straight_and_blocked.to_vec()))
        );
        let overline = under("X X X . X X . . . . O");
        let (kind, parts) = reasons(&overline, "d5").unwrap();
        assert_eq!((kind, parts), (ForbiddenKind::Overline, vec!["a5 b5 c5 d5 e5 f5>".to_owned()]));
    }
}
