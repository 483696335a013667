//! The page on which a campaign's weights play against its starting weights, in the browser.

use tune2048_tuner::record::CampaignState;
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::export::{Request, html};
use tune2048_tuner::weights::file::WeightsFile;
use tune2048_tuner::words::counted;

/// Writes the page of the recommended weights or the front runner, and the starting weights;
/// nothing for what plays no board here.
///
/// # Errors
/// The reason, if they cannot play yet.
pub(super) fn page(state: &CampaignState) -> Option<Result<String, String>> {
    let without_evidence = |weights: &Configuration| WeightsFile::new(weights, toml::Table::new());
    let generations = state.guess_generations();
    let (name, file) = match &state.outcome {
        Some(outcome) => ("Tuned weights".to_owned(), outcome.candidate_file()),
        None if generations > 0 => {
            let name = format!("Front runner after {}", counted(generations, "generation"));
            (name, without_evidence(&state.guess()))
        }
        None => {
            let reason = "No generation is complete yet: there is nothing to play against the starting weights.";
            return Some(Err(reason.to_owned()));
        }
    };
    let start = without_evidence(&state.start_weights());
    let opponent = Some(("Starting weights", &start));
    let request = Request { name: &name, file: &file, with_evaluation: false, step: 0.0, opponent };
    html::page(&request).ok().map(Ok)
}
