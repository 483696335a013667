//! The games of a pilot: recorded ones are reused, others are played and recorded.

use super::error::Result;
use super::session::Session;
use crate::record::FinalGame;
use crate::record::pilot::PilotGames;
use crate::space::CampaignSpec;
use crate::subject::Configuration;
use tune2048_engine::{GameResult, GameSeed, Stream};

/// What plays the games of a pilot and takes them up.
pub(in crate::campaign) struct Playing<'a, 's> {
    pub(in crate::campaign) session: &'a Session<'s>,
    /// The recorded games.
    pub(in crate::campaign) known: PilotGames,
    /// The number of games that were played now.
    pub(in crate::campaign) played: u64,
    /// Records games.
    pub(in crate::campaign) record: &'a mut dyn FnMut(Vec<FinalGame>) -> Result<()>,
}

impl Playing<'_, '_> {
    /// The results of weights on the seeds, weights by weights, of which the first has the number `first`.
    ///
    /// # Errors
    /// If a stop was requested, or a game cannot be recorded.
    pub(super) fn results(
        &mut self,
        spec: &CampaignSpec,
        weights: &[Configuration],
        first: usize,
        seeds: &[GameSeed],
    ) -> Result<Vec<Vec<GameResult>>> {
        let known = |at: usize| {
            let games = self.known.of(first + at);
            games[..games.len().min(seeds.len())].to_vec()
        };
        let mut results: Vec<_> = (0..weights.len()).map(known).collect();
        // Weights that lack the same games play side by side.
        let lacks: Vec<usize> = results.iter().map(Vec::len).collect();
        let missing = (0..weights.len()).filter(|&at| lacks[at] < seeds.len());
        let missing: Vec<usize> = missing.collect();
        let batches: Vec<&[usize]> = missing.chunk_by(|&a, &b| lacks[a] == lacks[b]).collect();
        let jobs = batches.iter().map(|places| {
            let weights = places.iter().map(|&at| weights[at].values.clone());
            spec.job(weights.collect(), seeds[lacks[places[0]]..].to_vec())
        });
        self.session.play_stream(jobs, |number, played| {
            let at = batches[number][played.candidate];
            let numbered = (lacks[at] as u64..).zip(&played.results);
            let row = |(game, &result)| FinalGame {
                stream: Stream::Pilot,
                game,
                finalist: first + at,
                result,
            };
            self.played += played.results.len() as u64;
            (self.record)(numbered.map(row).collect())?;
            results[at].extend(played.results);
            Ok(())
        })?;
        Ok(results)
    }
}
