//! What is on record of a campaign, read without disturbing it.

use std::path::Path;

use super::record::{check_coordinates, read_pilot};
use super::reliability::{Ranking, games_dealt};
use super::spec_history::SpecHistory;
use super::transition::note;
use super::{CampaignError, Evidence, Pilot};
use crate::checkpoint::folder::{BEST, SEARCH_SPACE, TRIALS};
use crate::checkpoint::{
    ChangeRow, DistributionRow, Distributions, Folder, Trial, TrialLog, folder,
};
use crate::spec::CampaignSpec;
use crate::weights_file::WeightsFile;
use tune2048_engine::heuristic::Weights;

/// A campaign as it stands on the disk.
#[derive(Debug)]
pub struct Progress {
    /// What is searched, and how, from the last change on.
    pub space: CampaignSpec,
    pub(super) stages: SpecHistory,
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

/// So many generations of a ranking's history matter: each counts 0.7 times the next.
const REMEMBERED: u32 = 60;

impl Progress {
    /// That of a campaign that has not begun.
    pub fn nothing(space: CampaignSpec) -> Self {
        Self {
            stages: SpecHistory::new(space.clone()),
            space,
            trials: Vec::new(),
            distributions: Vec::new(),
            generations: 0,
            games: 0,
            pilot: None,
            reliability: None,
            games_per_candidate: None,
            restarts: 0,
            elapsed_seconds: 0.0,
            best: None,
            evidence: None,
            finished: false,
        }
    }

    /// Reads the folder of a campaign.
    ///
    /// # Errors
    /// If there is no campaign, or a file is damaged.
    pub fn read(path: &Path) -> Result<Self, CampaignError> {
        let mut progress = Self::of_search(path)?;
        let files = Folder::open(path)?;
        let path = files.file(BEST);
        if path.exists() {
            progress.best = Some(WeightsFile::parse(&path, &files.read(BEST)?)?);
        }
        progress.evidence = progress.best.as_ref().and_then(Evidence::read);
        progress.finished &= progress.best.is_some();
        Ok(progress)
    }

    /// Reads the folder of a campaign without what it recommends.
    ///
    /// # Errors
    /// If there is no campaign, or another file is damaged.
    pub fn of_search(path: &Path) -> Result<Self, CampaignError> {
        let files = Folder::open(path)?;
        let record = files.record()?;
        let path = files.file(SEARCH_SPACE);
        let stages = SpecHistory::read(&files, &record)?;
        let edited = CampaignSpec::parse(&path, &files.read(SEARCH_SPACE)?)?;
        let differences = stages.latest().differences(&edited);
        // What goes on by itself is told as it will be, all else as it is.
        let goes_on = differences.iter().all(|d| d.is_larger_budget);
        let space = if goes_on {
            edited
        } else {
            stages.latest().clone()
        };
        let names = stages.first().coordinate_names();
        let trials = match files.file(TRIALS) {
            path if path.exists() => TrialLog::read(&path, space.heuristic(), &names)?.trials,
            _ => Vec::new(),
        };
        let distributions = match files.file(folder::DISTRIBUTIONS) {
            path if path.exists() => Distributions::read(&path, &names)?,
            _ => Vec::new(),
        };
        check_coordinates(&files, &trials, &distributions, &stages)?;
        let generations = trials.last().map_or(0, |last| {
            last.generation + u32::from(stages.ends_with(last))
        });
        let pilot = read_pilot(&files)?;
        let restart = distributions.iter().rfind(|row| row.restarted);
        let since = restart.map_or(0, |row| row.generation);
        let anew = stages.last_anew(stages.place(generations));
        let since = since.max(anew.map_or(0, |stage| stage.first_generation));
        let place = |generation| trials.partition_point(|trial| trial.generation < generation);
        let complete = &trials[place(since).min(place(generations))..place(generations)];
        let last = complete
            .chunk_by(|a, b| a.generation == b.generation)
            .last();
        let games = trials.iter().map(|trial| u64::from(trial.evaluation.games));
        let pilot_games = pilot.as_ref().map_or(0, |pilot| pilot.games);
        Ok(Self {
            finished: record.finished && differences.is_empty(),
            generations,
            games: pilot_games + games.sum::<u64>(),
            pilot,
            reliability: Ranking::of(complete).reliability(),
            games_per_candidate: last.map(games_dealt),
            restarts: distributions.iter().filter(|row| row.restarted).count() as u32,
            elapsed_seconds: trials.last().map_or(0.0, |trial| trial.elapsed_seconds),
            evidence: None,
            best: None,
            distributions,
            trials,
            space,
            stages,
        })
    }

    /// The weights that the search started from, before all changes.
    pub fn start_weights(&self) -> Weights {
        self.stages.first().start_weights()
    }

    /// The changes on the way, in order.
    pub fn changes(&self) -> &[ChangeRow] {
        &self.stages.changes
    }

    /// What is to be said of them where results are told, if there were any.
    pub fn changes_note(&self) -> Option<String> {
        note(&self.stages, self.generations)
    }

    /// The first generation whose points have the coordinates of `space`: the
    /// last that a change made the optimizer begin anew with.
    pub fn coordinates_since(&self) -> u32 {
        let anew = self.stages.last_anew(self.stages.place(u32::MAX));
        anew.map_or(0, |stage| stage.first_generation)
    }

    /// The trials since then, whose points and scores can be compared.
    pub fn comparable_trials(&self) -> &[Trial] {
        let since = self.coordinates_since();
        &self.trials[self
            .trials
            .partition_point(|trial| trial.generation < since)..]
    }

    /// How reliable the ranking of a generation is, by it and those before.
    pub fn reliability_at(&self, generation: u32) -> Option<f64> {
        let since = self.ranked_since(generation);
        let since = since.max(generation.saturating_sub(REMEMBERED));
        let place = |end| self.trials.partition_point(|trial| trial.generation < end);
        Ranking::of(&self.trials[place(since.min(generation))..place(generation + 1)]).reliability()
    }

    /// The generation that a ranking counts from, up to this one: the last that
    /// an optimizer began anew with.
    fn ranked_since(&self, generation: u32) -> u32 {
        let begun = |row: &&DistributionRow| row.restarted && row.generation <= generation;
        let row = self.distributions.iter().rfind(begun);
        let anew = self.stages.last_anew(self.stages.place(generation));
        let anew = anew.map_or(0, |stage| stage.first_generation);
        row.map_or(0, |row| row.generation).max(anew)
    }
}
