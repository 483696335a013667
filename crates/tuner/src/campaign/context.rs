//! The means to play games, and the one place where a campaign has games played.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::CampaignError;
use crate::record::FailureLog;
use crate::space::CampaignSpec;
use crate::subject::{CandidateGames, Evaluate, Job, Needs, record_stream};
use tune2048_engine::{GameResult, GameSeed, Monitor};

impl CampaignSpec {
    /// The games of candidates of a search, each from the beginning that the objective asks for.
    pub(super) fn job(&self, candidates: Vec<Vec<f64>>, seeds: Vec<GameSeed>) -> Job {
        let job = Job::new(Arc::clone(self.subject()), candidates, seeds);
        Job { beginning: self.beginning.clone(), ..job }
    }
}

/// The evaluator of a session with its monitor and clock.
pub(crate) struct EvaluationContext<'a> {
    evaluator: &'a dyn Evaluate,
    monitor: &'a Monitor,
    /// The time that earlier sessions took.
    earlier: Duration,
    begun: Instant,
    failures: &'a FailureLog,
    needs: Needs,
}

impl<'a> EvaluationContext<'a> {
    /// A session that starts now, after the time that earlier sessions took.
    pub(super) fn new(
        evaluator: &'a dyn Evaluate,
        monitor: &'a Monitor,
        earlier: Duration,
        failures: &'a FailureLog,
        spec: &CampaignSpec,
    ) -> Self {
        let needs = spec.needs();
        Self { evaluator, monitor, earlier, begun: Instant::now(), failures, needs }
    }

    /// The time that the campaign has taken, pauses between sessions left out.
    pub(super) fn elapsed(&self) -> Duration {
        self.earlier + self.begun.elapsed()
    }

    /// Plays a job, and gives the games of a candidate
    /// to `record` as soon as they are complete. The first error of `record`
    /// stops the games.
    ///
    /// # Errors
    /// The error of `record` or of the evaluator, and
    /// [`CampaignError::Interrupted`] if a stop was requested.
    pub(super) fn play(
        &self,
        job: Job,
        mut record: impl FnMut(CandidateGames) -> Result<(), CampaignError>,
    ) -> Result<(), CampaignError> {
        self.play_stream(std::iter::once(job), |_, games| record(games))
    }

    /// Plays jobs as a stream, and gives the games of a candidate with the number of their job to
    /// `record`, in the order of the jobs. The first error of `record` stops the games.
    ///
    /// # Errors
    /// Those of [`EvaluationContext::play`].
    pub(super) fn play_stream(
        &self,
        jobs: impl Iterator<Item = Job>,
        mut record: impl FnMut(usize, CandidateGames) -> Result<(), CampaignError>,
    ) -> Result<(), CampaignError> {
        let mut jobs = jobs.map(|job| Job { needs: self.needs, ..job });
        record_stream(self.evaluator, &mut jobs, self.monitor, |number, games| {
            let counted = self.failures.add(&games).map_err(CampaignError::from);
            let recorded = counted.and_then(|()| record(number, games));
            recorded.map(ControlFlow::Continue).inspect_err(|_| self.monitor.request_stop())
        })?;
        let failures = self.failures.failures();
        if failures.are_all() { Err(CampaignError::all_failed("", &failures)) } else { Ok(()) }
    }

    /// Refuses starting weights of which every game has failed.
    ///
    /// # Errors
    /// [`CampaignError::Failed`] if so.
    pub(super) fn check_start(
        &self,
        spec: &CampaignSpec,
        games: &[GameResult],
    ) -> Result<(), CampaignError> {
        let failures = self.failures.failures();
        let score = spec.failure_score();
        let is_failed = |game: &GameResult| Some(game.score) == score;
        if failures.failed >= games.len() as u64 && games.iter().all(is_failed) {
            return Err(CampaignError::all_failed(" of the starting weights", &failures));
        }
        Ok(())
    }
}
