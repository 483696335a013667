//! The games after the search: recorded ones are reused, others are played and recorded.

use std::ops::Range;
use std::sync::Arc;

use crate::campaign::{CampaignError, EvaluationContext, Finals};
use crate::record::FinalGame;
use crate::space::CampaignSpec;
use crate::subject::Job;
use tune2048_engine::game::{GameResult, GameSeed, Stream};

/// Games that the same finalists lack, played side by side and recorded together.
struct Batch {
    places: Vec<usize>,
    games: Vec<u64>,
}

/// The player of finalists' games.
pub(crate) struct FinalGames<'a> {
    /// Its seed and its player count.
    pub(crate) spec: &'a CampaignSpec,
    pub(crate) finals: Finals,
    pub(crate) context: &'a EvaluationContext<'a>,
}

impl FinalGames<'_> {
    /// The results of the finalists at these places on games of a stream,
    /// finalist by finalist; missing games are played.
    ///
    /// # Errors
    /// If a stop was requested, or a game cannot be recorded.
    pub(crate) fn play(
        &mut self,
        places: &[usize],
        stream: Stream,
        games: Range<u64>,
    ) -> Result<Vec<Vec<GameResult>>, CampaignError> {
        let batches = self.missing_batches(places, stream, games.clone());
        self.play_batches(&batches, stream)?;
        let results = places.iter().map(|&place| {
            let game = |game| self.finals.log.game(stream, game, place);
            games.clone().filter_map(game).collect()
        });
        Ok(results.collect())
    }

    /// The number of recorded games, summed over the places.
    pub(crate) fn on_record(&self, places: &[usize], stream: Stream, games: Range<u64>) -> u64 {
        let of_place = |&place: &usize| {
            let is_known = |&game: &u64| self.finals.log.game(stream, game, place).is_some();
            games.clone().filter(is_known).count() as u64
        };
        places.iter().map(of_place).sum()
    }

    fn missing(&self, place: usize, stream: Stream, games: Range<u64>) -> Vec<u64> {
        let is_missing = |&game: &u64| self.finals.log.game(stream, game, place).is_none();
        games.filter(is_missing).collect()
    }

    /// The games that are not recorded, in the order in which they will be.
    fn missing_batches(&self, places: &[usize], stream: Stream, games: Range<u64>) -> Vec<Batch> {
        let mut distinct = places.to_vec();
        distinct.dedup();
        let size = self.spec.subject().final_batch(self.spec.cost_per_move);
        let mut batches = Vec::new();
        for from in games.clone().step_by(size as usize) {
            let to = games.end.min(from + size);
            let mut rest = distinct.as_slice();
            while let Some(&first) = rest.first() {
                let missing = self.missing(first, stream, from..to);
                // Finalists that lack the same games play side by side.
                let alike = rest.iter();
                let alike = alike.take_while(|&&p| self.missing(p, stream, from..to) == missing);
                let (alike, others) = rest.split_at(alike.count());
                rest = others;
                if !missing.is_empty() {
                    batches.push(Batch { places: alike.to_vec(), games: missing });
                }
            }
        }
        batches
    }

    /// Plays all batches without a pause between them, and records them one after the other.
    fn play_batches(&mut self, batches: &[Batch], stream: Stream) -> Result<(), CampaignError> {
        let (spec, context, log) = (self.spec, self.context, &mut self.finals.log);
        let weights: Vec<Vec<f64>> =
            log.finalists.rows().iter().map(|finalist| finalist.weights.clone()).collect();
        let seed = |&game: &u64| GameSeed::new(spec.seed, stream, game);
        let jobs = batches.iter().map(|batch| {
            let candidates = batch.places.iter().map(|&p| weights[p].clone()).collect();
            let seeds = batch.games.iter().map(seed).collect();
            Job::new(Arc::clone(spec.subject()), candidates, seeds)
        });
        context.play_stream(jobs, |number, played| {
            let Batch { places, games } = &batches[number];
            let finalist = places[played.candidate];
            let rows = games.iter().zip(played.results);
            let rows: Vec<FinalGame> =
                rows.map(|(&game, result)| FinalGame { stream, game, finalist, result }).collect();
            Ok(log.append(&rows)?)
        })
    }
}
