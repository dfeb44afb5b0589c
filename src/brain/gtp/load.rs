//! The game of a file, for `loadsgf`.

use std::path::Path;

use super::error::GtpError;
use super::names::is_nameable;
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::PositionLine;
use tengen_records::game_format::{GameFormat, GamesRead};
use tengen_records::words::rule::GivenRule;
use tengen_util::files;

/// More bytes are no game that a person saved.
const MOST_BYTES: u64 = 16 << 20;

/// The main line of the first game of an SGF file. A game that names no rule which is known here, as
/// programs of Go write it, has the rule of the session; one of another rule is refused.
///
/// # Errors
/// If the file cannot be read to its end, or its game cannot be played here.
pub(super) fn line_of(path: &Path, rule: Rule, size: BoardSize) -> Result<PositionLine, GtpError> {
    let failed = |why: String| GtpError::Load { why: format!("{}: {why}", path.display()) };
    let bytes = files::read_within(path, MOST_BYTES).map_err(|error| failed(error.to_string()))?;
    let read = GameFormat::SGF.read(&bytes, GivenRule::Asked(rule), size, None);
    let GamesRead { games, losses } = read.map_err(|error| failed(error.to_string()))?;
    if let Some(unread) = losses.unread.first() {
        return Err(failed(unread.to_string()));
    }
    let Some((_, game)) = games.first() else { return Err(failed("no game".to_owned())) };
    let head = game.head();
    if head.rule != rule {
        return Err(failed(format!("a game of {}, expected --rule {}", head.rule, head.rule)));
    }
    if !is_nameable(head.size) {
        return Err(failed(format!("a board of {}, which the protocol cannot name", head.size)));
    }
    Ok(game.line_to(game.end()))
}
