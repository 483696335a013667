//! The evaluator of jobs whose player is a program of the user.

use tune2048_engine::{CandidateGames, Evaluate, EvaluateError, Job, Monitor};

/// Plays the games of jobs by programs of the user.
#[derive(Debug)]
pub struct ProgramEvaluator {
    threads: Option<usize>,
}

impl ProgramEvaluator {
    /// An evaluator that keeps at most `threads` processes playing, one per core if `None`.
    pub fn new(threads: Option<usize>) -> Self {
        Self { threads }
    }
}

impl Evaluate for ProgramEvaluator {
    fn evaluate(
        &self,
        _job: &Job,
        _monitor: &Monitor,
        _deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), EvaluateError> {
        let threads = self.threads;
        Err(EvaluateError::Failed(format!(
            "not written yet: {threads:?}"
        )))
    }
}
