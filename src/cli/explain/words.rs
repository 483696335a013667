//! The differences between two players in sentences, which state only what is significant.

use tune2048_tuner::statistics::Interval;
use tune2048_tuner::studies::explain::{
    Explanation, StageReport, TermAttribution, TraitDifference,
};

use super::report::ExplanationReport;
use crate::cli::terminal::{fixed, grouped, wrapped};

/// Number of boards that a sentence about a stage needs at least.
const MIN_BOARDS: u64 = 30;

/// Columns of a line.
const COLUMNS: usize = 90;

/// Returns the sentences, one paragraph each.
pub(super) fn words(answer: &ExplanationReport<'_>) -> String {
    sentences(answer).iter().map(|sentence| wrapped(sentence, COLUMNS, 0)).collect()
}

fn sentences(answer: &ExplanationReport<'_>) -> Vec<String> {
    let found = answer.found;
    let mut sentences = vec![agreement_sentence(found)];
    if answer.sides[0].player != answer.sides[1].player {
        sentences.push(
            "They search differently, which is part of this: --depth gives both the same depth."
                .to_owned(),
        );
    }
    if !found.traits.is_empty() {
        sentences.push(trait_sentence(&found.traits));
        sentences.push(pull_sentence(&found.pulls, found.is_comparable));
    }
    sentences
}

fn agreement_sentence(found: &Explanation) -> String {
    let text = format!(
        "A and B play the same move on {} (95 % interval {}) of the boards with a choice",
        percent(found.overall.share()),
        range(found.overall.interval())
    );
    let stages = found.stages.iter();
    let mut known: Vec<&StageReport> =
        stages.filter(|stage| stage.agreement.boards >= MIN_BOARDS).collect();
    known.sort_by(|a, b| a.agreement.share().total_cmp(&b.agreement.share()));
    let [least, .., most] = known[..] else { return text + "." };
    let [low, high] = [least, most].map(|stage| stage.agreement);
    let pairs = known.len() * (known.len() - 1) / 2;
    if !low.differs_from(high, pairs) {
        return text + "; the stages of the game do not differ significantly.";
    }
    text + &format!(
        ", most often with a largest tile of {} ({}), least often with {} ({}).",
        tile(most),
        percent(high.share()),
        tile(least),
        percent(low.share())
    )
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
    let mut text = format!("What draws them apart is {}", words.join(", "));
    let is_bridging = |pull: &&TermAttribution| pull.interval.is_some_and(|found| found.high < 0.0);
    let bridging = pulls.iter().filter(is_bridging).map(|pull| pull.name.as_str());
    let bridging: Vec<&str> = bridging.collect();
    if !bridging.is_empty() {
        text += &format!("; {} would bring them together", bridging.join(", "));
    }
    text + "."
}

pub(super) fn percent(share: f64) -> String {
    format!("{} %", tenths(share))
}

/// Formats a share in percent with one decimal, without a minus before 0.
fn tenths(share: f64) -> String {
    format!("{:.1}", (1000.0 * share).round() / 10.0 + 0.0)
}

pub(super) fn range(interval: Interval) -> String {
    format!("{} to {}", tenths(interval.low), tenths(interval.high))
}

pub(super) fn tile(stage: &StageReport) -> String {
    let prefix = if stage.stage.is_first() { "up to " } else { "" };
    format!("{prefix}{}", grouped(f64::from(stage.stage.largest_tile())))
}
