//! Reading the library of games for the subcommands of `tengen games`.

use std::path::Path;

use anyhow::{Result, bail};

use super::super::game_file::report_damage;
use tengen_records::GameRecord;
use tengen_records::library::store::{self, StoreError};

/// The games of the file; its damaged rows are reported on stderr.
pub(super) fn read(path: &Path) -> Result<Vec<GameRecord>> {
    if !path.exists() {
        bail!(
            "'{}' does not exist, expected a library of games (play --record FILE saves games in one)",
            path.display()
        );
    }
    let contents = store::read(path)?;
    for damage in &contents.damages {
        report_damage(path, damage);
    }
    Ok(contents.games.into_iter().map(|entry| entry.game).collect())
}

/// The games with these numbers, in this order.
pub(super) fn chosen(path: &Path, numbers: &[u64]) -> Result<Vec<GameRecord>> {
    let games = read(path)?;
    let find = |&number: &u64| {
        let none = || StoreError::NoGame { path: path.to_owned(), number, games: games.len() };
        games.iter().find(|game| game.game == number).cloned().ok_or_else(none)
    };
    numbers.iter().map(|number| find(number).map_err(Into::into)).collect()
}
