//! `tengen prove check`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde::Serialize;

use super::super::json_lines::write_line;
use super::super::outputs::{check_distinct, check_not_read, check_output, replace};
use super::watch;
use crate::interrupt;
use tengen_engine::board::notation;
use tengen_study::prove::book;
use tengen_study::prove::certificate::Certificate;
use tengen_study::prove::checked_entries::CheckJournal;
use tengen_study::prove::checker::{self, Check, CheckReport};
use tengen_study::prove::draw::Draw;
use tengen_study::prove::packed;
use tengen_study::prove::question::names;
use tengen_study::prove::replay::Replay;

/// Arguments of `tengen prove check`.
#[derive(Debug, Args)]
pub(super) struct ProofCheckArgs {
    /// Certificate of a win, or pairings of a draw, as written by `tengen prove`.
    file: PathBuf,
    /// Check only this reply to the first move.
    #[arg(long, value_name = "POINT")]
    reply: Option<String>,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Do not play out replies that change nothing. Much faster, but relies on an argument that is
    /// stated, proved and tested in the sources (threats/verify/local.rs)
    #[arg(long)]
    quick: bool,
    /// Save verified positions to this file, and skip those that it contains: an interrupted check
    /// can be continued. Its lines are trusted: they are marked with the secret key of this user,
    /// and a line that was edited, moved, or written by others is refused. Without this option
    /// everything is checked again
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write what was verified as a sealed book, for --book.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Write what was verified in the packed form of the built-in book. Needs a check of the whole proof.
    #[arg(long, value_name = "FILE", conflicts_with = "reply")]
    packed: Option<PathBuf>,
    /// Overwrite existing books.
    #[arg(long)]
    force: bool,
}

/// What was verified.
#[derive(Serialize)]
struct Verified {
    result: &'static str,
    winner: Option<String>,
    reply: Option<String>,
    plies: u64,
    positions: u64,
    replies: u64,
    entry_replies: u64,
    threat_wins: u64,
    pass_wins: u64,
    mirror_replies: u64,
    pairs: usize,
    rule: &'static str,
    size: String,
    moves: String,
    quick: bool,
    time_ms: u64,
}

/// Checks a file.
///
/// # Errors
/// If it cannot be read, or does not hold.
pub(super) fn run(args: &ProofCheckArgs) -> Result<ExitCode> {
    let name = args.file.display();
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read '{name}'"))?;
    let verified = if text.starts_with("{\"tengen_draw\"") {
        if let Some(option) = args.of_a_win() {
            bail!("{option} with the pairings of a draw, expected a certificate of a win");
        }
        check_draw(&args.file, &text)?
    } else {
        check_win(args, &text)?
    };
    write_line(&verified, &mut io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

impl ProofCheckArgs {
    /// An option that requires the certificate of a win, if one is given.
    fn of_a_win(&self) -> Option<&'static str> {
        let options = [
            (self.reply.is_some(), "--reply"),
            (self.quick, "--quick"),
            (self.journal.is_some(), "--journal"),
            (self.book.is_some(), "--book"),
            (self.packed.is_some(), "--packed"),
        ];
        options.into_iter().find_map(|(is_given, name)| is_given.then_some(name))
    }
}

fn check_outputs(args: &ProofCheckArgs) -> Result<()> {
    let inputs = std::slice::from_ref(&args.file);
    args.journal.iter().try_for_each(|out| check_not_read(out, inputs))?;
    for (option, out) in [("--book", &args.book), ("--packed", &args.packed)] {
        if let Some(out) = out {
            check_output(out, inputs, args.force).context(option)?;
        }
    }
    check_distinct(&[
        ("--journal", args.journal.as_deref()),
        ("--book", args.book.as_deref()),
        ("--packed", args.packed.as_deref()),
    ])
}

/// Writes the requested books.
fn write_books(
    args: &ProofCheckArgs,
    certificate: &Certificate,
    report: &CheckReport,
) -> Result<()> {
    let provenance = book::provenance(certificate);
    if let Some(path) = &args.packed {
        let bytes = packed::packed(certificate, report, &provenance).context("--packed")?;
        replace(path, &bytes)?;
    }
    let Some(path) = &args.book else { return Ok(()) };
    let sealed = book::sealed(certificate, report, provenance).map_err(|hash| {
        anyhow!("two positions have the hash {hash:016x}: a sealed book cannot hold both")
    })?;
    replace(path, &sealed.bytes())
}

fn check_draw(file: &Path, text: &str) -> Result<Verified> {
    let start = Instant::now();
    let draw = Draw::check(text).with_context(|| format!("'{}'", file.display()))?;
    let (rule, size, moves) = names(&draw.position);
    Ok(Verified {
        result: "draw",
        winner: None,
        reply: None,
        plies: 0,
        positions: 1,
        replies: 0,
        entry_replies: 0,
        threat_wins: 0,
        pass_wins: 0,
        mirror_replies: 0,
        pairs: draw.count(),
        rule,
        size,
        moves,
        quick: false,
        time_ms: start.elapsed().as_millis() as u64,
    })
}

fn check_win(args: &ProofCheckArgs, text: &str) -> Result<Verified> {
    let name = || format!("'{}'", args.file.display());
    let start = Instant::now();
    let certificate = Certificate::read(text).with_context(name)?;
    let position = certificate.position().with_context(name)?;
    let (rule, size, moves) = names(&position);
    let reply = args.reply.as_ref().map(|reply| notation::parse(reply, position.size()));
    let reply = reply.transpose().context("--reply")?;
    let replay = if args.quick { Replay::Local } else { Replay::Full };
    let request = Check { reply, threads: args.threads as usize, replay };
    check_outputs(args)?;
    let open = |path: &PathBuf| CheckJournal::open(path, &certificate, replay).context("--journal");
    let mut journal = args.journal.as_ref().map(open).transpose()?;
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let mut ticker = watch::Ticker::new();
    let tick = &mut |done, all| {
        ticker.tick(|| format!("{done} of {all} positions checked"));
    };
    let report = checker::check(&certificate, &request, journal.as_mut(), &stop, tick);
    let report = report.with_context(name)?;
    write_books(args, &certificate, &report)?;
    Ok(Verified {
        result: "win",
        winner: Some(certificate.claim.attacker.to_string()),
        reply: args.reply.clone(),
        plies: report.plies,
        positions: report.entries,
        replies: report.replies,
        entry_replies: report.counts.entries,
        threat_wins: report.counts.wins,
        pass_wins: report.counts.passed,
        mirror_replies: report.counts.images,
        pairs: 0,
        rule,
        size,
        moves,
        quick: args.quick,
        time_ms: start.elapsed().as_millis() as u64,
    })
}
