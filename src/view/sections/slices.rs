//! The scores of candidates by the value of each weight.

use maud::html;

use super::convergence::usual_scores;
use crate::view::campaigns::CampaignView;
use crate::view::chart::{Figure, Plot, PlotAxis, axis, ends, key, panels, thinned};
use crate::view::document::Block;
use crate::view::progress::coordinates::{Coordinate, coordinates};
use tune2048_optimizer::boundary;
use tune2048_tuner::record::Trial;
use tune2048_tuner::words::score;

/// The most candidates that a slice shows, evenly spread over the search.
const MAX_SHOWN: usize = 600;

/// The most candidates of a slice that say what they are to a pointer.
const MAX_NAMED: usize = 150;

/// Returns the section: a chart for each coordinate.
pub(crate) fn section(data: &CampaignView) -> Vec<Block> {
    let trials = data.state.all_trials();
    if trials.is_empty() {
        return Vec::new();
    }
    let measured = data.state.spec.subject().measured();
    let shown = thinned(trials, MAX_SHOWN);
    let domain = ends(usual_scores(data));
    let tuned = data.tuned_point();
    let slice = |coordinate: &Coordinate<'_>| {
        let x = PlotAxis::new([0.0, 1.0], "", coordinate.ticks());
        let plot = Plot::new(240.0, 160.0, x, axis(domain, "", 5));
        let inside = |score: &f64| (domain[0]..=domain[1]).contains(score);
        let is_seen = |trial: &&&Trial| {
            inside(&trial.evaluation.mean_score) && coordinate.takes_part(&trial.weights)
        };
        let seen: Vec<_> = shown.iter().filter(is_seen).collect();
        let place = |trial: &Trial| {
            [boundary::clamp(&trial.point)[coordinate.at], trial.evaluation.mean_score]
        };
        let named = thinned(&seen, MAX_NAMED).into_iter().map(|trial| {
            let [at, mean] = place(trial);
            let (name, value) = (&coordinate.name, coordinate.text(at));
            let words =
                format!("trial {}: {name} {value}, {measured} {}", trial.trial, score(mean));
            ([at, mean], words)
        });
        let marks = html! {
            (plot.vertical(coordinate.start, "start"))
            @if let Some(point) = &tuned { (plot.vertical(point[coordinate.at], "final")) }
            (plot.dots(seen.iter().map(|trial| place(trial)), "trial"))
            (plot.targets(named))
        };
        let title = format!("Candidates by {}: {measured}", coordinate.name);
        plot.image(&format!("slice-{}", coordinate.at), &title, &marks)
    };
    let coordinates = coordinates(&data.state.spec);
    let image = panels(coordinates.iter().map(|coordinate| (&coordinate.name, slice(coordinate))));
    let keys = [key("trial", "a candidate"), key("start", "start")];
    let of_tuned = tuned.as_ref().map(|_| key("final", "tuned weights"));
    vec![Block::Figure(Figure {
        id: "slices",
        keys: keys.into_iter().chain(of_tuned).collect(),
        image,
        title: "Slices:",
        caption: format!(
            "the {measured} of each candidate by the value of one weight. The other weights differ too, and candidates \
             are noisy: a slope where the dots are many says more than the highest dot."
        ),
        table: None,
    })]
}
