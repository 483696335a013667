//! What is on record of a campaign, read without disturbing it.

use std::path::Path;

use super::record::read_pilot;
use super::reliability::{Ranking, games_dealt};
use super::{CampaignError, Evidence, Pilot};
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
    /// Games of the pilot and of the candidates on record.
    pub games: u64,
    /// What the pilot told, once it is played.
    pub pilot: Option<Pilot>,
    /// The reliability of the ranking, 0 to 1, by the last few complete generations.
    pub reliability: Option<f64>,
    /// The games per candidate that the last complete generation was dealt.
    pub games_per_candidate: Option<u32>,
    /// How often the optimizer was started anew.
    pub restarts: u32,
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
        let pilot = read_pilot(&files)?;
        let restart = distributions.iter().rfind(|row| row.restarted);
        let since = restart.map_or(0, |row| row.generation);
        let place = |generation| trials.partition_point(|trial| trial.generation < generation);
        let complete = &trials[place(since).min(place(generations))..place(generations)];
        let last = complete
            .chunk_by(|a, b| a.generation == b.generation)
            .last();
        let games = trials.iter().map(|trial| u64::from(trial.evaluation.games));
        let pilot_games = pilot.as_ref().map_or(0, |pilot| pilot.games);
        let evidence = best.as_ref().and_then(Evidence::read);
        Ok(Self {
            finished: record.finished && best.is_some() && recorded.differences(&space).is_empty(),
            generations,
            games: pilot_games + games.sum::<u64>(),
            pilot,
            reliability: Ranking::of(complete).reliability(),
            games_per_candidate: last.map(games_dealt),
            restarts: distributions.iter().filter(|row| row.restarted).count() as u32,
            elapsed_seconds: trials.last().map_or(0.0, |trial| trial.elapsed_seconds),
            evidence,
            best,
            distributions,
            trials,
            space,
        })
    }
}
