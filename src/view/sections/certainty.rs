//! How certain each weight is, by the last distribution of the search and by the fitted surface.

use maud::{Markup, html};

use super::fit::Fit;
use super::trade_offs;
use crate::view::campaigns::coordinates::{Coordinate, coordinates};
use crate::view::campaigns::data::ReportData;
use crate::view::chart::{DataTable, Plot, PlotAxis, figure, key, responsive, row_axis};
use crate::view::landscape::Surface;
use crate::view::words::page::{fixed, known, percent};

/// Loss of the mean score, as a share, up to which a weight counts as nearly as good.
pub(crate) const LOSS: f64 = 0.02;
/// Steps in which a coordinate is followed either way.
const STEPS: i32 = 100;

/// The ends between which a coordinate may move by the fitted surface, each with whether it is where
/// the range or the region of the candidates ends.
pub(crate) type Tolerance = [(f64, bool); 2];

/// Returns how far a coordinate may move from the centre, all others kept, before the fitted mean
/// score falls by [`LOSS`].
pub(crate) fn tolerance(surface: &Surface, coordinate: usize) -> Option<Tolerance> {
    if !surface.knows(coordinate) {
        return None;
    }
    let centre = surface.centre[coordinate];
    let end = |edge: f64| {
        let mut reached = centre;
        for step in 1..=STEPS {
            let place = centre + (edge - centre) * f64::from(step) / f64::from(STEPS);
            if surface.difference(&surface.moved(coordinate, place)).value < libm::log(1.0 - LOSS) {
                return (reached, false);
            }
            reached = place;
        }
        (reached, true)
    };
    Some(surface.reach(coordinate)?.map(end))
}

/// Returns the section: how certain each weight is, and what trades off against what.
pub(super) fn section(data: &ReportData, fit: &Fit) -> Markup {
    let Some(centre) = data.centre() else { return html! {} };
    let coordinates = coordinates(&data.state.spec);
    let here = data.centre_name();
    let distribution = data.last_distribution().map(|found| (found, found.standard_deviations()));
    let tolerances: Vec<Option<Tolerance>> = (0..coordinates.len())
        .map(|at| fit.as_ref().ok().and_then(|surface| tolerance(surface, at)))
        .collect();
    let words = |coordinate: &Coordinate<'_>| {
        let [start, now] = [coordinate.start, centre[coordinate.at]].map(|at| coordinate.text(at));
        format!("{}: start {start}, {here} {now}", coordinate.name)
    };
    let image = responsive("certainty", "How certain each weight is", |width| {
        let ticks = [0.0, 0.25, 0.5, 0.75, 1.0];
        let ticks = ticks.map(|place| (place, percent(place).replace(".0", "")));
        let x = PlotAxis::new([0.0, 1.0], "place in its range", ticks);
        let y = row_axis(coordinates.iter().map(|coordinate| coordinate.name.clone()), "", 0.6);
        let plot = Plot::new(width, 50.0 + 28.0 * coordinates.len() as f64, x, y);
        plot.drawn(&html! {
            @for (at, coordinate) in coordinates.iter().enumerate() {
                @let y = plot.y(-(at as f64));
                g {
                title { (words(coordinate)) }
                @if let Some((found, spreads)) = &distribution {
                    @let (mean, spread) = (found.mean[at], spreads[at]);
                    path class="thick tuned" d=(format!("M{:.1} {y:.1}H{:.1}", plot.x(mean - spread), plot.x(mean + spread))) {}
                }
                @if let Some(found) = tolerances[at] {
                    @let ends = found.map(|(end, is_open)| (plot.x(end), is_open));
                    path class="whisker tuned" d=(format!("M{:.1} {y:.1}H{:.1}", ends[0].0, ends[1].0)) {}
                    @for (end, is_open) in ends {
                        @if !is_open { path class="whisker tuned" d=(format!("M{end:.1} {:.1}v8", y - 4.0)) {} }
                    }
                }
                path class="cross" d=(format!("M{:.1} {:.1}l8 8m0 -8l-8 8", plot.x(coordinate.start) - 4.0, y - 4.0)) {}
                path class="dots large spot" d=(format!("M{:.1} {y:.1}h0", plot.x(centre[at]))) {}
                }
            }
        })
    });
    let caption = html! {
        b { "How certain each weight is, " } "within its range. The line shows how far a weight can move, all others kept, before \
        the mean score falls by 2\u{202f}% in the fit below. An end without a bar is where the range or the region of the candidates ends."
    };
    let of_spread = "one standard deviation of the last distribution";
    let of_spread = distribution.as_ref().map(|_| key("spread", of_spread));
    let of_cost = fit.as_ref().ok().map(|_| key("tuned", "costs less than 2\u{202f}%"));
    let keys = [key("spot", here), key("cross", "start")].into_iter().chain(of_spread);
    let end = |coordinate: &Coordinate<'_>, side: usize| {
        known(tolerances[coordinate.at], |found| {
            let (end, is_open) = found[side];
            format!("{}{}", if is_open { "beyond " } else { "" }, coordinate.text(end))
        })
    };
    let table = DataTable::new("certainty", "Certainty of each weight", &coordinates)
        .text("weight", |coordinate| coordinate.name.clone())
        .number("start", |coordinate| coordinate.text(coordinate.start))
        .number(here, |coordinate| coordinate.text(centre[coordinate.at]))
        .number("spread, % of range", |coordinate| {
            known(distribution.as_ref(), |(_, spreads)| fixed(100.0 * spreads[coordinate.at], 1))
        })
        .number("2\u{202f}% cost below", |coordinate| end(coordinate, 0))
        .number("2\u{202f}% cost above", |coordinate| end(coordinate, 1));
    html! {
        (figure("certainty", keys.chain(of_cost), &image, &caption, &[table.shown()]))
        (trade_offs::section(data, fit))
    }
}
