//! Rules, colors and sizes as Python writes them.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::value_error;
use tengen_engine::types::{BoardSize, Color, Rule};

/// The rule with this name, or this number on the wire.
pub(crate) fn rule_of(value: &Bound<'_, PyAny>) -> PyResult<Rule> {
    if let Ok(name) = value.cast::<PyString>() {
        return name.to_cow()?.parse().map_err(value_error);
    }
    let names = Rule::ALL.map(|rule| format!("\"{}\" or {}", rule.name(), rule.wire())).join(", ");
    let Ok(number) = value.extract::<u32>() else {
        let seen = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("rule {value} of type {seen}, expected {names}")));
    };
    Rule::numbered(number).ok_or_else(|| {
        let hint = match BoardSize::new(u64::from(number), u64::from(number)) {
            Ok(_) if number >= 5 => format!("; a size has its name: size={number}"),
            _ => String::new(),
        };
        value_error(format!("rule {number}, expected {names}{hint}"))
    })
}

/// The whole number of an argument, or none. Errors name the argument, and the range of its type.
pub(crate) fn number<'py, T: FromPyObjectOwned<'py>>(
    name: &str,
    range: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<T> {
    value.extract().map_err(|error: <T as FromPyObject<'_, 'py>>::Error| {
        let error: PyErr = error.into();
        match error.is_instance_of::<PyOverflowError>(value.py()) {
            true => value_error(format!("{name} {value}, expected {range}")),
            false => {
                let seen = value.get_type().name();
                let seen = seen.map_or_else(|_| String::new(), |seen| format!(" of type {seen}"));
                PyTypeError::new_err(format!("{name} {value}{seen}, expected {range}"))
            }
        }
    })
}

/// Whole numbers by the names of their arguments, for `from_py_with`.
pub(crate) mod argument {
    use super::{Bound, PyAny, PyResult, number};

    macro_rules! numbers {
        ($($name:ident: $kind:ty, $range:literal;)*) => {$(
            pub(crate) fn $name(value: &Bound<'_, PyAny>) -> PyResult<$kind> {
                number(stringify!($name), $range, value)
            }
        )*};
    }

    numbers! {
        size: u64, "a whole number of 1 or more";
        width: Option<u64>, "a whole number of 1 or more, or None";
        height: Option<u64>, "a whole number of 1 or more, or None";
        pixels: u32, "a whole number of pixels, 0 or more";
        x: u8, "a column from 0";
        y: u8, "a row from 0";
        rows: u8, "the rows of a board";
        threads: usize, "a whole number of 1 or more";
        hash_mb: u64, "a whole number of MiB, 1 or more";
        memory_mb: u64, "a whole number of MiB, 1 or more";
        seed: Option<u64>, "a whole number of 0 or more below 2**64, or None";
        nodes: Option<u64>, "a whole number of 1 or more, or None";
        depth: Option<u32>, "a whole number of 1 or more, or None";
        multipv: usize, "a whole number of 1 or more";
        ply: Option<usize>, "a number of moves, 0 or more, or None";
    }
}

/// The color with this word, of an argument.
pub(crate) fn color_of(argument: &str, word: &str) -> PyResult<Color> {
    let known = Color::BOTH.into_iter().find(|color| color.to_string() == word);
    known.ok_or_else(|| value_error(format!("{argument} '{word}', expected black or white")))
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
