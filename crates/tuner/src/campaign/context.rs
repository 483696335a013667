//! The means to play games, and the one place where a campaign has games played.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::CampaignError;
use crate::subject::{CandidateGames, Evaluate, Job, record_stream};
use tune2048_engine::evaluate::Monitor;

/// The evaluator of a session with its monitor and clock.
#[derive(Clone, Copy)]
pub(super) struct EvaluationContext<'a> {
    evaluator: &'a dyn Evaluate,
    monitor: &'a Monitor,
    /// The time that earlier sessions took.
    earlier: Duration,
    begun: Instant,
}

impl<'a> EvaluationContext<'a> {
    /// A session that starts now, after the time that earlier sessions took.
    pub(super) fn new(
        evaluator: &'a dyn Evaluate,
        monitor: &'a Monitor,
        earlier: Duration,
    ) -> Self {
        Self { evaluator, monitor, earlier, begun: Instant::now() }
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
    pub(super) fn play<E: Into<CampaignError>>(
        &self,
        job: Job,
        mut record: impl FnMut(CandidateGames) -> Result<(), E>,
    ) -> Result<(), CampaignError> {
        self.play_stream(std::iter::once(job), |_, games| record(games))
    }

    /// Plays jobs as a stream, and gives the games of a candidate with the number of their job to
    /// `record`, in the order of the jobs. The first error of `record` stops the games.
    ///
    /// # Errors
    /// Those of [`EvaluationContext::play`].
    pub(super) fn play_stream<E: Into<CampaignError>>(
        &self,
        mut jobs: impl Iterator<Item = Job>,
        mut record: impl FnMut(usize, CandidateGames) -> Result<(), E>,
    ) -> Result<(), CampaignError> {
        record_stream(self.evaluator, &mut jobs, self.monitor, |number, games| {
            let recorded = record(number, games).map(ControlFlow::Continue);
            recorded.map_err(|error| {
                self.monitor.request_stop();
                error.into()
            })
        })
    }
}
