//! `tengen api`: the JSON engine API on stdin and stdout.

use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;

use super::args::TrainedArgs;
use super::hints;
use crate::api::{Pool, PoolLimits, schema, serve};
use crate::engine::Level;

/// Arguments of `tengen api`.
#[derive(Debug, Args)]
pub(super) struct ApiArgs {
    /// Print the JSON Schema of the messages and exit.
    #[arg(long)]
    schema: bool,
    /// Requests that run at a time; the others wait [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    engines: Option<u32>,
    /// Searching threads of all running requests [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// Memory for the tables of all engines together, in MiB.
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory_mb: u64,
    /// Let requests read and write this library of games
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    #[command(flatten)]
    trained: TrainedArgs,
}

/// Serves the client at stdin and stdout.
///
/// # Errors
/// If the weights or stdin cannot be read, or stdout cannot be written.
pub(super) fn run(args: &ApiArgs) -> Result<ExitCode> {
    if args.schema {
        let mut output = io::stdout().lock();
        serde_json::to_writer_pretty(&mut output, &schema())?;
        writeln!(output)?;
        return Ok(ExitCode::SUCCESS);
    }
    let standard = PoolLimits::default();
    let engines = args.engines.map_or(standard.engines, |engines| engines as usize);
    let limits = PoolLimits {
        engines,
        threads: args.threads.map_or(standard.threads.max(engines), |threads| threads as usize),
        memory_mb: args.memory_mb,
        ..standard
    };
    let trained = args.trained.read_for(Level::Full)?;
    let pool = Arc::new(Pool::start(limits, &trained).context("cannot start the engines")?);
    hints::waits_for(r#"requests, one per line, such as {"request":"ping"}"#);
    let library = args.library.as_deref().map(Into::into);
    serve(pool, library, BufReader::new(io::stdin()), io::stdout())
        .context("the connection failed")?;
    Ok(ExitCode::SUCCESS)
}
