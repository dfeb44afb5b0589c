//! Adam, for parameters that begin with rows of a table.
//!
//! CITE: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", 2015,
//! <https://arxiv.org/abs/1412.6980>.

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
/// The term added to the root of the squared gradient, and the decay per step and rate. Rows that
/// rarely occur in the data have small gradients; the larger floor keeps Adam from amplifying them.
/// With both, the held-out excess of a network fell from 0.832 to 0.821 of the tables' excess (1.1
/// million positions).
const ROWS_FLOOR: (f32, f32) = (1e-6, 0.3);
const LAYERS_FLOOR: (f32, f32) = (1e-8, 0.0);

/// Which parameters are rows of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowLayout {
    /// Numbers per row.
    pub width: usize,
    /// For each row, whether it is frozen.
    pub frozen: Vec<bool>,
}

/// Parameters and their moments.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterSet {
    /// The parameters.
    pub values: Vec<f32>,
    /// Mean gradient.
    pub mean: Vec<f32>,
    /// Mean squared gradient.
    pub square: Vec<f32>,
}

impl ParameterSet {
    /// Parameters that have not moved yet.
    pub fn new(values: Vec<f32>) -> Self {
        let zeros = vec![0.0; values.len()];
        Self { values, mean: zeros.clone(), square: zeros }
    }

    /// The step number `count`, from 1.
    pub fn step(&mut self, gradient: &[f32], rate: f32, count: usize, layout: &RowLayout) {
        let (bias_1, bias_2) = biases(count);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        let numbers = self.values.iter_mut().zip(moments).zip(gradient);
        for (index, ((value, (mean, square)), &slope)) in numbers.enumerate() {
            let frozen = layout.frozen.get(index / layout.width);
            if frozen == Some(&true) {
                continue;
            }
            follow(mean, square, slope);
            let (floor, decay) = if frozen.is_some() { ROWS_FLOOR } else { LAYERS_FLOOR };
            let slope = (*mean / bias_1) / ((*square / bias_2).sqrt() + floor);
            *value -= rate * (slope + decay * *value);
        }
    }
}

/// Moves the means of the gradient and of its square toward those of one more step.
pub(super) fn follow(mean: &mut f32, square: &mut f32, slope: f32) {
    *mean = BETA_1 * *mean + (1.0 - BETA_1) * slope;
    *square = BETA_2 * *square + (1.0 - BETA_2) * slope * slope;
}

/// The shares of the gradient and of its square that the means hold after step `count`, from 1:
/// they began as 0.
pub(super) fn biases(count: usize) -> (f32, f32) {
    let power = |beta: f32| 1.0 - libm::powf(beta, count as f32);
    (power(BETA_1), power(BETA_2))
}
