//! The files written from a match's journal: tables, records for other programs, the report. They
//! can be deleted and written again at any time.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use thiserror::Error;

use super::config::{Identity, UNSEALED_VERSION};
use super::journal::{MatchJournalError, write_whole};
use super::report::{ReportError, Test, Tournament, report};
use super::result::MatchResult;
use super::standings::Standings;
use super::stats::rating::Anchor;
use super::summary::full_score;
use tengen_records::{GameRecord, pgn, psq, sgf};
use tengen_util::files;

/// Why exports cannot be written.
#[derive(Debug, Error)]
pub enum ExportError {
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] MatchJournalError),
    /// The games do not fit the players.
    #[error(transparent)]
    Report(#[from] ReportError),
}

/// Writes into the folder of the match: `table.txt`, `result.json`, `report.html`, `games.pgn`, and
/// one file for each game in `psq/` and `sgf/`. Existing records are not written again.
///
/// # Errors
/// If a file cannot be written.
pub fn write(
    folder: &Path,
    identity: &Identity,
    standings: &Standings,
    games: &[GameRecord],
) -> Result<(), ExportError> {
    let turn_ms = identity.turn_ms();
    write_whole(&folder.join("table.txt"), full_score(standings).as_bytes())?;
    write_whole(&folder.join("result.json"), result(identity, standings).as_bytes())?;
    let counted: Vec<GameRecord> =
        games.iter().filter(|game| standings.counts(game)).cloned().collect();
    let results: String = counted.iter().map(pgn::write).collect();
    write_whole(&folder.join("games.pgn"), results.as_bytes())?;
    let page = page(folder, identity, standings, &counted)?;
    write_whole(&folder.join("report.html"), page.as_bytes())?;
    write_each(folder, "psq", games, |game| psq::write(game, turn_ms))?;
    Ok(write_each(folder, "sgf", games, sgf::write)?)
}

fn result(identity: &Identity, standings: &Standings) -> String {
    // Plain numbers and text: serialization cannot fail.
    serde_json::to_string_pretty(&MatchResult::of(identity, standings)).unwrap_or_default() + "\n"
}

fn page(
    folder: &Path,
    identity: &Identity,
    standings: &Standings,
    games: &[GameRecord],
) -> Result<String, ReportError> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let mut settings = identity.rows();
    if identity.version == UNSEALED_VERSION {
        let text = "unverified: written by an earlier version, without checksums";
        settings.push(("journal".to_owned(), text.to_owned()));
    }
    report(&Tournament {
        title: &name.unwrap_or_else(|| "match".to_owned()),
        players: &identity.players,
        games,
        settings: &settings,
        anchor: Anchor::Mean(0.0),
        test: standings.test().map(|(&sprt, _)| Test { sprt, by_pairs: standings.tests_pairs() }),
    })
}

fn write_each(
    folder: &Path,
    kind: &str,
    games: &[GameRecord],
    text: impl Fn(&GameRecord) -> String,
) -> Result<(), MatchJournalError> {
    let folder = folder.join(kind);
    let error = |doing, path: &Path| {
        let path = path.to_owned();
        move |error| MatchJournalError::Io { doing, path, error }
    };
    fs::create_dir_all(&folder).map_err(error("make the folder", &folder))?;
    files::remove_leftovers(&folder);
    for game in games {
        let path = folder.join(format!("{:06}.{kind}", game.game));
        if !path.exists() {
            // Thousands of files that can be rebuilt from the journal: they are not synced, but
            // never half written under their name.
            let (new, mut file) = files::create_beside(&path).map_err(error("write", &path))?;
            let filled = file.write_all(text(game).as_bytes());
            drop(file);
            let written = filled.and_then(|()| fs::rename(&new, &path)).inspect_err(|_| {
                let _ = fs::remove_file(&new);
            });
            written.map_err(error("write", &path))?;
        }
    }
    Ok(())
}
