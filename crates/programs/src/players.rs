//! What plays any subject on this machine.

use std::ops::ControlFlow;
use std::sync::Arc;

use tune2048_engine::{EvaluateError, GameEvaluator, Monitor};
use tune2048_tuner::subject::{CandidateGames, Evaluate, Job, Subject};

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

    /// Says which game of a program is being played if none ends for 20 seconds.
    #[must_use]
    pub fn noting_silence(self, say: Arc<dyn Fn(&str) + Send + Sync>) -> Self {
        Self { programs: self.programs.noting_silence(None, say), ..self }
    }

    /// What plays a subject, and whether that is a program.
    fn of(&self, subject: &Subject) -> (&dyn Evaluate, bool) {
        match subject.is_program() {
            false => (&self.boards, false),
            true => (&self.programs, true),
        }
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
        let mut jobs = jobs.peekable();
        let (mut first, mut flow) = (0, ControlFlow::Continue(()));
        while flow.is_continue()
            && let Some(next) = jobs.peek()
        {
            let (evaluator, is_program) = self.of(&next.subject);
            let mut count = 0;
            let mut alike = std::iter::from_fn(|| {
                let job = jobs.next_if(|job| self.of(&job.subject).1 == is_program)?;
                count += 1;
                Some(job)
            });
            evaluator.evaluate_stream(&mut alike, monitor, &mut |number, games| {
                flow = deliver(first + number, games);
                flow
            })?;
            first += count;
        }
        Ok(())
    }
}
