//! The files of a campaign during its search, and what they contain.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::campaign::{Pilot, Result};
use crate::record::{
    CheckpointError, DISTRIBUTIONS, DistributionRow, ExtrasRow, FailureLog, Folder, PILOT,
    RowLayout, TRIALS, Table, Trial, complete_generations, extras, games_of, next_generation,
    of_generations, seeds_before,
};
use crate::space::CampaignSpec;
use tune2048_engine::game::{GameSeed, Stream};
use tune2048_optimizer::Distribution;

/// The recorded search of a campaign, open for appending.
#[derive(Debug)]
pub(super) struct Journals {
    pub(super) folder: Folder,
    pub(super) trials: Table<Trial>,
    pub(super) distributions: Table<DistributionRow>,
    pub(super) pilot: Option<Pilot>,
    pub(super) failures: FailureLog,
    extras: Option<Table<ExtrasRow>>,
}

impl Journals {
    /// Opens the files in a folder or makes them.
    ///
    /// # Errors
    /// If a file cannot be opened, another process has it open, or it is damaged.
    pub(super) fn open(folder: Folder, spec: &CampaignSpec) -> Result<Self> {
        let had_trials = folder.file(TRIALS).exists();
        // The trials come first: their lock is that of the folder.
        let trials: Table<Trial> = folder.open_table(TRIALS, spec.row_layout())?;
        let mut distributions: Table<DistributionRow> =
            folder.open_table(DISTRIBUTIONS, spec.row_layout())?;
        if !had_trials && let Some(DistributionRow { generation, .. }) = distributions.last() {
            let problem = format!(
                "the file is missing, but {DISTRIBUTIONS} contains generation {generation}"
            );
            return Err(CheckpointError::damaged(&folder.file(TRIALS), 1, problem).into());
        }
        check_candidates(&folder, trials.rows(), spec)?;
        // If a user has cut off trials, a restart that was derived from
        // them is cut off as well.
        let next = next_generation(trials.rows());
        let is_cut = next > complete_generations(trials.rows(), spec.population());
        let is_derived = is_restarted_wider(distributions.rows(), next);
        let end = next + u32::from(!(is_cut && is_derived));
        distributions.keep_while(|row| row.generation < end)?;
        let pilot = read_pilot(&folder)?;
        let games = games_so_far(pilot.as_ref(), trials.rows());
        Ok(Self {
            failures: FailureLog::open(&folder, games)?,
            pilot,
            folder,
            trials,
            distributions,
            extras: None,
        })
    }

    /// Records extra numbers that a program reports of the games of a candidate of a generation,
    /// which are recorded next.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub(super) fn record_extras(
        &mut self,
        place: (u32, u32),
        numbers: &BTreeMap<String, Vec<f64>>,
    ) -> Result<()> {
        if numbers.is_empty() {
            return Ok(());
        }
        if self.extras.is_none() {
            let is_recorded = |generation, candidate| {
                self.trials_of(generation).iter().any(|trial| trial.candidate == candidate)
            };
            self.extras = Some(extras::open(&self.folder, is_recorded)?);
        }
        let log = self.extras.as_mut().expect("it was opened");
        Ok(extras::append(log, place, numbers)?)
    }

    /// The trials of this generation and later ones.
    pub(super) fn trials_from(&self, generation: u32) -> &[Trial] {
        of_generations(self.trials.rows(), generation..u32::MAX)
    }

    /// The trials of this generation.
    pub(super) fn trials_of(&self, generation: u32) -> &[Trial] {
        of_generations(self.trials.rows(), generation..generation + 1)
    }

    /// The seeds of a generation. Its first seed follows on the last one of the
    /// generation before.
    pub(super) fn seeds(&self, seed: u64, generation: u32, games: u32) -> Vec<GameSeed> {
        let first = seeds_before(self.trials.rows(), generation);
        let at = |place| GameSeed::new(seed, Stream::Search, first + u64::from(place));
        (0..games).map(at).collect()
    }

    /// Whether games of this generation or later ones are recorded.
    pub(super) fn has_begun(&self, generation: u32) -> bool {
        !self.trials_from(generation).is_empty()
    }

    /// The recorded games of the pilot and of the search.
    pub(super) fn games(&self) -> u64 {
        games_so_far(self.pilot.as_ref(), self.trials.rows())
    }

    /// The recorded time of all sessions together.
    pub(super) fn elapsed(&self) -> Duration {
        let seconds = self.trials.last().map_or(0.0, |trial| trial.elapsed_seconds);
        Duration::try_from_secs_f64(seconds).expect("times are checked when they are read")
    }

    /// Records the pilot.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn record_pilot(&mut self, pilot: Pilot) -> Result<()> {
        let campaign = self.folder.fingerprint().map(str::to_owned);
        self.folder.write_json(PILOT, &RecordedPilot { campaign, pilot: pilot.clone() })?;
        self.pilot = Some(pilot);
        Ok(())
    }

    /// Records the distribution that a generation is drawn from, unless it is
    /// recorded already.
    ///
    /// # Errors
    /// If the row cannot be written.
    pub(super) fn record_distribution(
        &mut self,
        generation: u32,
        distribution: Option<&Distribution>,
    ) -> Result<()> {
        let last = self.distributions.last();
        if last.is_none_or(|last| last.generation < generation)
            && let Some(distribution) = distribution.cloned()
        {
            let row = DistributionRow { generation, restarted: false, distribution };
            self.distributions.append(row)?;
        }
        Ok(())
    }
}

/// The games of the pilot and of the search.
pub(super) fn games_so_far(pilot: Option<&Pilot>, trials: &[Trial]) -> u64 {
    pilot.map_or(0, |pilot| pilot.games) + games_of(trials)
}

/// Whether a generation starts with a larger step size: unlike a restart from
/// the last distribution, such a restart follows on a complete generation only.
fn is_restarted_wider(rows: &[DistributionRow], generation: u32) -> bool {
    rows.windows(2).any(|pair| {
        let [before, row] = [&pair[0], &pair[1]];
        let is_wider = row.distribution.step_size > before.distribution.step_size;
        row.generation == generation && row.restarted && is_wider
    })
}

/// The content of `pilot.json`.
#[derive(Serialize, Deserialize)]
struct RecordedPilot {
    /// The fingerprint of the campaign, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    campaign: Option<String>,
    #[serde(flatten)]
    pilot: Pilot,
}

/// Reads the recorded pilot, if it was played.
pub(super) fn read_pilot(folder: &Folder) -> Result<Option<Pilot>> {
    if !folder.file(PILOT).exists() {
        return Ok(None);
    }
    let RecordedPilot { campaign, pilot } = folder.read_json(PILOT)?;
    folder.check_owner(PILOT, campaign.as_deref())?;
    Ok(Some(pilot))
}

/// Checks that no generation has more candidates than the search space says.
pub(super) fn check_candidates(
    folder: &Folder,
    trials: &[Trial],
    spec: &CampaignSpec,
) -> Result<()> {
    let population = spec.population();
    let Some(row) = trials.iter().position(|trial| trial.candidate >= population) else {
        return Ok(());
    };
    let (found, last) = (trials[row].candidate, population - 1);
    let problem = format!("found candidate {found}, expected 0 to {last}");
    Err(folder.damaged(TRIALS, row, problem).into())
}

impl CampaignSpec {
    /// The layout of the rows of trials and distributions.
    pub(super) fn row_layout(&self) -> RowLayout {
        RowLayout::new(self.subject(), &self.coordinate_names())
    }
}
