//! The player: a position and a level in, a legal move out.

use std::cmp::Reverse;

use super::grid::{Index, ShapeGrid};
use super::search::{ClassicMove, HardSearch, Reach};
use super::skill::Skill;
use super::threats::double_threat;
use super::values::PointValues;
use crate::board::Position;
use crate::rules::legality;
use crate::types::{Color, Coord};
use crate::util::rng::Rng;

/// The classic player.
#[derive(Clone, Debug, Default)]
pub struct ClassicPlayer {
    /// The values of shapes.
    pub values: PointValues,
    /// How far the skill *hard* looks.
    pub reach: Reach,
    /// Chooses among equal points; `None`: the first one.
    pub ties: Option<Rng>,
}

impl ClassicPlayer {
    /// Chooses a move. `is_over` is called between positions and stops the search.
    pub fn choose(
        &mut self,
        position: &Position,
        skill: Skill,
        excluded: &[Coord],
        is_over: &mut dyn FnMut() -> bool,
    ) -> ClassicMove {
        let only = |best| ClassicMove { best, value: 0, depth: 0, nodes: 0 };
        let usable =
            |coord: &Coord| !excluded.contains(coord) && legality::is_legal(position, *coord);
        let values = self.values.clone();
        let mut grid = ShapeGrid::new(position, &values);
        if let Some(coord) = urgent(&grid, usable) {
            return only(Some(coord));
        }
        let mut decision = only(None);
        if skill == Skill::Threats {
            decision.best = [position.to_move(), !position.to_move()]
                .into_iter()
                .find_map(|color| double_threat(&mut grid, color, is_over))
                .map(|index| grid.coord(index));
        } else if skill >= Skill::Hard {
            decision = HardSearch::new(&mut grid, self.reach, is_over).run();
        }
        decision.best = decision.best.filter(usable).or_else(|| {
            let looked = self.ranked(&grid, position.to_move()).into_iter();
            let coords = looked.map(|index| grid.coord(index));
            let center = position.size().center();
            let rest = || legality::legal_moves(position).into_iter().find(usable);
            coords.chain([center]).find(usable).or_else(rest)
        });
        decision
    }

    /// The points near stones with their values for the side to move, row by row.
    pub fn looks(&self, position: &Position) -> Vec<(Coord, i32)> {
        let grid = ShapeGrid::new(position, &self.values);
        let own = position.to_move();
        grid.candidates().map(|index| (grid.coord(index), grid.score(index, own))).collect()
    }

    /// The points near stones by their value, best first.
    fn ranked(&mut self, grid: &ShapeGrid<'_>, own: Color) -> Vec<Index> {
        let mut points: Vec<(i32, u64, Index)> = grid
            .candidates()
            .map(|index| {
                let tie = self.ties.as_mut().map_or(0, Rng::next_u64);
                (grid.score(index, own), tie, index)
            })
            .collect();
        points.sort_by_key(|&(score, tie, index)| (Reverse(score), tie, index));
        points.into_iter().map(|(_, _, index)| index).collect()
    }
}

/// The points on which a color wins at once, row by row.
pub fn fives(position: &Position, color: Color) -> Vec<Coord> {
    let values = PointValues::default();
    let grid = ShapeGrid::new(position, &values);
    let fives = grid.candidates().filter(|&index| grid.makes_five(index, color));
    fives.map(|index| grid.coord(index)).collect()
}

/// A five to make, else a five to stop.
fn urgent(grid: &ShapeGrid<'_>, usable: impl Fn(&Coord) -> bool) -> Option<Coord> {
    let own = grid.to_move();
    [own, !own].into_iter().find_map(|color| {
        let fives = grid.candidates().filter(|&index| grid.makes_five(index, color));
        fives.map(|index| grid.coord(index)).filter(&usable).min()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::types::{BoardSize, Rule};

    fn best(rule: Rule, skill: Skill, text: &str, to_move: Color) -> Coord {
        let mut position = parse_picture(rule, text).unwrap();
        position.set_to_move(to_move);
        let decision = ClassicPlayer::default().choose(&position, skill, &[], &mut || false);
        decision.best.unwrap()
    }

    const FOURS: &str = "
        . . . . . . . . .
        . O X X X X . . .
        . . . . . . . . .
        . . O O O O . . .
        . . . . . . . . .
        ";

    #[test]
    fn every_level_makes_five_before_it_stops_one() {
        for level in Skill::ALL {
            assert_eq!(best(Rule::Freestyle, level, FOURS, Color::Black), Coord::new(6, 1));
            let stopped = FOURS.replace("O O O O", "O O O .");
            assert_eq!(best(Rule::Freestyle, level, &stopped, Color::White), Coord::new(6, 1));
        }
    }

    #[test]
    fn a_foul_is_never_played() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . X . . . .
            . . . . X . . . .
            . . X X . . . . .
            . . . . . . . . .
            . O . O . . O . O
            . . . . . . . . .
            . . . . . . . . .
            ";
        for level in Skill::ALL {
            assert_ne!(best(Rule::Renju, level, text, Color::Black), Coord::new(4, 4));
        }
        assert_eq!(best(Rule::Freestyle, Skill::Threats, text, Color::Black), Coord::new(4, 4));
    }

    #[test]
    fn every_board_has_a_first_move() {
        for (width, height) in [(5, 5), (181, 181), (5, 181)] {
            let position = Position::new(Rule::Renju, BoardSize::new(width, height).unwrap());
            for level in Skill::ALL {
                let decision =
                    ClassicPlayer::default().choose(&position, level, &[], &mut || false);
                assert_eq!(decision.best, Some(position.size().center()));
            }
        }
    }

    #[test]
    fn ties_are_drawn_by_seed() {
        let text = ". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . .\n";
        let position = parse_picture(Rule::Freestyle, text).unwrap();
        let drawn = |seed| {
            let mut player =
                ClassicPlayer { ties: Some(Rng::new(seed)), ..ClassicPlayer::default() };
            player.choose(&position, Skill::Easy, &[], &mut || false).best
        };
        assert_eq!(drawn(1), drawn(1));
        assert!((2..20).any(|seed| drawn(seed) != drawn(1)));
    }
}
