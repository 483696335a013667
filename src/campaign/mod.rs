//! The campaign: propose, evaluate, append, until the budget is spent; then
//! choose the winner and measure it. The only part that knows all others.
//!
//! A campaign that goes on takes the same path as one that begins: the
//! optimizer is asked anew with the recorded history, and what is recorded is
//! not played again.

mod error;
pub mod evidence;
mod objective;
mod observer;
mod progress;
mod record;
mod resume;
mod search;
mod winner;

pub use error::CampaignError;
pub use evidence::Evidence;
pub use objective::{Measured, measure};
pub use observer::{Event, GenerationReport, Observer, Silent, StopReason};
pub use progress::Progress;
pub use winner::Outcome;

use std::path::Path;
use std::time::{Duration, Instant};

use crate::checkpoint::folder::BEST;
use crate::checkpoint::{DistributionRow, Distributions, Folder, Trial, Trials};
use crate::evaluate::{CandidateGames, Evaluate, Monitor};
use crate::evaluation::Evaluation;
use crate::game::{GameSeed, Stream};
use crate::heuristic::Weights;
use crate::optimizer::{OptimizerError, Proposal};
use crate::search_space::{OptimizerSettings, SearchSpace};
use search::Search;

/// A campaign with its folder.
#[derive(Debug)]
pub struct Campaign {
    space: SearchSpace,
    folder: Folder,
    log: Trials,
    trials: Vec<Trial>,
    torn: bool,
    distribution_log: Distributions,
    distributions: Vec<DistributionRow>,
    search: Search,
    session: Instant,
}

impl Campaign {
    /// Makes a new campaign in a folder of its own.
    ///
    /// # Errors
    /// If the text has mistakes, the folder holds a campaign, or it cannot be written.
    pub fn create(folder: &Path, space_path: &Path, text: &str) -> Result<Self, CampaignError> {
        let space = SearchSpace::parse(space_path, text)?;
        let folder = Folder::create(folder)?;
        // The lock of the log comes first: of two processes that make one
        // campaign, the second finds it made, or locked.
        let campaign = Self::load(space, folder)?;
        campaign.folder.start(text)?;
        Ok(campaign)
    }

    /// What is searched, and how.
    pub fn space(&self) -> &SearchSpace {
        &self.space
    }

    /// The folder that everything is kept in.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The games of the search that are recorded.
    pub fn games(&self) -> u64 {
        self.trials.len() as u64 * u64::from(self.space.games_per_candidate)
    }

    /// The games that follow on the search: selection and validation.
    pub fn games_after_search(&self) -> u64 {
        let selection = self.space.selection;
        let selected = match self.space.optimizer {
            OptimizerSettings::CmaEs(_)
            | OptimizerSettings::CmaesCrate(_)
            | OptimizerSettings::Spsa(_) => 0,
            _ => u64::from(selection.finalists + 1) * u64::from(selection.games),
        };
        selected + 2 * u64::from(self.space.validation_games)
    }

    /// How many candidates a generation has.
    pub fn population(&self) -> usize {
        self.search.population()
    }

    /// Searches until the budget is spent, then chooses and validates the winner.
    ///
    /// # Errors
    /// [`CampaignError::Interrupted`] if a stop was requested through the
    /// monitor; any other if the record cannot be written or replayed.
    pub fn run(
        &mut self,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, CampaignError> {
        observer.observe(&Event::Started {
            trials: self.trials.len(),
            games: self.games(),
            torn: self.torn,
        });
        let earlier = self.elapsed_before();
        let recorded = self.trials.len();
        let mut generation = self.first_open_generation();
        let (reason, last) = loop {
            let proposal = match self.search.propose(&self.trials, generation) {
                Ok(proposal) => proposal,
                Err(OptimizerError::Ended { reason, .. }) => {
                    break (StopReason::Optimizer(reason), None);
                }
                Err(error @ OptimizerError::Diverged { .. }) => return Err(self.diverged(error)),
                Err(error) => return Err(error.into()),
            };
            self.check_recorded(&proposal, generation)?;
            if let Some(reason) = self.budget_spent(generation, earlier + self.session.elapsed()) {
                break (reason, proposal.distribution);
            }
            self.record_distribution(&proposal, generation, false)?;
            self.play_generation(&proposal, generation, earlier, evaluator, monitor, observer)?;
            generation += 1;
        };
        observer.observe(&Event::SearchEnded(reason));
        if self.trials.len() == recorded
            && let Some(outcome) = self.recorded_outcome()?
        {
            return Ok(outcome);
        }
        let mean = last.or_else(|| {
            self.distributions
                .last()
                .map(|row| row.distribution.clone())
        });
        let outcome = winner::choose(self, mean.as_ref(), evaluator, monitor, observer)?;
        let file = outcome.weights_file(self.space.player);
        self.folder.write(BEST, &file.to_toml())?;
        self.folder.set_finished()?;
        Ok(outcome)
    }

    /// Why no further generation is begun, if so. A generation that was begun is finished.
    fn budget_spent(&self, generation: u32, elapsed: Duration) -> Option<StopReason> {
        let budget = &self.space.budget;
        let before = self
            .trials
            .partition_point(|trial| trial.generation < generation);
        if before < self.trials.len() {
            return None;
        }
        let trials = (before + self.population()) as u64;
        let games = trials * u64::from(self.space.games_per_candidate);
        if budget.games.is_some_and(|limit| games > limit) {
            Some(StopReason::Games)
        } else if budget.generations.is_some_and(|limit| generation >= limit) {
            Some(StopReason::Generations)
        } else if budget
            .minutes
            .is_some_and(|limit| elapsed.as_secs_f64() / 60.0 >= limit)
        {
            Some(StopReason::Minutes)
        } else {
            None
        }
    }

    /// Plays what is not recorded of a generation, and records it.
    fn play_generation(
        &mut self,
        proposal: &Proposal,
        generation: u32,
        earlier: Duration,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
        observer: &mut dyn Observer,
    ) -> Result<(), CampaignError> {
        let first = self
            .trials
            .partition_point(|trial| trial.generation < generation);
        let recorded = self.trials.len() - first;
        let points = &proposal.points[recorded..];
        let candidates: Vec<Weights> = points
            .iter()
            .map(|point| self.space.decode(point))
            .collect();
        let seeds = self.seeds(Stream::Search, generation, self.space.games_per_candidate);
        let mut failure = None;
        let session = self.session;
        let mut deliver = |games: CandidateGames| {
            if failure.is_some() {
                return;
            }
            let measured = measure(&self.space.objective, &games.results);
            let point = &points[games.candidate];
            let trial = Trial {
                trial: self.trials.len() as u64,
                generation,
                candidate: (recorded + games.candidate) as u32,
                fitness: measured.fitness(point),
                objective: measured.value,
                evaluation: Evaluation::of(&games.results),
                weights: candidates[games.candidate].values.clone(),
                point: point.clone(),
                games_seconds: games.seconds,
                elapsed_seconds: (earlier + session.elapsed()).as_secs_f64(),
            };
            if let Err(error) = self.log.append(&trial) {
                failure = Some(error);
                monitor.request_stop();
                return;
            }
            observer.observe(&Event::Trial(&trial));
            self.trials.push(trial);
        };
        let played = evaluator.evaluate(&candidates, &seeds, monitor, &mut deliver);
        if let Some(error) = failure {
            return Err(error.into());
        }
        played.map_err(|_| CampaignError::Interrupted)?;
        observer.observe(&Event::Generation(&GenerationReport {
            generation,
            trials: &self.trials[first..],
            distribution: proposal.distribution.as_ref(),
            games: self.games(),
            elapsed: earlier + self.session.elapsed(),
        }));
        Ok(())
    }

    /// The seeds of a batch of a stream: batch after batch without overlap.
    fn seeds(&self, stream: Stream, batch: u32, games: u32) -> Vec<GameSeed> {
        let first = u64::from(batch) * u64::from(games);
        (first..first + u64::from(games))
            .map(|index| GameSeed::new(self.space.seed, stream, index))
            .collect()
    }
}
