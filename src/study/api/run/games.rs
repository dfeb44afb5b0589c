//! `import` and `export`.

use super::prepared::Prepared;
use super::reporter::Reporter;
use crate::api::answer::{Exported, Imported, Outcome};
use crate::api::error::Refusal;
use crate::api::point::{Pen, PointForm};
use crate::api::request::{Export, Import, board};
use crate::api::settings::Defaults;
use tengen_records::game_format::GameFormat;
use tengen_records::game_json::GameSpec;
use tengen_records::game_tree::GameTree;
use tengen_util::charset::Charset;

/// Games that one answer holds.
const MOST_GAMES: usize = 1000;
/// The side of a board unless the request names one.
const USUAL_SIDE: u64 = 15;

/// Checks `import`; the text is read later.
pub(super) fn import(request: Import, defaults: &Defaults) -> Result<Prepared, Refusal> {
    let mut sides = [request.size, request.width, request.height];
    if sides == [None; 3] {
        sides[0] = Some(USUAL_SIDE);
    }
    let (rule, size) = board(request.rule, sides)?;
    let form = request.points.unwrap_or(defaults.points);
    let Contents { field, bytes, charset } =
        Contents::of(request.text, request.data, request.encoding)?;
    let (format, name) = (request.format, request.name);
    Ok(Prepared::light(move |_, reporter: Reporter| {
        let named = name.as_deref().and_then(GameFormat::of_name);
        let format = format.or(named).unwrap_or_else(|| GameFormat::recognize(&bytes));
        match format.read(&bytes, rule, size, charset) {
            Ok(read) => {
                let total = read.games.len();
                let last = read.games.iter().skip(total.saturating_sub(MOST_GAMES));
                let games = last.map(|(_, game)| spec(game, form)).collect();
                let skipped = read.skipped.iter().map(ToString::to_string).chain(read.lost);
                let skipped = skipped.collect();
                reporter.done(Outcome::Import(Imported { format, total, games, skipped }));
            }
            Err(error) => reporter.fail(Refusal::bad(field, format!("{format}: {error}"))),
        }
    }))
}

/// What is to be read.
struct Contents {
    /// The key of the request that has it.
    field: &'static str,
    bytes: Vec<u8>,
    /// The code page, if it is known.
    charset: Option<Charset>,
}

impl Contents {
    fn of(
        text: Option<String>,
        data: Option<Vec<u8>>,
        encoding: Option<Charset>,
    ) -> Result<Self, Refusal> {
        match (text, data) {
            (Some(_), Some(_)) => {
                Err(Refusal::bad("data", "seen with 'text', expected only one of them"))
            }
            (Some(_), None) if encoding.is_some() => {
                Err(Refusal::bad("encoding", "seen with 'text', expected 'data'"))
            }
            // A message is UTF-8, whatever code page an SGF file in it names.
            (Some(text), None) => {
                let (bytes, charset) = (text.into_bytes(), Some(Charset::UTF_8));
                Ok(Self { field: "text", bytes, charset })
            }
            (None, Some(bytes)) => Ok(Self { field: "data", bytes, charset: encoding }),
            (None, None) => Err(Refusal::bad("text", "missing, expected 'text' or 'data'")),
        }
    }
}

/// Prepares `export`: the game is read now, the file is written later.
pub(super) fn export(request: &Export) -> Result<Prepared, Refusal> {
    let (game, format) = (request.game.to_tree()?, request.format);
    Ok(Prepared::light(move |_, reporter: Reporter| match format.write_file(&game) {
        Ok(bytes) => {
            let lost = format.lost(&game);
            let (text, data) = match String::from_utf8(bytes) {
                Ok(text) if format.is_text() => (Some(text), None),
                Ok(text) => (None, Some(text.into_bytes())),
                Err(error) => (None, Some(error.into_bytes())),
            };
            reporter.done(Outcome::Export(Exported { format, text, data, lost }));
        }
        Err(error) => reporter.fail(Refusal::bad("format", error.to_string())),
    }))
}

/// A game as an answer.
pub(super) fn spec(game: &GameTree, form: PointForm) -> GameSpec {
    let pen = Pen { form, size: game.head().size };
    GameSpec::of(game, &|coord| pen.point(coord))
}
