//! Tables of scores and weights.

use std::path::Path;

use tune2048_tuner::record::file_names::SEARCH_SPACE;
use tune2048_tuner::space::{Budget, CampaignSpec};
use tune2048_tuner::statistics::scores::ScoreReport;
use tune2048_tuner::subject::Configuration;

use crate::cli::terminal::{command_line, fixed, grouped};

/// First tile that is listed; smaller ones are reached in nearly every game.
const FIRST_TILE: u32 = 1024;

/// Returns a line per tile with its share of the games in each column, and the interval, below a
/// line of heads.
///
/// The last line is the first tile that no game reached. Empty if a column has no tiles.
pub(crate) fn tile_rows(heads: &str, columns: &[&ScoreReport]) -> String {
    if columns.iter().any(|column| column.tiles.is_empty()) {
        return String::new();
    }
    let mut text = format!("\n{heads}\n");
    let most = columns.iter().max_by_key(|column| column.tiles.len());
    for tile in most.into_iter().flat_map(|column| column.tiles.keys()) {
        if tile.parse::<u32>().is_ok_and(|tile| tile < FIRST_TILE) {
            continue;
        }
        text += &format!("  {:>18}", grouped(tile.parse().unwrap_or(0.0)));
        for column in columns {
            let found = column.tile(tile);
            let [share, low, high] =
                [found.share, found.ci95.low, found.ci95.high].map(|share| 100.0 * share);
            text += &format!(" {share:>6.1} %  {low:>4.1} to {high:<8.1}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        if columns.iter().all(|column| column.tile(tile).share <= 0.0) {
            break;
        }
    }
    text
}

/// Returns a line per weight that is tuned or has changed, and the number of the others.
pub(crate) fn weight_rows(spec: &CampaignSpec, [tuned, start]: [&Configuration; 2]) -> String {
    let mut text = String::new();
    let mut fixed = 0;
    let width = tuned.iter().map(|(weight, _)| weight.name.len()).max().unwrap_or(0).max(22);
    let at_bounds = spec.at_bounds(tuned);
    let shown = |weights: &Configuration, index: usize| {
        weights.word(index).unwrap_or_else(|| number(weights.values[index]))
    };
    for (index, (weight, value)) in tuned.iter().enumerate().take(start.values.len()) {
        if !spec.is_tuned(index) && value.to_bits() == start.values[index].to_bits() {
            fixed += 1;
            continue;
        }
        let found = at_bounds.iter().find(|found| found.index == index);
        let mark = found.map_or(String::new(), |found| format!("   at its {}", found.bound));
        let (name, tuned, start) = (&weight.name, shown(tuned, index), shown(start, index));
        text += &format!("  {name:<width$} {tuned:>12}   {start:>12}{mark}\n");
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
        text += &if found.has_own_range {
            format!("    {change} --range {}{options}\n", found.range_option())
        } else {
            let space = folder.join(SEARCH_SPACE);
            let space = space.display();
            format!("    widen `low` and `high` of the matrix in {space}, then {change}{options}\n")
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
