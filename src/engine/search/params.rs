//! The tunable numbers of the search, in groups, one line each, and the formulas made of them.
//!
//! A line gives name, value, range with a tuner's step, unit, and origin. The value of other
//! rules follows in brackets. Users and tuners stay within the ranges, in which no formula
//! overflows.
//!
//! In names BASE is added once, FACTOR multiplies, MARGIN is a distance of values, THRESHOLD is
//! compared with. Depths are in 1/128 ply ([`PLY`]), so that fractions of a ply add up.

use once_cell::sync::Lazy;

use crate::types::{Rule, Window};

/// One ply of depth.
pub(crate) const PLY: i32 = 128;

/// A factor, a share or a depth that switches its part of the search off.
const OFF: i32 = 0;
/// The distance of order scores that leaves out no move: the largest that can be set.
pub(super) const ANY_GAP: i32 = 30_000;

/// What a parameter counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamUnit {
    /// Value, in the unit of [`crate::types::Score`].
    Value,
    /// Value per ply of depth.
    ValuePerPly,
    /// Plies.
    Plies,
    /// 1/128 ply.
    Depth,
    /// Percent.
    Percent,
    /// Moves.
    Moves,
    /// History score, within ±8192; for divisors, history score per 1/128 ply.
    History,
    /// Thousandths.
    PerMille,
}

/// Where a value comes from. Figures are in `tournaments/results/2026-11-22-search.md` unless another
/// file is named; those of lazy evaluation are in `2026-11-25-lazy.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamOrigin {
    /// Chosen by hand, 2026-11-20 and 21; part of every engine measured since.
    Hand,
    /// Set by matches against the previous version, 2026-11-21 to 25.
    Match,
    /// Set by tuning 67 parameters together, 2026-11-22: +42 ± 28 Elo.
    Effects,
    /// Set by tuning 29 parameters together by games of freestyle with network and policy,
    /// 2026-11-25: +49 ± 34 Elo in standard, +42 ± 37 in renju; in freestyle, with nearly the same
    /// values, +51 ± 28 (`tournaments/results/2026-11-25-tuning.md`).
    Games,
    /// Set for freestyle by tuning 19 numbers together, with the distance of a move's score from the
    /// best in the reductions, 2026-11-25: +24 ± 29 Elo (`tournaments/results/2026-11-25-gaps.md`).
    Gaps,
    /// Set by tuning 36 parameters together by games of freestyle with the networks that have a
    /// convolution, 2026-11-26: +19 ± 17 Elo in freestyle, +24 ± 18 in renju
    /// (`tournaments/results/2026-11-26-tuning.md`), with later networks +13 ± 14 in standard
    /// (`tournaments/results/2026-11-26-third.md`), without the correction history there. The caro
    /// rules, which gained nothing, have the value of before, as [`Games`](Self::Games) or by hand.
    Convolution,
}

/// The description of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamInfo {
    /// Name, as in `--param NAME=N`.
    pub name: &'static str,
    /// Group: the part of the search that it belongs to.
    pub group: &'static str,
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// A tuner's first step.
    pub step: i32,
    /// What it counts.
    pub unit: ParamUnit,
    /// Where its value comes from.
    pub origin: ParamOrigin,
}

macro_rules! params {
    ($($group:literal {$(
        $(#[$doc:meta])*
        $name:ident = $value:expr $(, [$($rule:ident)|+ = $special:expr])*;
        $min:literal..=$max:literal step $step:literal $unit:ident $origin:ident
    )*})*) => {
        /// The parameters of the search.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($($(#[$doc])* pub $name: i32,)*)*
        }

        impl Params {
            /// The description of each parameter, in order.
            pub const INFO: &[ParamInfo] = &[$($(ParamInfo {
                name: stringify!($name),
                group: $group,
                min: $min,
                max: $max,
                step: $step,
                unit: ParamUnit::$unit,
                origin: ParamOrigin::$origin,
            },)*)*];

            /// The parameters of a rule.
            pub fn of(rule: Rule) -> Self {
                Self {
                    $($($name: match rule {
                        $($(Rule::$rule)|+ => $special,)*
                        _ => $value,
                    },)*)*
                }
            }

            /// Names and values, in order.
            pub fn entries(&self) -> Vec<(&'static str, i32)> {
                vec![$($((stringify!($name), self.$name),)*)*]
            }

            /// Sets the parameter with this name to the nearest value in its range. `None`, and no
            /// change, if there is no such parameter.
            pub fn set(&mut self, name: &str, value: i32) -> Option<()> {
                let info = ParamInfo::of(name)?;
                let value = value.clamp(info.min, info.max);
                match name {
                    $($(stringify!($name) => self.$name = value,)*)*
                    _ => return None,
                }
                Some(())
            }
        }
    };
}

params! {
    "aspiration windows" {
        /// Half-width of the first window.
        aspiration_margin = 14; 1..=1000 step 4 Value Match
        /// First iteration with a narrow window.
        aspiration_depth_threshold = 4; 1..=100 step 1 Plies Hand
        /// Depth reduction of the search after a fail high.
        aspiration_reduction = 64; 0..=512 step 32 Depth Effects
    }
    "razoring" {
        /// An evaluation this far below alpha leaves only forced lines.
        razor_margin = 68, [Caro | CaroExact = 41]; 0..=10000 step 10 Value Convolution
        /// Added per ply.
        razor_factor = 32; 0..=10000 step 8 ValuePerPly Games
        /// Only below this depth.
        razor_depth_threshold = 3 * PLY; 0..=2048 step 64 Depth Hand
    }
    "reverse futility" {
        /// How far above beta the evaluation must be.
        futility_base = 3, [Caro | CaroExact = 2]; 0..=10000 step 10 Value Convolution
        /// Added per ply.
        futility_factor = 91, [Caro | CaroExact = 40]; 0..=10000 step 8 ValuePerPly Convolution
        /// Only below this depth.
        futility_depth_threshold = 10 * PLY; 0..=2560 step 128 Depth Effects
    }
    "correction history" {
        /// Share of the known error that is corrected. A share of 33 was worth +13 ± 22 Elo in
        /// freestyle 15×15, +29 ± 21 in 20×20, -5 ± 21 in standard, -13 ± 21 in renju (600 games
        /// each, 20,000 nodes per move, 2026-11-21); 0 ± 27 in freestyle 15×15 a day later (400
        /// games, 6,000 nodes). With the other values of 2026-11-26, renju gained 13 ± 28 without a
        /// share, 24 ± 18 with 59.
        correction_share = OFF, [Freestyle | Renju = 59]; 0..=100 step 10 Percent Convolution
    }
    "late moves" {
        /// Moves tried at depth 0; halved where the evaluation does not improve.
        late_base = 6; 0..=1000 step 1 Moves Gaps
        /// Share of the depth in plies that is added.
        late_linear_factor = 139, [Caro | CaroExact = 95]; 0..=2000 step 20 Percent Convolution
        /// Share of the squared depth in plies that is added.
        late_factor = 24, [Caro | CaroExact = 25]; 0..=2000 step 5 Percent Convolution
        /// Moves whose order score is this far below the best are left out. Most of the scores are
        /// those of the policy, in which 300 are a factor of e in likelihood.
        late_gap = 1241, [Caro | CaroExact = ANY_GAP]; 0..=30000 step 150 History Convolution
        /// Added per ply.
        late_gap_factor = 205, [Caro | CaroExact = 522]; 0..=10000 step 30 History Convolution
        /// Replies to a threatened open four that are always tried.
        late_reply_base = 2; 0..=1000 step 1 Moves Games
        /// Share of the depth in plies that is added.
        late_reply_factor = 76, [Caro | CaroExact = 59]; 0..=2000 step 10 Percent Convolution
    }
    "reductions" {
        /// Where the product of the logarithms of depth and move number is 1.
        reduction_factor = 107, [Caro | CaroExact = 100]; 0..=2000 step 10 Depth Convolution
        /// For every reduced move.
        reduction_base = -4, [Caro | CaroExact = 5]; -1000..=2000 step 10 Depth Convolution
        /// Less in nodes with an open window.
        reduction_pv = 136, [Caro | CaroExact = 185]; -1000..=1000 step 20 Depth Convolution
        /// More in cut nodes.
        reduction_cut = 25, [Caro | CaroExact = 84]; -1000..=1000 step 20 Depth Convolution
        /// More where the evaluation does not improve.
        reduction_worsening = 72, [Caro | CaroExact = 56]; -1000..=1000 step 20 Depth Convolution
        /// More for moves without a class for either side.
        reduction_trivial = 84, [Caro | CaroExact = 112]; -1000..=1000 step 20 Depth Convolution
        /// Less for moves that make a threat.
        reduction_attack = 102, [Caro | CaroExact = 94]; -1000..=1000 step 20 Depth Convolution
        /// Less for replies to a threatened open four.
        reduction_open_four = 58, [Caro | CaroExact = 52]; -1000..=1000 step 20 Depth Convolution
        /// More for moves whose order score is below the best: per 256 of the distance.
        reduction_gap_factor = 6, [Caro | CaroExact = OFF]; 0..=1000 step 6 Depth Convolution
        /// The largest distance that counts.
        reduction_gap_limit = 1806, [Caro | CaroExact = 1500]; 0..=10000 step 200 History Convolution
        /// Less depth for the moves after one that raised alpha.
        raised_reduction = 19, [Caro | CaroExact = OFF]; 0..=512 step 12 Depth Convolution
        /// A move whose reduced search was this far above alpha…
        deeper_margin = 4, [Caro | CaroExact = 38]; 0..=10000 step 20 Value Convolution
        /// …is searched again this much deeper.
        deeper_extension = 22, [Caro | CaroExact = OFF]; 0..=256 step 16 Depth Convolution
        /// This much history makes 1/128 ply.
        reduction_history_divisor = 16, [Caro | CaroExact = 22]; 1..=10000 step 10 History Convolution
    }
    "history" {
        /// Bonus of a cutoff per ply of depth.
        history_linear_factor = 137, [Caro | CaroExact = 94]; 0..=2000 step 20 History Convolution
        /// Bonus of a cutoff per squared ply.
        history_square_factor = 8, [Caro | CaroExact = 20]; 0..=2000 step 4 History Convolution
        /// Share of the bonus that each move tried before loses.
        history_loss_factor = 283, [Caro | CaroExact = 169]; 0..=400 step 20 Percent Convolution
    }
    "move order" {
        /// Weight of the history beside the static score.
        order_history_factor = 12, [Caro | CaroExact = 17]; 0..=1000 step 8 Percent Convolution
        /// For the move that last refuted the opponent's last move.
        order_counter_bonus = 158, [Caro | CaroExact = 120]; 0..=10000 step 40 History Convolution
    }
    "extensions" {
        /// The reply to a five is searched this much deeper.
        forced_extension = PLY; 0..=256 step 32 Depth Effects
        /// Singular search from this depth.
        singular_depth_threshold = 7 * PLY; 256..=12800 step 128 Depth Hand
        /// How far the depth of the table's value may lie below that of the node.
        singular_depth_gap = 3; 0..=100 step 1 Plies Hand
        /// Margin below the table's value.
        singular_factor = 7, [Caro | CaroExact = 6]; 0..=100 step 1 ValuePerPly Convolution
        /// Share of the remaining depth to which the other moves are searched.
        singular_depth_factor = 30, [Caro | CaroExact = 39]; 0..=90 step 5 Percent Convolution
        /// Taken off a move that is not singular although the table has it above beta.
        singular_reduction = 118, [Caro | CaroExact = PLY]; 0..=512 step 32 Depth Convolution
    }
    "internal reduction" {
        /// Without a table move a node is searched this much less deep.
        internal_reduction = 81, [Caro | CaroExact = 77]; 0..=256 step 20 Depth Convolution
        /// Only from this depth.
        internal_depth_threshold = 5 * PLY / 2; 320..=12800 step 64 Depth Effects
    }
    "forced wins" {
        /// Share of the search that the solver may spend at the root per kind of threat.
        proof_share = 20; 0..=500 step 5 PerMille Match
    }
    "quiescence" {
        /// Fours are not tried where the evaluation is this far below alpha.
        leaf_margin = 1811, [Caro | CaroExact = 1288]; 0..=30000 step 100 Value Convolution
    }
    "lazy evaluation" {
        /// Where the classical evaluation with the expected correction is this far outside the
        /// window, the network is not asked. At 4,000 nodes per move (freestyle, 600 games each,
        /// 2026-11-25) margins of 150 lose 7 ± 22 Elo to 500 and 75 lose 50 ± 25, for 20 % and
        /// 25 % more nodes per second; without the expectation 200 lose 26 ± 22.
        lazy_margin = 150; 0..=30000 step 25 Value Match
        /// This margin at inner nodes, where it is widened by the margins of razoring and futility.
        lazy_node_margin = 150; 0..=30000 step 25 Value Match
    }
    "match clock" {
        /// The moves among which the time left is shared: as many as are assumed to follow.
        clock_horizon = 22; 4..=200 step 3 Moves Hand
        /// The moves among which it would be shared if all took their maximum.
        clock_least_moves = 7; 2..=100 step 1 Moves Hand
        /// Share of an increment that is spent at once.
        clock_increment_share = 70; 0..=100 step 10 Percent Hand
        /// Share of the maximum after which no iteration starts.
        clock_last_start = 75; 10..=100 step 5 Percent Hand
        /// Share of the optimum that a search takes whose best move has just changed.
        clock_unsettled = 130; 20..=400 step 10 Percent Hand
        /// A fall of the value by so much between two iterations doubles it. The factor of a fall is
        /// at most `clock_most`, that of a rise at least `clock_least`.
        clock_fall = 200; 10..=10000 step 40 Value Hand
        /// After n iterations with the same best move it is divided by 1 + n times this share; more
        /// than ten count as ten.
        clock_calm = 60; 0..=1000 step 15 PerMille Hand
        /// The smallest factor of a rise of the value.
        clock_least = 75; 10..=100 step 5 Percent Hand
        /// The largest factor of a fall, and of all together.
        clock_most = 180; 100..=400 step 20 Percent Hand
        /// How much less of it a game takes that is won or lost; a win chance of 75 % counts as a
        /// quarter of that. After the cap by `clock_most`.
        clock_decided = OFF; 0..=90 step 10 Percent Hand
    }
}

impl Default for Params {
    fn default() -> Self {
        Self::of(Rule::Freestyle)
    }
}

impl ParamInfo {
    /// The parameter with this name.
    pub fn of(name: &str) -> Option<&'static ParamInfo> {
        Params::INFO.iter().find(|info| info.name == name)
    }
}

/// `ln n` in 1/1024 for n = 0…255 (0 for n = 0), from sums and products alone, so that it is the
/// same on every machine.
static LOGARITHMS: Lazy<[i32; 256]> = Lazy::new(|| {
    let mut table = [0; 256];
    for (n, entry) in table.iter_mut().enumerate().skip(1) {
        *entry = (ln(n as f64) * 1024.0) as i32;
    }
    table
});

/// Natural logarithm by the series of `2 artanh((x - 1) / (x + 1))` after halving into 1…2.
fn ln(mut x: f64) -> f64 {
    const LN_2: f64 = std::f64::consts::LN_2;
    let mut halvings = 0.0;
    while x > 2.0 {
        x /= 2.0;
        halvings += 1.0;
    }
    let t = (x - 1.0) / (x + 1.0);
    let mut power = t;
    let mut sum = 0.0;
    for k in 0..20 {
        sum += power / f64::from(2 * k + 1);
        power *= t * t;
    }
    2.0 * sum + halvings * LN_2
}

impl Params {
    /// How far above beta the evaluation must be for the node to fail high unsearched.
    #[inline]
    pub fn futility_margin(&self, depth: i32, improving: bool) -> i32 {
        self.futility_base
            + self.futility_factor * (depth - if improving { PLY } else { 0 }).max(0) / PLY
    }

    /// How far below alpha the evaluation must be for the node to search only forced lines.
    #[inline]
    pub fn razor_margin_at(&self, depth: i32) -> i32 {
        self.razor_margin + self.razor_factor * depth / PLY
    }

    /// Outside of this window a leaf is content with a rough evaluation.
    #[inline]
    pub(crate) fn lazy(&self, window: Window) -> Window {
        Window::new(window.alpha - self.lazy_margin, window.beta + self.lazy_margin)
    }

    /// Outside of this window a node at `depth` is content with a rough evaluation.
    #[inline]
    pub(crate) fn lazy_at(&self, window: Window, depth: i32) -> Window {
        let margin = self.lazy_node_margin;
        let low = window.alpha - self.razor_margin_at(depth) - margin;
        Window::new(low, window.beta + self.futility_margin(depth, false) + margin)
    }

    /// How many moves are tried before the rest are left out.
    #[inline]
    pub fn late_count(&self, depth: i32, improving: bool) -> usize {
        let plies = depth / PLY;
        let more = self.late_linear_factor * plies + self.late_factor * plies * plies;
        let count = self.late_base + more / 100;
        (if improving { count } else { count / 2 + 1 }).max(0) as usize
    }

    /// How far below the best a move's order score may be.
    #[inline]
    pub fn late_gap_at(&self, depth: i32) -> i32 {
        self.late_gap + self.late_gap_factor * (depth / PLY)
    }

    /// How much more a move is reduced whose order score is `gap` below the best, 1/128 ply.
    #[inline]
    pub fn gap_reduction(&self, gap: i32) -> i32 {
        gap.min(self.reduction_gap_limit) * self.reduction_gap_factor / 256
    }

    /// How many replies to a threatened open four are tried before the rest are left out.
    #[inline]
    pub fn late_reply_count(&self, depth: i32) -> usize {
        (self.late_reply_base + self.late_reply_factor * (depth / PLY) / 100).max(0) as usize
    }

    /// The plain reduction of the `number`-th move, 1/128 ply.
    #[inline]
    pub fn reduction(&self, depth: i32, number: usize) -> i32 {
        let depth = LOGARITHMS[(depth / PLY).clamp(0, 255) as usize];
        let number = LOGARITHMS[number.min(255)];
        self.reduction_base + self.reduction_factor * ((depth * number) >> 10) / 1024
    }

    /// The history bonus of a cutoff at this depth.
    #[inline]
    pub fn history_bonus(&self, depth: i32) -> i32 {
        let plies = depth / PLY;
        (self.history_square_factor * plies * plies + self.history_linear_factor * plies).min(2000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_one() {
        for n in 1..256 {
            assert!((ln(f64::from(n)) - f64::from(n).ln()).abs() < 1e-9, "{n}");
        }
    }

    #[test]
    fn params_are_set_by_name_within_their_range() {
        let mut params = Params::default();
        params.set("late_base", 9).unwrap();
        assert!(params.entries().contains(&("late_base", 9)));
        params.set("history_square_factor", i32::MAX).unwrap();
        assert_eq!(params.history_square_factor, 2000);
        assert!(params.set("no_such", 1).is_none());
    }

    #[test]
    fn every_param_of_every_rule_is_within_its_range() {
        for rule in Rule::ALL {
            for ((name, value), info) in Params::of(rule).entries().iter().zip(Params::INFO) {
                assert_eq!(*name, info.name);
                assert!((info.min..=info.max).contains(value), "{name} {value}");
                assert!(info.step > 0 && info.step <= info.max - info.min, "{name}");
            }
        }
    }

    #[test]
    fn formulas_of_params_hold_the_ends_of_every_range() {
        for end in [|info: &ParamInfo| info.min, |info: &ParamInfo| info.max] {
            let mut params = Params::default();
            for info in Params::INFO {
                params.set(info.name, end(info)).unwrap();
            }
            for depth in [PLY / 2, 9 * PLY, 99 * PLY, 200 * PLY] {
                params.futility_margin(depth, true);
                params.razor_margin_at(depth);
                params.lazy(Window::null(0));
                params.lazy_at(Window::null(0), depth);
                params.late_count(depth, true);
                params.late_reply_count(depth);
                params.late_gap_at(depth);
                params.gap_reduction(i32::from(i16::MAX));
                params.reduction(depth, 483);
                assert!((0..=2000).contains(&params.history_bonus(depth)));
            }
        }
    }

    #[test]
    fn later_moves_and_deeper_nodes_are_reduced_more() {
        let params = Params::default();
        assert!(params.reduction(8 * PLY, 20) > params.reduction(8 * PLY, 4));
        assert!(params.reduction(12 * PLY, 8) > params.reduction(4 * PLY, 8));
    }
}
