//! Charts as SVG: scales from values to pixels, the marks of an axis, and the elements of a chart.
//!
//! Coordinates are pixels, rounded to a tenth: no display shows the difference.

use std::fmt::Write as _;

use maud::{Markup, Render, html};

/// A straight scale from values to pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
}

impl Scale {
    /// The values `from..to` shown between the pixels `start` and `end`. If the values are equal,
    /// the range is widened to avoid a division by zero.
    pub fn new((from, to): (f64, f64), (start, end): (f64, f64)) -> Self {
        let to = if to > from { to } else { from + 1.0 };
        Self { from, to, start, end }
    }

    /// The pixel of a value; values beyond the ends are drawn at the ends.
    pub fn at(&self, value: f64) -> f64 {
        let part = ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        self.start + part * (self.end - self.start)
    }

    /// Round values within the scale, about `wanted` of them, for the marks of its axis.
    pub fn marks(&self, wanted: u32) -> Vec<f64> {
        let rough = (self.to - self.from) / f64::from(wanted.max(1));
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * power)
            .find(|&step| step >= rough * 0.999)
            .unwrap_or(10.0 * power);
        let first = (self.from / step).ceil() as i64;
        (first..first + 50)
            .map(|index| index as f64 * step)
            .take_while(|&mark| mark <= self.to + step * 1e-9)
            .collect()
    }
}

/// A coordinate as text.
pub fn pixel(value: f64) -> String {
    format!("{value:.1}")
}

/// A straight line.
pub fn line(class: &str, from: (f64, f64), to: (f64, f64)) -> Markup {
    html! {
        line class=(class) x1=(pixel(from.0)) y1=(pixel(from.1)) x2=(pixel(to.0)) y2=(pixel(to.1)) {}
    }
}

/// A text; the style sheet determines its alignment relative to the point.
pub fn text(class: &str, at: (f64, f64), content: impl Render) -> Markup {
    html! { text class=(class) x=(pixel(at.0)) y=(pixel(at.1)) { (content) } }
}

/// The data of a path through points: `M0.0 5.0L8.5 3.0`.
pub fn path(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let mut data = String::new();
    for (x, y) in points {
        let pen = if data.is_empty() { 'M' } else { 'L' };
        let _ = write!(data, "{pen}{x:.1} {y:.1}");
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fall_on_their_pixels() {
        let scale = Scale::new((-10.0, 10.0), (100.0, 0.0));
        assert_eq!(scale.at(-10.0), 100.0);
        assert_eq!(scale.at(0.0), 50.0);
        assert_eq!(scale.at(99.0), 0.0);
        assert_eq!(Scale::new((3.0, 3.0), (0.0, 8.0)).at(3.0), 0.0);
    }

    #[test]
    fn marks_are_round() {
        assert_eq!(Scale::new((-2.9, 3.1), (0.0, 1.0)).marks(6), [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0]);
        assert_eq!(
            Scale::new((0.0, 940.0), (0.0, 1.0)).marks(5),
            [0.0, 200.0, 400.0, 600.0, 800.0]
        );
        assert_eq!(Scale::new((1480.0, 1530.0), (0.0, 1.0)).marks(3), [1480.0, 1500.0, 1520.0]);
    }

    #[test]
    fn a_path_begins_with_a_move_and_text_is_escaped() {
        assert_eq!(path([(0.0, 5.0), (8.46, 3.0), (9.0, -0.5)]), "M0.0 5.0L8.5 3.0L9.0 -0.5");
        assert_eq!(path([]), "");
        let label = text("x", (1.0, 2.0), "<&>").into_string();
        assert_eq!(label, r#"<text class="x" x="1.0" y="2.0">&lt;&amp;&gt;</text>"#);
    }
}
