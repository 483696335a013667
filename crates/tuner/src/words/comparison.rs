//! Words for the result of a comparison.

use crate::statistics::confidence_sequence::MIN_PAIRS;
use crate::statistics::elo::{EloTest, PairResults};
use crate::statistics::in_words::{measured, pentanomial};
use crate::statistics::{Better, Objective};
use crate::studies::compare::{Comparison, Question, TestResult};
use crate::weights::verdict::to_two_digits;
use serde::Serialize;
use tune2048_files::number_text::{counted, fixed, grouped, score};

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
}

/// Returns both players, A and B, with their scores, and the games.
pub fn summary(players: &[ComparedPlayer; 2], seed: u64, comparison: &Comparison) -> String {
    let sample = &comparison.sample;
    let (of_pair, who) = match sample.is_against() {
        true => (" of a pair", "of games of B against A,"),
        false => ("", "of each on common seeds"),
    };
    let mut text = String::new();
    for (letter, side) in ["A", "B"].into_iter().zip(players) {
        let ComparedPlayer { weights, player, mean, sd } = side;
        let (measured, mean) = (measured(sample.is_match), score(*mean));
        let spread = sd.map(|sd| format!(", standard deviation{of_pair} {}", score(sd)));
        let spread = spread.unwrap_or_default();
        text += &format!("{letter}: {weights}, {player}: {measured} {mean}{spread}\n");
    }
    text += &format!("{} {who} of seed {seed}\n", counted(comparison.games(), sample.unit()));
    if let Some(pairs) = sample.pair_results.pentanomial().filter(|_| sample.is_match) {
        text += &(pentanomial("B", pairs) + "\n");
    }
    text
}

/// Returns the verdict in a sentence, with what was measured and what would settle an open question. The differences
/// that were asked for, `by`, and that are to be told from none, `tell`, have their units.
pub fn sentence(
    comparison: &Comparison,
    better: Better,
    by: Option<&str>,
    tell: Option<&str>,
) -> String {
    let is_better = comparison.is_better(better);
    let not = if is_better { "" } else { "not " };
    let verdict = match (comparison.verdict, comparison.question, by, tell) {
        (None, ..) => "Not settled".to_owned(),
        (_, Question::Elo(_), ..) if is_better => "B passes".to_owned(),
        (_, Question::Elo(_), ..) => "B does not pass".to_owned(),
        (Some(TestResult::NoDifference), .., Some(tell)) => {
            format!("A and B do not differ by {tell} or more")
        }
        (.., Some(by), _) => format!("B is {not}at least {by} better than A"),
        _ if is_better => "B is better than A".to_owned(),
        _ => "B is worse than A".to_owned(),
    };
    let is_once = comparison.question.is_once();
    let test = match comparison.question {
        Question::Elo(test) => {
            let EloTest { elo0, elo1, alpha, beta } = test;
            let ratio = ratio_in_words(&test, &comparison.sample.pair_results);
            Some(format!("{elo1} against {elo0} Elo, alpha {alpha}, beta {beta}, {ratio}"))
        }
        _ => None,
    };
    let measured = comparison.shown_estimate().map(|found| {
        let looks = if is_once { ", of one look" } else { ", valid at every look" };
        let looks = found.interval_text().map_or("", |_| looks);
        let phrase = found.effect.phrase(Objective::MeanScore);
        format!("{phrase} {}{looks}", found.with_level("95 %"))
    });
    let unit = comparison.sample.unit();
    let open = comparison.verdict.is_none() && test.is_none();
    let open = open.then(|| match &measured {
        Some(_) if is_once => None,
        Some(_) => Some(outlook(comparison.games_to_settle(), unit)),
        None => Some(format!(
            "found {}, at least {} are needed, and mean scores of 0 or more unless by --effect difference",
            counted(comparison.games(), unit),
            if is_once { 2 } else { MIN_PAIRS }
        )),
    });
    let details = [test, measured, open.flatten()].into_iter().flatten();
    format!("{verdict}: {}.", details.collect::<Vec<_>>().join("; "))
}

/// Writes the log-likelihood ratio of a test between its bounds: `LLR 1.23 (-2.94, 2.94)`.
pub fn ratio_in_words(test: &EloTest, results: &PairResults) -> String {
    let ratio = fixed(test.log_likelihood_ratio(results), 2);
    let [low, high] = test.bounds().map(|bound| fixed(bound, 2));
    format!("LLR {ratio} ({low}, {high})")
}

/// Says how many games would settle a question that is open.
pub(super) fn outlook(games: Option<u64>, unit: &str) -> String {
    let outlook = match games.map(to_two_digits) {
        Some(games) => format!("about {} {unit}s would settle it", grouped(games as f64)),
        None => format!("more {unit}s would not settle it"),
    };
    format!("if that is the true difference, {outlook}")
}
