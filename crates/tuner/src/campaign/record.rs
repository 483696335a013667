//! What is on record of a campaign: opened, checked against what the optimizer
//! proposes, and added to.

use std::time::{Duration, Instant};

use super::rounds::Round;
use super::search::Search;
use super::spec_history::SpecHistory;
use super::{Campaign, CampaignError, Outcome, Pilot};
use crate::checkpoint::folder::{BEST, DISTRIBUTIONS, PILOT, ROUNDS, TRIALS};
use crate::checkpoint::{
    CheckpointError, DistributionRow, Distributions, Folder, RoundRow, Rounds, Trial, TrialLog,
};
use crate::spec::GamesPerCandidate;
use crate::weights_file::WeightsFile;
use tune2048_optimizer::{OptimizerError, Proposal};

impl Campaign {
    /// Opens what is recorded in the folder.
    pub(super) fn load(stages: SpecHistory, folder: Folder) -> Result<Self, CampaignError> {
        let names = stages.first().coordinate_names();
        let path = folder.file(TRIALS);
        let had_trials = path.exists();
        let (log, read) = TrialLog::open(&path, stages.first().heuristic(), &names)?;
        let next = read.trials.last().map_or(0, |trial| trial.generation + 1);
        let path = folder.file(DISTRIBUTIONS);
        let (distribution_log, distributions) = Distributions::open(&path, &names, |rows| {
            check_record(&folder, had_trials, &read.trials, rows, &stages)?;
            // Trials may have been cut off by hand; what was learnt from them goes too.
            let is_cut = !read.trials.last().is_none_or(|last| stages.ends_with(last));
            let is_learnt = is_restarted_wider(rows, next) || stages.begins_anew_at(next);
            Ok(next - u32::from(is_cut && is_learnt))
        })?;
        let pilot = read_pilot(&folder)?;
        let mut campaign = Self {
            space: stages.first().clone(),
            search: Search::new(stages.first())?,
            stages,
            stage: 0,
            folder,
            log,
            trials: read.trials,
            torn: read.torn,
            distribution_log,
            distributions,
            round_rows: 0,
            rounds: Vec::new(),
            round_log: None,
            pilot,
            session: Instant::now(),
        };
        campaign.restore()?;
        Ok(campaign)
    }

    /// Brings the campaign to where its record ends: the stage, and the optimizer
    /// with what it began from.
    pub(super) fn restore(&mut self) -> Result<(), CampaignError> {
        let restart = self.distributions.iter().rfind(|row| row.restarted);
        let begun = restart.map(|row| row.generation);
        let next = self.trials.last().map_or(0, |last| {
            last.generation + u32::from(self.stages.ends_with(last))
        });
        let next = next.max(begun.unwrap_or(0));
        self.stage = if self.space.optimizer.has_distribution() {
            self.stages.recorded_place(next, begun)
        } else {
            self.stages.place(next)
        };
        self.search = match (restart, self.stages.last_anew(self.stage)) {
            (Some(row), _) => Search::restarted(self.stages.space(row.generation), row)?,
            (None, Some(stage)) => Search::anew(stage, self.front_runner_before(stage))?,
            (None, None) => Search::new(self.stages.first())?,
        };
        self.enter_stage()
    }

    /// Keeps the rounds of generations that are not over.
    pub(super) fn forget_rounds(&mut self) {
        let open = self.first_open_generation();
        self.rounds.retain(|row| row.generation >= open);
    }

    /// Cuts off the rounds of a generation that will not be played as it was begun.
    pub(super) fn drop_rounds_from(&mut self, generation: u32) -> Result<(), CampaignError> {
        // The lock goes with the log.
        self.round_log = None;
        self.rounds.clear();
        if let GamesPerCandidate::Adaptive(_) = self.space.games_per_candidate {
            let names = self.stages.first().coordinate_names();
            let path = self.folder.file(ROUNDS);
            let (mut log, rows) = Rounds::open(&path, &names, generation)?;
            log.tune(&self.space.coordinate_names());
            (self.round_log, self.round_rows) = (Some(log), rows.len() as u64);
            self.rounds = rows;
        }
        self.forget_rounds();
        Ok(())
    }

    /// The games of the pilot, played or due.
    pub fn pilot_games(&self) -> u64 {
        let played = self.pilot.as_ref();
        played.map_or_else(|| self.pilot_games_left(), |pilot| pilot.games)
    }

    /// Records that there is to be no pilot.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn skip_pilot(&mut self) -> Result<(), CampaignError> {
        self.record_pilot(Pilot::NONE)
    }

    pub(super) fn record_pilot(&mut self, pilot: Pilot) -> Result<(), CampaignError> {
        let text = serde_json::to_string_pretty(&pilot).expect("a pilot has a JSON form");
        self.folder.write(PILOT, &(text + "\n"))?;
        self.pilot = Some(pilot);
        Ok(())
    }

    /// What is recorded of a round, as far as it goes.
    pub(super) fn recorded_round(
        &self,
        proposal: &Proposal,
        generation: u32,
        round: &Round,
    ) -> Result<Vec<RoundRow>, CampaignError> {
        let rows = self.rounds.iter();
        let rows: Vec<RoundRow> = rows
            .filter(|row| (row.generation, row.round) == (generation, round.number))
            .cloned()
            .collect();
        for (place, row) in rows.iter().enumerate() {
            let found = (row.candidate as usize, row.results.len());
            let expected = round.candidates.get(place);
            let expected = expected.map(|&candidate| (candidate, round.seeds.len()));
            if expected != Some(found) {
                let words =
                    |(candidate, games)| format!("candidate {candidate} with {games} games");
                let expected = expected.map_or("the end of the round".to_owned(), words);
                return Err(CampaignError::from(CheckpointError::Damaged {
                    path: self.folder.file(ROUNDS),
                    line: row.row as usize + 2,
                    problem: format!("found {}, expected {expected}", words(found)),
                }));
            }
            let point = &proposal.points[found.0];
            self.check_point(ROUNDS, generation, found.0, &row.point, point)?;
        }
        Ok(rows)
    }

    /// The outcome, if this very search has come to its end before and the
    /// file of it is whole.
    pub(super) fn recorded_outcome(&self) -> Result<Option<Outcome>, CampaignError> {
        let path = self.folder.file(BEST);
        if !self.folder.record()?.finished || !path.is_file() {
            return Ok(None);
        }
        let file = WeightsFile::parse(&path, &self.folder.read(BEST)?).ok();
        let outcome = file.and_then(Outcome::read);
        Ok(outcome.filter(|outcome| outcome.evidence.search_games == self.games()))
    }

    /// The generation that the record stops in or before.
    pub(super) fn first_open_generation(&self) -> u32 {
        let Some(last) = self.trials.last() else {
            return self.search.first_generation;
        };
        let is_path_independent = self.stages.ends_with(last);
        (last.generation + u32::from(is_path_independent)).max(self.search.first_generation)
    }

    /// The time that earlier sessions took.
    pub(super) fn elapsed_before(&self) -> Duration {
        let trial = self.trials.last().map(|trial| trial.elapsed_seconds);
        let round = self.rounds.last().map(|row| row.elapsed_seconds);
        let seconds = trial.into_iter().chain(round).fold(0.0, f64::max);
        Duration::try_from_secs_f64(seconds).unwrap_or_default()
    }

    /// Records what a generation is drawn from, once.
    pub(super) fn record_distribution(
        &mut self,
        proposal: &Proposal,
        generation: u32,
        restarted: bool,
    ) -> Result<(), CampaignError> {
        let known = self.distributions.last().map(|row| row.generation);
        if let Some(distribution) = &proposal.distribution
            && known.is_none_or(|known| known < generation)
        {
            let row = DistributionRow {
                generation,
                restarted,
                distribution: distribution.clone(),
            };
            self.distribution_log.append(&row)?;
            self.distributions.push(row);
        }
        Ok(())
    }

    /// Records the distributions that the file has lost of the generations
    /// before this one: the winner may be an average of their means. That this
    /// one was proposed shows that they can be replayed.
    pub(super) fn restore_distributions(
        &mut self,
        proposal: &Proposal,
        generation: u32,
    ) -> Result<(), CampaignError> {
        if proposal.distribution.is_none() {
            return Ok(());
        }
        let known = self.distributions.last().map(|row| row.generation + 1);
        for missing in known.unwrap_or(self.search.first_generation)..generation {
            let lost = self.search.propose(&self.trials, missing)?;
            self.record_distribution(&lost, missing, false)?;
        }
        Ok(())
    }

    /// Checks that what is recorded of a generation is what was proposed for it.
    pub(super) fn check_recorded(
        &self,
        proposal: &Proposal,
        generation: u32,
    ) -> Result<(), CampaignError> {
        let recorded = &self.trials[self.first_trial(generation)..];
        for (trial, point) in recorded.iter().zip(&proposal.points) {
            let candidate = trial.candidate as usize;
            self.check_point(TRIALS, generation, candidate, &trial.point, point)?;
        }
        Ok(())
    }

    fn check_point(
        &self,
        file: &str,
        generation: u32,
        candidate: usize,
        recorded: &[f64],
        replayed: &[f64],
    ) -> Result<(), CampaignError> {
        for (coordinate, (&recorded, &replayed)) in recorded.iter().zip(replayed).enumerate() {
            if recorded.to_bits() != replayed.to_bits() {
                let found = OptimizerError::Diverged {
                    generation: (generation - self.search.first_generation) as usize,
                    candidate,
                    coordinate,
                    recorded,
                    replayed,
                };
                return Err(self.diverged(file, found));
            }
        }
        Ok(())
    }

    pub(super) fn diverged(&self, file: &str, mut found: OptimizerError) -> CampaignError {
        if let OptimizerError::Diverged { generation, .. } = &mut found {
            // An optimizer that was started anew counts from there.
            *generation += self.search.first_generation as usize;
        }
        CampaignError::Diverged {
            path: self.folder.file(file),
            found,
            has_distribution: !self.distributions.is_empty(),
        }
    }
}

/// Whether a generation begins anew with a larger step size: unlike a restart
/// from the last distribution, one that can only follow on a whole generation.
pub(super) fn is_restarted_wider(rows: &[DistributionRow], generation: u32) -> bool {
    rows.windows(2).any(|pair| {
        let [before, row] = [&pair[0], &pair[1]];
        let is_wider = row.distribution.step_size > before.distribution.step_size;
        row.generation == generation && row.restarted && is_wider
    })
}

/// What is recorded of the pilot, if it was played.
pub(super) fn read_pilot(folder: &Folder) -> Result<Option<Pilot>, CheckpointError> {
    let path = folder.file(PILOT);
    if !path.exists() {
        return Ok(None);
    }
    let read = serde_json::from_str(&folder.read(PILOT)?);
    read.map(Some)
        .map_err(|error| CheckpointError::DamagedRecord {
            path,
            line: error.line(),
            problem: error.to_string(),
        })
}

/// Checks what the files of a campaign say of each other.
fn check_record(
    folder: &Folder,
    had_trials: bool,
    trials: &[Trial],
    distributions: &[DistributionRow],
    stages: &SpecHistory,
) -> Result<(), CheckpointError> {
    if !had_trials && let Some(row) = distributions.last() {
        let generation = row.generation;
        let problem =
            format!("the file is gone, but {DISTRIBUTIONS} knows generation {generation}");
        return Err(CheckpointError::damaged(&folder.file(TRIALS), 1, problem));
    }
    check_coordinates(folder, trials, distributions, stages)
}

/// Checks that candidates and distributions are those of their generation's search space.
pub(super) fn check_coordinates(
    folder: &Folder,
    trials: &[Trial],
    distributions: &[DistributionRow],
    stages: &SpecHistory,
) -> Result<(), CheckpointError> {
    let damaged = |file, line, problem: String| {
        Err(CheckpointError::damaged(&folder.file(file), line, problem))
    };
    let coordinates = |found: usize, expected: usize| {
        format!("found a point of {found} coordinates, expected {expected}")
    };
    for (index, trial) in trials.iter().enumerate() {
        let space = stages.space(trial.generation);
        if trial.candidate >= space.population() {
            let (found, most) = (trial.candidate, space.population() - 1);
            let problem = format!("found candidate {found}, expected 0 to {most}");
            return damaged(TRIALS, index + 2, problem);
        }
        let (found, expected) = (trial.point.len(), space.dimensions());
        if found != expected {
            return damaged(TRIALS, index + 2, coordinates(found, expected));
        }
    }
    for (index, row) in distributions.iter().enumerate() {
        let expected = stages.space(row.generation).dimensions();
        let found = row.distribution.mean.len();
        if found != expected {
            return damaged(DISTRIBUTIONS, index + 2, coordinates(found, expected));
        }
    }
    Ok(())
}
