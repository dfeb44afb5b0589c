//! Time management: a budget from the limits, and the decision after each iteration. Reads no
//! clock: elapsed times are passed in.

use std::time::Duration;

use super::Limits;
use super::params::Params;
use crate::types::Score;

/// Share of the maximum after which a new iteration would hardly end in time.
const LAST_START: f64 = 0.9;
/// A match clock that lasts for so many full turns does not matter.
const MOST_MOVES: usize = 64;
/// An unchanged best move counts for at most so many iterations.
const MOST_STABLE: u32 = 10;

/// Share of a time limit that is kept back at most for pauses of the system.
const MOST_RESERVED: f64 = 0.75;

/// What to keep back of a time limit on a system that makes this process pause so long. A move pays
/// twice: its command is read late, which no clock here sees, and its answer is sent late.
pub(crate) fn reserve_for(pause: Duration, limit: Duration) -> Duration {
    (pause * 2).min(limit.mul_f64(MOST_RESERVED))
}

/// The times of one search, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// The search must have ended by then. `None`: no limit.
    pub maximum: Option<Duration>,
    /// After this no new iteration starts, unless the position is unsettled.
    pub optimum: Option<Duration>,
    /// Whether time saved now can be used later. If not, all of it is used now.
    pub is_saved: bool,
}

/// How stable the result of the search is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Signals {
    /// Iterations for which the best move has not changed.
    pub stable_iterations: u32,
    /// How much the value has fallen since the iteration before, negative if it has risen.
    pub fall: i32,
    /// The value, in the unit of [`Score`].
    pub value: i32,
}

impl Budget {
    /// The budget for a move with `empty` cells left on the board.
    pub(crate) fn new(limits: &Limits, empty: usize, params: &Params) -> Self {
        let cost = limits.reserve + limits.used;
        let turn = limits.turn.map(|turn| turn.saturating_sub(cost));
        let Some(left) = limits.left else {
            let optimum = turn.map(|turn| turn.mul_f64(LAST_START));
            return Self { maximum: turn, optimum, is_saved: false };
        };
        // Our remaining moves: half of the empty cells.
        let moves = (empty / 2).max(1);
        let share =
            |parts: i32| left.saturating_sub(cost) / (parts as usize).clamp(1, moves) as u32;
        let increment = limits.increment.mul_f64(percent(params.clock_increment_share));
        let gained = increment.min(left.saturating_sub(cost) / 2);
        let most = (share(params.clock_least_moves) + gained).min(left.saturating_sub(cost));
        let maximum = turn.map_or(most, |turn| turn.min(most));
        // With a turn limit so short that the match clock never matters, all of it is used.
        let turns = moves.min(MOST_MOVES) as u32;
        let turn_is_scarce = limits.turn.is_some_and(|turn| turn.saturating_mul(turns) < left);
        let last_start = maximum.mul_f64(LAST_START);
        let optimum = match turn_is_scarce {
            true => last_start,
            false => (share(params.clock_horizon) + increment).min(last_start),
        };
        Self { maximum: Some(maximum), optimum: Some(optimum), is_saved: !turn_is_scarce }
    }

    /// The limits of a search whose clock counts nodes: its maximum is a number of nodes.
    pub(crate) fn in_nodes(&self, limits: &Limits) -> Limits {
        let most = self.maximum.and_then(|maximum| limits.nodes_in(maximum));
        Limits { nodes: limits.nodes.into_iter().chain(most).min(), ..limits.clone() }
    }

    /// Reserves time for pauses as long as a recent one.
    #[must_use]
    pub(crate) fn without(self, pause: Duration) -> Self {
        let Some(maximum) = self.maximum else { return self };
        let shorter = maximum - reserve_for(pause, maximum);
        let optimum = match pause.is_zero() {
            true => self.optimum,
            false => self.optimum.map(|optimum| optimum.min(shorter.mul_f64(LAST_START))),
        };
        Self { maximum: Some(shorter), optimum, ..self }
    }

    /// Whether a single legal move is played at once: a clock is running, and neither a value nor a
    /// depth is wanted.
    pub(crate) fn is_hurried(&self, limits: &Limits) -> bool {
        self.maximum.is_some() && !limits.analysis && limits.depth.is_none()
    }

    /// Whether to end the search after an iteration.
    pub(crate) fn is_spent(&self, elapsed: Duration, signals: Signals, params: &Params) -> bool {
        let Some(optimum) = self.optimum else { return false };
        if !self.is_saved {
            return elapsed >= optimum;
        }
        let enough = optimum.mul_f64(signals.factor(params));
        // An iteration takes longer than all before it together: do not start one that cannot
        // finish.
        let last_start = percent(params.clock_last_start);
        let cap = self.maximum.map_or(enough, |maximum| enough.min(maximum.mul_f64(last_start)));
        elapsed >= cap
    }
}

impl Signals {
    /// How much of the optimum the search is worth: more while its value falls, less the longer its
    /// best move stays, and the less open the game is.
    fn factor(self, params: &Params) -> f64 {
        let (least, most) = (percent(params.clock_least), percent(params.clock_most));
        let fall = f64::from(self.fall) / f64::from(params.clock_fall);
        let stable = f64::from(self.stable_iterations.min(MOST_STABLE));
        let calm = 1.0 + f64::from(params.clock_calm) / 1000.0 * stable;
        let lead = 2.0 * Score(self.value).win_rate() - 1.0;
        let open = 1.0 - percent(params.clock_decided) * lead * lead;
        let worry = (1.0 + fall).clamp(least, most);
        (percent(params.clock_unsettled) * worry / calm).min(most) * open
    }
}

/// A percentage as a share.
fn percent(value: i32) -> f64 {
    f64::from(value) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn budget_of(limits: &Limits, empty: usize) -> Budget {
        Budget::new(limits, empty, &Params::default())
    }

    fn limits(turn: u64, left: Option<u64>) -> Limits {
        Limits { turn: Some(ms(turn)), left: left.map(ms), ..Limits::default() }
    }

    #[test]
    fn a_single_move_is_searched_only_for_its_value_or_a_depth() {
        let hurried = |limits: Limits| budget_of(&limits, 200).is_hurried(&limits);
        assert!(hurried(limits(500, None)));
        assert!(!hurried(Limits { depth: Some(5), ..limits(500, None) }));
        assert!(!hurried(Limits { analysis: true, ..limits(500, None) }));
        assert!(!hurried(Limits::default()));
    }

    #[test]
    fn no_limit_means_no_end() {
        let budget = budget_of(&Limits::default(), 200);
        assert_eq!(budget, Budget { maximum: None, optimum: None, is_saved: false });
        assert!(!budget.is_spent(
            ms(1 << 40),
            Signals { stable_iterations: 99, fall: 0, value: 0 },
            &Params::default()
        ));
    }

    #[test]
    fn budget_leaves_out_the_reserve_and_the_time_already_used() {
        let mut limits = limits(1000, None);
        limits.used = ms(100);
        assert_eq!(budget_of(&limits, 200).maximum, Some(ms(870)));
        limits.turn = Some(ms(20));
        assert_eq!(budget_of(&limits, 200).maximum, Some(Duration::ZERO));
    }

    #[test]
    fn the_match_clock_is_shared_among_the_moves_to_come() {
        let budget = budget_of(&limits(30_000, Some(180_000)), 220);
        let (maximum, optimum) = (budget.maximum.unwrap(), budget.optimum.unwrap());
        assert!(maximum < ms(26_000) && maximum > ms(20_000), "{maximum:?}");
        assert!(optimum > ms(6_000) && optimum < ms(10_000), "{optimum:?}");
        // Almost no time left: never use more than that.
        let budget = budget_of(&limits(30_000, Some(40)), 220);
        assert!(budget.maximum.unwrap() <= ms(10));
        assert_eq!(budget_of(&limits(30_000, Some(0)), 220).maximum, Some(Duration::ZERO));
        let last = Limits { increment: ms(5_000), turn: None, ..limits(0, Some(1_000)) };
        assert_eq!(budget_of(&last, 2).maximum, Some(ms(970)));
    }

    #[test]
    fn pauses_shorten_the_time_twice_but_leave_a_quarter() {
        let times = |pause| {
            let budget = budget_of(&limits(130, None), 200).without(ms(pause));
            (budget.maximum.unwrap().as_millis(), budget.optimum.unwrap().as_millis())
        };
        assert_eq!([0, 10, 25, 900].map(times), [(100, 90), (80, 72), (50, 45), (25, 22)]);
        let long = budget_of(&limits(30_000, Some(180_000)), 220);
        assert_eq!(long.without(ms(40)).optimum, long.optimum, "there is time enough");
        let none = budget_of(&Limits::default(), 200);
        assert_eq!(none.without(ms(40)), none);
    }

    #[test]
    fn a_falling_value_gets_more_time_and_a_stable_move_less() {
        let budget = budget_of(&limits(10_000, Some(100_000)), 220);
        let spent = |ms_: u64, stable, fall| {
            budget.is_spent(
                ms(ms_),
                Signals { stable_iterations: stable, fall, value: 0 },
                &Params::default(),
            )
        };
        assert!(spent(4_300, 9, 0) && !spent(4_300, 0, 150));
    }

    /// The factor with these stable iterations, fall and value, in thousandths.
    fn factor(params: &Params, (stable_iterations, fall, value): (u32, i32, i32)) -> i64 {
        let signals = Signals { stable_iterations, fall, value };
        (signals.factor(params) * 1000.0).round() as i64
    }

    #[test]
    fn the_factor_grows_with_a_fall_and_shrinks_with_stability_up_to_its_caps() {
        let params = Params {
            clock_unsettled: 100,
            clock_fall: 200,
            clock_calm: 60,
            clock_least: 75,
            clock_most: 180,
            clock_decided: 0,
            ..Params::default()
        };
        let of = |signals| factor(&params, signals);
        assert_eq!(of((0, 0, 0)), 1000);
        // A fall by half of `clock_fall`, and one beyond the cap; a rise up to the lower cap.
        assert_eq!([of((0, 100, 0)), of((0, 160, 0)), of((0, 900, 0))], [1500, 1800, 1800]);
        assert_eq!([of((0, -20, 0)), of((0, -50, 0)), of((0, -900, 0))], [900, 750, 750]);
        // 1 + n × 6 %, at most ten times.
        assert_eq!([of((5, 0, 0)), of((10, 0, 0)), of((99, 0, 0))], [769, 625, 625]);
        // All together are capped, too.
        let unsettled = Params { clock_unsettled: 170, ..params };
        assert_eq!([factor(&unsettled, (0, 0, 0)), factor(&unsettled, (0, 100, 0))], [1700, 1800]);
    }

    #[test]
    fn a_decided_game_takes_less_of_the_optimum() {
        let params = Params { clock_unsettled: 100, clock_decided: 50, ..Params::default() };
        let at = |value| factor(&params, (0, 0, value));
        assert_eq!(at(0), 1000);
        // A win chance of three quarters counts as a quarter, for either side.
        let quarter = (200.0 * 3f64.ln()).round() as i32;
        assert_eq!([at(quarter), at(-quarter)], [875, 875]);
        assert_eq!([at(Score::win_in(5)), at(Score::loss_in(6))], [500, 500]);
        // After the cap of the other factors.
        assert_eq!(factor(&params, (0, 9000, Score::loss_in(6))), 900);
        let off = Params { clock_decided: 0, ..params };
        assert_eq!(factor(&off, (0, 0, Score::win_in(5))), 1000);
    }
}
