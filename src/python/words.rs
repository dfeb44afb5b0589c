//! Rules, colors and sizes as Python writes them.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::errors::value_error;
use tengen_engine::types::{BoardSize, Color, Rule};

/// The rule with this name, or this number on the wire.
pub(crate) fn rule_of(value: &Bound<'_, PyAny>) -> PyResult<Rule> {
    if let Ok(number) = value.extract::<u32>() {
        let numbers = Rule::ALL.map(|rule| rule.wire().to_string()).join(", ");
        let known = Rule::ALL.into_iter().find(|rule| rule.wire() == number);
        return known
            .ok_or_else(|| value_error(format!("rule {number}, expected one of {numbers}")));
    }
    value.extract::<String>()?.parse().map_err(value_error)
}

/// A whole number, or none; one that is out of range is a wrong value like others.
pub(crate) fn number<'py, T: FromPyObjectOwned<'py>>(value: &Bound<'py, PyAny>) -> PyResult<T> {
    value.extract().map_err(|error: <T as FromPyObject<'_, 'py>>::Error| {
        let error: PyErr = error.into();
        match error.is_instance_of::<PyOverflowError>(value.py()) {
            true => value_error(format!("number {value} is out of range")),
            false => error,
        }
    })
}

/// The color with this name.
pub(crate) fn color_of(name: &str) -> PyResult<Color> {
    let known = Color::BOTH.into_iter().find(|color| color.to_string() == name);
    known.ok_or_else(|| value_error(format!("color '{name}', expected black or white")))
}

/// The name of a color.
pub(crate) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The board of `size`, or of `width` and `height`.
pub(crate) fn size_of(size: u64, width: Option<u64>, height: Option<u64>) -> PyResult<BoardSize> {
    BoardSize::new(width.unwrap_or(size), height.unwrap_or(size)).map_err(value_error)
}
