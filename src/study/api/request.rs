//! The requests. Every key is described here, and unknown ones are errors.

mod games;
mod opening;
mod parts;
mod puzzles;
mod study;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::{ErrorCode, Refusal, seen};
use super::number::{EvaluationWord, LevelWord};
use super::point::PointForm;
use super::strict::Strict;
use tengen_engine::threats::ThreatKind;
use tengen_records::json;
use tengen_records::positions::{PointSpec, PositionSpec};
use tengen_util::spelling::hint;

pub use self::games::{DeleteGames, Export, Games, Import, ListGames, SaveGame};
pub use self::opening::{ChoiceSpec, PlayOpening};
pub use self::parts::{Id, SearchLimits, SolveLimits, Threads, Variations, board};
pub(crate) use self::puzzles::{AnswerPuzzle, DailyPuzzles, FindPuzzles, HintPuzzle, Puzzles};
pub(crate) use self::study::{Balance, ReviewGame};

/// A request.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "request", rename_all = "snake_case")]
pub enum Request {
    /// The best lines, depth by depth.
    Analyze(Search),
    /// The best move in a game; the engine reuses its earlier searches.
    Move(Search),
    /// Forced wins by fours and threes, verified against every reply.
    Solve(Solve),
    /// The winner, the points forbidden to black, and the threats of both sides.
    Judge(Judge),
    /// The probability that a deeper search chooses each move.
    Policy(Policy),
    /// What the book of the server contains about a position and the positions after each move.
    Book(LookUp),
    /// Why a move is good, or why a point is forbidden.
    Explain(Explain),
    /// A review of a finished game, move by move: mistakes and missed wins.
    Review(ReviewGame),
    /// Puzzles: what was missed in a game, or those of a day; answers to moves, and hints.
    Puzzles(Puzzles),
    /// One or two moves that balance the position.
    Balance(Balance),
    /// The next choice in an opening, and the engine's decision.
    Opening(PlayOpening),
    /// The games in a file.
    Import(Import),
    /// A game as the contents of a file.
    Export(Export),
    /// The library of saved games, if the server has one.
    Games(Games),
    /// Stops requests; each reports what it has found so far.
    Stop(Stop),
    /// Cancels requests; each reports only an error.
    Cancel(Stop),
    /// Clears what `move` remembers from earlier searches.
    NewGame(Plain),
    /// Sets defaults for this session and reports them with the engine's limits.
    Options(SetOptions),
    /// Answers immediately.
    Ping(Plain),
}

/// `analyze` and `move`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// The request's name.
    pub id: Id,
    /// The position.
    pub position: PositionSpec,
    /// When the search stops; after 5 seconds by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<SearchLimits>,
    /// How many lines to report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multipv: Option<Variations>,
    /// Search threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<Threads>,
    /// Playing strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<LevelWord>,
    /// Moves to exclude.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excluded: Option<Vec<PointSpec>>,
    /// How points are written in answers; by default as in the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
}

/// What to solve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SolveGoal {
    /// One forced win of the side to move.
    #[default]
    Win,
    /// Every winning first move.
    AllFirstMoves,
    /// Every move that stops the opponent's forced win.
    Defend,
}

/// Which threats the attacker may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ThreatKind")]
pub enum ThreatKindWord {
    /// Continuous fours: every move of the attacker threatens a five.
    Vcf,
    /// Continuous threats: fours, and threes after which the attacker would win by fours if the
    /// defender passed.
    Vct,
}

impl From<ThreatKindWord> for ThreatKind {
    fn from(word: ThreatKindWord) -> Self {
        match word {
            ThreatKindWord::Vcf => Self::Vcf,
            ThreatKindWord::Vct => Self::Vct,
        }
    }
}

/// `solve`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Solve {
    /// The request's name.
    pub id: Id,
    /// The position.
    pub position: PositionSpec,
    /// What to search for.
    #[serde(default)]
    pub goal: SolveGoal,
    /// The threats to use; by default first fours, then fours and threes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<ThreatKindWord>,
    /// When the search stops; after 10 seconds by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<SolveLimits>,
    /// Threads for the goals `all-first-moves` and `defend`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<Threads>,
    /// Whether to find the shortest win by fours.
    #[serde(default)]
    pub shortest: bool,
    /// Whether to report the whole proof (goal `win`).
    #[serde(default)]
    pub tree: bool,
    /// How points are written in answers; by default as in the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
}

/// `judge`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Judge {
    /// The request's name.
    pub id: Id,
    /// The position.
    pub position: PositionSpec,
    /// How points are written in answers; by default as in the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
}

/// `policy`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// The request's name.
    pub id: Id,
    /// The position, on a board of at most 22×22.
    pub position: PositionSpec,
    /// How points are written in answers; by default as in the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
}

/// `book`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LookUp {
    /// The request's name.
    pub id: Id,
    /// The position.
    pub position: PositionSpec,
    /// How points are written in answers; by default as in the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
}

/// `explain`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// The request's name.
    pub id: Id,
    /// The position before the move.
    pub position: PositionSpec,
    /// The move to explain; by default the best move that the search finds.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub play: Option<PointSpec>,
    /// When each search stops; after 5 seconds by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<SearchLimits>,
    /// Search threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<Threads>,
    /// How points are written in answers; by default as in the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
}

/// `stop` and `cancel`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// The request's name.
    pub id: Id,
    /// The request to end; by default all requests of this session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Id>,
}

/// `ping` and `new_game`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plain {
    /// The request's name.
    pub id: Id,
}

/// `options`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetOptions {
    /// The request's name.
    pub id: Id,
    /// Search threads for requests that do not set them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<Threads>,
    /// Playing strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<LevelWord>,
    /// How many lines to report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multipv: Option<Variations>,
    /// When searches stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<SearchLimits>,
    /// Which evaluation plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<EvaluationWord>,
    /// The form of points in answers to positions without points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
}

/// The names of the requests.
const KINDS: &str = "analyze, move, solve, judge, policy, book, explain, review, puzzles, balance, opening, import, export, games, stop, cancel, new_game, options or ping";

/// Reads a request. An error comes with the request's name if that could be read.
pub fn parse(line: &str) -> Result<(Id, Request), (Option<Id>, Refusal)> {
    let Strict(value) = json::parse(line).map_err(|error| (None, error.into()))?;
    let Value::Object(mut map) = value else {
        let what = "not an object, expected one like {\"id\":1,\"request\":\"ping\"}";
        return Err((None, Refusal::bad("", what)));
    };
    let id = match map.get("id") {
        None => return Err((None, Refusal::bad("id", "missing, expected text or a number"))),
        Some(id) => read_id(id).map_err(|refusal| (None, refusal))?,
    };
    let found = match map.shift_remove("request") {
        Some(Value::String(kind)) => read_body(&kind, Value::Object(map)),
        Some(other) => Err(unknown(&other)),
        None => Err(Refusal::bad("request", format!("missing, expected {KINDS}"))),
    };
    found.map(|request| (id.clone(), request)).map_err(|refusal| (Some(id), refusal))
}

fn read_id(value: &Value) -> Result<Id, Refusal> {
    let wrong = |what: &str| {
        Refusal::bad("id", format!("{what}, expected text of at most 200 bytes or a whole number"))
    };
    match json::from_value::<Id>(value.clone()) {
        Ok(Id::Text(text)) if text.len() > 200 => Err(wrong("too long")),
        Ok(id) => Ok(id),
        Err(_) => Err(wrong("wrong type")),
    }
}

fn read_body(kind: &str, body: Value) -> Result<Request, Refusal> {
    Ok(match kind {
        "analyze" => Request::Analyze(json::from_value(body)?),
        "move" => Request::Move(json::from_value(body)?),
        "solve" => Request::Solve(json::from_value(body)?),
        "judge" => Request::Judge(json::from_value(body)?),
        "policy" => Request::Policy(json::from_value(body)?),
        "book" => Request::Book(json::from_value(body)?),
        "explain" => Request::Explain(json::from_value(body)?),
        "review" => Request::Review(json::from_value(body)?),
        "puzzles" => Request::Puzzles(puzzles::read(body)?),
        "balance" => Request::Balance(json::from_value(body)?),
        "opening" => Request::Opening(json::from_value(body)?),
        "import" => Request::Import(json::from_value(body)?),
        "export" => Request::Export(json::from_value(body)?),
        "games" => Request::Games(games::read(body)?),
        "stop" => Request::Stop(json::from_value(body)?),
        "cancel" => Request::Cancel(json::from_value(body)?),
        "new_game" => Request::NewGame(json::from_value(body)?),
        "options" => Request::Options(json::from_value(body)?),
        "ping" => Request::Ping(json::from_value(body)?),
        other => return Err(unknown(&Value::from(other))),
    })
}

/// What `request` is refused with if it is none of them.
fn unknown(request: &Value) -> Refusal {
    let kinds: Vec<&str> =
        KINDS.split([',', ' ']).filter(|word| !matches!(*word, "" | "or")).collect();
    let hint = request.as_str().map_or_else(String::new, |word| hint(word, &kinds));
    Refusal::bad("request", format!("seen {}{hint}, expected {KINDS}", seen(request)))
}

/// What `parse` reports for text that cannot be a message.
pub(super) fn unreadable(error: String) -> Refusal {
    Refusal::of(ErrorCode::NotJson, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_repeated_as_it_was_but_not_at_length() {
        let refused = |line: &str| parse(line).unwrap_err().1.error;
        let begins = |line: &str, seen: &str| {
            let error = refused(line);
            assert!(error.starts_with(&format!("seen {seen}, expected ")), "{error}");
        };
        begins(r#"{"id":1,"request":5}"#, "5");
        begins(r#"{"id":1,"request":"think"}"#, "'think'");
        begins(r#"{"id":1,"request":"analise"}"#, "'analise' (did you mean 'analyze'?)");
        begins(r#"{"id":1,"request":"games","action":5}"#, "5");
        begins(r#"{"id":1,"request":"games","action":null}"#, "null");
        let long = "x".repeat(99);
        let short = format!("'{}…'", &long[..40]);
        begins(&format!(r#"{{"id":1,"request":"{long}"}}"#), &short);
        begins(&format!(r#"{{"id":1,"request":"games","action":"{long}"}}"#), &short);
        let list = format!("[{}1]", "1,".repeat(99));
        begins(&format!(r#"{{"id":1,"request":{list}}}"#), &format!("{}…", &list[..40]));
        let missing = refused(r#"{"id":1,"request":"games"}"#);
        assert!(missing.starts_with("missing, expected list"), "{missing}");
    }
}
