//! Errors as Python exceptions.

use std::error::Error;
use std::fmt::Display;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    tengen,
    IllegalMoveError,
    PyValueError,
    "A move that the rules do not allow."
);
pyo3::create_exception!(
    tengen,
    FormatError,
    PyValueError,
    "Bytes that are not a game of the format, or a game that the format cannot hold."
);
pyo3::create_exception!(
    tengen,
    ProofError,
    PyValueError,
    "A certificate that does not prove what it claims."
);
pyo3::create_exception!(
    tengen,
    EngineError,
    PyRuntimeError,
    "An engine that is closed, failed, or did not answer as it should."
);

/// A wrong value, with what was seen and expected.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The message of what should not happen.
pub(crate) fn failure(why: &str) -> String {
    format!("an internal failure: {why}")
}

/// An error with its causes: `not proved: line 3: …`.
pub(crate) fn with_causes(error: &(dyn Error + 'static)) -> String {
    let (mut text, mut next) = (Vec::new(), Some(error));
    while let Some(error) = next {
        text.push(error.to_string());
        next = error.source();
    }
    // A transparent error repeats its cause.
    text.dedup();
    text.join(": ")
}
