//! The text that `run` and `resume` print at the end of a campaign.

use std::fmt::Write;

use tune2048_tuner::campaign::{Campaign, Outcome};
use tune2048_tuner::checkpoint::file_names::{BEST, SEARCH_SPACE, TRIALS};
use tune2048_tuner::spec::Budget;

use super::output::grouped;
use super::summary::{self, start_name};

/// Returns the result of a campaign and what can be done with it.
pub(super) fn conclusion(campaign: &Campaign, outcome: &Outcome) -> String {
    let start = start_name(&campaign.start_weights());
    let folder = campaign.folder().display();
    let mut text = summary::verdict(&outcome.evidence, start);
    if let Some(note) = campaign.changes_note() {
        let _ = writeln!(text, "\n  ({note})");
    }
    text.push_str("\nWeights, tuned and starting:\n\n");
    let (spec, tuned) = (campaign.spec(), &outcome.recommended);
    text.push_str(&summary::weight_rows(
        spec,
        tuned,
        &campaign.start_weights(),
    ));
    let at_bounds = summary::at_bounds(spec, tuned, campaign.folder());
    if !at_bounds.is_empty() {
        let _ = write!(text, "\n{at_bounds}");
    }
    let _ = write!(
        text,
        "
Files in {folder}: {BEST} (the weights), {TRIALS} (all {} candidates), {SEARCH_SPACE}

{}  go on with a larger budget   tune2048 resume {folder}{}
  weights for a solver         tune2048 export {folder} --format c
  a report                     tune2048 report {folder}
",
        grouped(campaign.candidates() as f64),
        outcome
            .evidence
            .games_to_settle
            .map_or(String::new(), |games| format!(
                "  settle the question          tune2048 resume {folder} --validation-games {games}\n"
            )),
        larger_budget(&campaign.spec().budget),
    );
    text
}

/// Returns the options that raise every limit of a budget.
fn larger_budget(budget: &Budget) -> String {
    let limits = [
        (budget.games.is_some(), " --games N"),
        (budget.generations.is_some(), " --generations N"),
        (budget.minutes.is_some(), " --minutes M"),
    ];
    limits
        .into_iter()
        .filter_map(|(is_set, option)| is_set.then_some(option))
        .collect()
}
