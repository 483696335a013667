//! The optimizer of a campaign, from its settings and its record.

use super::spec_history::SpecStage;
use crate::checkpoint::{DistributionRow, Trial};
use crate::spec::{self, CampaignSpec, OptimizerSettings};
use tune2048_engine::heuristic::Weights;
use tune2048_optimizer::{
    CmaEs, CmaEsSettings, CmaesCrate, EvaluatedGeneration, Optimizer, OptimizerError,
    ParticleSwarm, ParticleSwarmSettings, Proposal, RandomSearch, Spsa, SpsaSettings, boundary,
};

/// An optimizer with the generation that it started at.
#[derive(Debug)]
pub(super) struct Search {
    optimizer: Box<dyn Optimizer>,
    /// The first generation of its own history: 0 unless it was started anew
    /// on the way.
    pub(super) first_generation: u32,
}

impl Search {
    /// The optimizer that the search space asks for, from its starting point.
    ///
    /// # Errors
    /// If a setting is one that no optimizer can work with.
    pub(super) fn new(space: &CampaignSpec) -> Result<Self, OptimizerError> {
        Self::from_point(space, space.start_point(), space.seed)
    }

    /// An optimizer without a distribution, begun anew with a stage from the
    /// weights that it has found.
    ///
    /// # Errors
    /// If a setting is one that no optimizer can work with.
    pub(super) fn anew(stage: &SpecStage, found: Option<Weights>) -> Result<Self, OptimizerError> {
        let space = &stage.space;
        let start = found.map_or_else(|| space.start_point(), |found| space.encode(&found));
        let seed = seed_from(space, stage.first_generation);
        Ok(Self {
            first_generation: stage.first_generation,
            ..Self::from_point(space, start, seed)?
        })
    }

    fn from_point(
        space: &CampaignSpec,
        start: Vec<f64>,
        seed: u64,
    ) -> Result<Self, OptimizerError> {
        let population = space.population() as usize;
        let optimizer: Box<dyn Optimizer> = match &space.optimizer {
            OptimizerSettings::CmaEs(settings) => {
                Box::new(CmaEs::new(&cma_es(settings, population), start, seed)?)
            }
            OptimizerSettings::CmaesCrate(settings) => Box::new(CmaesCrate::new(
                population,
                settings.step_size,
                start,
                seed,
            )?),
            OptimizerSettings::Spsa(settings) => Box::new(Spsa::new(spsa(settings), start, seed)?),
            OptimizerSettings::ParticleSwarm(settings) => {
                let settings = ParticleSwarmSettings {
                    population,
                    inertia: settings.inertia,
                    cognitive: settings.cognitive,
                    social: settings.social,
                };
                Box::new(ParticleSwarm::new(settings, start, seed)?)
            }
            OptimizerSettings::RandomMatrix(_) => {
                Box::new(RandomSearch::new(space.dimensions(), population, seed)?)
            }
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
        space: &CampaignSpec,
        row: &DistributionRow,
    ) -> Result<Self, OptimizerError> {
        let population = space.population() as usize;
        let seed = seed_from(space, row.generation);
        let distribution = &row.distribution;
        let optimizer: Box<dyn Optimizer> = match &space.optimizer {
            OptimizerSettings::CmaEs(settings) => {
                let settings = cma_es(settings, population);
                Box::new(CmaEs::from_distribution(&settings, distribution, seed)?)
            }
            OptimizerSettings::Spsa(settings) => {
                let start = boundary::clamp(&distribution.mean);
                Box::new(Spsa::new(spsa(settings), start, seed)?)
            }
            // The only other one that has distributions.
            _ => Box::new(CmaesCrate::from_distribution(
                population,
                distribution,
                seed,
            )?),
        };
        Ok(Self {
            optimizer,
            first_generation: row.generation,
        })
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
        self.optimizer.ask(&history)
    }
}

/// The seed of an optimizer that begins anew: another one, lest the same
/// deviations be drawn again.
fn seed_from(space: &CampaignSpec, generation: u32) -> u64 {
    space.seed.wrapping_add(u64::from(generation) + 1)
}

fn cma_es(settings: &spec::CmaEsSettings, population: usize) -> CmaEsSettings {
    CmaEsSettings {
        population: Some(population),
        step_size: settings.step_size,
        damping: settings.damping,
    }
}

fn spsa(settings: &spec::SpsaSettings) -> SpsaSettings {
    SpsaSettings {
        population: settings.population as usize,
        perturbation: settings.perturbation,
        first_step: settings.first_step,
        stability: settings.stability,
    }
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
