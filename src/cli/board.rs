//! `tengen board`: the board in the browser.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::args::{ReadBookArgs, TrainedArgs};
use super::board_token;
use super::doorway::Doorway;
use super::hints;
use super::outputs::check_library;
use super::pool_args::PoolArgs;
use crate::interrupt;
use tengen_boards::browser::{BoardServer, Shutdown, Token};
use tengen_engine::engine::Level;
use tengen_records::library::store::DEFAULT_FILE;
use tengen_study::api::session::{ApiSession, Files};
use tengen_study::api::{EnginePool, PoolLimits};
use tengen_util::stderr;

/// Sets the token, for tests and for pages that must find the server again.
const TOKEN: &str = "TENGEN_BOARD_TOKEN";
/// Least number of searches that can run at a time: a page runs an endless analysis and requests
/// proofs at the same time.
const LEAST_ENGINES: usize = 4;
/// The default port.
const USUAL_PORT: u16 = 8135;
/// How long the doorway stays after a page has opened.
const DOORWAY_TIME: Duration = Duration::from_secs(10);
/// Most waiting or running requests of a tab.
const WAITING: usize = 1000;

/// Arguments of `tengen board`.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 130 ended by Ctrl-C, 2 bad input or a port in use.")]
pub(super) struct BoardArgs {
    /// Port to listen on, on this machine only; 0 is any free one [default: 8135, or any free one
    /// if that is in use]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Print the URL only, without opening a browser
    #[arg(long)]
    no_open: bool,
    /// Change the secret part of the address, which otherwise stays the same from start to start:
    /// bookmarks and open pages are then no longer valid
    #[arg(long)]
    new_address: bool,
    /// The library of saved games
    #[arg(long, value_name = "FILE", default_value = DEFAULT_FILE)]
    library: PathBuf,
    #[command(flatten)]
    book: ReadBookArgs,
    #[command(flatten)]
    pool: PoolArgs,
    #[command(flatten)]
    trained: TrainedArgs,
}

/// Serves the board until Ctrl-C.
///
/// # Errors
/// If the weights cannot be read, or the library or the port cannot be used.
pub(super) fn run(args: &BoardArgs) -> Result<ExitCode> {
    // The default library is only an offer: a board in a read-only folder is still useful.
    if args.library != Path::new(DEFAULT_FILE) {
        check_library(&args.library).context("--library")?;
    }
    let trained = args.trained.read_for(Level::Full)?;
    let files = Files { library: Some(args.library.as_path().into()), book: args.book.open()? };
    let board = bind(args.port, &token(args.new_address)?)?;
    let limits =
        PoolLimits { waiting: WAITING, spare_threads: 1, ..args.pool.limits(LEAST_ENGINES) };
    let pool = Arc::new(EnginePool::start(limits, &trained).context("cannot start the engines")?);
    let shutdown = Shutdown::new();
    let end = shutdown.clone();
    tengen_util::interrupt::on_interrupt(move || end.end()).context("Ctrl-C")?;
    let url = board.url();
    let mut output = io::stdout().lock();
    writeln!(output, "{url}").and_then(|()| output.flush())?;
    drop(output);
    let doorway = Arc::new(Mutex::new(if args.no_open { None } else { opens(&url) }));
    hints::board(locked(&doorway).is_some());
    let start = {
        let doorway = Arc::clone(&doorway);
        move |sink| {
            close_soon(&doorway);
            ApiSession::new(pool.clone(), files.clone(), sink)
        }
    };
    let served = board.serve(start, &shutdown).context("the server failed");
    drop(locked(&doorway).take());
    served?;
    Ok(ExitCode::from(interrupt::EXIT_STATUS))
}

/// Opens the browser; says so if that fails.
fn opens(url: &str) -> Option<Doorway> {
    let opened = Doorway::to(url).and_then(|doorway| {
        match env::var_os("BROWSER").filter(|browser| !browser.is_empty()) {
            Some(browser) => open::with_detached(doorway.path(), browser.to_string_lossy()),
            None => open::that_detached(doorway.path()),
        }
        .map(|()| doorway)
    });
    opened.inspect_err(|error| stderr::say(format_args!("no browser was opened: {error}"))).ok()
}

/// A page has opened: removes the doorway, but not before the browser, too, has opened it, should
/// the page be another one.
fn close_soon(doorway: &Arc<Mutex<Option<Doorway>>>) {
    if locked(doorway).is_some() {
        let doorway = Arc::clone(doorway);
        // If the system refuses a thread, it is removed at the end.
        let _ = thread::Builder::new().spawn(move || {
            thread::sleep(DOORWAY_TIME);
            drop(locked(&doorway).take());
        });
    }
}

fn locked(doorway: &Mutex<Option<Doorway>>) -> MutexGuard<'_, Option<Doorway>> {
    doorway.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Listens on the port; without one, on the usual port or any free one. Browsers store data per
/// port, so on the usual port the page finds its settings again.
fn bind(port: Option<u16>, token: &Token) -> Result<BoardServer> {
    let bind = |port: u16| BoardServer::bind(port, token.clone());
    let (port, bound) = match port {
        Some(port) => (port, bind(port)),
        None => (0, bind(USUAL_PORT).or_else(|_| bind(0))),
    };
    bound.with_context(|| format!("cannot listen on port {port} of 127.0.0.1"))
}

/// The token of the environment, or the kept one.
fn token(is_new: bool) -> Result<Token> {
    match env::var(TOKEN) {
        Ok(_) if is_new => bail!("--new-address: {TOKEN} names the address, expected one of them"),
        Ok(text) => text.parse().context(TOKEN),
        Err(env::VarError::NotPresent) => Ok(board_token::kept(is_new)),
        Err(error) => Err(error).context(TOKEN),
    }
}
