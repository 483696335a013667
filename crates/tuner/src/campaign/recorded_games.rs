//! Games that are recorded one by one, those of the pilot and of finalists: recorded ones are reused, others are played.
//!
//! A game is a pure function of weights, player and seed. A recorded game therefore stays true when
//! the search goes on, and is never played again.

use std::ops::Range;

use super::open::Campaign;
use super::session::Session;
use crate::record::FinalGame;
use crate::record::error::Result;
use crate::record::finals::Lacking;
use crate::subject::Job;
use tune2048_engine::{GameResult, GameSeed, Stream};

impl Campaign {
    /// The results of players on games of a stream, player by player. `job` has their weights and no seeds; games that are
    /// not recorded are played and recorded, so many of each player together.
    ///
    /// # Errors
    /// If a stop was requested, or a game cannot be recorded.
    pub(super) fn results(
        &mut self,
        (stream, games): (Stream, Range<u64>),
        players: &[usize],
        job: &Job,
        batch: u64,
        session: &Session<'_>,
    ) -> Result<Vec<Vec<GameResult>>> {
        let (seed, finals) = (self.state.spec.seed, &self.state.finals);
        let batches = games.clone().step_by(batch as usize);
        let batches = batches.map(|from| from..games.end.min(from.saturating_add(batch)));
        let lacking = batches.flat_map(|games| finals.lacking(stream, players, games));
        let lacking: Vec<Lacking> = lacking.collect();
        let jobs = lacking.iter().map(|Lacking { places, games }| Job {
            candidates: places.iter().map(|&place| job.candidates[place].clone()).collect(),
            seeds: games.iter().map(|&game| GameSeed::new(seed, stream, game)).collect(),
            ..job.clone()
        });
        session.play_stream(jobs, |number, played| {
            let Lacking { places, games } = &lacking[number];
            let finalist = players[places[played.candidate]];
            let row = |(&game, result)| FinalGame { stream, game, finalist, result };
            self.record_games(games.iter().zip(played.results).map(row).collect())
        })?;
        let of = |&player: &usize| self.state.finals.results(stream, games.clone(), player);
        Ok(players.iter().map(of).collect())
    }
}
