//! What a stone would make.

use pyo3::prelude::*;

use crate::point::Move;
use tengen_engine::types::BoardSize;
use tengen_study::explain;

/// An empty point with what a stone would make there.
#[pyclass(name = "Threat", frozen, module = "tengen", get_all)]
pub(crate) struct PyThreat {
    /// The point.
    #[pyo3(name = "move")]
    at: Move,
    /// `five`, `open-four`, `double-four`, `four-three`, `four`, `double-three` or `open-three`.
    kind: &'static str,
    /// Line by line: the kind, and the points that make more of it.
    lines: Vec<(&'static str, Vec<Move>)>,
}

impl PyThreat {
    pub(crate) fn new(found: &explain::ShapeThreat, size: BoardSize) -> Self {
        let lines = found.lines.iter();
        let lines =
            lines.map(|line| (line.kind.name(), Move::all(line.next.iter().copied(), size)));
        Self { at: Move::new(found.at, size), kind: found.kind.name(), lines: lines.collect() }
    }
}

#[pymethods]
impl PyThreat {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name: String = self.at.into_pyobject(py)?.str()?.extract()?;
        Ok(format!("<Threat {name}: {}>", self.kind))
    }
}
