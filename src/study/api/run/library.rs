//! `games`: the library of saved games. Only these requests use it, and only if the server was
//! started with one.

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
use tengen_records::library::rows::LibraryContents;
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

/// The contents; empty if there is no file yet.
fn read(library: &Path) -> Result<LibraryContents, Refusal> {
    match store::read(library) {
        Err(StoreError::System { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
            Ok(LibraryContents::default())
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
    let contents = read(library)?;
    let last = request.last.as_ref().map_or(USUAL_LAST, |last| last.0);
    let is_before = |game: &GameRecord| request.before.is_none_or(|before| game.game < before);
    let games = contents.games.iter().rev().map(|stored| &stored.game);
    let games = games.filter(|game| is_before(game)).take(last as usize).map(head);
    Ok(GamesList {
        file: library.display().to_string(),
        total: contents.games.len(),
        games: games.collect(),
        skipped: contents.damages.iter().map(ToString::to_string).collect(),
    })
}

fn head(game: &GameRecord) -> GameHead {
    GameHead {
        number: game.game,
        date: game.started_ms.map(|ms| Date::from_unix_ms(ms).to_string()),
        black: game.black.name.clone(),
        white: game.white.name.clone(),
        rule: game.rule.name().to_owned(),
        width: game.size.width(),
        height: game.size.height(),
        moves: game.length(),
        result: game.outcome.result().to_owned(),
        reason: game.verdict().map(|verdict| verdict.to_string()),
    }
}

fn load(number: u64, library: &Path, form: PointForm) -> Result<GamesReport, Refusal> {
    let games = read(library)?.games;
    let Some(found) = games.iter().find(|stored| stored.game.game == number) else {
        let (path, games) = (library.to_owned(), games.len());
        return Err(refused("number", &StoreError::NoGame { path, number, games }));
    };
    let tree = GameTree::from_record(&found.game);
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
        lost: GameFormat::Csv.lost(&game),
    })
}

fn delete(request: &DeleteGames, library: &Path) -> Result<GamesReport, Refusal> {
    let mut numbers = request.numbers.clone();
    numbers.sort_unstable();
    numbers.dedup();
    store::delete(library, &numbers).map_err(|error| refused("numbers", &error))?;
    Ok(GamesReport::Delete { numbers })
}
