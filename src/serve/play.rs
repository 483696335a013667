//! The page on which a campaign's weights play against its starting weights, in the browser.

use tune2048_tuner::record::{CheckpointError, Folder};
use tune2048_tuner::weights::export::{Request, html};
use tune2048_tuner::weights::file::WeightsFile;
use tune2048_tuner::words::counted;

use crate::view::campaigns::{FoundRun, Root};

/// A name and the weights that it stands for.
type Side = (String, WeightsFile);

/// Writes the page of the recommended weights or the front runner, and the starting weights;
/// nothing for what plays no board here.
///
/// # Errors
/// The reason, if they cannot play yet.
pub(super) fn page(root: &Root, campaign: &FoundRun) -> Option<Result<String, String>> {
    let sides = match sides(root, campaign) {
        Ok(sides) => sides,
        Err(reason) => return Some(Err(reason.to_string())),
    };
    let [(name, file), (start, of_start)] = &sides;
    let opponent = Some((&**start, of_start));
    let request = Request { name, file, with_evaluation: false, step: 0.0, opponent };
    html::page(&request).ok().map(Ok)
}

fn sides(root: &Root, campaign: &FoundRun) -> anyhow::Result<[Side; 2]> {
    if let Some(obstacle) = root.obstacle(campaign) {
        anyhow::bail!("{}: {obstacle}", campaign.name);
    }
    let without_evidence = |weights| WeightsFile::new(&weights, toml::Table::new());
    let folder = Folder::at(&campaign.path);
    let state = match folder.read(false) {
        Err(CheckpointError::WeightsOnly { .. }) => folder.read_log()?,
        read => read?,
    };
    let generations = state.guess_generations();
    let side = match &state.outcome {
        Some(outcome) => ("Tuned weights".to_owned(), outcome.candidate_file()),
        None if generations > 0 => {
            let name = format!("Front runner after {}", counted(generations, "generation"));
            (name, without_evidence(state.guess()))
        }
        None => anyhow::bail!(
            "No generation is complete yet: there is nothing to play against the starting weights."
        ),
    };
    Ok([side, ("Starting weights".to_owned(), without_evidence(state.start_weights()))])
}
