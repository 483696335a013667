//! The games after the search: those on record, and the others, which are
//! played and recorded.

use std::ops::Range;

use super::{Campaign, CampaignError};
use crate::checkpoint::{FinalGame, Finals};
use crate::evaluate::{Evaluate, Monitor};
use crate::game::{GameResult, GameSeed, Stream};
use crate::heuristic::Weights;

/// Games of each finalist that are handed out together: a kill loses those
/// under way, and at the end of a batch some cores wait for the last game.
const BATCH: u64 = 100;

/// Plays finalists.
pub(super) struct FinalGames<'a> {
    campaign: &'a Campaign,
    finals: Finals,
    evaluator: &'a dyn Evaluate,
    monitor: &'a Monitor,
}

impl<'a> FinalGames<'a> {
    pub(super) fn new(
        campaign: &'a Campaign,
        finals: Finals,
        evaluator: &'a dyn Evaluate,
        monitor: &'a Monitor,
    ) -> Self {
        Self {
            campaign,
            finals,
            evaluator,
            monitor,
        }
    }

    /// The record.
    pub(super) fn finals(&mut self) -> &mut Finals {
        &mut self.finals
    }

    /// The results of the finalists at these places on games of a stream,
    /// finalist by finalist.
    ///
    /// # Errors
    /// If a stop was requested, or a game cannot be recorded.
    pub(super) fn play(
        &mut self,
        places: &[usize],
        stream: Stream,
        games: Range<u64>,
    ) -> Result<Vec<Vec<GameResult>>, CampaignError> {
        let mut distinct = places.to_vec();
        distinct.dedup();
        let mut from = games.start;
        while from < games.end {
            let to = games.end.min(from + BATCH);
            let mut rest = distinct.as_slice();
            while let Some(&first) = rest.first() {
                let missing = self.missing(first, stream, from..to);
                // Those that lack the same games play side by side.
                let alike = rest.iter();
                let alike = alike.take_while(|&&p| self.missing(p, stream, from..to) == missing);
                let (batch, others) = rest.split_at(alike.count());
                rest = others;
                if !missing.is_empty() {
                    self.play_missing(batch, stream, &missing)?;
                }
            }
            from = to;
        }
        let results = places.iter().map(|&place| {
            let game = |game| self.finals.game(stream, game, place);
            games.clone().filter_map(game).collect()
        });
        Ok(results.collect())
    }

    fn missing(&self, place: usize, stream: Stream, games: Range<u64>) -> Vec<u64> {
        let is_missing = |&game: &u64| self.finals.game(stream, game, place).is_none();
        games.filter(is_missing).collect()
    }

    fn play_missing(
        &mut self,
        places: &[usize],
        stream: Stream,
        games: &[u64],
    ) -> Result<(), CampaignError> {
        let seed = self.campaign.space.seed;
        let seeds: Vec<GameSeed> = games
            .iter()
            .map(|&game| GameSeed::new(seed, stream, game))
            .collect();
        let candidates: Vec<Weights> = places
            .iter()
            .map(|&place| self.finals.finalist(place).weights.clone())
            .collect();
        let (finals, monitor) = (&mut self.finals, self.monitor);
        let mut failure = None;
        let played =
            self.evaluator
                .evaluate(&candidates, &seeds, monitor, &mut |candidate_games| {
                    if failure.is_some() {
                        return;
                    }
                    let finalist = places[candidate_games.candidate];
                    let rows: Vec<FinalGame> = games
                        .iter()
                        .zip(candidate_games.results)
                        .map(|(&game, result)| FinalGame {
                            stream,
                            game,
                            finalist,
                            result,
                        })
                        .collect();
                    if let Err(error) = finals.append(&rows) {
                        failure = Some(error);
                        monitor.request_stop();
                    }
                });
        match failure {
            Some(error) => Err(error.into()),
            None => played.map_err(|_| CampaignError::Interrupted),
        }
    }
}
