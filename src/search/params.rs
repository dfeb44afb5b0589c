//! The numbers of the search, one line each, and the formulas made of them. Where a rule needs another
//! number, it stands behind: `name: 0, Freestyle = 33;`.
//!
//! Words: BASE is added once, FACTOR multiplies, MARGIN is a distance of values in the unit of
//! [`crate::types::Score`], THRESHOLD a bound that is compared with. Depths are in 1/128 ply
//! ([`PLY`]), so that extensions and reductions of parts of a ply add up.

use once_cell::sync::Lazy;

use crate::types::Rule;

/// One ply of depth.
pub const PLY: i32 = 128;

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $value:expr $(, $rule:ident = $special:expr)*;)*) => {
        /// The parameters of the search.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Self::of(Rule::Freestyle)
            }
        }

        impl Params {
            /// The parameters of a rule.
            pub fn of(rule: Rule) -> Self {
                Self {
                    $($name: match rule {
                        $(Rule::$rule => $special,)*
                        _ => $value,
                    },)*
                }
            }

            /// Names and values, in order.
            pub fn entries(&self) -> Vec<(&'static str, i32)> {
                vec![$((stringify!($name), self.$name),)*]
            }

            /// The parameter with this name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Half-width of the first aspiration window.
    aspiration_margin: 14;
    /// Depth, in plies, from which windows are narrowed.
    aspiration_depth_threshold: 4;
    /// A window that proves too low is tried again so much less deep, 1/128 ply.
    aspiration_reduction: 64;
    /// Razoring: an evaluation so far below alpha leaves only forced lines.
    razor_margin: 40;
    /// Razoring: more of it a ply.
    razor_factor: 33;
    /// Razoring below this depth, 1/128 ply.
    razor_depth_threshold: 3 * PLY;
    /// Reverse futility: how far above beta the evaluation must stand.
    futility_base: 0;
    /// Reverse futility: more of it a ply.
    futility_factor: 43;
    /// Reverse futility below this depth, 1/128 ply.
    futility_depth_threshold: 10 * PLY;
    /// So many percent of the error that evaluations had after stones on the same cell are corrected.
    correction_share: 0, Freestyle = 33;
    /// Late moves: how many are tried at least.
    late_base: 4;
    /// Late moves: percent of the depth in plies that is added.
    late_linear_factor: 100;
    /// Late moves: percent of the squared depth in plies that is added.
    late_factor: 30;
    /// Late moves: so many percent of the number, and moves that make threats are skipped as well; 0 never.
    late_attack_factor: 150;
    /// Replies to a threatened open four: how many are tried at least.
    late_menace_base: 2;
    /// Replies to a threatened open four: percent of the depth in plies that is added.
    late_menace_factor: 50;
    /// Reductions: 1/128 ply for the logarithms' product 1.
    reduction_factor: 110;
    /// Reductions: added for every reduced move, 1/128 ply.
    reduction_base: 20;
    /// Reductions: less when the value of the node may be exact, 1/128 ply.
    reduction_pv: 130;
    /// Reductions: more when the node is expected to fail high, 1/128 ply.
    reduction_cut: 100;
    /// Reductions: more when the evaluation does not improve, 1/128 ply.
    reduction_worsening: 60;
    /// Reductions: more for moves that make nothing for either side, 1/128 ply.
    reduction_trivial: 90;
    /// Reductions: less for moves that make a threat, 1/128 ply.
    reduction_attack: 192;
    /// Reductions: less for replies to a threatened open four, 1/128 ply.
    reduction_menace: 64;
    /// Reductions: this much of the history makes one 1/128 ply.
    reduction_history_divisor: 50;
    /// Experience: what a cutoff earns its move, a ply of depth.
    history_linear_factor: 90;
    /// The same, a squared ply.
    history_square_factor: 24;
    /// Experience: so many percent of it are lost by each move tried before.
    history_loss_factor: 130;
    /// Order: experience counts so many percent of what the cell shows.
    order_history_factor: 38;
    /// Order: for the move that refuted the opponent's last move before.
    order_counter_bonus: 120;
    /// The answer to a five is searched so much deeper, 1/128 ply.
    forced_extension: PLY;
    /// Singular extensions from this depth, 1/128 ply.
    singular_depth_threshold: 7 * PLY;
    /// Singular extensions: how much less deep than the node the table's value may be, in plies.
    singular_depth_gap: 3;
    /// Singular extensions: margin below the table's value, a ply.
    singular_factor: 2;
    /// Singular extensions: percent of the rest of the depth to which the other moves are searched.
    singular_depth_factor: 44;
    /// A move that is not singular though the table has it above beta is searched so much less deep.
    singular_reduction: PLY;
    /// Without a table move a node is searched so much shallower, 1/128 ply.
    internal_reduction: 140;
    /// That from this depth, 1/128 ply.
    internal_depth_threshold: 5 * PLY / 2;
    /// The solver looks for a forced win first, with so many thousandths of the search for each kind.
    proof_share: 20;
    /// Forced lines: a stand-pat value so far below alpha cannot be mended by fours.
    leaf_margin: 800;
}

/// `ln n` in 1/1024 for n = 0…255 (0 for n = 0), from sums and products alone so that every machine
/// gets the same table.
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
    /// How far above beta the evaluation must stand for the node to fail high unsearched.
    #[inline]
    pub fn futility_margin(&self, depth: i32, improving: bool) -> i32 {
        self.futility_base
            + self.futility_factor * (depth - if improving { PLY } else { 0 }).max(0) / PLY
    }

    /// How far below alpha the evaluation must stand for only forced lines to be looked at.
    #[inline]
    pub fn razor_margin_at(&self, depth: i32) -> i32 {
        self.razor_margin + self.razor_factor * depth / PLY
    }

    /// How many moves are tried before the rest of the quiet ones is skipped.
    #[inline]
    pub fn late_count(&self, depth: i32, improving: bool) -> usize {
        let plies = depth / PLY;
        let more = self.late_linear_factor * plies + self.late_factor * plies * plies;
        let count = self.late_base + more / 100;
        (if improving { count } else { count / 2 + 1 }).max(0) as usize
    }

    /// How many replies to a threatened open four are tried before the rest is skipped.
    #[inline]
    pub fn late_reply_count(&self, depth: i32) -> usize {
        (self.late_menace_base + self.late_menace_factor * (depth / PLY) / 100).max(0) as usize
    }

    /// The plain reduction of the `number`-th move, 1/128 ply.
    #[inline]
    pub fn reduction(&self, depth: i32, number: usize) -> i32 {
        let depth = LOGARITHMS[(depth / PLY).clamp(0, 255) as usize];
        let number = LOGARITHMS[number.min(255)];
        self.reduction_base + self.reduction_factor * ((depth * number) >> 10) / 1024
    }

    /// What a cutoff at this depth earns its move.
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
    fn parameters_are_found_by_name() {
        let mut params = Params::default();
        *params.get_mut("late_base").unwrap() = 9;
        assert!(params.entries().contains(&("late_base", 9)));
        assert!(params.get_mut("no_such").is_none());
    }

    #[test]
    fn later_moves_and_deeper_nodes_are_reduced_more() {
        let params = Params::default();
        assert!(params.reduction(8 * PLY, 20) > params.reduction(8 * PLY, 4));
        assert!(params.reduction(12 * PLY, 8) > params.reduction(4 * PLY, 8));
    }
}
