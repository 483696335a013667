//! The page on which a campaign's weights play against its starting weights, in the browser.

use tune2048_files::regular;
use tune2048_tuner::record::{BEST, CampaignError, Folder, SEARCH_SPACE};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::weights::export::{Request, html};
use tune2048_tuner::weights::file::WeightsFile;
use tune2048_tuner::words::counted;

use crate::view::campaigns::{FoundRun, Root};

const TUNED: &str = "Tuned weights";

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
    let (side, start) = match Folder::at(&campaign.path).read(false) {
        Ok(progress) => {
            let generations = progress.guess_generations();
            let start = progress.start_weights();
            let side = match &progress.outcome {
                Some(outcome) => (TUNED.to_owned(), outcome.candidate_file()),
                None if generations > 0 => {
                    let generations = counted(generations, "generation");
                    let name = format!("Front runner after {generations}");
                    (name, without_evidence(progress.guess()))
                }
                None => anyhow::bail!(
                    "No generation is complete yet: there is nothing to play against the starting weights."
                ),
            };
            (side, start)
        }
        Err(CampaignError::WeightsOnly { .. }) => {
            let [space, best] = [SEARCH_SPACE, BEST].map(|name| campaign.path.join(name));
            let spec = CampaignSpec::parse(&space, &regular::read_text(&space)?)?;
            let best = WeightsFile::parse(&best, &regular::read_text(&best)?)?;
            let start = spec.start_weights();
            let found = Evidence::read(&best).and_then(|found| found.candidate_of(&start));
            ((TUNED.to_owned(), found.map_or(best, without_evidence)), start)
        }
        Err(error) => return Err(error.into()),
    };
    Ok([side, ("Starting weights".to_owned(), without_evidence(start))])
}
