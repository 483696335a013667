//! The text at the end of a campaign: its result, and what can be done.

use std::path::Path;

use crate::view::words::story;
use tune2048_tuner::campaign::Campaign;
use tune2048_tuner::record::{CampaignState, Outcome};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::subject::Configuration;

use crate::cli::terminal::{program_name, quoted, start_name};

/// Returns the verdict on a campaign, the gain, and the next step.
pub(crate) fn conclusion(campaign: &Campaign, outcome: &Outcome) -> String {
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

/// Returns lines per weight at a bound of its range, and how to search a wider one; if there are
/// any, below an empty line.
pub(crate) fn at_bounds(spec: &CampaignSpec, tuned: &Configuration, folder: &Path) -> String {
    let found = spec.at_bounds(tuned);
    if found.is_empty() {
        return String::new();
    }
    let lines = found.iter().map(|found| format!("  {}\n", story::at_bound(found)));
    let mut text = format!("\n{}", lines.collect::<String>());
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
