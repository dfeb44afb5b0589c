//! Positions in which a single move shows whether a player knows the rule: it must play, or must
//! not play, one of the marked points.
//!
//! The ideas are those of the judge's acceptance test: complete a four, stop a four, do not take
//! six for a win where it is none, do not play a forbidden point, do not make a five that is
//! blocked at both ends. The positions are our own.

use thiserror::Error;

use tengen_engine::board::Position;
use tengen_engine::rules::legality::{Ending, check, ending_after, legal_moves};
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

pub(crate) const PROBES: &[Probe] = &[
    Probe {
        name: "completes an open four",
        demand: Demand::Win,
        picture: "
            . . O . . . O .
            . * X X X X * .
            . . . O . O . .",
    },
    Probe {
        name: "stops an open four of white",
        demand: Demand::Stop,
        picture: "
            . . X . . . X .
            . * O O O O * .
            . . . X . X . .",
    },
    Probe {
        name: "stops a four of black",
        demand: Demand::Stop,
        picture: "
            . . . . . . . .
            O X X X X * . .
            . . O . . O . .",
    },
    Probe {
        name: "stops a four of white",
        demand: Demand::Stop,
        picture: "
            . . . . . . . .
            X O O O O * . .
            . . X . . X . .
            . . . X . . . .",
    },
    Probe {
        name: "knows that six win",
        demand: Demand::Win,
        picture: "
            O . . . . . O .
            . X X X * X X .
            . O . O . O . .",
    },
    Probe {
        name: "does not take six for five",
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
        demand: Demand::Stop,
        picture: "
            O X X X X . O . .
            . . . . . . . . .
            X O O O O * . . .
            . . . X . . . . .",
    },
];

impl Probe {
    /// The position on a board, and the marked points. `None` if the board is too small for the
    /// picture, or the rule does not demand this there.
    pub(crate) fn position(&self, rule: Rule, size: BoardSize) -> Option<(Position, Vec<Coord>)> {
        let (position, marked) = self.drawn(rule, size)?;
        let own = position.to_move();
        let fits = match self.demand {
            Demand::Win => wins(&position, own) == marked,
            Demand::Stop => {
                let may_stop = marked.iter().all(|&coord| check(&position, coord).is_ok());
                may_stop && wins(&position, own).is_empty() && wins(&position, !own) == marked
            }
            Demand::Avoid => marked.iter().all(|&coord| check(&position, coord).is_err()),
        };
        fits.then_some((position, marked))
    }

    /// The picture on a board, with alternating stones, and the marked points.
    fn drawn(&self, rule: Rule, size: BoardSize) -> Option<(Position, Vec<Coord>)> {
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

    /// The rules under which each probe is used.
    #[test]
    fn every_probe_is_asked_where_its_rule_demands_it() {
        let expected = [
            ("completes an open four", "freestyle standard renju caro caro-exact"),
            ("stops an open four of white", "freestyle standard renju caro caro-exact"),
            ("stops a four of black", "freestyle standard renju caro caro-exact"),
            ("stops a four of white", "freestyle standard renju caro caro-exact"),
            ("knows that six win", "freestyle caro"),
            ("does not take six for five", "standard renju caro-exact"),
            ("does not play a double three", "renju"),
            ("does not take a five blocked at both ends for a win", "caro caro-exact"),
        ];
        for side in [15, 20] {
            let size = BoardSize::square(side).unwrap();
            let used = PROBES.iter().map(|probe| {
                let rules =
                    Rule::ALL.into_iter().filter(|&rule| probe.position(rule, size).is_some());
                (probe.name, rules.map(Rule::name).collect::<Vec<_>>().join(" "))
            });
            let expected = expected.map(|(name, rules)| (name, rules.to_owned()));
            assert_eq!(used.collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn stones_alternate_in_every_probe() {
        for probe in PROBES {
            let (position, marked) =
                probe.drawn(Rule::Renju, BoardSize::square(15).unwrap()).unwrap();
            let difference = position.count(Color::Black) - position.count(Color::White);
            assert_eq!(
                difference,
                usize::from(position.to_move() == Color::White),
                "{}",
                probe.name
            );
            assert!(
                marked.iter().all(|&coord| position.stone_at(coord).is_none()),
                "{}",
                probe.name
            );
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
