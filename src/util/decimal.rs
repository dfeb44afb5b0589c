//! Numbers with decimals as text.

/// A number with so many decimals. What is rounded to zero has no sign: there is no `-0.0`.
pub fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|b| matches!(b, b'0' | b'.')) => digits.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        assert_eq!([-0.04, -0.0, 0.04].map(|value| decimal(value, 1)), ["0.0"; 3]);
        assert_eq!(decimal(-0.4, 0), "0");
        assert_eq!([-0.06, -12.3, 7.0].map(|value| decimal(value, 1)), ["-0.1", "-12.3", "7.0"]);
    }
}
