//! The weights: their start, their tuned values, their path through the search, and the scores of candidates by the
//! value of each.

use maud::{Markup, html};

use super::convergence::{self, usual_scores};
use crate::view::campaigns::CampaignView;
use crate::view::chart::{DataTable, Figure, Plot, PlotAxis, axis, ends, key, thinned, whole_axis};
use crate::view::document::Block;
use crate::view::progress::coordinates::{Coordinate, coordinates, has_ordered_matrix};
use crate::view::words::page::{known, weight_change, weight_text};
use crate::view::words::story;
use tune2048_engine::heuristic::corner_matrix::CELLS;
use tune2048_optimizer::boundary;
use tune2048_tuner::record::GenerationData;
use tune2048_tuner::record::Trial;
use tune2048_tuner::subject::Configuration;

/// Number of generations that the path of a weight shows at most, evenly spread.
const MAX_POINTS: usize = 60;

/// The most candidates that a slice shows, evenly spread over the search.
const MAX_SHOWN: usize = 600;

/// Returns the section, whose table stands in the opening.
pub(crate) fn section(data: &CampaignView) -> Vec<Block> {
    let found =
        data.state.recommended().map_or(Vec::new(), |tuned| data.state.spec.at_bounds(tuned));
    let at_bounds = found.iter().map(|found| Block::Text(story::at_bound(found)));
    at_bounds.chain(search_figure(data, false)).collect()
}

/// Returns the figure that says most of the search, or the other one: where candidates play each other, their mean
/// says nothing.
pub(super) fn search_figure(data: &CampaignView, says_most: bool) -> Option<Block> {
    let is_convergence = says_most != data.state.spec.candidates_meet;
    let figure = || match is_convergence {
        true => Block::Figure(convergence::figure(data)),
        false => paths(data),
    };
    (!data.generations.is_empty()).then(figure)
}

/// Says which weights the table has before any are recommended.
pub(super) fn not_yet(data: &CampaignView) -> Option<String> {
    let words = "Nothing is recommended yet. After the first generation the front runner has the best weights by \
                 present knowledge: the mean of the last distribution or, without one, the candidate with the highest \
                 score, shrunk by what is likely to be luck.";
    data.state.outcome.is_none().then(|| words.to_owned())
}

/// Returns the table of all weights.
pub(super) fn table(data: &CampaignView) -> DataTable<impl Sized> {
    let spec = &data.state.spec;
    let coordinates = coordinates(spec);
    let front_runner = data.front_runner();
    let (present, found) = match (&front_runner, data.state.recommended()) {
        (Some(found), None) => ("front runner", Some(found)),
        (_, tuned) => ("tuned", tuned),
    };
    let start = data.state.start_weights();
    let at_bounds = data.state.recommended().map_or(Vec::new(), |tuned| spec.at_bounds(tuned));
    let range = |index: usize| {
        let of_weight = |coordinate: &&Coordinate<'_>| coordinate.weight == Some(index);
        let range = match coordinates.iter().find(of_weight) {
            Some(coordinate) => coordinate.range(),
            None if has_ordered_matrix(spec) && index < CELLS => "in order".to_owned(),
            None => "fixed".to_owned(),
        };
        match at_bounds.iter().find(|found| found.index == index) {
            Some(bound) => format!("{range}, at its {}", bound.bound),
            None => range,
        }
    };
    let found = |index: usize| found.filter(|weights| index < weights.values.len());
    let change = |index: usize, range: &str| {
        let bits = |weights: &Configuration| weights.values[index].to_bits();
        let changed = found(index).filter(|found| range != "fixed" || bits(found) != bits(&start));
        changed.map_or(String::new(), |found| weight_change(found, &start, index))
    };
    let rows = (0..).zip(start.iter());
    let rows = rows.map(|(index, (weight, _))| (index, weight.name.to_string(), range(index)));
    DataTable::new("weights", "All weights", rows)
        .text("weight", |(_, name, _)| name.clone())
        .number("start", |(index, ..)| weight_text(&start, *index))
        .number(present, |(index, ..)| known(found(*index), |weights| weight_text(weights, *index)))
        .number("change", |(index, _, range)| change(*index, range))
        .number("range", |(.., range)| range.clone())
}

/// Returns a figure with a small chart for each coordinate, which `draw` makes from it and its tuned place; `of_marks` are
/// the class and the meaning of its marks.
fn by_coordinate(
    data: &CampaignView,
    [id, title]: [&'static str; 2],
    caption: String,
    [class, of_marks]: [&str; 2],
    draw: impl Fn(&Coordinate<'_>, Option<f64>) -> Markup,
) -> Block {
    let tuned = data.tuned_point();
    let tuned_at = |coordinate: &Coordinate<'_>| tuned.as_ref().map(|point| point[coordinate.at]);
    let coordinates = coordinates(&data.state.spec);
    let image = html! {
        div class="grid" {
            @for of in &coordinates {
                div class="panel" { h3 { (of.name) } (draw(of, tuned_at(of))) }
            }
        }
    };
    let mut keys = vec![key(class, of_marks), key("start", "start")];
    keys.extend(tuned.as_ref().map(|_| key("final", "tuned weights")));
    Block::Figure(Figure { id, keys, image, title, caption, table: None })
}

fn paths(data: &CampaignView) -> Block {
    let listed = thinned(&data.generations, MAX_POINTS);
    let caption = "within its range, by generation: mean and standard deviation of the distribution that it was drawn \
                   from or, without one, of its candidates. A narrow band shows where the search has settled, not that \
                   other values are worse.";
    let (title, of_marks) = ("The path of each weight", "mean ± one standard deviation");
    by_coordinate(data, ["paths", title], caption.to_owned(), ["tuned", of_marks], |of, tuned| {
        path(&listed, of, tuned)
    })
}

fn path(listed: &[&GenerationData], coordinate: &Coordinate<'_>, tuned: Option<f64>) -> Markup {
    let last = listed.last().map_or(1.0, |found| f64::from(found.number).max(1.0));
    let x = whole_axis([0.0, last], "", 4);
    let plot = Plot::new(240.0, 150.0, x, PlotAxis::new([0.0, 1.0], "", coordinate.ticks()));
    let marks = html! {
        (plot.level(coordinate.start, None, "start"))
        @if let Some(tuned) = tuned { (plot.level(tuned, None, "final")) }
        (plot.series(listed.iter().map(|generation| {
            let (x, mean, spread) = (generation.number, generation.centre[coordinate.at], generation.spread[coordinate.at]);
            let words = format!("generation {x}: {} ± {:.0} % of the range", coordinate.text(mean), 100.0 * spread);
            ([x.into(), mean.clamp(0.0, 1.0)], [mean - spread, mean + spread], words)
        }), "tuned"))
    };
    let title = format!("{} by generation", coordinate.name);
    plot.image(&format!("path-{}", coordinate.at), &title, &marks)
}

/// Returns the slices: the scores of candidates by the value of each weight.
pub(crate) fn slices(data: &CampaignView) -> Vec<Block> {
    let trials = &data.state.all_trials;
    if trials.is_empty() {
        return Vec::new();
    }
    let measured = data.state.spec.subject().measured();
    let shown = thinned(trials, MAX_SHOWN);
    let domain = ends(usual_scores(data));
    let slice = |coordinate: &Coordinate<'_>, tuned: Option<f64>| {
        let x = PlotAxis::new([0.0, 1.0], "", coordinate.ticks());
        let plot = Plot::new(240.0, 160.0, x, axis(domain, "", 5));
        let seen = shown.iter().filter(|trial| coordinate.takes_part(&trial.weights));
        let place = |trial: &&Trial| {
            [boundary::clamp(&trial.point)[coordinate.at], trial.evaluation.mean_score]
        };
        let marks = html! {
            (plot.vertical(coordinate.start, "start"))
            @if let Some(tuned) = tuned { (plot.vertical(tuned, "final")) }
            (plot.dots(seen.map(place), "trial"))
        };
        let title = format!("Candidates by {}: {measured}", coordinate.name);
        plot.image(&format!("slice-{}", coordinate.at), &title, &marks)
    };
    let caption = format!(
        "the {measured} of each candidate by the value of one weight. The other weights differ too, and candidates are \
         noisy: a slope where the dots are many says more than the highest dot."
    );
    let of_dots = ["trial", "a candidate"];
    vec![by_coordinate(data, ["slices", "Slices:"], caption, of_dots, slice)]
}
