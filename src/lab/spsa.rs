//! Tuning of search parameters by simultaneous perturbation (SPSA). In every step all parameters
//! are perturbed, each up or down at random, the two opposite perturbations play each other, and
//! every parameter moves a fraction of its perturbation toward the winner.
//!
//! CITE: J. Spall, "Multivariate stochastic approximation using a simultaneous perturbation
//! gradient approximation", 1992; the step schedule is the one common in chess engines,
//! <https://www.chessprogramming.org/SPSA>.

use serde::{Deserialize, Serialize};

use super::duel::{Contestant, Duel, DuelSetting, Pace, opening};
use tengen_engine::board::Position;
use tengen_engine::engine::Trained;
use tengen_engine::search::{ParamInfo, Params, StopFlag};
use tengen_engine::types::{BoardSize, Rule};
use tengen_engine::util::parallel::numbered;
use tengen_engine::util::rng::Rng;

/// First perturbation of a parameter, as a share of its value; at least [`LEAST`].
const FIRST_SHARE: f64 = 0.2;
/// Last perturbation, as a share of the first.
const LAST: f64 = 0.4;
/// Smallest perturbation: parameters are whole numbers.
const LEAST: f64 = 1.0;
/// Initial step per game won more than lost, as a multiple of the perturbation.
const FIRST_RATE: f64 = 0.04;
/// Game pairs per step.
const PAIRS: usize = 4;

/// The state of a tuning, as stored on disk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// The rule, by name.
    pub rule: String,
    /// The board's side.
    pub side: u8,
    /// Nodes per move.
    pub nodes: u64,
    /// Total steps.
    pub steps: u32,
    /// Seed of all random draws.
    pub seed: u64,
    /// Checksums of the weights and parameters as given.
    pub with: Vec<String>,
    /// Steps done.
    pub done: u32,
    /// Names and values of the parameters.
    pub values: Vec<(String, f64)>,
    /// Their initial values.
    pub start: Vec<(String, f64)>,
}

impl Tuning {
    /// A tuning of `names` (all if empty) from `params` on. `None` if a name is unknown.
    pub fn new(
        setting: (Rule, u8, u64),
        steps: u32,
        seed: u64,
        names: &[String],
        params: &Params,
    ) -> Option<Self> {
        let all = params.entries();
        let known = |name: &String| all.iter().any(|(known, _)| known == name);
        if !names.iter().all(known) {
            return None;
        }
        let values: Vec<(String, f64)> = all
            .iter()
            .filter(|(name, _)| names.is_empty() || names.iter().any(|wanted| wanted == name))
            .map(|&(name, value)| (name.to_owned(), f64::from(value)))
            .collect();
        let (rule, side, nodes) = setting;
        let rule = rule.name().to_owned();
        let (with, start) = (Vec::new(), values.clone());
        Some(Self { rule, side, nodes, steps, seed, with, done: 0, start, values })
    }

    /// The first option by which another tuning is not the same, with its values here and there.
    /// The number of steps is one: the steps become smaller towards the last.
    pub fn difference(&self, other: &Self) -> Option<(&'static str, String, String)> {
        let names = |start: &[(String, f64)]| {
            start
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect::<Vec<_>>()
                .join(",")
        };
        let options = |of: &Self| {
            [
                ("--rule", of.rule.clone()),
                ("--size", of.side.to_string()),
                ("--nodes", of.nodes.to_string()),
                ("--steps", of.steps.to_string()),
                ("--seed", of.seed.to_string()),
                ("--weights and --param", of.with.join(" ")),
                ("--names", names(&of.start)),
            ]
        };
        let mut pairs = options(self).into_iter().zip(options(other));
        pairs.find_map(|((name, own), (_, its))| (own != its).then_some((name, own, its)))
    }

    /// Whether all steps are done.
    pub fn is_done(&self) -> bool {
        self.done >= self.steps
    }

    /// The tuned parameters rounded, the others as in `base`.
    pub fn params(&self, base: &Params) -> Params {
        with(base, self.values.iter().map(|(name, value)| (name.as_str(), *value)))
    }

    /// Plays the next step. Returns wins minus losses of the values moved along the perturbation;
    /// `None` if it was stopped or the state is not valid.
    pub fn step(&mut self, base: &Trained, threads: usize, stop: &StopFlag) -> Option<i32> {
        let rule: Rule = self.rule.parse().ok()?;
        let size = BoardSize::square(self.side.into()).ok()?;
        let setting = DuelSetting { rule, size, paces: [Pace::Nodes(self.nodes); 2] };
        let names: Vec<String> = self.values.iter().map(|(name, _)| name.clone()).collect();
        let player = |values: &[f64]| {
            let mut trained = base.clone();
            let named = names.iter().map(String::as_str).zip(values.iter().copied());
            *trained.params.of_mut(rule) = with(base.params.of(rule), named);
            trained
        };
        self.advance(|moved, rng| {
            let openings: Vec<Position> = (0..PAIRS).map(|_| opening(setting, rng)).collect();
            let players = moved.each_ref().map(|values| player(values));
            play(&players, &openings, setting.paces, threads, stop)
        })
    }

    /// Draws a perturbation, measures the values moved along it against those moved the other way,
    /// and moves every value toward the better side. `measure` returns a positive score if the
    /// first side is better; `None` leaves the state as it was.
    fn advance(
        &mut self,
        measure: impl FnOnce([Vec<f64>; 2], &mut Rng) -> Option<i32>,
    ) -> Option<i32> {
        let mut rng = Rng::stream(self.seed, self.done.into());
        let share = f64::from(self.done) / f64::from(self.steps.max(1));
        let perturbation = self.perturbation(share, &mut rng);
        let moved = |sign: f64| -> Vec<f64> {
            let pairs = self.values.iter().zip(&perturbation);
            pairs.map(|((name, value), change)| within(name, value + sign * change)).collect()
        };
        let score = measure([moved(1.0), moved(-1.0)], &mut rng)?;
        let rate = FIRST_RATE / (1.0 + 4.0 * share);
        for ((name, value), change) in self.values.iter_mut().zip(&perturbation) {
            *value = within(name, *value + rate * change * f64::from(score));
        }
        self.done += 1;
        Some(score)
    }

    /// The change of every value, up or down at random; smaller as the tuning proceeds.
    fn perturbation(&self, share: f64, rng: &mut Rng) -> Vec<f64> {
        let change = |(_, start): &(String, f64)| {
            let up = if rng.below(2) == 0 { 1.0 } else { -1.0 };
            up * (start.abs() * FIRST_SHARE * LAST.powf(share)).max(LEAST)
        };
        self.start.iter().map(change).collect()
    }
}

/// The nearest value in the range of a parameter.
fn within(name: &str, value: f64) -> f64 {
    ParamInfo::of(name).map_or(value, |info| value.clamp(info.min.into(), info.max.into()))
}

/// Plays every opening with both colors. Returns wins minus losses of the first player; `None` if
/// it was stopped.
fn play(
    players: &[Trained; 2],
    openings: &[Position],
    paces: [Pace; 2],
    threads: usize,
    stop: &StopFlag,
) -> Option<i32> {
    let begin = || {
        let players = players.each_ref().map(|player| player as &dyn Contestant);
        let mut duel = Duel::new(players, paces);
        move |number: usize| duel.pair(openings.get(number)?, stop)
    };
    let pairs = numbered(threads.min(openings.len()), begin);
    (pairs.len() == openings.len()).then(|| pairs.iter().flat_map(|pair| pair.games).sum())
}

/// `base` with other values, rounded.
fn with<'a>(base: &Params, values: impl Iterator<Item = (&'a str, f64)>) -> Params {
    let mut params = base.clone();
    for (name, value) in values {
        // Names come from the parameters themselves.
        let _ = params.set(name, value.round() as i32);
    }
    params
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_the_option_and_both_values() {
        let first = tuning(5, &["late_base"]).unwrap();
        let done = Tuning { done: 3, values: Vec::new(), ..first.clone() };
        assert_eq!(first.difference(&done), None);
        let seen = |other: &Tuning| first.difference(other).map(|(option, ..)| option);
        let longer = first.difference(&Tuning { steps: 9, ..first.clone() });
        assert_eq!(longer, Some(("--steps", "5".to_owned(), "9".to_owned())));
        assert_eq!(seen(&Tuning { seed: 8, ..first.clone() }), Some("--seed"));
        assert_eq!(seen(&tuning(5, &["razor_margin"]).unwrap()), Some("--names"));
    }

    fn tuning(steps: u32, names: &[&str]) -> Option<Tuning> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        Tuning::new((Rule::Freestyle, 9, 60), steps, 7, &names, &Params::default())
    }

    #[test]
    fn a_tuning_is_the_same_resumed_or_not_and_with_any_number_of_threads() {
        let mut whole = tuning(3, &[]).unwrap();
        let mut parts = whole.clone();
        while !whole.is_done() {
            whole.step(&Trained::default(), 2, &StopFlag::new()).unwrap();
            let text = serde_json::to_string(&parts).unwrap();
            parts = serde_json::from_str(&text).unwrap();
            parts.step(&Trained::default(), 1, &StopFlag::new()).unwrap();
        }
        assert_eq!(whole, parts);
    }

    #[test]
    fn only_the_named_parameters_move_and_unknown_ones_are_refused() {
        assert!(tuning(1, &["no_such"]).is_none());
        let mut tuning = tuning(1, &["late_base"]).unwrap();
        tuning.values[0].1 = 11.4;
        let params = tuning.params(&Params::default());
        assert_eq!(params, Params { late_base: 11, ..Params::default() });
    }

    /// The score of SPSA's two sides under a loss: positive if the first is smaller.
    fn score([first, second]: &[Vec<f64>; 2], loss: impl Fn(&[f64]) -> f64) -> Option<i32> {
        Some((loss(second) - loss(first)).clamp(-8.0, 8.0).round() as i32)
    }

    #[test]
    fn spsa_step_moves_values_toward_the_side_that_scored_better() {
        let mut tuning = tuning(1, &[]).unwrap();
        let before = tuning.values.clone();
        let mut first = Vec::new();
        tuning.advance(|[moved, _], _| {
            first = moved;
            Some(5)
        });
        let mut checked = 0;
        for (((name, value), (_, start)), moved) in tuning.values.iter().zip(&before).zip(&first) {
            let info = ParamInfo::of(name).unwrap();
            let is_inside = |value: f64| value > info.min.into() && value < info.max.into();
            if is_inside(*value) && is_inside(*moved) {
                let step = (value - start) / (moved - start);
                assert!((step - 5.0 * FIRST_RATE).abs() < 1e-9, "{name}: {start} -> {value}");
                checked += 1;
            }
        }
        assert!(checked > 30, "{checked}");
    }

    #[test]
    fn values_stay_within_their_ranges() {
        let mut tuning = tuning(200, &[]).unwrap();
        let check = |values: &[(String, f64)]| {
            for (name, value) in values {
                let info = ParamInfo::of(name).unwrap();
                let range = f64::from(info.min)..=f64::from(info.max);
                assert!(range.contains(value), "{name}: {value}");
            }
        };
        while !tuning.is_done() {
            let names: Vec<String> = tuning.values.iter().map(|(name, _)| name.clone()).collect();
            tuning.advance(|moved, _| {
                for values in moved {
                    check(&names.iter().cloned().zip(values).collect::<Vec<_>>());
                }
                Some(8)
            });
            check(&tuning.values);
        }
    }

    #[test]
    fn spsa_moves_to_the_minimum_of_a_quadratic_loss() {
        let mut tuning = tuning(3000, &["late_base", "razor_margin", "futility_factor"]).unwrap();
        let target: Vec<f64> = tuning.start.iter().map(|(_, start)| start * 1.5).collect();
        let starts: Vec<f64> = tuning.start.iter().map(|(_, start)| *start).collect();
        let loss = |values: &[f64]| -> f64 {
            let parts = values.iter().zip(&target).zip(&starts);
            parts.map(|((value, target), start)| ((value - target) / start).powi(2) * 40.0).sum()
        };
        let far = loss(&starts);
        while !tuning.is_done() {
            tuning.advance(|moved, _| score(&moved, loss));
        }
        let values: Vec<f64> = tuning.values.iter().map(|(_, value)| *value).collect();
        assert!(loss(&values) < 0.05 * far, "{:?}, expected {target:?}", tuning.values);
    }

    #[test]
    fn a_stopped_step_changes_nothing() {
        let mut tuning = tuning(1, &[]).unwrap();
        let before = tuning.clone();
        let stop = StopFlag::new();
        stop.set();
        assert_eq!(tuning.step(&Trained::default(), 1, &stop), None);
        assert_eq!(tuning, before);
    }
}
