//! Errors as Python exceptions.

use std::error::Error;
use std::fmt::Display;

use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use tengen_records::book::BookError;

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

/// A book that cannot be opened: as Python's own errors of files, if the system refused.
pub(crate) fn book_error(error: &BookError) -> PyErr {
    match error {
        BookError::System { action, path, error } => {
            let path = path.clone().into_os_string();
            PyOSError::new_err((error.raw_os_error(), format!("{action}, {error}"), path))
        }
        BookError::Misspelled { path } => {
            let why = "no such file (did you mean 'built-in'?)";
            PyFileNotFoundError::new_err((NO_SUCH_FILE, why, path.clone().into_os_string()))
        }
        _ => PyValueError::new_err(with_causes(error)),
    }
}

/// `ENOENT`, on every system.
const NO_SUCH_FILE: i32 = 2;

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
