//! Slices of the fitted surface along one coordinate.

use maud::{Markup, html};

use crate::view::campaigns::coordinates::{Coordinate, coordinates};
use crate::view::campaigns::data::ReportData;
use crate::view::chart::{DataTable, Plot, PlotAxis, axis, ends, figure, key, panels};
use crate::view::landscape::{DifferenceEstimate, Surface};
use crate::view::words::page::{change, range, significant};

/// Places along a slice.
const PLACES: usize = 41;
/// Share of the range below which the axis of a slice covers only the slice.
const NARROW: f64 = 0.3;
/// Largest change of the mean score that slices show, in percent.
const MAX_CHANGE: f64 = 40.0;
/// Half width, in logarithms of the mean score, up to which a band is drawn.
const MAX_HALF_WIDTH: f64 = 1.0;

/// Returns the estimates along a coordinate through the centre, as far as the surface is known.
fn along(surface: &Surface, coordinate: usize) -> Vec<(f64, DifferenceEstimate)> {
    let Some([low, high]) = surface.reach(coordinate) else { return Vec::new() };
    let share = |index: usize| index as f64 / (PLACES - 1) as f64;
    let places = (0..PLACES).map(|index| low + (high - low) * share(index));
    let found = places.map(|place| (place, surface.difference(&surface.moved(coordinate, place))));
    found.filter(|(_, estimate)| estimate.half_width < MAX_HALF_WIDTH).collect()
}

/// The fitted surface along a coordinate.
struct Slice<'s> {
    coordinate: Coordinate<'s>,
    /// Places in the range, 0 to 1, with their estimates; two or more.
    found: Vec<(f64, DifferenceEstimate)>,
}

/// Returns the figure with the slices and their table.
pub(crate) fn slices(data: &ReportData, surface: &Surface) -> Markup {
    let known: Vec<Slice<'_>> = coordinates(&data.state.spec)
        .into_iter()
        .filter(|coordinate| surface.knows(coordinate.at))
        .map(|coordinate| Slice { found: along(surface, coordinate.at), coordinate })
        .filter(|slice| slice.found.len() > 1)
        .collect();
    if known.is_empty() {
        return html! {};
    }
    let all = known.iter().flat_map(|slice| &slice.found);
    let domain = ends(all.flat_map(|(_, found)| found.change_interval().map(|end| 100.0 * end)));
    // A steep flank would flatten everything else.
    let domain = [domain[0].max(-MAX_CHANGE), domain[1].min(MAX_CHANGE)];
    let image =
        panels(known.iter().map(|slice| (&slice.coordinate.name, slice.image(surface, domain))));
    let caption = html! { b { "Slices: " } "the fitted change of the mean score, in %, when one weight moves and the others stay." };
    let keys = [
        key("tuned", "the fit, 95\u{202f}% band"),
        key("spot", data.centre_name()),
        key("start", "start of the weight"),
    ];
    let rows = known.iter().flat_map(|slice| {
        slice.found.iter().step_by(2).map(|(place, found)| (&slice.coordinate, *place, found))
    });
    let table = DataTable::new("slices", "Slices: fitted change of the mean score", rows)
        .text("weight", |(coordinate, _, _)| coordinate.name.clone())
        .number("value", |(coordinate, place, _)| coordinate.text(*place))
        .number("change", |(_, _, found)| change(found.change()))
        .number("95\u{202f}% interval", |(_, _, found)| range(found.change_interval(), change));
    figure("slices", keys, &image, &caption, &[table.shown()])
}

impl Slice<'_> {
    fn image(&self, surface: &Surface, domain: [f64; 2]) -> Markup {
        let Self { coordinate, found } = self;
        let [first, last] = [found[0].0, found[found.len() - 1].0];
        // A search that has converged knows little of the range.
        let range_of_axis = if last - first < NARROW { [first, last] } else { [0.0, 1.0] };
        let middle = f64::midpoint(range_of_axis[0], range_of_axis[1]);
        let ticks = [range_of_axis[0], middle, range_of_axis[1]]
            .map(|place| (place, significant(coordinate.value(place), 3)));
        let x = PlotAxis::new(range_of_axis, "", ticks);
        let y = axis(domain, "", 5).with_unit("\u{202f}%");
        let plot = Plot::new(240.0, 160.0, x, y);
        let band = |found: &DifferenceEstimate| {
            let [low, high] = found.change_interval().map(|end| 100.0 * end);
            if high < domain[0] || low > domain[1] { [f64::NAN; 2] } else { [low, high] }
        };
        let centre = surface.centre[coordinate.at];
        // Values beyond the axis would be drawn as a line along its edge.
        let point = |place: f64, found: &DifferenceEstimate| {
            let y = 100.0 * found.change();
            [place, if (domain[0]..=domain[1]).contains(&y) { y } else { f64::NAN }]
        };
        let drawing = plot.drawn(&html! {
            (plot.level(0.0, None, "quiet"))
            @if (range_of_axis[0]..=range_of_axis[1]).contains(&coordinate.start) { (plot.vertical(coordinate.start, "start")) }
            (plot.banded_line(found.iter().map(|(place, found)| (point(*place, found), band(found))), "tuned"))
            path class="dots large spot" d=(format!("M{:.1} {:.1}h0", plot.x(centre), plot.y(0.0))) {}
            (plot.targets(found.iter().step_by(2).map(|(place, found)| {
                (point(*place, found), format!("{}: {}", coordinate.text(*place), change(found.change())))
            })))
        });
        let title = format!("Mean score along {}", coordinate.name);
        drawing.image(&format!("slice-{}", coordinate.at), &title)
    }
}
