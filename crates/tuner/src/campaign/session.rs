//! A session of a campaign: the one place where it has games played.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::observer::Event;
use crate::record::{CampaignError, CampaignState, NowFile, Result};
use crate::space::CampaignSpec;
use crate::subject::{CandidateGames, Evaluate, Job, RequiredMetrics, record_stream};
use tune2048_engine::{GameSeed, Monitor};

impl CampaignSpec {
    /// The games of candidates of a search, each from the beginning that the objective asks for.
    pub(super) fn job(&self, candidates: Vec<Vec<f64>>, seeds: Vec<GameSeed>) -> Job {
        let job = Job::new(Arc::clone(self.subject()), candidates, seeds);
        Job { beginning: self.beginning.clone(), ..job }
    }
}

/// A session of a campaign: what plays its games, its clock, and who is told what happens.
pub(crate) struct Session<'a> {
    evaluator: &'a dyn Evaluate,
    monitor: &'a Monitor,
    observer: RefCell<&'a mut dyn FnMut(&Event<'_>)>,
    /// The time that earlier sessions took.
    earlier: Duration,
    begun: Instant,
    pub(super) now: Arc<NowFile>,
    needs: RequiredMetrics,
}

impl<'a> Session<'a> {
    /// A session that starts now, with the time and the failures of those that are recorded.
    pub(super) fn new(
        evaluator: &'a dyn Evaluate,
        monitor: &'a Monitor,
        observer: &'a mut dyn FnMut(&Event<'_>),
        state: &CampaignState,
        now: &Arc<NowFile>,
    ) -> Self {
        let earlier = Duration::try_from_secs_f64(state.elapsed_seconds);
        Self {
            evaluator,
            monitor,
            observer: RefCell::new(observer),
            earlier: earlier.expect("times are checked when they are read"),
            begun: Instant::now(),
            now: Arc::clone(now),
            needs: state.spec.needs(),
        }
    }

    /// Reports an event.
    pub(crate) fn observe(&self, event: &Event<'_>) {
        (self.observer.borrow_mut())(event);
    }

    /// The time that the campaign has taken, pauses between sessions left out.
    pub(super) fn elapsed(&self) -> Duration {
        self.earlier + self.begun.elapsed()
    }

    /// Plays jobs as a stream, and gives the games of a candidate with the number of their job to
    /// `record`, in the order of the jobs. The first error of `record` stops the games.
    ///
    /// # Errors
    /// The error of `record` or of the evaluator, and
    /// [`CampaignError::Interrupted`] if a stop was requested.
    pub(super) fn play_stream(
        &self,
        jobs: impl Iterator<Item = Job>,
        mut record: impl FnMut(usize, CandidateGames) -> Result<()>,
    ) -> Result<()> {
        let mut jobs = jobs.map(|job| Job { needs: self.needs, ..job });
        record_stream(self.evaluator, &mut jobs, self.monitor, |number, games| {
            let counted = self.now.count(&games).map_err(CampaignError::from);
            let recorded = counted.and_then(|()| record(number, games));
            recorded.map(ControlFlow::Continue).inspect_err(|_| self.monitor.request_stop())
        })?;
        let failures = self.now.failures();
        if !failures.are_all() {
            return Ok(());
        }
        let failures = failures.sentence(None).unwrap_or_default();
        Err(CampaignError::Failed(format!(
            "every game failed: {failures} - run the program by hand with the starting values, and \
             correct what it says; what was played is saved, and resume goes on"
        )))
    }
}
