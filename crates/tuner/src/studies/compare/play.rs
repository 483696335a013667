//! Plays a comparison: both sides at once, ahead of the looks, recorded in the order of the games.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::studies::compare::{Comparison, ComparisonLog, ScorePair};
use crate::studies::{StudyError, games_within};
use crate::subject::{CandidateGames, Evaluate, Job, record_stream};
use crate::weights::file::WeightsFile;
use tune2048_engine::{GameSeed, Monitor, Score, Stream};

/// The approximate time between writes: the play that may be lost when the process dies.
const SAVED_EVERY_SECONDS: f64 = 5.0;

/// The games of one side that are under way.
#[derive(Debug, Default)]
struct Side {
    /// The index after the last game that was sent.
    sent: u64,
    /// The scores that are not added yet.
    scores: VecDeque<Score>,
    /// The time of a game, by the latest ones.
    seconds: Option<f64>,
}

/// A comparison while it is played.
struct Play<'a> {
    comparison: &'a mut Comparison,
    log: &'a mut ComparisonLog,
    sides: [Side; 2],
    /// The side of each job that was sent.
    sent: Vec<usize>,
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
            if self.missing().is_some() {
                log.check_scores(index, self.sample.plays())?;
                self.add(pair);
            }
        }
        observe(self);
        let cores = evaluator.concurrent_games();
        // What is needed may depend on the last games that are under way.
        while self.missing().is_some() {
            let sides = [self.games(); 2].map(|sent| Side { sent, ..Side::default() });
            let play = Play { comparison: &mut *self, log: &mut *log, sides, sent: Vec::new() };
            let play = RefCell::new(play);
            let mut jobs = std::iter::from_fn(|| play.borrow_mut().next_job(players, cores));
            record_stream(evaluator, &mut jobs, monitor, |number, games| {
                play.borrow_mut().take(number, &games, &mut observe)
            })?;
        }
        Ok(())
    }
}

impl Play<'_> {
    /// Takes the next games, none beyond the next look, of the side that is behind, which comes
    /// first; `None` if what is needed depends on games under way.
    fn next_job(&mut self, players: [&WeightsFile; 2], cores: usize) -> Option<Job> {
        let ends = self.comparison.foreseeable();
        let behind = [0, 1].into_iter().filter(|&side| self.sides[side].sent < ends[side]);
        let side = behind.min_by_key(|&side| self.sides[side].sent)?;
        let first = self.sides[side].sent;
        let size = games_within(SAVED_EVERY_SECONDS, cores, self.sides[side].seconds);
        let end = (first + size).min(ends[side]).min(self.comparison.look_after(first));
        self.sides[side].sent = end;
        self.sent.push(side);
        let seed = |game| GameSeed::new(self.log.players.seed, Stream::Comparison, game);
        Some(Job::of(&players[side].weights, (first..end).map(seed).collect()))
    }

    /// Takes the games of the job with this number, from 0 in the order in which they were sent.
    fn take(
        &mut self,
        number: usize,
        games: &CandidateGames,
        observe: &mut impl FnMut(&Comparison),
    ) -> Result<ControlFlow<()>, StudyError> {
        let side = &mut self.sides[self.sent[number]];
        side.scores.extend(games.results.iter().map(|game| game.score));
        side.seconds = Some(games.seconds / games.results.len().max(1) as f64);
        loop {
            let pairs = self.complete();
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

    /// Takes out the games that all sides have played, none beyond the next look.
    fn complete(&mut self) -> Vec<ScorePair> {
        let Some(missing) = self.comparison.missing() else { return Vec::new() };
        let plays = self.comparison.sample.plays();
        let sides = || [0, 1].into_iter().filter(|&side| plays[side]);
        let played = sides().map(|side| self.sides[side].scores.len()).min();
        let asked = (missing.end - missing.start) as usize;
        let mut pairs = vec![[None; 2]; played.unwrap_or(0).min(asked)];
        for side in sides() {
            let scores = self.sides[side].scores.drain(..pairs.len());
            for (pair, score) in pairs.iter_mut().zip(scores) {
                pair[side] = Some(score);
            }
        }
        pairs
    }
}
