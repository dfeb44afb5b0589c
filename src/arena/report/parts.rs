//! Parts that all sections share: their frame, and readable numbers.

use maud::{Markup, Render, html};

use crate::stats::elo::Estimate;
use tengen_util::decimal::decimal;

/// A section with its heading and one sentence that says how to read it.
pub(super) fn section(id: &str, heading: &str, note: impl Render, body: &Markup) -> Markup {
    html! {
        section id=(id) {
            h2 { (heading) }
            p.note { (note) }
            (body)
        }
    }
}

/// A table of data that scrolls sideways where it is too wide.
pub(super) fn data_table(class: &str, head: &Markup, rows: &Markup) -> Markup {
    html! {
        div.scroll {
            table class=(format!("data {class}")) {
                thead { tr { (head) } }
                tbody { (rows) }
            }
        }
    }
}

/// A number with a true minus sign and `decimals` decimals; `∞` if it is infinite.
pub(super) fn number(value: f64, decimals: usize) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "∞" } else { "−∞" }.to_owned();
    }
    decimal(value, decimals).replacen('-', "−", 1)
}

/// As [`number`], with a plus sign for positive values.
pub(super) fn signed(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    if value > 0.0 && text.bytes().any(|b| matches!(b, b'1'..=b'9')) || value == f64::INFINITY {
        format!("+{text}")
    } else {
        text
    }
}

/// `+12.3 ± 4.5`; without the error where it is unknown.
pub(super) fn estimate(estimate: Estimate, decimals: usize) -> String {
    let Estimate { value, error } = estimate;
    match (value.is_finite(), error.is_finite()) {
        (true, true) => format!("{} ± {}", signed(value, decimals), number(error, decimals)),
        (true, false) => signed(value, decimals),
        (false, _) => if value > 0.0 { "all won" } else { "all lost" }.to_owned(),
    }
}

/// A count in groups of three: `12 345`.
pub(super) fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A readable time: `9 ms`, `1.25 s`, `2 min 5 s`, `3 h 20 min`.
pub(super) fn duration(ms: u64) -> String {
    match ms {
        0..1000 => format!("{ms} ms"),
        1000..10_000 => format!("{:.2} s", ms as f64 / 1000.0),
        10_000..60_000 => format!("{:.1} s", ms as f64 / 1000.0),
        60_000..3_600_000 => format!("{} min {} s", ms / 60_000, ms / 1000 % 60),
        _ => format!("{} h {} min", ms / 3_600_000, ms / 60_000 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(number(-0.04, 1), "0.0");
        assert_eq!(number(-12.25, 1), "−12.2");
        assert_eq!(signed(3.04, 1), "+3.0");
        assert_eq!(signed(0.04, 1), "0.0");
        let of = |value, error| estimate(Estimate { value, error }, 1);
        assert_eq!(of(f64::INFINITY, f64::INFINITY), "all won");
        assert_eq!((of(0.0, f64::INFINITY), of(1.0, 2.0)), ("0.0".into(), "+1.0 ± 2.0".into()));
        assert_eq!(count(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(count(999), "999");
    }

    #[test]
    fn times_read_well() {
        for (ms, text) in [
            (0, "0 ms"),
            (999, "999 ms"),
            (1250, "1.25 s"),
            (59_900, "59.9 s"),
            (125_000, "2 min 5 s"),
            (12_000_000, "3 h 20 min"),
        ] {
            assert_eq!(duration(ms), text);
        }
    }
}
