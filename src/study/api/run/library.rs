//! `games`: the library of saved games. Only these requests use it, and only if the server was
//! started with one.

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::games::spec;
use super::prepared::Prepared;
use super::reporter::Reporter;
use crate::api::answer::{GameHead, GamesList, GamesReport, Outcome};
use crate::api::error::{ErrorCode, Refusal};
use crate::api::point::PointForm;
use crate::api::request::{DeleteGames, Games, ListGames, SaveGame};
use crate::api::settings::Defaults;
use tengen_records::GameRecord;
use tengen_records::game_format::{GameFormat, main_line};
use tengen_records::game_tree::GameTree;
use tengen_records::library::rows::LibraryDamages;
use tengen_records::library::store::{self, StoreError};
use tengen_util::date::Date;

/// Number of games in a list, unless the request sets one.
const USUAL_LAST: u64 = 100;

/// Checks the request.
pub(super) fn prepare(
    request: Games,
    defaults: &Defaults,
    library: Option<&Arc<Path>>,
) -> Result<Prepared, Refusal> {
    let Some(library) = library.cloned() else {
        let error = "there is no library, expected the server to be started with --library";
        return Err(Refusal::bad("request", error));
    };
    let form = match &request {
        Games::Load(load) => load.points.unwrap_or(defaults.points),
        _ => defaults.points,
    };
    Ok(Prepared::light(move |_, reporter: Reporter| match act(&request, &library, form) {
        Ok(report) => reporter.done(Outcome::Games(report)),
        Err(refusal) => reporter.fail(refusal),
    }))
}

fn act(request: &Games, library: &Path, form: PointForm) -> Result<GamesReport, Refusal> {
    match request {
        Games::List(request) => list(request, library).map(GamesReport::List),
        Games::Load(request) => load(request.number, library, form),
        Games::Save(request) => save(request, library),
        Games::Delete(request) => delete(request, library),
    }
}

/// Passes the games to `take`, one at a time; none if there is no file yet.
fn each(library: &Path, mut take: impl FnMut(GameRecord)) -> Result<LibraryDamages, Refusal> {
    let read = store::each(library, |stored| {
        take(stored.game);
        ControlFlow::Continue(())
    });
    match read {
        Err(StoreError::System { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
            Ok(LibraryDamages::default())
        }
        other => other.map_err(|error| refused("number", &error)),
    }
}

/// An error of the store; `field` is the field that names a missing game.
fn refused(field: &str, error: &StoreError) -> Refusal {
    match error {
        StoreError::NoGame { .. } => Refusal::bad(field, error.to_string()),
        StoreError::System { .. } | StoreError::Foreign { .. } | StoreError::Special { .. } => {
            Refusal::of(ErrorCode::Library, error.to_string())
        }
    }
}

fn list(request: &ListGames, library: &Path) -> Result<GamesList, Refusal> {
    let last = request.last.as_ref().map_or(USUAL_LAST, |last| last.0) as usize;
    let is_before = |game: &GameRecord| request.before.is_none_or(|before| game.game < before);
    let (mut total, mut games) = (0, VecDeque::new());
    // The newest of the games that are the same.
    let mut newest: HashMap<u64, u64> = HashMap::new();
    let damages = each(library, |game| {
        total += 1;
        newest.insert(identity(&game), game.game);
        if is_before(&game) {
            games.push_front(game);
            games.truncate(last);
        }
    })?;
    let heads = games.iter().map(|game| {
        let same_as = newest.get(&identity(game)).copied().filter(|&number| number != game.game);
        GameHead { same_as, ..head(game) }
    });
    let more = (damages.more > 0).then(|| format!("and {} more", damages.more));
    Ok(GamesList {
        file: library.display().to_string(),
        total,
        games: heads.collect(),
        skipped: damages.rows.iter().map(ToString::to_string).chain(more).collect(),
    })
}

/// What makes a game another one: its moves, rule, board, players and end.
fn identity(game: &GameRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    let outcome = game.outcome_or_end();
    let reason = outcome.verdict().map(|verdict| verdict.to_string());
    (outcome.result(), reason).hash(&mut hasher);
    let names = [&game.black.name, &game.white.name];
    (game.rule.name(), game.size.width(), game.size.height(), names).hash(&mut hasher);
    game.points().for_each(|point| point.map(|at| (at.x, at.y)).hash(&mut hasher));
    hasher.finish()
}

fn head(game: &GameRecord) -> GameHead {
    let outcome = game.outcome_or_end();
    GameHead {
        number: game.game,
        date: game.started_ms.map(|ms| Date::from_unix_ms(ms).to_string()),
        black: game.black.name.clone(),
        white: game.white.name.clone(),
        rule: game.rule.name().to_owned(),
        width: game.size.width(),
        height: game.size.height(),
        moves: game.length(),
        result: outcome.result().to_owned(),
        reason: outcome.verdict().map(|verdict| verdict.to_string()),
        same_as: None,
    }
}

fn load(number: u64, library: &Path, form: PointForm) -> Result<GamesReport, Refusal> {
    let (mut games, mut found) = (0, None);
    each(library, |game| {
        games += 1;
        if game.game == number {
            found.get_or_insert(game);
        }
    })?;
    let Some(found) = found else {
        let path = library.to_owned();
        return Err(refused("number", &StoreError::NoGame { path, number, games }));
    };
    let tree = GameTree::from_record(&found);
    let tree = tree.map_err(|(stone, error)| {
        Refusal::of(ErrorCode::Library, format!("game {number}, move {stone}: {error}"))
    })?;
    Ok(GamesReport::Load { number, game: Box::new(spec(&tree, form)) })
}

fn save(request: &SaveGame, library: &Path) -> Result<GamesReport, Refusal> {
    let game = request.game.to_tree()?;
    let Some(line) = main_line(&game) else {
        let error =
            "the library can hold only games that start from an empty board and alternate moves";
        return Err(Refusal::bad("game", error));
    };
    let numbers = store::append(library, &[line]).map_err(|error| refused("game", &error))?;
    Ok(GamesReport::Save {
        number: numbers.first().copied().unwrap_or(0),
        file: library.display().to_string(),
        lost: GameFormat::CSV.lost(&game),
    })
}

fn delete(request: &DeleteGames, library: &Path) -> Result<GamesReport, Refusal> {
    let mut numbers = request.numbers.clone();
    numbers.sort_unstable();
    numbers.dedup();
    store::delete(library, &numbers).map_err(|error| refused("numbers", &error))?;
    Ok(GamesReport::Delete { numbers })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_ended_otherwise_is_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let rows = |number: u64, end: &str| {
            format!("{number},2026-11-01 10:00:00,Ann,Bo,freestyle,15x15,{end},1,h8,\n")
        };
        let head = "game,date,black,white,rule,size,result,reason,move,point,time_ms\n";
        let ends = ["white,resigned", "unfinished,", "unfinished,", "white,timeout"];
        let games: String = (1..).zip(ends).map(|(number, end)| rows(number, end)).collect();
        std::fs::write(&path, head.to_owned() + &games).unwrap();
        let request = serde_json::from_value(serde_json::json!({ "id": 1 })).unwrap();
        let listed = list(&request, &path).unwrap_or_else(|refusal| panic!("{}", refusal.error));
        let same: Vec<_> = listed.games.iter().map(|game| (game.number, game.same_as)).collect();
        assert_eq!(same, [(4, None), (3, None), (2, Some(3)), (1, None)]);
    }
}
