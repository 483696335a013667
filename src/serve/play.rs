//! The page on which a campaign's weights play against its starting weights, in the browser.

use tune2048_files::regular;
use tune2048_tuner::record::{BEST, CheckpointError, Folder, SEARCH_SPACE};
use tune2048_tuner::space::CampaignSpec;
use tune2048_tuner::subject::Configuration;
use tune2048_tuner::weights::Evidence;
use tune2048_tuner::weights::export::{Request, html};
use tune2048_tuner::weights::file::WeightsFile;
use tune2048_tuner::words::counted;

use super::html::address;
use super::page::Place;
use crate::view::campaigns::{FoundRun, Root, version_of};

const TUNED: &str = "Tuned weights";

/// A name and the weights that it stands for.
type Side = (String, WeightsFile);

/// Writes the page of the recommended weights or the front runner, and the starting weights;
/// nothing for what plays no board here.
///
/// # Errors
/// The reason, if they cannot play yet.
pub(super) fn page(place: &Place, campaign: &FoundRun) -> Option<Result<String, String>> {
    let sides = match sides(&place.root, campaign) {
        Ok(sides) => sides,
        Err(reason) => return Some(Err(reason.to_string())),
    };
    let mut addresses = Vec::new();
    if sides[0].1.weights.subject.answers_moves() {
        if !place.starts_programs {
            let reason = "A program plays: tune2048 serve --programs lets this page start it.";
            return Some(Err(reason.to_owned()));
        }
        let address = address(place, "move", &campaign.name);
        addresses.extend(sides.iter().map(|side| format!("{address}?weights={}", version(side))));
    }
    let [(name, file), (start, of_start)] = &sides;
    let opponent = Some((&**start, of_start));
    let request = Request { name, file, with_evaluation: false, step: 0.0, opponent };
    html::page(&request, &addresses).ok().map(Ok)
}

/// The weights of a campaign's boards that have a version, if these are still its weights.
pub(super) fn weights(place: &Place, campaign: &FoundRun, wanted: &str) -> Option<Configuration> {
    let mut sides = sides(&place.root, campaign).ok()?.into_iter();
    let found = sides.find(|side| version(side) == wanted)?.1.weights;
    found.subject.answers_moves().then_some(found)
}

fn version((_, file): &Side) -> String {
    version_of(file.to_toml())
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
        Err(CheckpointError::WeightsOnly { .. }) => {
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
