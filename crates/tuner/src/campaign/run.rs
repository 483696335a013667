//! Running a campaign: pilot, search, choice and validation of the winner.
//!
//! Before a search goes on, its program must still be the one that it was started with: by its files, and by the
//! games of a recorded candidate, since a wrapper may hide another one.

use std::path::PathBuf;
use std::sync::Arc;

use super::observer::{Event, StopReason};
use super::open::Campaign;
use super::search::noise;
use super::search::running::RunningSearch;
use super::session::Session;
use super::{finals, generation, pilot};
use crate::record::{CampaignError, GenerationSource, LogEvent, Outcome, Result, seeds_used};
use crate::space::OnNoise;
use crate::statistics::Evaluation;
use crate::subject::{Evaluate, Job};
use tune2048_engine::{GameSeed, Monitor, Stream};
use tune2048_files::number_text::counted;
use tune2048_optimizer::{Distribution, OptimizerError};

impl Campaign {
    /// Searches until the budget is spent, then chooses and validates the winner; `observer` gets
    /// what happens, for example to show the progress.
    ///
    /// # Errors
    /// [`CampaignError::Interrupted`](super::CampaignError::Interrupted) if a stop was requested through the
    /// monitor; any other if the record cannot be written or replayed.
    pub fn run(
        &mut self,
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
        observer: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Outcome> {
        let session = Session::new(evaluator, monitor, observer, &self.state, &self.now);
        let outcome = self.run_in(&session);
        self.recorder.sync()?;
        session.now.finish()?;
        outcome
    }

    /// Returns the files of the program that have changed since the campaign began with it. Empty for
    /// a player of this library.
    ///
    /// # Errors
    /// If a file is not found because the campaign began in another folder.
    pub fn changed_program_files(&self) -> Result<Vec<PathBuf>> {
        let subject = self.state.spec.subject();
        let (Some(found), Some(recorded)) = (subject.program_files(), &self.state.began.program)
        else {
            return Ok(Vec::new());
        };
        let here = std::env::current_dir().unwrap_or_default().display().to_string();
        let changed = found.changed_since(recorded);
        let is_missing = |path: &&PathBuf| {
            subject.command().is_some_and(|program| !program.place(path).exists())
        };
        match (recorded.begun(), changed.iter().find(is_missing)) {
            (Some(began), Some(missing)) if began != here => Err(CampaignError::BadInput(format!(
                "{} is not found in the folder {here}: the campaign began in {began} - go on with it \
                 there, or set `working-folder` in [player.command]",
                missing.display()
            ))),
            _ => Ok(changed),
        }
    }
    fn run_in(&mut self, session: &Session<'_>) -> Result<Outcome> {
        session.observe(&Event::Started(self.recorder.warning));
        self.play_pilot(session)?;
        let (reason, distribution) = self.run_search(session)?;
        session.observe(&Event::SearchEnded(reason));
        if let Some(outcome) = self.state.outcome.clone().filter(|_| self.state.finished) {
            // The file follows from the record.
            finals::write_best(self)?;
            return Ok(outcome);
        }
        let source = self.state.source.as_ref().map(|source| source.distribution.clone());
        let goes_on = !matches!(reason, StopReason::Optimizer { .. } | StopReason::Ties);
        let search_end = (!goes_on).then(|| reason.to_string());
        finals::conclude(self, distribution.or(source).as_ref(), search_end, session)
    }

    /// Plays the pilot, if one is due, and records it.
    fn play_pilot(&mut self, session: &Session<'_>) -> Result<()> {
        let games = self.pilot_games_left();
        if games == 0 {
            return Ok(());
        }
        session.observe(&Event::Pilot { games });
        let spec = Arc::clone(&self.state.spec);
        let first = self.search.optimizer.propose()?;
        let is_recorded = self.state.finals.count(Stream::Pilot) == games;
        let mut results = |job: Job, first, games| {
            if is_recorded {
                // Without a game the speed would be unknown.
                let seeds = vec![GameSeed::new(spec.seed, Stream::Pilot, 0)];
                let again =
                    Job { candidates: vec![job.candidates[0].clone()], seeds, ..job.clone() };
                session.play_stream(std::iter::once(again), |_, _| Ok(()))?;
            }
            let players: Vec<usize> = (first..first + job.candidates.len()).collect();
            self.results((Stream::Pilot, 0..games), &players, &job, u64::MAX, session)
        };
        let pilot = pilot::play_in(session, &spec, &first, pilot::share(&spec), &mut results)?;
        self.record(LogEvent::Pilot(pilot))?;
        if let Some(plan) = self.plan() {
            session.observe(&Event::Planned(&plan));
        }
        Ok(())
    }

    /// Plays generation after generation until the search ends; returns why, and the distribution
    /// that another generation would have been drawn from.
    fn run_search(&mut self, session: &Session<'_>) -> Result<(StopReason, Option<Distribution>)> {
        let mut is_checked = self.state.trials == 0;
        loop {
            let generation = self.state.generations;
            let proposal = match self.search.optimizer.propose() {
                Err(OptimizerError::Ended { reason, .. }) => {
                    let reason = StopReason::Optimizer { generations: generation, reason };
                    return Ok((reason, None));
                }
                proposed => proposed?,
            };
            RunningSearch::check_points(&self.recorder.folder, &self.state, &proposal)?;
            let reason = match generation::budget_spent(self, session) {
                Some(reason) => reason,
                None => match noise::reaction(&self.state.spec, &self.state.ranking) {
                    OnNoise::GoOn => {
                        if !std::mem::replace(&mut is_checked, true) {
                            recheck(self, session)?;
                        }
                        let size = generation::affordable(self);
                        generation::play(self, &proposal, size, session)?;
                        continue;
                    }
                    OnNoise::Restart => {
                        let wider = noise::wider(&proposal);
                        let step_size = wider.step_size;
                        let source = GenerationSource::new(generation, &wider);
                        self.record(LogEvent::Restart(source))?;
                        session.observe(&Event::RestartedWider { generation, step_size });
                        continue;
                    }
                    OnNoise::Stop if !self.state.ranking.has_varied => StopReason::Ties,
                    OnNoise::Stop => StopReason::Noise,
                },
            };
            return Ok((reason, self.search.after_part(&self.state.open_trials)?));
        }
    }
}

/// Plays the games of one candidate of a program again, of the last generation on record.
///
/// # Errors
/// [`CampaignError::Failed`] if they have other scores than on record, and those of the
/// games.
fn recheck(campaign: &Campaign, session: &Session<'_>) -> Result<()> {
    let (state, spec) = (&campaign.state, &campaign.state.spec);
    let is_whole = !state.last_trials.is_empty();
    let trials = if is_whole { &state.last_trials } else { &state.open_trials };
    let is_repeatable = spec.subject().command().is_some_and(|program| program.deterministic);
    // Of a generation under way the partner may not be on record.
    if !is_repeatable || trials.is_empty() || spec.candidates_meet && !is_whole {
        return Ok(());
    }
    // Another one each time, since the record grows.
    let salt = state.games.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    let candidate = (salt % trials.len() as u64) as usize;
    let trial = &trials[candidate];
    let first = state.seen_scores.seeds - if is_whole { seeds_used(trials) } else { 0 };
    let weights: Vec<Vec<f64>> = trials.iter().map(|trial| trial.weights.clone()).collect();
    let games = trial.evaluation.games;
    let jobs = generation::jobs(spec, first, &weights, candidate..candidate + 1, games);
    session.play_stream(jobs.into_iter(), |_, games| {
        let found = Evaluation::of(&games.results);
        let scores =
            |found: &Evaluation| (found.mean_score.to_bits(), found.min_score, found.max_score);
        if !games.troubles.is_empty() || scores(&found) == scores(&trial.evaluation) {
            return Ok(());
        }
        Err(CampaignError::Failed(format!(
            "the program gives other scores than on record: candidate {} of generation {} \
             scored {} on average in {}, and {} in the same games played again - restore \
             the program, and what it calls; or run a new campaign",
            trial.candidate,
            trial.generation,
            trial.evaluation.mean_score,
            counted(trial.evaluation.games, "game"),
            found.mean_score
        )))
    })
}
