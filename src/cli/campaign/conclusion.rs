//! The text that `run` and `resume` print at the end of a campaign.

use tune2048_tuner::campaign::{Campaign, CampaignError, Outcome};
use tune2048_tuner::record::file_names::{BEST, SEARCH_SPACE, TRIALS};

use super::summary::{self, larger_budget};
use crate::cli::terminal::{grouped, program_name, quoted, start_name};

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
    let (spec, start, tuned) = (campaign.spec(), campaign.start_weights(), &outcome.recommended);
    let mut text = format!("{}{}\n", outcome.evidence.result(start_name(&start)), campaign.bill()?);
    if let Some(note) = campaign.changes_note() {
        text += &format!("({note})\n");
    }
    text += "\nWeights, tuned and starting:\n";
    text += &summary::weight_rows(spec, [tuned, &start]);
    text += &summary::at_bounds(spec, tuned, campaign.folder());
    let (shown, folder) = (campaign.folder().display(), quoted(campaign.folder()));
    let (program, candidates) = (program_name(), grouped(campaign.candidates() as f64));
    text += &format!(
        "\nFiles in {shown}: {BEST} (the weights), {TRIALS} (all {candidates} candidates), {SEARCH_SPACE}\n"
    );
    if let Some(games) = outcome.evidence.games_to_settle {
        text += &format!(
            "  settle the question          {program} resume {folder} --validation-games {games}\n"
        );
    }
    let format = spec.subject().usual_export_format();
    text += &format!(
        "  weights for a solver         {program} export {folder} --format {format}\n  \
           a report                     {program} report {folder}\n"
    );
    text += &match search_end {
        None => {
            let larger = larger_budget(&spec.given_budget());
            format!("  go on with a larger budget   {program} resume {folder}{larger}\n")
        }
        Some(reason) => format!("  no larger budget goes on: {reason}\n"),
    };
    Ok(text)
}
