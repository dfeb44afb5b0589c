//! What the trainings on files of games share: `tune eval`, `tune network`, `tune policy`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::super::outputs::{check_distinct, check_not_read, check_writable, replace};
use super::plot::{Curve, plot_losses};
use crate::interrupt;
use tengen_engine::eval::WeightsError;
use tengen_engine::types::{ByColor, Rule};
use tengen_lab::game_file::{self, GameFile, SelfGame};
use tengen_lab::trainer::{EpochLoss, Model, Trainer, TrainingPlan};
use tengen_util::count::counted;
use tengen_util::stderr;

/// Arguments of every training.
#[derive(Debug, Args)]
pub(super) struct TrainingArgs {
    /// Files of `tengen selfplay` or `tengen tune leaves`, all of one rule.
    #[arg(required = true, value_name = "FILE")]
    pub games: Vec<PathBuf>,
    /// File to write, with what was trained.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Random seed, of the order of positions and of the first numbers of a network or policy.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Threads, of which at most 4 are used; what is trained does not depend on their number.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
}

impl TrainingArgs {
    /// The plan, with what each training has defaults of its own for.
    pub(super) fn plan(&self, rate: f32, epochs: u32, batch: usize) -> TrainingPlan {
        let (seed, threads) = (self.seed, self.threads as usize);
        TrainingPlan { rate, epochs: epochs as usize, batch, seed, threads }
    }

    /// Checks the files to write: --out and the others, by the names of their options.
    ///
    /// # Errors
    /// If one is read as well, is given twice or cannot be written.
    pub(super) fn check_outputs(
        &self,
        from: &[PathBuf],
        others: &[(&'static str, Option<&Path>)],
    ) -> Result<()> {
        let mut all = vec![("--out", Some(self.out.as_path()))];
        all.extend(others);
        for path in all.iter().filter_map(|(_, path)| *path) {
            check_not_read(path, &self.games)?;
            check_not_read(path, from)?;
            check_writable(path)?;
        }
        check_distinct(&all)
    }
}

/// Trains until all epochs are done or the user interrupts; after every epoch `row` returns its row
/// of the table on `out`. Returns whether all are done.
///
/// # Errors
/// What `row` returns, or if Ctrl-C cannot be watched.
pub(super) fn train<M: Model>(
    trainer: &mut Trainer<M>,
    out: &mut impl Write,
    mut row: impl FnMut(&Trainer<M>, EpochLoss<M::Loss>) -> Result<String>,
) -> Result<bool> {
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    while !trainer.is_done() && !stop.is_set() {
        let bar = epoch_bar()?;
        let losses = trainer.epoch(|done| bar.set_position((done * 1000.0) as u64));
        bar.finish_and_clear();
        // A reader of the table that has gone does not end hours of training.
        let _ = writeln!(out, "{}", row(trainer, losses)?);
        let _ = out.flush();
    }
    Ok(trainer.is_done())
}

/// Writes the plot for `--report`, if there are losses to plot. `loss` returns a loss and its
/// number of positions; the scale ends at multiples of 1/`parts`.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write_report<L>(
    path: &Path,
    history: &[EpochLoss<L>],
    names: [&str; 2],
    loss: impl Fn(&L) -> (usize, f64),
    parts: f64,
) -> Result<()> {
    let Some(first) = history.first() else {
        stderr::say(format_args!("--report: no losses to plot, as no epoch was trained"));
        return Ok(());
    };
    let learned: Vec<f64> = history.iter().map(|epoch| loss(&epoch.learned).1).collect();
    let held_out = history.iter().map(|epoch| loss(&epoch.held_out));
    let held_out: Vec<f64> =
        held_out.filter(|(count, _)| *count > 0).map(|(_, loss)| loss).collect();
    let curves = [&learned, &held_out];
    let [learned, held_out] = [0, 1].map(|n| Curve { name: names[n], values: curves[n] });
    replace(path, plot_losses(first.epoch, learned, held_out, parts).as_bytes())
}

/// Parses a learning rate.
pub(super) fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|&rate: &f32| 0.0 < rate && rate <= 1.0);
    rate.ok_or_else(|| format!("seen '{text}', expected a number above 0 and at most 1"))
}

/// Parses the share of one of two goals.
pub(super) fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("seen '{text}', expected a number from 0 to 1"))
}

/// Reads the weights to start from with the reader of their kind.
pub(super) fn read_base<W>(
    path: Option<&Path>,
    read: impl Fn(&[u8]) -> Result<W, WeightsError>,
) -> Result<Option<W>> {
    let Some(path) = path else { return Ok(None) };
    let name = || format!("--from {}", path.display());
    let bytes = fs::read(path).with_context(name)?;
    read(&bytes).with_context(name).map(Some)
}

/// Reads a file of games; says so if it is cut within one.
pub(super) fn read_file(path: &Path) -> Result<GameFile> {
    let file = game_file::read(path)?;
    if let Some(text) = file.warning(path) {
        stderr::say(format_args!("{text}"));
    }
    Ok(file)
}

/// Passes the games of each file to `take`. Returns their common rule and a description of their
/// origin.
pub(super) fn read_games(
    paths: &[PathBuf],
    mut take: impl FnMut(&[SelfGame]),
) -> Result<(Rule, String)> {
    let mut rule = None;
    let mut provenance = Vec::new();
    for path in paths {
        let file = read_file(path)?;
        let mut games = file.games.iter();
        if let Some(game) = games.find(|game| *rule.get_or_insert(game.rule) != game.rule) {
            bail!("'{}' contains games of {}, expected one rule", path.display(), game.rule);
        }
        take(&file.games);
        provenance.push(format!("{} games of {}", file.games.len(), file.setting));
    }
    let Some(rule) = rule else { bail!("the files contain no games") };
    Ok((rule, provenance.join(" and ")))
}

/// Checks that there is a position to learn from; `held_out` says of each usable position whether
/// it is held out.
///
/// # Errors
/// If there is none.
pub(super) fn check_learned(held_out: impl IntoIterator<Item = bool>) -> Result<()> {
    if held_out.into_iter().all(|is_held_out| is_held_out) {
        bail!(
            "no position to learn from, expected quiet searched positions in games that are not held out"
        );
    }
    Ok(())
}

/// `12 positions, 1400 cells`.
pub(super) fn sizes(positions: usize, cells: usize) -> String {
    format!("{}, {}", counted(positions as u64, "position"), counted(cells as u64, "cell"))
}

/// The bar of an epoch of 1,000 parts.
fn epoch_bar() -> Result<ProgressBar> {
    let template = "{bar:40} {percent} % of the epoch, {eta} left";
    Ok(ProgressBar::new(1000).with_style(ProgressStyle::with_template(template)?))
}

/// The weights by color; a rule that treats both alike has one set for both. `None` without a set.
pub(super) fn by_color<T: Clone>(sets: &[T]) -> Option<ByColor<T>> {
    Some(ByColor::new(sets.first()?.clone(), sets.last()?.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_written_if_there_are_losses() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("losses.svg");
        let write = |history: &[EpochLoss<f64>]| {
            write_report(&path, history, ["learned", "held out"], |&loss| (4, loss), 20.0).unwrap();
        };
        write(&[]);
        assert!(!path.exists());
        write(&[EpochLoss { epoch: 2, learned: 0.5, held_out: 0.25 }]);
        assert!(fs::read_to_string(&path).unwrap().contains("epoch 2"));
    }

    #[test]
    fn a_rate_is_above_zero_and_a_share_may_be_zero() {
        assert_eq!(
            [rate("1"), rate("0.003"), share("0"), share("1")].map(Result::ok),
            [Some(1.0), Some(0.003), Some(0.0), Some(1.0)]
        );
        // The last is 0 in the precision of a rate.
        for wrong in ["0", "-0.1", "1.5", "nan", "inf", "x", "1e-50"] {
            let expected = format!("seen '{wrong}', expected a number above 0 and at most 1");
            assert_eq!(rate(wrong), Err(expected));
        }
        for wrong in ["-0.1", "1.5", "nan", "-inf", ""] {
            assert_eq!(share(wrong), Err(format!("seen '{wrong}', expected a number from 0 to 1")));
        }
    }
}
