//! Moves to try first where the search knows nothing better: those of a certificate for another
//! rule or another board. Most wins under freestyle are also wins under the other rules, and most
//! wins around the center of 15×15 are also wins on 17×17.
//!
//! Advice proves nothing and is not written to the journal.

use std::collections::BTreeMap;

use super::certificate::Certificate;
use super::key::{ProofFrame, ProofKey};
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Coord};
use tengen_records::positions::PositionError;

/// The attacker's moves by position.
#[derive(Clone, Debug, Default)]
pub struct Advice(Vec<Source>);

/// The moves of one certificate, points of its canonical positions.
#[derive(Clone, Debug)]
struct Source {
    frame: ProofFrame,
    moves: BTreeMap<ProofKey, Coord>,
}

impl Advice {
    /// Takes over the moves of a certificate. Certificates added earlier take precedence.
    ///
    /// # Errors
    /// If its claim has no position.
    pub fn add(&mut self, certificate: Certificate) -> Result<(), PositionError> {
        let frame = ProofFrame::of(&certificate.position()?);
        self.0.push(Source { frame, moves: certificate.entries });
        Ok(())
    }

    /// The move for a position.
    pub fn get(&self, position: &Position) -> Option<Coord> {
        self.0.iter().find_map(|source| source.get(position))
    }
}

impl Source {
    /// The move for a position of a board that has its center, or a cell beside it, where the
    /// certificate's board has its own.
    fn get(&self, position: &Position) -> Option<Coord> {
        let (here, there) = (position.size(), self.frame.size());
        let columns = shifts(here.width(), there.width());
        let mut shifts =
            columns.flat_map(|dx| shifts(here.height(), there.height()).map(move |dy| (dx, dy)));
        shifts.find_map(|shift| self.shifted(position, shift))
    }

    /// The advice for stones shifted by some columns and rows. A stone of the defender outside
    /// the certificate's board is far from everything: it counts as one on the nearest cell. If two
    /// would share a cell, there is no advice.
    fn shifted(&self, position: &Position, (dx, dy): (i16, i16)) -> Option<Coord> {
        let size = self.frame.size();
        let mut there = Position::new(position.rule(), size);
        for &(coord, stone) in position.stones() {
            let is_own = stone.color() == Some(position.to_move());
            let moved = shift(coord, dx, dy, size, !is_own)?;
            there.put(moved, stone).ok()?;
        }
        let (key, by) = self.frame.canonical(&there);
        let play = by.inverse().apply(*self.moves.get(&key)?, size);
        shift(play, -dx, -dy, position.size(), false).filter(|&play| position.is_empty_at(play))
    }
}

/// The shifts that keep a cell's distance from the center on a board with another side; two if one
/// side is even and the other odd.
fn shifts(here: u8, there: u8) -> impl Iterator<Item = i16> {
    let difference = i16::from(there) - i16::from(here);
    let low = difference.div_euclid(2);
    low..=low + difference.rem_euclid(2)
}

/// A cell shifted by columns and rows on a board of this size; if it is outside, none or the
/// nearest one.
fn shift(coord: Coord, dx: i16, dy: i16, size: BoardSize, nearest: bool) -> Option<Coord> {
    let to = |at: u8, by: i16, side: u8| {
        let moved = i16::from(at) + by;
        let inside = moved.clamp(0, i16::from(side) - 1);
        (nearest || inside == moved).then_some(inside as u8)
    };
    Some(Coord::new(to(coord.x, dx, size.width())?, to(coord.y, dy, size.height())?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::claim::ProofClaim;
    use tengen_engine::board::notation;
    use tengen_engine::types::{Color, Rule};

    fn played(side: u64, moves: &str) -> Position {
        let size = BoardSize::square(side).unwrap();
        let mut position = Position::new(Rule::Freestyle, size);
        for coord in notation::parse_moves(moves, size).unwrap() {
            position.play(coord).unwrap();
        }
        position
    }

    /// Advice from 9×9: e5 first, g7 after f7, a1 after d4, d3 after i7.
    fn advice() -> Advice {
        let claim = ProofClaim::new(&played(9, ""), Color::Black);
        let frame = ProofFrame::of(&played(9, ""));
        let entry = |moves: &str, play: &str| {
            let position = played(9, moves);
            let (key, by) = frame.canonical(&position);
            let play = notation::parse(play, position.size()).unwrap();
            (key, by.apply(play, position.size()))
        };
        let entries = BTreeMap::from([
            entry("", "e5"),
            entry("e5f7", "g7"),
            entry("e5d4", "a1"),
            entry("e5i7", "d3"),
        ]);
        let mut advice = Advice::default();
        advice.add(Certificate { claim, stones: 1, is_complete: true, entries }).unwrap();
        advice
    }

    fn asked(side: u64, moves: &str) -> Option<String> {
        let position = played(side, moves);
        advice().get(&position).map(|play| notation::name(play, position.size()))
    }

    #[test]
    fn a_position_and_its_images_have_the_move_of_the_certificate() {
        assert_eq!(asked(9, "e5f7").as_deref(), Some("g7"));
        assert_eq!(asked(9, "e5g6").as_deref(), Some("g7"), "columns and rows exchanged");
        assert_eq!(asked(9, "e5f3").as_deref(), Some("g3"), "upside down");
        assert_eq!(asked(9, "e5f8"), None);
    }

    #[test]
    fn on_another_board_stones_keep_their_distance_from_the_center() {
        assert_eq!(asked(11, "").as_deref(), Some("f6"));
        assert_eq!(asked(11, "f6g8").as_deref(), Some("h8"));
        assert_eq!(asked(7, "d4e6").as_deref(), Some("f6"));
        assert_eq!(asked(7, "d4g7"), None, "nothing is known of so near a corner");
        assert_eq!(asked(11, "k11f6g8j10"), None, "black outside of the smaller board");
    }

    #[test]
    fn on_an_even_board_each_of_the_four_central_cells_is_the_center() {
        for center in ["d4", "d5", "e4", "e5"] {
            let first = notation::parse(center, BoardSize::square(8).unwrap()).unwrap();
            let name = |dx: u8, dy: u8| {
                let coord = Coord::new(first.x + dx, first.y - dy);
                notation::name(coord, BoardSize::square(8).unwrap())
            };
            assert_eq!(asked(8, &(center.to_owned() + &name(1, 2))), Some(name(2, 2)), "{center}");
        }
    }

    #[test]
    fn a_far_reply_counts_as_one_on_the_edge_of_the_smaller_board() {
        assert_eq!(asked(9, "e5i7").as_deref(), Some("d3"));
        for far in ["j8", "k8"] {
            assert_eq!(asked(11, &format!("f6{far}")).as_deref(), Some("e4"), "{far}");
        }
        assert_eq!(asked(11, "f6k10"), None, "another cell of the edge");
    }

    #[test]
    fn a_move_outside_of_the_board_is_no_advice() {
        assert_eq!(asked(11, "f6e5").as_deref(), Some("b2"));
        assert_eq!(asked(7, "d4c3"), None);
    }
}
