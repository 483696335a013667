//! Collects games in the order of their job.

use super::CandidateGames;
use super::batch::PlayedGame;
use crate::game::GameResult;

/// Collects games, which end in any order, in the order of the job.
pub(super) struct Collector {
    results: Vec<Vec<GameResult>>,
    missing: Vec<usize>,
    seconds: Vec<f64>,
    games: usize,
    delivered: usize,
}

impl Collector {
    pub(super) fn new(candidates: usize, games: usize) -> Self {
        Self {
            results: vec![vec![GameResult::default(); games]; candidates],
            missing: vec![games; candidates],
            seconds: vec![0.0; candidates],
            games,
            delivered: 0,
        }
    }

    pub(super) fn add(&mut self, game: PlayedGame) {
        let (candidate, seed) = (game.index / self.games, game.index % self.games);
        self.results[candidate][seed] = game.result;
        self.missing[candidate] -= 1;
        self.seconds[candidate] += game.seconds;
    }

    /// The next candidate in order, once all of its games have ended.
    pub(super) fn next_finished(&mut self) -> Option<CandidateGames> {
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
    pub(super) fn has_delivered_all(&self) -> bool {
        self.delivered == self.results.len()
    }
}
