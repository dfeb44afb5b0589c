//! The files of a match that are made from its journal: tables, records for other programs, the
//! report. They can be deleted and made anew at any time.

use std::fs;
use std::path::Path;

use super::journal::{JournalError, write_whole};
use super::player::PlayerSpec;
use super::standings::Standings;
use super::words::full_score;
use crate::arena::player::commands::millis;
use crate::records::{GameRecord, pgn, psq, sgf};

/// Writes `table.txt`, `games.pgn`, and one file for each game in `psq/` and `sgf/` into the folder of
/// the match. Records that are there already are left alone.
///
/// # Errors
/// If a file cannot be written.
pub fn write(
    folder: &Path,
    standings: &Standings,
    games: &[GameRecord],
    players: &[PlayerSpec],
) -> Result<(), JournalError> {
    write_whole(&folder.join("table.txt"), full_score(standings).as_bytes())?;
    let results: String = games.iter().map(pgn::write).collect();
    write_whole(&folder.join("games.pgn"), results.as_bytes())?;
    let turn_ms = |game: &GameRecord| {
        players.get(game.black.player).and_then(|player| player.limits.turn).map(millis)
    };
    write_each(folder, "psq", games, |game| psq::write(game, turn_ms(game)))?;
    write_each(folder, "sgf", games, sgf::write)
}

fn write_each(
    folder: &Path,
    kind: &str,
    games: &[GameRecord],
    text: impl Fn(&GameRecord) -> String,
) -> Result<(), JournalError> {
    let folder = folder.join(kind);
    let error = |doing, path: &Path| {
        let path = path.to_owned();
        move |error| JournalError::Io { doing, path, error }
    };
    fs::create_dir_all(&folder).map_err(error("make the folder", &folder))?;
    for game in games {
        let path = folder.join(format!("{:06}.{kind}", game.game));
        if !path.exists() {
            fs::write(&path, text(game)).map_err(error("write", &path))?;
        }
    }
    Ok(())
}
