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
    let subject = state.spec.subject();
    let next = match (evidence.games_to_settle, &evidence.candidate) {
        // Games that say something else is wrong settle nothing.
        _ if state.seen_scores.anomaly().is_some() => None,
        (Some(games), _) => {
            Some(("Settle it", format!("resume {folder} --validation-games {games}")))
        }
        (None, Some(_)) => Some(("What it found", format!("export {folder} --candidate"))),
        (None, None) => {
            let format = subject.usual_export_format();
            Some((subject.reader(), format!("export {folder} --format {format}")))
        }
    };
    let more = ("More", format!("report {folder}"));
    let step = |(name, command)| format!("{:<14} {program} {command}\n", format!("{name}:"));
    next.into_iter().chain([more]).map(step).collect()
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
