//! The games after the search: recorded ones are reused, others are played and recorded.

use std::ops::Range;
use std::sync::Arc;

use crate::campaign::{CampaignError, Event, Finals, Result, Session};
use crate::record::{FinalGame, Look};
use crate::space::CampaignSpec;
use crate::subject::Job;
use crate::weights::LookScores;
use tune2048_engine::{GameResult, GameSeed, Stream};

/// Games that the same finalists lack, played side by side and recorded together.
struct Batch {
    places: Vec<usize>,
    games: Vec<u64>,
}

/// The player of finalists' games.
pub(crate) struct FinalGames<'a, 's> {
    /// Its seed and its player count.
    pub(crate) spec: &'a CampaignSpec,
    pub(crate) finals: Finals,
    pub(crate) session: &'a Session<'s>,
}

impl FinalGames<'_, '_> {
    /// Plays the games of a look that are not recorded: those of the recommended weights and,
    /// without a baseline, those of the starting weights.
    ///
    /// # Errors
    /// If a stop was requested, or a game cannot be recorded.
    pub(crate) fn validate(&mut self, look: &Look) -> Result<LookScores> {
        self.session.observe(&Event::Validation {
            games: look.validation_games,
            is_match: self.finals.is_match(look),
            stored_games: self.finals.baseline(look).map(|baseline| baseline.games),
            on_record: self.on_record(&self.players(look), Stream::Validation, look.games()),
        });
        self.scores(look)
    }

    fn players(&self, look: &Look) -> Vec<usize> {
        let is_alone = self.finals.baseline(look).is_some() || self.finals.is_match(look);
        if is_alone { vec![look.winner] } else { vec![look.winner, look.start] }
    }

    fn scores(&mut self, look: &Look) -> Result<LookScores> {
        self.play(&self.players(look), Stream::Validation, look.games())?;
        self.finals.scores(look).ok_or(CampaignError::Interrupted)
    }

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
    ) -> Result<Vec<Vec<GameResult>>> {
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
        let is_known = |game, place| self.finals.log.game(stream, game, place).is_some();
        let of_game = |game| places.iter().filter(|&&place| is_known(game, place)).count() as u64;
        games.map(of_game).sum()
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
    fn play_batches(&mut self, batches: &[Batch], stream: Stream) -> Result<()> {
        let (spec, session, log) = (self.spec, self.session, &mut self.finals.log);
        let weights: Vec<Vec<f64>> =
            log.finalists.rows().iter().map(|finalist| finalist.weights.clone()).collect();
        let seed = |&game: &u64| GameSeed::new(spec.seed, stream, game);
        let jobs = batches.iter().map(|batch| {
            let candidates = batch.places.iter().map(|&p| weights[p].clone()).collect();
            let seeds = batch.games.iter().map(seed).collect();
            Job::new(Arc::clone(spec.subject()), candidates, seeds)
        });
        session.play_stream(jobs, |number, played| {
            let Batch { places, games } = &batches[number];
            let finalist = places[played.candidate];
            let rows = games.iter().zip(played.results);
            let rows: Vec<FinalGame> =
                rows.map(|(&game, result)| FinalGame { stream, game, finalist, result }).collect();
            Ok(log.append(&rows)?)
        })
    }
}
