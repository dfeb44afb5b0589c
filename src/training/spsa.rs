//! Tuning of the search's parameters by simultaneous perturbation: in every step all parameters are moved
//! a little, each up or down by chance, the two opposite ways of moving play each other, and every
//! parameter goes a part of its way towards the winner.
//!
//! CITE: J. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation", 1992; the schedule of steps is that in use for chess engines.

use std::thread;

use serde::{Deserialize, Serialize};

use super::duel::{Duel, DuelSetting, opening};
use crate::board::Position;
use crate::engine::Trained;
use crate::search::{Params, StopFlag};
use crate::types::{BoardSize, Rule};
use crate::util::rng::Rng;

/// First perturbation of a parameter, as a share of its value; at least [`LEAST`].
const FIRST_SHARE: f64 = 0.2;
/// Last perturbation, as a share of the first.
const LAST: f64 = 0.4;
/// Smallest perturbation: parameters are whole numbers.
const LEAST: f64 = 1.0;
/// How far a parameter goes for one game more won than lost, in perturbations, at first.
const FIRST_RATE: f64 = 0.04;
/// Pairs of games of one step.
const PAIRS: usize = 4;

/// The state of a tuning, as it stands on disk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// The rule, by name.
    pub rule: String,
    /// The board's side.
    pub side: u8,
    /// Nodes a move.
    pub nodes: u64,
    /// Steps to go in all.
    pub steps: u32,
    /// Seed of all that is drawn.
    pub seed: u64,
    /// What else is played with: checksums of weights, parameters as given.
    pub with: Vec<String>,
    /// Steps done.
    pub done: u32,
    /// Names and values of the parameters.
    pub values: Vec<(String, f64)>,
    /// The values they began with.
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

    /// Whether all steps are done.
    pub fn is_done(&self) -> bool {
        self.done >= self.steps
    }

    /// The parameters in whole numbers, the others as in `base`.
    pub fn params(&self, base: &Params) -> Params {
        with(base, self.values.iter().map(|(name, value)| (name.as_str(), *value)))
    }

    /// Does the next step. Returns wins minus losses of its games for the parameters moved as drawn;
    /// `None` if it was stopped, or the state makes no sense.
    pub fn step(&mut self, base: &Trained, threads: usize, stop: &StopFlag) -> Option<i32> {
        let rule: Rule = self.rule.parse().ok()?;
        let mut rng = Rng::new(self.seed ^ u64::from(self.done + 1).wrapping_mul(0x9e37_79b9));
        let share = f64::from(self.done) / f64::from(self.steps.max(1));
        let ups: Vec<f64> =
            self.values.iter().map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let sizes: Vec<f64> = self
            .start
            .iter()
            .map(|(_, value)| (value.abs() * FIRST_SHARE * LAST.powf(share)).max(LEAST))
            .collect();
        let moved = |sign: f64| {
            let moved = self.values.iter().zip(ups.iter().zip(&sizes));
            let moved =
                moved.map(|((name, value), (up, size))| (name.as_str(), value + sign * up * size));
            let mut trained = base.clone();
            *trained.params.of_mut(rule) = with(base.params.of(rule), moved);
            trained
        };
        let size = BoardSize::square(self.side.into()).ok()?;
        let setting = DuelSetting { rule, size, nodes: self.nodes };
        let openings: Vec<Position> = (0..PAIRS).map(|_| opening(setting, &mut rng)).collect();
        let (first, second) = (moved(1.0), moved(-1.0));
        let play = |openings: &[Position]| -> Option<i32> {
            let mut duel = Duel::new([first.clone(), second.clone()], self.nodes);
            openings
                .iter()
                .map(|opening| duel.pair(opening, stop).map(|pair| pair[0] + pair[1]))
                .sum()
        };
        let per_thread = PAIRS.div_ceil(threads.clamp(1, PAIRS));
        let score = thread::scope(|scope| {
            let parts: Vec<_> =
                openings.chunks(per_thread).map(|part| scope.spawn(move || play(part))).collect();
            parts.into_iter().map(|part| part.join().ok().flatten()).sum::<Option<i32>>()
        })?;
        let rate = FIRST_RATE / (1.0 + 4.0 * share);
        for ((_, value), (up, size)) in self.values.iter_mut().zip(ups.iter().zip(&sizes)) {
            *value += rate * size * up * f64::from(score);
        }
        self.done += 1;
        Some(score)
    }
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
