//! Reading the library of games for the subcommands of `tengen games`.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Result, bail};

use super::super::game_file::{GameLimit, report_damage};
use tengen_records::GameRecord;
use tengen_records::library::store::{self, StoreError};
use tengen_util::count::counted;
use tengen_util::stderr;

/// Passes the games of the file to `take`, one at a time, until that breaks; its damaged rows are
/// reported on stderr.
pub(super) fn each(
    path: &Path,
    limit: GameLimit,
    mut take: impl FnMut(GameRecord) -> ControlFlow<()>,
) -> Result<()> {
    if !path.exists() {
        bail!(
            "'{}' does not exist, expected a library of games (play --record FILE saves games in one)",
            path.display()
        );
    }
    let mut count = 0;
    let damages = store::each(path, |stored| {
        limit.admit(&mut count)?;
        take(stored.game)
    })?;
    for damage in &damages.rows {
        report_damage(path, damage);
    }
    let more = (damages.more > 0)
        .then(|| format!("{} cannot be used and are skipped", counted(damages.more, "more row")));
    for sentence in more.into_iter().chain(limit.sentence(count)) {
        stderr::say(format_args!("{}: {sentence}", path.display()));
    }
    Ok(())
}

/// The games with these numbers, in this order.
pub(super) fn chosen(path: &Path, numbers: &[u64]) -> Result<Vec<GameRecord>> {
    let (mut games, mut found) = (0, HashMap::new());
    each(path, GameLimit::default(), |game| {
        games += 1;
        if numbers.contains(&game.game) {
            found.entry(game.game).or_insert(game);
        }
        ControlFlow::Continue(())
    })?;
    let find = |&number: &u64| {
        let none = || StoreError::NoGame { path: path.to_owned(), number, games };
        found.get(&number).cloned().ok_or_else(none)
    };
    numbers.iter().map(|number| find(number).map_err(Into::into)).collect()
}
