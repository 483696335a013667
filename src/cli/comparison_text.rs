//! The result of a comparison in words.

use std::fmt::Write;

use serde::Serialize;
use tune2048_tuner::compare::{Comparison, RatioSide};
use tune2048_tuner::statistics::Interval;
use tune2048_tuner::statistics::confidence_sequence::MIN_PAIRS;

use super::output::grouped;

/// One of the two players with its scores.
#[derive(Debug, Serialize)]
pub(super) struct ComparedPlayer {
    pub(super) weights: String,
    pub(super) player: String,
    pub(super) mean: f64,
    pub(super) sd: Option<f64>,
}

/// Result of a comparison.
#[derive(Debug)]
pub(super) struct ComparisonSummary<'a> {
    pub(super) a: ComparedPlayer,
    pub(super) b: ComparedPlayer,
    pub(super) seed: u64,
    /// Difference that was asked for in percent; `None` if the question is which player is better.
    pub(super) by_percent: Option<f64>,
    pub(super) comparison: &'a Comparison,
}

/// Returns a table and the verdict in a sentence.
pub(super) fn summary(answer: &ComparisonSummary<'_>) -> String {
    let games = grouped(answer.comparison.moments().pairs() as f64);
    let mut text = String::new();
    for (letter, side) in [("A", &answer.a), ("B", &answer.b)] {
        let _ = writeln!(text, "{letter}: {}, {}", side.weights, side.player);
    }
    let _ = writeln!(
        text,
        "{games} games of each on common seeds of seed {}\n",
        answer.seed
    );
    let _ = writeln!(text, "  {:<10}  mean score   standard deviation", "");
    for (letter, side) in [("A", &answer.a), ("B", &answer.b)] {
        let sd = side.sd.map_or("-".to_owned(), grouped);
        let _ = writeln!(text, "  {letter:<10}  {:>10}   {sd}", grouped(side.mean));
    }
    if let Some(found) = answer.comparison.ratio() {
        let _ = writeln!(
            text,
            "  {:<10}  {:>10.3}   95 % interval, valid at every look: {:.3} to {:.3}",
            "B / A", found.ratio, found.interval.low, found.interval.high
        );
    }
    let _ = writeln!(text, "\n  {}", sentence(answer));
    text
}

fn sentence(answer: &ComparisonSummary<'_>) -> String {
    let comparison = answer.comparison;
    let pairs = comparison.moments().pairs();
    if comparison.is_equal_on_every_seed() {
        return format!(
            "Both score the same in all {} games: these games show no difference at all.",
            grouped(pairs as f64)
        );
    }
    let Some(found) = comparison.ratio() else {
        return format!(
            "Nothing can be said yet: {} games of each are too few, at least {MIN_PAIRS} are \
             needed.",
            grouped(pairs as f64)
        );
    };
    let change = change(found.ratio, found.interval);
    match (answer.by_percent, comparison.verdict()) {
        (None, Some(RatioSide::Above)) => {
            format!("B is better than A: its mean score is {change}.")
        }
        (None, Some(RatioSide::Below)) => format!("B is worse than A: its mean score is {change}."),
        (None, None) => format!(
            "Not settled: B's mean score is {change}.{}",
            outlook(comparison)
        ),
        (Some(percent), verdict) => {
            let question = at_least(percent);
            match verdict {
                Some(RatioSide::Above) => {
                    format!("Yes, B is {question}: its mean score is {change}.")
                }
                Some(RatioSide::Below) => {
                    format!("No, B is not {question}: its mean score is {change}.")
                }
                None => format!(
                    "Not settled whether B is {question}: its mean score is {change}.{}",
                    outlook(comparison)
                ),
            }
        }
    }
}

/// Returns the question of `--by` in words.
fn at_least(percent: f64) -> String {
    if percent < 0.0 {
        format!("at most {} % worse", -percent)
    } else {
        format!("at least {percent} % better")
    }
}

/// Returns a ratio and its interval in words, such as "4.2 % higher, surely between 1.1 % and
/// 7.3 % higher".
fn change(ratio: f64, interval: Interval) -> String {
    let percent = |ratio: f64| 100.0 * (ratio - 1.0);
    let [low, middle, high] = [interval.low, ratio, interval.high].map(percent);
    let word = |percent: f64| if percent < 0.0 { "lower" } else { "higher" };
    let range = if (low < 0.0) == (high < 0.0) {
        let (near, far) = if low < 0.0 { (high, low) } else { (low, high) };
        format!(
            "surely between {:.1} % and {:.1} % {}",
            near.abs(),
            far.abs(),
            word(low)
        )
    } else {
        format!(
            "surely between {:.1} % lower and {:.1} % higher",
            low.abs(),
            high
        )
    };
    format!("{:.1} % {}, {range}", middle.abs(), word(middle))
}

/// Returns a sentence about how many games would settle the question.
fn outlook(comparison: &Comparison) -> String {
    let needed = comparison
        .moments()
        .pairs_to_exclude(comparison.threshold());
    let Some(needed) = needed else {
        return " If that is the true difference, 1 000 000 000 games of each would not settle it."
            .to_owned();
    };
    format!(
        " If that is the true difference, about {} games of each would settle it (--games).",
        grouped(rounded(needed.max(comparison.moments().pairs()) as f64))
    )
}

/// Rounds to two digits.
fn rounded(number: f64) -> f64 {
    let unit = libm::pow(10.0, libm::log10(number).floor() - 1.0).max(1.0);
    (number / unit).round() * unit
}
