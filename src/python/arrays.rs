//! Numbers as numpy arrays. numpy is imported when an array is first asked for: the rest works without.

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};

use crate::position::Played;
use tengen_engine::board::Position;
use tengen_engine::types::{Coord, Stone};

/// Planes of an observation, see [`planes`].
pub(crate) const PLANES: usize = 5;

/// An array that owns these bytes and may be changed.
pub(crate) fn array<'py>(
    py: Python<'py>,
    bytes: &[u8],
    kind: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy").map_err(|error| {
        let wanted = PyImportError::new_err("arrays need numpy: pip install numpy");
        wanted.set_cause(py, Some(error));
        wanted
    })?;
    let options = PyDict::new(py);
    options.set_item("dtype", kind)?;
    let flat = numpy.call_method("frombuffer", (PyByteArray::new(py, bytes),), Some(&options))?;
    flat.call_method1("reshape", (shape,))
}

/// Rows and columns.
pub(crate) fn shape(position: &Position) -> [usize; 2] {
    [position.size().height().into(), position.size().width().into()]
}

fn index(at: Coord, position: &Position) -> usize {
    usize::from(at.y) * usize::from(position.size().width()) + usize::from(at.x)
}

/// One byte per point: 1 where the side to move may play.
pub(crate) fn mask(played: &mut Played) -> Vec<u8> {
    let legal = played.legal_moves();
    let mut mask = vec![0; played.now().size().area()];
    for at in legal {
        mask[index(at, played.now())] = 1;
    }
    mask
}

/// The planes of an observation, one byte per point: the stones of the side to move, those of the other
/// side, the legal moves, the last move, and all 1 if black is to move.
pub(crate) fn planes(played: &mut Played) -> Vec<u8> {
    let legal = mask(played);
    let position = played.now();
    let area = position.size().area();
    let mut planes = vec![0; PLANES * area];
    let own = Stone::from(position.to_move());
    for &(at, stone) in position.stones() {
        // A blocked point is nobody's; it is not legal, which the third plane shows.
        let plane = match stone {
            Stone::Blocked => continue,
            stone => usize::from(stone != own),
        };
        planes[plane * area + index(at, position)] = 1;
    }
    planes[2 * area..3 * area].copy_from_slice(&legal);
    if let Some(Some(last)) = played.moves().last() {
        planes[3 * area + index(*last, position)] = 1;
    }
    let is_black = position.to_move() == tengen_engine::types::Color::Black;
    planes[4 * area..].fill(u8::from(is_black));
    planes
}

/// A value for each point as an array of 32-bit floats.
pub(crate) fn on_points(
    position: &Position,
    values: impl Iterator<Item = (Coord, f64)>,
) -> Vec<u8> {
    let mut floats = vec![0f32; position.size().area()];
    for (at, value) in values {
        floats[index(at, position)] = value as f32;
    }
    floats.iter().flat_map(|value| value.to_ne_bytes()).collect()
}
