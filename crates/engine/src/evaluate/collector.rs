//! Collects games in the order of their job.

use std::collections::BTreeMap;

use super::{CandidateGames, Job};
use crate::game::GameResult;

/// A finished game of a job.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// The place in the job: index of the candidate · number of seeds + index of the seed.
    pub index: usize,
    /// The result of the game.
    pub result: GameResult,
    /// Seconds spent in the game.
    pub seconds: f64,
    /// Extra numbers that a program reports, by name.
    pub extras: Vec<(String, f64)>,
}

/// Collects games, which end in any order, in the order of the job.
#[derive(Clone, Debug)]
pub struct Collector {
    results: Vec<Vec<GameResult>>,
    missing: Vec<usize>,
    seconds: Vec<f64>,
    /// The extra numbers of each candidate by name, with the indices of their seeds.
    extras: Vec<BTreeMap<String, Vec<(usize, f64)>>>,
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
            extras: vec![BTreeMap::new(); candidates],
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
        for (name, value) in game.extras {
            let of_name = self.extras[candidate].entry(name).or_default();
            of_name.push((seed, value));
        }
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
            extras: in_order(std::mem::take(&mut self.extras[candidate])),
        })
    }

    /// Whether all candidates have been delivered.
    pub fn has_delivered_all(&self) -> bool {
        self.delivered == self.results.len()
    }
}

/// Sorts extra numbers by their seeds.
fn in_order(extras: BTreeMap<String, Vec<(usize, f64)>>) -> BTreeMap<String, Vec<f64>> {
    let sorted = extras.into_iter().map(|(name, mut values)| {
        values.sort_by_key(|&(seed, _)| seed);
        (name, values.into_iter().map(|(_, value)| value).collect())
    });
    sorted.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameSeed, Stream};
    use crate::heuristic::{HeuristicKind, Weights};
    use crate::player::PlayerSettings;

    #[test]
    fn games_in_any_order_are_delivered_in_that_of_the_job() {
        let seed = |index| GameSeed::new(1, Stream::Evaluation, index);
        let job = Job {
            player: PlayerSettings::default(),
            candidates: vec![Weights::defaults(HeuristicKind::Rows); 2],
            seeds: (0..3).map(seed).collect(),
            beginning: None,
        };
        let game = |index: usize| PlayedGame {
            index,
            result: GameResult {
                score: index as u64,
                ..GameResult::default()
            },
            seconds: 0.5,
            extras: match index {
                1 => Vec::new(),
                _ => vec![("lines".to_owned(), index as f64)],
            },
        };
        let mut collector = Collector::new(&job);
        let mut delivered = Vec::new();
        for index in [5, 2, 3, 0, 4, 1] {
            collector.add(game(index));
            delivered.extend(std::iter::from_fn(|| collector.next_finished()));
        }
        assert!(collector.has_delivered_all());
        let candidates: Vec<usize> = delivered.iter().map(|games| games.candidate).collect();
        assert_eq!(candidates, [0, 1]);
        let scores = delivered.iter().flat_map(|games| &games.results);
        let scores: Vec<u64> = scores.map(|game| game.score).collect();
        assert_eq!(scores, [0, 1, 2, 3, 4, 5]);
        assert_eq!(delivered[0].extras["lines"], [0.0, 2.0]);
        assert_eq!(delivered[1].extras["lines"], [3.0, 4.0, 5.0]);
    }
}
