//! The games after the search: those on record, and the others, which are
//! played and recorded.

use std::ops::Range;

use super::{Campaign, CampaignError};
use crate::checkpoint::{FinalGame, Finals};
use tune2048_engine::evaluate::{Evaluate, Job, Monitor};
use tune2048_engine::game::{GameResult, GameSeed, Stream};
use tune2048_engine::heuristic::Weights;
use tune2048_engine::player::{Depth, DepthRule, PlayerSettings};

/// Games of each finalist that are handed out together, at most: a kill loses
/// those under way, and at the end of a batch some cores wait for the last game.
const MAX_BATCH: u64 = 100;

/// Boards per move, times the games of a batch, at most: a few minutes of two players.
const BOARDS_OF_BATCH: u64 = 4_000_000;

/// The games of a batch: fewer where moves take long. Rows are recorded batch by
/// batch, so that this must depend on nothing but the settings.
fn batch(player: &PlayerSettings) -> u64 {
    let boards_per_move = match player {
        PlayerSettings::Expectimax(settings) => match settings.depth {
            Depth::Nodes(budget) => budget.nodes,
            Depth::Rule(DepthRule::FreeCells) => boards_at_depth(2),
            Depth::Rule(DepthRule::DistinctTiles) => boards_at_depth(6),
            Depth::Fixed(depth) => boards_at_depth(depth),
        },
        _ => return MAX_BATCH,
    };
    (BOARDS_OF_BATCH / boards_per_move.max(1)).clamp(1, MAX_BATCH)
}

/// About as many as are valued for a move (docs/results.md).
fn boards_at_depth(depth: u8) -> u64 {
    100 * 20_u64.pow(u32::from(depth).saturating_sub(1))
}

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
        let batch = batch(&self.campaign.space.player);
        let mut from = games.start;
        while from < games.end {
            let to = games.end.min(from + batch);
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

    /// How many of these games are on record, those of all places together.
    pub(super) fn on_record(&self, places: &[usize], stream: Stream, games: Range<u64>) -> u64 {
        let of_place = |&place: &usize| {
            let is_known = |&game: &u64| self.finals.game(stream, game, place).is_some();
            games.clone().filter(is_known).count() as u64
        };
        places.iter().map(of_place).sum()
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
        let job = Job {
            player: self.campaign.space.player,
            candidates,
            seeds,
        };
        let (finals, monitor) = (&mut self.finals, self.monitor);
        let mut failure = None;
        let played = self
            .evaluator
            .evaluate(&job, monitor, &mut |candidate_games| {
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
            None => Ok(played?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune2048_engine::player::{ExpectimaxSettings, NodeBudget};

    #[test]
    fn slow_players_have_small_batches() {
        let of = |depth| {
            batch(&PlayerSettings::Expectimax(ExpectimaxSettings {
                depth,
                ..ExpectimaxSettings::default()
            }))
        };
        let nodes = |nodes| {
            Depth::Nodes(NodeBudget {
                nodes,
                ..NodeBudget::default()
            })
        };
        assert_eq!(
            [1, 3, 4, 8].map(|depth| of(Depth::Fixed(depth))),
            [100, 100, 5, 1]
        );
        assert_eq!(of(Depth::Rule(DepthRule::DistinctTiles)), 1);
        assert_eq!(
            [1, 200_000, u64::MAX].map(|count| of(nodes(count))),
            [100, 20, 1]
        );
    }
}
