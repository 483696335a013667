//! The games of a pilot: recorded ones are reused, others are played and recorded.

use super::error::{CampaignError, Result};
use super::session::Session;
use crate::record::{FinalGame, Finals};
use crate::space::CampaignSpec;
use crate::subject::Configuration;
use tune2048_engine::{GameResult, Stream};

/// What plays the games of a pilot and takes them up.
pub(in crate::campaign) struct Playing<'a, 's> {
    pub(in crate::campaign) session: &'a Session<'s>,
    /// The recorded games.
    pub(in crate::campaign) known: Finals,
    /// The number of games that were played now.
    pub(in crate::campaign) played: u64,
    /// Records games.
    pub(in crate::campaign) record: &'a mut dyn FnMut(Vec<FinalGame>) -> Result<()>,
}

impl Playing<'_, '_> {
    /// The results of weights in the first games of the stream, weights by weights, of which the first
    /// has the number `first`.
    ///
    /// # Errors
    /// If a stop was requested, or a game cannot be recorded.
    pub(super) fn results(
        &mut self,
        spec: &CampaignSpec,
        weights: &[Configuration],
        first: usize,
        games: u64,
    ) -> Result<Vec<Vec<GameResult>>> {
        let players: Vec<usize> = (first..first + weights.len()).collect();
        let lacking = self.known.lacking(Stream::Pilot, &players, 0..games);
        let job = |players: &[usize], seeds| {
            let candidates = players.iter().map(|player| weights[player - first].values.clone());
            spec.job(candidates.collect(), seeds)
        };
        self.session.play_lacking(Stream::Pilot, spec.seed, &lacking, job, |rows| {
            self.played += rows.len() as u64;
            let known = &mut self.known;
            rows.iter().try_for_each(|&row| known.add_game(row)).map_err(CampaignError::Failed)?;
            (self.record)(rows)
        })?;
        let results = |&player: &usize| self.known.results(Stream::Pilot, 0..games, player);
        Ok(players.iter().map(results).collect())
    }
}
