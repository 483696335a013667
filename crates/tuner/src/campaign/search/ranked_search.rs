//! The optimizer of a campaign, made from its settings and its record.

use crate::campaign::{Doubt, Ranking};
use crate::record::Trial;
use crate::space::{CampaignSpec, Defaults};
use tune2048_optimizer::{Distribution, EvaluatedGeneration, OptimizerError, Search};

/// A search with the ranking of the generations that it has learned.
#[derive(Debug)]
pub(crate) struct RankedSearch {
    /// The optimizer, which has learned the generations before the next one.
    pub(crate) optimizer: Search,
    /// The generation that the optimizer started at: 0 without a restart.
    pub(crate) first_generation: u32,
    /// The ranking of the generations learned.
    pub(crate) ranking: Ranking,
}

impl RankedSearch {
    /// A search that knows which values there are.
    fn of(search: Search, spec: &CampaignSpec, first_generation: u32) -> Self {
        let search = search.with_steps(&spec.steps());
        // What earlier builds recorded was proposed without.
        let is_earlier = spec.defaults.kind == Defaults::Earlier;
        let optimizer =
            if is_earlier { search } else { search.with_thresholds(&spec.thresholds()) };
        Self { optimizer, first_generation, ranking: Ranking::default() }
    }

    /// Accepts recorded points that differ by this much from the proposed ones.
    pub(crate) fn tolerating(self, tolerance: f64) -> Self {
        Self { optimizer: self.optimizer.tolerating(tolerance), ..self }
    }

    /// The optimizer of a search space, at the starting point.
    ///
    /// # Errors
    /// If the optimizer refuses a setting.
    pub(crate) fn new(spec: &CampaignSpec) -> Result<Self, OptimizerError> {
        Ok(Self::of(spec.optimizer.start(spec.start_point(), spec.seed)?, spec, 0))
    }

    /// An optimizer that starts a generation from a distribution.
    ///
    /// # Errors
    /// If the distribution is not valid.
    pub(crate) fn restarted(
        spec: &CampaignSpec,
        generation: u32,
        distribution: &Distribution,
    ) -> Result<Self, OptimizerError> {
        let search = spec.optimizer.restart(distribution, seed_from(spec, generation))?;
        Ok(Self::of(search, spec, generation))
    }

    /// The generation after everything that was learned.
    pub(crate) fn next_generation(&self) -> u32 {
        self.first_generation + self.optimizer.generations() as u32
    }

    /// Learns from the trials of the next generation.
    ///
    /// # Errors
    /// If they are not those of this optimizer.
    pub(crate) fn learn(&mut self, trials: &[Trial]) -> Result<(), OptimizerError> {
        self.optimizer.learn(&evaluated(trials))?;
        self.ranking.add_generation(trials);
        Ok(())
    }

    /// The distribution after a part of the next generation, with which the search ends.
    ///
    /// # Errors
    /// If nothing is left to propose.
    pub(crate) fn after_part(
        &self,
        trials: &[Trial],
    ) -> Result<Option<Distribution>, OptimizerError> {
        self.optimizer.after_part(&evaluated(trials))
    }
}

fn evaluated(trials: &[Trial]) -> EvaluatedGeneration {
    // Where all objectives are equal, the cost of leaving the ranges says nothing of the games.
    let is_tie = Doubt::is_tie(trials);
    let fitness = |trial: &Trial| if is_tie { -trial.objective } else { trial.fitness };
    EvaluatedGeneration {
        points: trials.iter().map(|trial| trial.point.clone()).collect(),
        fitness: trials.iter().map(fitness).collect(),
    }
}

/// The seed of an optimizer that restarts at a generation: another one than
/// before, so that other deviations are drawn.
fn seed_from(spec: &CampaignSpec, generation: u32) -> u64 {
    spec.seed.wrapping_add(u64::from(generation) + 1)
}
