//! The optimizer of a campaign, made from its settings and its record.

use super::spec_history::SpecStage;
use super::split_half::Ranking;
use crate::checkpoint::{DistributionRow, Trial};
use crate::space::{CampaignSpec, CmaEsSettings, OptimizerSettings, SpsaSettings};
use crate::subject::Configuration;
use tune2048_optimizer::{
    self as optimizer, CmaEs, CmaesCrate, Distribution, EvaluatedGeneration, Optimizer,
    OptimizerError, ParticleSwarm, ParticleSwarmSettings, Proposal, RandomSearch, Replay, Spsa,
    boundary,
};

/// An optimizer with all that it has learned from the record since its start.
#[derive(Debug)]
pub(super) struct Search {
    replay: Replay,
    first_generation: u32,
    ranking: Ranking,
}

impl Search {
    fn of(optimizer: &dyn Optimizer, first_generation: u32) -> Self {
        Self {
            replay: optimizer.start(),
            first_generation,
            ranking: Ranking::default(),
        }
    }

    /// Accepts recorded points that differ by this much from the proposed ones.
    pub(super) fn tolerating(self, tolerance: f64) -> Self {
        Self {
            replay: self.replay.tolerating(tolerance),
            ..self
        }
    }

    /// The optimizer of a search space, at the starting point.
    ///
    /// # Errors
    /// If the optimizer refuses a setting.
    pub(super) fn new(spec: &CampaignSpec) -> Result<Self, OptimizerError> {
        Self::from_point(spec, spec.start_point(), spec.seed)
    }

    /// An optimizer without a distribution that restarts with a stage, from
    /// the weights found so far, if there are any.
    ///
    /// # Errors
    /// If the optimizer refuses a setting.
    pub(super) fn of_stage(
        stage: &SpecStage,
        found: Option<Configuration>,
    ) -> Result<Self, OptimizerError> {
        let spec = &stage.spec;
        let start = found.map_or_else(|| spec.start_point(), |found| spec.encode(&found));
        let seed = seed_from(spec, stage.first_generation);
        let search = Self::from_point(spec, start, seed)?;
        Ok(Self {
            first_generation: stage.first_generation,
            ..search
        })
    }

    fn from_point(spec: &CampaignSpec, start: Vec<f64>, seed: u64) -> Result<Self, OptimizerError> {
        let population = spec.population() as usize;
        let optimizer: Box<dyn Optimizer> = match &spec.optimizer {
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
                Box::new(RandomSearch::new(spec.dimensions(), population, seed)?)
            }
        };
        Ok(Self::of(&*optimizer, 0))
    }

    /// An optimizer that restarts from a recorded distribution.
    ///
    /// # Errors
    /// If the distribution is not valid.
    pub(super) fn restarted(
        spec: &CampaignSpec,
        row: &DistributionRow,
    ) -> Result<Self, OptimizerError> {
        let population = spec.population() as usize;
        let seed = seed_from(spec, row.generation);
        let distribution = &row.distribution;
        let optimizer: Box<dyn Optimizer> = match &spec.optimizer {
            OptimizerSettings::CmaEs(settings) => {
                let settings = cma_es(settings, population);
                Box::new(CmaEs::from_distribution(&settings, distribution, seed)?)
            }
            OptimizerSettings::Spsa(settings) => {
                let start = boundary::clamp(&distribution.mean);
                Box::new(Spsa::new(spsa(settings), start, seed)?)
            }
            // Only one more optimizer has distributions.
            _ => Box::new(CmaesCrate::from_distribution(
                population,
                distribution,
                seed,
            )?),
        };
        Ok(Self::of(&*optimizer, row.generation))
    }

    /// The generation that the optimizer started at: 0 without a restart.
    pub(super) fn first_generation(&self) -> u32 {
        self.first_generation
    }

    /// The generation after everything that was learned.
    pub(super) fn next_generation(&self) -> u32 {
        self.first_generation + self.replay.generations() as u32
    }

    /// Proposes the next generation.
    ///
    /// # Errors
    /// If nothing is left to propose.
    pub(super) fn propose(&self) -> Result<Proposal, OptimizerError> {
        self.replay.propose()
    }

    /// The distribution that the next generation is drawn from, if the
    /// optimizer has one.
    ///
    /// # Errors
    /// If nothing is left to propose.
    pub(super) fn distribution(&self) -> Result<Option<Distribution>, OptimizerError> {
        self.replay.distribution()
    }

    /// Learns from the trials of the next generation.
    ///
    /// # Errors
    /// If they are not those of this optimizer.
    pub(super) fn learn(&mut self, trials: &[Trial]) -> Result<(), OptimizerError> {
        self.replay.learn(&EvaluatedGeneration {
            points: trials.iter().map(|trial| trial.point.clone()).collect(),
            fitness: trials.iter().map(|trial| trial.fitness).collect(),
        })?;
        self.ranking.add_generation(trials);
        Ok(())
    }

    /// The ranking of the generations learned.
    pub(super) fn ranking(&self) -> &Ranking {
        &self.ranking
    }
}

/// The seed of an optimizer that restarts at a generation: another one than
/// before, so that other deviations are drawn.
fn seed_from(spec: &CampaignSpec, generation: u32) -> u64 {
    spec.seed.wrapping_add(u64::from(generation) + 1)
}

fn cma_es(settings: &CmaEsSettings, population: usize) -> optimizer::CmaEsSettings {
    optimizer::CmaEsSettings {
        population: Some(population),
        step_size: settings.step_size,
        damping: settings.damping,
    }
}

fn spsa(settings: &SpsaSettings) -> optimizer::SpsaSettings {
    optimizer::SpsaSettings {
        population: settings.population as usize,
        perturbation: settings.perturbation,
        first_step: settings.first_step,
        stability: settings.stability,
    }
}
