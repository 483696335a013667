//! Comparing the record with what the optimizer proposes.
//!
//! An optimizer is a pure function of its settings and the recorded
//! generations. A difference means that the record was changed or is that of
//! another campaign, or that the processor computes other bits than the one
//! that recorded.

use crate::campaign::CampaignError;
use crate::campaign::journals::Journals;
use crate::record::file_names::{DISTRIBUTIONS, TRIALS};
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
}

/// The comparison of one generation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replay<'a> {
    journals: &'a Journals,
    generation: u32,
}

impl<'a> Replay<'a> {
    /// The comparison of a generation.
    pub(crate) fn new(journals: &'a Journals, generation: u32) -> Self {
        Self { journals, generation }
    }

    /// Checks the recorded trials of the last generation, whose points stand.
    ///
    /// # Errors
    /// [`CampaignError::Diverged`] at the first difference.
    pub(crate) fn check_trials(&self, proposal: &mut Proposal) -> Result<(), CampaignError> {
        let recorded = self.journals.trials_from(self.generation);
        for (trial, point) in recorded.iter().zip(&mut proposal.points) {
            self.check_point(TRIALS, trial.candidate as usize, &trial.point, point)?;
            point.clone_from(&trial.point);
        }
        Ok(())
    }

    /// Checks a point that a file has recorded.
    ///
    /// # Errors
    /// [`CampaignError::Diverged`] at the first difference.
    pub(crate) fn check_point(
        &self,
        file: &str,
        candidate: usize,
        recorded: &[f64],
        replayed: &[f64],
    ) -> Result<(), CampaignError> {
        let place = (self.generation as usize, candidate);
        check_point(place, recorded, replayed, self.journals.tolerance())
            .map_err(|found| self.diverged(file, found))
    }

    /// Checks the recorded distribution of the generation, if there is one. A
    /// distribution that a search restarted from is not derived from trials.
    ///
    /// # Errors
    /// [`CampaignError::OtherDistribution`] at the first difference.
    pub(crate) fn check_distribution(
        &self,
        replayed: Option<&Distribution>,
    ) -> Result<(), CampaignError> {
        let Some(replayed) = replayed else { return Ok(()) };
        let rows = self.journals.distributions.rows();
        let end = rows.partition_point(|row| row.generation <= self.generation);
        let Some((index, row)) = rows[..end].iter().enumerate().next_back() else { return Ok(()) };
        if row.generation != self.generation || row.restarted {
            return Ok(());
        }
        let numbers = |distribution: &Distribution| -> Vec<f64> {
            let covariance = distribution.covariance.rows().iter().flatten();
            let mean = distribution.mean.iter();
            let all = [distribution.step_size];
            all.iter().chain(mean).chain(covariance).copied().collect()
        };
        let (recorded, replayed) = (numbers(&row.distribution), numbers(replayed));
        let mut pairs = recorded.into_iter().zip(replayed);
        let is_other = |(a, b): &(f64, f64)| !is_same(*a, *b, self.journals.tolerance());
        match pairs.find(is_other) {
            None => Ok(()),
            Some((recorded, replayed)) => Err(CampaignError::OtherDistribution {
                path: self.journals.folder.file(DISTRIBUTIONS),
                line: index + 2,
                generation: self.generation,
                recorded,
                replayed,
            }),
        }
    }

    /// The error of a difference that the optimizer or this comparison has found.
    pub(crate) fn diverged(&self, file: &str, mut found: OptimizerError) -> CampaignError {
        if let OptimizerError::Diverged { generation, .. } = &mut found {
            *generation = self.generation as usize;
        }
        CampaignError::Diverged {
            path: self.journals.folder.file(file),
            found,
            has_distribution: !self.journals.distributions.rows().is_empty(),
        }
    }
}
