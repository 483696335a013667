//! The weights: their start, their tuned values, and their path through the search.

use maud::{Markup, html};

use super::convergence::MAX_LISTED;
use super::matrix;
use super::parallel;
use crate::view::campaigns::coordinates::{
    Coordinate, coordinates, has_ordered_matrix, text_at, value_at,
};
use crate::view::campaigns::data::{GenerationData, ReportData};
use crate::view::chart::figure::{DataTable, axis, figure, key, thinned, whole_axis};
use crate::view::chart::{AltText, Plot};
use crate::view::words::page::{UNKNOWN, change, range, weight};
use tune2048_engine::heuristic::corner_matrix::CELLS;
use tune2048_tuner::space::CampaignSpec;

/// Number of generations that answer a pointer in the path of a weight at most.
const MAX_TARGETS: usize = 60;

/// Returns the section with its table and figures.
pub(crate) fn section(data: &ReportData) -> Markup {
    html! {
        section aria-labelledby="weights" {
            h2 id="weights" { "Weights" }
            @if data.tuned().is_none() { (not_yet(data)) }
            (matrix::figure_of(data))
            (table(data).shown())
            (at_bounds(data))
            @if !data.generations.is_empty() { (paths(data)) (parallel::figure_of(data)) }
        }
    }
}

fn not_yet(data: &ReportData) -> Markup {
    let words = match data.front_runner() {
        None => "Nothing is recommended yet; these are the starting weights.",
        Some(_) if data.progress.distributions.is_empty() => {
            "Nothing is recommended yet. The front runner is the candidate with the highest score, \
             shrunk by what is likely to be luck."
        }
        Some(_) => {
            "Nothing is recommended yet. The front runner is the mean of the last distribution, \
             the best weights by present knowledge."
        }
    };
    html! { p { (words) } }
}

/// Returns a sentence per weight at a bound of its range, with the command that widens the range.
fn at_bounds(data: &ReportData) -> Markup {
    let spec = &data.progress.spec;
    let found = data.tuned().map_or(Vec::new(), |tuned| spec.at_bounds(tuned));
    let folder = data.folder.display();
    html! {
        @for found in found {
            p {
                (found.name) " ended at the " (found.bound) " of its range; better weights may lie beyond. "
                @if found.has_own_range {
                    "To widen it: " code { "tune2048 change " (folder) " --range " (found.range_option()) }
                    ", with a larger budget."
                }
            }
        }
    }
}

fn table(data: &ReportData) -> DataTable {
    let spec = &data.progress.spec;
    let coordinates = coordinates(spec);
    let front_runner = data.front_runner();
    let (present, found) = match (&front_runner, data.tuned()) {
        (Some(found), None) => ("front runner", Some(found)),
        (_, tuned) => ("tuned", tuned),
    };
    let mut table = DataTable::new(
        "weights",
        "All weights",
        1,
        ["weight", "start", present, "change", "range"],
    );
    let start = data.progress.start_weights();
    let at_bounds = data.tuned().map_or(Vec::new(), |tuned| spec.at_bounds(tuned));
    for (index, (weight_spec, start)) in start.iter().enumerate() {
        let tuned = found.and_then(|weights| weights.values.get(index).copied());
        let of_weight = |coordinate: &Coordinate| coordinate.weight == Some(index);
        let bounds = match coordinates.iter().position(of_weight) {
            Some(at) => range(value_at(spec, at, 0.0), value_at(spec, at, 1.0), weight),
            None if has_ordered_matrix(spec) && index < CELLS => "in order".to_owned(),
            None => "fixed".to_owned(),
        };
        let bound = at_bounds.iter().find(|found| found.index == index);
        let bounds = match bound {
            Some(found) => format!("{bounds}, at its {}", found.bound),
            None => bounds,
        };
        let relative = |tuned: f64| change(tuned / start - 1.0);
        table.row([
            weight_spec.name.to_string(),
            weight(start),
            tuned.map_or(UNKNOWN.to_owned(), weight),
            match tuned {
                Some(tuned) if bounds != "fixed" || tuned.to_bits() != start.to_bits() => {
                    relative(tuned)
                }
                _ => String::new(),
            },
            bounds,
        ]);
    }
    table
}

/// Returns mean and standard deviation of a coordinate in the distribution that a generation was
/// drawn from or, without one, of its candidates.
fn centre_and_spread(generation: &GenerationData, coordinate: usize) -> (f64, f64) {
    match &generation.distribution {
        Some(found) => {
            let spread = found.step_size * found.covariance[coordinate][coordinate].sqrt();
            (found.mean[coordinate], spread)
        }
        None => (generation.centre[coordinate], generation.spread[coordinate]),
    }
}

fn paths(data: &ReportData) -> Markup {
    let spec = &data.progress.spec;
    let coordinates = coordinates(spec);
    let listed = thinned(&data.generations, MAX_LISTED);
    let start = spec.start_point();
    let tuned = data.tuned().is_some().then(|| data.centre()).flatten();
    let panel = |at: usize, coordinate: &Coordinate| {
        let image =
            path(spec, &listed, at, coordinate, start[at], tuned.as_ref().map(|point| point[at]));
        html! { div class="panel" { h3 { (coordinate.name) } (image) } }
    };
    let image = html! {
        div class="grid" { @for (at, coordinate) in coordinates.iter().enumerate() { (panel(at, coordinate)) } }
    };
    let from_candidates = listed.iter().all(|generation| generation.distribution.is_none());
    let caption = html! {
        b { "The path of each weight" } " within its range, by generation: "
        @if from_candidates { "mean and standard deviation of the candidates." }
        @else { "mean and standard deviation of the distribution that each generation was drawn from." }
        " A narrow band shows where the search has settled, not that other values are worse."
    };
    let mut keys = vec![key("tuned", "mean ± one standard deviation"), key("start", "start")];
    if tuned.is_some() {
        keys.push(key("final", "tuned weights"));
    }
    figure("paths", &keys, &image, &caption, &[&path_table(spec, &coordinates, &listed)])
}

fn path(
    spec: &CampaignSpec,
    listed: &[&GenerationData],
    at: usize,
    coordinate: &Coordinate,
    start: f64,
    tuned: Option<f64>,
) -> Markup {
    let last = listed.last().map_or(1.0, |found| f64::from(found.number).max(1.0));
    let ticks = [0.0, 0.5, 1.0].map(|place| (place, text_at(spec, coordinate, at, place)));
    let plot = Plot::new(
        240.0,
        150.0,
        whole_axis([0.0, last], "", 4),
        axis([0.0, 1.0], "", 2).with_ticks(ticks.into()),
    );
    let mut places = listed.iter().map(|generation| {
        let (mean, spread) = centre_and_spread(generation, at);
        (f64::from(generation.number), mean, spread)
    });
    let marks = html! {
        (plot.level(start, None, "start"))
        @if let Some(tuned) = tuned { (plot.level(tuned, None, "final")) }
        (plot.band(places.clone().map(|(x, mean, spread)| [x, mean - spread, mean + spread]), "tuned"))
        (plot.line(places.clone().map(|(x, mean, _)| [x, mean]), "tuned"))
        (plot.targets(places.clone().step_by(listed.len().div_ceil(MAX_TARGETS).max(1)).map(|(x, mean, spread)| {
            let value = text_at(spec, coordinate, at, mean);
            ([x, mean.clamp(0.0, 1.0)], format!("generation {x}: {value} ± {:.0} % of the range", 100.0 * spread))
        })))
    };
    let (_, end, spread) = places.next_back().unwrap_or_default();
    let description = format!(
        "From {} to {}, with a standard deviation of {:.0} % of the range at the end.",
        text_at(spec, coordinate, at, start),
        text_at(spec, coordinate, at, end),
        100.0 * spread
    );
    let alt = AltText {
        id: &format!("path-{at}"),
        title: &format!("{} by generation", coordinate.name),
        description: &description,
    };
    plot.image(alt, &marks)
}

fn path_table(
    spec: &CampaignSpec,
    coordinates: &[Coordinate],
    listed: &[&GenerationData],
) -> DataTable {
    let columns = coordinates
        .iter()
        .flat_map(|coordinate| [coordinate.name.clone(), "± % of range".to_owned()]);
    let head = std::iter::once("generation".to_owned()).chain(columns);
    let mut table = DataTable::new("paths", "Mean and spread by generation", 0, head);
    for generation in listed {
        let cells = coordinates.iter().enumerate().flat_map(|(at, coordinate)| {
            let (mean, spread) = centre_and_spread(generation, at);
            [
                text_at(spec, coordinate, at, mean),
                crate::view::words::page::fixed(100.0 * spread, 1),
            ]
        });
        table.row(std::iter::once(generation.number.to_string()).chain(cells));
    }
    table
}
