//! `tengen board`: the board in the browser.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;

use super::args::{ReadBookArgs, TrainedArgs};
use super::hints;
use super::outputs::check_library;
use super::pool_args::PoolArgs;
use crate::interrupt;
use tengen_boards::browser::{Board, Ending, Token};
use tengen_engine::engine::Level;
use tengen_records::library::store::DEFAULT_FILE;
use tengen_study::api::session::{Files, Session};
use tengen_study::api::{Pool, PoolLimits};
use tengen_util::stderr;

/// Sets the token, for tests and for pages that must find the server again.
const TOKEN: &str = "TENGEN_BOARD_TOKEN";
/// Least number of searches that can run at a time: a page runs an endless analysis and requests
/// proofs at the same time.
const LEAST_ENGINES: usize = 4;
/// The default port.
const USUAL_PORT: u16 = 8135;
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
    let board = bind(args.port, &token()?)?;
    let limits =
        PoolLimits { waiting: WAITING, spare_threads: 1, ..args.pool.limits(LEAST_ENGINES) };
    let pool = Arc::new(Pool::start(limits, &trained).context("cannot start the engines")?);
    let ending = Ending::new();
    let end = ending.clone();
    tengen_util::interrupt::on_interrupt(move || end.end()).context("Ctrl-C")?;
    let url = board.url();
    let mut output = io::stdout().lock();
    writeln!(output, "{url}").and_then(|()| output.flush())?;
    drop(output);
    hints::board(!args.no_open && opens(&url));
    let start = move |sink| Session::new(pool.clone(), files.clone(), sink);
    board.serve(start, &ending).context("the server failed")?;
    Ok(ExitCode::from(interrupt::EXIT_STATUS))
}

/// Opens the browser; says so if that fails.
fn opens(url: &str) -> bool {
    let opened = match env::var_os("BROWSER").filter(|browser| !browser.is_empty()) {
        Some(browser) => open::with_detached(url, browser.to_string_lossy()),
        None => open::that_detached(url),
    };
    if let Err(error) = &opened {
        stderr::say(format_args!("no browser was opened: {error}"));
    }
    opened.is_ok()
}

/// Listens on the port; without one, on the usual port or any free one. Browsers store data per
/// port, so on the usual port the page finds its settings again.
fn bind(port: Option<u16>, token: &Token) -> Result<Board> {
    let bind = |port: u16| Board::bind(port, token.clone());
    let (port, bound) = match port {
        Some(port) => (port, bind(port)),
        None => (0, bind(USUAL_PORT).or_else(|_| bind(0))),
    };
    bound.with_context(|| format!("cannot listen on port {port} of 127.0.0.1"))
}

/// The token of the environment, or a new one.
fn token() -> Result<Token> {
    match env::var(TOKEN) {
        Ok(text) => text.parse().context(TOKEN),
        Err(env::VarError::NotPresent) => Ok(Token::random()),
        Err(error) => Err(error).context(TOKEN),
    }
}
