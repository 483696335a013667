//! The optimizer of a search space, asked for candidates and told what they score, without a
//! campaign.

use crate::campaign::search::running::RunningSearch;
use crate::record::{CampaignError, Result, Trial};
use crate::space::CampaignSpec;
use crate::subject::Configuration;
use tune2048_engine::GameResult;
use tune2048_optimizer::Pending;

/// The games of a candidate; a game that is a mean of others comes with the standard deviation of
/// one of them. `None` for a candidate whose evaluation is lost, which ranks last.
pub type Told = Option<(Vec<GameResult>, Option<f64>)>;

/// A search that others evaluate.
#[derive(Debug)]
pub struct AskTell {
    /// The search space.
    pub spec: CampaignSpec,
    search: RunningSearch,
    pending: Pending<Told>,
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
        let search = RunningSearch::begun(&spec, None)?;
        let pending = Pending::new(search.optimizer.population());
        Ok(Self { pending, search, spec, best: None })
    }

    /// The number of generations told.
    pub fn generations(&self) -> u32 {
        self.search.optimizer.generations() as u32
    }

    /// The candidates of the next generation, the same ones until they are told.
    ///
    /// # Errors
    /// If nothing is left to propose.
    pub fn ask(&self) -> Result<Vec<Configuration>> {
        let points = self.search.optimizer.propose()?.points;
        Ok(points.iter().map(|point| self.spec.decode(point)).collect())
    }

    /// The next candidate with its number; `None` while open ones end the generation.
    ///
    /// # Errors
    /// If nothing is left to propose.
    pub fn ask_one(&mut self) -> Result<Option<(u64, Configuration)>> {
        let mut candidates = self.ask()?;
        let asked = self.pending.ask();
        Ok(asked.map(|(number, place)| (number, candidates.swap_remove(place))))
    }

    /// The candidates that were asked for one at a time and are not told, with their numbers.
    ///
    /// # Errors
    /// If nothing is left to propose.
    pub fn open(&self) -> Result<Vec<(u64, Configuration)>> {
        let candidates = self.ask()?;
        let open = self.pending.open();
        Ok(open.map(|(number, place)| (number, candidates[place].clone())).collect())
    }

    /// Learns the games of all candidates of the generation, in their order.
    ///
    /// # Errors
    /// If the number of candidates is another one, some are told, or nothing was left to propose.
    pub fn tell(&mut self, told: &[Told]) -> Result<()> {
        if self.pending.has_begun() {
            let problem = "some candidates of the generation are told one at a time, expected the \
                 others so, too";
            return Err(CampaignError::BadInput(problem.to_owned()));
        }
        self.learn(told)?;
        self.pending.skip();
        Ok(())
    }

    /// Takes the games of one open candidate; returns whether they complete the generation, which
    /// is then learned.
    ///
    /// # Errors
    /// If the candidate is not open.
    pub fn tell_one(&mut self, number: u64, told: Told) -> Result<bool> {
        let generation = self.pending.tell(number, told)?;
        generation.map_or(Ok(false), |told| self.learn(&told).map(|()| true))
    }

    fn learn(&mut self, told: &[Told]) -> Result<()> {
        let points = self.search.optimizer.propose()?.points;
        let trial = |(point, told): (&Vec<f64>, &Told)| match told {
            Some((games, spread)) => self.spec.trial(point, games, *spread),
            None => Trial {
                fitness: f64::INFINITY,
                objective: f64::NEG_INFINITY,
                point: point.clone(),
                ..Trial::default()
            },
        };
        let trials: Vec<Trial> = points.iter().zip(told).map(trial).collect();
        self.search.learn(&trials)?;
        let objective = |trial: &Trial| trial.objective;
        for trial in trials.into_iter().filter(|trial| trial.objective.is_finite()) {
            if self.best.as_ref().map(objective).is_none_or(|best| trial.objective > best) {
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
        match self.search.optimizer.distribution() {
            Ok(Some(found)) if self.spec.optimizer.has_distribution() => {
                self.spec.decode(&found.mean)
            }
            _ => self.spec.decode(&best.point),
        }
    }
}
