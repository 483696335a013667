//! A duel's outcome for people and programs.

use std::fmt::Write;

use serde::Serialize;

use super::results::Results;
use super::spec::DuelSpec;
use crate::statistics::{Interval, holm, mean, mean_interval, welch};

/// The outcome of a duel as `duel --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The name of the duel.
    pub duel: String,
    /// The games that each campaign's weights were measured on.
    pub validation_games: u32,
    /// The seed of these games.
    pub validation_seed: u64,
    /// One table per budget.
    pub budgets: Vec<BudgetOutcome>,
}

/// What came out at one budget.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BudgetOutcome {
    /// The games of a campaign's search.
    pub budget: u64,
    /// The entrants, best first.
    pub entrants: Vec<EntrantOutcome>,
    /// Every pair of entrants that can be compared.
    pub differences: Vec<PairOutcome>,
}

/// An entrant at one budget.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EntrantOutcome {
    /// Its name.
    pub entrant: String,
    /// How many of its campaigns are finished.
    pub campaigns: usize,
    /// The games that their searches have played on average.
    pub search_games: f64,
    /// The mean over campaigns of the mean score of the recommended weights; `null` for no campaign.
    pub mean: f64,
    /// Student's interval over campaigns; `null` below two.
    pub mean_ci95: Option<Interval>,
    /// The mean score of each campaign's weights.
    pub means: Vec<f64>,
}

/// Two entrants at one budget.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairOutcome {
    /// The better one.
    pub better: String,
    /// The other one.
    pub worse: String,
    /// By how much.
    pub difference: f64,
    /// Welch's interval of the difference.
    pub difference_ci95: Interval,
    /// Its chance if there was no difference, after Holm for all pairs at this budget.
    pub p: f64,
}

impl Outcome {
    /// Sums up what is finished of a duel.
    pub fn of(spec: &DuelSpec, results: &Results) -> Self {
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
    fn of(spec: &DuelSpec, results: &Results, budget: u64) -> Self {
        let mut entrants: Vec<EntrantOutcome> = (spec.entrants.iter())
            .map(|entrant| {
                let finished: Vec<_> = (1..=spec.campaigns)
                    .filter_map(|campaign| results.find(&entrant.name, budget, campaign))
                    .collect();
                let means: Vec<f64> = finished.iter().map(|result| result.mean_score).collect();
                let games: Vec<f64> =
                    (finished.iter().map(|result| result.search_games as f64)).collect();
                EntrantOutcome {
                    entrant: entrant.name.clone(),
                    campaigns: finished.len(),
                    search_games: mean(&games),
                    mean: mean(&means),
                    mean_ci95: mean_interval(&means),
                    means,
                }
            })
            .collect();
        // Stable, and last those without a result.
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
        let chances: Vec<f64> = differences.iter().map(|pair| pair.p).collect();
        for (pair, p) in differences.iter_mut().zip(holm(&chances)) {
            pair.p = p;
        }
        Self {
            budget,
            entrants,
            differences,
        }
    }
}

/// The tables in Markdown, one per budget.
pub fn markdown(outcome: &Outcome) -> String {
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
            let beaten: Vec<&str> = (at.differences.iter())
                .filter(|pair| pair.better == entrant.entrant && pair.p < 0.05)
                .map(|pair| pair.worse.as_str())
                .collect();
            let interval = (entrant.mean_ci95).map_or("-".to_owned(), |interval| {
                format!("{:.0} to {:.0}", interval.low, interval.high)
            });
            let number = |x: f64| {
                if x.is_nan() {
                    "-".to_owned()
                } else {
                    format!("{x:.0}")
                }
            };
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {interval} | {} |",
                entrant.entrant,
                entrant.campaigns,
                number(entrant.search_games),
                number(entrant.mean),
                beaten.join(", ")
            );
        }
    }
    text
}

/// The tables as one CSV, a row per budget and entrant; what is not known is empty.
pub fn csv(outcome: &Outcome) -> String {
    let mut text =
        "budget,entrant,campaigns,search_games,mean,mean_ci95_low,mean_ci95_high\n".to_owned();
    let number = |x: f64| {
        if x.is_nan() {
            String::new()
        } else {
            x.to_string()
        }
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
