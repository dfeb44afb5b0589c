//! What the trainings on files of games share: `tune eval`, `tune network`, `tune policy`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};

use tengen_engine::eval::WeightsError;
use tengen_engine::types::{ByColor, Rule};
use tengen_lab::game_file::{self, GameFile, SelfGame};
use tengen_util::count::counted;
use tengen_util::stderr;

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
pub(super) fn epoch_bar() -> Result<ProgressBar> {
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
