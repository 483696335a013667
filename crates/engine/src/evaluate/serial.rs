//! Games on the calling thread.

use super::{Batch, Beginnings, BoardPlayer, EvaluateError, Monitor, PlayerGames};
use crate::game::finish_unless;
use crate::heuristic::Tables;
use crate::player;

/// Plays games on the calling thread; needs neither threads nor a clock, and reports 0 seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct SerialEvaluator;

impl SerialEvaluator {
    /// Plays every player on every seed, and delivers the players in their order.
    ///
    /// # Errors
    /// [`EvaluateError::Settings`] if a player cannot be built, [`EvaluateError::Interrupted`] if a
    /// stop was requested before the last player was delivered.
    pub fn play_batch(
        &self,
        batch: &Batch,
        monitor: &Monitor,
        deliver: &mut dyn FnMut(PlayerGames),
    ) -> Result<(), EvaluateError> {
        batch.check()?;
        let beginnings = Beginnings::default();
        let stopped = || monitor.stop_requested();
        for (index, BoardPlayer { settings, weights }) in batch.players.iter().enumerate() {
            let tables = Tables::new(weights);
            let mut player = player::build(settings, &tables);
            let mut results = Vec::with_capacity(batch.seeds.len());
            for &seed in &batch.seeds {
                let begun = beginnings.session(batch.beginning.as_ref(), seed, stopped);
                let result = begun.and_then(|game| finish_unless(&mut *player, game, stopped));
                results.push(result.ok_or(EvaluateError::Interrupted)?);
                monitor.game_played();
            }
            drop(player);
            tables.release();
            deliver(PlayerGames { player: index, results, seconds: 0.0 });
        }
        Ok(())
    }
}
