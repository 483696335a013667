//! Games on the calling thread.

use std::collections::BTreeMap;

use super::{Beginnings, CandidateGames, Evaluate, EvaluateError, Job, Monitor};
use crate::game::finish_unless;
use crate::heuristic::Tables;
use crate::player;

/// Plays games on the calling thread; needs neither threads nor a clock, and reports 0 seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct SerialEvaluator;

impl Evaluate for SerialEvaluator {
    fn concurrent_games(&self) -> usize {
        1
    }

    fn evaluate(
        &self,
        job: &Job,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(CandidateGames),
    ) -> Result<(), EvaluateError> {
        job.check()?;
        let beginnings = Beginnings::default();
        let stopped = || monitor.stop_requested();
        for (candidate, weights) in job.candidates.iter().enumerate() {
            let tables = Tables::new(weights);
            let mut player = player::build(&job.player.with_weights(weights), &tables);
            let mut results = Vec::with_capacity(job.seeds.len());
            for &seed in &job.seeds {
                let begun = beginnings.session(job.beginning.as_ref(), seed, stopped);
                let result = begun.and_then(|game| finish_unless(&mut *player, game, stopped));
                results.push(result.ok_or(EvaluateError::Interrupted)?);
                monitor.game_played();
            }
            drop(player);
            tables.release();
            deliver(CandidateGames {
                candidate,
                results,
                seconds: 0.0,
                extras: BTreeMap::new(),
            });
        }
        Ok(())
    }
}
