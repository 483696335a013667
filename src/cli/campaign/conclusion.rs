//! The text that `run` and `resume` print at the end of a campaign.

use std::fmt::Write;

use tune2048_files::shell::quoted;
use tune2048_tuner::campaign::{Campaign, CampaignError, Outcome};
use tune2048_tuner::record::file_names::{BEST, SEARCH_SPACE, TRIALS};

use super::summary::{self, larger_budget};
use crate::cli::terminal::program_name::program_name;
use tune2048_tuner::words::{grouped, start_name};

/// Returns the result of a campaign and what can be done with it; `search_end` is why the optimizer
/// ended before the budget, if it did.
///
/// # Errors
/// If the games after the search cannot be read.
pub(crate) fn conclusion(
    campaign: &Campaign,
    outcome: &Outcome,
    search_end: Option<&str>,
) -> Result<String, CampaignError> {
    let start = start_name(&campaign.start_weights());
    let (shown, folder) = (campaign.folder().display(), quoted(campaign.folder()));
    let mut text = outcome.evidence.result(start);
    let _ = writeln!(text, "{}", campaign.bill()?);
    if let Some(note) = campaign.changes_note() {
        let _ = writeln!(text, "({note})");
    }
    text.push_str("\nWeights, tuned and starting:\n");
    let (spec, tuned) = (campaign.spec(), &outcome.recommended);
    text.push_str(&summary::weight_rows(spec, tuned, &campaign.start_weights()));
    let at_bounds = summary::at_bounds(spec, tuned, campaign.folder());
    if !at_bounds.is_empty() {
        let _ = write!(text, "\n{at_bounds}");
    }
    let program = program_name();
    let _ = writeln!(
        text,
        "\nFiles in {shown}: {BEST} (the weights), {TRIALS} (all {} candidates), {SEARCH_SPACE}",
        grouped(campaign.candidates() as f64)
    );
    if let Some(games) = outcome.evidence.games_to_settle {
        let _ = writeln!(
            text,
            "  settle the question          {program} resume {folder} --validation-games {games}"
        );
    }
    let larger = match search_end {
        None => {
            let larger = larger_budget(&spec.given_budget());
            format!("  go on with a larger budget   {program} resume {folder}{larger}\n")
        }
        Some(reason) => format!("  no larger budget goes on: {reason}\n"),
    };
    let format = spec.subject().usual_export_format();
    let _ = write!(
        text,
        "  weights for a solver         {program} export {folder} --format {format}\n  \
           a report                     {program} report {folder}\n{larger}"
    );
    Ok(text)
}
