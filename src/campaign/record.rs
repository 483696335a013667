//! What is on record of a campaign: opened, checked against what the optimizer
//! proposes, and added to.

use std::time::{Duration, Instant};

use super::search::Search;
use super::{Campaign, CampaignError, Outcome};
use crate::checkpoint::folder::{BEST, DISTRIBUTIONS, TRIALS};
use crate::checkpoint::{CheckpointError, DistributionRow, Distributions, Folder, Trial, Trials};
use crate::optimizer::{OptimizerError, Proposal};
use crate::search_space::SearchSpace;
use crate::weights_file::WeightsFile;

impl Campaign {
    /// Opens what is recorded in the folder.
    pub(super) fn load(space: SearchSpace, folder: Folder) -> Result<Self, CampaignError> {
        let names = space.coordinate_names();
        let path = folder.file(TRIALS);
        let had_trials = path.exists();
        let (log, read) = Trials::open(&path, space.heuristic(), &names)?;
        let next = read.trials.last().map_or(0, |trial| trial.generation + 1);
        let path = folder.file(DISTRIBUTIONS);
        let (distribution_log, distributions) = Distributions::open(&path, &names, |rows| {
            let population = space.population() as usize;
            check_record(&folder, had_trials, &read.trials, rows, population)?;
            // Trials may have been cut off by hand; what was learnt from them goes too.
            Ok(next)
        })?;
        let restart = distributions.iter().rfind(|row| row.restarted);
        let search = match restart {
            Some(row) => Search::restarted(&space, row)?,
            None => Search::new(&space)?,
        };
        Ok(Self {
            space,
            folder,
            log,
            trials: read.trials,
            torn: read.torn,
            distribution_log,
            distributions,
            search,
            session: Instant::now(),
        })
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
        let complete = last.candidate as usize + 1 == self.population();
        (last.generation + u32::from(complete)).max(self.search.first_generation)
    }

    /// The time that earlier sessions took.
    pub(super) fn elapsed_before(&self) -> Duration {
        let seconds = self
            .trials
            .last()
            .map_or(0.0, |trial| trial.elapsed_seconds);
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
        let first = self
            .trials
            .partition_point(|trial| trial.generation < generation);
        for (trial, point) in self.trials[first..].iter().zip(&proposal.points) {
            for (coordinate, (recorded, replayed)) in trial.point.iter().zip(point).enumerate() {
                if recorded.to_bits() != replayed.to_bits() {
                    return Err(self.diverged(OptimizerError::Diverged {
                        generation: (generation - self.search.first_generation) as usize,
                        candidate: trial.candidate as usize,
                        coordinate,
                        recorded: *recorded,
                        replayed: *replayed,
                    }));
                }
            }
        }
        Ok(())
    }

    pub(super) fn diverged(&self, mut found: OptimizerError) -> CampaignError {
        if let OptimizerError::Diverged { generation, .. } = &mut found {
            // An optimizer that was started anew counts from there.
            *generation += self.search.first_generation as usize;
        }
        CampaignError::Diverged {
            path: self.folder.file(TRIALS),
            found,
            has_distribution: !self.distributions.is_empty(),
        }
    }
}

/// Checks what the files of a campaign say of each other.
fn check_record(
    folder: &Folder,
    had_trials: bool,
    trials: &[Trial],
    distributions: &[DistributionRow],
    population: usize,
) -> Result<(), CheckpointError> {
    let damaged = |line, problem| CheckpointError::Damaged {
        path: folder.file(TRIALS),
        line,
        problem,
    };
    if !had_trials && let Some(row) = distributions.last() {
        let generation = row.generation;
        return Err(damaged(
            1,
            format!("the file is gone, but {DISTRIBUTIONS} knows generation {generation}"),
        ));
    }
    match trials
        .iter()
        .position(|trial| trial.candidate as usize >= population)
    {
        Some(index) => Err(damaged(
            index + 2,
            format!(
                "found candidate {}, expected 0 to {}",
                trials[index].candidate,
                population - 1
            ),
        )),
        None => Ok(()),
    }
}
