//! What shapes are worth: a table for the player's own, a table for the opponent's, and the method
//! that they belong to.

use super::shape::{CellLine, LineCell, Shape};
use super::weights::ClassicWeights;
use super::windows::WeightedShape;
use super::{runs, windows};

/// Values of runs: blocked and live, by the stones beside the point.
pub(crate) type RunTable = [[i32; 5]; 2];

/// The literature's table for own runs; first row blocked, second live.
pub(crate) const LITERATURE_OWN: RunTable = [[0, 2, 5, 50, 16000], [0, 10, 30, 750, 16000]];
/// The literature's table for the opponent's runs.
pub(crate) const LITERATURE_OPPONENT: RunTable = [[0, 1, 5, 50, 3750], [0, 10, 30, 150, 4000]];

/// How the shape of a line is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShapeReading {
    Runs,
    Windows,
}

/// How forcing a shape is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThreatLevel {
    /// Not at all.
    None,
    /// It threatens an open four.
    OpenThree,
    /// It threatens a five that one stone stops.
    Four,
    /// It threatens a five that one stone does not stop.
    OpenFour,
    /// It wins.
    Five,
}

/// The values of one player.
#[derive(Clone, Debug)]
pub struct PointValues {
    reading: ShapeReading,
    own: [i32; Shape::COUNT],
    opponent: [i32; Shape::COUNT],
}

impl Default for PointValues {
    /// The tables of the literature.
    fn default() -> Self {
        Self::runs(&LITERATURE_OWN, &LITERATURE_OPPONENT)
    }
}

impl PointValues {
    /// Values by runs.
    pub fn runs(own: &RunTable, opponent: &RunTable) -> Self {
        let table = |rows: &RunTable| {
            let mut table = [0; Shape::COUNT];
            table[1..6].copy_from_slice(&rows[0]);
            table[6..11].copy_from_slice(&rows[1]);
            table
        };
        Self { reading: ShapeReading::Runs, own: table(own), opponent: table(opponent) }
    }

    /// Values by windows, from the sixteen weights.
    pub fn windows(weights: &ClassicWeights) -> Self {
        let (mut own, mut opponent) = ([0; Shape::COUNT], [0; Shape::COUNT]);
        // Sums of four lines of both sides must stay far from overflow.
        let rounded = |value: f64| value.clamp(-1e7, 1e7).round() as i32;
        for kind in WeightedShape::ALL {
            own[kind as usize] = rounded(weights.own(kind));
            opponent[kind as usize] = rounded(weights.opponent(kind));
        }
        Self { reading: ShapeReading::Windows, own, opponent }
    }

    /// The shape of a stone of `own` in the middle of a line.
    pub fn shape(&self, line: &CellLine, own: LineCell) -> Shape {
        match self.reading {
            ShapeReading::Runs => runs::shape(line, own),
            ShapeReading::Windows => windows::shape(line, own),
        }
    }

    /// How forcing a shape is.
    pub fn threat(&self, shape: Shape) -> ThreatLevel {
        match (self.reading, shape.0) {
            (ShapeReading::Runs, 10) | (ShapeReading::Windows, 1) => ThreatLevel::Five,
            (ShapeReading::Runs, 9) | (ShapeReading::Windows, 2) => ThreatLevel::OpenFour,
            (ShapeReading::Runs, 4) | (ShapeReading::Windows, 3) => ThreatLevel::Four,
            (ShapeReading::Runs, 8) | (ShapeReading::Windows, 4) => ThreatLevel::OpenThree,
            _ => ThreatLevel::None,
        }
    }

    /// What a shape is worth to its maker.
    pub fn own(&self, shape: Shape) -> i32 {
        self.own[usize::from(shape.0) % Shape::COUNT]
    }

    /// What it is worth to stop it.
    pub fn opponent(&self, shape: Shape) -> i32 {
        self.opponent[usize::from(shape.0) % Shape::COUNT]
    }
}
