//! The games after the search: recorded ones are reused, others are played and recorded.
//!
//! A game is a pure function of weights, player and seed. A recorded game therefore stays true when
//! the search goes on, and is never played again.

use std::ops::Range;
use std::sync::Arc;

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::observer::Event;
use crate::campaign::open::Campaign;
use crate::campaign::session::Session;
use crate::record::event::LogEvent;
use crate::record::{FinalGame, Finalist, Look};
use crate::subject::Job;
use crate::weights::LookScores;
use tune2048_engine::{GameResult, GameSeed, Stream};

/// Games that the same finalists lack, played side by side and recorded together.
struct Batch {
    places: Vec<usize>,
    games: Vec<u64>,
}

/// The player of finalists' games.
pub(super) struct FinalGames<'a, 's> {
    pub(super) campaign: &'a mut Campaign,
    pub(super) session: &'a Session<'s>,
}

impl FinalGames<'_, '_> {
    /// The place of a finalist in the list; a new one is recorded.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn place(&mut self, finalist: &Finalist) -> Result<usize> {
        let known = &self.campaign.state.finals.finalists;
        if let Some(place) = known.iter().position(|other| other.plays_like(finalist)) {
            return Ok(place);
        }
        let place = known.len();
        let finalist = Finalist { finalist: place, ..finalist.clone() };
        self.campaign.record(&LogEvent::Finalist(finalist))?;
        Ok(place)
    }

    /// Plays the games of a look that are not recorded: those of the recommended weights and,
    /// without a baseline, those of the starting weights.
    ///
    /// # Errors
    /// If a stop was requested, or a game cannot be recorded.
    pub(super) fn validate(&mut self, look: &Look) -> Result<LookScores> {
        let state = &self.campaign.state;
        let (stored, is_match) = (state.finals.baseline(look.start), state.is_match(look));
        let is_start = look.winner == look.start;
        let is_alone = stored.is_some() || is_match || is_start;
        let players = if is_alone { vec![look.winner] } else { vec![look.winner, look.start] };
        self.session.observe(&Event::Validation {
            games: look.validation_games,
            is_match,
            is_start,
            stored_games: stored.map(|stored| stored.games),
            on_record: self.on_record(&players, Stream::Validation, look.games()),
        });
        self.play(&players, Stream::Validation, look.games())?;
        self.campaign.state.look_scores(look).ok_or(CampaignError::Interrupted)
    }

    /// The results of the finalists at these places on games of a stream,
    /// finalist by finalist; missing games are played.
    ///
    /// # Errors
    /// If a stop was requested, or a game cannot be recorded.
    pub(super) fn play(
        &mut self,
        places: &[usize],
        stream: Stream,
        games: Range<u64>,
    ) -> Result<Vec<Vec<GameResult>>> {
        let batches = self.missing_batches(places, stream, games.clone());
        self.play_batches(&batches, stream)?;
        let state = &self.campaign.state;
        Ok(places.iter().map(|&place| state.finals.results(stream, games.clone(), place)).collect())
    }

    /// The number of recorded games, summed over the places.
    pub(super) fn on_record(&self, places: &[usize], stream: Stream, games: Range<u64>) -> u64 {
        let state = &self.campaign.state;
        places
            .iter()
            .map(|&place| state.finals.results(stream, games.clone(), place).len() as u64)
            .sum()
    }

    fn missing(&self, place: usize, stream: Stream, games: Range<u64>) -> Vec<u64> {
        let state = &self.campaign.state;
        games.filter(|&game| state.finals.game(stream, game, place).is_none()).collect()
    }

    /// The games that are not recorded, in the order in which they will be.
    fn missing_batches(&self, places: &[usize], stream: Stream, games: Range<u64>) -> Vec<Batch> {
        let mut distinct = places.to_vec();
        distinct.dedup();
        let spec = &self.campaign.state.spec;
        let size = spec.subject().final_batch(spec.cost_per_move);
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
        let state = &self.campaign.state;
        let spec = Arc::clone(&state.spec);
        let finalists = state.finals.finalists.iter();
        let weights: Vec<Vec<f64>> = finalists.map(|finalist| finalist.weights.clone()).collect();
        let seed = |&game: &u64| GameSeed::new(spec.seed, stream, game);
        let jobs = batches.iter().map(|batch| {
            let candidates = batch.places.iter().map(|&p| weights[p].clone()).collect();
            let seeds = batch.games.iter().map(seed).collect();
            Job::new(Arc::clone(spec.subject()), candidates, seeds)
        });
        let campaign = &mut *self.campaign;
        self.session.play_stream(jobs, |number, played| {
            let Batch { places, games } = &batches[number];
            let finalist = places[played.candidate];
            let rows = games.iter().zip(played.results);
            let rows = rows.map(|(&game, result)| FinalGame { stream, game, finalist, result });
            campaign.record_games(rows.collect())
        })
    }
}
