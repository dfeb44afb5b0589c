//! The executable: a logger, the arguments, an exit status.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use env_logger::{Builder, Env, Target};

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            // There is no other way to report a failed write.
            let _ = writeln!(io::stderr(), "tengen: {error:#}");
            ExitCode::from(2)
        }
    }
}

#[cfg(feature = "tools")]
fn run() -> Result<ExitCode> {
    tengen_cli::run(start_log)
}

#[cfg(not(feature = "tools"))]
fn run() -> Result<ExitCode> {
    tengen_brain::command::run_lean(start_log).map(|()| ExitCode::SUCCESS)
}

/// Logs to the file if there is one, else to stderr at the level that `RUST_LOG` sets; silent
/// otherwise.
fn start_log(file: Option<&Path>) -> Result<()> {
    let mut builder = Builder::from_env(Env::default().default_filter_or(match file {
        Some(_) => "debug",
        None => "off",
    }));
    if let Some(path) = file {
        let file =
            File::create(path).with_context(|| format!("cannot write log {}", path.display()))?;
        builder.target(Target::Pipe(Box::new(file)));
    }
    builder.init();
    Ok(())
}
