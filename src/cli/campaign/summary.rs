//! Tables of weights, and what can be done about their ranges and the budget.

use std::path::Path;

use tune2048_tuner::record::file_names::SEARCH_SPACE;
use tune2048_tuner::space::{Budget, CampaignSpec};
use tune2048_tuner::subject::Configuration;

use crate::cli::terminal::{command_line, fixed};

/// Returns a line per weight that is tuned or has changed, and the number of the others.
pub(crate) fn weight_rows(spec: &CampaignSpec, [tuned, start]: [&Configuration; 2]) -> String {
    let mut text = String::new();
    let mut fixed = 0;
    let width = tuned.iter().map(|(weight, _)| weight.name.len()).max().unwrap_or(0).max(22);
    let shown = |weights: &Configuration, index: usize| {
        weights.word(index).unwrap_or_else(|| number(weights.values[index]))
    };
    for (index, (weight, value)) in tuned.iter().enumerate().take(start.values.len()) {
        if !spec.is_tuned(index) && value.to_bits() == start.values[index].to_bits() {
            fixed += 1;
            continue;
        }
        let (name, tuned, start) = (&weight.name, shown(tuned, index), shown(start, index));
        text += &format!("  {name:<width$} {tuned:>12}   {start:>12}\n");
    }
    if fixed > 0 {
        text += &format!("  ({fixed} more as they were)\n");
    }
    text
}

/// Returns a line per weight at a bound of its range, with the command that widens the range; if
/// there are any, below an empty line.
pub(crate) fn at_bounds(spec: &CampaignSpec, tuned: &Configuration, folder: &Path) -> String {
    let options = larger_budget(&spec.given_budget());
    let change = command_line("change", folder);
    let mut text = String::new();
    for found in spec.at_bounds(tuned) {
        text += &format!(
            "{}  {} ended at the {} of its range, {}: better weights may lie beyond\n",
            if text.is_empty() { "\n" } else { "" },
            found.name,
            found.bound,
            number(found.value)
        );
        text += &match found.has_own_range {
            true => format!("    {change} --range {}{options}\n", found.range_option()),
            false => format!("    widen the range in {SEARCH_SPACE}, then {change}{options}\n"),
        };
    }
    text
}

/// Returns the options that double every limit of a budget.
pub(crate) fn larger_budget(budget: &Budget) -> String {
    [
        budget.games.map(|games| format!(" --games {}", games.saturating_mul(2))),
        budget
            .generations
            .map(|generations| format!(" --generations {}", u64::from(generations) * 2)),
        budget.minutes.map(|minutes| format!(" --minutes {}", 2.0 * minutes)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Formats a weight to five significant digits.
fn number(value: f64) -> String {
    let digits = value.abs().max(1e-9).log10().floor();
    fixed(value, (4.0 - digits).clamp(0.0, 9.0) as usize)
}
