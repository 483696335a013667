//! Parallel coordinates: a line for each candidate across the ranges of all weights.

use maud::{Markup, html};

use crate::view::campaigns::coordinates::coordinates;
use crate::view::campaigns::data::ReportData;
use crate::view::chart::{Plot, PlotAxis, figure, key, responsive, row_axis, thinned};
use crate::view::words::page::percent;
use tune2048_optimizer::boundary;
use tune2048_tuner::record::Trial;

/// Number of candidates that are drawn at most, evenly spread over the search.
const MAX_DRAWN: usize = 150;

/// Returns the figure, or nothing for fewer than two coordinates or candidates.
pub(crate) fn figure_of(data: &ReportData) -> Markup {
    let spec = &data.progress.spec;
    let coordinates = coordinates(spec);
    let drawn = thinned(data.progress.comparable_trials(), MAX_DRAWN);
    if coordinates.len() < 2 || drawn.len() < 2 {
        return html! {};
    }
    let upper = upper_tenth(&drawn);
    let is_upper = |trial: &Trial| trial.evaluation.mean_score >= upper;
    let start = spec.start_point();
    let words = data.candidate_words();
    let centre = data.centre();
    let places = |point: &[f64]| -> Vec<[f64; 2]> {
        let places = boundary::clamp(point).into_iter().enumerate();
        places.map(|(row, place)| [place, -(row as f64)]).collect()
    };
    let title = "Candidates across the ranges of all weights";
    let image = responsive("parallel", title, |width| {
        let ticks = [0.0, 0.5, 1.0].map(|place| (place, percent(place).replace(".0", "")));
        let x = PlotAxis::new([0.0, 1.0], "place in its range", ticks);
        let y = row_axis(coordinates.iter().map(|found| found.name.clone()), "", 0.3);
        let plot = Plot::new(width, 50.0 + 36.0 * coordinates.len() as f64, x, y);
        let line =
            |trial: &Trial, class| plot.named_line(places(&trial.point), class, &words(trial));
        plot.drawn(&html! {
            @for trial in drawn.iter().filter(|trial| !is_upper(trial)) { (line(trial, "trial")) }
            @for trial in drawn.iter().filter(|trial| is_upper(trial)) { (line(trial, "trial upper")) }
            (plot.named_line(places(&start), "start", "start"))
            @if let Some(centre) = &centre { (plot.named_line(places(centre), "final", data.centre_name())) }
        })
    });
    let caption = html! {
        b { "Parallel coordinates: " }
        "each line is a candidate and crosses the range of each weight at its value. "
        (drawn.len()) " candidates are drawn, evenly spread over the search. The tenth of them with the highest mean scores \
        stands out; part of it is there by luck."
    };
    let of_centre = centre.map(|_| key("final", data.centre_name()));
    let of_candidates = [key("upper", "highest tenth"), key("trial", "other candidates")];
    let keys = of_candidates.into_iter().chain([key("start", "start")]).chain(of_centre);
    figure("parallel", keys, &image, &caption, &[])
}

/// Returns the mean score from which on a candidate is in the highest tenth.
fn upper_tenth(trials: &[&Trial]) -> f64 {
    let mut scores: Vec<f64> = trials.iter().map(|trial| trial.evaluation.mean_score).collect();
    scores.sort_by(f64::total_cmp);
    scores[9 * scores.len() / 10]
}
