//! The optimizer of a search space, asked for candidates and told what they score, without a
//! campaign.

use crate::campaign::error::Result;
use crate::campaign::search::running::RunningSearch;
use crate::record::Trial;
use crate::space::CampaignSpec;
use crate::subject::Configuration;
use tune2048_engine::GameResult;

/// A search that others evaluate.
#[derive(Debug)]
pub struct AskTell {
    /// The search space.
    pub spec: CampaignSpec,
    search: RunningSearch,
    /// The best candidate told.
    best: Option<Trial>,
}

impl AskTell {
    /// Starts the search of a search space.
    ///
    /// # Errors
    /// If the optimizer refuses a setting.
    pub fn new(mut spec: CampaignSpec) -> Result<Self> {
        // Whoever tells says against whom candidates played.
        spec.candidates_meet = false;
        Ok(Self { search: RunningSearch::new(&spec)?, spec, best: None })
    }

    /// The number of generations told.
    pub fn generations(&self) -> u32 {
        self.search.next_generation()
    }

    /// The candidates of the next generation, the same ones until they are told.
    ///
    /// # Errors
    /// If nothing is left to propose.
    pub fn ask(&self) -> Result<Vec<Configuration>> {
        let points = self.search.propose()?.points;
        Ok(points.iter().map(|point| self.spec.decode(point)).collect())
    }

    /// Learns the games of the candidates of the generation, in their order; a game that is a mean
    /// of others comes with the standard deviation of one of them.
    ///
    /// # Errors
    /// If the number of candidates is another one, or nothing was left to propose.
    pub fn tell(&mut self, played: &[(Vec<GameResult>, Option<f64>)]) -> Result<()> {
        let points = self.search.propose()?.points;
        let played = points.iter().zip(played);
        let trial = |(point, (games, spread)): (&Vec<f64>, &(Vec<GameResult>, Option<f64>))| {
            self.spec.trial(point, games, *spread)
        };
        let trials: Vec<Trial> = played.map(trial).collect();
        self.search.learn(&trials)?;
        for trial in trials {
            if self.best.as_ref().is_none_or(|best| trial.objective > best.objective) {
                self.best = Some(trial);
            }
        }
        Ok(())
    }

    /// The recommended weights: those at the mean of the distribution, which averages over many
    /// candidates, or without one the candidate with the best value; before the first generation
    /// the start.
    pub fn best(&self) -> Configuration {
        let Some(best) = &self.best else { return self.spec.start_weights() };
        match self.search.distribution() {
            Ok(Some(found)) if self.spec.optimizer.has_distribution() => {
                self.spec.decode(&found.mean)
            }
            _ => self.spec.decode(&best.point),
        }
    }
}
