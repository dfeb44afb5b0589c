//! Why a request failed, as its final object reports it.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::opening_fault::OpeningFault;
use super::reading_fault::ReadingFault;
use tengen_records::game_json::{GameFault, GameSpecError};
use tengen_records::json::JsonError;
use tengen_records::positions::PositionError;
use tengen_util::excerpt::excerpt;

/// The kind of error, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The line is not JSON, not UTF-8 or too long.
    NotJson,
    /// The request is invalid; `field` names the invalid value.
    BadRequest,
    /// The request was canceled, or stopped before it began.
    Canceled,
    /// Too many requests are waiting: send it again later.
    Busy,
    /// The request needs more than one request may use: games, moves, bytes or time.
    Limit,
    /// The library of games cannot be read or written.
    Library,
    /// The book cannot be read.
    Book,
    /// An internal error of the engine.
    Internal,
}

/// An error without the request that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its kind.
    pub code: ErrorCode,
    /// The path of the value, such as `position.moves[3]`.
    pub field: Option<String>,
    /// What was seen and what was expected.
    pub error: String,
    /// Why a choice of an opening is refused, for programs that have words of their own.
    pub opening: Option<OpeningFault>,
    /// Why a text or a file is no game, likewise.
    pub reading: Option<Box<ReadingFault>>,
}

impl Refusal {
    /// A value that cannot be used.
    pub(super) fn bad(field: &str, error: impl Into<String>) -> Self {
        let field = Some(field.to_owned()).filter(|field| !field.is_empty());
        Self { field, ..Self::of(ErrorCode::BadRequest, error) }
    }

    /// An error that concerns no field.
    pub(super) fn of(code: ErrorCode, error: impl Into<String>) -> Self {
        Self { code, field: None, error: error.into(), opening: None, reading: None }
    }

    /// A position that does not exist; a point is named as the request writes it.
    pub(super) fn position(error: &PositionError) -> Self {
        let (place, message) = match error {
            PositionError::Name { place, error } => (place.as_str(), error.to_string()),
            PositionError::Place { place, point, error } => (place.as_str(), error.at(point)),
            PositionError::Text(error) => ("moves", error.to_string()),
            other => ("", other.to_string()),
        };
        Self::bad(&join("position", place), message)
    }
}

impl From<GameSpecError> for Refusal {
    fn from(GameSpecError { place, fault }: GameSpecError) -> Self {
        let message = match &fault {
            GameFault::Start(PositionError::Name { error, .. }) => error.to_string(),
            GameFault::Start(PositionError::Place { point, error, .. }) => error.at(point),
            other => other.to_string(),
        };
        Self::bad(&join("game", &place), message)
    }
}

impl From<JsonError> for Refusal {
    fn from(error: JsonError) -> Self {
        match error {
            JsonError::Data { place, message } => Self::bad(&place, message),
            syntax @ JsonError::Syntax { .. } => Self::of(ErrorCode::NotJson, syntax.to_string()),
        }
    }
}

/// A value of a message as an error repeats it: text in quotation marks, and the first of much.
pub(super) fn seen(value: &Value) -> String {
    /// How many characters are repeated.
    const MOST: usize = 40;
    match value {
        Value::String(text) => format!("'{}'", excerpt(text, MOST)),
        other => excerpt(&other.to_string(), MOST),
    }
}

/// `a` and a path in it.
fn join(a: &str, b: &str) -> String {
    if b.is_empty() { a.to_owned() } else { format!("{a}.{b}") }
}
