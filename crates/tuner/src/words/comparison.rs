//! Words for the result of a comparison.

use std::fmt::Write;

use crate::statistics::Interval;
use crate::studies::compare::{Comparison, PILOT_PAIRS, Verdict};
use serde::Serialize;
use tune2048_files::number_text::grouped;

/// One of the two players with its scores.
#[derive(Debug, Serialize)]
pub struct ComparedPlayer {
    /// The weights, as the user named them.
    pub weights: String,
    /// The settings of the player in words.
    pub player: String,
    /// The mean score.
    pub mean: f64,
    /// The standard deviation of a score; `None` for fewer than two games.
    pub sd: Option<f64>,
    /// Stored games that the mean includes.
    pub stored_games: u64,
}

/// Result of a comparison.
#[derive(Debug)]
pub struct ComparisonSummary<'a> {
    /// Player A.
    pub a: ComparedPlayer,
    /// Player B.
    pub b: ComparedPlayer,
    /// Seed of the games.
    pub seed: u64,
    /// Difference that was asked for in percent; `None` if the question is which player is better.
    pub by_percent: Option<f64>,
    /// Difference that is to be told from none in percent.
    pub tell_percent: Option<f64>,
    /// The games so far and what follows from them.
    pub comparison: &'a Comparison,
}

/// Returns a table and the verdict in a sentence.
pub fn summary(answer: &ComparisonSummary<'_>) -> String {
    let mut text = String::new();
    for (letter, side) in [("A", &answer.a), ("B", &answer.b)] {
        let _ = write!(text, "{letter}: {}, {}", side.weights, side.player);
        if side.stored_games > 0 {
            let _ = write!(text, ", {} stored games", grouped(side.stored_games as f64));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{}\n", games_played(answer));
    let _ = writeln!(text, "  {:<10}  mean score   standard deviation", "");
    for (letter, side) in [("A", &answer.a), ("B", &answer.b)] {
        let sd = side.sd.map_or("-".to_owned(), grouped);
        let _ = writeln!(text, "  {letter:<10}  {:>10}   {sd}", grouped(side.mean));
    }
    if let Some(found) = answer.comparison.ratio() {
        let looks = match answer.comparison.question().is_once() {
            true => "of one look",
            false => "valid at every look",
        };
        let _ = writeln!(
            text,
            "  {:<10}  {:>10.3}   95 % interval, {looks}: {:.3} to {:.3}",
            "B / A", found.ratio, found.interval.low, found.interval.high
        );
    }
    let _ = writeln!(text, "\n  {}", sentence(answer));
    text
}

/// Returns who played how many games.
fn games_played(answer: &ComparisonSummary<'_>) -> String {
    let comparison = answer.comparison;
    let games = grouped(comparison.games() as f64);
    let seed = answer.seed;
    let (player, other) = match comparison.sample().plays() {
        [true, true] => return format!("{games} games of each on common seeds of seed {seed}"),
        _ if comparison.games() == 0 => return "No game played: both are stored".to_owned(),
        [true, false] => ("A", "B"),
        _ => ("B", "A"),
    };
    let pilot = comparison.games().min(PILOT_PAIRS);
    format!("{games} games of {player} of seed {seed}; {other} played the first {pilot}")
}

/// Returns the verdict in a sentence.
pub fn sentence(answer: &ComparisonSummary<'_>) -> String {
    let comparison = answer.comparison;
    let pairs = comparison.games();
    if comparison.sample().is_equal_on_every_seed() {
        return format!(
            "Both score the same in all {} games: these games show no difference at all.",
            grouped(pairs as f64)
        );
    }
    let Some(found) = comparison.ratio() else {
        return format!(
            "Nothing can be said yet: {} games are too few, at least {} are needed.",
            grouped(pairs as f64),
            comparison.question().fewest_games()
        );
    };
    let change = match answer.tell_percent {
        // The test ends before this interval, which answers all questions at once, is clear of 1.
        Some(_) => difference(found.ratio),
        None => change(found.ratio, found.interval),
    };
    let by = answer.by_percent.map(at_least);
    let tell = answer.tell_percent.unwrap_or_default();
    match comparison.verdict() {
        None => {
            let question = match by {
                Some(question) => format!(" whether B is {question}"),
                None if tell > 0.0 => format!(" whether A and B differ by {tell} %"),
                None => String::new(),
            };
            let outlook = outlook(comparison);
            format!("Not settled{question}: B's mean score is {change}.{outlook}")
        }
        Some(Verdict::NoDifference) => {
            format!("A and B do not differ by {tell} % or more: B's mean score is {change}.")
        }
        Some(side) => {
            let is_above = side == Verdict::Above;
            let verdict = match by {
                Some(question) if is_above => format!("Yes, B is {question}"),
                Some(question) => format!("No, B is not {question}"),
                None if is_above => "B is better than A".to_owned(),
                None => "B is worse than A".to_owned(),
            };
            let note = match answer.tell_percent {
                Some(tell) if found.interval.low <= 1.0 && 1.0 <= found.interval.high => format!(
                    " The interval still contains 1: it needs more games than the test of \
                     {tell} %."
                ),
                _ => String::new(),
            };
            format!("{verdict}: its mean score is {change}.{note}")
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

/// Returns a ratio in words, such as "4.2 % higher".
fn difference(ratio: f64) -> String {
    let percent = 100.0 * (ratio - 1.0);
    let word = if percent < 0.0 { "lower" } else { "higher" };
    format!("{:.1} % {word}", percent.abs())
}

/// Returns a ratio and its interval in words, such as "4.2 % higher, at 95 % between 1.1 % and
/// 7.3 % higher".
fn change(ratio: f64, interval: Interval) -> String {
    let percent = |ratio: f64| 100.0 * (ratio - 1.0);
    let [low, high] = [interval.low, interval.high].map(percent);
    let word = |percent: f64| if percent < 0.0 { "lower" } else { "higher" };
    let range = if (low < 0.0) == (high < 0.0) {
        let (near, far) = if low < 0.0 { (high, low) } else { (low, high) };
        format!("at 95 % between {:.1} % and {:.1} % {}", near.abs(), far.abs(), word(low))
    } else {
        format!("at 95 % between {:.1} % lower and {:.1} % higher", low.abs(), high)
    };
    format!("{}, {range}", difference(ratio))
}

/// Returns a sentence about how many games would settle the question.
fn outlook(comparison: &Comparison) -> String {
    if comparison.question().is_once() {
        return String::new();
    }
    let Some(needed) = comparison.games_to_settle() else {
        let advice = if comparison.sample().plays() == [true; 2] {
            ""
        } else {
            "; both sides might (--pairs)"
        };
        return format!(
            " If that is the true difference, 1 000 000 000 games would not settle it{advice}."
        );
    };
    format!(
        " If that is the true difference, about {} games would settle it (--games).",
        grouped(rounded(needed as f64))
    )
}

/// Rounds to two digits.
fn rounded(number: f64) -> f64 {
    let unit = libm::pow(10.0, libm::log10(number).floor() - 1.0).max(1.0);
    (number / unit).round() * unit
}
