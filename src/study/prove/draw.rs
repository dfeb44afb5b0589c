//! Draws that need no search: pairings that stop both sides, and the file that holds them.
//!
//! ```json
//! {"tengen_draw":1,"position":{…},"against_black":[["a5","b5"],…],"against_white":[…]}
//! ```

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::pairing;
use tengen_engine::board::Position;
use tengen_engine::board::notation::{self, NotationError};
use tengen_engine::types::{BoardSize, Color, Coord, Rule};
use tengen_records::json::{self, JsonError};
use tengen_records::positions::{PositionError, PositionSpec};

/// The version of the format.
const VERSION: u32 = 1;
/// Tries for a pairing.
const STEPS: u64 = 50_000;

/// Pairs of cells.
type Pairs = Vec<(Coord, Coord)>;

/// The pairings against each side.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    pub position: Position,
    /// By the stopped color.
    pairs: [Option<Pairs>; 2],
}

/// A file that does not prove a draw.
#[derive(Debug, Error)]
pub enum DrawError {
    /// Not the JSON object.
    #[error("not the pairings of a draw: {0}")]
    Json(JsonError),
    /// Another version.
    #[error("tengen_draw is {0}, expected {VERSION}")]
    Version(u32),
    /// The position is impossible.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// An invalid point.
    #[error(transparent)]
    Point(#[from] NotationError),
    /// The pairs do not stop a side.
    #[error("the pairs do not stop every five of {0}")]
    Leak(Color),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    tengen_draw: u32,
    position: PositionSpec,
    against_black: Vec<(String, String)>,
    against_white: Vec<(String, String)>,
}

impl Draw {
    /// Looks for pairings against both sides.
    pub fn find(position: &Position) -> Self {
        let pairs = Color::BOTH.map(|color| pairing::find(position, color, STEPS));
        Self { position: position.clone(), pairs }
    }

    /// Whether a pairing stops this side.
    pub fn stops(&self, color: Color) -> bool {
        self.pairs[color.index()].is_some()
    }

    /// The file.
    pub fn write(&self) -> String {
        let size = self.position.size();
        let named = |color: Color| {
            let pairs = self.pairs[color.index()].iter().flatten();
            pairs.map(|&(a, b)| (notation::name(a, size), notation::name(b, size))).collect()
        };
        let file = File {
            tengen_draw: VERSION,
            position: PositionSpec::from(&self.position),
            against_black: named(Color::Black),
            against_white: named(Color::White),
        };
        serde_json::to_string(&file).unwrap_or_default() + "\n"
    }

    /// Reads the file and checks that neither side can win.
    ///
    /// # Errors
    /// If it is not such a file, or a side can win.
    pub fn check(text: &str) -> Result<Self, DrawError> {
        let file: File = json::parse(text).map_err(DrawError::Json)?;
        if file.tengen_draw != VERSION {
            return Err(DrawError::Version(file.tengen_draw));
        }
        let position = file.position.to_position(Rule::Freestyle)?;
        let mut pairs = [None, None];
        for (color, named) in Color::BOTH.into_iter().zip([file.against_black, file.against_white])
        {
            let read = read(&named, position.size())?;
            if !pairing::holds(&position, color, &read) {
                return Err(DrawError::Leak(color));
            }
            pairs[color.index()] = Some(read);
        }
        Ok(Self { position, pairs })
    }

    /// The number of pairs.
    pub fn count(&self) -> usize {
        self.pairs.iter().flatten().map(Vec::len).sum()
    }
}

fn read(named: &[(String, String)], size: BoardSize) -> Result<Pairs, NotationError> {
    let pair =
        |(a, b): &(String, String)| Ok((notation::parse(a, size)?, notation::parse(b, size)?));
    named.iter().map(pair).collect()
}
