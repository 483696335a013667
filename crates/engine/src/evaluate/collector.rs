//! Collects games in the order of their job.

use super::{CandidateGames, Job};
use crate::game::GameResult;

/// A finished game of a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedGame {
    /// The place in the job: index of the candidate · number of seeds + index of the seed.
    pub index: usize,
    /// The result of the game.
    pub result: GameResult,
    /// Seconds spent in the game.
    pub seconds: f64,
}

/// Collects games, which end in any order, in the order of the job.
#[derive(Clone, Debug)]
pub struct Collector {
    results: Vec<Vec<GameResult>>,
    missing: Vec<usize>,
    seconds: Vec<f64>,
    games: usize,
    delivered: usize,
}

impl Collector {
    /// Waits for all games of a job.
    pub fn new(job: &Job) -> Self {
        let (candidates, games) = (job.candidates.len(), job.seeds.len());
        Self {
            results: vec![vec![GameResult::default(); games]; candidates],
            missing: vec![games; candidates],
            seconds: vec![0.0; candidates],
            games,
            delivered: 0,
        }
    }

    /// Takes a game.
    ///
    /// # Panics
    /// If the job has no game of this index.
    pub fn add(&mut self, game: PlayedGame) {
        let (candidate, seed) = (game.index / self.games, game.index % self.games);
        self.results[candidate][seed] = game.result;
        self.missing[candidate] -= 1;
        self.seconds[candidate] += game.seconds;
    }

    /// The next candidate in order, once all of its games have ended.
    pub fn next_finished(&mut self) -> Option<CandidateGames> {
        let candidate = self.delivered;
        if *self.missing.get(candidate)? > 0 {
            return None;
        }
        self.delivered += 1;
        Some(CandidateGames {
            candidate,
            results: std::mem::take(&mut self.results[candidate]),
            seconds: self.seconds[candidate],
        })
    }

    /// Whether all candidates have been delivered.
    pub fn has_delivered_all(&self) -> bool {
        self.delivered == self.results.len()
    }
}
