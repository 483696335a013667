//! Plays a comparison: both sides at once, ahead of the looks, recorded in the order of the games.

use std::cell::Cell;
use std::ops::ControlFlow;

use crate::record::CampaignError;
use crate::studies::compare::{Comparison, ComparisonLog, ScorePair};
use crate::studies::games_within;
use crate::subject::{Evaluate, Job, record_stream};
use crate::weights::file::WeightsFile;
use tune2048_engine::{GameSeed, Monitor, Stream};

/// The approximate time between writes: the play that may be lost when the process dies.
const SAVED_EVERY_SECONDS: f64 = 5.0;

impl Comparison {
    /// Continues from the games in the log until the question is settled or the limit is reached.
    ///
    /// The games of both players are sent ahead of the looks: some that are played beyond the end
    /// are not recorded. `observe` is called after games are recorded.
    ///
    /// # Errors
    /// If the play is interrupted, or the log cannot be written; the games recorded before stay in the log.
    pub fn run(
        &mut self,
        log: &mut ComparisonLog,
        players: [&WeightsFile; 2],
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
        mut observe: impl FnMut(&Self),
    ) -> Result<(), CampaignError> {
        log.pairs().into_iter().for_each(|pair| self.add(pair));
        observe(self);
        if self.missing().is_none() {
            return Ok(());
        }
        let sides = if log.players.is_match { &[1][..] } else { &[0, 1] };
        let (cores, seed) = (evaluator.concurrent_games(), log.players.seed);
        // Each side in turn plays the same games, none of them beyond the next look.
        let (start, looks) = (self.games(), self.clone());
        let seconds_of_game = Cell::new(None);
        let (mut batch, mut sent) = (start..start, 0);
        let mut jobs = std::iter::from_fn(|| {
            if sent % sides.len() == 0 {
                let size = games_within(SAVED_EVERY_SECONDS, cores, seconds_of_game.get());
                let end = (batch.end + size).min(looks.look_after(batch.end));
                batch = batch.end..end;
            }
            let side = sides[sent % sides.len()];
            sent += 1;
            let seeds = batch.clone().map(|game| GameSeed::new(seed, Stream::Comparison, game));
            (!batch.is_empty()).then(|| Job::of(&players[side].weights, seeds.collect()))
        });
        let mut pairs: Vec<ScorePair> = Vec::new();
        record_stream(evaluator, &mut jobs, monitor, |number, games| {
            let side = sides[number % sides.len()];
            let seconds = games.seconds / games.results.len().max(1) as f64;
            // By the slower side.
            let slowest = seconds_of_game.get().map_or(seconds, |known: f64| known.max(seconds));
            seconds_of_game.set(Some(slowest));
            pairs.resize(games.results.len(), [None; 2]);
            for (pair, game) in pairs.iter_mut().zip(&games.results) {
                pair[side] = Some(game.score);
            }
            if (number + 1) % sides.len() == 0 {
                log.append(&pairs)?;
                pairs.drain(..).for_each(|pair| self.add(pair));
                observe(self);
            }
            Ok(match self.missing() {
                Some(_) => ControlFlow::Continue(()),
                None => ControlFlow::Break(()),
            })
        })
    }
}
