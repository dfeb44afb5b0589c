//! Small helpers that every session needs: who plays a side, numbers with commas. Knows no game.
//! Imports nothing.

/// Who makes the moves of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Asked for a move on the input.
    Person,
    /// Searches for one.
    Computer,
}

/// A number with digit grouping: `3,290,240`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grouped_numbers_have_a_comma_every_three_digits() {
        let shown = [0, 44, 999, 1000, 3_290_240].map(grouped);
        assert_eq!(shown, ["0", "44", "999", "1,000", "3,290,240"]);
    }
}
