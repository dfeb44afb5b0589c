//! What each kind of request does, in the thread of an engine.

mod balance;
mod book;
mod convert;
mod explain;
mod games;
mod judge;
mod library;
mod opening;
mod policy;
mod prepared;
mod proof;
mod puzzles;
mod reporter;
mod review;
mod search;
mod solve;

use std::path::Path;
use std::sync::Arc;

use self::prepared::Prepared;
use super::error::Refusal;
use super::pool::PoolLimits;
use super::request::Request;
use super::settings::Defaults;

pub(super) use reporter::Reporter;

/// Checks a request that takes time.
///
/// # Errors
/// If a value of it cannot be used.
pub(super) fn prepare(
    request: Request,
    defaults: &Defaults,
    pool: &PoolLimits,
    library: Option<&Arc<Path>>,
) -> Result<Prepared, Refusal> {
    match request {
        Request::Analyze(search) => search::prepare(&search, false, defaults, pool),
        Request::Move(search) => search::prepare(&search, true, defaults, pool),
        Request::Solve(solve) => solve::prepare(&solve, defaults, pool),
        Request::Judge(judge) => judge::prepare(&judge, defaults),
        Request::Policy(policy) => policy::prepare(&policy, defaults, pool),
        Request::Book(look_up) => book::prepare(&look_up, defaults),
        Request::Explain(explain) => explain::prepare(&explain, defaults, pool),
        Request::Review(review) => review::prepare(&review, defaults, pool),
        Request::Puzzles(puzzles) => puzzles::prepare(puzzles, defaults, pool),
        Request::Balance(balance) => balance::prepare(&balance, defaults, pool),
        Request::Opening(opening) => opening::prepare(&opening, defaults, pool),
        Request::Import(import) => games::import(import, defaults),
        Request::Export(export) => games::export(&export),
        Request::Games(games) => library::prepare(games, defaults, library),
        Request::Stop(_)
        | Request::Cancel(_)
        | Request::NewGame(_)
        | Request::Options(_)
        | Request::Ping(_) => {
            Err(Refusal::bad("request", "finishes at once, expected one that takes time"))
        }
    }
}
