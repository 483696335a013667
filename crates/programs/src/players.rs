//! What plays any subject on this machine.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use tune2048_engine::{EvaluateError, GameEvaluator, Monitor};
use tune2048_tuner::subject::{CandidateGames, CommandSettings, Evaluate, Job, one_by_one};

use crate::process::pool::Pool;
use crate::process::program::Program;
use crate::run::{Run, SilenceNote};

/// Plays the games of any subject on this machine: those of this library on threads, those of
/// programs in processes.
///
/// Programs are started with their first games and stay alive between jobs. Dropping the players closes
/// their standard input, and kills those that do not exit within a second.
#[allow(missing_debug_implementations, reason = "processes and a function say nothing")]
pub struct Players {
    threads: Option<usize>,
    boards: GameEvaluator,
    pool: Pool,
    note: SilenceNote,
}

impl Players {
    /// Starts `threads` threads, one per core if `None`; at most as many processes of a program play at
    /// the same time. With settings that name a number of processes, the smaller number counts; in place
    /// of `None` that of the settings.
    ///
    /// # Errors
    /// [`EvaluateError::Failed`] if the threads cannot be started.
    pub fn new(threads: Option<usize>) -> Result<Self, EvaluateError> {
        let boards = GameEvaluator::new(threads)?;
        Ok(Self { threads, boards, pool: Pool::default(), note: SilenceNote::default() })
    }

    /// Says which game of a program is being played after a silence, of 20 seconds if no other is given.
    #[must_use]
    pub fn noting_silence(
        self,
        after: Option<Duration>,
        say: Arc<dyn Fn(&str) + Send + Sync>,
    ) -> Self {
        let after = after.unwrap_or(self.note.after);
        Self { note: SilenceNote { after, say }, ..self }
    }

    /// Plays a job by a program with one opponent.
    fn play_program(
        &self,
        job: &Job,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), EvaluateError> {
        job.check()?;
        let settings = job.subject.command().expect("a program plays");
        let (program, processes) = (Program::new(settings)?, self.processes(settings));
        Run::new(job, settings, &self.pool, program, processes, monitor, &self.note).play(deliver)
    }

    fn processes(&self, settings: &CommandSettings) -> usize {
        let wanted = settings.processes.map(|processes| processes as usize);
        let given = wanted.into_iter().chain(self.threads).min();
        given.unwrap_or_else(|| self.boards.threads()).max(1)
    }
}

impl Evaluate for Players {
    fn concurrent_games(&self) -> usize {
        self.boards.threads()
    }

    /// Plays the jobs of programs in turn, and ahead those between them.
    fn evaluate_stream(
        &self,
        jobs: &mut dyn Iterator<Item = Job>,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(usize, CandidateGames) -> ControlFlow<()>,
    ) -> Result<(), EvaluateError> {
        let mut jobs = jobs.enumerate().peekable();
        let mut flow = ControlFlow::Continue(());
        while flow.is_continue()
            && let Some((first, job)) = jobs.peek()
        {
            let (first, is_program) = (*first, job.subject.is_program());
            let next = || Some(jobs.next_if(|(_, job)| job.subject.is_program() == is_program)?.1);
            let mut alike = std::iter::from_fn(next);
            let mut deliver = |number, games| {
                flow = deliver(first + number, games);
                flow
            };
            match is_program {
                true => one_by_one(&mut alike, &mut deliver, |job, deliver| {
                    self.play_program(job, monitor, deliver)
                })?,
                false => self.boards.evaluate_stream(&mut alike, monitor, &mut deliver)?,
            }
        }
        Ok(())
    }
}
