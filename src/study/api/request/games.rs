//! Requests about games as text and about the library.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::base64::Base64;
use serde_with::{DisplayFromStr, serde_as};

use super::parts::Id;
use crate::api::error::{Refusal, seen};
use crate::api::point::PointForm;
use tengen_engine::types::Rule;
use tengen_records::game_format::GameFormat;
use tengen_records::game_json::GameSpec;
use tengen_records::json;
use tengen_records::positions::schema;
use tengen_records::serde_text::RuleText;
use tengen_records::serde_text::WholeNumber;
use tengen_util::charset::Charset;

/// `import`.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// The request's name.
    pub id: Id,
    /// The contents of a text file; excludes `data`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The contents of a file in base64; required for `lib`.
    #[serde_as(as = "Option<Base64>")]
    #[schemars(with = "Option<String>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Vec<u8>>,
    /// The code page of `data`, such as `gbk`; by default what its first bytes or an `sgf` name,
    /// else UTF-8, or a guess that the answer names under `skipped`. `text` has none.
    #[serde_as(as = "Option<DisplayFromStr>")]
    #[schemars(with = "Option<String>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<Charset>,
    /// The format of the file; detected by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<GameFormat>,
    /// The name of the file; its extension helps to detect the format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The rule for games that do not specify one, or one that is unknown; freestyle by default,
    /// and a game of an unknown rule is then not read.
    #[serde_as(as = "Option<RuleText>")]
    #[schemars(with = "Option<schema::RuleWord>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
    /// The side of a square board for games that do not specify a size; 15 by default.
    #[schemars(with = "Option<schema::SideLength>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// The number of columns; requires `height`.
    #[schemars(with = "Option<schema::SideLength>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u64>,
    /// The number of rows; requires `width`.
    #[schemars(with = "Option<schema::SideLength>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u64>,
    /// How points are written in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
}

/// `export`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Export {
    /// The request's name.
    pub id: Id,
    /// The game.
    pub game: GameSpec,
    /// The format.
    pub format: GameFormat,
}

/// `games`, by its `action`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "action", rename_all = "lowercase")]
pub enum Games {
    /// The games, the newest first.
    List(ListGames),
    /// One game.
    Load(LoadGame),
    /// Appends a game.
    Save(Box<SaveGame>),
    /// Deletes games.
    Delete(DeleteGames),
}

/// `games` with the action `list`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListGames {
    /// The request's name.
    pub id: Id,
    /// The maximum number of games; 100 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<WholeNumber<1, 1000>>,
    /// Only games with lower numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
}

/// `games` with the action `load`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoadGame {
    /// The request's name.
    pub id: Id,
    /// The number of the game.
    pub number: u64,
    /// How points are written in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<PointForm>,
}

/// `games` with the action `save`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveGame {
    /// The request's name.
    pub id: Id,
    /// The game; the library stores its main line only.
    pub game: GameSpec,
}

/// `games` with the action `delete`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteGames {
    /// The request's name.
    pub id: Id,
    /// The numbers of the games.
    pub numbers: Vec<u64>,
}

/// Reads `games` without its key `request`.
pub(super) fn read(mut body: Value) -> Result<Games, Refusal> {
    const ACTIONS: &str = "expected list, load, save or delete";
    let action = body.as_object_mut().and_then(|keys| keys.shift_remove("action"));
    let Some(action) = action else {
        return Err(Refusal::bad("action", format!("missing, {ACTIONS}")));
    };
    Ok(match action.as_str() {
        Some("list") => Games::List(json::from_value(body)?),
        Some("load") => Games::Load(json::from_value(body)?),
        Some("save") => Games::Save(Box::new(json::from_value(body)?)),
        Some("delete") => Games::Delete(json::from_value(body)?),
        _ => return Err(Refusal::bad("action", format!("seen {}, {ACTIONS}", seen(&action)))),
    })
}
