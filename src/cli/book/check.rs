//! `tengen book check`: is a book undamaged? With `--verify`: what a store claims, proved again.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::super::outputs::check_not_read;
use super::super::prove::Ticker;
use crate::interrupt;
use tengen_engine::board::notation;
use tengen_records::book::reader::sealed_book;
use tengen_records::book::store::{self, PATIENCE, Store};
use tengen_study::book_claims::{ClaimLimits, ClaimRequest, ClaimTally, Refuted, verify};
use tengen_util::count::counted;

/// Stones of an attempt without a limit: as for the replies of a certificate.
const NODES: u64 = 1_000_000;

/// The exit status if a claim was refuted or left open.
const NOT_ALL: u8 = 1;

/// Arguments of `tengen book check`.
#[derive(Debug, Args)]
pub(super) struct BookCheckArgs {
    /// A store or a sealed book; `built-in` is the book inside the program
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Prove again what a store claims but was not proved on this machine, and store it as proved;
    /// Ctrl-C stores what was decided, the same command continues
    #[arg(long)]
    verify: bool,
    /// With --verify: stones that the solver may place for each attempt, in a position or after
    /// one of its moves [default: 1000000 without --time-ms]
    #[arg(long, value_name = "N", requires = "verify", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// With --verify: time for each attempt, in milliseconds
    #[arg(long, value_name = "N", requires = "verify", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    /// With --verify: save to this file which claims the limits leave open; they are not tried
    /// again
    #[arg(long, value_name = "FILE", requires = "verify")]
    journal: Option<PathBuf>,
}

impl BookCheckArgs {
    /// The limits of an attempt.
    fn limits(&self) -> ClaimLimits {
        let nodes = self.nodes.or_else(|| self.time_ms.is_none().then_some(NODES));
        ClaimLimits { nodes, time_ms: self.time_ms }
    }
}

/// Checks every page and record of a book; the file is only read, unless its claims are verified.
pub(super) fn run(args: &BookCheckArgs) -> Result<ExitCode> {
    if args.verify {
        if let Some(journal) = &args.journal {
            check_not_read(journal, std::slice::from_ref(&args.file)).context("--journal")?;
        }
        return verify_claims(args);
    }
    let name = args.file.display();
    let text = match sealed_book(&args.file)? {
        Some(sealed) => format!(
            "{name}: sealed book, {}, undamaged\n{}\n",
            counted(sealed.len() as u64, "position"),
            sealed.provenance()
        ),
        None => format!(
            "{name}: store, {}, undamaged\n",
            counted(store::verify(&args.file)?, "position")
        ),
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Proves the claims of a store again.
///
/// # Errors
/// If it is not a store, or it or the journal cannot be read or written.
fn verify_claims(args: &BookCheckArgs) -> Result<ExitCode> {
    let path = args.file.as_path();
    if sealed_book(path)?.is_some() {
        bail!(
            "'{}' is a sealed book, which has hashes instead of positions, expected the store that it was sealed from; of a proof, `tengen prove check CERTIFICATE --book FILE` writes the book again",
            path.display()
        );
    }
    let limits = args.limits();
    let store = Store::open(path, PATIENCE)?;
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let mut ticker = Ticker::new();
    let mut tick = |tally: &ClaimTally| {
        ticker.tick(|| format!("{} of {} examined", tally.done(), tally.claims));
    };
    let mut wrong = Vec::new();
    let mut refuted = |found: Refuted| wrong.push(found);
    let request = ClaimRequest { limits, journal: args.journal.as_deref() };
    let tally = verify(&store, &request, &stop, &mut refuted, &mut tick)?;
    let mut output = io::stdout().lock();
    for Refuted { position, claimed, proved } in wrong {
        let (rule, size) = (position.rule(), position.size());
        let to_move = position.to_move();
        writeln!(
            output,
            "refuted: {rule} {size}, {to_move} to move, {claimed} was claimed, {proved} is proved"
        )?;
        write!(output, "{}", notation::picture(&position, &[]))?;
    }
    writeln!(output, "{}", summary(path, &tally, limits))?;
    Ok(if stop.is_set() && tally.done() < tally.claims {
        ExitCode::from(interrupt::EXIT_STATUS)
    } else if tally.confirmed < tally.claims {
        ExitCode::from(NOT_ALL)
    } else {
        ExitCode::SUCCESS
    })
}

/// `a.tgbook: 9 claims: 7 confirmed, 1 refuted, 1 left open by 1000000 nodes`.
fn summary(path: &Path, tally: &ClaimTally, limits: ClaimLimits) -> String {
    let ClaimTally { claims, confirmed, refuted, open } = *tally;
    let mut text = format!(
        "{}: {}: {confirmed} confirmed, {refuted} refuted, {open} left open",
        path.display(),
        counted(claims, "claim")
    );
    let limit = |limit: Option<u64>, unit| limit.map(|limit| format!("{limit} {unit}"));
    let named: Vec<String> =
        [limit(limits.nodes, "nodes"), limit(limits.time_ms, "ms")].into_iter().flatten().collect();
    if open > 0 {
        text += &format!(" by {} for each attempt", named.join(" and "));
    }
    if tally.done() < claims {
        text += &format!(", {} not examined", claims - tally.done());
    }
    text
}
