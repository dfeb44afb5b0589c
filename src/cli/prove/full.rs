//! `tengen prove full`.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;

use super::super::outputs::check_output;
use super::watch;
use crate::interrupt;
use tengen_engine::board::notation;
use tengen_study::prove::certificate::Certificate;
use tengen_study::prove::checker::Check;
use tengen_study::prove::full::{self, FullError};
use tengen_study::prove::replay::Replay;
use tengen_util::files;

/// Arguments of `tengen prove full`.
#[derive(Debug, Args)]
pub(super) struct FullArgs {
    /// Certificate of a win.
    file: PathBuf,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite an existing file.
    #[arg(long)]
    force: bool,
    /// Write only what follows this reply to the first move.
    #[arg(long, value_name = "POINT")]
    reply: Option<String>,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// Writes the full form.
///
/// # Errors
/// If the certificate does not hold, or a file cannot be read or written.
pub(super) fn run(args: &FullArgs) -> Result<ExitCode> {
    let name = || format!("'{}'", args.file.display());
    check_output(&args.out, std::slice::from_ref(&args.file), args.force).context("--out")?;
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read {}", name()))?;
    let certificate = Certificate::read(&text).with_context(name)?;
    let size = certificate.position().with_context(name)?.size();
    let reply = args.reply.as_ref().map(|reply| notation::parse(reply, size));
    let request = Check {
        reply: reply.transpose().context("--reply")?,
        threads: args.threads as usize,
        replay: Replay::Full,
    };
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let mut ticker = watch::Ticker::new();
    let tick = &mut |done, all| {
        ticker.tick(|| format!("{done} of {all} positions written"));
    };
    let fill = |file: &mut File| -> Result<(), FullError> {
        let mut output = BufWriter::new(file);
        full::write(&certificate, &request, &stop, &mut output, tick)?;
        Ok(output.flush()?)
    };
    files::make_whole(&args.out, fill).map_err(|error| match error {
        FullError::Refusal(_) => anyhow::Error::new(error).context(name()),
        FullError::Write(_) => {
            anyhow::Error::new(error).context(format!("'{}'", args.out.display()))
        }
    })?;
    writeln!(io::stdout(), "{} written", args.out.display())?;
    Ok(ExitCode::SUCCESS)
}
