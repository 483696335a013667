//! The optimizer of a campaign, from its settings and its record.

use super::CampaignError;
use crate::checkpoint::{DistributionRow, Trial};
use crate::optimizer::{
    CmaEs, CmaEsSettings, EvaluatedGeneration, Optimizer, OptimizerError, ParticleSwarm,
    ParticleSwarmSettings, Proposal, RandomSearch,
};
use crate::search_space::{OptimizerSettings, SearchSpace};

/// An optimizer with the generation that it started at.
#[derive(Debug)]
pub(super) struct Search {
    optimizer: Box<dyn Optimizer>,
    /// The first generation of its own history: 0 unless it was started anew
    /// from a recorded distribution.
    pub(super) first_generation: u32,
}

impl Search {
    /// The optimizer that the search space asks for, from its starting point.
    ///
    /// # Errors
    /// If a setting is one that no optimizer can work with.
    pub(super) fn new(space: &SearchSpace) -> Result<Self, OptimizerError> {
        let start = space.start_point();
        let population = space.population() as usize;
        let optimizer: Box<dyn Optimizer> = match &space.optimizer {
            OptimizerSettings::CmaEs(settings) => {
                let settings = CmaEsSettings {
                    population: Some(population),
                    step_size: settings.step_size,
                };
                Box::new(CmaEs::new(&settings, start, space.seed)?)
            }
            OptimizerSettings::ParticleSwarm(settings) => {
                let settings = ParticleSwarmSettings {
                    population,
                    inertia: settings.inertia,
                    cognitive: settings.cognitive,
                    social: settings.social,
                };
                Box::new(ParticleSwarm::new(settings, start, space.seed)?)
            }
            OptimizerSettings::RandomMatrix(_) => Box::new(RandomSearch::new(
                space.dimensions(),
                population,
                space.seed,
            )?),
        };
        Ok(Self {
            optimizer,
            first_generation: 0,
        })
    }

    /// CMA-ES started anew from a recorded distribution.
    ///
    /// # Errors
    /// If the distribution is not one.
    pub(super) fn restarted(
        space: &SearchSpace,
        row: &DistributionRow,
    ) -> Result<Self, OptimizerError> {
        let population = Some(space.population() as usize);
        // The seed must be another one, lest the same deviations be drawn again.
        let seed = space.seed.wrapping_add(u64::from(row.generation) + 1);
        Ok(Self {
            optimizer: Box::new(CmaEs::from_distribution(
                population,
                &row.distribution,
                seed,
            )?),
            first_generation: row.generation,
        })
    }

    /// How many candidates a generation has.
    pub(super) fn population(&self) -> usize {
        self.optimizer.population()
    }

    /// The generation that follows on the recorded ones.
    ///
    /// # Errors
    /// If the record is not this optimizer's, or nothing is left to propose.
    pub(super) fn propose(
        &self,
        trials: &[Trial],
        generation: u32,
    ) -> Result<Proposal, OptimizerError> {
        let history: Vec<EvaluatedGeneration> = (self.first_generation..generation)
            .map(|generation| evaluated(trials, generation))
            .collect();
        self.optimizer.propose(&history)
    }
}

/// The first generation of a search space: what its optimizer begins with.
///
/// # Errors
/// If a setting is one that no optimizer can work with.
pub fn first_points(space: &SearchSpace) -> Result<Vec<Vec<f64>>, CampaignError> {
    Ok(Search::new(space)?.propose(&[], 0)?.points)
}

fn evaluated(trials: &[Trial], generation: u32) -> EvaluatedGeneration {
    let first = trials.partition_point(|trial| trial.generation < generation);
    let end = trials.partition_point(|trial| trial.generation <= generation);
    let trials = &trials[first..end];
    EvaluatedGeneration {
        points: trials.iter().map(|trial| trial.point.clone()).collect(),
        fitness: trials.iter().map(|trial| trial.fitness).collect(),
    }
}
