//! `tengen api`: the JSON engine API on stdin and stdout.

use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;

use super::args::{ReadBookArgs, TrainedArgs};
use super::hints;
use super::outputs::check_library;
use super::pool_args::PoolArgs;
use tengen_engine::engine::Level;
use tengen_study::api::session::Files;
use tengen_study::api::{EnginePool, schema, serve};

/// Arguments of `tengen api`.
#[derive(Debug, Args)]
pub(super) struct ApiArgs {
    /// Print the JSON Schema of the messages and exit.
    #[arg(long)]
    schema: bool,
    #[command(flatten)]
    pool: PoolArgs,
    /// Let requests read and write this library of games
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    #[command(flatten)]
    book: ReadBookArgs,
    #[command(flatten)]
    trained: TrainedArgs,
}

/// Serves the client at stdin and stdout.
///
/// # Errors
/// If the weights or stdin cannot be read, or the library or stdout cannot be written.
pub(super) fn run(args: &ApiArgs) -> Result<ExitCode> {
    if args.schema {
        // In one piece: an error of `serde_json` would hide that the reader has closed the pipe.
        writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&schema())?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(library) = &args.library {
        check_library(library).context("--library")?;
    }
    let trained = args.trained.read_for(Level::Full)?;
    let files = Files { library: args.library.as_deref().map(Into::into), book: args.book.open()? };
    let pool = Arc::new(
        EnginePool::start(args.pool.limits(1), &trained).context("cannot start the engines")?,
    );
    hints::waits_for(r#"requests, one per line, such as {"id":1,"request":"ping"}"#);
    serve(pool, files, BufReader::new(io::stdin()), io::stdout())
        .context("the connection failed")?;
    Ok(ExitCode::SUCCESS)
}
