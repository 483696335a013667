//! Comparing the record with what the optimizer proposes.
//!
//! An optimizer is a pure function of its settings and the recorded
//! generations. A difference means that the record was changed or is that of
//! another campaign, or that the processor computes other bits than the one
//! that recorded.

use crate::campaign::{CampaignError, Journals, Result};
use crate::record::{DISTRIBUTIONS, DistributionRow, TRIALS};
use tune2048_optimizer::{Distribution, OptimizerError, Proposal, check_point, is_same};

/// The largest difference, in edges of the unit cube, between a record of an
/// earlier build and its replay.
///
/// Earlier builds went on from a distribution whose covariance was not
/// symmetric to the bit, and recorded one half of it. From the recorded points
/// their searches are replayed with differences of about 1e-16, more where two
/// directions have nearly the same spread.
const ROUNDED: f64 = 1e-9;

impl Journals {
    /// The largest difference between the record and its replay.
    pub(crate) fn tolerance(&self) -> f64 {
        match self.folder.fingerprint() {
            Some(_) => 0.0,
            None => ROUNDED,
        }
    }

    /// Checks the recorded trials of the last generation, this one, whose points stand.
    ///
    /// # Errors
    /// [`CampaignError::Diverged`] at the first difference.
    pub(crate) fn check_trials(&self, generation: u32, proposal: &mut Proposal) -> Result<()> {
        let recorded = self.trials_from(generation);
        for (trial, point) in recorded.iter().zip(&mut proposal.points) {
            let place = (generation as usize, trial.candidate as usize);
            check_point(place, &trial.point, point, self.tolerance())
                .map_err(|found| self.diverged(TRIALS, generation, found))?;
            point.clone_from(&trial.point);
        }
        Ok(())
    }

    /// Checks the recorded distribution of a generation, if there is one. A
    /// distribution that a search restarted from is not derived from trials.
    ///
    /// # Errors
    /// [`CampaignError::Failed`] at the first difference.
    pub(crate) fn check_distribution(
        &self,
        generation: u32,
        replayed: Option<&Distribution>,
    ) -> Result<()> {
        let Some(replayed) = replayed else { return Ok(()) };
        let rows = self.distributions.rows();
        let end = rows.partition_point(|row| row.generation <= generation);
        let last = rows[..end].last();
        let is_derived = |row: &&DistributionRow| row.generation == generation && !row.restarted;
        let Some(row) = last.filter(is_derived) else { return Ok(()) };
        let numbers = |distribution: &Distribution| -> Vec<f64> {
            let covariance = distribution.covariance.rows().iter().flatten();
            let mean = distribution.mean.iter();
            let all = [distribution.step_size];
            all.iter().chain(mean).chain(covariance).copied().collect()
        };
        let (recorded, replayed) = (numbers(&row.distribution), numbers(replayed));
        let mut pairs = recorded.into_iter().zip(replayed);
        let is_other = |(a, b): &(f64, f64)| !is_same(*a, *b, self.tolerance());
        match pairs.find(is_other) {
            None => Ok(()),
            Some((recorded, replayed)) => Err(CampaignError::Failed(format!(
                "{} line {}: the distribution of generation {generation} is not that of the trials: \
                 found {recorded}, expected {replayed} - restore the files from a copy if one was \
                 changed or is that of another campaign; otherwise go on from the last recorded \
                 distribution with --from-distribution",
                self.folder.file(DISTRIBUTIONS).display(),
                end + 1
            ))),
        }
    }

    /// The error of a difference that the optimizer or this comparison has found in a generation.
    pub(crate) fn diverged(&self, file: &str, of: u32, mut found: OptimizerError) -> CampaignError {
        if let OptimizerError::Diverged { generation, .. } = &mut found {
            *generation = of as usize;
        }
        let has_distribution = !self.distributions.rows().is_empty();
        CampaignError::Diverged { path: self.folder.file(file), found, has_distribution }
    }
}
