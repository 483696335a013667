//! What is on record of a campaign, read without disturbing it.

use std::path::Path;

use super::{CampaignError, Evidence};
use crate::checkpoint::folder::{BEST, SEARCH_SPACE, TRIALS};
use crate::checkpoint::{DistributionRow, Distributions, Folder, Trial, Trials, folder};
use crate::search_space::SearchSpace;
use crate::weights_file::WeightsFile;

/// A campaign as it stands on the disk.
#[derive(Debug)]
pub struct Progress {
    /// What is searched, and how.
    pub space: SearchSpace,
    /// All evaluated candidates.
    pub trials: Vec<Trial>,
    /// What the generations were drawn from, if the optimizer has distributions.
    pub distributions: Vec<DistributionRow>,
    /// Generations that are complete.
    pub generations: u32,
    /// Games of the search.
    pub games: u64,
    /// The time the search has run for, pauses left out.
    pub elapsed_seconds: f64,
    /// The recommended weights, once the campaign has reached its end.
    pub best: Option<WeightsFile>,
    /// What was measured of them.
    pub evidence: Option<Evidence>,
    /// Whether the search is over and the weights are its outcome.
    pub finished: bool,
}

impl Progress {
    /// Reads the folder of a campaign.
    ///
    /// # Errors
    /// If there is no campaign, or a file is damaged.
    pub fn read(path: &Path) -> Result<Self, CampaignError> {
        let files = Folder::open(path)?;
        let record = files.record()?;
        let path = files.file(SEARCH_SPACE);
        let space = SearchSpace::parse(&path, &files.read(SEARCH_SPACE)?)?;
        let recorded = SearchSpace::parse(&path, &record.search_space)?;
        let names = space.coordinate_names();
        let trials = match files.file(TRIALS) {
            path if path.exists() => Trials::read(&path, space.heuristic(), &names)?.trials,
            _ => Vec::new(),
        };
        let distributions = match files.file(folder::DISTRIBUTIONS) {
            path if path.exists() => Distributions::read(&path, &names)?,
            _ => Vec::new(),
        };
        let best = match files.file(BEST) {
            path if path.exists() => Some(WeightsFile::parse(&path, &files.read(BEST)?)?),
            _ => None,
        };
        let population = space.population();
        let generations = trials.last().map_or(0, |last| {
            last.generation + u32::from(last.candidate + 1 == population)
        });
        let evidence = best.as_ref().and_then(Evidence::read);
        Ok(Self {
            finished: record.finished && best.is_some() && recorded.differences(&space).is_empty(),
            generations,
            games: trials.len() as u64 * u64::from(space.games_per_candidate),
            elapsed_seconds: trials.last().map_or(0.0, |trial| trial.elapsed_seconds),
            evidence,
            best,
            distributions,
            trials,
            space,
        })
    }
}
