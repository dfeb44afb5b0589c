//! `tengen gtp`: the Go Text Protocol on stdin and stdout, for GoGui, Sabaki and Lizzie.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Args;

use super::args::TrainedArgs;
use super::hints;
use super::strength::StrengthArgs;
use tengen_boards::engine_thread::Strength;
use tengen_brain::gtp::{self, GtpOptions, MAX_SIDE, is_nameable};
use tengen_engine::types::{BoardSize, Rule};

/// Arguments of `tengen gtp`.
#[derive(Debug, Args)]
pub(super) struct GtpArgs {
    /// Rule
    #[arg(long, default_value_t = Rule::Freestyle, value_parser = crate::values::rule())]
    rule: Rule,
    /// Board size until `boardsize` sets another, 5 to 25
    #[arg(long, value_name = "N|WxH", default_value = "15")]
    size: BoardSize,
    #[command(flatten)]
    strength: StrengthArgs,
    /// Moves that lz-analyze and kata-analyze report
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=64))]
    multipv: u32,
    /// Use the weights in this file, written by `tengen tune` (repeatable)
    #[arg(long, value_name = "FILE")]
    weights: Vec<PathBuf>,
    /// Seed of what the levels 1 to 9 overlook and prefer [default: random]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Serves the controller at stdin and stdout.
///
/// # Errors
/// If an option has a value that cannot be used, or an answer cannot be written.
pub(super) fn run(args: &GtpArgs) -> Result<ExitCode> {
    ensure!(
        is_nameable(args.size),
        "--size: seen {}, expected at most {MAX_SIDE}x{MAX_SIDE}, which the protocol can name",
        args.size
    );
    let mut engine = args.strength.options();
    // The file stays open as long as the engine plays from it.
    let _book = args.strength.book.apply(&mut engine)?;
    let level = args.strength.level.unwrap_or_default();
    let trained = TrainedArgs { weights: args.weights.clone(), ..TrainedArgs::default() };
    let trained = trained.read_for(level)?;
    hints::waits_for("commands of the Go Text Protocol, such as genmove black");
    gtp::run(GtpOptions {
        rule: args.rule,
        size: args.size,
        engine,
        limits: args.strength.limits(),
        turn: Strength::TURN,
        lines: usize::try_from(args.multipv).unwrap_or(1),
        trained,
        seed: args.seed,
    })?;
    Ok(ExitCode::SUCCESS)
}
