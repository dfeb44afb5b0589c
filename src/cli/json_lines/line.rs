//! A line of input as a position, a line of output as JSON.

use std::io::{self, Write};

use anyhow::{Context, Result};
use serde::Serialize;

use tengen_engine::types::{BoardSize, Rule};
use tengen_records::{PositionLine, move_text, positions};
use tengen_util::excerpt::excerpt;

/// A position as it is written.
pub(super) const EXAMPLE: &str = r#"{"size":15,"moves":[[7,7],[8,8]]}"#;
/// This many characters of a line that is not a position are shown.
const SEEN: usize = 40;

/// The answer to a line that is not a position.
#[derive(Serialize)]
pub(super) struct LineFailure {
    pub error: String,
    pub line: usize,
}

/// Whether writing failed because the reader has closed the pipe.
///
/// # Errors
/// If it failed for another reason.
pub(super) fn is_gone(written: io::Result<()>) -> Result<bool> {
    match written {
        Ok(()) => Ok(false),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        Err(error) => Err(error).context("cannot write the answer"),
    }
}

/// Writes a value as one line of JSON.
///
/// # Errors
/// If the stream cannot be written.
pub(crate) fn write_line(value: &impl Serialize, output: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *output, value)?;
    output.write_all(b"\n")
}

/// The position of a line, or what is wrong with it; `None` for an empty line. `rule` is that of
/// positions that name none.
pub(super) fn line_of(
    line: Result<&str, String>,
    rule: Rule,
) -> Option<Result<PositionLine, String>> {
    match line {
        Ok("") => None,
        Ok(line) if !line.starts_with('{') => Some(Err(not_an_object(line))),
        Ok(line) => Some(positions::parse_line(line, rule).map_err(|error| error.to_string())),
        Err(error) => Some(Err(error)),
    }
}

/// What is wrong with a line that does not even begin as a position.
fn not_an_object(line: &str) -> String {
    let seen = excerpt(line, SEEN);
    let largest = BoardSize::square(BoardSize::MAX.into());
    let is_moves = largest.is_ok_and(|size| move_text::parse(line, size).is_ok());
    let hint = if is_moves {
        format!("; moves alone: --moves {seen}, or --moves - to read them here")
    } else {
        String::new()
    };
    format!("seen '{seen}', expected a JSON object such as {EXAMPLE}{hint}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_alone_are_recognized() {
        assert!(not_an_object("h8i9").contains("]}; moves alone: --moves h8i9, or --moves - "));
        assert!(not_an_object("[1]").ends_with("[[7,7],[8,8]]}"));
        let long = not_an_object(&"é".repeat(100));
        assert!(long.starts_with(&format!("seen '{}…', ", "é".repeat(SEEN))), "{long}");
    }
}
