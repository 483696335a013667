//! Comparing the recorded points with the points that the optimizer proposes.
//!
//! An optimizer is a pure function of its settings and the recorded
//! generations. A difference means that the record was changed, or that the
//! processor computes other bits than the one that recorded.

use super::CampaignError;
use super::journals::Journals;
use crate::checkpoint::file_names::TRIALS;
use tune2048_optimizer::{OptimizerError, Proposal};

/// A replay of a recorded search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replay<'a> {
    journals: &'a Journals,
    /// The generation that the optimizer started at; it counts from there.
    first_generation: u32,
}

impl<'a> Replay<'a> {
    /// The replay by an optimizer that started at `first_generation`.
    pub(super) fn new(journals: &'a Journals, first_generation: u32) -> Self {
        Self {
            journals,
            first_generation,
        }
    }

    /// Checks the recorded trials of the last generation.
    ///
    /// # Errors
    /// [`CampaignError::Diverged`] at the first difference.
    pub(super) fn check_trials(
        &self,
        proposal: &Proposal,
        generation: u32,
    ) -> Result<(), CampaignError> {
        let recorded = self.journals.trials_from(generation);
        for (trial, point) in recorded.iter().zip(&proposal.points) {
            let candidate = trial.candidate as usize;
            self.check_point(TRIALS, generation, candidate, &trial.point, point)?;
        }
        Ok(())
    }

    /// Checks a point that a file has recorded.
    ///
    /// # Errors
    /// [`CampaignError::Diverged`] at the first difference.
    pub(super) fn check_point(
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
                    generation: (generation - self.first_generation) as usize,
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

    /// The error of a difference that the optimizer or this replay has found.
    pub(super) fn diverged(&self, file: &str, mut found: OptimizerError) -> CampaignError {
        if let OptimizerError::Diverged { generation, .. } = &mut found {
            *generation += self.first_generation as usize;
        }
        CampaignError::Diverged {
            path: self.journals.folder.file(file),
            found,
            has_distribution: !self.journals.distributions.rows().is_empty(),
        }
    }
}
