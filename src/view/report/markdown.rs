//! The summaries in Markdown: of a campaign its result, weights, generations and settings, of a learning
//! run its test, curve and settings.

use std::path::Path;

use crate::view::campaigns::LearningRecord;
use crate::view::chart::thinned;
use crate::view::progress::{GenerationData, generations};
use tune2048_learning::run::{CurvePoint, Manifest};
use tune2048_learning::settings::{LearningSpec, at_depth};
use tune2048_tuner::campaign::ablation::{ABLATION_NOTE, CampaignAblation};
use tune2048_tuner::record::{CampaignState, Now};
use tune2048_tuner::statistics::scores::{ScoreReport, Share};
use tune2048_tuner::statistics::{Estimate, Interval};
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::words::{decimals, in_markdown, score, things, visible};

/// Number of generations, or points of a curve, that are listed at most, evenly spread.
const MAX_LISTED: usize = 20;

/// Returns the summary of a campaign, finished or not, in Markdown.
pub fn markdown(progress: &CampaignState, folder: &Path) -> String {
    let CampaignState { spec, generations, games, trials, .. } = progress;
    let mut text = format!("# Campaign {}\n\n", spec.name);
    let unit = spec.subject().unit();
    text += &format!(
        "{generations} {}, {trials} {}, {games} {} of search.\n\n",
        things(u64::from(*generations), "generation"),
        things(*trials, "candidate"),
        things(*games, unit)
    );
    let doubts = match progress.outcome {
        None => progress.doubts(&Now::read(folder).failures),
        Some(_) => Vec::new(),
    };
    for note in progress.search_end.iter().chain(&doubts) {
        text += &format!("{}\n\n", in_markdown(note));
    }
    match progress.evidence() {
        Some(evidence) => {
            if !progress.finished {
                text += "The search has gone on since this was measured; resume it to its end.\n\n";
            }
            verdict(&mut text, evidence);
            weights(&mut text, progress);
            ablation(&mut text, progress, folder);
        }
        None => text.push_str("Not finished: nothing is recommended yet.\n\n"),
    }
    convergence(&mut text, progress);
    visible(&text) + &settings(spec.settings())
}

fn verdict(text: &mut String, evidence: &Evidence) {
    let note = evidence.notes();
    let note = note.map_or(String::new(), |note| format!(" {}", in_markdown(&note)));
    *text += &format!(
        "## Result\n\nMeasured on {} held-out {}s ({}); the weights are those of the {}.{note}\n\n\
         | | tuned | {level} interval | start | {level} interval |\n|---|---|---|---|---|\n",
        evidence.tuned.games,
        evidence.unit(),
        in_markdown(&evidence.validation_seeds),
        in_markdown(&evidence.chosen_by),
        level = evidence.look_percent(),
    );
    let mean = |report: &ScoreReport| {
        let found = evidence.mean_interval(report);
        let places = decimals(report.mean, found.map(Into::into), 0);
        format!("{:.places$} | {}", report.mean, interval(found, places))
    };
    let (tuned, start) = (&evidence.tuned, &evidence.start);
    *text += &format!("| {} | {} | {} |\n", evidence.measured(), mean(tuned), mean(start));
    let whole = |median: f64| format!("{median:.0$}", decimals(median, None, 0));
    let [of_tuned, of_start] = [tuned, start].map(|report| known(report.median, whole));
    if evidence.has_quantiles() {
        *text += &format!("| median score | {of_tuned} | | {of_start} | |\n");
    }
    for (tile, share_of_tuned) in &tuned.tiles {
        let share = |share: &Share, report: &ScoreReport| {
            let found = share.interval(report.games, evidence.look_confidence);
            let interval = interval(Some(found.map(|end| 100.0 * end)), 1);
            format!("{:.1} % | {interval}", 100.0 * share.share)
        };
        let of_start = share(&start.tile(tile), start);
        *text += &format!("| reached {tile} | {} | {of_start} |\n", share(share_of_tuned, tuned));
    }
    if let (Some(found), Some(effect)) = (evidence.estimate(), evidence.effect_text()) {
        let name = found.effect.heading(evidence.objective);
        let (over, note) = (found.effect.over(), evidence.look_note());
        *text += &format!("\n{name}, tuned {over} start: {effect}. {note}.\n");
    }
    *text += &format!("\n**{}**\n\n", in_markdown(&evidence.statement()));
    if !evidence.opponents.is_empty() {
        *text += "| opponent | pairs | tuned | start |\n|---|---|---|---|\n";
        for one in &evidence.opponents {
            let [tuned, start] = evidence.against(one);
            let name = in_markdown(&one.name);
            *text += &format!("| {name} | {} | {tuned} | {start} |\n", one.tuned.games);
        }
        text.push('\n');
    }
}

/// Formats what may be unknown.
fn known<T>(value: Option<T>, write: impl FnOnce(T) -> String) -> String {
    value.map_or("-".to_owned(), write)
}

fn interval(found: Option<Interval>, places: usize) -> String {
    known(found, |Interval { low, high }| format!("{low:.places$} to {high:.places$}"))
}

fn weights(text: &mut String, progress: &CampaignState) {
    let Some(best) = progress.recommended() else { return };
    *text += "## Weights\n\n| weight | tuned | start |\n|---|---|---|\n";
    let start = progress.start_weights();
    let at_bounds = progress.spec.at_bounds(best);
    let text_of = |weights: &Configuration, index: usize| {
        let word = weights.word(index).map(|word| in_markdown(&word));
        word.unwrap_or_else(|| weights.values[index].to_string())
    };
    for (index, (spec, _)) in best.iter().enumerate().take(start.values.len()) {
        let [tuned, start] = [best, &start].map(|weights| text_of(weights, index));
        let found = at_bounds.iter().find(|found| found.index == index);
        let mark = found.map_or(String::new(), |found| format!(", at its {}", found.bound));
        *text += &format!("| {} | {tuned}{mark} | {start} |\n", spec.name);
    }
    text.push('\n');
}

fn ablation(text: &mut String, progress: &CampaignState, folder: &Path) {
    let record = match CampaignAblation::of(progress, folder) {
        None => return,
        Some(CampaignAblation::Command(command)) => {
            *text += &format!("Which weights make the difference: `{command}` plays for it.\n\n");
            return;
        }
        Some(CampaignAblation::Played(record)) => record,
    };
    let shown = |found: Option<Estimate>| known(found, |found| found.short_text());
    let subject = progress.spec.subject();
    *text += &format!(
        "## Which weights make the difference\n\n\
         | weight | {} | over the step before | over the start |\n|---|---|---|---|\n",
        subject.measured()
    );
    *text += &format!("| (start) | {} | | |\n", score(record.found.start_mean));
    for step in &record.found.steps {
        let (mean, gain, so_far) = (score(step.mean), shown(step.gain), shown(step.so_far));
        *text += &format!("| {} | {mean} | {gain} | {so_far} |\n", in_markdown(&step.name));
    }
    *text += &format!("\n{} {}s each. {ABLATION_NOTE}\n\n", record.games, subject.unit());
}

fn convergence(text: &mut String, progress: &CampaignState) {
    *text += "## Generations\n\nEach generation plays seeds of its own, so that neighbouring rows differ by luck too. \
         The reliability of a ranking is the share of the variance between its candidates that is no luck.\n\n";
    if let Some(note) = progress.spec.scores_note() {
        *text += &format!("{note}\n\n");
    }
    let subject = progress.spec.subject();
    *text += &format!(
        "| generation | {} of its candidates | {}s each | reliability | step size |\n|---|---|---|---|---|\n",
        subject.measured(),
        subject.unit()
    );
    let generations = generations(progress);
    for found in thinned(&generations, MAX_LISTED) {
        let GenerationData { number, mean, games_each, .. } = found;
        let reliability = known(found.reliability, |found| format!("{found:.2}"));
        let step_size = known(found.step_size, |size| format!("{size:.3}"));
        let places = decimals(*mean, None, 0);
        *text += &format!(
            "| {number} | {mean:.places$} | {games_each} | {reliability} | {step_size} |\n"
        );
    }
    text.push('\n');
}

/// Returns the summary of a learning run, finished or not, in Markdown.
pub fn learning_markdown(record: &LearningRecord) -> String {
    let LearningRecord { spec, manifest, curve, .. } = record;
    let learned = curve.last().map_or(0, |point| point.games);
    let LearningSpec { name, tuples, method, games, .. } = spec;
    let mut text = format!(
        "# Learning run {name}\n\n{} by {}, {learned} of {games} games learned.\n\n",
        in_markdown(&tuples.to_string()),
        method.name()
    );
    if !manifest.deterministic {
        text += "Several threads learned without locks: the same settings give another network each \
             time.\n\n";
    }
    if manifest.test.is_empty() {
        text += "The network is not tested yet.\n\n";
    } else {
        tested(&mut text, spec, manifest);
    }
    if !curve.is_empty() {
        text += "## Learning curve\n\n| games | mean score | best score | seconds |\n|--:|--:|--:|--:|\n";
        for point in thinned(curve, MAX_LISTED) {
            let CurvePoint { games, mean_score: mean, best_score: best, time_seconds, .. } = point;
            text += &format!("| {games} | {mean:.0} | {best} | {time_seconds:.0} |\n");
        }
        text.push('\n');
    }
    text + &settings(spec.settings())
}

fn tested(text: &mut String, spec: &LearningSpec, manifest: &Manifest) {
    let ScoreReport { games, mean, mean_ci95, tiles, .. } = ScoreReport::of(&manifest.test);
    let interval = interval(mean_ci95, 0);
    let (depth, seed) = (at_depth(spec.last_depth()), spec.seed);
    *text += &format!(
        "## Test\n\nPlayed {depth} and without learning, {games} games of seed {seed}.\n\n\
         | mean score | 95 % interval |\n|--:|--:|\n| {mean:.0} | {interval} |\n\n"
    );
    *text += "| tile | share of games that reached it |\n|--:|--:|\n";
    for (tile, share) in tiles.iter().filter(|(_, share)| share.share > 0.0) {
        *text += &format!("| {tile} | {:.1} % |\n", 100.0 * share.share);
    }
    text.push('\n');
}

/// Returns the table of all settings of a run.
fn settings(all: impl IntoIterator<Item = (impl AsRef<str>, impl AsRef<str>)>) -> String {
    let mut text = "## Settings\n\n| setting | value |\n|---|---|\n".to_owned();
    for (setting, value) in all {
        let [setting, value] = [setting.as_ref(), value.as_ref()].map(in_markdown);
        text += &format!("| {setting} | {value} |\n");
    }
    text
}
