//! Games from bytes, through the table of formats.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{FormatError, value_error, with_causes};
use crate::game::PyGame;
use crate::words::{rule_of, size_of};
use tengen_records::file_format::ReadLosses;
use tengen_records::game_format::GameFormat;
use tengen_records::read_note::ReadNote;
use tengen_util::charset::Charset;

/// The formats of games, by name: their title, extensions, and whether they are written and hold variations.
#[pyfunction]
pub(crate) fn formats(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for format in GameFormat::ALL {
        let about = format.description();
        let row = PyDict::new(py);
        row.set_item("title", about.title)?;
        row.set_item("extensions", about.extensions)?;
        row.set_item("text", about.is_text)?;
        row.set_item("written", about.write.is_some())?;
        row.set_item("variations", format.holds_trees())?;
        all.set_item(format.name(), row)?;
    }
    Ok(all)
}

/// The games of a file with this name and these bytes, and what was lost in reading it. `rule` and `size`
/// are those of games that do not say theirs.
#[pyfunction]
#[pyo3(signature = (data, name = "", *, format = None, rule = None, size = 15, encoding = None))]
pub(crate) fn parse_games(
    py: Python<'_>,
    data: &[u8],
    name: &str,
    format: Option<&str>,
    rule: Option<&Bound<'_, PyAny>>,
    size: u64,
    encoding: Option<&str>,
) -> PyResult<(Vec<PyGame>, Vec<String>)> {
    let format = match format {
        Some(name) => GameFormat::named(name),
        None => GameFormat::detect(name, data).or_else(|| Some(GameFormat::recognize(data))),
    };
    let format = format.ok_or_else(|| {
        let known: Vec<_> = GameFormat::ALL.iter().map(|format| format.name()).collect();
        value_error(format!("an unknown format, expected one of {}", known.join(", ")))
    })?;
    let rule = rule.map(rule_of).transpose()?;
    let size = size_of(size, None, None)?;
    let charset: Option<Charset> = encoding.map(str::parse).transpose().map_err(value_error)?;
    let read = py.detach(|| format.read(data, rule, size, charset));
    let read =
        read.map_err(|error| FormatError::new_err(format!("{format}: {}", with_causes(&error))))?;
    let games = read.games.into_iter().map(|(_, tree)| PyGame::of(tree)).collect();
    Ok((games, sentences(&read.losses)))
}

/// What was lost, one sentence each.
fn sentences(losses: &ReadLosses) -> Vec<String> {
    let skipped = losses.skipped.iter().map(ToString::to_string);
    let unread = losses.unread.iter().map(ToString::to_string);
    // What was taken for what the text does not say is in the games.
    let is_said = |note: &&ReadNote| !matches!(note, ReadNote::Assumed { .. });
    let notes = losses.notes.iter().filter(is_said).map(ToString::to_string);
    let mut all: Vec<String> = skipped
        .chain(losses.lost.iter().map(ToString::to_string))
        .chain(unread)
        .chain(notes)
        .collect();
    if losses.left_out > 0 && losses.unread.is_empty() {
        all.push(format!("{} games were left out", losses.left_out));
    }
    all
}
