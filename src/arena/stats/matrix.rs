//! Small symmetric matrices: just enough linear algebra for one Newton step and its error bars.

/// A square symmetric matrix, rows one after the other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Symmetric {
    side: usize,
    cells: Vec<f64>,
}

impl Symmetric {
    /// The zero matrix with `side` rows.
    pub(crate) fn zero(side: usize) -> Self {
        Self { side, cells: vec![0.0; side * side] }
    }

    /// The entry in `row` and `column`, both below the number of rows.
    pub(crate) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.side + column]
    }

    /// Adds `value` in `row` and `column` and, off the diagonal, at the mirrored place, too.
    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.side + column] += value;
        if row != column {
            self.cells[column * self.side + row] += value;
        }
    }

    /// `self · vector`.
    pub(crate) fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.cells
            .chunks(self.side.max(1))
            .map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
            .collect()
    }

    /// `vectorᵀ · self · vector`.
    pub(crate) fn quadratic(&self, vector: &[f64]) -> f64 {
        self.times(vector).iter().zip(vector).map(|(a, b)| a * b).sum()
    }

    /// The inverse, `None` unless the matrix is positive definite (with room for rounding).
    ///
    /// Gauss-Jordan elimination without row exchanges, which positive definite matrices do not
    /// need.
    pub(crate) fn inverse(&self) -> Option<Self> {
        let n = self.side;
        let mut left = self.cells.clone();
        let mut right = vec![0.0; n * n];
        for i in 0..n {
            right[i * n + i] = 1.0;
        }
        let floor = 1e-11 * (0..n).map(|i| self.at(i, i)).fold(f64::MIN_POSITIVE, f64::max);
        for pivot in 0..n {
            let scale = left[pivot * n + pivot];
            if scale.is_nan() || scale <= floor {
                return None;
            }
            for column in 0..n {
                left[pivot * n + column] /= scale;
                right[pivot * n + column] /= scale;
            }
            for row in (0..n).filter(|&row| row != pivot) {
                let factor = left[row * n + pivot];
                for column in 0..n {
                    left[row * n + column] -= factor * left[pivot * n + column];
                    right[row * n + column] -= factor * right[pivot * n + column];
                }
            }
        }
        Some(Self { side: n, cells: right })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_undoes_the_matrix() {
        let mut matrix = Symmetric::zero(3);
        for (row, column, value) in
            [(0, 0, 4.0), (1, 1, 5.0), (2, 2, 6.0), (0, 1, 1.0), (1, 2, -2.0)]
        {
            matrix.add(row, column, value);
        }
        let inverse = matrix.inverse().unwrap();
        for (i, expected) in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].iter().enumerate()
        {
            let mut unit = vec![0.0; 3];
            unit[i] = 1.0;
            let product = matrix.times(&inverse.times(&unit));
            assert!(product.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12));
        }
        assert_eq!(matrix.quadratic(&[1.0, 0.0, 1.0]), 10.0);
    }

    #[test]
    fn matrices_without_an_inverse_are_refused() {
        let mut matrix = Symmetric::zero(2);
        assert_eq!(matrix.inverse(), None);
        for (row, column) in [(0, 0), (0, 1), (1, 1)] {
            matrix.add(row, column, 1.0);
        }
        assert_eq!(matrix.inverse(), None);
        matrix.add(0, 0, f64::NAN);
        assert_eq!(matrix.inverse(), None);
    }
}
