//! `tengen selfplay`: games of the engine against itself as training data.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::args::TrainedArgs;
use super::statuses;
use super::used_rules::UsedRules;
use crate::interrupt;
use tengen_engine::types::{BoardSize, Rule};
use tengen_lab::game_file::{self, GameFileError, GameFileWriter};
use tengen_lab::selfplay::{SelfplaySetting, SelfplaySummary, play_games};
use tengen_util::count::counted;
use tengen_util::shard::Shard;

/// Arguments of `tengen selfplay`.
#[derive(Debug, Args)]
#[command(after_help = statuses::RESUMABLE)]
pub(super) struct SelfplayArgs {
    /// Output file; the documentation of tengen_lab::game_file describes its format.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Rule.
    #[arg(long, default_value_t = Rule::Freestyle, value_parser = crate::values::rule())]
    rule: Rule,
    /// Boards up to 22x22, used in turn: N or WxH, separated by commas.
    #[arg(long, default_value = "15", value_name = "N|WxH,…", value_delimiter = ',')]
    size: Vec<BoardSize>,
    /// Games in all, those of other parts included.
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes per move.
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Fewest stones of an opening.
    #[arg(long, default_value_t = 1, value_name = "N")]
    min_stones: usize,
    /// Most stones of an opening.
    #[arg(long, default_value_t = 9, value_name = "N")]
    max_stones: usize,
    /// Largest distance of an opening's stones from the center.
    #[arg(long, default_value_t = 5, value_name = "N")]
    radius: u8,
    /// Largest absolute value of an opening (200: a win chance of 73 %).
    #[arg(long, default_value_t = 250, value_name = "N")]
    max_value: i32,
    /// Random seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Play only this part of the games, every N-th one: all parts together are the games of a run
    /// without it
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Threads; the games do not depend on their number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    #[command(flatten)]
    trained: TrainedArgs,
    /// Continue the output file, if there is one.
    #[arg(long)]
    resume: bool,
}

/// Plays the games.
///
/// # Errors
/// If the file cannot be written or contains games with other settings.
pub(super) fn run(args: &SelfplayArgs) -> Result<ExitCode> {
    UsedRules::of([args.rule]).check(&args.trained)?;
    let setting = setting(args)?;
    let trained = args.trained.read()?;
    let text = serde_json::to_string(&setting)?;
    let (mut writer, mut summary) = open(args, &text)?;
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let all = args.games as usize;
    // The numbers of this part's games, in the order of the file.
    let own = (0..all).filter(|&number| args.shard.has(number as u64));
    let wanted = own.clone().count();
    let bar = ProgressBar::new(wanted as u64).with_style(ProgressStyle::with_template(
        "{bar:40} {pos}/{len} games, {per_sec}, {eta} left",
    )?);
    bar.set_position(summary.games as u64);
    bar.reset_eta();
    let games = own.skip(summary.games);
    let take = |game| -> Result<(), GameFileError> {
        writer.write(&game)?;
        summary.add(&game);
        bar.inc(1);
        Ok(())
    };
    play_games(&setting, &trained, games, args.threads as usize, &stop, take)?;
    bar.finish_and_clear();
    let is_stopped = summary.games < wanted;
    let mut out = std::io::stdout().lock();
    write!(out, "{}", table(&summary))?;
    if is_stopped {
        let games = counted(summary.games as u64, "game");
        writeln!(out, "stopped after {games}; --resume continues")?;
    }
    Ok(interrupt::status(!is_stopped))
}

/// Creates the output file, or opens it to continue. Returns it with the summary of its games.
fn open(args: &SelfplayArgs, setting: &str) -> Result<(GameFileWriter, SelfplaySummary)> {
    let mut summary = SelfplaySummary::default();
    if !args.resume || !args.out.exists() {
        return Ok((GameFileWriter::create(&args.out, setting)?, summary));
    }
    let saved = game_file::read(&args.out)?;
    if saved.setting != setting {
        let name = args.out.display();
        bail!("'{name}' was played with {}, expected the same as now: {setting}", saved.setting);
    }
    saved.games.iter().for_each(|game| summary.add(game));
    Ok((GameFileWriter::resume(&args.out, saved.length)?, summary))
}

fn setting(args: &SelfplayArgs) -> Result<SelfplaySetting> {
    if let Some(size) = args.size.iter().find(|size| !size.is_fast()) {
        bail!("--size {size}, expected boards up to 22x22");
    }
    if args.min_stones > args.max_stones {
        bail!("--min-stones {} exceeds --max-stones {}", args.min_stones, args.max_stones);
    }
    for size in &args.size {
        let side = |length: u8| usize::from(length).min(2 * usize::from(args.radius) + 1);
        let points = side(size.width()) * side(size.height());
        if args.max_stones >= points {
            let (most, radius) = (args.max_stones, args.radius);
            bail!(
                "--max-stones {most}, expected fewer than the {points} points of {size} within --radius {radius}"
            );
        }
    }
    Ok(SelfplaySetting {
        rule: args.rule.name().to_owned(),
        sizes: args.size.iter().map(|size| (size.width(), size.height())).collect(),
        nodes: args.nodes,
        stones: (args.min_stones, args.max_stones),
        radius: args.radius,
        max_value: args.max_value,
        seed: args.seed,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        shard: (args.shard != Shard::WHOLE).then(|| args.shard.to_string()),
        with: args.trained.described(args.rule)?,
    })
}

/// The summary as text.
fn table(summary: &SelfplaySummary) -> String {
    let SelfplaySummary { games, results: [black, drawn, white], positions, .. } = summary;
    let [games, positions] = [(games, "game"), (positions, "position")]
        .map(|(count, noun)| counted(*count as u64, noun));
    let mut text = format!(
        "{games}: black won {black}, drawn {drawn}, white won {white}; {positions} searched\n"
    );
    let _ = writeln!(text, "stones per game");
    for (class, count) in summary.lengths.iter().enumerate().filter(|(_, count)| **count > 0) {
        let last = if class == 11 { "…".to_owned() } else { (class * 20 + 19).to_string() };
        let _ = writeln!(text, "  {:>3} to {last:<3} {count:>9}", class * 20);
    }
    let _ = writeln!(text, "win chance seen");
    for (tenth, count) in summary.chances.iter().enumerate() {
        let _ = writeln!(text, "  {:>3} to {:<3} {count:>9}", tenth * 10, tenth * 10 + 10);
    }
    let _ = writeln!(text, "  proved     {:>9}", summary.proved);
    text
}
