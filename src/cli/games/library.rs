//! Reading the library of games for the subcommands of `tengen games`.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Result, bail};

use super::super::game_file::{GameArgs, GameLimit, detect, report_damage};
use tengen_boards::replay::ReplayedGame;
use tengen_records::GameRecord;
use tengen_records::game_format::{GameFormat, main_line};
use tengen_records::game_tree::GameTree;
use tengen_records::library::store::{self, StoreError};
use tengen_study::review;
use tengen_util::count::counted;
use tengen_util::stderr;

/// A game of a file.
pub(super) enum ListedGame {
    /// A list of moves, with what a review has noted.
    Moves(ReplayedGame),
    /// One with this number that begins with stones set up, or has moves out of turn.
    Other(u64, GameTree),
}

/// Passes the games of the file to `take`, one at a time, until that breaks; its damaged games and
/// rows are reported on stderr. Returns whether there are any.
pub(super) fn each(
    path: &Path,
    args: GameArgs,
    limit: GameLimit,
    mut take: impl FnMut(ListedGame) -> ControlFlow<()>,
) -> Result<bool> {
    if !path.exists() {
        bail!(
            "'{}' does not exist, expected a library of games (play --record FILE saves games in one)",
            path.display()
        );
    }
    if detect(path).is_some_and(|format| format != GameFormat::CSV) {
        let source = args.open(path, limit)?;
        let losses = source.each(|number, game| {
            take(match main_line(&game) {
                Some(line) => ListedGame::Moves(ReplayedGame {
                    record: GameRecord { game: number, ..line },
                    better: review::better_moves(&game),
                }),
                None => ListedGame::Other(number, game),
            })
        })?;
        source.say(&losses);
        return Ok(losses.is_damaged());
    }
    let mut count = 0;
    let damages = store::each(path, |stored| {
        limit.admit(&mut count)?;
        take(ListedGame::Moves(stored.game.into()))
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

/// The games with these numbers, in this order, and whether a part of the file is damaged.
///
/// # Errors
/// If the file cannot be read, has no such game, or that one is no list of moves.
pub(super) fn chosen(
    path: &Path,
    numbers: &[u64],
    args: GameArgs,
) -> Result<(Vec<ReplayedGame>, bool)> {
    let (mut games, mut found) = (0, HashMap::new());
    let mut others = Vec::new();
    let is_damaged = each(path, args, GameLimit::default(), |game| {
        games += 1;
        match game {
            ListedGame::Moves(game) if numbers.contains(&game.record.game) => {
                found.entry(game.record.game).or_insert(game);
            }
            ListedGame::Moves(_) => {}
            ListedGame::Other(number, _) => others.push(number),
        }
        ControlFlow::Continue(())
    })?;
    if let Some(number) = numbers.iter().find(|number| others.contains(number)) {
        let path = path.display();
        bail!(
            "{path}: game {number} has stones set up or moves out of turn, expected a list of moves; `tengen play --game` shows it"
        );
    }
    let find = |&number: &u64| {
        let none = || StoreError::NoGame { path: path.to_owned(), number, games };
        found.get(&number).cloned().ok_or_else(none)
    };
    let chosen: Result<Vec<ReplayedGame>, StoreError> = numbers.iter().map(find).collect();
    Ok((chosen?, is_damaged))
}
