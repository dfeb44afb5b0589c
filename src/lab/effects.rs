//! The effects of many search parameters, measured together. In every setting each parameter is low
//! or high at random. A linear fit of each setting's distance to the deep values gives the mean
//! effect of every parameter.
//!
//! Every search counts for every parameter. Measured one at a time, each parameter would need as
//! many searches as all of them do together.
//!
//! CITE: R. A. Fisher, "The Design of Experiments", 1935, for experiments of this kind; A. Hoerl
//! and R. Kennard, "Ridge regression", 1970, for the fit with hardly more settings than parameters.
//! See <https://en.wikipedia.org/wiki/Fractional_factorial_design> and
//! <https://en.wikipedia.org/wiki/Ridge_regression>.

use std::time::Instant;

use thiserror::Error;

use super::param_name::ParamName;
use super::values::{self, ValuedPosition};
use tengen_engine::engine::{Trained, TrainedError};
use tengen_engine::search::{ParamInfo, Params, StopFlag};
use tengen_engine::types::Score;
use tengen_engine::types::rule::RuleError;
use tengen_engine::util::rng::Rng;
use tengen_util::listed::listed;
use tengen_util::normal::Z95;

/// Ridge penalty: effects shrink toward 0 as if this share of additional settings had shown none.
const PENALTY: f64 = 0.25;
/// Rounds of the ridge regression, each starting from the result of the round before.
const ROUNDS: usize = 200;
/// Rounds that separate position effects from setting effects. Few suffice because all settings see
/// about the same positions.
const POSITION_ROUNDS: usize = 20;
/// Without a list all parameters are varied, down and up by their value divided by this.
const DEFAULT_SHARE: i32 = 4;

/// A search parameter and the two values that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Its name, prefixed by a rule if it is varied for that rule only: `renju.late_base`.
    pub name: String,
    /// The low and the high value.
    pub values: [i32; 2],
}

/// Text that is not a [`Factor`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FactorError {
    /// It has another form.
    #[error("expected NAME=LOW..HIGH or RULE.NAME=LOW..HIGH, LOW less than HIGH")]
    Form,
    /// No such rule.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// No such parameter.
    #[error("unknown parameter '{seen}', expected {}", known_names())]
    Name {
        /// The name.
        seen: String,
    },
    /// A value outside the range of the parameter.
    #[error("seen {seen}, expected LOW and HIGH from {} to {}", info.min, info.max)]
    Range {
        /// The value.
        seen: i64,
        /// The parameter.
        info: ParamInfo,
    },
}

fn known_names() -> String {
    let names: Vec<&str> = Params::INFO.iter().map(|info| info.name).collect();
    listed(&names, "or")
}

impl Factor {
    /// Reads `NAME=LOW..HIGH` or, for one rule, `RULE.NAME=LOW..HIGH`.
    ///
    /// # Errors
    /// If it has another form, there is no such rule or parameter, or a value is out of range.
    pub fn parse(text: &str) -> Result<Self, FactorError> {
        let (name, values) = text.split_once('=').ok_or(FactorError::Form)?;
        let (low, high) = values.split_once("..").ok_or(FactorError::Form)?;
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| FactorError::Form);
        let (low, high) = (number(low)?, number(high)?);
        if low >= high {
            return Err(FactorError::Form);
        }
        let bare = ParamName::parse(name)?.name;
        let info =
            ParamInfo::of(bare).ok_or_else(|| FactorError::Name { seen: bare.to_owned() })?;
        let within = |seen: i64| {
            let value = i32::try_from(seen).ok();
            let value = value.filter(|value| (info.min..=info.max).contains(value));
            value.ok_or(FactorError::Range { seen, info: *info })
        };
        let values = [within(low)?, within(high)?];
        Ok(Self { name: name.trim().to_owned(), values })
    }

    /// Whether both set the same parameter for the same rule.
    pub fn overlaps(&self, other: &Self) -> bool {
        let names = [self, other].map(|factor| ParamName::parse(&factor.name));
        matches!(names, [Ok(own), Ok(other)] if own.overlaps(other))
    }

    /// All parameters that are not 0, a quarter of their value down and up, within their ranges.
    pub fn all(params: &Params) -> Vec<Self> {
        let entries = params.entries().into_iter().filter(|&(_, value)| value != 0);
        let around = |(name, value): (&str, i32)| {
            let step = (value.abs() / DEFAULT_SHARE).max(1);
            let (min, max) = ParamInfo::of(name).map_or((i32::MIN, i32::MAX), |i| (i.min, i.max));
            let values = [value - step, value + step].map(|value| value.clamp(min, max));
            Self { name: name.to_owned(), values }
        };
        entries.map(around).collect()
    }
}

/// A choice between low and high for every factor.
pub(crate) type FactorLevels = Vec<bool>;

/// `count` settings. Each factor is high in half of them, rounded down.
pub fn settings(factors: usize, count: usize, seed: u64) -> Vec<FactorLevels> {
    let mut rng = Rng::new(seed);
    let mut settings = vec![vec![false; factors]; count];
    for factor in 0..factors {
        let mut column: Vec<bool> = (0..count).map(|number| number < count / 2).collect();
        rng.shuffle(&mut column);
        for (setting, is_high) in settings.iter_mut().zip(column) {
            setting[factor] = is_high;
        }
    }
    settings
}

/// The result of a setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    pub setting: FactorLevels,
    /// Positions by their index, and the squared distances of win chances, 0 to 1.
    pub distances: Vec<(usize, f64)>,
    /// How long its searches took, in seconds.
    pub seconds: f64,
}

/// `base` with every factor at its value in this setting.
///
/// # Errors
/// If a factor is not a parameter.
pub fn apply(
    base: &Trained,
    factors: &[Factor],
    setting: &FactorLevels,
) -> Result<Trained, TrainedError> {
    let mut trained = base.clone();
    for (Factor { name, values }, &is_high) in factors.iter().zip(setting) {
        trained.set_param(&format!("{name}={}", values[usize::from(is_high)]))?;
    }
    Ok(trained)
}

/// Searches `sample` of the positions, drawn by the setting's `number`, with the parameters of the
/// setting. `None` if it was stopped.
pub fn trial(
    (setting, trained): (&FactorLevels, Trained),
    valued: &[ValuedPosition],
    (sample, number, seed): (usize, usize, u64),
    (nodes, threads): (u64, usize),
    stop: &StopFlag,
) -> Option<Trial> {
    let mut order: Vec<usize> = (0..valued.len()).collect();
    Rng::stream(seed, number as u64).shuffle(&mut order);
    order.truncate(sample.max(1));
    let positions = order.iter().map(|&index| &valued[index].position);
    let begin = Instant::now();
    let found = values::values(&[trained], positions, nodes, threads, stop, &|| {});
    let seconds = begin.elapsed().as_secs_f64();
    let complete = found.len() == order.len();
    let distance = |(index, [score]): (usize, [Score; 1])| {
        (index, values::squared_distance(score, valued[index].value))
    };
    let distances = order.into_iter().zip(found).map(distance).collect();
    complete.then(|| Trial { setting: setting.clone(), distances, seconds })
}

/// The fewest settings that determine the effects of `factors` factors. With fewer, any effects
/// would fit.
pub fn fewest_settings(factors: usize) -> usize {
    factors + 2
}

/// The effect of a factor that goes from low to high, averaged over the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Change of the mean squared distance; below 0 high is nearer to the deep values.
    pub distance: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
    /// Change of the time, as a share.
    pub time: f64,
}

/// The mean squared distance of all settings, and the effect of each factor. `None` with less
/// than the [`fewest_settings`].
pub fn effects(trials: &[Trial]) -> Option<(f64, Vec<Effect>)> {
    let factors = trials.first()?.setting.len();
    if trials.len() < fewest_settings(factors) {
        return None;
    }
    let (mean, scores) = apart_from_positions(trials);
    let columns: Vec<Vec<f64>> = (0..factors).map(|factor| signs(trials, factor)).collect();
    let (halves, left) = ridge(&columns, &scores);
    let logarithms: Vec<f64> = trials.iter().map(|trial| trial.seconds.max(1e-9).ln()).collect();
    let (times, _) = ridge(&columns, &logarithms);
    let settings = trials.len() as f64;
    // The degrees of freedom that the fit uses up.
    let taken = factors as f64 / (1.0 + PENALTY) + 1.0;
    let deviation = (left.iter().map(|r| r * r).sum::<f64>() / (settings - taken)).sqrt();
    let error = 2.0 * Z95 * deviation / settings.sqrt();
    let effect = |(half, time): (&f64, &f64)| Effect {
        distance: 2.0 * half,
        error,
        time: (2.0 * time).exp() - 1.0,
    };
    Some((mean, halves.iter().zip(&times).map(effect).collect()))
}

/// 1 where the factor is high, −1 where it is low.
fn signs(trials: &[Trial], factor: usize) -> Vec<f64> {
    trials.iter().map(|trial| if trial.setting[factor] { 1.0 } else { -1.0 }).collect()
}

/// The mean distance, and the deviation of each setting from it, corrected for the positions that
/// the setting was measured on.
fn apart_from_positions(trials: &[Trial]) -> (f64, Vec<f64>) {
    let positions = trials.iter().flat_map(|trial| &trial.distances).map(|&(index, _)| index + 1);
    let mut of_positions = vec![0.0; positions.max().unwrap_or(0)];
    let mut of_settings = vec![0.0; trials.len()];
    for _ in 0..POSITION_ROUNDS {
        let mut sums = vec![(0.0, 0.0); of_positions.len()];
        for (trial, of_setting) in trials.iter().zip(&of_settings) {
            for &(index, distance) in &trial.distances {
                sums[index].0 += distance - of_setting;
                sums[index].1 += 1.0;
            }
        }
        for (of_position, (sum, count)) in of_positions.iter_mut().zip(sums) {
            *of_position = sum / f64::max(count, 1.0);
        }
        for (trial, of_setting) in trials.iter().zip(&mut of_settings) {
            let beyond =
                trial.distances.iter().map(|&(index, distance)| distance - of_positions[index]);
            *of_setting = mean(&beyond.collect::<Vec<_>>());
        }
        let shift = mean(&of_settings);
        of_settings.iter_mut().for_each(|of_setting| *of_setting -= shift);
    }
    let all: Vec<f64> = trials.iter().flat_map(|t| t.distances.iter().map(|&(_, d)| d)).collect();
    (mean(&all), of_settings)
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / f64::max(numbers.len() as f64, 1.0)
}

/// Fits the numbers by their mean and a multiple of every column of ±1. Returns the multiples and
/// the residuals. Works by coordinate descent: each column is fitted to the residual of the others
/// until nothing changes.
fn ridge(columns: &[Vec<f64>], numbers: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let count = numbers.len() as f64;
    let mut multiples = vec![0.0; columns.len()];
    let mut left = numbers.to_vec();
    for _ in 0..ROUNDS {
        let shift = mean(&left);
        left.iter_mut().for_each(|number| *number -= shift);
        for (multiple, column) in multiples.iter_mut().zip(columns) {
            let along: f64 = column.iter().zip(&left).map(|(x, r)| x * (r + *multiple * x)).sum();
            let new = along / (count * (1.0 + PENALTY));
            for (number, x) in left.iter_mut().zip(column) {
                *number += (*multiple - new) * x;
            }
            *multiple = new;
        }
    }
    (multiples, left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::Position;
    use tengen_engine::types::{BoardSize, Rule};

    #[test]
    fn factors_are_read_and_refused() {
        let factor = Factor::parse("renju.late_base = 3 .. 5").unwrap();
        assert_eq!(factor, Factor { name: "renju.late_base".to_owned(), values: [3, 5] });
        assert_eq!(Factor::parse("reduction_base=-12..12").unwrap().values, [-12, 12]);
        for bad in
            ["late_base", "late_base=3", "late_base=5..3", "late_base=3..3", "late_base=a..b"]
        {
            assert_eq!(Factor::parse(bad), Err(FactorError::Form), "{bad}");
        }
        let error = |text: &str| Factor::parse(text).unwrap_err().to_string();
        let unknown = error("renju.foo=1..2");
        assert!(unknown.starts_with("unknown parameter 'foo', expected aspiration_"), "{unknown}");
        assert!(error("go.late_base=1..2").starts_with("unknown rule 'go', expected freestyle"));
        for (text, seen) in
            [("late_base=-1..2", -1_i64), ("late_base=1..9999999999", 9_999_999_999)]
        {
            let expected = format!("seen {seen}, expected LOW and HIGH from 0 to 1000");
            assert_eq!(error(text), expected);
        }
        let all = Factor::all(&Params::default());
        for is_high in [false, true] {
            let applied = apply(&Trained::default(), &all, &vec![is_high; all.len()]);
            assert!(applied.is_ok(), "{:?}", applied.err());
        }
        assert!(all.iter().all(|factor| factor.values[0] < factor.values[1]));
        assert!(all.iter().any(|factor| factor.name == "late_base" && factor.values == [5, 7]));
        let caro = Factor::all(&Params::of(Rule::Caro));
        assert!(!caro.iter().any(|factor| factor.name == "correction_share"), "it is 0");
    }

    #[test]
    fn factors_overlap_if_they_set_a_parameter_for_the_same_rule() {
        let overlap = |texts: [&str; 2]| {
            let [a, b] = texts.map(|text| Factor::parse(text).unwrap());
            a.overlaps(&b) && b.overlaps(&a)
        };
        assert!(overlap(["late_base=1..2", "late_base=3..4"]));
        assert!(overlap(["renju.late_base=1..2", "Renju.late_base=3..4"]));
        assert!(overlap(["renju.late_base=1..2", "late_base=3..4"]));
        assert!(!overlap(["renju.late_base=1..2", "caro.late_base=1..2"]));
        assert!(!overlap(["late_base=1..2", "late_factor=1..2"]));
    }

    #[test]
    fn every_factor_is_high_in_half_of_the_settings() {
        let drawn = settings(7, 21, 3);
        assert_eq!(drawn, settings(7, 21, 3));
        for factor in 0..7 {
            assert_eq!(drawn.iter().filter(|setting| setting[factor]).count(), 10);
        }
        assert!((1..7).any(|factor| drawn.iter().any(|setting| setting[factor] != setting[0])));
    }

    /// Trials in which the first factor lowers the distance by 0.02 and raises the time by half,
    /// the second does nothing, and positions differ by much more than that.
    fn trials(noise: f64) -> Vec<Trial> {
        let mut rng = Rng::new(5);
        let mut chance = move || rng.below(2001) as f64 / 1000.0 - 1.0;
        let trial = |setting: FactorLevels| {
            let better = if setting[0] { -0.02 } else { 0.0 };
            let distances = (0..40)
                .map(|index| (index, 0.2 + (index % 5) as f64 / 10.0 + better + noise * chance()))
                .filter(|(index, _)| !(index + setting.len()).is_multiple_of(3))
                .collect();
            let seconds = if setting[0] { 1.5 } else { 1.0 };
            Trial { setting, distances, seconds }
        };
        settings(10, 60, 8).into_iter().map(trial).collect()
    }

    #[test]
    fn an_effect_is_found_and_none_where_there_is_none() {
        let (mean, found) = effects(&trials(0.0)).unwrap();
        assert!((0.3..0.45).contains(&mean), "{mean}");
        // The ridge penalty takes a fifth of it.
        assert!((-0.02..-0.014).contains(&found[0].distance), "{:?}", found[0]);
        assert!((0.35..0.5).contains(&found[0].time), "{:?}", found[0]);
        assert!(found[1].distance.abs() < 0.002, "{:?}", found[1]);
        let (_, noisy) = effects(&trials(0.05)).unwrap();
        assert!(noisy[0].distance + noisy[0].error < 0.0, "{:?}", noisy[0]);
        let beyond = noisy[1..].iter().filter(|effect| effect.distance.abs() > effect.error);
        assert!(beyond.count() <= 2, "{noisy:?}");
    }

    #[test]
    fn as_many_factors_as_settings_tell_nothing() {
        assert_eq!(effects(&trials(0.0)[..11]), None);
        assert!(effects(&trials(0.0)[..12]).is_some());
        assert_eq!(effects(&[]), None);
    }

    #[test]
    fn a_trial_searches_its_share_of_the_positions_or_nothing() {
        let valued: Vec<ValuedPosition> = (5..13)
            .map(|side| ValuedPosition {
                position: Position::new(Rule::Freestyle, BoardSize::square(side).unwrap()),
                value: Score(100),
            })
            .collect();
        let factors = [Factor::parse("late_base=3..5").unwrap()];
        let run = |stop: &StopFlag| {
            let setting = vec![true];
            let trained = apply(&Trained::default(), &factors, &setting).unwrap();
            trial((&setting, trained), &valued, (3, 2, 1), (300, 2), stop)
        };
        let trial = run(&StopFlag::new()).unwrap();
        assert_eq!(trial.distances.len(), 3);
        assert!(trial.distances.iter().all(|(_, distance)| (0.0..0.1).contains(distance)));
        assert_eq!(run(&StopFlag::new()).unwrap().distances, trial.distances);
        let stopped = StopFlag::new();
        stopped.set();
        assert_eq!(run(&stopped), None);
    }
}
