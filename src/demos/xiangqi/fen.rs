//! Positions as FEN, in and out. Imports `board`, `check`, `piece`, `square`.
//!
//! `rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1`: ranks from black's back
//! rank down, capital letters for red, numbers for empty points; the side to move (`w` or `r` for
//! red, `b` for black); two fields that xiangqi does not use; plies since the last capture; the
//! number of the move. All fields after the side may be left out.

use thiserror::Error;

use super::board::XiangqiBoard;
use super::check::is_in_check;
use super::piece::{Army, Piece, PieceKind};
use super::square::Square;
use tengen_util::count::counted;

/// The start of every game.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// Too few or too many ranks.
    #[error("the FEN has {}, expected 10 with / between them", counted(*.0 as u64, "rank"))]
    Ranks(usize),
    /// A rank of wrong length.
    #[error("rank {rank} of the FEN ('{seen}') has {points} points, expected 9")]
    Points {
        /// The rank, 9 to 0.
        rank: i8,
        /// The text of the rank.
        seen: String,
        /// Points it describes.
        points: usize,
    },
    /// A letter that is not a piece.
    #[error(
        "rank {rank} of the FEN has '{seen}', expected one of kabnrcp, KABNRCP or a number 1-9"
    )]
    Sign {
        /// The rank, 9 to 0.
        rank: i8,
        /// The sign.
        seen: char,
    },
    /// A piece on a point that it can never reach.
    #[error("'{letter}' cannot be on {square}")]
    Place {
        /// The piece.
        letter: char,
        /// The point.
        square: Square,
    },
    /// More of a piece than a game begins with, or no general.
    #[error("{side} has {seen} of '{letter}', expected {expected}")]
    Count {
        /// Whose.
        side: Army,
        /// The piece.
        letter: char,
        /// How many there are.
        seen: usize,
        /// How many there may be.
        expected: &'static str,
    },
    /// No side to move.
    #[error("the side to move is '{0}', expected w, r or b")]
    Side(String),
    /// A counter that is not a number.
    #[error("a counter of the FEN is '{0}', expected a number from 0 to 65535")]
    Number(String),
    /// More than six fields.
    #[error("'{0}' after the six fields of the FEN, expected the end")]
    Rest(String),
    /// The side that has just moved is in check.
    #[error("{0} is in check but not to move: the general could be taken")]
    Exposed(Army),
}

/// What a FEN says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenSetup {
    /// Pieces and the side to move.
    pub board: XiangqiBoard,
    /// Plies since the last capture.
    pub quiet_plies: u16,
    /// The number of the move, from 1, counted up after black's.
    pub number: u16,
}

/// Reads a FEN.
///
/// # Errors
/// If it is not a FEN, or a position that no game can reach.
pub fn parse(text: &str) -> Result<FenSetup, FenError> {
    let mut fields = text.split_whitespace();
    let mut board = parse_board(fields.next().unwrap_or(""))?;
    let to_move = match fields.next().unwrap_or("") {
        "w" | "r" | "W" | "R" => Army::Red,
        "b" | "B" => Army::Black,
        seen => return Err(FenError::Side(seen.to_owned())),
    };
    board.set_to_move(to_move);
    let mut fields = fields.skip(2);
    let mut number = |default: u16| match fields.next() {
        None => Ok(default),
        Some(seen) => seen.parse().map_err(|_| FenError::Number(seen.to_owned())),
    };
    let (quiet_plies, number) = (number(0)?, number(1)?);
    if let Some(rest) = fields.next() {
        return Err(FenError::Rest(rest.to_owned()));
    }
    check_counts(&board)?;
    if is_in_check(&board, !to_move) {
        return Err(FenError::Exposed(!to_move));
    }
    Ok(FenSetup { board, quiet_plies, number })
}

fn parse_board(text: &str) -> Result<XiangqiBoard, FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 10 {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut board = XiangqiBoard::empty();
    for (rank, row) in (0..10).rev().zip(ranks) {
        let points: usize = row.chars().map(|sign| sign.to_digit(10).unwrap_or(1) as usize).sum();
        if points != 9 {
            return Err(FenError::Points { rank, seen: row.to_owned(), points });
        }
        let mut file = 0;
        for sign in row.chars() {
            match sign.to_digit(10) {
                Some(0) => return Err(FenError::Sign { rank, seen: sign }),
                Some(empty) => file += empty as i8,
                None => {
                    put(&mut board, sign, file, rank)?;
                    file += 1;
                }
            }
        }
    }
    Ok(board)
}

fn put(board: &mut XiangqiBoard, letter: char, file: i8, rank: i8) -> Result<(), FenError> {
    let sign = FenError::Sign { rank, seen: letter };
    let (Some(piece), Some(square)) = (Piece::from_letter(letter), Square::new(file, rank)) else {
        return Err(sign);
    };
    if !square.may_hold(piece.kind, piece.side) {
        return Err(FenError::Place { letter, square });
    }
    board.put(square, Some(piece));
    Ok(())
}

fn check_counts(board: &XiangqiBoard) -> Result<(), FenError> {
    for side in [Army::Red, Army::Black] {
        for kind in PieceKind::ALL {
            let piece = Piece { side, kind };
            let seen = board.pieces().filter(|&(_, other)| other == piece).count();
            let (is_wrong, expected) = match kind.most() {
                1 => (seen != 1, "one"),
                2 => (seen > 2, "at most two"),
                most => (seen > most, "at most five"),
            };
            if is_wrong {
                return Err(FenError::Count { side, letter: piece.letter(), seen, expected });
            }
        }
    }
    Ok(())
}

pub fn write(setup: &FenSetup) -> String {
    let ranks: Vec<String> = (0..10).rev().map(|rank| write_rank(&setup.board, rank)).collect();
    let side = match setup.board.to_move() {
        Army::Red => 'w',
        Army::Black => 'b',
    };
    format!("{} {side} - - {} {}", ranks.join("/"), setup.quiet_plies, setup.number)
}

fn write_rank(board: &XiangqiBoard, rank: i8) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for piece in (0..9).filter_map(|file| Square::new(file, rank)).map(|square| board.at(square)) {
        let Some(piece) = piece else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        text.push(piece.letter());
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::xiangqi::Xiangqi;

    #[test]
    fn positions_come_back_as_they_were_written() {
        for fen in [
            START,
            "4k4/9/9/9/9/9/9/9/9/3K5 b - - 7 42",
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
        ] {
            assert_eq!(write(&parse(fen).unwrap()), fen);
        }
        let short = parse("4k4/9/9/9/9/9/9/9/9/3K5 r").unwrap();
        assert_eq!(write(&short), "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1");
        let other_letters = START.replace(['n', 'b'], "?").replace("r??k??r", "");
        assert!(parse(&other_letters).is_err());
        let other_letters = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1";
        assert_eq!(write(&parse(other_letters).unwrap()), START);
    }

    #[test]
    fn what_is_no_position_is_refused_with_the_reason() {
        for (fen, reason) in [
            ("", "has 1 rank,"),
            ("4k4/9/9/9/9/9/9/9/3K5 w", "has 9 ranks"),
            ("4k4/9/9/9/9/9/9/9/9/3K6 w", "rank 0 of the FEN ('3K6') has 10 points"),
            ("4k4/9/9/9/9/9/9/9/9/3Kx4 w", "rank 0 of the FEN has 'x'"),
            ("4k4/9/9/9/9/9/9/9/9/2K6 w", "'K' cannot be on c0"),
            ("4k4/9/9/9/9/9/9/9/9/3KP4 w", "'P' cannot be on e0"),
            ("4k4/9/9/9/9/9/9/9/9/9 w", "red has 0 of 'K', expected one"),
            ("4k4/9/9/9/9/rrr6/9/9/9/3K5 w", "black has 3 of 'r', expected at most two"),
            ("4k4/9/9/9/9/9/9/9/9/3K5", "the side to move is '', expected w"),
            ("4k4/9/9/9/9/9/9/9/9/3K5 w - - x 1", "a counter of the FEN is 'x'"),
            ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 -1", "a counter of the FEN is '-1'"),
            ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 extra", "'extra' after the six fields"),
            ("4k4/9/9/9/9/9/9/9/9/4K4 w", "black is in check but not to move"),
        ] {
            let error = parse(fen).unwrap_err().to_string();
            assert!(error.contains(reason), "{fen}: {error}");
        }
    }

    proptest! {
        #[test]
        fn fen_parse_survives_any_text(text in "([kabnrcpKABNRCP1-9/ wb-]|\\PC){0,100}") {
            let _ = parse(&text);
        }

        #[test]
        fn fen_that_is_read_round_trips(
            place in 0..60usize,
            removed in 0..3usize,
            inserted in "[kabnrcpKABNRCP1-9/ wb]{0,3}",
        ) {
            let mut text = START.to_owned();
            let start = place.min(text.len());
            text.replace_range(start..(start + removed).min(text.len()), &inserted);
            if let Ok(game) = Xiangqi::from_fen(&text) {
                let written = game.to_fen();
                prop_assert_eq!(Xiangqi::from_fen(&written).map(|game| game.to_fen()), Ok(written));
            }
        }
    }
}
