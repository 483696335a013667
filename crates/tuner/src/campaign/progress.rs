//! The state of a campaign, read from its folder without opening it.

use std::path::Path;

use super::journals::{check_coordinates, read_pilot};
use crate::campaign::change::spec_change::{Change, ChangeContext};
use crate::campaign::change::spec_history::SpecHistory;
use crate::campaign::finals::finalists;
use crate::campaign::search::split_half::Ranking;
use crate::campaign::{CampaignError, Pilot};
use crate::record::file_names::{BEST, SEARCH_SPACE};
use crate::record::{
    ChangeRow, DistributionLog, DistributionRow, Folder, Trial, TrialLog, games_dealt,
    of_generations,
};
use crate::space::CampaignSpec;
use crate::subject::Configuration;
use crate::weights::Evidence;
use crate::weights::file::WeightsFile;

/// The state of a campaign on the disk.
#[derive(Debug)]
pub struct Progress {
    /// The search space after the last change.
    pub spec: CampaignSpec,
    pub(super) history: SpecHistory,
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
        Self {
            history: SpecHistory::new(spec.clone()),
            spec,
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
        if let Some(best) = &progress.best {
            progress.evidence = Evidence::check_owner(best, &files)?;
        }
        progress.finished &= progress.best.is_some();
        Ok(progress)
    }

    /// Reads the folder of a campaign without the recommended weights.
    ///
    /// # Errors
    /// If there is no campaign, or another file is damaged.
    pub fn of_search(path: &Path) -> Result<Self, CampaignError> {
        let files = Folder::open(path)?;
        let manifest = files.manifest()?;
        let path = files.file(SEARCH_SPACE);
        let history = SpecHistory::read(&files, &manifest)?;
        let edited = CampaignSpec::parse(&path, &files.read(SEARCH_SPACE)?)?;
        let differences = history.latest().differences(&edited);
        // A larger budget applies as soon as the campaign goes on; any other
        // change needs to be recorded first.
        let goes_on = differences.iter().all(|d| d.needs_no_change);
        let spec = if goes_on { edited } else { history.latest().clone() };
        let names = history.first().coordinate_names();
        let trials = TrialLog::read(&files, spec.subject(), &names)?;
        let distributions = DistributionLog::read(&files, &names)?;
        check_coordinates(&files, &trials, &distributions, &history)?;
        let generations = history.complete_generations(trials.last());
        let pilot = read_pilot(&files)?;
        let since = ranked_since(&history, &distributions, generations);
        let complete = of_generations(&trials, since..generations);
        let last = complete.chunk_by(|a, b| a.generation == b.generation).last();
        let games = trials.iter().map(|trial| u64::from(trial.evaluation.games));
        let pilot_games = pilot.as_ref().map_or(0, |pilot| pilot.games);
        Ok(Self {
            finished: manifest.finished && differences.is_empty(),
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
            spec,
            history,
        })
    }

    /// The weights that the search started from, before all changes.
    pub fn start_weights(&self) -> Configuration {
        self.history.first().start_weights()
    }

    /// The changes after the start, in order.
    pub fn changes(&self) -> &[ChangeRow] {
        self.history.changes()
    }

    /// The change if the campaign went on with another search space; `path`
    /// names it in messages, `text` is its content. Nothing is written.
    ///
    /// # Errors
    /// If the text has mistakes, or the change is impossible.
    pub fn consider(&self, path: &Path, text: &str) -> Result<Change, CampaignError> {
        let spec = CampaignSpec::parse(path, text)?;
        let context = ChangeContext {
            history: &self.history,
            games: self.games,
            next_generation: self.generations,
            elapsed_seconds: self.elapsed_seconds,
            guess: self.guess(),
        };
        context.consider(path, &spec)
    }

    /// The best weights by present knowledge: the mean of the last recorded
    /// distribution, without distributions the front runner, without trials the
    /// starting weights.
    pub fn guess(&self) -> Configuration {
        finalists::guess(&self.history, &self.distributions, &self.trials)
    }

    /// The number of generations that [`Self::guess`] has learned from.
    pub fn guess_generations(&self) -> u32 {
        let row = self.distributions.last();
        row.map_or(self.generations, |row| row.generation)
    }

    /// A note on the changes of the campaign for its results, if there were any.
    pub fn changes_note(&self) -> Option<String> {
        self.history.note(self.generations)
    }

    /// The first generation whose points have the coordinates of
    /// [`Self::spec`]: the last one at which a change restarted the optimizer.
    pub fn coordinates_since(&self) -> u32 {
        let changed = self.history.last_restart(self.history.place(u32::MAX));
        changed.map_or(0, |stage| stage.first_generation)
    }

    /// The trials whose points and scores can be compared: those since
    /// [`Self::coordinates_since`].
    pub fn comparable_trials(&self) -> &[Trial] {
        of_generations(&self.trials, self.coordinates_since()..u32::MAX)
    }

    /// The reliability of the ranking of a generation, from it and those before.
    pub fn reliability_at(&self, generation: u32) -> Option<f64> {
        let since = ranked_since(&self.history, &self.distributions, generation);
        let since = since.max(generation.saturating_sub(REMEMBERED)).min(generation);
        Ranking::of(of_generations(&self.trials, since..generation + 1)).reliability()
    }
}

/// The first generation that the ranking of a generation is computed from: that of the last restart.
fn ranked_since(history: &SpecHistory, rows: &[DistributionRow], generation: u32) -> u32 {
    let begun = |row: &&DistributionRow| row.restarted && row.generation <= generation;
    let row = rows.iter().rfind(begun);
    let changed = history.last_restart(history.place(generation));
    let changed = changed.map_or(0, |stage| stage.first_generation);
    row.map_or(0, |row| row.generation).max(changed)
}
