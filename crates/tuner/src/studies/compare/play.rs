//! Plays a comparison: both sides at once, ahead of the looks, recorded in the order of the games.

use std::cell::RefCell;
use std::ops::ControlFlow;

use crate::studies::StudyError;
use crate::studies::compare::ahead::Ahead;
use crate::studies::compare::{Comparison, ComparisonLog};
use crate::subject::{CandidateGames, Evaluate, Job, record_stream};
use crate::weights::file::WeightsFile;
use tune2048_engine::{GameSeed, Monitor, Stream};

/// A comparison while it is played.
struct Play<'a> {
    comparison: &'a mut Comparison,
    log: &'a mut ComparisonLog,
    ahead: Ahead,
}

impl Comparison {
    /// Continues from the games in the log until the question is settled or the limit is reached.
    ///
    /// The games of both players are sent ahead of the looks: some that are played beyond the end
    /// are not recorded. `observe` is called after games are recorded.
    ///
    /// # Errors
    /// If the play is interrupted, the log cannot be written, or the log lacks scores of a side
    /// that must play; the games recorded before stay in the log.
    pub fn run(
        &mut self,
        log: &mut ComparisonLog,
        players: [&WeightsFile; 2],
        evaluator: &dyn Evaluate,
        monitor: &Monitor,
        mut observe: impl FnMut(&Self),
    ) -> Result<(), StudyError> {
        for (index, &pair) in log.pairs().iter().enumerate() {
            if let Some(missing) = self.missing() {
                log.check_scores(index, missing.plays)?;
                self.add(pair);
            }
        }
        observe(self);
        // What is needed may depend on the last games that are under way.
        while self.missing().is_some() {
            let ahead = Ahead::new(self, evaluator.concurrent_games());
            let play = RefCell::new(Play { ahead, comparison: &mut *self, log: &mut *log });
            let mut jobs = std::iter::from_fn(|| play.borrow_mut().next_job(players));
            record_stream(evaluator, &mut jobs, monitor, |number, games| {
                play.borrow_mut().take(number, &games, &mut observe)
            })?;
        }
        Ok(())
    }
}

impl Play<'_> {
    fn next_job(&mut self, players: [&WeightsFile; 2]) -> Option<Job> {
        let (side, games) = self.ahead.next(self.comparison)?;
        let seed = |game| GameSeed::new(self.log.players.seed, Stream::Comparison, game);
        Some(Job::of(&players[side].weights, games.map(seed).collect()))
    }

    fn take(
        &mut self,
        number: usize,
        games: &CandidateGames,
        observe: &mut impl FnMut(&Comparison),
    ) -> Result<ControlFlow<()>, StudyError> {
        self.ahead.take(number, games);
        loop {
            let pairs = self.ahead.complete(self.comparison);
            if pairs.is_empty() {
                break;
            }
            self.log.append(&pairs)?;
            for pair in pairs {
                self.comparison.add(pair);
            }
            observe(self.comparison);
        }
        Ok(match self.comparison.missing() {
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        })
    }
}
