//! What plays any subject on this machine.

use std::ops::ControlFlow;

use tune2048_engine::{EvaluateError, GameEvaluator, Monitor};
use tune2048_tuner::subject::{CandidateGames, Evaluate, Job};

use crate::ProgramEvaluator;

/// Plays the games of any subject on this machine: those of this library on threads, those of
/// programs in processes.
#[derive(Debug)]
pub struct Players {
    boards: GameEvaluator,
    programs: ProgramEvaluator,
}

impl Players {
    /// Starts `threads` threads, one per core if `None`; as many processes of a program play at the
    /// same time.
    ///
    /// # Errors
    /// [`EvaluateError::Failed`] if the threads cannot be started.
    pub fn new(threads: Option<usize>) -> Result<Self, EvaluateError> {
        Ok(Self { boards: GameEvaluator::new(threads)?, programs: ProgramEvaluator::new(threads) })
    }
}

impl Evaluate for Players {
    fn concurrent_games(&self) -> usize {
        self.boards.threads()
    }

    fn evaluate(
        &self,
        job: &Job,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), EvaluateError> {
        match job.subject.command() {
            Some(_) => self.programs.evaluate(job, monitor, deliver),
            None => self.boards.evaluate(job, monitor, deliver),
        }
    }

    /// Plays the jobs of programs in turn, and ahead those between them.
    fn evaluate_stream(
        &self,
        jobs: &mut dyn Iterator<Item = Job>,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(usize, CandidateGames) -> ControlFlow<()>,
    ) -> Result<(), EvaluateError> {
        let mut flow = ControlFlow::Continue(());
        let mut first = 0;
        loop {
            let (mut of_boards, mut of_program) = (0, None);
            let mut boards = std::iter::from_fn(|| {
                if of_program.is_some() {
                    return None;
                }
                let job = jobs.next()?;
                if job.subject.command().is_some() {
                    of_program = Some(job);
                    return None;
                }
                of_boards += 1;
                Some(job)
            });
            let played = self.boards.evaluate_stream(&mut boards, monitor, &mut |number, games| {
                flow = deliver(first + number, games);
                flow
            });
            if flow.is_break() {
                return Ok(());
            }
            played?;
            let Some(job) = of_program else {
                return Ok(());
            };
            first += of_boards;
            let played = self.programs.evaluate(&job, monitor, &mut |games| {
                if flow.is_continue() {
                    flow = deliver(first, games);
                }
            });
            if flow.is_break() {
                return Ok(());
            }
            played?;
            first += 1;
        }
    }
}
