//! `tengen book new` and `seal`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use clap::Args;

use super::super::outputs::{check_output, replace};
use tengen_records::book::BookError;
use tengen_records::book::built_in;
use tengen_records::book::key::Canonical;
use tengen_records::book::sealed::SealedBook;
use tengen_records::book::store::{PATIENCE, Snapshot, Store};
use tengen_util::count::counted;
use tengen_util::date::Date;
use tengen_util::stderr;

/// Arguments of `tengen book new`.
#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// The file to create
    #[arg(value_name = "STORE")]
    store: PathBuf,
}

/// Creates an empty store.
pub(super) fn create(args: &NewArgs) -> Result<()> {
    Store::create(&args.store)?;
    Ok(())
}

/// Arguments of `tengen book seal`.
#[derive(Debug, Args)]
pub(super) struct SealArgs {
    /// The store
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    /// Provenance of the book [default: the name of the store, the program and the date]
    #[arg(long, value_name = "TEXT")]
    provenance: Option<String>,
}

/// Seals a store.
pub(super) fn seal(args: &SealArgs) -> Result<()> {
    if built_in::is_meant(&args.out) {
        return Err(BookError::BuiltIn).context("--out");
    }
    check_output(&args.out, std::slice::from_ref(&args.store), args.force).context("--out")?;
    let mut records = Vec::new();
    Snapshot::open(&args.store, PATIENCE)?.each(|position, record| {
        records.push((Canonical::of(&position).key, record));
        Ok::<_, BookError>(())
    })?;
    let provenance = args.provenance.clone().unwrap_or_else(|| {
        let name = args.store.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let date = Date::from_unix_ms(tengen_util::date::now_unix_ms());
        format!("{name}, sealed by {} on {date} UTC", tengen_records::book::engine_name())
    });
    let all = records.len();
    let sealed = SealedBook::new(provenance, records).map_err(|hash| {
        anyhow!("two positions have the hash {hash:016x}: a sealed book cannot hold both")
    })?;
    replace(&args.out, &sealed.bytes())?;
    let count = counted(sealed.len() as u64, "position");
    writeln!(io::stdout(), "{count} sealed in {}", args.out.display())?;
    let others = (all - sealed.len()) as u64;
    if others > 0 {
        let others = counted(others, "position");
        stderr::say(format_args!("left out: {others} without a label, a value or a best move"));
    }
    Ok(())
}
