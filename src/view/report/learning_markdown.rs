//! The summary of a learning run in Markdown: test, curve, settings.

use std::fmt::Write;

use tune2048_learning::run::{CurvePoint, Manifest};
use tune2048_learning::settings::{LearningSpec, at_depth};
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::words::in_markdown;

use crate::view::campaigns::LearningRecord;
use crate::view::chart::thinned;

/// The number of points of the curve that are listed at most, evenly spread.
const MAX_LISTED: usize = 20;

/// Returns the summary of a learning run, finished or not, in Markdown.
pub fn learning_markdown(record: &LearningRecord) -> String {
    let LearningRecord { spec, manifest, curve } = record;
    let learned = curve.last().map_or(0, |point| point.games);
    let LearningSpec { name, tuples, method, games, .. } = spec;
    let mut text = format!(
        "# Learning run {name}\n\n{tuples} by {}, {learned} of {games} games learned.\n\n",
        method.name()
    );
    if !manifest.deterministic {
        text.push_str(
            "Several threads learned without locks: the same settings give another network each \
             time.\n\n",
        );
    }
    if manifest.test.is_empty() {
        text.push_str("The network is not tested yet.\n\n");
    } else {
        tested(&mut text, spec, manifest);
    }
    if !curve.is_empty() {
        text.push_str(
            "## Learning curve\n\n| games | mean score | best score | seconds |\n|--:|--:|--:|--:|\n",
        );
        for point in thinned(curve, MAX_LISTED) {
            let CurvePoint { games, mean_score: mean, best_score: best, time_seconds, .. } = point;
            let _ = writeln!(text, "| {games} | {mean:.0} | {best} | {time_seconds:.0} |");
        }
        text.push('\n');
    }
    text.push_str("## Settings\n\n| setting | value |\n|---|---|\n");
    for (setting, value) in spec.settings() {
        let _ = writeln!(text, "| {} | {} |", in_markdown(setting), in_markdown(&value));
    }
    text
}

fn tested(text: &mut String, spec: &LearningSpec, manifest: &Manifest) {
    let ScoreReport { games, mean, mean_ci95, tiles, .. } = ScoreReport::of(&manifest.test);
    let interval = mean_ci95.map(|interval| format!("{:.0} to {:.0}", interval.low, interval.high));
    let interval = interval.unwrap_or_else(|| "-".to_owned());
    let (depth, seed) = (at_depth(spec.last_depth()), spec.seed);
    let _ = writeln!(
        text,
        "## Test\n\nPlayed {depth} and without learning, {games} games of seed {seed}.\n\n\
         | mean score | 95 % interval |\n|--:|--:|\n| {mean:.0} | {interval} |\n"
    );
    text.push_str("| tile | share of games that reached it |\n|--:|--:|\n");
    for (tile, share) in tiles.iter().filter(|(_, share)| share.share > 0.0) {
        let _ = writeln!(text, "| {tile} | {:.1} % |", 100.0 * share.share);
    }
    text.push('\n');
}
