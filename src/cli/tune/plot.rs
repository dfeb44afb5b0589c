//! Plots of curves over the steps of a training, as SVG.

use maud::html;

use tengen_util::svg::{Scale, path, pixel};

/// A curve: one value per step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve<'a> {
    /// Its label.
    pub name: &'a str,
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
    /// Number of the first step.
    pub first: usize,
}

/// Size of the plot and of the margins around it, in pixels.
const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 40.0;

const COLORS: [&str; 4] = ["#1f5fbf", "#c0392b", "#2e8b57", "#8e44ad"];

/// The curves as the text of an SVG file.
pub(super) fn plot(curves: &[Curve<'_>], scale: PlotScale<'_>) -> String {
    let steps = curves.iter().map(|curve| curve.values.len()).max().unwrap_or(0);
    let x = Scale::new((0.0, (steps.max(2) - 1) as f64), (0.0, WIDTH));
    let y = Scale::new((scale.low, scale.high), (HEIGHT, 0.0));
    let middle = f64::midpoint(scale.low, scale.high);
    let curve_path = |curve: &Curve<'_>| {
        let points = curve.values.iter().enumerate();
        path(points.map(|(step, &value)| (x.at(step as f64), y.at(value))))
    };
    let (width, height) = (LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM);
    let svg = html! {
        svg xmlns="http://www.w3.org/2000/svg"
            viewBox=(format!("{} {} {width} {height}", -LEFT, -TOP))
            font-family="sans-serif" font-size="14" {
            rect x=(-LEFT) y=(-TOP) width=(width) height=(height) fill="white" {}
            path d=(path([(0.0, y.at(middle)), (WIDTH, y.at(middle))])) stroke="#bbb" {}
            path d=(path([(0.0, 0.0), (0.0, HEIGHT), (WIDTH, HEIGHT)])) fill="none"
                stroke="black" {}
            @for value in [scale.high, middle, scale.low] {
                text x=(5.0 - LEFT) y=(pixel(y.at(value) + 5.0)) { (value) (scale.unit) }
            }
            @if steps > 0 {
                text x="0" y=(HEIGHT + 25.0) { (scale.step) " " (scale.first) }
            }
            @if steps > 1 {
                text x=(WIDTH - 110.0) y=(HEIGHT + 25.0) {
                    (scale.step) " " (scale.first + steps - 1)
                }
            }
            @for ((number, curve), color) in (1..).zip(curves).zip(COLORS.iter().cycle()) {
                path d=(curve_path(curve)) fill="none" stroke=(color) stroke-width="2" {}
                text x="560" y=(20 * number) fill=(color) { (curve.name) }
            }
        }
    };
    svg.into_string() + "\n"
}

/// The losses by epoch, from epoch `first` on, of what was learned and of what was held out; if
/// nothing was, that curve is left out. The scale ends at multiples of 1/`parts`.
pub(super) fn plot_losses(
    first: usize,
    learned: Curve<'_>,
    held_out: Curve<'_>,
    parts: f64,
) -> String {
    let all = || learned.values.iter().chain(held_out.values).copied();
    let (low, high) = (all().fold(1.0, f64::min), all().fold(0.0, f64::max));
    let (low, high) = ((low * parts).floor() / parts, (high * parts).ceil() / parts);
    let curves = [learned, held_out];
    let shown = if held_out.values.is_empty() { &curves[..1] } else { &curves[..] };
    plot(shown, PlotScale { low, high, unit: "", step: "epoch", first })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_between_the_ends_of_the_scale() {
        let curve = Curve { name: "a", values: &[0.0, 5.0, 10.0] };
        let scale = PlotScale { low: 0.0, high: 10.0, unit: " %", step: "round", first: 1 };
        let svg = plot(&[curve], scale);
        assert!(svg.contains("M0.0 300.0L400.0 150.0L800.0 0.0"), "{svg}");
        assert!(svg.contains("10 %") && svg.contains("round 1") && svg.contains("round 3"));
    }

    #[test]
    fn losses_are_numbered_from_their_first_epoch_and_have_no_curve_without_values() {
        let learned = Curve { name: "learned", values: &[0.9, 0.8] };
        let held_out = Curve { name: "held out", values: &[0.95, 0.9] };
        let svg = plot_losses(4, learned, held_out, 20.0);
        assert!(svg.contains("epoch 4") && svg.contains("epoch 5"), "{svg}");
        assert!(svg.contains("learned") && svg.contains("held out"), "{svg}");
        let svg = plot_losses(1, learned, Curve { values: &[], ..held_out }, 20.0);
        assert!(svg.contains("learned") && !svg.contains("held out"), "{svg}");
    }
}
