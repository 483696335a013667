//! The text at the end of a campaign: its result, tables of weights, and what can be done.

use std::path::Path;

use tune2048_tuner::campaign::Campaign;
use tune2048_tuner::record::{BEST, CampaignState, Outcome, SEARCH_SPACE, TRIALS};
use tune2048_tuner::space::{Budget, CampaignSpec};
use tune2048_tuner::subject::Configuration;

use tune2048_files::toml_errors::number as exact;

use crate::cli::terminal::{command_line, counted, fixed, program_name, quoted, start_name};

/// Returns the verdict on a campaign, the gain, and the next step.
pub(crate) fn short_conclusion(campaign: &Campaign, outcome: &Outcome) -> String {
    let (state, folder) = (campaign.state(), campaign.folder());
    let result = outcome.evidence.short_result(start_name(&state.start_weights()));
    let at_bounds = at_bounds(&state.spec, &outcome.recommended, folder);
    result + &next_steps(state, folder) + &at_bounds
}

/// Returns the next step after a validation, and the way to the whole result.
pub(crate) fn next_steps(state: &CampaignState, folder: &Path) -> String {
    let Some(evidence) = state.evidence() else { return String::new() };
    let (program, folder) = (program_name(), quoted(folder));
    let format = state.spec.subject().usual_export_format();
    let next = match (evidence.games_to_settle, &evidence.candidate) {
        // Games that say something else is wrong settle nothing.
        _ if state.seen_scores.anomaly().is_some() => {
            return format!("More: {program} report {folder}\n");
        }
        (Some(games), _) => {
            format!("Settle it:     {program} resume {folder} --validation-games {games}")
        }
        (None, Some(_)) => format!("What it found: {program} export {folder} --candidate"),
        (None, None) => {
            let reader = format!("For {}:", state.spec.subject().reader());
            format!("{reader:<14} {program} export {folder} --format {format}")
        }
    };
    format!("{next}\nMore:          {program} report {folder}\n")
}

/// Returns the result of a campaign and what can be done with it.
pub(crate) fn conclusion(campaign: &Campaign, outcome: &Outcome) -> String {
    let state = campaign.state();
    let (spec, start, tuned) = (&state.spec, state.start_weights(), &outcome.recommended);
    let result = outcome.evidence.result(start_name(&start));
    let mut text = format!("{result}{}\n", state.game_counts());
    text += "\nWeights, tuned and starting:\n";
    text += &weight_rows(spec, [tuned, &start]);
    text += &at_bounds(spec, tuned, campaign.folder());
    let (shown, folder) = (campaign.folder().display(), quoted(campaign.folder()));
    let (program, candidates) = (program_name(), counted(state.trials, "candidate"));
    let (holds, what) = match outcome.evidence.candidate {
        Some(_) => ("the starting weights", "the start"),
        None => ("the weights", "weights"),
    };
    let what = format!("{what} for {}", spec.subject().reader());
    text += &format!(
        "\nFiles in {shown}: {BEST} ({holds}), {TRIALS} (all {candidates}), {SEARCH_SPACE}\n"
    );
    if let Some(games) = outcome.evidence.games_to_settle {
        text += &format!(
            "  settle the question          {program} resume {folder} --validation-games {games}\n"
        );
    }
    let format = spec.subject().usual_export_format();
    text += &format!(
        "  {what:<28} {program} export {folder} --format {format}\n  \
           a report                     {program} report {folder}\n"
    );
    text += &match &state.search_end {
        None => {
            let more = with_larger_budget(&spec.given_budget(), campaign.folder());
            format!("  go on with a larger budget   {more}\n")
        }
        Some(reason) => format!("  no larger budget goes on: {reason}\n"),
    };
    text
}

/// Returns a line per weight that is tuned or has changed, and the number of the others.
fn weight_rows(spec: &CampaignSpec, [tuned, start]: [&Configuration; 2]) -> String {
    let mut text = String::new();
    let mut fixed = 0;
    let width = tuned.iter().map(|(weight, _)| weight.name.len()).max().unwrap_or(0).max(22);
    let whole: Vec<String> = spec
        .ranges()
        .into_iter()
        .filter(|range| range.is_integer)
        .map(|range| range.name)
        .collect();
    let shown = |weights: &Configuration, index: usize| {
        let (name, value) = (&weights.subject.parameters()[index].name, weights.values[index]);
        let is_whole = whole.iter().any(|whole| **whole == **name);
        weights.word(index).unwrap_or_else(|| if is_whole { exact(value) } else { number(value) })
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
        text += &format!("  ({fixed} unchanged)\n");
    }
    text
}

/// Returns lines per weight at a bound of its range, and how to search a wider one; if there are
/// any, below an empty line.
pub(crate) fn at_bounds(spec: &CampaignSpec, tuned: &Configuration, folder: &Path) -> String {
    let found = spec.at_bounds(tuned);
    if found.is_empty() {
        return String::new();
    }
    let mut text = "\n".to_owned();
    for found in found {
        text += &format!(
            "  {} ended at the {} of its range, {}: better weights may lie beyond\n    \
             a wider range: {}\n",
            found.name,
            found.bound,
            exact(found.value),
            found.wider_range()
        );
    }
    text += "  To search there, where such values make sense, run a new campaign with wider ranges";
    if spec.optimizer.has_distribution() {
        let folder = toml_edit::value(folder.display().to_string());
        text += &format!(
            ", and go on from this one by\n    warm-start.campaign = {}",
            folder.to_string().trim()
        );
    }
    text + "\n"
}

/// Returns the command that goes on with twice every limit of a budget.
pub(crate) fn with_larger_budget(budget: &Budget, folder: &Path) -> String {
    let larger: String = [
        budget.games.map(|games| format!(" --games {}", games.saturating_mul(2))),
        budget
            .generations
            .map(|generations| format!(" --generations {}", u64::from(generations) * 2)),
        budget.minutes.map(|minutes| format!(" --minutes {}", 2.0 * minutes)),
    ]
    .into_iter()
    .flatten()
    .collect();
    command_line("resume", folder) + &larger
}

/// Formats a weight to five significant digits.
fn number(value: f64) -> String {
    let digits = value.abs().max(1e-9).log10().floor();
    fixed(value, (4.0 - digits).clamp(0.0, 9.0) as usize)
}
