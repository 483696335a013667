//! The weights: their start, their tuned values, and their path through the search.

use maud::{Markup, html};

use super::convergence::MAX_LISTED;
use super::{ablation, convergence};
use crate::view::campaigns::coordinates::{Coordinate, coordinates, has_ordered_matrix};
use crate::view::campaigns::data::ReportData;
use crate::view::chart::{DataTable, Plot, PlotAxis, figure, key, panels, thinned, whole_axis};
use crate::view::progress::GenerationData;
use crate::view::words::page::{fixed, known, weight_change, weight_text};
use tune2048_engine::heuristic::corner_matrix::CELLS;

/// Number of generations that answer a pointer in the path of a weight at most.
const MAX_TARGETS: usize = 60;

/// Returns the section, whose table stands in the opening.
pub(crate) fn section(data: &ReportData) -> Markup {
    html! {
        (at_bounds(data))
        (ablation::table_of(data))
        (search_figure(data, false))
    }
}

/// Returns the figure that says most of the search, or the other one: where candidates play each other, their mean
/// says nothing.
pub(super) fn search_figure(data: &ReportData, says_most: bool) -> Markup {
    match says_most != data.state.spec.candidates_meet {
        true => convergence::figure_of(data),
        false if data.generations.is_empty() => html! {},
        false => paths(data),
    }
}

/// Says which weights the table has before any are recommended.
pub(super) fn not_yet(data: &ReportData) -> Markup {
    let words = match data.front_runner() {
        None => "Nothing is recommended yet; these are the starting weights.",
        Some(_) => {
            "Nothing is recommended yet. The front runner has the best weights by present knowledge: the \
             mean of the last distribution or, without one, the candidate with the highest score, shrunk by \
             what is likely to be luck."
        }
    };
    html! { p { (words) } }
}

/// Returns a sentence per weight at a bound of its range, with a wider range.
fn at_bounds(data: &ReportData) -> Markup {
    let found = data.tuned().map_or(Vec::new(), |tuned| data.state.spec.at_bounds(tuned));
    html! {
        @for found in found {
            p {
                (found.name) " ended at the " (found.bound) " of its range; better weights may lie beyond. "
                "A new campaign can search " code { (found.wider_range()) } "."
            }
        }
    }
}

/// Returns the table of all weights.
pub(crate) fn table(data: &ReportData) -> DataTable<impl Sized> {
    let spec = &data.state.spec;
    let coordinates = coordinates(spec);
    let front_runner = data.front_runner();
    let (present, found) = match (&front_runner, data.tuned()) {
        (Some(found), None) => ("front runner", Some(found)),
        (_, tuned) => ("tuned", tuned),
    };
    let start = data.state.start_weights();
    let at_bounds = data.tuned().map_or(Vec::new(), |tuned| spec.at_bounds(tuned));
    let rows = start.iter().enumerate().map(|(index, (weight_spec, start_value))| {
        let found = found.filter(|weights| index < weights.values.len());
        let tuned = found.map(|weights| weight_text(weights, index));
        let of_weight = |coordinate: &&Coordinate<'_>| coordinate.weight == Some(index);
        let mut bounds = match coordinates.iter().find(of_weight) {
            Some(coordinate) => coordinate.range(),
            None if has_ordered_matrix(spec) && index < CELLS => "in order".to_owned(),
            None => "fixed".to_owned(),
        };
        if let Some(bound) = at_bounds.iter().find(|found| found.index == index) {
            bounds += &format!(", at its {}", bound.bound);
        }
        let is_shown = |tuned: f64| bounds != "fixed" || tuned.to_bits() != start_value.to_bits();
        let changed = found.filter(|found| is_shown(found.values[index]));
        let changed = changed.map(|found| weight_change(found, &start, index));
        (weight_spec.name.to_string(), weight_text(&start, index), tuned, changed, bounds)
    });
    DataTable::new("weights", "All weights", rows)
        .text("weight", |(name, ..)| name.clone())
        .number("start", |(_, start, ..)| start.clone())
        .number(present, |(_, _, tuned, ..)| known(tuned.clone(), |tuned| tuned))
        .number("change", |(_, _, _, changed, _)| changed.clone().unwrap_or_default())
        .number("range", |(.., bounds)| bounds.clone())
}

fn paths(data: &ReportData) -> Markup {
    let coordinates = coordinates(&data.state.spec);
    let listed = thinned(&data.generations, MAX_LISTED);
    let tuned = data.tuned().and_then(|_| data.centre());
    let image = panels(coordinates.iter().map(|coordinate| {
        let tuned = tuned.as_ref().map(|point| point[coordinate.at]);
        (&coordinate.name, path(&listed, coordinate, tuned))
    }));
    let caption = html! {
        b { "The path of each weight" } " within its range, by generation: mean and standard deviation of the distribution that it was drawn \
        from or, without one, of its candidates. A narrow band shows where the search has settled, not that other values are worse."
    };
    let keys = [key("tuned", "mean ± one standard deviation"), key("start", "start")];
    let keys = keys.into_iter().chain(tuned.map(|_| key("final", "tuned weights")));
    figure("paths", keys, &image, &caption, &[path_table(&coordinates, &listed)])
}

fn path(listed: &[&GenerationData], coordinate: &Coordinate<'_>, tuned: Option<f64>) -> Markup {
    let last = listed.last().map_or(1.0, |found| f64::from(found.number).max(1.0));
    let x = whole_axis([0.0, last], "", 4);
    let plot = Plot::new(240.0, 150.0, x, PlotAxis::new([0.0, 1.0], "", coordinate.ticks(5)));
    let places = listed.iter().map(|generation| {
        let (mean, spread) = (generation.centre[coordinate.at], generation.spread[coordinate.at]);
        (f64::from(generation.number), mean, spread)
    });
    let drawing = plot.drawn(&html! {
        (plot.level(coordinate.start, None, "start"))
        @if let Some(tuned) = tuned { (plot.level(tuned, None, "final")) }
        (plot.banded_line(places.clone().map(|(x, mean, spread)| ([x, mean], [mean - spread, mean + spread])), "tuned"))
        (plot.targets(places.clone().step_by(listed.len().div_ceil(MAX_TARGETS).max(1)).map(|(x, mean, spread)| {
            let value = coordinate.text(mean, 5);
            ([x, mean.clamp(0.0, 1.0)], format!("generation {x}: {value} ± {:.0} % of the range", 100.0 * spread))
        })))
    });
    drawing.image(&format!("path-{}", coordinate.at), &format!("{} by generation", coordinate.name))
}

fn path_table(coordinates: &[Coordinate<'_>], listed: &[&GenerationData]) -> Markup {
    let mut table = DataTable::new("paths", "Mean and spread by generation", listed)
        .number("generation", |generation| generation.number);
    for coordinate in coordinates {
        table = table
            .number(&coordinate.name, |found| coordinate.text(found.centre[coordinate.at], 5))
            .number("± % of range", |found| fixed(100.0 * found.spread[coordinate.at], 1));
    }
    table.shown()
}
