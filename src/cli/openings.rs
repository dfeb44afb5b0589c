//! `tengen openings`: makes lists of balanced openings for matches.
//!
//! Stones are drawn near the middle by a seeded generator, one close to another; the engine then
//! evaluates the position, and only balanced ones are kept. A few thousand nodes miss wins after
//! five stones that a player with seconds per move finds, so openings that pass the first look can
//! be searched again, deeper. No two openings of a list are equal under the symmetries of the
//! board. The same arguments give the same list on every machine, since the engine is limited by
//! nodes.

use std::io::{self, Write};
use std::iter;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::outputs::check_output;
use tengen_engine::types::{BoardSize, Rule};
use tengen_lab::balanced_openings::{BalanceTest, BalancedOpening, BalancedOpenings, OpeningsPlan};
use tengen_lab::openings::OpeningDrawing;
use tengen_records::openings::to_offsets;
use tengen_util::files;

/// Arguments of `tengen openings`.
#[derive(Debug, Args)]
pub(super) struct OpeningsArgs {
    /// Rule
    #[arg(long, default_value_t = Rule::Freestyle, value_parser = crate::values::rule())]
    rule: Rule,
    /// Board: N or WxH
    #[arg(long, default_value = "15", value_name = "N|WxH")]
    size: BoardSize,
    /// Number of openings
    #[arg(long, default_value_t = 100, value_name = "N")]
    count: usize,
    /// Fewest stones
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=40))]
    min_stones: u8,
    /// Most stones
    #[arg(long, default_value_t = 7, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=40))]
    max_stones: u8,
    /// Largest distance of a stone from the middle, in columns or rows
    #[arg(long, default_value_t = 4, value_name = "N")]
    radius: u8,
    /// Largest absolute value, in the engine's units (200: a win chance of 73 %)
    #[arg(long, default_value_t = 40, value_name = "N")]
    max_value: u32,
    /// Nodes for the evaluation of one opening
    #[arg(long, default_value_t = 50_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Nodes for a second evaluation of openings that the first found balanced [default: none]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    check_nodes: Option<u64>,
    /// Largest absolute value in the second evaluation
    #[arg(long, default_value_t = 120, value_name = "N", requires = "check_nodes")]
    check_value: u32,
    /// Let the engine choose the last two stones so that they balance the position
    #[arg(long)]
    balance: bool,
    /// Random seed
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Output file, - for stdout [default: -]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "out")]
    force: bool,
}

/// Makes the list.
///
/// # Errors
/// If the file cannot be written, or so few openings are balanced that the list cannot be filled.
pub(super) fn run(args: &OpeningsArgs) -> Result<ExitCode> {
    if args.min_stones > args.max_stones {
        bail!("--min-stones {} exceeds --max-stones {}", args.min_stones, args.max_stones);
    }
    // On larger boards the classic player plays, which is limited by time and cannot balance.
    if !args.size.is_fast() {
        bail!("--size {}, expected a board up to 22x22", args.size);
    }
    if args.balance && args.min_stones < 3 {
        bail!("--min-stones {} with --balance, expected at least 3", args.min_stones);
    }
    let Some(path) = args.out.as_ref().filter(|path| path.as_os_str() != "-") else {
        write(args, &mut io::stdout().lock())?;
        return Ok(ExitCode::SUCCESS);
    };
    check_output(path, &[], args.force).context("--out")?;
    // An existing file stays until the list is complete.
    files::make_whole(path, |file| write(args, file))
        .with_context(|| format!("cannot write '{}'", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn write(args: &OpeningsArgs, output: &mut dyn Write) -> Result<()> {
    writeln!(output, "{}", head(args))?;
    let mut openings = BalancedOpenings::new(plan(args));
    for made in 0..args.count {
        let Some(BalancedOpening { moves, value }) = openings.next() else {
            bail!("only {made} of {} openings were found, expected wider limits", args.count);
        };
        log::info!("opening {made}: {} value {value}", to_offsets(&moves, args.size));
        writeln!(output, "{}", to_offsets(&moves, args.size))?;
        output.flush()?;
    }
    Ok(())
}

/// The provenance of the list, so that it can be made again.
fn head(args: &OpeningsArgs) -> String {
    let OpeningsArgs {
        rule, count, min_stones, max_stones, radius, max_value, nodes, seed, ..
    } = args;
    let size = args.size;
    let balance = if args.balance { " --balance" } else { "" };
    let check = args.check_nodes.map_or(String::new(), |nodes| {
        format!(" --check-nodes {nodes} --check-value {}", args.check_value)
    });
    format!(
        "# {count} openings, offsets from the middle, {rule} {size}\n\
         # tengen {} openings --rule {rule} --size {size} --count {count} --min-stones {min_stones} \
         --max-stones {max_stones} --radius {radius} --max-value {max_value} --nodes {nodes} \
         --seed {seed}{check}{balance}",
        env!("CARGO_PKG_VERSION")
    )
}

/// The openings that the arguments ask for.
fn plan(args: &OpeningsArgs) -> OpeningsPlan {
    let first = BalanceTest { nodes: args.nodes, max_value: args.max_value };
    let second = args.check_nodes.map(|nodes| BalanceTest { nodes, max_value: args.check_value });
    OpeningsPlan {
        drawing: OpeningDrawing { rule: args.rule, size: args.size, radius: args.radius },
        stones: args.min_stones..=args.max_stones,
        tests: iter::once(first).chain(second).collect(),
        balancing_nodes: args.balance.then_some(args.nodes),
        seed: args.seed,
    }
}
