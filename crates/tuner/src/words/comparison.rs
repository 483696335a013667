//! Words for the result of a comparison.

use std::fmt::Write;

use crate::statistics::Better;
use crate::statistics::elo::{EloTest, PairResults};
use crate::statistics::in_words::pentanomial;
use crate::studies::compare::{Comparison, Question, TestResult};
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

/// Result of a comparison.
#[derive(Debug)]
pub struct ComparisonSummary<'a> {
    /// Player A.
    pub a: ComparedPlayer,
    /// Player B.
    pub b: ComparedPlayer,
    /// Seed of the games.
    pub seed: u64,
    /// Which mean scores are better.
    pub better: Better,
    /// Difference that was asked for, with its unit; `None` if the question is which player is better.
    pub by: Option<(f64, &'static str)>,
    /// Difference that is to be told from none, with its unit.
    pub tell: Option<(f64, &'static str)>,
    /// The games so far and what follows from them.
    pub comparison: &'a Comparison,
}

/// Returns a table and the verdict in a sentence.
pub fn summary(answer: &ComparisonSummary<'_>) -> String {
    let ComparisonSummary { a, b, seed, comparison, .. } = answer;
    let (sample, is_against) = (&comparison.sample, comparison.sample.is_against());
    let mut text = String::new();
    for (letter, side) in [("A", a), ("B", b)] {
        let _ = writeln!(text, "{letter}: {}, {}", side.weights, side.player);
    }
    let games = counted(sample.games(), sample.unit());
    let (who, of_pair) = match is_against {
        true => (format!("of games of B against A, of seed {seed}"), " of a pair"),
        false => (format!("of each on common seeds of seed {seed}"), ""),
    };
    let _ = writeln!(text, "{games} {who}\n");
    let mean = if sample.is_match { "of the points" } else { "mean score" };
    let row = |side: &ComparedPlayer| (score(side.mean), side.sd.map_or("-".to_owned(), score));
    // Margins over A are those of A by definition.
    let of_a = match is_against && !sample.is_match {
        true => ("0".to_owned(), "by definition".to_owned()),
        false => row(a),
    };
    let head = (mean.to_owned(), format!("standard deviation{of_pair}"));
    let mut rows = vec![(String::new(), head), ("A".to_owned(), of_a), ("B".to_owned(), row(b))];
    rows.extend(comparison.shown_estimate().map(|found| {
        let looks =
            if comparison.question.is_once() { "of one look" } else { "valid at every look" };
        let interval = found.interval_text();
        let interval = interval.map(|ends| format!("95 % interval, {looks}: {ends}"));
        let name = format!("B {} A", found.effect.sign());
        (name, (found.value_text(), interval.unwrap_or_default()))
    }));
    for (name, (value, note)) in rows {
        let row = format!("  {name:<10}  {value:>0$}   {note}", mean.len());
        let _ = writeln!(text, "{}", row.trim_end());
    }
    if let Some(pairs) = sample.pair_results.pentanomial().filter(|_| sample.is_match) {
        let _ = writeln!(text, "\n  {}", pentanomial("B", pairs));
    }
    if let Question::Elo(test) = comparison.question {
        let _ = writeln!(text, "  {}", ratio_in_words(&test, &sample.pair_results));
    }
    let _ = writeln!(text, "\n  {}", sentence(answer));
    text
}

/// Returns the verdict in a sentence.
pub fn sentence(answer: &ComparisonSummary<'_>) -> String {
    let comparison = answer.comparison;
    if comparison.sample.is_equal_on_every_seed() {
        let games = grouped(comparison.games() as f64);
        return format!(
            "Both score the same in all {games} {}s: these games show no difference at all.",
            comparison.sample.unit()
        );
    }
    if let Question::Elo(test) = comparison.question {
        return of_elo_test(&test, comparison);
    }
    let Some(found) = comparison.shown_estimate() else { return unknown(comparison) };
    let is_better =
        (comparison.verdict == Some(TestResult::Above)) == (answer.better == Better::Higher);
    let by = answer.by.map(|(by, unit)| at_least(by, unit));
    let tell = answer.tell.map(|(tell, unit)| format!("{tell}{unit}"));
    let verdict = match (comparison.verdict, by, &tell) {
        (None, Some(by), _) => format!("Not settled whether B is {by}"),
        (None, None, Some(tell)) => format!("Not settled whether A and B differ by {tell}"),
        (None, None, None) => "Not settled".to_owned(),
        (Some(TestResult::NoDifference), _, Some(tell)) => {
            format!("A and B do not differ by {tell} or more")
        }
        (Some(_), Some(by), _) if is_better => format!("Yes, B is {by}"),
        (Some(_), Some(by), _) => format!("No, B is not {by}"),
        (Some(_), None, _) if is_better => "B is better than A".to_owned(),
        (Some(_), None, _) => "B is worse than A".to_owned(),
    };
    let note = match comparison.verdict {
        None => outlook(comparison),
        Some(_) if tell.is_some() && found.interval_text().is_some() => {
            " The interval answers all questions at once: it needs more games than this test."
                .to_owned()
        }
        Some(_) => String::new(),
    };
    format!("{verdict}: {} {}.{note}", found.effect.measured(), found.change())
}

/// Writes the log-likelihood ratio of a test between its bounds: `LLR 1.23 (-2.94, 2.94)`.
pub fn ratio_in_words(test: &EloTest, results: &PairResults) -> String {
    let ratio = fixed(test.log_likelihood_ratio(results), 2);
    let [low, high] = test.bounds().map(|bound| fixed(bound, 2));
    format!("LLR {ratio} ({low}, {high})")
}

/// Returns the verdict of a test of two Elo differences in a sentence.
fn of_elo_test(test: &EloTest, comparison: &Comparison) -> String {
    let EloTest { elo0, elo1, alpha, beta } = test;
    let verdict = match comparison.verdict {
        Some(TestResult::Above) => format!("B passes: {elo1} Elo is accepted against {elo0}"),
        Some(_) => format!("B does not pass: {elo0} Elo is accepted against {elo1}"),
        None => format!("Not settled between {elo0} and {elo1} Elo"),
    };
    format!("{verdict} (alpha {alpha}, beta {beta}).")
}

/// Says why there is no estimate.
fn unknown(comparison: &Comparison) -> String {
    let games = comparison.games();
    let fewest = comparison.question.fewest_games();
    if comparison.games() >= fewest && comparison.missing().is_none() {
        return "Nothing can be said: a mean score is below 0, so that there is no ratio - compare by \
                --effect difference."
            .to_owned();
    }
    let games = counted(games, comparison.sample.unit());
    format!("Nothing can be said yet: found {games}, at least {fewest} are needed.")
}

/// Returns the question of `--by` in words.
fn at_least(by: f64, unit: &str) -> String {
    match by < 0.0 {
        true => format!("at most {}{unit} worse", -by),
        false => format!("at least {by}{unit} better"),
    }
}

/// Returns a sentence about how many games would settle the question.
fn outlook(comparison: &Comparison) -> String {
    if comparison.question.is_once() {
        return String::new();
    }
    let unit = comparison.sample.unit();
    let outlook = match comparison.games_to_settle() {
        Some(needed) => {
            format!("about {} {unit}s would settle it (--games)", grouped(rounded(needed as f64)))
        }
        None => format!("1 000 000 000 {unit}s would not settle it"),
    };
    format!(" If that is the true difference, {outlook}.")
}

/// Rounds to two digits.
fn rounded(number: f64) -> f64 {
    let unit = libm::pow(10.0, libm::log10(number).floor() - 1.0).max(1.0);
    (number / unit).round() * unit
}
