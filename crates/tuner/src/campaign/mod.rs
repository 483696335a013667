//! The campaign: propose, evaluate, append, until the budget is spent; then
//! choose the winner and measure it. The only part that knows all others.
//!
//! A campaign that goes on takes the same path as one that begins: the
//! optimizer is asked anew with the recorded history, and what is recorded is
//! not played again.

mod change;
mod error;
pub mod evidence;
mod final_games;
mod finalists;
pub mod findings;
mod generation;
pub mod ladder;
mod noise;
mod objective;
mod observer;
pub mod pilot;
pub mod plan;
mod progress;
mod race;
mod record;
pub mod reliability;
pub mod request;
mod resume;
pub mod rounds;
mod search;
mod shrinkage;
mod spec_history;
mod transition;
pub mod verdict;
mod warm_start;
mod winner;

pub use change::Change;
pub use error::CampaignError;
pub use evidence::Evidence;
pub use objective::{Measured, halves, measure};
pub use observer::{Event, GenerationReport, Observer, Silent, StopReason};
pub use pilot::Pilot;
pub use plan::Plan;
pub use progress::Progress;
pub use verdict::Verdict;
pub use warm_start::first_generation;
pub use winner::Outcome;

use std::path::Path;
use std::time::{Duration, Instant};

use crate::checkpoint::folder::{BEST, TRIALS};
use crate::checkpoint::{
    DistributionRow, Distributions, Folder, RoundRow, Rounds, Trial, TrialLog,
};
use crate::spec::{CampaignSpec, OnNoise};
use generation::EvaluationContext;
use search::Search;
use spec_history::SpecHistory;
use tune2048_engine::evaluate::{Evaluate, Monitor};
use tune2048_optimizer::OptimizerError;

/// A campaign with its folder.
#[derive(Debug)]
pub struct Campaign {
    /// What holds for the generation at hand.
    space: CampaignSpec,
    stages: SpecHistory,
    /// The place of the stage at hand.
    stage: usize,
    folder: Folder,
    log: TrialLog,
    trials: Vec<Trial>,
    torn: bool,
    distribution_log: Distributions,
    distributions: Vec<DistributionRow>,
    /// Where the number of games is adaptive.
    round_log: Option<Rounds>,
    /// The rounds of generations that are not over.
    rounds: Vec<RoundRow>,
    round_rows: u64,
    pilot: Option<Pilot>,
    search: Search,
    session: Instant,
}

impl Campaign {
    /// Makes a new campaign in a folder of its own.
    ///
    /// # Errors
    /// If the text has mistakes, the folder has a campaign or its weights, or it cannot be written.
    pub fn create(folder: &Path, space_path: &Path, text: &str) -> Result<Self, CampaignError> {
        let space = CampaignSpec::parse(space_path, text)?;
        // First of all, since a campaign that cannot start leaves nothing behind.
        let learnt = warm_start::learnt_elsewhere(&space)?;
        // The weights would be written over.
        Folder::at(folder).check_rows()?;
        let folder = Folder::create(folder)?;
        // The lock of the log comes first: of two processes that make one
        // campaign, the second finds it made, or locked.
        let mut campaign = Self::load(SpecHistory::new(space), folder)?;
        campaign.start_from(learnt)?;
        campaign.folder.start(text)?;
        Ok(campaign)
    }

    /// What is searched, and how, in the generation at hand.
    pub fn space(&self) -> &CampaignSpec {
        let next = self.stages.get(self.stage + 1);
        match next.filter(|next| next.first_generation <= self.first_open_generation()) {
            Some(next) => &next.space,
            None => &self.space,
        }
    }

    /// The folder that everything is kept in.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The games of the pilot and of the search that are recorded.
    pub fn games(&self) -> u64 {
        let trials = self.trials.iter();
        let trials = trials.map(|trial| u64::from(trial.evaluation.games));
        let last = self.trials.last();
        let last = last.map(|trial| (trial.generation, trial.candidate));
        let is_open =
            |row: &&RoundRow| last.is_none_or(|last| last < (row.generation, row.candidate));
        let under_way = self.rounds.iter().filter(is_open);
        let under_way = under_way.map(|row| row.results.len() as u64);
        let pilot = self.pilot.as_ref().map_or(0, |pilot| pilot.games);
        pilot + trials.chain(under_way).sum::<u64>()
    }

    /// The games of the pilot that are still to be played.
    pub fn pilot_games_left(&self) -> u64 {
        let is_due = self.pilot.is_none() && self.trials.is_empty() && self.rounds.is_empty();
        if is_due {
            Pilot::games_due(&self.space)
        } else {
            0
        }
    }

    /// The candidates that are recorded.
    pub fn candidates(&self) -> usize {
        self.trials.len()
    }

    /// The plan that follows from the pilot, once it is played, if there is one.
    pub fn plan(&self) -> Option<Plan> {
        self.pilot
            .as_ref()
            .and_then(|pilot| Plan::of(&self.space, pilot))
    }

    /// The games that follow on the search: selection and validation.
    pub fn games_after_search(&self) -> u64 {
        u64::from(self.space.selection.games) + 2 * u64::from(self.space.validation_games)
    }

    /// How many candidates a generation has.
    pub fn population(&self) -> usize {
        self.space().population() as usize
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
        self.play_pilot(evaluator, monitor, observer)?;
        let earlier = self.elapsed_before();
        let recorded = self.trials.len();
        let mut generation = self.first_open_generation();
        let (reason, last) = loop {
            self.take_up_request(generation, observer)?;
            self.begin_stages(generation)?;
            let table = EvaluationContext {
                evaluator,
                monitor,
                earlier,
            };
            let proposal = match self.search.propose(&self.trials, generation) {
                Ok(proposal) => proposal,
                Err(OptimizerError::Ended { reason, .. }) => {
                    break (StopReason::Optimizer(reason), None);
                }
                Err(error @ OptimizerError::Diverged { .. }) => {
                    return Err(self.diverged(TRIALS, error));
                }
                Err(error) => return Err(error.into()),
            };
            self.check_recorded(&proposal, generation)?;
            let elapsed = table.earlier + self.session.elapsed();
            self.restore_distributions(&proposal, generation)?;
            if let Some(reason) = self.budget_spent(generation, elapsed) {
                break (reason, proposal.distribution);
            }
            match self.on_noise(generation) {
                OnNoise::Stop => break (StopReason::Noise, proposal.distribution),
                OnNoise::Restart => self.restart_wider(&proposal, generation, observer)?,
                OnNoise::GoOn => {
                    self.record_distribution(&proposal, generation, false)?;
                    self.play_generation(&proposal, generation, table, observer)?;
                    generation += 1;
                }
            }
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
        if self.first_trial(generation) < self.trials.len() || !self.rounds.is_empty() {
            return None;
        }
        let per_candidate = u64::from(self.games_per_candidate(generation));
        let games = self.games() + self.population() as u64 * per_candidate;
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

    /// Plays the pilot, if one is due, and records it.
    fn play_pilot(
        &mut self,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
        observer: &mut dyn Observer,
    ) -> Result<(), CampaignError> {
        let games = self.pilot_games_left();
        if games == 0 {
            return Ok(());
        }
        observer.observe(&Event::Pilot { games });
        let first = self.search.propose(&[], 0)?;
        let games = Pilot::share(&self.space);
        let pilot = Pilot::play(&self.space, &first, games, evaluator, monitor)?;
        self.record_pilot(pilot)?;
        if let Some(plan) = self.plan() {
            observer.observe(&Event::Planned(&plan));
        }
        Ok(())
    }
}
