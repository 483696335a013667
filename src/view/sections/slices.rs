//! The scores of candidates by the value of each weight.

use maud::html;

use super::convergence::usual_scores;
use super::weights::by_coordinate;
use crate::view::campaigns::CampaignView;
use crate::view::chart::{Plot, PlotAxis, axis, ends, thinned};
use crate::view::document::Block;
use crate::view::progress::coordinates::Coordinate;
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
    let slice = |coordinate: &Coordinate<'_>, tuned: Option<f64>| {
        let x = PlotAxis::new([0.0, 1.0], "", coordinate.ticks());
        let plot = Plot::new(240.0, 160.0, x, axis(domain, "", 5));
        let seen = shown.iter().filter(|trial| coordinate.takes_part(&trial.weights));
        let seen: Vec<_> = seen.collect();
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
            @if let Some(tuned) = tuned { (plot.vertical(tuned, "final")) }
            (plot.dots(seen.iter().map(|trial| place(trial)), "trial"))
            (plot.targets(named))
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
