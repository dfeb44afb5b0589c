//! The normal distribution, for error bars and tests.

use std::f64::consts::SQRT_2;

/// Half the width of a 95 % interval in standard deviations: the 97.5 % quantile.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is below `z`.
pub fn cumulative(z: f64) -> f64 {
    0.5 * libm::erfc(-z / SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_scipy_come_out() {
        // scipy.stats.norm.cdf 1.17.
        for (z, expected) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013_1),
            (-1.0, 0.158_655_253_931_457_05),
            (Z95, 0.975),
            (2.999, 0.998_645_663_466_272_9),
            (3.0, 0.998_650_101_968_369_9),
            (-5.0, 2.866_515_718_791_939e-7),
        ] {
            assert!((cumulative(z) - expected).abs() < 1e-13, "{z}: {}", cumulative(z));
        }
        assert_eq!(cumulative(f64::INFINITY), 1.0);
        assert_eq!(cumulative(f64::NEG_INFINITY), 0.0);
        assert!(cumulative(f64::NAN).is_nan());
    }
}
