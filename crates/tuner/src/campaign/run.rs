//! Running a campaign: pilot, search, choice and validation of the winner.

use crate::campaign::search::{adaptive_games, noise};
use crate::campaign::{
    Campaign, CampaignError, Event, Outcome, Pilot, Result, Session, StopReason,
};
use crate::record::{BEST, TRIALS, games_dealt};
use crate::space::{Budget, GamesPerCandidate, OnNoise};
use crate::subject::Evaluate;
use tune2048_engine::evaluate::Monitor;
use tune2048_optimizer::{Distribution, OptimizerError, Proposal};

impl Campaign {
    /// Searches until the budget is spent, then chooses and validates the winner; `observer` gets
    /// what happens, for example to show the progress.
    ///
    /// # Errors
    /// [`CampaignError::Interrupted`] if a stop was requested through the
    /// monitor; any other if the record cannot be written or replayed.
    pub fn run(
        &mut self,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
        observer: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Outcome> {
        let session = Session::new(evaluator, monitor, observer, &self.spec);
        let session = session.after(&self.journals);
        let outcome = self.run_in(&session);
        session.failures.finish()?;
        outcome
    }

    fn run_in(&mut self, session: &Session<'_>) -> Result<Outcome> {
        session.observe(&Event::Started {
            trials: self.candidates(),
            games: self.games(),
            torn: self.journals.trials.was_torn(),
            locked: self.journals.trials.is_locked(),
        });
        self.play_pilot(session)?;
        let recorded = self.candidates();
        let (reason, distribution) = self.run_search(session)?;
        session.observe(&Event::SearchEnded(reason));
        if self.candidates() == recorded
            && let Some(outcome) = self.recorded_outcome()?
        {
            return Ok(outcome);
        }
        let mean = distribution.as_ref().or_else(|| self.last_distribution());
        let outcome = self.choose_winner(mean, session)?;
        let folder = &self.journals.folder;
        folder.write(BEST, &outcome.weights_file().to_toml())?;
        let goes_on = !matches!(reason, StopReason::Optimizer { .. } | StopReason::Ties);
        folder.set_finished((!goes_on).then(|| reason.to_string()))?;
        Ok(outcome)
    }

    /// Plays generation after generation until the search ends; returns why, and the distribution
    /// that another generation would have been drawn from.
    fn run_search(&mut self, session: &Session<'_>) -> Result<(StopReason, Option<Distribution>)> {
        let mut generation = self.first_open_generation();
        let mut is_checked = self.candidates() == 0;
        loop {
            let mut proposal = match self.propose(generation) {
                Err(CampaignError::Optimizer(OptimizerError::Ended { reason, .. })) => {
                    let reason = StopReason::Optimizer { generations: generation, reason };
                    return Ok((reason, None));
                }
                proposed => proposed?,
            };
            self.journals.check_trials(generation, &mut proposal)?;
            let reason = match self.budget_spent(generation, session) {
                Some(reason) => reason,
                None => match noise::reaction(&self.spec, &self.search.ranking) {
                    OnNoise::GoOn => {
                        if !std::mem::replace(&mut is_checked, true) {
                            self.recheck(session)?;
                        }
                        let size = self.affordable(generation);
                        let is_whole = size == proposal.points.len();
                        proposal.points.truncate(size);
                        self.play_generation(&proposal, generation, session)?;
                        generation += u32::from(is_whole);
                        continue;
                    }
                    OnNoise::Restart => {
                        self.restart_wider(&proposal, generation, session)?;
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

    /// Plays the pilot, if one is due, and records it.
    fn play_pilot(&mut self, session: &Session<'_>) -> Result<()> {
        let games = self.pilot_games_left();
        if games == 0 {
            return Ok(());
        }
        session.observe(&Event::Pilot { games });
        let spec = &self.spec;
        let first = self.search.optimizer.propose()?;
        let pilot = Pilot::play_in(session, spec, &first, Pilot::share(spec))?;
        self.journals.record_pilot(pilot)?;
        if let Some(plan) = self.plan() {
            session.observe(&Event::Planned(&plan));
        }
        Ok(())
    }

    /// Proposes a generation after the recorded ones.
    ///
    /// # Errors
    /// If the record is not one of this optimizer, or nothing is left to propose.
    pub(super) fn propose(&mut self, generation: u32) -> Result<Proposal> {
        self.catch_up(generation)?;
        Ok(self.search.optimizer.propose()?)
    }

    /// Learns from the recorded generations before this one, each once, and
    /// restores their distributions where the file has lost them: the winner may
    /// be an average of their means.
    pub(super) fn catch_up(&mut self, generation: u32) -> Result<()> {
        while self.search.next_generation() < generation {
            let learned = self.search.next_generation();
            let distribution = self.search.optimizer.distribution()?;
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
    fn budget_spent(&self, generation: u32, session: &Session<'_>) -> Option<StopReason> {
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
        let Budget { games: most, generations, minutes } = self.spec.budget;
        let passed = session.elapsed().as_secs_f64() / 60.0;
        if most.is_some_and(|limit| games > limit) {
            Some(StopReason::Games)
        } else if generations.is_some_and(|limit| generation >= limit) {
            Some(StopReason::Generations)
        } else if minutes.is_some_and(|limit| passed >= limit) {
            Some(StopReason::Minutes)
        } else {
            None
        }
    }

    /// The candidates of a generation that the budget of a whole campaign pays for, those on record included: fewer
    /// than the others have in the last one. Adaptive games depend on the size of the generation, which then stays.
    fn affordable(&self, generation: u32) -> usize {
        let spec = &self.spec;
        let recorded = self.journals.trials_from(generation).len();
        match (spec.bill, spec.budget.games, spec.games_per_candidate) {
            (Some(_), Some(limit), GamesPerCandidate::Fixed(each)) => {
                let left = limit.saturating_sub(self.games()) / u64::from(each);
                self.population().min(recorded.saturating_add(left as usize))
            }
            _ => self.population(),
        }
    }

    /// The games per candidate of a generation; all generations before it are recorded.
    pub(super) fn games_per_candidate(&self, generation: u32) -> u32 {
        let last = generation.checked_sub(1);
        let last = last.map_or(&[][..], |last| self.journals.trials_of(last));
        match &self.spec.games_per_candidate {
            GamesPerCandidate::Fixed(games) => *games,
            GamesPerCandidate::Adaptive(settings) if last.is_empty() => settings.low,
            GamesPerCandidate::Adaptive(settings) => {
                adaptive_games::next_games(settings, &self.search.ranking, games_dealt(last))
            }
        }
    }
}
