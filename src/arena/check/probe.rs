//! Positions in which a single move shows whether a player knows the rule: it must play, or must
//! not play, one of the marked points.
//!
//! The ideas are those of the judge's acceptance test: complete a four, stop a four, do not take
//! six for a win where it is none, do not play a forbidden point, do not make a five that is
//! blocked at both ends. The positions are our own.

use thiserror::Error;

use tengen_engine::board::Position;
use tengen_engine::rules::legality::{Ending, ending_after, legal_moves};
use tengen_engine::types::{BoardSize, Color, Coord, Rule, Stone};

/// What a player must do with the marked points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Demand {
    /// One of them wins, now.
    Win,
    /// The opponent wins on them: one of them must be taken, or another point that takes the win
    /// away (under caro also the far end of the five).
    Stop,
    /// They must not be played.
    Avoid,
}

/// A position and its marked points, as a picture that is placed in the middle of any board: `X`
/// black, `O` white, `*` marked. Black is to move if both have equally many stones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    /// What it shows.
    pub name: &'static str,
    /// The rules under which it is used.
    pub rules: &'static [Rule],
    /// What is asked.
    pub demand: Demand,
    picture: &'static str,
}

/// An answer that fails a probe.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("played {seen}, expected {}", expectation(*demand, marked))]
pub(crate) struct WrongAnswer {
    /// The answer.
    pub seen: Coord,
    /// What was asked.
    pub demand: Demand,
    /// The marked points.
    pub marked: Vec<Coord>,
}

fn expectation(demand: Demand, marked: &[Coord]) -> String {
    let points: Vec<String> = marked.iter().map(Coord::to_string).collect();
    let points = points.join(" or ");
    match demand {
        Demand::Win => format!("the win on {points}"),
        Demand::Stop => format!("the defense on {points}"),
        Demand::Avoid => format!("any point but {points}"),
    }
}

const ALL_RULES: &[Rule] = &Rule::ALL;

pub(crate) const PROBES: &[Probe] = &[
    Probe {
        name: "completes an open four",
        rules: ALL_RULES,
        demand: Demand::Win,
        picture: "
            . . O . . . O .
            . * X X X X * .
            . . . O . O . .",
    },
    Probe {
        name: "stops an open four of white",
        rules: ALL_RULES,
        demand: Demand::Stop,
        picture: "
            . . X . . . X .
            . * O O O O * .
            . . . X . X . .",
    },
    Probe {
        name: "stops a four of black",
        rules: ALL_RULES,
        demand: Demand::Stop,
        picture: "
            . . . . . . . .
            O X X X X * . .
            . . O . . O . .",
    },
    Probe {
        name: "stops a four of white",
        rules: ALL_RULES,
        demand: Demand::Stop,
        picture: "
            . . . . . . . .
            X O O O O * . .
            . . X . . X . .
            . . . X . . . .",
    },
    Probe {
        name: "knows that six win",
        rules: &[Rule::Freestyle],
        demand: Demand::Win,
        picture: "
            O . . . . . O .
            . X X X * X X .
            . O . O . O . .",
    },
    Probe {
        name: "does not take six for five",
        rules: &[Rule::Standard, Rule::Renju, Rule::CaroExact],
        demand: Demand::Stop,
        picture: "
            . X X X . X X . .
            . . . . . . . . .
            X O O O O * . . .
            . . . . . . . O .
            . O . . . . . . .",
    },
    Probe {
        name: "does not play a double three",
        rules: &[Rule::Renju],
        demand: Demand::Avoid,
        picture: "
            O . . . . . . O .
            . . . . . . . . .
            . . . . X . . . .
            . . . . X . . . .
            . . X X * . . . .
            . . . . . . . . .
            O . . . . . . O .",
    },
    Probe {
        name: "does not take a five blocked at both ends for a win",
        rules: &[Rule::Caro, Rule::CaroExact],
        demand: Demand::Stop,
        picture: "
            O X X X X . O . .
            . . . . . . . . .
            X O O O O * . . .
            . . . X . . . . .",
    },
];

impl Probe {
    /// The position on a board, with alternating stones, and the marked points. `None` if the board
    /// is too small for the picture.
    pub(crate) fn position(&self, rule: Rule, size: BoardSize) -> Option<(Position, Vec<Coord>)> {
        let rows: Vec<Vec<char>> = self
            .picture
            .lines()
            .map(|line| line.chars().filter(|sign| !sign.is_whitespace()).collect::<Vec<_>>())
            .filter(|row| !row.is_empty())
            .collect();
        let left = usize::from(size.width()).checked_sub(rows.first()?.len())? / 2;
        let top = usize::from(size.height()).checked_sub(rows.len())? / 2;
        let of = |wanted: char| -> Option<Vec<Coord>> {
            let mut coords = Vec::new();
            for (y, row) in rows.iter().enumerate() {
                for (x, _) in row.iter().enumerate().filter(|&(_, &sign)| sign == wanted) {
                    let (x, y) = (u8::try_from(left + x).ok()?, u8::try_from(top + y).ok()?);
                    coords.push(Coord::new(x, y));
                }
            }
            Some(coords)
        };
        let (black, white) = (of('X')?, of('O')?);
        let mut position = Position::new(rule, size);
        let mut whites = white.iter();
        for &coord in &black {
            position.put(coord, Stone::Black).ok()?;
            if let Some(&coord) = whites.next() {
                position.put(coord, Stone::White).ok()?;
            }
        }
        let is_blacks = black.len() == white.len();
        position.set_to_move(if is_blacks { Color::Black } else { Color::White });
        Some((position, of('*')?))
    }

    /// Whether the answer, a legal move of the position, meets the demand.
    ///
    /// # Errors
    /// If it does not.
    pub(crate) fn judge(
        &self,
        position: &Position,
        seen: Coord,
        marked: &[Coord],
    ) -> Result<(), WrongAnswer> {
        let is_marked = marked.contains(&seen);
        let is_met = match self.demand {
            Demand::Win => is_marked,
            Demand::Stop => is_marked || leaves_no_win(position, seen),
            Demand::Avoid => !is_marked,
        };
        if is_met {
            return Ok(());
        }
        Err(WrongAnswer { seen, demand: self.demand, marked: marked.to_vec() })
    }
}

/// Whether the opponent cannot win at once after the move.
fn leaves_no_win(position: &Position, seen: Coord) -> bool {
    let mut after = position.clone();
    after.play(seen).is_ok() && wins(&after, after.to_move()).is_empty()
}

/// The points on which `color` wins at once.
fn wins(position: &Position, color: Color) -> Vec<Coord> {
    let mut position = position.clone();
    position.set_to_move(color);
    let is_win = |coord: &Coord| {
        let mut after = position.clone();
        let is_put = after.play(*coord).is_ok();
        is_put && matches!(ending_after(&after, *coord), Some(Ending::Win { .. }))
    };
    legal_moves(&position).into_iter().filter(is_win).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::rules::legality::check;

    #[test]
    fn every_probe_asks_what_the_rule_demands() {
        for probe in PROBES {
            for (rule, side) in probe.rules.iter().flat_map(|&rule| [(rule, 15), (rule, 20)]) {
                let size = BoardSize::square(side).unwrap();
                let (position, marked) = probe.position(rule, size).unwrap();
                let own = position.to_move();
                let difference = position.count(Color::Black) - position.count(Color::White);
                assert_eq!(difference, usize::from(own == Color::White), "{}", probe.name);
                assert!(!marked.is_empty());
                match probe.demand {
                    Demand::Win => assert_eq!(wins(&position, own), marked, "{}", probe.name),
                    Demand::Stop => {
                        assert_eq!(wins(&position, own), [], "{} {rule}", probe.name);
                        assert_eq!(wins(&position, !own), marked, "{} {rule}", probe.name);
                        assert!(marked.iter().all(|&coord| check(&position, coord).is_ok()));
                    }
                    Demand::Avoid => {
                        assert!(marked.iter().all(|&coord| check(&position, coord).is_err()));
                    }
                }
            }
        }
    }

    #[test]
    fn a_wrong_answer_is_reported() {
        let probe = &PROBES[0];
        let size = BoardSize::square(15).unwrap();
        let (position, marked) = probe.position(Rule::Freestyle, size).unwrap();
        assert_eq!(probe.judge(&position, marked[0], &marked), Ok(()));
        let error = probe.judge(&position, Coord::new(0, 0), &marked).unwrap_err();
        assert_eq!(error.to_string(), "played 0,0, expected the win on 4,7 or 9,7");
    }

    #[test]
    fn under_caro_a_four_is_also_stopped_at_the_far_end() {
        let size = BoardSize::square(15).unwrap();
        let probe = PROBES.iter().find(|probe| probe.name == "stops a four of white").unwrap();
        for (rule, is_enough) in [(Rule::Caro, true), (Rule::Freestyle, false)] {
            let (position, marked) = probe.position(rule, size).unwrap();
            let far = Coord::new(marked[0].x + 1, marked[0].y);
            assert_eq!(probe.judge(&position, far, &marked).is_ok(), is_enough);
        }
    }
}
