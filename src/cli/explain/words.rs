//! The differences between two players in sentences, which state only what is significant.

use tune2048_tuner::statistics::Interval;
use tune2048_tuner::studies::explain::{StageReport, TermAttribution, TraitDifference};

use super::report::ExplanationReport;
use crate::cli::terminal::{fixed, grouped, wrapped};

/// Columns of a line.
const COLUMNS: usize = 90;

/// Returns the sentences, one paragraph each.
pub(super) fn words(answer: &ExplanationReport<'_>) -> String {
    sentences(answer).iter().map(|sentence| wrapped(sentence, COLUMNS, 0)).collect()
}

fn sentences(answer: &ExplanationReport<'_>) -> Vec<String> {
    let found = answer.found;
    let mut sentences = vec![format!(
        "A and B play the same move on {} (95 % interval {}) of the boards with a choice.",
        percent(found.overall.share()),
        range(found.overall.interval())
    )];
    if !found.traits.is_empty() {
        sentences.push(trait_sentence(&found.traits));
        sentences.push(pull_sentence(&found.pulls, found.is_comparable));
    }
    sentences
}

fn trait_sentence(traits: &[TraitDifference]) -> String {
    let is_certain = |found: &&TraitDifference| {
        found.interval.is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0)
    };
    let words: Vec<String> = traits.iter().filter(is_certain).map(trait_words).collect();
    if words.is_empty() {
        return "Where they differ, neither does significantly more of anything that is counted \
                here."
            .to_owned();
    }
    format!("Where they differ, A {}.", words.join(", "))
}

fn trait_words(found: &TraitDifference) -> String {
    let is_more = found.difference > 0.0;
    let words = if is_more { found.one.more } else { found.one.less };
    let (scale, unit) = match found.one.unit {
        "of these boards" => (100.0, "% of these boards"),
        unit => (1.0, unit),
    };
    let sign = if is_more { scale } else { -scale };
    let by = |difference: f64| fixed(sign * difference, 2);
    let between = found.interval.map_or(String::new(), |interval| {
        let [low, high] =
            if is_more { [interval.low, interval.high] } else { [interval.high, interval.low] };
        format!(", {} to {}", by(low), by(high))
    });
    format!("{words} (by {} {unit}{between})", by(found.difference))
}

fn pull_sentence(pulls: &[TermAttribution], is_comparable: bool) -> String {
    if pulls.iter().all(|pull| pull.by_player == [None, None]) {
        return "Their values are not split into terms: that needs expectimax with a depth of at \
                most 3."
            .to_owned();
    }
    if !is_comparable {
        return "Their heuristics have different terms, which cannot be compared.".to_owned();
    }
    let total: f64 = pulls.iter().filter_map(|pull| pull.together).sum();
    let mut certain: Vec<(&str, f64)> = pulls
        .iter()
        .filter(|pull| pull.interval.is_some_and(|interval| interval.low > 0.0))
        .filter_map(|pull| Some((pull.name.as_str(), pull.together? / total)))
        .collect();
    certain.sort_by(|a, b| b.1.total_cmp(&a.1));
    let words: Vec<String> =
        certain.iter().map(|(name, share)| format!("{name} ({:.0} %)", 100.0 * share)).collect();
    if words.is_empty() || total <= 0.0 {
        return "No single term certainly draws them apart.".to_owned();
    }
    format!("What draws them apart is {}.", words.join(", "))
}

pub(super) fn percent(share: f64) -> String {
    format!("{} %", fixed(100.0 * share, 1))
}

pub(super) fn range(interval: Interval) -> String {
    let [low, high] = [interval.low, interval.high].map(|share| fixed(100.0 * share, 1));
    format!("{low} to {high}")
}

pub(super) fn tile(stage: &StageReport) -> String {
    let prefix = if stage.stage.is_first() { "up to " } else { "" };
    format!("{prefix}{}", grouped(f64::from(stage.stage.largest_tile())))
}
