//! The numbers of the classical evaluation, set by hand. Unit: [`crate::types::Score`], where 200 is a
//! win chance of 73 %.
//!
//! Provenance: first values by judgment (each class about twice the one it can grow into), to be
//! replaced by values learned from games of the engine's own.

use crate::board::{Combined, Line};
use crate::types::ByColor;

/// What one line through an empty cell is worth to its owner.
pub const fn line_value(line: Line) -> i32 {
    match line {
        Line::Dead | Line::Overline => 0,
        Line::B1 => 1,
        Line::F1 => 2,
        Line::B2 => 3,
        Line::F2 => 6,
        Line::F2A => 8,
        Line::F2B => 10,
        Line::B3 => 12,
        Line::F3 => 26,
        Line::F3S => 30,
        Line::B4 => 36,
        Line::F4 => 70,
        Line::F5 => 100,
    }
}

/// What the lines of a cell are worth together, beyond their sum.
pub const fn combined_value(class: Combined) -> i32 {
    match class {
        Combined::None | Combined::OpenTwo | Combined::BlockedThree | Combined::OpenThree => 0,
        // Mostly unusable to black, but white must not rely on it.
        Combined::Forbidden => -40,
        Combined::DoubleTwo => 8,
        Combined::BlockedThreePlus => 14,
        Combined::OpenThreePlus => 22,
        Combined::DoubleThree => 60,
        Combined::Four => 6,
        Combined::FourPlus => 30,
        Combined::FourThree => 90,
        Combined::OpenFour => 60,
        Combined::Five => 0,
    }
}

/// How good a move looks because of what it gives the mover.
pub const fn own_move(class: Combined) -> i32 {
    match class {
        Combined::None | Combined::Forbidden => 0,
        Combined::OpenTwo => 130,
        Combined::BlockedThree => 110,
        Combined::DoubleTwo => 260,
        Combined::BlockedThreePlus => 280,
        Combined::OpenThree => 420,
        Combined::OpenThreePlus => 620,
        Combined::DoubleThree => 1500,
        Combined::Four => 320,
        Combined::FourPlus => 700,
        Combined::FourThree => 4000,
        Combined::OpenFour => 8000,
        Combined::Five => 12000,
    }
}

/// How good a move looks because of what it takes from the opponent.
pub const fn opponent_move(class: Combined) -> i32 {
    match class {
        Combined::None | Combined::Forbidden => 0,
        Combined::OpenTwo => 80,
        Combined::BlockedThree => 70,
        Combined::DoubleTwo => 170,
        Combined::BlockedThreePlus => 190,
        Combined::OpenThree => 240,
        Combined::OpenThreePlus => 420,
        Combined::DoubleThree => 1100,
        Combined::Four => 220,
        Combined::FourPlus => 520,
        Combined::FourThree => 2600,
        Combined::OpenFour => 5000,
        Combined::Five => 10000,
    }
}

/// A threat on the board, seen from the player to move: `own` if he can carry it out now, otherwise
/// the opponent threatens to.
pub const fn threat_value(class: Combined, own: bool) -> i32 {
    match (class, own) {
        (Combined::FourThree, true) => 300,
        (Combined::FourThree, false) => -120,
        (Combined::DoubleThree, true) => 220,
        (Combined::DoubleThree, false) => -70,
        (Combined::OpenFour, false) => -180,
        (Combined::FourPlus, true) => 60,
        (Combined::FourPlus, false) => -20,
        (Combined::OpenThreePlus, true) => 50,
        (Combined::OpenThreePlus, false) => -15,
        (Combined::OpenThree, true) => 30,
        (Combined::OpenThree, false) => -8,
        (Combined::Four, true) => 15,
        (Combined::Four, false) => -5,
        _ => 0,
    }
}

/// What the right to move is worth when nothing is threatened.
pub const TEMPO: i32 = 20;

/// Numerator over 16 of a cell's value for each player: nobody is favored yet.
pub const SIDE_FACTOR: ByColor<i32> = ByColor::new(16, 16);
