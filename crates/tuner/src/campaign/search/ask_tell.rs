//! The optimizer of a search space, asked for candidates and told what they measure, without a
//! campaign.

use crate::campaign::CampaignError;
use crate::campaign::search::objective::Measured;
use crate::campaign::search::ranked_search::discrete;
use crate::space::CampaignSpec;
use crate::subject::Configuration;
use tune2048_optimizer::{EvaluatedGeneration, Search};

/// A search that others evaluate.
#[derive(Debug)]
pub struct AskTell {
    /// The search space.
    pub spec: CampaignSpec,
    search: Search,
    /// The point of the best candidate told, with its value.
    best: Option<(f64, Vec<f64>)>,
}

impl AskTell {
    /// Starts the search of a search space.
    ///
    /// # Errors
    /// If the optimizer refuses a setting.
    pub fn new(spec: CampaignSpec) -> Result<Self, CampaignError> {
        let search = spec.optimizer.start(spec.start_point(), spec.seed)?;
        Ok(Self { search: discrete(search, &spec), spec, best: None })
    }

    /// The number of generations told.
    pub fn generations(&self) -> usize {
        self.search.generations()
    }

    /// The candidates of the next generation, the same ones until they are told.
    ///
    /// # Errors
    /// If nothing is left to propose.
    pub fn ask(&self) -> Result<Vec<Configuration>, CampaignError> {
        let points = self.search.propose()?.points;
        Ok(points.iter().map(|point| self.spec.decode(point)).collect())
    }

    /// Learns what the candidates of the generation measure, in their order.
    ///
    /// # Errors
    /// If their number is another one, or nothing was left to propose.
    pub fn tell(&mut self, measured: &[Measured]) -> Result<(), CampaignError> {
        let points = self.search.propose()?.points;
        let measured_at = measured.iter().zip(&points);
        let fitness = measured_at.map(|(found, point)| found.fitness(self.spec.overshoot(point)));
        let evaluated = EvaluatedGeneration { fitness: fitness.collect(), points };
        self.search.learn(&evaluated)?;
        for (found, point) in measured.iter().zip(evaluated.points) {
            if self.best.as_ref().is_none_or(|(value, _)| found.value > *value) {
                self.best = Some((found.value, point));
            }
        }
        Ok(())
    }

    /// The recommended weights: those at the mean of the distribution, which averages over many
    /// candidates, or without one the candidate with the best value; before the first generation
    /// the start.
    pub fn best(&self) -> Configuration {
        let Some((_, best)) = &self.best else { return self.spec.start_weights() };
        match self.search.distribution() {
            Ok(Some(found)) if self.spec.optimizer.has_distribution() => {
                self.spec.decode(&found.mean)
            }
            _ => self.spec.decode(best),
        }
    }
}
