//! A point of the board, which is what a move is.

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString, PyTuple};

use crate::errors::value_error;
use crate::words::{argument, number};
use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Coord};

/// A point: column `x` from the left, row `y` from the top, both from 0. It equals the tuple `(x, y)`;
/// its text is `h8`.
#[pyclass(frozen, sequence, module = "tengen", from_py_object)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) at: Coord,
    /// Rows of its board, for its name.
    height: u8,
}

impl Move {
    /// The move on this point of a board.
    pub(crate) const fn new(at: Coord, size: BoardSize) -> Self {
        Self { at, height: size.height() }
    }

    /// The moves on these points.
    pub(crate) fn all(points: impl IntoIterator<Item = Coord>, size: BoardSize) -> Vec<Self> {
        points.into_iter().map(|at| Self::new(at, size)).collect()
    }

    fn text(self) -> String {
        // Names depend on the height alone; the board is as wide as boards can be.
        let size = BoardSize::new(u64::from(BoardSize::MAX), u64::from(self.height));
        size.map_or_else(|_| self.at.to_string(), |size| notation::name(self.at, size))
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (x, y, height = 15))]
    fn of(
        #[pyo3(from_py_with = argument::x)] x: u8,
        #[pyo3(from_py_with = argument::y)] y: u8,
        #[pyo3(from_py_with = argument::rows)] height: u8,
    ) -> PyResult<Self> {
        let size =
            BoardSize::new(u64::from(BoardSize::MAX), u64::from(height)).map_err(value_error)?;
        let at = Coord::new(x, y);
        match size.contains(at) {
            true => Ok(Self { at, height }),
            false => {
                Err(value_error(format!("point ({x}, {y}) is off every board of {height} rows")))
            }
        }
    }

    /// The column, 0 at the left.
    #[getter]
    const fn x(&self) -> u8 {
        self.at.x
    }

    /// The row, 0 at the top.
    #[getter]
    const fn y(&self) -> u8 {
        self.at.y
    }

    /// The name of the point, such as `h8`.
    #[getter]
    fn name(&self) -> String {
        self.text()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.text())
    }

    const fn __len__(&self) -> usize {
        2
    }

    fn __getitem__(&self, index: isize) -> PyResult<u8> {
        match index {
            0 | -2 => Ok(self.at.x),
            1 | -1 => Ok(self.at.y),
            _ => Err(PyIndexError::new_err("a move has two coordinates")),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.pair(py)?.try_iter()
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.pair(py)?.hash()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let pair = |at: Coord| (at.x, at.y);
        if let Ok(other) = other.cast::<Move>() {
            let order = pair(self.at).cmp(&pair(other.get().at));
            return Ok(operator.matches(order).into_pyobject(py)?.to_owned().into_any().unbind());
        }
        match other.is_instance_of::<PyTuple>() {
            true => Ok(self.pair(py)?.rich_compare(other, operator)?.unbind()),
            false => Ok(py.NotImplemented()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (u8, u8, u8))> {
        let Self { at, height } = *slf.get();
        Ok((slf.get_type().into_any(), (at.x, at.y, height)))
    }
}

impl Move {
    fn pair<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [self.at.x, self.at.y])
    }
}

/// The point that a [`Move`], a name or a pair of numbers means on a board.
pub(crate) fn point_of(value: &Bound<'_, PyAny>, size: BoardSize) -> PyResult<Coord> {
    let at = if let Ok(known) = value.cast::<Move>() {
        known.get().at
    } else if let Ok(text) = value.cast::<PyString>() {
        return notation::parse(text.to_cow()?.trim(), size).map_err(value_error);
    } else if (value.is_instance_of::<PyTuple>() || value.is_instance_of::<PyList>())
        && value.len()? == 2
    {
        let number = |name: &str, index: usize| {
            number::<i64>(name, "a whole number on the board", &value.get_item(index)?)
        };
        let (x, y) = (number("x", 0)?, number("y", 1)?);
        let side = |number: i64| u8::try_from(number).ok();
        let Some((x, y)) = side(x).zip(side(y)) else {
            return Err(value_error(format!("point ({x}, {y}) is off the {size} board")));
        };
        Coord::new(x, y)
    } else {
        let seen = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "a point of type {seen}, expected a name such as \"h8\", a pair (x, y) or a Move"
        )));
    };
    match size.contains(at) {
        true => Ok(at),
        false => Err(value_error(format!("point ({}, {}) is off the {size} board", at.x, at.y))),
    }
}

/// The same; `None` is a pass, and so is `"--"`.
pub(crate) fn point_or_pass(value: &Bound<'_, PyAny>, size: BoardSize) -> PyResult<Option<Coord>> {
    let is_pass = value.is_none()
        || value
            .cast::<PyString>()
            .is_ok_and(|text| text.to_cow().is_ok_and(|text| text == notation::PASS));
    if is_pass { Ok(None) } else { point_of(value, size).map(Some) }
}
