//! Plots of curves over the steps of a training, as SVG.

use std::fmt::Write as _;

/// A curve: one value per step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve<'a> {
    /// Its label.
    pub name: &'a str,
    /// Its values.
    pub values: &'a [f64],
}

/// The axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlotScale<'a> {
    /// Value at the bottom.
    pub low: f64,
    /// Value at the top.
    pub high: f64,
    /// Unit, printed after values.
    pub unit: &'a str,
    /// Name of a step.
    pub step: &'a str,
}

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 300.0;
const COLORS: [&str; 4] = ["#1f5fbf", "#c0392b", "#2e8b57", "#8e44ad"];

/// The curves as SVG.
pub(super) fn plot(curves: &[Curve<'_>], scale: PlotScale<'_>) -> String {
    let steps = curves.iter().map(|curve| curve.values.len()).max().unwrap_or(0);
    let last = (steps.max(2) - 1) as f64;
    let height = |value: f64| {
        HEIGHT - (value - scale.low) / (scale.high - scale.low).max(f64::MIN_POSITIVE) * HEIGHT
    };
    let mut svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-80 -20 910 360' \
        font-family='sans-serif' font-size='14'>\
        <rect x='-80' y='-20' width='910' height='360' fill='white'/>\
        <path d='M0,150H800' stroke='#bbb'/><path d='M0,0V300H800' fill='none' stroke='black'/>"
        .to_owned();
    for (y, value) in
        [(5.0, scale.high), (155.0, f64::midpoint(scale.low, scale.high)), (305.0, scale.low)]
    {
        let _ = write!(svg, "<text x='-75' y='{y}'>{value}{}</text>", scale.unit);
    }
    let _ = write!(svg, "<text x='690' y='325'>{} {steps}</text>", scale.step);
    for (number, curve) in curves.iter().enumerate() {
        let color = COLORS[number % COLORS.len()];
        let mut points = String::new();
        for (step, &value) in curve.values.iter().enumerate() {
            let _ = write!(points, "{:.1},{:.1} ", step as f64 / last * WIDTH, height(value));
        }
        let _ = write!(
            svg,
            "<polyline points='{points}' fill='none' stroke='{color}' stroke-width='2'/>\
             <text x='560' y='{}' fill='{color}'>{}</text>",
            20 + 20 * number,
            curve.name
        );
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_between_the_ends_of_the_scale() {
        let curve = Curve { name: "a", values: &[0.0, 5.0, 10.0] };
        let svg = plot(&[curve], PlotScale { low: 0.0, high: 10.0, unit: " %", step: "round" });
        assert!(svg.contains("0.0,300.0 400.0,150.0 800.0,0.0"), "{svg}");
        assert!(svg.contains("10 %") && svg.contains("round 3"));
    }
}
