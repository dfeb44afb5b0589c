//! Reading the library of games for the subcommands of `tengen games`.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Result, bail};

use super::super::game_file::{GameLimit, GameSource, detect, report_damage};
use tengen_engine::types::BoardSize;
use tengen_records::GameRecord;
use tengen_records::game_format::{GameFormat, ReadDefaults, main_line};
use tengen_records::library::store::{self, StoreError};
use tengen_records::words::rule::GivenRule;
use tengen_util::count::counted;
use tengen_util::stderr;

/// Passes the games of the file to `take`, one at a time, until that breaks; its damaged games and
/// rows are reported on stderr. Returns whether there are any.
pub(super) fn each(
    path: &Path,
    limit: GameLimit,
    mut take: impl FnMut(GameRecord) -> ControlFlow<()>,
) -> Result<bool> {
    if !path.exists() {
        bail!(
            "'{}' does not exist, expected a library of games (play --record FILE saves games in one)",
            path.display()
        );
    }
    if detect(path).is_some_and(|format| format != GameFormat::CSV) {
        return each_of_file(path, limit, take);
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
    Ok(!damages.rows.is_empty())
}

/// The same for a file of games in another format. Of one that begins with stones set up, or has
/// moves out of turn, there is no list of moves.
fn each_of_file(
    path: &Path,
    limit: GameLimit,
    mut take: impl FnMut(GameRecord) -> ControlFlow<()>,
) -> Result<bool> {
    const SIDE: u64 = 15;
    let size = BoardSize::square(SIDE)?;
    let defaults = ReadDefaults { rule: GivenRule::default(), size, charset: None };
    let source = GameSource::open(path, None, None, defaults, limit, false)?;
    let losses = source.each(|number, game| match main_line(&game) {
        Some(line) => take(GameRecord { game: number, ..line }),
        None => {
            let what = "stones are set up or moves out of turn; `tengen play --game` shows it";
            stderr::say(format_args!("{}: game {number}: {what}", path.display()));
            ControlFlow::Continue(())
        }
    })?;
    source.say(&losses);
    Ok(losses.is_damaged())
}

/// The games with these numbers, in this order, and whether a part of the file is damaged.
pub(super) fn chosen(path: &Path, numbers: &[u64]) -> Result<(Vec<GameRecord>, bool)> {
    let (mut games, mut found) = (0, HashMap::new());
    let is_damaged = each(path, GameLimit::default(), |game| {
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
    let chosen: Result<Vec<GameRecord>, StoreError> = numbers.iter().map(find).collect();
    Ok((chosen?, is_damaged))
}
