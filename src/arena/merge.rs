//! Joins the parts of a match that was played with `--shard` into one.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::config::Identity;
use super::journal::{self, ABOUT_FILE, GamePlace, MatchFolder, MatchJournalError};
use tengen_records::GameRecord;
use tengen_util::shard::Shard;

/// Why parts do not form a match.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A part cannot be read, or the whole cannot be written.
    #[error(transparent)]
    Journal(#[from] MatchJournalError),
    /// Two folders are parts of different matches.
    #[error(
        "{} and {} are parts of different matches: {key} is {first_value} and {second_value}",
        first.display(), second.display()
    )]
    Different {
        /// The first folder.
        first: PathBuf,
        /// The second folder.
        second: PathBuf,
        /// The setting that differs.
        key: String,
        /// Its value in the first.
        first_value: String,
        /// Its value in the second.
        second_value: String,
    },
    /// Two folders are the same part.
    #[error("{} and {} are the same part {shard}", first.display(), second.display())]
    Twice {
        /// The first folder.
        first: PathBuf,
        /// The second folder.
        second: PathBuf,
        /// The part.
        shard: Shard,
    },
    /// A part is missing.
    #[error("part {missing} is not among the {given} folders")]
    Missing {
        /// The first part that is missing.
        missing: Shard,
        /// How many folders were given.
        given: usize,
    },
}

struct MatchPart {
    folder: PathBuf,
    identity: Identity,
    shard: Shard,
    games: Vec<(GameRecord, GamePlace)>,
    is_unsealed: bool,
    torn: Option<GamePlace>,
}

#[derive(Clone, Debug)]
pub struct WholeMatch {
    /// The definition of the match.
    pub identity: Identity,
    /// Its games by number.
    pub games: Vec<GameRecord>,
    /// What the players answered to ABOUT, each answer once; `None` if no part has it.
    pub about: Option<String>,
    /// The first part without checksums, which an earlier version has written.
    pub unsealed: Option<PathBuf>,
    /// The incomplete last lines of parts; their games are missing.
    pub torn: Vec<GamePlace>,
}

/// Reads the parts and joins them.
///
/// # Errors
/// If a folder is not a part, or the parts do not belong to the same match or are incomplete.
pub fn join(folders: &[PathBuf]) -> Result<WholeMatch, MergeError> {
    let mut parts: Vec<MatchPart> = Vec::new();
    for folder in folders {
        let part = read_part(folder)?;
        for other in &parts {
            check_pair(other, &part)?;
        }
        parts.push(part);
    }
    let count = parts.first().map_or(1, |part| part.shard.count);
    for index in 1..=count {
        if !parts.iter().any(|part| part.shard.index == index) {
            let missing = Shard { index, count };
            return Err(MergeError::Missing { missing, given: folders.len() });
        }
    }
    let identity = parts.first().map(|part| part.identity.clone());
    let memory_cap_mb = parts.iter().filter_map(|part| part.identity.memory_cap_mb).min();
    let about = answers_to_about(&parts);
    let unsealed = parts.iter().find(|part| part.is_unsealed).map(|part| part.folder.clone());
    let torn = parts.iter().filter_map(|part| part.torn.clone()).collect();
    let mut games: Vec<(GameRecord, GamePlace)> =
        parts.into_iter().flat_map(|part| part.games).collect();
    games.sort_by_key(|(game, _)| game.game);
    let (games, places): (Vec<GameRecord>, Vec<GamePlace>) = games.into_iter().unzip();
    let mut identity = identity.ok_or(MergeError::Missing { missing: Shard::WHOLE, given: 0 })?;
    identity.shard = Shard::WHOLE;
    identity.memory_cap_mb = memory_cap_mb;
    // Each part is sound by itself; together they must be one match.
    journal::audit_games(&identity, None, &games, &places)?;
    Ok(WholeMatch { identity, games, about, unsealed, torn })
}

/// The lines of all parts. A player that answered differently, such as another version on another
/// machine, has several.
fn answers_to_about(parts: &[MatchPart]) -> Option<String> {
    let texts =
        parts.iter().filter_map(|part| fs::read_to_string(part.folder.join(ABOUT_FILE)).ok());
    let texts: Vec<String> = texts.collect();
    let mut lines: Vec<&str> = Vec::new();
    for line in texts.iter().flat_map(|text| text.lines()) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    (!texts.is_empty()).then(|| lines.iter().map(|line| format!("{line}\n")).collect())
}

/// Writes a joined match into a folder, which is created if necessary.
///
/// # Errors
/// If the folder contains a match or cannot be written.
pub fn write(folder: &Path, whole: &WholeMatch) -> Result<(), MatchJournalError> {
    journal::write_all(folder, &whole.identity, &whole.games, whole.unsealed.is_some())?;
    match &whole.about {
        Some(about) => journal::write_whole(&folder.join(ABOUT_FILE), about.as_bytes()),
        None => Ok(()),
    }
}

fn read_part(folder: &Path) -> Result<MatchPart, MergeError> {
    let MatchFolder { identity, games, places, is_unsealed, torn } = journal::read(folder)?;
    let games = games.into_iter().zip(places).collect();
    let (folder, shard) = (folder.to_owned(), identity.shard);
    Ok(MatchPart { folder, identity, shard, games, is_unsealed, torn })
}

fn check_pair(first: &MatchPart, second: &MatchPart) -> Result<(), MergeError> {
    let different = |key: String, first_value, second_value| {
        let (first, second) = (first.folder.clone(), second.folder.clone());
        Err(MergeError::Different { first, second, key, first_value, second_value })
    };
    if let Some((key, a, b)) = first.identity.difference(&second.identity) {
        return different(key, a, b);
    }
    let (a, b) = (first.identity.games, second.identity.games);
    if a != b {
        return different("games".to_owned(), a.to_string(), b.to_string());
    }
    let (a, b) = (first.shard, second.shard);
    if a.count != b.count {
        return different("shard".to_owned(), a.to_string(), b.to_string());
    }
    if a == b {
        let (first, second) = (first.folder.clone(), second.folder.clone());
        return Err(MergeError::Twice { first, second, shard: a });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// Writes the sample tournament in `count` parts and returns their folders.
    fn parts(root: &Path, count: u64) -> Vec<PathBuf> {
        let parts = (1..=count).map(|index| {
            let shard = Shard { index, count };
            let folder = root.join(index.to_string());
            let identity = Identity { shard, ..sample::identity() };
            let games: Vec<_> =
                sample::games().into_iter().filter(|game| shard.has(game.pair - 1)).collect();
            journal::write_all(&folder, &identity, &games, false).unwrap();
            folder
        });
        parts.collect()
    }

    #[test]
    fn the_parts_make_the_whole_in_any_order() {
        let root = tempfile::tempdir().unwrap();
        let mut folders = parts(root.path(), 3);
        folders.rotate_left(1);
        let whole = join(&folders).unwrap();
        let mut games = sample::games();
        games.sort_by_key(|game| game.game);
        assert_eq!(whole.games, games);
        assert_eq!(whole.identity.shard, Shard::WHOLE);
    }

    #[test]
    fn missing_duplicate_and_foreign_parts_are_reported() {
        let root = tempfile::tempdir().unwrap();
        let folders = parts(root.path(), 3);
        let error = join(&folders[..2]).unwrap_err().to_string();
        assert_eq!(error, "part 3/3 is not among the 2 folders");
        let twice = [folders[0].clone(), folders[0].clone()];
        assert!(matches!(join(&twice), Err(MergeError::Twice { .. })));
        let others = parts(&root.path().join("other"), 2);
        let mixed = [folders[0].clone(), others[1].clone()];
        let error = join(&mixed).unwrap_err().to_string();
        assert!(error.contains("different matches: shard is 1/3 and 2/2"), "{error}");
        assert!(join(&[root.path().join("nothing")]).is_err());
    }
}
