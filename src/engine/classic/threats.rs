//! The level *threats*: a few of the attacker's own forcing moves, fours and open threes, until one
//! point makes two threats at once: an open four, two fours, a four and an open three, or two open
//! threes.

use super::grid::{Index, ShapeGrid};
use super::values::ThreatLevel;
use crate::types::Color;

/// Forcing moves before the double threat.
const DEPTH: u32 = 3;
/// Most positions visited.
const MOST: u64 = 20_000;
/// The clock is read once per this many positions.
const POLL: u64 = 16;

/// The first move of a forcing line of `attacker` to a double threat, with either side to move.
pub fn double_threat(
    grid: &mut ShapeGrid<'_>,
    attacker: Color,
    is_over: &mut dyn FnMut() -> bool,
) -> Option<Index> {
    let to_move = grid.to_move();
    grid.set_to_move(attacker);
    let mut hunt = Hunt { grid, attacker, positions: 0, is_stopped: false, is_over };
    // The shortest line first.
    let found = (0..=DEPTH).find_map(|depth| hunt.attack(depth));
    grid.set_to_move(to_move);
    found
}

struct Hunt<'a, 'g> {
    grid: &'a mut ShapeGrid<'g>,
    attacker: Color,
    positions: u64,
    /// Whether the search has been stopped.
    is_stopped: bool,
    is_over: &'a mut dyn FnMut() -> bool,
}

impl Hunt<'_, '_> {
    fn attack(&mut self, depth: u32) -> Option<Index> {
        self.positions += 1;
        self.is_stopped |=
            self.positions > MOST || (self.positions.is_multiple_of(POLL) && (self.is_over)());
        if self.is_stopped {
            return None;
        }
        let defender_has_fours = self.points(!self.attacker, ThreatLevel::Four).next().is_some();
        let points: Vec<Index> = self.points(self.attacker, ThreatLevel::OpenThree).collect();
        let kinds = |hunt: &Self, index: Index| {
            let threats = hunt.grid.threats(index, hunt.attacker);
            let fours = threats.iter().filter(|&&threat| threat >= ThreatLevel::Four).count();
            let threes = threats.iter().filter(|&&threat| threat == ThreatLevel::OpenThree).count();
            let open = threats.iter().any(|&threat| threat >= ThreatLevel::OpenFour);
            (fours, threes, open)
        };
        let is_double = |&&index: &&Index| {
            let (fours, threes, open) = kinds(self, index);
            open || fours > 1 || (fours > 0 && threes > 0) || (threes > 1 && !defender_has_fours)
        };
        if let Some(&index) = points.iter().find(is_double) {
            return Some(index);
        }
        if depth == 0 {
            return None;
        }
        points.into_iter().find(|&index| {
            let is_four = kinds(self, index).0 > 0;
            (is_four || !defender_has_fours) && self.goes_on(index, depth - 1)
        })
    }

    /// Whether the line continues after a forcing move, whichever natural reply follows.
    fn goes_on(&mut self, index: Index, depth: u32) -> bool {
        self.grid.place(index);
        let least = if self.points(self.attacker, ThreatLevel::Five).next().is_some() {
            ThreatLevel::Five
        } else {
            ThreatLevel::OpenFour
        };
        let replies: Vec<Index> = self.points(self.attacker, least).collect();
        // Two fives cannot be stopped; that would have been a double threat before.
        let holds = !replies.is_empty()
            && replies.into_iter().all(|reply| {
                self.grid.place(reply);
                let stops = self.points(!self.attacker, ThreatLevel::Five).next().is_none();
                let goes_on = stops && self.attack(depth).is_some();
                self.grid.undo(reply);
                goes_on
            });
        self.grid.undo(index);
        holds
    }

    /// The points on which a color makes such a threat or a greater one.
    fn points(&self, color: Color, least: ThreatLevel) -> impl Iterator<Item = Index> + '_ {
        self.grid.candidates().filter(move |&index| {
            self.grid.threats(index, color).into_iter().any(|threat| threat >= least)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::classic::PointValues;
    use crate::types::{Coord, Rule};

    fn found(text: &str) -> Option<Coord> {
        let position = parse_picture(Rule::Freestyle, text).unwrap();
        let values = PointValues::default();
        let mut grid = ShapeGrid::new(&position, &values);
        let index = double_threat(&mut grid, Color::Black, &mut || false);
        index.map(|index| grid.coord(index))
    }

    #[test]
    fn the_end_of_time_ends_it() {
        // There are fours everywhere, and none of them leads to a win.
        let row = "O X X X . . . . . . . . O X X X . . .\n".to_owned()
            + &". . . . . . . . . . . . . . . . . . .\n".repeat(3);
        let position = parse_picture(Rule::Freestyle, &row.repeat(4)).unwrap();
        let values = PointValues::default();
        let mut grid = ShapeGrid::new(&position, &values);
        let mut asked = 0;
        let mut is_over = || {
            asked += 1;
            asked > 1
        };
        assert_eq!(double_threat(&mut grid, Color::Black, &mut is_over), None);
        assert_eq!(asked, 2, "nothing is looked at once it is over");
    }

    #[test]
    fn a_four_leads_to_a_four_three() {
        // A four on the left adds a stone that makes a three with the column.
        let text = "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . O X X X . . . . .
            . . . . . . X . . . .
            . . . . . . X . . . .
            . . . . . . . . . . .
            . O . O . . . . . . .
            . . . . . . . . . . .
            ";
        assert_eq!(found(text), Some(Coord::new(6, 4)));
        let apart = text.replace(
            "X . . . .\n            . . . . . . X",
            ". . . . .\n            . . . . . . .",
        );
        assert_eq!(found(&apart), None);
    }
}
