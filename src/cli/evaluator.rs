//! The evaluator of every command that plays games.

use tune2048_engine::evaluate::{
    CandidateGames, Evaluate, EvaluateError, GameEvaluator, Job, Monitor,
};

use super::args::Threads;

/// Plays the games of any player.
#[derive(Debug)]
pub(super) struct PlayerEvaluator {
    own: GameEvaluator,
}

impl Threads {
    /// Starts the threads that play.
    pub(super) fn evaluator(self) -> Result<PlayerEvaluator, EvaluateError> {
        let own = GameEvaluator::new(self.count())?;
        Ok(PlayerEvaluator { own })
    }
}

impl Evaluate for PlayerEvaluator {
    fn concurrent_games(&self) -> usize {
        self.own.concurrent_games()
    }

    fn evaluate(
        &self,
        job: &Job,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), EvaluateError> {
        self.own.evaluate(job, monitor, deliver)
    }
}
