//! The sixteen numbers of the trainable player, and the file that holds them: one number per line,
//! `#` begins a comment. In this order: attention to the opponent, attention to oneself, then the
//! own five, open four, four, open three, blocked three, open two, blocked two, and the same seven
//! of the opponent.

use std::fmt::Write;

use thiserror::Error;

use super::windows::WeightedShape;

/// How many numbers there are.
pub const COUNT: usize = 16;

/// Names of the numbers, for files and reports.
pub(crate) const NAMES: [&str; COUNT] = [
    "attention to the opponent",
    "attention to oneself",
    "own five",
    "own open four",
    "own four",
    "own open three",
    "own blocked three",
    "own open two",
    "own blocked two",
    "opponent's five",
    "opponent's open four",
    "opponent's four",
    "opponent's open three",
    "opponent's blocked three",
    "opponent's open two",
    "opponent's blocked two",
];

/// The weights.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassicWeights(pub [f64; COUNT]);

/// Text that holds no weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightError {
    /// A line that is not one number.
    #[error("line {line}: '{seen}' is not a number, expected one for {name}")]
    Number {
        /// The line, counted from 1.
        line: usize,
        /// What it holds.
        seen: String,
        /// Which number was expected.
        name: &'static str,
    },
    /// Too few or too many numbers.
    #[error("line {line}: {seen} numbers, expected 16")]
    Count {
        /// The line where that is clear.
        line: usize,
        /// How many there were.
        seen: usize,
    },
}

impl Default for ClassicWeights {
    /// The preset: ranks shapes as the tables of the literature do.
    fn default() -> Self {
        Self([
            1.0, 1.0, 16000.0, 4000.0, 750.0, 700.0, 50.0, 30.0, 5.0, 8000.0, 2000.0, 300.0, 250.0,
            30.0, 20.0, 3.0,
        ])
    }
}

impl ClassicWeights {
    /// Reads weights.
    ///
    /// # Errors
    /// With the line of a bad number, or of the first one missing or too many.
    pub fn parse(text: &str) -> Result<Self, WeightError> {
        let mut numbers = Vec::new();
        let mut last = 1;
        for (index, line) in text.lines().enumerate() {
            last = index + 1;
            let word = line.split('#').next().unwrap_or("").trim();
            if word.is_empty() {
                continue;
            }
            let Some(&name) = NAMES.get(numbers.len()) else {
                return Err(WeightError::Count { line: last, seen: numbers.len() + 1 });
            };
            let number = word.parse().ok().filter(|number: &f64| number.is_finite());
            let seen = || word.chars().take(40).collect();
            numbers.push(number.ok_or_else(|| WeightError::Number {
                line: last,
                seen: seen(),
                name,
            })?);
        }
        let seen = numbers.len();
        numbers.try_into().map(Self).map_err(|_| WeightError::Count { line: last, seen })
    }

    /// The weights as a file.
    pub fn write(&self) -> String {
        let mut text =
            String::from("# Weights of the classic player, see `tengen tune classic`.\n");
        for (number, name) in self.0.iter().zip(NAMES) {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{number}  # {name}");
        }
        text
    }

    /// The value of a shape for the player who makes it.
    pub fn own(&self, kind: WeightedShape) -> f64 {
        self.0[1] * self.0[1 + kind as usize]
    }

    /// The value of stopping this shape of the opponent.
    pub fn opponent(&self, kind: WeightedShape) -> f64 {
        self.0[0] * self.0[8 + kind as usize]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn classic_weights_round_trip() {
        let weights = ClassicWeights::default();
        assert_eq!(ClassicWeights::parse(&weights.write()), Ok(weights));
    }

    #[test]
    fn classic_weights_errors_name_the_line() {
        let error = |text: &str| ClassicWeights::parse(text).unwrap_err().to_string();
        assert_eq!(
            error("1\n\n# two\nx 2\n"),
            "line 4: 'x 2' is not a number, expected one for attention to oneself"
        );
        assert_eq!(error("1\n2\n"), "line 2: 2 numbers, expected 16");
        assert_eq!(error(&"1\n".repeat(17)), "line 17: 17 numbers, expected 16");
        assert!(error("NaN").contains("not a number"));
    }

    proptest! {
        #[test]
        fn classic_weights_of_any_numbers_round_trip(
            numbers in proptest::array::uniform16(proptest::num::f64::NORMAL | proptest::num::f64::ZERO),
        ) {
            let weights = ClassicWeights(numbers);
            prop_assert_eq!(ClassicWeights::parse(&weights.write()), Ok(weights));
        }

        #[test]
        fn classic_weights_parse_survives_any_text(
            text in "([0-9eE.+\\- #\n]|nan|inf|\\PC){0,120}",
            line in 0..18usize,
        ) {
            let _ = ClassicWeights::parse(&text);
            let mut file: Vec<String> =
                ClassicWeights::default().write().lines().map(str::to_owned).collect();
            file.insert(line.min(file.len()), text);
            if let Ok(weights) = ClassicWeights::parse(&file.join("\n")) {
                prop_assert!(weights.0.iter().all(|number| number.is_finite()));
            }
        }
    }
}
