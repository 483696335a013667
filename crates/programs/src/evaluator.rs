//! The evaluator of jobs whose player is a program of the user.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tune2048_engine::{EvaluateError, Monitor};
use tune2048_tuner::subject::{CandidateGames, CommandSettings, Evaluate, Job, by_opponent};

use crate::process::pool::Pool;
use crate::process::program::Program;
use crate::run::{Run, SilenceNote};

/// Plays the games of jobs by programs of the user.
///
/// Programs stay alive between jobs. Dropping the evaluator closes their standard input, and
/// kills those that do not exit within a second.
#[derive(Debug)]
pub struct ProgramEvaluator {
    threads: Option<usize>,
    pool: Pool,
    note: SilenceNote,
}

impl ProgramEvaluator {
    /// An evaluator that plays with at most `threads` processes at the same time, one per core
    /// if `None`. Programs are started with their first games.
    ///
    /// With settings of a player that name a number of processes, the smaller number counts; in
    /// place of `None` that of the settings.
    pub fn new(threads: Option<usize>) -> Self {
        Self { threads, pool: Pool::default(), note: SilenceNote::default() }
    }

    /// Says after a silence which game is being played; without this, after 20 seconds to nobody.
    #[must_use]
    pub fn noting_silence(
        self,
        after: Option<Duration>,
        say: Arc<dyn Fn(&str) + Send + Sync>,
    ) -> Self {
        let after = after.unwrap_or(self.note.after);
        Self { note: SilenceNote { after, say }, ..self }
    }

    fn processes(&self, settings: &CommandSettings) -> usize {
        let wanted = settings.processes.map(|processes| processes as usize);
        let given = wanted.into_iter().chain(self.threads).min();
        given.unwrap_or_else(|| self.concurrent_games()).max(1)
    }
}

impl Evaluate for ProgramEvaluator {
    fn concurrent_games(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.unwrap_or_else(cores)
    }

    fn evaluate(
        &self,
        job: &Job,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), EvaluateError> {
        job.subject.check()?;
        by_opponent(job, deliver, |job, deliver| self.play_one(job, monitor, deliver))
    }
}

impl ProgramEvaluator {
    /// Plays a job that has no list of opponents.
    fn play_one(
        &self,
        job: &Job,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), EvaluateError> {
        let settings = job.subject.command().ok_or_else(|| {
            EvaluateError::Failed(format!(
                "the games of the player {} are not played by a program - give the job to an \
                 evaluator that plays them itself",
                job.subject
            ))
        })?;
        check_weights(job)?;
        let program = Program::new(settings)?;
        let processes = self.processes(settings);
        Run::new(job, settings, &self.pool, program, processes, monitor, &self.note).play(deliver)
    }
}

/// Checks that all weights can be sent.
fn check_weights(job: &Job) -> Result<(), EvaluateError> {
    let named = |values| job.subject.parameters().iter().zip(values);
    let mut all = job.candidates.iter().flat_map(named);
    match all.find(|(_, value)| !f64::is_finite(**value)) {
        Some((spec, value)) => Err(EvaluateError::Failed(format!(
            "the parameter {} is {value}, expected a finite number",
            spec.name
        ))),
        None => Ok(()),
    }
}
