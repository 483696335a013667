//! Running a campaign: pilot, search, choice and validation of the winner.

use crate::campaign::change::request;
use crate::campaign::finals::{conclusion, final_games, winner};
use crate::campaign::search::{budget, noise};
use crate::campaign::{
    Campaign, CampaignError, EvaluationContext, Event, Observer, Outcome, Pilot, StopReason,
};
use crate::record::file_names::{BEST, TRIALS};
use crate::space::{GamesPerCandidate, OnNoise};
use crate::statistics::Estimate;
use crate::subject::{Configuration, Evaluate};
use crate::weights::file::WeightsFile;
use tune2048_engine::evaluate::Monitor;
use tune2048_optimizer::{Distribution, OptimizerError, Proposal};

/// Why a search ends, and the distribution that another generation would have been drawn from.
type SearchEnd = (StopReason, Option<Distribution>);

impl Campaign {
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
        let (elapsed, failures) = (self.journals.elapsed(), self.journals.failures.clone());
        let context =
            EvaluationContext::new(evaluator, monitor, elapsed, &failures, &self.active.spec);
        let outcome = self.run_in(&context, observer);
        failures.finish()?;
        outcome
    }

    fn run_in(
        &mut self,
        context: &EvaluationContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, CampaignError> {
        observer.observe(&Event::Started {
            trials: self.candidates(),
            games: self.games(),
            torn: self.journals.trials.was_torn(),
            locked: self.journals.trials.is_locked(),
        });
        self.play_pilot(context, observer)?;
        let recorded = self.candidates();
        let (reason, distribution) = self.run_search(context, observer)?;
        observer.observe(&Event::SearchEnded(reason));
        if self.candidates() == recorded
            && let Some(outcome) = self.recorded_outcome()?
        {
            return Ok(outcome);
        }
        let mean = distribution.as_ref().or_else(|| self.last_distribution());
        let outcome = winner::choose(self, mean, context, observer)?;
        let folder = &self.journals.folder;
        folder.write(BEST, &outcome.weights_file().to_toml())?;
        let goes_on = !matches!(reason, StopReason::Optimizer { .. } | StopReason::Ties);
        folder.set_finished((!goes_on).then(|| reason.to_string()))?;
        Ok(outcome)
    }

    /// Plays generation after generation until the search ends.
    fn run_search(
        &mut self,
        context: &EvaluationContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<SearchEnd, CampaignError> {
        let mut generation = self.first_open_generation();
        let mut is_checked = self.candidates() == 0;
        loop {
            request::take_up(self, generation, observer)?;
            self.enter_stages(generation)?;
            let mut proposal = match self.propose(generation) {
                Err(CampaignError::Optimizer(OptimizerError::Ended { reason, .. })) => {
                    let reason = StopReason::Optimizer { generations: generation, reason };
                    return Ok((reason, None));
                }
                proposed => proposed?,
            };
            self.journals.check_trials(generation, &mut proposal)?;
            let reason = match self.budget_spent(generation, context) {
                Some(reason) => reason,
                None => match noise::reaction(&self.active.spec, &self.search.ranking) {
                    OnNoise::GoOn => {
                        if !std::mem::replace(&mut is_checked, true) {
                            self.recheck(context)?;
                        }
                        let size = self.affordable(generation);
                        let is_whole = size == proposal.points.len();
                        proposal.points.truncate(size);
                        self.play_generation(&proposal, generation, context, observer)?;
                        generation += u32::from(is_whole);
                        continue;
                    }
                    OnNoise::Restart => {
                        self.restart_wider(&proposal, generation, observer)?;
                        continue;
                    }
                    OnNoise::Stop if self.search.ranking.are_all_ties() => StopReason::Ties,
                    OnNoise::Stop => StopReason::Noise,
                },
            };
            let part = self.journals.trials_from(generation);
            return Ok((reason, self.search.after_part(part)?));
        }
    }

    /// The ratio of the mean score of other weights to that of the starting
    /// weights, on the games of the last validation and with the player of this
    /// campaign; `None` before a validation, and where the ratio has no interval.
    ///
    /// # Errors
    /// If a stop was requested, or a game cannot be recorded.
    pub fn carried(
        &self,
        weights: &Configuration,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
    ) -> Result<Option<Estimate>, CampaignError> {
        let (elapsed, failures) = (self.journals.elapsed(), &self.journals.failures);
        let context =
            EvaluationContext::new(evaluator, monitor, elapsed, failures, &self.active.spec);
        final_games::measure_again(self, weights, &context)
    }

    /// Plays the pilot, if one is due, and records it.
    fn play_pilot(
        &mut self,
        context: &EvaluationContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(), CampaignError> {
        let games = self.pilot_games_left();
        if games == 0 {
            return Ok(());
        }
        observer.observe(&Event::Pilot { games });
        let spec = &self.active.spec;
        let first = self.search.propose()?;
        let pilot = Pilot::play_in(context, spec, &first, Pilot::share(spec))?;
        self.journals.record_pilot(pilot)?;
        if let Some(plan) = self.plan() {
            observer.observe(&Event::Planned(&plan));
        }
        Ok(())
    }

    /// Proposes a generation after the recorded ones.
    ///
    /// # Errors
    /// If the record is not one of this optimizer, or nothing is left to propose.
    pub(super) fn propose(&mut self, generation: u32) -> Result<Proposal, CampaignError> {
        self.catch_up(generation)?;
        Ok(self.search.propose()?)
    }

    /// Learns from the recorded generations before this one, each once, and
    /// restores their distributions where the file has lost them: the winner may
    /// be an average of their means.
    fn catch_up(&mut self, generation: u32) -> Result<(), CampaignError> {
        while self.search.next_generation() < generation {
            let learned = self.search.next_generation();
            let distribution = self.search.distribution()?;
            self.journals.check_distribution(learned, distribution.as_ref())?;
            let trials = self.journals.trials_of(learned);
            self.search.learn(trials).map_err(|error| match error {
                OptimizerError::Diverged { .. } => self.journals.diverged(TRIALS, learned, error),
                other => other.into(),
            })?;
            // Only what was replayed is restored.
            self.journals.record_distribution(learned, distribution.as_ref())?;
        }
        Ok(())
    }

    /// Why no further generation is started, if so; a generation that was
    /// started is finished.
    fn budget_spent(&self, generation: u32, context: &EvaluationContext<'_>) -> Option<StopReason> {
        let affordable = self.affordable(generation);
        let recorded = self.journals.trials_from(generation).len();
        if affordable < self.population() && affordable == recorded {
            return Some(StopReason::Games);
        }
        if self.journals.has_begun(generation) {
            return None;
        }
        let per_candidate = u64::from(self.games_per_candidate(generation));
        let games = self.games() + affordable as u64 * per_candidate;
        let budget = &self.active.spec.budget;
        budget::spent(budget, generation, games, context.elapsed())
    }

    /// The candidates of a generation that the budget of a whole campaign pays for, those on record included: fewer
    /// than the others have in the last one. Adaptive games depend on the size of the generation, which then stays.
    fn affordable(&self, generation: u32) -> usize {
        let spec = &self.active.spec;
        let recorded = self.journals.trials_from(generation).len();
        match (spec.bill, spec.budget.games, spec.games_per_candidate) {
            (Some(_), Some(limit), GamesPerCandidate::Fixed(each)) => {
                let left = limit.saturating_sub(self.games()) / u64::from(each);
                self.population().min(recorded.saturating_add(left as usize))
            }
            _ => self.population(),
        }
    }

    /// Plays the rest of a generation, and records it.
    fn play_generation(
        &mut self,
        proposal: &Proposal,
        generation: u32,
        context: &EvaluationContext<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(), CampaignError> {
        let distribution = proposal.distribution.as_ref();
        self.journals.check_distribution(generation, distribution)?;
        self.journals.record_distribution(generation, distribution)?;
        let games_per_candidate = self.games_per_candidate(generation);
        self.play_candidates(proposal, generation, games_per_candidate, context, observer)?;
        if proposal.points.len() < self.population() {
            // The search ends with this part of a generation.
            return Ok(());
        }
        self.catch_up(generation + 1)?;
        observer.observe(&Event::Generation(&super::GenerationReport {
            generation,
            spec: &self.active.spec,
            trials: self.journals.trials_of(generation),
            distribution,
            games_per_candidate,
            reliability: self.search.ranking.reliability(),
            games: self.games(),
            elapsed: context.elapsed(),
        }));
        Ok(())
    }

    /// The games per candidate of a generation; all generations before it are recorded.
    fn games_per_candidate(&self, generation: u32) -> u32 {
        let settings = &self.active.spec.games_per_candidate;
        let last = generation.checked_sub(1);
        let last = last.map_or(&[][..], |last| self.journals.trials_of(last));
        budget::games_per_candidate(settings, last, &self.search.ranking)
    }

    /// The outcome on record, if this search has come to its end before, and
    /// the other files prove it.
    fn recorded_outcome(&self) -> Result<Option<Outcome>, CampaignError> {
        let folder = &self.journals.folder;
        let path = folder.file(BEST);
        if !folder.manifest()?.finished || !path.is_file() {
            return Ok(None);
        }
        let file = WeightsFile::parse(&path, &folder.read(BEST)?).ok();
        match file.and_then(|file| Outcome::read(&file, &self.active.spec)) {
            Some(outcome) if outcome.evidence.search_games == self.games() => {
                conclusion::proved(self, outcome)
            }
            _ => Ok(None),
        }
    }
}
