//! `tengen prove`: who wins a position, proved. `tengen prove check`: does a certificate hold?

mod check;
mod full;
mod watch;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand};

use self::check::ProofCheckArgs;
use self::full::FullArgs;
use self::watch::ProofWatcher;
pub(super) use self::watch::Ticker;
use super::json_lines::write_line;
use crate::interrupt;
use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::move_text;
use tengen_study::prove::answer::answer;
use tengen_study::prove::draw::DrawError;
use tengen_study::prove::expand::ExpansionEffort;
use tengen_study::prove::question::ProofQuestion;
use tengen_study::prove::refusal::{CertificateRefusal, RefusalKind};
use tengen_util::stderr;

const EXIT_STATUSES: &str = "\
Exit status: 0 an answer, unknown included; 2 bad input; 130 ended by Ctrl-C, --resume continues.";
const VERIFIED_STATUSES: &str = "\
Exit status: 0 everything asked for was verified; 1 the certificate does not prove it; 2 bad input; \
130 ended by Ctrl-C, --journal FILE continues.";
const WRITTEN_STATUSES: &str = "\
Exit status: 0 verified and written; 1 the certificate does not prove it; 2 bad input; \
130 ended by Ctrl-C, nothing is written.";
/// The exit status of a certificate that does not hold.
const NOT_PROVED: u8 = 1;

/// Arguments of `tengen prove`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_help = EXIT_STATUSES)]
pub(super) struct ProveArgs {
    #[command(subcommand)]
    action: Option<Action>,
    /// Folder of the journals, the certificate and the picture.
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,
    /// Rule.
    #[arg(long, default_value_t = Rule::Freestyle, value_parser = crate::values::rule())]
    rule: Rule,
    /// Board: N or WxH, up to 22x22.
    #[arg(long, value_name = "N|WxH", default_value = "15")]
    size: BoardSize,
    /// The position, such as h8i9g7 [default: the empty board].
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    /// Time for the search, in milliseconds [default: until it is decided].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    /// Number of workers.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Search only this reply to the first move: one shard of a proof on several machines.
    #[arg(long, value_name = "POINT")]
    reply: Option<String>,
    /// Continue the search of the folder, if there is one.
    #[arg(long)]
    resume: bool,
    /// Add the findings of another search: its journal (win.jsonl), or a certificate, whose moves
    /// are tried first. A certificate for another rule, or for another empty board, only gives
    /// advice where no move is known yet; it is not saved in the journal, so name it from the start
    /// and again with --resume (repeatable).
    #[arg(long, value_name = "FILE")]
    add: Vec<PathBuf>,
    /// Stones that the solver may place for each reply.
    #[arg(long, value_name = "N", default_value_t = ExpansionEffort::default().reply_stones, value_parser = clap::value_parser!(u64).range(1..))]
    reply_stones: u64,
    /// Stones that the solver may place for a position before the engine is asked.
    #[arg(long, value_name = "N", default_value_t = ExpansionEffort::default().attack_stones, value_parser = clap::value_parser!(u64).range(1..))]
    attack_stones: u64,
    /// Nodes of the engine for each position; up to 4096 times as many where there are few stones.
    #[arg(long, value_name = "N", default_value_t = ExpansionEffort::default().engine_nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Memory of the engine's table of each worker, in MiB.
    #[arg(long, value_name = "N", default_value_t = ExpansionEffort::default().hash_mb, value_parser = clap::value_parser!(u64).range(1..=1 << 16))]
    hash_mb: u64,
}

#[derive(Debug, Subcommand)]
enum Action {
    #[command(after_help = VERIFIED_STATUSES)]
    /// Verify a certificate by playing out every legal reply, or fewer with --quick
    Check(ProofCheckArgs),
    #[command(after_help = WRITTEN_STATUSES)]
    /// Verify a certificate and write its full form, which can be checked without a search.
    Full(FullArgs),
}

/// Proves a position, or checks a certificate.
///
/// # Errors
/// If the position is not one, the folder cannot be used, or a certificate does not hold.
pub(super) fn run(args: &ProveArgs) -> Result<ExitCode> {
    match &args.action {
        Some(Action::Check(check)) => check::run(check).or_else(refused),
        Some(Action::Full(full)) => full::run(full).or_else(refused),
        None => search(args),
    }
}

/// The exit status if a certificate does not hold, or its check was interrupted.
///
/// # Errors
/// Any other error.
fn refused(error: anyhow::Error) -> Result<ExitCode> {
    let refusal = error.chain().find_map(|cause| cause.downcast_ref::<CertificateRefusal>());
    let is_leak = matches!(error.downcast_ref::<DrawError>(), Some(DrawError::Leak(_)));
    let (text, status) = match refusal {
        Some(refusal) => match refusal.kind() {
            RefusalKind::NotProved => (format!("{error:#}"), NOT_PROVED),
            RefusalKind::Stopped => (refusal.to_string(), interrupt::EXIT_STATUS),
            RefusalKind::BadRequest => return Err(anyhow!("--reply: {refusal}")),
        },
        None if is_leak => (format!("{error:#}"), NOT_PROVED),
        None => return Err(error),
    };
    stderr::say(format_args!("{text}"));
    Ok(ExitCode::from(status))
}

fn search(args: &ProveArgs) -> Result<ExitCode> {
    let question = args.question()?;
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let watcher = ProofWatcher::new(&question);
    let answer = answer(&question, &stop, &watcher)?;
    write_line(&answer, &mut std::io::stdout().lock())?;
    Ok(if stop.is_set() && watcher.is_interrupted(&answer) {
        ExitCode::from(interrupt::EXIT_STATUS)
    } else {
        ExitCode::SUCCESS
    })
}

impl ProveArgs {
    fn question(&self) -> Result<ProofQuestion> {
        if !self.size.is_fast() {
            bail!("--size {}, expected a board up to 22x22", self.size);
        }
        let line = move_text::line(&self.moves, self.rule, self.size).context("--moves")?;
        let reply = self.reply.as_ref().map(|reply| notation::parse(reply, self.size));
        Ok(ProofQuestion {
            position: line.position,
            folder: self.out.clone().unwrap_or_default(),
            resume: self.resume,
            add: self.add.clone(),
            reply: reply.transpose().context("--reply")?,
            threads: self.threads as usize,
            effort: ExpansionEffort {
                reply_stones: self.reply_stones,
                attack_stones: self.attack_stones,
                engine_nodes: self.nodes,
                hash_mb: self.hash_mb,
            },
            time: self.time_ms.map(Duration::from_millis),
        })
    }
}
