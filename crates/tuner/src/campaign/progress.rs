//! The state of a campaign, read from its folder without opening it.

use std::path::Path;

use super::finals::finalists::runners;
use super::journals::{check_candidates, games_so_far, read_pilot};
use super::open::recorded_spec;
use crate::campaign::{Doubt, Pilot, Ranking, Result};
use crate::record::{
    BEST, DISTRIBUTIONS, DistributionRow, Failures, Folder, SEARCH_SPACE, TRIALS, Trial,
    complete_generations, games_dealt, of_generations,
};
use crate::space::CampaignSpec;
use crate::subject::Configuration;
use crate::weights::{Evidence, WeightsFile};

/// The state of a campaign on the disk.
#[derive(Debug)]
pub struct Progress {
    /// The search space, with the largest budget that was given so far.
    pub spec: CampaignSpec,
    /// All evaluated candidates in order.
    pub trials: Vec<Trial>,
    /// The distributions that the generations were drawn from, if the optimizer has any.
    pub distributions: Vec<DistributionRow>,
    /// The number of complete generations.
    pub generations: u32,
    /// The games of the pilot and of all recorded candidates.
    pub games: u64,
    /// The pilot, once it is played.
    pub pilot: Option<Pilot>,
    /// The reliability of the ranking, 0 to 1, from the last few complete generations.
    pub reliability: Option<f64>,
    /// The games per candidate of the last complete generation.
    pub games_per_candidate: Option<u32>,
    /// What went wrong in the games of a program.
    pub failures: Option<Failures>,
    /// Why the optimizer ended before the budget, if it did.
    pub search_end: Option<String>,
    /// The number of restarts of the optimizer.
    pub restarts: u32,
    /// The time that the search has taken, pauses left out.
    pub elapsed_seconds: f64,
    /// The recommended weights, once the campaign has reached its end.
    pub best: Option<WeightsFile>,
    /// The evidence for the recommended weights.
    pub evidence: Option<Evidence>,
    /// Whether the search is over and the recommended weights are its outcome.
    pub finished: bool,
}

/// The generations that a ranking is computed from, at most: earlier ones count
/// 0.7^60 times as much as the last one, or less.
const REMEMBERED: u32 = 60;

impl Progress {
    /// The state of a campaign that has not started.
    pub fn nothing(spec: CampaignSpec) -> Self {
        Self::of(spec, Vec::new(), Vec::new(), None)
    }

    /// The state of a campaign with these rows, as far as it follows from them.
    fn of(
        spec: CampaignSpec,
        trials: Vec<Trial>,
        distributions: Vec<DistributionRow>,
        pilot: Option<Pilot>,
    ) -> Self {
        let generations = complete_generations(&trials, spec.population());
        let since = ranked_since(&distributions, generations);
        let complete = of_generations(&trials, since..generations);
        let last = complete.chunk_by(|a, b| a.generation == b.generation).last();
        Self {
            spec,
            generations,
            games: games_so_far(pilot.as_ref(), &trials),
            pilot,
            reliability: Ranking::of(complete).reliability(),
            games_per_candidate: last.map(games_dealt),
            failures: None,
            search_end: None,
            restarts: distributions.iter().filter(|row| row.restarted).count() as u32,
            elapsed_seconds: trials.last().map_or(0.0, |trial| trial.elapsed_seconds),
            best: None,
            evidence: None,
            finished: false,
            trials,
            distributions,
        }
    }

    /// Reads the folder of a campaign.
    ///
    /// # Errors
    /// If there is no campaign, or a file is damaged.
    pub fn read(path: &Path) -> Result<Self> {
        let mut progress = Self::of_search(path)?;
        let files = Folder::open(path)?;
        let path = files.file(BEST);
        if path.exists() {
            let mut best = WeightsFile::parse(&path, &files.read(BEST)?)?;
            progress.evidence = Evidence::check_owner(&best, &files)?;
            if best.weights.subject.has_own_names()
                && let Some(adopted) = progress.spec.adopt(&best.weights)
            {
                // A file names what a program is given: neither what else it could choose, nor what takes no part.
                best.weights = adopted;
            }
            progress.best = Some(best);
        }
        progress.finished &= progress.best.is_some();
        Ok(progress)
    }

    /// Reads the folder of a campaign without the recommended weights.
    ///
    /// # Errors
    /// If there is no campaign, or another file is damaged.
    pub fn of_search(path: &Path) -> Result<Self> {
        let files = Folder::open(path)?;
        let manifest = files.manifest()?;
        let path = files.file(SEARCH_SPACE);
        let spec = recorded_spec(&files, &manifest)?;
        // Mistakes of an edited file are told at once.
        CampaignSpec::parse(&path, &files.read(SEARCH_SPACE)?)?;
        let layout = spec.row_layout();
        let trials: Vec<Trial> = files.read_table(TRIALS, &layout)?;
        let distributions: Vec<DistributionRow> = files.read_table(DISTRIBUTIONS, &layout)?;
        check_candidates(&files, &trials, &spec)?;
        let pilot = read_pilot(&files)?;
        Ok(Self {
            finished: manifest.finished,
            failures: Failures::read(&files)?,
            search_end: manifest.search_end,
            ..Self::of(spec, trials, distributions, pilot)
        })
    }

    /// The weights that the search started from.
    pub fn start_weights(&self) -> Configuration {
        self.spec.start_weights()
    }

    /// The weights that the campaign in a folder started from. Its rows may be missing.
    ///
    /// # Errors
    /// If there is no campaign, or its search space cannot be read.
    pub fn incumbent(path: &Path) -> Result<Configuration> {
        let files = Folder::open_manifest(path)?;
        Ok(recorded_spec(&files, &files.manifest()?)?.start_weights())
    }

    /// The best weights by present knowledge: the mean of the last recorded
    /// distribution, without distributions the front runner, without trials the
    /// starting weights.
    pub fn guess(&self) -> Configuration {
        if let Some(row) = self.distributions.last() {
            return self.spec.decode(&row.distribution.mean);
        }
        let Some(runner) = runners(&self.spec, &self.trials).first().copied() else {
            return self.start_weights();
        };
        self.spec.subject().with_values(runner.weights.clone())
    }

    /// The number of generations that [`Self::guess`] has learned from.
    pub fn guess_generations(&self) -> u32 {
        self.distributions.last().map_or(self.generations, |row| row.generation)
    }

    /// What speaks against the scores so far, in sentences.
    pub fn doubts(&self) -> Vec<String> {
        let complete = of_generations(&self.trials, 0..self.generations);
        self.spec.doubts(self.failures.as_ref(), complete)
    }

    /// The reliability of the ranking of a generation, from it and those before.
    pub fn reliability_at(&self, generation: u32) -> Option<f64> {
        let since = ranked_since(&self.distributions, generation);
        let since = since.max(generation.saturating_sub(REMEMBERED)).min(generation);
        Ranking::of(of_generations(&self.trials, since..generation + 1)).reliability()
    }
}

impl CampaignSpec {
    /// What speaks against the scores of a campaign: games that failed, and scores that no sound
    /// program has.
    pub(super) fn doubts(&self, failures: Option<&Failures>, trials: &[Trial]) -> Vec<String> {
        let failures = failures.and_then(|failures| failures.sentence(self.failure_score()));
        let doubt = Doubt::of(trials).map(|doubt| doubt.sentence().to_owned());
        failures.into_iter().chain(doubt).collect()
    }
}

/// The first generation that the ranking of a generation is computed from: that of the last restart.
fn ranked_since(rows: &[DistributionRow], generation: u32) -> u32 {
    let begun = |row: &&DistributionRow| row.restarted && row.generation <= generation;
    rows.iter().rfind(begun).map_or(0, |row| row.generation)
}
