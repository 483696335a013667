//! The summary of a learning run in Markdown: test, curve, settings.

use std::fmt::Write;

use tune2048_learning::run::Manifest;
use tune2048_learning::settings::{LearningSpec, at_depth};
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::words::in_markdown;

use crate::view::campaigns::LearningRecord;
use crate::view::chart::figure::thinned;

/// The number of points of the curve that are listed at most, evenly spread.
const MAX_LISTED: usize = 20;

/// Returns the summary of a learning run, finished or not, in Markdown.
pub fn learning_markdown(record: &LearningRecord) -> String {
    let LearningRecord { spec, manifest, curve } = record;
    let learned = curve.last().map_or(0, |point| point.games);
    let mut text = format!(
        "# Learning run {}\n\n{} by {}, {learned} of {} games learned.\n\n",
        spec.name,
        spec.tuples,
        spec.method.name(),
        spec.games
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
            let _ = writeln!(
                text,
                "| {} | {:.0} | {} | {:.0} |",
                point.games, point.mean_score, point.best_score, point.time_seconds
            );
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
    let report = ScoreReport::of(&manifest.test);
    let interval = report
        .mean_ci95
        .map_or("-".to_owned(), |interval| format!("{:.0} to {:.0}", interval.low, interval.high));
    let _ = writeln!(
        text,
        "## Test\n\nPlayed {} and without learning, {} games of seed {}.\n\n\
         | mean score | 95 % interval |\n|--:|--:|\n| {:.0} | {interval} |\n",
        at_depth(spec.last_depth()),
        report.games,
        spec.seed,
        report.mean
    );
    let tiles = report.tiles.iter();
    let reached: Vec<_> = tiles.filter(|(_, share)| share.share > 0.0).collect();
    text.push_str("| tile | share of games that reached it |\n|--:|--:|\n");
    for (tile, share) in reached {
        let _ = writeln!(text, "| {tile} | {:.1} % |", 100.0 * share.share);
    }
    text.push('\n');
}
