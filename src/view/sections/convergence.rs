//! The candidates' mean score by generation, with that of the starting weights.

use crate::view::campaigns::CampaignView;
use crate::view::chart::{DataTable, Figure, ends, key, thinned, wide_chart};
use crate::view::progress::start_level;
use crate::view::words::page::{count, known, score_range};
use crate::view::words::{fixed, score, with_level};
use tune2048_tuner::record::{GenerationData, Trial};

/// Number of generations that are drawn and listed at most, evenly spread.
const MAX_LISTED: usize = 250;

/// Returns the figure with its table, of a campaign with candidates.
pub(super) fn figure(data: &CampaignView) -> Figure {
    let listed = thinned(&data.generations, MAX_LISTED);
    // Scores of whole games are no measure of games that begin late, or of those of candidates who meet.
    let note = data.state.spec.scores_note();
    let start = start_level(&data.state).filter(|_| note.is_none());
    let evidence = data.state.evidence().filter(|_| note.is_none());
    let start =
        start.map(|((mean, ends), from)| ("start", mean, ends, format!("starting weights {from}")));
    let words = "tuned weights in the validation".to_owned();
    let tuned = evidence.map(|found| ("final", found.tuned.mean, found.tuned.mean_ci95, words));
    let levels: Vec<_> = start.into_iter().chain(tuned).collect();
    let of_levels = levels.iter().flat_map(|(_, mean, ends, _)| {
        ends.iter().flat_map(|ends| [ends.low, ends.high]).chain([*mean])
    });
    let scores = listed.iter().flat_map(|found| found.ends().into_iter().chain([found.mean]));
    let domain = ends(of_levels.chain(scores).chain(usual_scores(data)));
    let last = data.generations.last().map_or(0, |found| found.number);
    let words = data.candidate_words();
    let trials = &data.state.all_trials;
    let point = |generation: &GenerationData| [f64::from(generation.number), generation.mean];
    let place = |trial: &Trial| [f64::from(trial.generation), trial.evaluation.mean_score];
    let subject = data.state.spec.subject();
    let (measured, unit) = (subject.measured(), subject.unit());
    let title = format!("Candidates by generation: {measured}");
    let x = ([0.0, f64::from(last).max(1.0)], "generation");
    let image = wide_chart("convergence", &title, x, (domain, measured), |plot, is_wide| {
        maud::html! {
            @for (class, mean, ends, _) in &levels { (plot.level(*mean, *ends, class)) }
            (plot.dots(trials.iter().map(place), "trial"))
            // Those who see the narrow chart have no pointer.
            @if is_wide { (plot.targets(trials.iter().map(|trial| (place(trial), words(trial))))) }
            (plot.series(listed.iter().map(|generation| (point(generation), generation.ends(), words_of(generation))), "tuned"))
        }
    });
    let below = if note.is_none() { " and on average score less than it" } else { "" };
    let note = note.map_or(String::new(), |note| format!(" {note}"));
    let always = [
        key("tuned", "mean of the candidates, 95 % interval on its seeds"),
        key("trial", "a candidate"),
    ];
    let of_levels = levels.iter().map(|(class, .., words)| key(class, words));
    let table = DataTable::new("convergence", "Generations: the mean of the candidates", listed)
        .number("generation", |found| found.number)
        .number("candidates", |found| count(found.candidates))
        .number(&format!("{unit}s each"), |found| count(found.games_each))
        .number(&format!("{unit}s so far"), |found| count(found.games_so_far))
        .number(measured, |found| score(found.mean))
        .number("95 % interval on its seeds", |found| known(found.interval, score_range))
        .number("step size", |found| known(found.step_size, |size| fixed(size, 3)))
        .number("reliability", |found| known(found.reliability, |found| fixed(found, 2)));
    Figure {
        id: "convergence",
        keys: always.into_iter().chain(of_levels).collect(),
        image,
        title: "The search, generation by generation.",
        caption: format!(
            "Each generation plays seeds of its own, so that neighbouring generations also differ by luck. Candidates \
             are spread around the centre of the search{below}; the best single candidates owe part of their score \
             to luck, and a few may lie beyond the axis.{note}"
        ),
        table: Some(table.done()),
    }
}

/// Returns the ends of the middle 95 % of all candidates' scores: a few candidates that fail must
/// not press the others together.
pub(super) fn usual_scores(data: &CampaignView) -> Vec<f64> {
    let trials = data.state.all_trials.iter();
    let mut scores: Vec<f64> = trials.map(|trial| trial.evaluation.mean_score).collect();
    scores.sort_by(f64::total_cmp);
    let beyond = scores.len() / 40;
    let inside = &scores[beyond..scores.len() - beyond];
    inside.first().into_iter().chain(inside.last()).copied().collect()
}

/// Returns a generation in words.
fn words_of(generation: &GenerationData) -> String {
    let GenerationData { number, mean, interval, .. } = generation;
    format!("generation {number}: mean {}", with_level(*mean, *interval, "95 %"))
}
