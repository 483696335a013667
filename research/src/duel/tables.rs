//! The outcome of a duel as Markdown, CSV and JSON.

use std::fmt::Write;

use serde::Serialize;

use super::mean_difference::welch;
use super::results::{Results, find};
use super::spec::DuelSpec;
use tune2048_files::number_text::{decimals, fixed};
use tune2048_tuner::statistics::{Interval, correct_by_holm, mean, student_interval};

/// The fewest campaigns of which people are shown an interval.
const MIN_CAMPAIGNS: usize = 3;

/// The outcome of a duel. Its JSON form is the one that `duel --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct DuelOutcome {
    /// The name of the duel.
    pub(crate) duel: String,
    /// The number of games on which each campaign's weights were measured.
    pub(crate) validation_games: u32,
    /// The seed of these games.
    pub(crate) validation_seed: u64,
    /// One table per budget.
    pub(crate) budgets: Vec<BudgetOutcome>,
}

/// The outcome of a duel at one budget.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct BudgetOutcome {
    /// The number of games that a search was allowed.
    pub(crate) budget: u64,
    /// The entrants, best first.
    pub(crate) entrants: Vec<EntrantOutcome>,
    /// Every pair of entrants with at least two campaigns each.
    pub(crate) differences: Vec<PairOutcome>,
}

/// The outcome of one entrant at one budget.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct EntrantOutcome {
    /// The name of the entrant.
    pub(crate) entrant: String,
    /// The number of finished campaigns.
    pub(crate) campaigns: usize,
    /// The mean number of games that their searches played.
    pub(crate) search_games: f64,
    /// The mean over campaigns of the mean score of the recommended weights; NaN, in JSON `null`, without campaigns.
    pub(crate) mean: f64,
    /// Student's interval of the mean over campaigns; `None` below two campaigns.
    pub(crate) mean_ci95: Option<Interval>,
    /// The mean score of each campaign's weights.
    pub(crate) means: Vec<f64>,
}

impl EntrantOutcome {
    /// The interval of the mean, if it says anything: not below three campaigns, whose interval is
    /// more than five times as wide as their spread, nor with an end that no score can have.
    pub(crate) fn sound_interval(&self) -> Option<Interval> {
        let interval = self.mean_ci95.filter(|_| self.campaigns >= MIN_CAMPAIGNS);
        interval.filter(|interval| interval.low >= 0.0)
    }
}

/// The difference between two entrants at one budget.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PairOutcome {
    /// The name of the entrant with the higher mean.
    pub(crate) better: String,
    /// The name of the other entrant.
    pub(crate) worse: String,
    /// The difference of their means in points.
    pub(crate) difference: f64,
    /// Welch's interval of the difference.
    pub(crate) difference_ci95: Interval,
    /// The p-value of Welch's test after Holm's correction for all pairs at this budget.
    pub(crate) p: f64,
}

impl DuelOutcome {
    /// Summarises the finished campaigns of a duel.
    pub(crate) fn of(spec: &DuelSpec, results: &Results) -> Self {
        let at = |&budget| BudgetOutcome::of(spec, results, budget);
        Self {
            duel: spec.name.clone(),
            validation_games: spec.validation.games,
            validation_seed: spec.validation.seed,
            budgets: spec.budgets.iter().map(at).collect(),
        }
    }
}

impl BudgetOutcome {
    /// The names of the entrants that one is surely better than.
    pub(crate) fn beaten_by(&self, entrant: &EntrantOutcome) -> Vec<&str> {
        let pairs = self.differences.iter();
        pairs
            .filter(|pair| pair.better == entrant.entrant && pair.p < 0.05)
            .map(|pair| pair.worse.as_str())
            .collect()
    }

    fn of(spec: &DuelSpec, results: &Results, budget: u64) -> Self {
        let mut entrants: Vec<EntrantOutcome> = (spec.entrants.iter())
            .map(|entrant| {
                let finished: Vec<_> = (1..=spec.campaigns)
                    .filter_map(|campaign| find(results, &entrant.name, budget, campaign))
                    .collect();
                let means: Vec<f64> = finished.iter().map(|result| result.mean_score).collect();
                let games: Vec<f64> =
                    (finished.iter().map(|result| result.search_games as f64)).collect();
                EntrantOutcome {
                    entrant: entrant.name.clone(),
                    campaigns: finished.len(),
                    search_games: mean(&games),
                    mean: mean(&means),
                    mean_ci95: student_interval(&means, 0.95),
                    means,
                }
            })
            .collect();
        // A stable order in which entrants without a result are last.
        entrants.sort_by(|a, b| match (a.mean.is_nan(), b.mean.is_nan()) {
            (false, false) => b.mean.total_cmp(&a.mean),
            (a, b) => a.cmp(&b),
        });
        let mut differences = Vec::new();
        for (place, better) in entrants.iter().enumerate() {
            for worse in &entrants[place + 1..] {
                if let Some(found) = welch(&better.means, &worse.means) {
                    differences.push(PairOutcome {
                        better: better.entrant.clone(),
                        worse: worse.entrant.clone(),
                        difference: found.difference,
                        difference_ci95: found.interval,
                        p: found.p,
                    });
                }
            }
        }
        correct_by_holm(differences.iter_mut().map(|pair| &mut pair.p));
        Self { budget, entrants, differences }
    }
}

/// Writes the outcome as Markdown, with one table per budget.
pub(crate) fn markdown(outcome: &DuelOutcome) -> String {
    let mut text = format!(
        "# {}\n\nEach campaign's recommended weights played {} games of seed {}. Means are over campaigns, intervals are 95 %\n\
         over campaigns; \"surely better than\" holds for all pairs of a table together with 95 % (Welch, Holm).\n",
        outcome.duel, outcome.validation_games, outcome.validation_seed
    );
    for at in &outcome.budgets {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n## {} games\n\n| entrant | campaigns | games played | mean score | 95 % interval | surely better than |\n\
             |---|--:|--:|--:|--:|---|\n",
            at.budget
        );
        for entrant in &at.entrants {
            let beaten = at.beaten_by(entrant);
            let ends = entrant.sound_interval().map(<[f64; 2]>::from);
            let places = decimals(entrant.mean, ends, 0);
            let interval = match ends.map(|ends| ends.map(|end| fixed(end, places))) {
                Some([low, high]) => format!("{low} to {high}"),
                None => "too few campaigns".to_owned(),
            };
            let number = |x: f64, places: usize| {
                if x.is_nan() { "-".to_owned() } else { fixed(x, places) }
            };
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {interval} | {} |",
                entrant.entrant,
                entrant.campaigns,
                number(entrant.search_games, 0),
                number(entrant.mean, places),
                beaten.join(", ")
            );
        }
    }
    text
}

/// Writes the outcome as CSV, with one row per budget and entrant; unknown values are empty.
pub(crate) fn csv(outcome: &DuelOutcome) -> String {
    let mut text =
        "budget,entrant,campaigns,search_games,mean,mean_ci95_low,mean_ci95_high\n".to_owned();
    let number = |x: f64| {
        if x.is_nan() { String::new() } else { x.to_string() }
    };
    for at in &outcome.budgets {
        for entrant in &at.entrants {
            let interval = entrant.mean_ci95;
            let end = |end: fn(Interval) -> f64| interval.map(end).map_or(String::new(), number);
            // Writing to a string cannot fail; names need no quotes.
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{}",
                at.budget,
                entrant.entrant,
                entrant.campaigns,
                number(entrant.search_games),
                number(entrant.mean),
                end(|interval| interval.low),
                end(|interval| interval.high)
            );
        }
    }
    text
}
